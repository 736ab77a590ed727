// SPDX-License-Identifier: BSD-3-Clause
/// Sizes that all CUDA strips have in common, and the shape of a launch: which kernel it takes.
#pragma once

#include <cstdint>

namespace vglcs::cuda {

/// Rows are planned in blocks of this many.
inline constexpr std::uint32_t rows_per_block = 32;
/// Rows of a chunk, half a block: what need not be done in every row is done once a chunk. Runs and checkpoints begin
/// with one.
inline constexpr std::uint32_t rows_per_chunk = 16;
/// Columns on the left of a strip whose row maxima it receives from its left neighbour.
inline constexpr std::uint32_t halo_columns = 32;
/// Dyadic row maxima T_0..T_4 (last 2^l rows) lie in a strip's ring; T_5 exists where a program has far windows.
inline constexpr std::uint32_t ring_levels = 5;
/// Windows of at most this many rows that end at the row before are answered by the ring alone.
inline constexpr std::uint32_t ring_reach = (1u << ring_levels) - 1;
/// The row of a ring that always holds zeros; level l lies in rows 2^l-2 .. 2^(l+1)-3.
inline constexpr std::uint32_t ring_zero_row = ring_reach - 1;

/// Sizes and offsets of a strip's column tables: level l is the row's maxima over the last 2^l columns, for the halo
/// and the strip's own columns. Zeros, and the value that columns without a match read, lie before level 0.
struct table_shape
{
    std::uint32_t columns = 0;     ///< columns of a strip, a power of two
    std::uint32_t value_bytes = 0; ///< 2 or 4
    static constexpr std::uint32_t zero_bytes = 32, no_match_at = 16;

    [[nodiscard]] constexpr std::uint32_t level_bytes() const noexcept
    {
        return (halo_columns + columns) * value_bytes;
    }
    /// Byte address of level l at `column`, counted from the halo's first one.
    [[nodiscard]] constexpr std::uint32_t address(std::uint32_t level, std::uint32_t column) const noexcept
    {
        return zero_bytes + level * level_bytes() + column * value_bytes;
    }
};

/// How a row's windows of columns are looked up.
enum class lookup : std::uint8_t {
    chosen,  ///< table addresses in registers; a word a lane and letter says which columns match
    direct,  ///< table addresses by column and letter, those of columns that do not match lead to no value
    equal,   ///< one limit for all columns: no tables; a mask by word and letter says which columns match
    elastic, ///< as `chosen`, with windows that need not end at the column before: halos in all tables
    small,   ///< windows of at most most_small_columns, each its own: no tables, masks as with `equal`; 16 bits
};

/// Windows of columns are looked up in registers alone.
[[nodiscard]] constexpr bool in_registers(lookup by) noexcept
{
    return by == lookup::equal || by == lookup::small;
}

/// How far the windows of a launch reach.
enum class reach : std::uint8_t {
    near,    ///< no further than ring, tables and halo
    few_far, ///< the same but for few rows and columns; with lookup::small, one or two words a lane
    far,     ///< any distance
};

/// Which kernel a launch takes, and how much shared memory.
struct strip_shape
{
    std::uint32_t value_bytes = 2;
    std::uint32_t words = 2; ///< words of a lane: 1, 2, or 4 where nothing is far
    lookup columns_by = lookup::chosen;
    std::uint32_t levels = 5;  ///< dyadic levels, 3 or 5, exact under lookup::equal; any where far
    bool far = false;          ///< far windows, or columns that read a table level of 5 and more
    bool few_far = false;      ///< few far windows among small ones: reach::few_far
    std::uint32_t letters = 0; ///< number of letters that both sequences have; codes are below it
    bool keeps = false;        ///< the table or halos are stored for a traceback
    [[nodiscard]] constexpr std::uint32_t columns() const noexcept { return 32 * words * (4 / value_bytes); }
    [[nodiscard]] constexpr std::uint32_t halo_words() const noexcept { return halo_columns / (4 / value_bytes); }
    /// Words of memory that a row of a halo takes: where it carries tags, they are half of it.
    [[nodiscard]] constexpr std::uint32_t halo_row_words() const noexcept
    {
        return halo_words() * (far || few_far ? 1 : 2);
    }
    [[nodiscard]] constexpr table_shape table() const noexcept { return {columns(), value_bytes}; }
};

} // namespace vglcs::cuda
