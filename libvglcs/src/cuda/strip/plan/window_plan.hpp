// SPDX-License-Identifier: BSD-3-Clause
/// Compiles gap limits into the programs that the CUDA strips run. Every window of rows and of columns is known before
/// the run, so each becomes a fixed list of reads: of the strip's own ring and tables, and of a few kept vectors.
/// Plain C++, no device needed: the tests interpret the plans.
#pragma once

#include <vglcs/problem.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vglcs::cuda {

/// Rows are planned in blocks of this many.
inline constexpr std::uint32_t rows_per_block = 32;
/// Rows of a chunk, half a block: what is done now and then is done once a chunk. Runs and checkpoints begin with one.
inline constexpr std::uint32_t rows_per_chunk = 16;
/// Columns on the left of a strip whose row maxima it receives from its left neighbour.
inline constexpr std::uint32_t halo_columns = 32;
/// Dyadic row maxima T_0..T_4 (last 2^l rows) lie in a strip's ring; T_5 exists where a plan has far windows.
inline constexpr std::uint32_t ring_levels = 5;
/// Windows of at most this many rows that end at the row before are answered by the ring alone.
inline constexpr std::uint32_t ring_reach = (1u << ring_levels) - 1;
/// The row of a ring that always holds zeros; level l lies in rows 2^l-2 .. 2^(l+1)-3.
inline constexpr std::uint32_t ring_zero_row = ring_reach - 1;

/// `target = max(left, right)` of kept vectors.
struct slot_operation
{
    std::uint32_t target, left, right;
    friend bool operator==(slot_operation const &, slot_operation const &) = default;
};

/// Kept vectors of one window; `none` behind the last.
struct slot_list
{
    static constexpr std::uint32_t none = 0xffffffff;
    std::uint32_t slots[4] = {none, none, none, none};
    friend bool operator==(slot_list const &, slot_list const &) = default;
};

/// A row as the kernel reads it, packed in one word.
struct row_header
{
    static constexpr std::uint32_t no_level = 7;  ///< no newest part
    static constexpr std::uint32_t no_letter = 0; ///< equals no column's letter

    std::uint32_t letter;   ///< code + 1, or no_letter
    std::uint32_t level;    ///< newest part: T_level of the row before; 5 exists in far plans only
    std::uint32_t ring_row; ///< older part: this row of the ring
    std::uint32_t keep;     ///< bit l-1: a later row reads this row's T_l from the ring, l = 1..4
    std::uint32_t writes;   ///< how many of the block's writes belong to this row, 0..6
    bool early = false;     ///< the row reads kept vectors that were made before the chunk before its own
    bool late = false;      ///< the row reads kept vectors that were made since then
    bool far = false;   ///< one of the two, or writes, or a newest part that is T_5 or nothing
    bool block = false;     ///< the maximum of the whole block before the row's joins the newest part

    static constexpr std::uint32_t writes_at = 20, has_early = 1u << 23, has_late = 1u << 24, is_far = 1u << 25,
                                   has_block = 1u << 26;

    [[nodiscard]] constexpr std::uint32_t packed() const noexcept
    {
        return letter | level << 8 | ring_row << 11 | keep << 16 | writes << writes_at | (early ? has_early : 0) |
               (late ? has_late : 0) | (far ? is_far : 0) | (block ? has_block : 0);
    }
    [[nodiscard]] static constexpr row_header unpacked(std::uint32_t w) noexcept
    {
        return {w & 0xff,
                w >> 8 & 7,
                w >> 11 & 31,
                w >> 16 & 15,
                w >> writes_at & 7,
                (w & has_early) != 0,
                (w & has_late) != 0,
                (w & is_far) != 0,
                (w & has_block) != 0};
    }
};

/// The rows' program: windows of V in one column, the same for all columns.
/// A row without letter or window may read anything: nothing comes of it. Most vectors of a window are older than the
/// chunk before the row's, so that another warp may read them for a chunk's rows while those of the chunk before are
/// under way; the few others are late reads. What a block's operations make is read by the block after the next at the
/// earliest, and what they read stays where it is as long, so that they may be run beside the rows of the next block.
struct row_program
{
    /// Most writes of a block.
    static constexpr std::uint32_t most_writes = rows_per_block * (ring_levels + 1);

