// SPDX-License-Identifier: BSD-3-Clause
/// The axis that lies across the vectors of a scored run, compiled: for each strip of columns how every column's window
/// is found in a row M of maxima down the rows.
#pragma once

#include "cpu/aligned_array.hpp"
#include "cpu/row_windows.hpp"
#include "cpu/scored/steps.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vglcs::cpu {

/// How windows along a row are found.
enum class lane_kernel : std::uint8_t {
    registers, ///< one window 0..hi of at most 16 columns for all, 16-bit values, vector by vector in registers
    uniform,   ///< one window for all columns: maxima of 2^l columns in memory, two loads a vector
    endless,   ///< everything on the left, for all columns: a running maximum
    lists,     ///< windows of at most 32 columns, 16-bit values: each match reads its window from M
    jumps,     ///< one window 0..hi and one jump window for all columns: tables as `uniform`, of three lines
    general,   ///< anything, jumps too: tables of 2^l columns, and two look-ups a column
    rows,      ///< one window for all columns of a row, another one in each row: as `uniform`, or as `endless`
};

/// A maximum over a range of columns: max(area[a] - lower_a, area[b] - lower_b), 0 where a and b are 0.
struct lane_lookup
{
    std::uint32_t a = 0, b = 0;
    std::uint32_t lower_a = 0, lower_b = 0;
};

/// kernel lists: a column whose window is read as two runs of columns that overlap, from area[a] and area[b] on; their
/// prices begin at places of `falling_prices`. Windows of less than 8 columns: the last `b` of the run from area[a] on.
struct run_entry
{
    std::uint16_t column, a, b, prices_a, prices_b;
};

/// kernel general: V of a column.
struct cell_entry
{
    std::uint32_t column;
    lane_lookup small, jumps;
};
/// kernel general: an end of a jump: L of a column that one begins with, J of one that it lands on.
struct end_entry
{
    std::int32_t column; ///< of the strip or of its halo
    std::uint32_t cost;
    lane_lookup from;
};

/// A list for each letter, one after the other.
template <class Entry>
struct lists_by_letter
{
    std::vector<Entry> entries;
    std::vector<std::uint32_t> begin; ///< [letters + 1]
    [[nodiscard]] std::span<Entry const> operator[](std::size_t letter) const noexcept
    {
        return {entries.data() + begin[letter], entries.data() + begin[letter + 1]};
    }
};

/// What a row of one strip needs.
struct lane_strip
{
    std::size_t first = 0, width = 0;
    aligned_array<std::uint16_t> codes; ///< [padded width] letters of the columns; kernels that do every column
    /// jumps: costs of the ends in the halo and the strip, as the run's values; of those two the one of its width
    aligned_array<std::uint16_t> leaving_16, landing_16;
    aligned_array<std::uint32_t> leaving_32, landing_32;
    lists_by_letter<run_entry> below_8, up_to_16, up_to_32;
    lists_by_letter<cell_entry> cells;
    std::vector<end_entry> begins, lands;
    std::vector<std::uint32_t> table_prices; ///< general, letters dropped: [levels - 1][halo + padded width]
};

/// The plan of all strips. Build O(n log n); general kernel: 40 bytes a column and 24 more for each end of a jump.
class lane_plan
{
public:
    /// @param letters      [size] renumbered, 255: matches nothing
    /// @param letter_count how many numbers
    /// @param width        columns of a strip, a multiple of 64; the general kernel takes more where windows are long
    /// @param rows         windows that rows give, of one each; empty: they give none
    lane_plan(step_side const & across, std::span<std::uint8_t const> letters, std::size_t letter_count,
              std::size_t width, std::size_t value_bytes, double matches, bool special = true,
              std::vector<row_window> rows = {});

    /// What such a plan would take, and its vector instructions for 16 columns, an estimate.
    struct choice
    {
        lane_kernel kernel;
        double work;
    };
    /// @param matches  share of cells that match
    /// @param special  false: the general kernel
    [[nodiscard]] static choice choose(step_side const & across, std::size_t value_bytes, double matches,
                                       bool special = true);

    /// The same for windows that rows give.
    [[nodiscard]] static choice choose_for_rows(std::span<row_window const> rows, std::size_t value_bytes);

    [[nodiscard]] step_side const & across() const noexcept { return across_; }
    [[nodiscard]] std::span<lane_strip const> strips() const noexcept { return strips_; }
    [[nodiscard]] lane_kernel kernel() const noexcept { return kernel_; }
    [[nodiscard]] std::size_t width() const noexcept { return width_; }   ///< padded columns of a strip
    [[nodiscard]] std::size_t halo() const noexcept { return halo_; }     ///< columns of M taken from the left strip
    [[nodiscard]] std::size_t origin() const noexcept { return origin_; } ///< area index of a table's column 0
    [[nodiscard]] std::size_t stride() const noexcept { return stride_; } ///< elements of a table
    [[nodiscard]] std::size_t tables() const noexcept { return tables_; } ///< of the area
    [[nodiscard]] std::size_t length() const noexcept { return length_; } ///< columns of the window, where uniform
    [[nodiscard]] std::size_t distance() const noexcept { return distance_; } ///< columns skipped right of it
    /// rows: the window of row i.
    [[nodiscard]] row_window of_row(std::size_t i) const noexcept { return rows_[i]; }
    /// Columns back from one to the furthest that it looks at.
    [[nodiscard]] std::size_t reach() const noexcept { return reach_; }
    /// jumps: columns back from the landing one to the ends of its window.
    [[nodiscard]] std::size_t jump_lo() const noexcept { return jump_lo_; }
    [[nodiscard]] std::size_t jump_hi() const noexcept { return jump_hi_; }
    /// general, jumps: tables of M, then of L, then of J; at least one each where there are jumps.
    [[nodiscard]] std::size_t small_levels() const noexcept { return small_levels_; }
    [[nodiscard]] std::size_t begun_levels() const noexcept { return begun_levels_; }
    [[nodiscard]] std::size_t landed_levels() const noexcept { return landed_levels_; }
    /// lists: prices 63 * skip, 62 * skip, ..., 0, for runs of columns that end at any distance.
    [[nodiscard]] std::uint16_t const * falling_prices() const noexcept { return falling_prices_.data(); }
    static constexpr std::size_t priced_columns = 64;

    [[nodiscard]] double work() const noexcept { return work_; }
    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    class builder;

    step_side across_;
    std::vector<lane_strip> strips_;
    std::vector<std::uint16_t> falling_prices_;
    lane_kernel kernel_;
    std::size_t width_ = 0, halo_ = 0, origin_ = 0, stride_ = 0, tables_ = 1, length_ = 0, distance_ = 0;
    std::size_t small_levels_ = 1, begun_levels_ = 0, landed_levels_ = 0, jump_lo_ = 0, jump_hi_ = 0, reach_ = 0;
    std::vector<row_window> rows_;
    std::size_t value_bytes_;
    double work_ = 0;
};

} // namespace vglcs::cpu
