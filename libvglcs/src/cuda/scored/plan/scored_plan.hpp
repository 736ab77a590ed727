// SPDX-License-Identifier: BSD-3-Clause
/// How one problem with costs runs on the CUDA strips: orientation, kernel, what rows and columns are told, memory.
/// Plain C++, no device needed but for the number of workers.
#pragma once

#include "cuda/scored/launch.hpp"
#include "cuda/strip/plan/traceback_tiles.hpp"

#include <vglcs/engine.hpp>

#include <cstdint>
#include <vector>

namespace vglcs::cuda::scored {

/// What tests and benchmarks may force; zeros leave the choice to the plan.
struct scored_overrides
{
    std::uint32_t words = 0;        ///< words of a lane, 2 or 4
    std::uint32_t value_bytes = 0;  ///< 4: 32-bit values where 16 bits would do
    bool own = false;               ///< windows that are each their own, without tables, whatever they are
    bool tables = false;            ///< the same from tables where none is elastic
    std::uint32_t panel_strips = 0; ///< strips between two checkpoints of columns
    std::uint32_t row_interval = 0; ///< rows between two checkpoints of rows, whole blocks
    std::uint32_t tiles = 0;        ///< tiles of a chain's table that run side by side
    std::uint32_t workers = 0;      ///< warps of a launch
    bool beside = false;            ///< the problem runs beside others, so that strips may be wide
};

/// What a problem's rows and columns are told, on the host; each array's pointer is in scored_pointers.
struct scored_program
{
    std::vector<std::uint8_t> row_letters;          ///< [rows + 2 blocks] of kernels without headers
    std::vector<row_header> headers;                ///< [rows + 2 blocks] of the others, and of chains
    std::vector<std::uint32_t> table_rows;          ///< [rows + 2 blocks] of kernels with tables
    std::vector<std::uint8_t> column_letters;       ///< [strips * columns]
    std::vector<std::uint8_t> column_lo, column_hi; ///< empty where all windows are equal
    std::vector<std::uint32_t> column_positions;    ///< empty where a letter's position is its number
    std::vector<jump_window> jump_windows;          ///< [rows] of chains with jumps
    std::vector<std::uint32_t> suffix_masks;
};

struct scored_plan : scored_program
{
    task what = task::length;
    bool columns_are_a = false;
    scored_shape shape;
    std::int32_t floor = 0;
    std::int32_t match = 1;
    std::uint32_t row_skip = 0, column_skip = 0;
    std::uint32_t rows = 0, strips = 0; ///< rows in whole blocks
    std::uint32_t column_reach = 0;
    jump_slots slots;
    traceback_plan kept; ///< zeros under task::length

    std::uint32_t workers = 0;       ///< most that run at a time
    std::uint64_t problem_bytes = 0; ///< of device memory
    std::uint64_t worker_bytes = 0;  ///< of one worker
    double seconds = 0;
    [[nodiscard]] std::uint64_t bytes() const noexcept { return problem_bytes + workers * worker_bytes; }
    [[nodiscard]] std::uint64_t host_bytes() const noexcept; ///< of the arrays
};

/// Whether the kernels can do the problem: all small windows within 32 letters of the table, jumps on one side at most,
/// of a million letters at most, and scores that leave room for one more pair.   O(n + m)
[[nodiscard]] bool is_supported(problem const & p) noexcept;

/// Plans a supported problem for the current device.
[[nodiscard]] scored_plan make_scored_plan(problem const & p, task what, std::uint64_t budget,
                                           scored_overrides const & overrides = {});

} // namespace vglcs::cuda::scored