    std::uint32_t rows = 0;             ///< padded to whole blocks
    std::vector<std::uint32_t> headers; ///< [rows + rows_per_block] packed, padding behind
    std::uint32_t level_mask = 0;       ///< bit l: some row reads T_l from the ring or as the newest part
    std::uint32_t near_mask = 0;        ///< the same of the rows that read nothing else
    std::uint32_t far_rows = 0;         ///< how many are marked as rare
    std::uint32_t slots = 0;            ///< kept vectors at most alive at a time, one value a column each
    // far plans only, else empty
    std::vector<slot_list> reads;           ///< [rows + rows_per_block] each row's early reads
    std::vector<slot_list> late_reads;      ///< by block, one a row of the blocks that have any
    std::vector<std::uint32_t> late_begin;  ///< [blocks + 1]; empty where no block has any
    std::vector<std::uint32_t> writes;      ///< by row: `level << 28 | slot`, T_level of the row to keep
    std::vector<slot_operation> operations; ///< by block, after its last row's writes, in order
    std::vector<std::uint32_t> writes_begin, operations_begin; ///< [blocks + 1]
    [[nodiscard]] bool far() const noexcept { return !reads.empty(); }
};

/// Plans the windows of a sequence that lies on the rows.   O(n log(max limit)) at worst, O(n) for limits up to 30.
[[nodiscard]] row_program make_row_program(std::span<letter_code const> letters, limits_view limits);

/// Widths and places of a strip's column tables: level l is the row's maxima over the last 2^l columns, for the halo
/// and the strip's own columns. A piece with zeros, and with the value of columns that do not match, lies before level
/// 0.
struct table_shape
{
    std::uint32_t columns = 0;     ///< columns of a strip, a power of two
    std::uint32_t value_bytes = 0; ///< 2 or 4
    static constexpr std::uint32_t zero_bytes = 32, no_match_at = 16;

    [[nodiscard]] constexpr std::uint32_t level_bytes() const noexcept
    {
        return (halo_columns + columns) * value_bytes;
    }
    /// Byte address of level l at `place` columns behind the halo's first one.
    [[nodiscard]] constexpr std::uint32_t address(std::uint32_t level, std::uint32_t place) const noexcept
    {
        return zero_bytes + level * level_bytes() + place * value_bytes;
    }
};

/// A value that a strip keeps for strips on its right: the maximum of some of its columns, for every row.
struct column_slot_write
{
    std::uint32_t columns; ///< of the strip: the first, and << 16: the last
    std::uint32_t slot;
};

/// Columns of a strip whose windows reach further left than the halo, in the same way: the maximum of the kept vectors
/// joins the two reads of each.
struct far_group
{
    slot_list list;
    std::uint32_t columns_begin, columns_end; ///< in column_program::far_columns
};

/// How windows of columns are written down.
enum class column_form : std::uint8_t {
    tables, ///< a column's window is two entries of its strip's tables
    small,  ///< it is its number of columns, at most most_small_columns; what is longer is a rare column as well
};

/// The longest window of column_form::small, without the rare ones; and how many of these a strip may have.
inline constexpr std::uint32_t most_small_columns = 8, most_few_far_columns = 12;
/// The most operations of a strip there: one a level of the sparse table over strips, and one for the prefix. More
/// than 2^23 strips have no column_form::small.
inline constexpr std::uint32_t most_few_far_operations = 24;

/// A column among small ones whose window is long.
struct few_far_column
{
    std::uint32_t window; ///< column in its strip, and << 8: first column of the window's part in halo and strip
    slot_list list;       ///< the kept vectors of the rest
};

/// The columns' program: windows of row maxima within one row, the same for all rows.
struct column_program
{
    table_shape shape;
    std::uint32_t strips = 0;
    std::vector<std::uint32_t> addresses;   ///< [strips * columns] two byte addresses, 16 bits each; few: columns
    std::vector<letter_code> letters;       ///< [strips * columns] no_match behind the last
    std::vector<std::uint32_t> level_masks; ///< [strips] bit l: table level l is read
    std::vector<far_group> far;             ///< by strip
    std::vector<std::uint8_t> far_columns;  ///< by group: columns within the strip
    std::vector<column_slot_write> writes;  ///< by strip, from right to left; that of the whole strip is the last
    std::vector<slot_operation> operations; ///< by strip; after its exports of a chunk, in order
    std::vector<std::uint32_t> far_begin, writes_begin, operations_begin; ///< [strips + 1]; empty where nothing is far
    std::uint32_t slots = 0; ///< kept vectors at most alive at a time, one value a row each
    // column_form::small only
    std::vector<few_far_column> few_far;      ///< by strip
    std::vector<std::uint32_t> few_far_begin; ///< [strips + 1]
    std::uint32_t most_few_far = 0;           ///< of one strip
    [[nodiscard]] bool has_far() const noexcept { return !far_begin.empty(); }
};

/// Plans the windows of a sequence that lies on the columns.
/// @param panel_strips   where not 0, a kept vector that is alive across a multiple of this many strips keeps its slot
///                       to itself, so that the strips from there on can be run again later
/// @param form           `few` is for limits that are not elastic
[[nodiscard]] column_program make_column_program(std::span<letter_code const> letters, limits_view limits,
                                                 table_shape shape, std::uint32_t panel_strips = 0,
                                                 column_form form = column_form::tables);

} // namespace vglcs::cuda
