// SPDX-License-Identifier: BSD-3-Clause
/// S2's row-by-row algorithm on the device: what a launch takes.
#pragma once

#include "cuda/trace_launch.hpp"

#include <rmq/cuda/stream.hpp>

#include <cstddef>
#include <cstdint>

namespace vglcs::cuda {

/// How stage 1 keeps the blocks of a column's past rows.
enum class block_code : std::uint8_t { pops, catalan };

/// Rows of a block of stage 1.
[[nodiscard]] constexpr std::uint32_t block_rows(block_code c) noexcept
{
    return c == block_code::pops ? 16 : 8;
}
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
    std::uint32_t * table = nullptr;      ///< V [n][stride]
    void * codes = nullptr;               ///< [blocks of rows][stride]: 64-bit pops codes or 16-bit Catalan indices
    std::uint16_t * path = nullptr;       ///< [stride] right path of the block under way, a bit a row
    std::uint16_t * left_index = nullptr; ///< [8][stride] Catalan indices of the path's left subtrees; catalan only
    std::uint32_t * row_blocks = nullptr; ///< [row_levels][blocks of rows][stride] maxima of 2^k blocks of rows
    std::uint32_t row_levels = 0;
    std::uint32_t * row = nullptr;           ///< [2][3][stride] M of a row, its prefix and suffix maxima within blocks
    std::uint32_t * column_blocks = nullptr; ///< [2][column_levels][blocks of columns] maxima of 2^k blocks
    std::uint32_t column_levels = 0;
    std::uint8_t const * lca = nullptr; ///< lowest common ancestors by Catalan index; catalan only
    std::uint32_t lca_bytes = 0;
    std::uint32_t * best_values = nullptr; ///< [stride] each column's largest value, 0 before the first row
    std::uint32_t * best_rows = nullptr;   ///< and the first row that has it
};

/// Enqueues the rows [first, last): one cooperative launch, a thread a column, as often as there are more.
void run_two_stage_async(block_code code, two_stage_problem const & p, std::uint32_t first, std::uint32_t last,
                         rmq::cuda::stream_handle stream);

} // namespace vglcs::cuda
