// SPDX-License-Identifier: BSD-3-Clause
/// Rows of V that a traceback needs: stored in the table or in checkpoints, and read from checkpoints ("given") instead
/// of computed.
#pragma once

#include "cuda/strip/run/launch.hpp"
#include "cuda/warp.cuh"

#include <cstddef>
#include <cstdint>

namespace vglcs::cuda {

/// Where a chunk's rows of V are stored, and where given ones come from: the table of a part, or checkpoints of rows.
struct row_copies
{
    bool stored, given;
    std::uint32_t * to;             ///< where the chunk's first row goes, this lane's words
    std::uint32_t const * from;     ///< where it comes from
    std::size_t to_step, from_step; ///< words from row to row
    std::uint32_t next;             ///< no chunk before this row is stored or given

    static __device__ __forceinline__ row_copies of(strip_problem const & p, std::uint32_t strip, std::uint32_t row0,
                                                    int row_words, int lane_at)
    {
        row_copies out{};
        out.next = row0 + 1;
        if (p.table) {
            out.stored = true;
            out.to_step = p.table_row_words;
            out.to = p.table + std::size_t{row0 - p.table_first_row} * out.to_step +
                     std::size_t{strip - p.table_first_strip} * row_words + lane_at;
        } else if (p.checkpoint_rows) {
            // the last rows before each multiple of the interval
            std::uint32_t const k = (row0 + p.rows_per_checkpoint) / p.checkpoint_interval;
            std::uint32_t const at = row0 + p.rows_per_checkpoint - k * p.checkpoint_interval;
            out.stored = k >= 1 && k <= p.checkpoints && at < p.rows_per_checkpoint;
            if (!out.stored)
                out.next = k < p.checkpoints ? (k + 1) * p.checkpoint_interval - p.rows_per_checkpoint : ~0u;
            out.to_step = p.checkpoint_row_words;
            out.to = p.checkpoint_rows + (std::size_t{k - 1} * p.rows_per_checkpoint + at) * out.to_step +
                     std::size_t{strip} * row_words + lane_at;
        } else {
            out.next = ~0u;
        }
        if (p.given_rows && row0 - p.row_begin < p.rows_per_checkpoint) {
            out.given = true;
            out.from_step = p.checkpoint_row_words;
            out.from = p.given_rows + std::size_t{row0 - p.row_begin} * p.checkpoint_row_words +
                       std::size_t{strip} * row_words + lane_at;
        }
        out.stored = uniform(out.stored) != 0;
        out.given = uniform(out.given) != 0;
        out.next = uniform(out.next);
        return out;
    }
};

} // namespace vglcs::cuda
