// SPDX-License-Identifier: BSD-3-Clause
/// What the kernels with tables read of rows and columns. T_l of a letter is the maximum of the 2^l letters that end
/// with it, each lowered by its distance to it; a window is a newer T_l, which ends with the letter before its own, and
/// an older T_l, lowered once more by the letters between the two. Windows span most_table_window letters at most.
/// Plain C++, no device needed: the tests follow every window through it.
#pragma once

#include <vglcs/problem.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace vglcs::cuda::scored {

inline constexpr std::uint32_t table_levels = 5, most_table_window = 1u << table_levels;

/// Level of the two parts of a window of `length` letters.
[[nodiscard]] constexpr std::uint32_t table_level(std::uint32_t length) noexcept
{
    std::uint32_t const level = static_cast<std::uint32_t>(std::bit_width(length)) - 1;
    return level < table_levels ? level : table_levels - 1;
}

/// Letters between the ends of the two parts; 0: the newer one is all.
[[nodiscard]] constexpr std::uint32_t table_distance(std::uint32_t length) noexcept
{
    return length - (1u << table_level(length));
}

/// A row, packed in one word. The older part of its window lies in a ring.
struct table_row
{
    /// Rows of the ring: T_1 to T_4 of as many rows as they span, one behind the other, and a row of nothing.
    static constexpr std::uint32_t ring_rows = 31, no_row = 30;
    static constexpr std::uint32_t level_at = 8, ring_row_at = 11, distance_at = 16, keep_at = 21;

    std::uint32_t letter = 0;        ///< 0 matches nothing
    std::uint32_t level = 0;         ///< of both parts
    std::uint32_t ring_row = no_row; ///< of the older one
    std::uint32_t distance = 0;      ///< rows between the ends of the two
    std::uint32_t keep = 0;          ///< bit l-1: a later row reads this row's T_l from the ring

    /// Where T_level of a row lies in the ring.
    [[nodiscard]] static constexpr std::uint32_t ring_row_of(std::uint32_t level, std::uint32_t row) noexcept
    {
        return (1u << level) - 2 + (row & ((1u << level) - 1));
    }
    [[nodiscard]] constexpr std::uint32_t packed() const noexcept
    {
        return letter | level << level_at | ring_row << ring_row_at | distance << distance_at | keep << keep_at;
    }
    [[nodiscard]] static constexpr table_row unpacked(std::uint32_t w) noexcept
    {
        return {w & 0xff, w >> level_at & 7, w >> ring_row_at & 31, w >> distance_at & 31, w >> keep_at & 15};
    }
};

/// Writes down the rows of a sequence, `letters` being 0 where nothing matches.
/// @param limits   elastic ones are not for tables
/// @param rows     [letters.size()] or more, of no letter
inline void plan_table_rows(std::span<std::uint8_t const> letters, limits_view limits, std::span<std::uint32_t> rows)
{
    for (std::size_t i = 0; i < letters.size(); ++i) {
        std::uint32_t const length = std::min(limits.hi(i), most_table_window - 1) + 1, level = table_level(length),
                            distance = table_distance(length);
        table_row row{.letter = letters[i], .level = level};
        if (distance && distance < i) { // in front of row 0 is nothing
            // read before row i-1 is put there, so that the 2^level rows of the level are enough
            std::size_t const older = i - 1 - distance;
            row.ring_row = table_row::ring_row_of(level, static_cast<std::uint32_t>(older));
            row.distance = distance;
            rows[older] |= table_row{.ring_row = 0, .keep = 1u << (level - 1)}.packed();
        }
        row.keep = table_row::unpacked(rows[i]).keep;
        rows[i] = row.packed();
    }
}

/// The tables of a strip's columns: its own T_2 to T_4, and the line, which is what windows read of the columns on its
/// left: the last 2^l entries of T_l, the highest level first, and four single columns, from which the rest is made.
/// The left neighbour has them in its own tables. A lane's columns lie in its words by halves. Numbers are words.
/// @tparam PerWord     columns of a word, 1 or 2
/// @tparam LaneWords   words of a lane
template <int PerWord, int LaneWords>
struct table_places
{
    static constexpr int per_lane = PerWord * LaneWords, row_words = 32 * LaneWords, first_level = 2,
                         last_level = static_cast<int>(table_levels) - 1;
    static constexpr int line_words = static_cast<int>(most_table_window) / PerWord, singles = 4 / PerWord;

    /// Words of the line that T_level has; of single columns for level 0.
    [[nodiscard]] static constexpr int line_size(int level) noexcept
    {
        return level == 0 ? singles : (1 << level) / PerWord;
    }
    /// The first of them.
    [[nodiscard]] static constexpr int line_begin(int level) noexcept
    {
        int at = 0;
        for (int l = last_level; l >= first_level && l > level; --l)
            at += line_size(l);
        return at;
    }
    static_assert(line_begin(0) + singles == line_words);
    /// The strip's own T_level, behind the line; for level 0 its last single columns.
    [[nodiscard]] static constexpr int level_begin(int level) noexcept
    {
        return line_words + (level == 0 ? last_level + 1 - first_level : level - first_level) * row_words;
    }
    static constexpr int end = line_words + (last_level + 1 - first_level) * row_words + 4;

    /// A column's entry.
    struct place
    {
        int word, half; ///< the half is 0 where words hold one column
    };
    /// Of T_level, of a column of the strip or of the 2^level columns on its left.
    [[nodiscard]] static constexpr place entry(int level, int column) noexcept
    {
        int const at = column < 0 ? column + (1 << level) : column, in_lane = at % per_lane;
        return {(column < 0 ? line_begin(level) : level_begin(level)) + at / per_lane * LaneWords + in_lane % LaneWords,
                in_lane / LaneWords};
    }
    /// Where a strip has the two words of its right neighbour's line that begin with `word`.
    [[nodiscard]] static constexpr int handed_over(int word) noexcept
    {
        for (int level = last_level; level >= first_level; --level)
            if (word < line_begin(level) + line_size(level))
                return level_begin(level) + row_words - line_size(level) + word - line_begin(level);
        return level_begin(0) + word - line_begin(0);
    }
};

} // namespace vglcs::cuda::scored
