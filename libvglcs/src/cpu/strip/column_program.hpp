// SPDX-License-Identifier: BSD-3-Clause
/// Stage 2 compiled: for each strip of columns, what every column looks up, where, and what later strips need of it.
#pragma once

#include "cpu/aligned_array.hpp"
#include "cpu/row_windows.hpp"
#include "problem/shared_letters.hpp"

#include <vglcs/problem.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vglcs::cpu {

using detail::shared_letters;

/// Sizes of the strip engine. All are free choices, so tests shrink them until small inputs reach every edge.
struct strip_sizes
{
    std::size_t width = 0;   ///< columns of a strip, a multiple of 64, at most 2,048; 0: 1,024
    std::size_t chunk = 128; ///< rows between two signals to the strip on the right
    /// Cells for which another thread pays, some 2 ms of work: it costs 30 us to start, and far more on a busy machine.
    std::size_t thread_cells = 4 << 20;
    /// A table level, prefix or suffix table is built only where it saves more than it costs; false builds every one
    /// that some column could use, so that tests reach all tables.
    bool thrifty = true;
    /// Allows the shuffle and permute kernels for windows of at most 31 columns, and small windows of one length for
    /// all columns in registers; false leaves the columns to the lists, and one length for all to tables in memory.
    bool dense = true;
};

/// V[column] = 1 + max(area[a], area[b]).
struct near_entry
{
    std::uint16_t column, a, b;
};

/// A mask of the last b of 8 columns begins at direct_masks + b.
inline constexpr std::uint16_t direct_masks[16] = {0,      0,      0,      0,      0,      0,      0,      0,
                                                   0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff};

/// A maximum over a range of this strip's columns: max(area[a], area[b]), or of all of area[a..b] (closed) where
/// `scan`.
struct range_ref
{
    std::uint16_t a = 0, b = 0; ///< area[0] is always 0
    bool scan = false;
};

/// V[column] = 1 + max(own, left[first], left[last], middle[middle]).
struct far_entry
{
    range_ref own;
    std::uint16_t column;
    std::uint32_t first = 0, last = 0; ///< slots of the left values, 0 is the constant 0
    std::uint32_t middle = 0;          ///< index into the strip's `middles`, 0 is the constant 0
};

/// Left values that strips further right ask for: left[slot] = own.
struct request
{
    range_ref own;
    std::uint32_t slot;
};

/// Maximum over whole strips first..last (closed).
struct strip_range
{
    std::uint32_t first, last;
    friend bool operator==(strip_range const &, strip_range const &) = default;
};

/// A list per letter, stored one after the other.
template <class Entry>
struct letter_lists
{
    std::vector<Entry> entries;
    std::vector<std::uint32_t> begin; ///< [letters + 1]
    [[nodiscard]] std::span<Entry const> operator[](std::size_t letter) const noexcept
    {
        return {entries.data() + begin[letter], entries.data() + begin[letter + 1]};
    }
};

/// Columns with windows of at most 32 columns that need no table: two overlapping runs of M cover each.
struct direct_lists
{
    letter_lists<near_entry> below_8;  ///< V = 1 + maximum of the last b of the 8 columns from area[a] on
    letter_lists<near_entry> up_to_16; ///< of the 8 columns from area[a] and from area[b] on
    letter_lists<near_entry> up_to_32; ///< of the 16 columns from area[a] and from area[b] on
    [[nodiscard]] bool any() const noexcept
    {
        return !below_8.entries.empty() || !up_to_16.entries.empty() || !up_to_32.entries.empty();
    }
};

/// How the bulk of the columns is done.
enum class column_kernel : std::uint8_t {
    lists, ///< for each matching column two look-ups in tables, or two runs of M
    dense, ///< shuffles of 8 columns for every column, tables in registers: windows [j-w, j-1], w <= 31, 16-bit values
    permute, ///< the same by permutes of 32 columns: vectors of 64 bytes
    uniform, ///< one window for all columns, in registers where it is small, else by two loads a vector
    endless, ///< everything on the left, for all columns: running maxima, and left slot 1 holds that of the strips
             ///< before
    rows,    ///< one window for all columns of a row, of another length and distance from row to row
};

/// What a row of one strip needs, compiled. Offsets are in elements of the strip's area: table level l (maxima of
/// 2^l columns that end in column x of the strip) has column x at l * stride + origin + x, x >= -halo.
struct strip_columns
{
    std::size_t first = 0, width = 0;
    std::size_t levels = 1; ///< table levels to build, level 0 is M
    bool prefix = false, suffix = false;
    letter_lists<near_entry> near;
    direct_lists direct;
    letter_lists<far_entry> far;
    letter_lists<request> requests;
    std::vector<strip_range> middles;      ///< [0] unused; sorted by last, then by first falling
    aligned_array<std::uint16_t> codes;    ///< [width] letters of the columns that the kernel does; none for the others
    aligned_array<std::uint16_t> controls; ///< dense, permute: [width / dense_group][their terms][dense_group]
};

