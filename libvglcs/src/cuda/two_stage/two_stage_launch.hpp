// SPDX-License-Identifier: BSD-3-Clause
/// S2's row-by-row algorithm on the device: what a launch takes.
#pragma once

#include "cuda/trace/traceback_launch.hpp"

#include <rmq/cuda/detail/block_code.hpp>
#include <rmq/cuda/stream.hpp>

#include <cstddef>
#include <cstdint>

namespace vglcs::cuda {

using rmq::cuda::block_code;
using rmq::cuda::block_rows;

/// Columns of a block of stage 2's blocked sparse table; divides a warp.
inline constexpr std::uint32_t block_columns = 16;

/// One problem. `stride` is the number of columns, padded to whole warps and to lines of the table.
struct two_stage_problem
{
    std::uint32_t n = 0, m = 0;
    std::size_t stride = 0;
    std::uint8_t const * a = nullptr; ///< [n], [m] letters
    std::uint8_t const * b = nullptr;
    device_limits limits_a, limits_b;
    std::uint32_t * table = nullptr;              ///< V [n][stride]
    rmq::cuda::column_blocks<std::uint32_t> past; ///< stage 1: blocks of the rows of every column, all kept
    std::uint32_t * row = nullptr;           ///< [2][3][stride] M of a row, its prefix and suffix maxima within blocks
    std::uint32_t * column_blocks = nullptr; ///< [2][column_levels][blocks of columns] maxima of 2^k blocks
    std::uint32_t column_levels = 0;
    std::uint32_t const * lca = nullptr;   ///< rmq::cuda::packed_lca_table; catalan only
    std::uint32_t * best_values = nullptr; ///< [stride] each column's largest value, 0 before the first row
    std::uint32_t * best_rows = nullptr;   ///< and the first row that has it
};

/// Enqueues the rows [first, last): one cooperative launch, a thread a column, as often as there are more.
void run_two_stage_async(block_code code, two_stage_problem const & p, std::uint32_t first, std::uint32_t last,
                         rmq::cuda::stream_handle stream);

} // namespace vglcs::cuda
