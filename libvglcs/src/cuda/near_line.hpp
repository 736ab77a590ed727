// SPDX-License-Identifier: BSD-3-Clause
/// What windows of columns that end at the column before read of a halo, as one line of words.
/// Of T_level in the halo they read the last 2^level columns, 31 in all up to T_4. The highest level comes first, and
/// each level's words lie where the level's last words were, so that one distance moves all addresses of a level.
/// Eight columns are two times four (window_plan.cpp): where such a window begins a strip, it reads T_2 five columns
/// back, one more than T_2 has. What lies there is T_3 of the column before, the maximum of the same eight columns;
/// with three levels T_2 itself has that column, in words that are to spare in front of it. Plain C++, no device
/// needed: the tests follow every window through it.
#pragma once

#include "cuda/window_plan.hpp"

#include <cstdint>

namespace vglcs::cuda {

/// @tparam Columns   of a word, 1 or 2
/// @tparam Levels    dyadic levels of the tables, 3 or 5
template <int Columns, int Levels>
struct near_line
{
    static_assert((Columns == 1 || Columns == 2) && (Levels == 3 || Levels == 5));
    static constexpr int words = static_cast<int>(halo_columns) / Columns; ///< of a line, as of a row of a halo

    /// Words of T_level that windows read, but for windows of eight columns.
    [[nodiscard]] static constexpr int size(int level) noexcept { return level == 0 ? 1 : (1 << level) / Columns; }

    /// The first of them.
    [[nodiscard]] static constexpr int begin(int level) noexcept
    {
        int at = Levels == 3 ? 4 : 0; // with room in front, and as a multiple of the widest load
        for (int l = Levels - 1; l > level; --l)
            at += size(l);
        return at;
    }
    static_assert(begin(0) + size(0) <= words);

    /// How many of a halo's last words of T_level lie in the line, in front of begin(level) + size(level).
    [[nodiscard]] static constexpr int stored(int level) noexcept
    {
        return size(level) + (level == 2 && Levels == 3 ? 1 : 0);
    }

    /// Where a word of T_level lies in the line, one of the last stored(level).
    /// @param word   of a halo's row, 0 the leftmost
    [[nodiscard]] static constexpr int place(int level, int word) noexcept
    {
        return begin(level) + size(level) - words + word;
    }

    /// An entry of a strip's tables, of which the halo's are in the line, as byte addresses behind T_0.
    /// @param address       of an entry of T_1 or higher, as column plans have them
    /// @param level_bytes   of a level, halo and strip
    [[nodiscard]] static constexpr std::uint32_t address(std::uint32_t address, std::uint32_t level_bytes) noexcept
    {
        for (int l = 1; l < Levels; ++l) {
            std::uint32_t const in_level = address - static_cast<std::uint32_t>(l) * level_bytes;
            if (in_level < 4 * words)
                return static_cast<std::uint32_t>(4 * place(l, 0)) + in_level;
        }
        return address;
    }
};

} // namespace vglcs::cuda
