// SPDX-License-Identifier: BSD-3-Clause
/// Compiles the gap limits of the sequence on the rows into the program that the CUDA strips run. Every window is known
/// before the run, so each becomes a fixed list of reads: of the strip's ring, and of a few row slots.
/// Plain C++, no device needed: the tests interpret the program.
#pragma once

#include "cuda/strip/plan/slots.hpp"
#include "cuda/strip/plan/strip_shape.hpp"

#include <vglcs/problem.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace vglcs::cuda {

/// A row as the kernel reads it, packed in one word.
struct row_header
{
    static constexpr std::uint32_t no_level = 7;  ///< no newest part
    static constexpr std::uint32_t no_letter = 0; ///< equals no column's letter

    std::uint32_t letter;   ///< code + 1, or no_letter
    std::uint32_t level;    ///< newest part: T_level of the row before; 5 exists in far programs only
    std::uint32_t ring_row; ///< older part: this row of the ring
    std::uint32_t keep;     ///< bit l-1: a later row reads this row's T_l from the ring, l = 1..4
    std::uint32_t writes;   ///< how many of the block's writes belong to this row, 0..6
    bool early = false;     ///< the row reads slots that were written before the chunk before its own
    bool late = false;      ///< the row reads slots that were written since then
    bool far = false;       ///< one of the two, or writes, or a newest part that is T_5 or nothing
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
/// What a row without letter or window reads has no effect, so it may be anything. Most slots of a window are older
/// than the chunk before the row's (early reads), so that another warp may read them for a chunk's rows while the chunk
/// before runs; the few others are late reads. What a block's operations write is read by the block after the next at
/// the earliest, and what they read keeps its slot as long, so that they may run beside the rows of the next block.
struct row_program
{
    /// Most writes of a block.
    static constexpr std::uint32_t most_writes = rows_per_block * (ring_levels + 1);

    std::uint32_t rows = 0;             ///< padded to whole blocks
    std::vector<std::uint32_t> headers; ///< [rows + rows_per_block] packed, padding behind
    std::uint32_t level_mask = 0;       ///< bit l: some row reads T_l from the ring or as the newest part
    std::uint32_t near_mask = 0;        ///< the same of the rows that read nothing else
    std::uint32_t far_rows = 0;         ///< how many are marked as far
    std::uint32_t slots = 0;            ///< row slots: vectors alive at a time at most, one value a column each
    // far programs only, else empty
    std::vector<slot_list> reads;           ///< [rows + rows_per_block] each row's early reads
    std::vector<slot_list> late_reads;      ///< by block, one a row of the blocks that have any
    std::vector<std::uint32_t> late_begin;  ///< [blocks + 1]; empty where no block has any
    std::vector<std::uint32_t> writes;      ///< by row: `level << 28 | slot`, which gets T_level of the row
    std::vector<slot_operation> operations; ///< by block, after its last row's writes, in order
    std::vector<std::uint32_t> writes_begin, operations_begin; ///< [blocks + 1]
    [[nodiscard]] bool far() const noexcept { return !reads.empty(); }
};

/// Compiles the windows of a sequence that lies on the rows.   O(n log(max limit)) at worst, O(n) for limits up to 30.
[[nodiscard]] row_program make_row_program(std::span<letter_code const> letters, limits_view limits);

} // namespace vglcs::cuda
