// SPDX-License-Identifier: BSD-3-Clause
/// The inner loops of the scored engine: rows of one strip, for every instruction set that Highway can dispatch to.
#pragma once

#include "cpu/scored/lane_plan.hpp"
#include "cpu/scored/stream_plan.hpp"
#include "cpu/strip/best_cell.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace vglcs::cpu {

/// Elements from one slot to the next: wide ones are kept apart, so that loads and stores of several slots do not meet
/// in one place of the first-level cache.
[[nodiscard]] constexpr std::size_t scored_stride(std::size_t width) noexcept
{
    return width < 256 ? width : width + 32;
}

/// One strip and the memory it works on. Rows are absolute; `border` starts at row `first_row`.
template <class Value>
struct scored_tile
{
    stream_plan const * rows = nullptr;
    lane_plan const * lanes = nullptr;
    lane_strip const * strip = nullptr;
    std::uint8_t const * letters = nullptr; ///< renumbered letters of the rows
    Value match = 1;
    bool rows_are_a = true;  ///< the canonical order counts A first
    Value * slots = nullptr; ///< [rows->slots][scored_stride(width)], 64-byte aligned; zero before row 0
    Value * area = nullptr;  ///< [lanes->tables()][stride] and two rows of `width`, 64-byte aligned, zero at first
    std::size_t first_row = 0;
    Value * border = nullptr;  ///< [rows][halo] last columns of M of the left strip, then of this one
    std::uint64_t beaten = 0;  ///< cells of at most this value do not count: others come before them
    best_cell best;            ///< updated
    Value largest = 0;         ///< largest V of the rows run since it was set to 0; updated
    Value * table = nullptr;   ///< where not null: V of each row is kept, [rows][width]
    std::size_t table_row = 0; ///< the row that `table` begins with

    /// Cells below this value need not be noted: there are better ones.
    void expect(std::uint64_t least) noexcept { beaten = std::max(beaten, least - (least != 0)); }
};

/// Elements of the area of a tile.
[[nodiscard]] inline std::size_t area_elements(lane_plan const & lanes) noexcept
{
    return lanes.tables() * lanes.stride() + 2 * lanes.width();
}

/// Rows first..last-1 of the tile, all rows before them done and the left strip ahead of them.
void run_rows(scored_tile<std::uint16_t> & tile, std::size_t first, std::size_t last) noexcept;
void run_rows(scored_tile<std::uint32_t> & tile, std::size_t first, std::size_t last) noexcept;

/// Place of the last of `count` values that is at least `least`, counted from 1; 0 where there is none.
[[nodiscard]] std::size_t find_last_at_least(std::uint16_t const * x, std::size_t count, std::uint16_t least) noexcept;
[[nodiscard]] std::size_t find_last_at_least(std::uint32_t const * x, std::size_t count, std::uint32_t least) noexcept;

} // namespace vglcs::cpu
