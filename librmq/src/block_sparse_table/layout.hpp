// SPDX-License-Identifier: BSD-3-Clause
/// Shape of the device's block_sparse_table: which levels an array has, and what lies where.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace rmq::cuda::detail {

/// Numbers of the levels. Positions are shifted by `phase` so that every block starts at a cache line of the array.
/// Level 0 is the array; entry i of level k is the best of positions [i << shift(k), (i + 1) << shift(k)).
struct tree_numbers
{
    static constexpr unsigned block_shift = 6; ///< values of a block: level 1
    static constexpr unsigned fan_shift = 4;   ///< entries that one entry of the next level stands for
    static constexpr unsigned fan = 1u << fan_shift;
    static constexpr unsigned tile_shift = block_shift + 2 * fan_shift; ///< a thread block's values: level 3
    static constexpr unsigned most_levels = 8;
    static constexpr unsigned most_tops = 2048;

    [[nodiscard]] static constexpr unsigned shift(unsigned level) noexcept
    {
        return level == 0 ? 0 : block_shift + (level - 1) * fan_shift;
    }
};

/// What an array of n values with this phase has.
struct tree_shape
{
    std::size_t tiles = 0;
    unsigned levels = 1;       ///< 1..levels are stored; the tops stand on the last
    unsigned top_shift = 0;    ///< positions of a top
    unsigned tops = 0;         ///< at most most_tops
    unsigned tops_stride = 0;  ///< entries that a row of the tops' table takes
    unsigned table_levels = 0; ///< rows 1..table_levels of the tops' sparse table

    constexpr tree_shape(std::size_t n, std::size_t phase) noexcept
    {
        using numbers = tree_numbers;
        std::size_t const last = n + phase - 1;
        tiles = (last >> numbers::tile_shift) + 1;
        while ((last >> numbers::shift(levels)) + 1 > std::size_t{numbers::most_tops} * numbers::fan)
            ++levels;
        top_shift = numbers::shift(levels);
        while ((last >> top_shift) + 1 > numbers::most_tops)
            ++top_shift;
        tops = static_cast<unsigned>(last >> top_shift) + 1;
        tops_stride = (tops + 7) / 8 * 8;
        table_levels = static_cast<unsigned>(std::bit_width(tops)) - 1;
    }

    /// Entries of a level as stored: whole tiles, and whole groups of `fan`.
    [[nodiscard]] constexpr std::size_t entries(unsigned level) const noexcept
    {
        using numbers = tree_numbers;
        std::size_t const shift = numbers::shift(level);
        std::size_t const count =
            shift <= numbers::tile_shift
                ? tiles << (numbers::tile_shift - shift)
                : (tiles + (std::size_t{1} << (shift - numbers::tile_shift)) - 1) >> (shift - numbers::tile_shift);
        return (count + numbers::fan - 1) / numbers::fan * numbers::fan;
    }
};

} // namespace rmq::cuda::detail
