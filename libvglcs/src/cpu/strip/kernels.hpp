// SPDX-License-Identifier: BSD-3-Clause
/// The inner loops of the strip engine: rows of one strip, for every instruction set that Highway can dispatch to.
#pragma once

#include "cpu/strip/best_cell.hpp"
#include "cpu/strip/column_program.hpp"
#include "cpu/strip/row_program.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace vglcs::cpu {

/// Elements from one slot to the next: not a power of two, so that loads and stores of several slots do not meet in one
/// place of the first-level cache.
[[nodiscard]] constexpr std::size_t slot_stride(std::size_t width) noexcept
{
    return width + 32;
}

/// One strip and the memory it works on. Rows are absolute; `border` and `left` start at row `first_row`.
template <class Value>
struct strip_tile
{
    row_program const * rows = nullptr;
    column_program const * plan = nullptr;
    strip_columns const * strip = nullptr;
    std::size_t number = 0;                 ///< of the strip
    std::uint8_t const * letters = nullptr; ///< renumbered letters of A
    Value * slots = nullptr;                ///< [rows->slots()][slot_stride(width)], 64-byte aligned; zero before row 0
    Value * area = nullptr;                 ///< [plan->tables()][plan->stride()], 64-byte aligned, zero at first
    Value * middles = nullptr;              ///< scratch [strip->middles.size()]
    std::size_t first_row = 0;
    Value * border = nullptr; ///< [n][halo] last columns of M of the left strip, then of this one
    Value * left = nullptr;   ///< [n][left_slots] values for strips further right, [.][0] is 0
    Value * maxima = nullptr; ///< [n][strips] largest M of each strip; null where no strip asks
    std::size_t strips = 0;
    best_cell best;            ///< updated
    Value largest = 0;         ///< largest V of the rows run since it was set to 0; updated
    Value * table = nullptr;   ///< where not null: V of each row is kept, [rows][plan->width()]
    std::size_t table_row = 0; ///< the row that `table` begins with

    /// Cells below this value need not be noted: there are better ones.
    void expect(std::uint64_t least) noexcept { best.value = std::max(best.value, least - (least != 0)); }
};

/// Rows first..last-1 of the tile, all rows before them done and the left strip ahead of them.
void run_rows(strip_tile<std::uint16_t> & tile, std::size_t first, std::size_t last) noexcept;
void run_rows(strip_tile<std::uint32_t> & tile, std::size_t first, std::size_t last) noexcept;

/// Bytes of a vector of that instruction set.
[[nodiscard]] std::size_t vector_bytes() noexcept;
/// The instruction set that run_rows uses here, for `vglcs info` and benchmarks.
[[nodiscard]] char const * strip_target() noexcept;

} // namespace vglcs::cpu
