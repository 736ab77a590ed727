// SPDX-License-Identifier: BSD-3-Clause
/// Rows of V that are kept for a chain, and those that are given instead of made.
#pragma once

#include "cuda/strip/run/launch.hpp"
#include "cuda/warp.cuh"

#include <cstddef>
#include <cstdint>

namespace vglcs::cuda {

/// Where a chunk's rows of V are kept, and where given ones come from: the table of a part, or checkpoints of rows.
struct row_copies
{
    bool kept, given;
    std::uint32_t * to;             ///< where the chunk's first row goes, this lane's words
    std::uint32_t const * from;     ///< where it comes from
    std::size_t to_step, from_step; ///< words from row to row
    std::uint32_t next;             ///< no chunk before this row keeps anything or is given

    static __device__ __forceinline__ row_copies of(strip_problem const & p, std::uint32_t strip, std::uint32_t row0,
                                                    int row_words, int lane_at)
    {
        row_copies out{};
        out.next = row0 + 1;
        if (p.table) {
            out.kept = true;
            out.to_step = p.table_row_words;
            out.to = p.table + std::size_t{row0 - p.table_first_row} * out.to_step +
                     std::size_t{strip - p.table_first_strip} * row_words + lane_at;
        } else if (p.row_saves) {
            // the last rows before each multiple of the interval
            std::uint32_t const k = (row0 + p.save_rows) / p.save_interval;
            std::uint32_t const at = row0 + p.save_rows - k * p.save_interval;
            out.kept = k >= 1 && k <= p.row_save_count && at < p.save_rows;
            if (!out.kept)
                out.next = k < p.row_save_count ? (k + 1) * p.save_interval - p.save_rows : ~0u;
            out.to_step = p.saves_row_words;
            out.to = p.row_saves + (std::size_t{k - 1} * p.save_rows + at) * out.to_step +
                     std::size_t{strip} * row_words + lane_at;
        } else {
            out.next = ~0u;
        }
        if (p.given_rows && row0 - p.row_begin < p.save_rows) {
            out.given = true;
            out.from_step = p.saves_row_words;
            out.from = p.given_rows + std::size_t{row0 - p.row_begin} * p.saves_row_words +
                       std::size_t{strip} * row_words + lane_at;
        }
        out.kept = uniform(out.kept) != 0;
        out.given = uniform(out.given) != 0;
        out.next = uniform(out.next);
        return out;
    }
};

} // namespace vglcs::cuda