/// Control vectors of the shuffle kernel for windows below 2^(top + 1) columns (of 8 at most where top is 2): masks for
/// windows from 2 and 3 columns on, shuffles of two groups of 8 columns for those from 4 on; then a mask for those from
/// 4 on (top is 2), or for those from 8 on with two shuffles, and for those from 16 on (top is 4) with three.
[[nodiscard]] constexpr std::size_t dense_terms(int top) noexcept
{
    return top == 2 ? 5 : top == 3 ? 7 : 11;
}
/// Control vectors of the permute kernel: masks for windows of 1, 2 and 3 columns, and for each level 2..top (windows
/// from 2^level columns on) a mask and the places of a permute.
[[nodiscard]] constexpr std::size_t permute_terms(int top) noexcept
{
    return 1 + 2 * static_cast<std::size_t>(top);
}
/// Columns whose control vectors stand together, term by term.
inline constexpr std::size_t dense_group = 32;
/// A shuffle control that yields 0.
inline constexpr std::uint16_t dense_zero = 0x8080;
/// Largest window of the uniform kernel in registers.
inline constexpr int largest_passing_window = 16;

/// The program of all strips. Build O(m log m);
/// about 12 bytes a column, up to 24 more for the shuffle and permute kernels.
class column_program
{
public:
    column_program(problem const & p, shared_letters const & letters, strip_sizes const & sizes,
                   std::size_t value_bytes);

    [[nodiscard]] std::span<strip_columns const> strips() const noexcept { return strips_; }
    [[nodiscard]] column_kernel kernel() const noexcept { return kernel_; }
    [[nodiscard]] std::size_t width() const noexcept { return width_; }   ///< padded columns of a strip
    [[nodiscard]] std::size_t halo() const noexcept { return halo_; }     ///< columns of M taken from the left strip
    [[nodiscard]] std::size_t origin() const noexcept { return origin_; } ///< area index of column 0 of level 0
    [[nodiscard]] std::size_t stride() const noexcept { return stride_; } ///< elements of a table level
    [[nodiscard]] std::size_t tables() const noexcept
    {
        return tables_;
    } ///< levels of the area, prefix and suffix last
    [[nodiscard]] std::size_t prefix_table() const noexcept { return tables_ - 2; }
    [[nodiscard]] std::size_t suffix_table() const noexcept { return tables_ - 1; }
    /// Left values of a row, the constant 0 first; 0 where none are asked for: then one 0 does for all rows.
    [[nodiscard]] std::size_t left_slots() const noexcept { return left_slots_ > 1 ? left_slots_ : 0; }
    [[nodiscard]] bool has_middles() const noexcept { return has_middles_; }
    /// dense, permute: level of the largest window (2..4); uniform: the window's length and distance, and whether it is
    /// found in registers.
    [[nodiscard]] int top() const noexcept { return top_; }
    [[nodiscard]] bool in_registers() const noexcept { return in_registers_; }
    [[nodiscard]] std::size_t uniform_length() const noexcept { return uniform_length_; }
    [[nodiscard]] std::size_t uniform_distance() const noexcept { return uniform_distance_; }
    /// rows: the window of row i.
    [[nodiscard]] row_window of_row(std::size_t i) const noexcept { return row_windows_[i]; }
    /// Columns back from one to the furthest that it looks at.
    [[nodiscard]] std::size_t reach() const noexcept { return reach_; }
    [[nodiscard]] std::size_t bytes() const noexcept;
    /// What an average row takes over all strips, for the estimate of a run's time.
    struct row_work
    {
        double vectors = 0; ///< groups of 16 columns that a table level, or the bulk's kernel, passes over
        double levels = 0;  ///< of those, times the table levels built
        double near = 0, far = 0, requests = 0, running = 0;
    };
    [[nodiscard]] row_work const & work() const noexcept { return work_; }

private:
    class builder;

    std::vector<strip_columns> strips_;
    column_kernel kernel_ = column_kernel::lists;
    std::size_t width_ = 0, halo_ = 0, origin_ = 0, stride_ = 0, tables_ = 0, left_slots_ = 1;
    bool has_middles_ = false, in_registers_ = false;
    row_work work_;
    int top_ = 0;
    std::size_t uniform_length_ = 0, uniform_distance_ = 0, reach_ = 0;
    std::vector<row_window> row_windows_; ///< [n] under `rows`
};

} // namespace vglcs::cpu
