// SPDX-License-Identifier: BSD-3-Clause
/// The halo line: what windows that end at the column before read of a halo, as one line of words that a strip hands
/// over to its right neighbour where nothing is far. Entry j of T_level is here the maximum of the 2^level columns
/// before column j, so that the newer of the two entries that cover a window is the column's own, which a lane has in
/// registers; of the older ones windows read the last 2^level columns of T_level in the halo, 28 in all of T_2 to T_4;
/// of single columns, from which the rest is made, 4. The highest level comes first, and each level's words lie as its
/// last words do in a halo, so that one distance moves all addresses of a level. Plain C++, no device needed: the tests
/// follow every window through it.
#pragma once

#include "cuda/strip/plan/strip_shape.hpp"

#include <cstdint>

namespace vglcs::cuda {

/// @tparam Columns   of a word, 1 or 2
/// @tparam Levels    dyadic levels of the tables, 3 or 5
template <int Columns, int Levels>
struct halo_line
{
    static_assert((Columns == 1 || Columns == 2) && (Levels == 3 || Levels == 5));
    static constexpr int words = static_cast<int>(halo_columns) / Columns; ///< of a line, as of a row of a halo

    /// Words of T_level that windows read; of single columns in place of T_0; T_1 is not in the line.
    [[nodiscard]] static constexpr int size(int level) noexcept
    {
        return level == 1 ? 0 : (level == 0 ? 4 : 1 << level) / Columns;
    }

    /// The first of them.
    [[nodiscard]] static constexpr int begin(int level) noexcept
    {
        int at = words;
        for (int l = 0; l <= level; ++l)
            at -= size(l);
        return at;
    }
    static_assert(begin(Levels - 1) >= 0);

    // Of a window: its two addresses of a column plan, in bytes behind T_0; bytes of a level, halo and strip. Plans
    // have entries under the column that they end with, and two equal ones where one is enough.

    /// What its newer part is: 0 one column (or none), 1 two, 2 three, 3 T_2, and on.
    [[nodiscard]] static constexpr int newer_part(std::uint32_t newer, std::uint32_t older,
                                                  std::uint32_t level_bytes) noexcept
    {
        int part = newer < level_bytes ? 0 : newer < 2 * level_bytes ? 1 + (newer != older) : 3;
        for (std::uint32_t l = 3; l < Levels; ++l)
            part += newer >= l * level_bytes;
        return part;
    }

    /// Whether it has an older part that is looked up.
    [[nodiscard]] static constexpr bool has_older(std::uint32_t newer, std::uint32_t older,
                                                  std::uint32_t level_bytes) noexcept
    {
        return newer >= 2 * level_bytes && newer != older;
    }

    /// Where that lies, in bytes behind T_0: the halo's part of T_0 is the line.
    [[nodiscard]] static constexpr std::uint32_t older_entry(std::uint32_t older, std::uint32_t level_bytes) noexcept
    {
        std::uint32_t const entry = older + 4 / Columns; // under the column behind the last
        for (int l = 2; l < Levels; ++l) {
            std::uint32_t const in_level = entry - static_cast<std::uint32_t>(l) * level_bytes;
            if (in_level < 4 * words)
                return in_level + static_cast<std::uint32_t>(4 * (begin(l) + size(l))) - 4u * words;
        }
        return entry;
    }
};

} // namespace vglcs::cuda
