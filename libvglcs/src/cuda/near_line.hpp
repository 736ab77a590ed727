// SPDX-License-Identifier: BSD-3-Clause
/// What windows of columns that end at the column before read of a halo, as one line of words: what a strip hands over
/// to its right neighbour where nothing is far. Of T_level in the halo they read the last 2^level columns, 28 in all of
/// T_2 to T_4; of single columns, from which the rest is made, 4. The highest level comes first, and each level's words
/// lie as its last words do in a halo, so that one distance moves all addresses of a level. Eight columns are two times
/// four (window_plan.cpp): where such a window begins a strip, it reads T_2 five columns back, one more than T_2 has.
/// What lies there is T_3 of the column before, the maximum of the same eight columns; with three levels T_2 has more
/// columns. Plain C++, no device needed: the tests follow every window through it.
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

    /// Words of T_level that windows read, but for windows of eight columns; of single columns in place of T_0; T_1 is
    /// not in the line.
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

    /// Words of T_level in front of these, for windows of eight columns.
    [[nodiscard]] static constexpr int before(int level) noexcept { return level == 2 && Levels == 3 ? 2 : 0; }

    /// An entry of a strip's tables, of which the halo's are in the line, in bytes behind T_0.
    /// @param address       of an entry of T_2 or higher, as column plans have them
    /// @param level_bytes   of a level, halo and strip
    [[nodiscard]] static constexpr std::uint32_t address(std::uint32_t address, std::uint32_t level_bytes) noexcept
    {
        for (int l = 2; l < Levels; ++l) {
            std::uint32_t const in_level = address - static_cast<std::uint32_t>(l) * level_bytes;
            if (in_level < 4 * words)
                return in_level + static_cast<std::uint32_t>(4 * (begin(l) + size(l))) - 4u * words;
        }
        return address;
    }
};

} // namespace vglcs::cuda
