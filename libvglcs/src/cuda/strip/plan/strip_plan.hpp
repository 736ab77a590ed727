// SPDX-License-Identifier: BSD-3-Clause
/// How one problem runs on the CUDA strips: orientation, shape of the kernel, programs, memory, and for a traceback
/// what is stored of the table.
#pragma once

#include "cuda/strip/plan/column_program.hpp"
#include "cuda/strip/plan/row_program.hpp"
#include "cuda/strip/plan/strip_shape.hpp"
#include "cuda/strip/plan/traceback_tiles.hpp"

#include <vglcs/engine.hpp>

#include <cstdint>

namespace vglcs::cuda {

/// What tests and benchmarks may force; zeros leave the choice to the plan.
struct strip_overrides
{
    std::uint32_t words = 0;        ///< words of a lane
    std::uint32_t value_bytes = 0;  ///< 2 or 4
    std::uint32_t panel_strips = 0; ///< strips between two checkpoints of columns
    std::uint32_t row_interval = 0; ///< rows between two checkpoints of rows, a multiple of 32
    std::uint32_t tiles = 0;        ///< tiles of the table that a traceback runs again side by side
    std::uint32_t workers = 0;      ///< warps of a launch
    bool far = false;               ///< the kernel that can do far windows, where it is not needed
    bool tables = false;            ///< no `lookup::equal` and no `lookup::small`
    bool chosen = false;            ///< `lookup::chosen`
    bool beside = false;            ///< the problem runs beside others, so that no shape is taken that fits one alone
};

/// A plain description, made without touching device memory.
struct strip_plan
{
    bool columns_are_a = false; ///< A lies on the columns: it is the longer sequence
    strip_shape shape;
    row_program rows;
    column_program columns;
    std::uint32_t equal_columns = 0; ///< columns of every window where all are equal, else 0
    bool small_columns = false;      ///< lookup::small
    task what = task::length;
    traceback_plan chain;            ///< zeros under task::length
    std::uint32_t workers = 0;       ///< most warps that run at a time
    std::uint64_t problem_bytes = 0; ///< device bytes of this problem alone
    std::uint64_t worker_bytes = 0;  ///< device bytes of the workers' row slots
    double seconds = 0;              ///< estimate
    [[nodiscard]] std::uint64_t bytes() const noexcept { return problem_bytes + worker_bytes; }
};

/// Plans a problem for the current device. Where the whole table of a chain exceeds the budget, or costs more than to
/// run tiles of it again, it takes parts; where even the smallest parts exceed the budget, the plan's bytes() say what
/// they need: the caller compares.
/// @param budget   bytes of device memory
[[nodiscard]] strip_plan make_strip_plan(problem const & p, task what, std::uint64_t budget,
                                         strip_overrides const & overrides = {});

/// Bytes of an allocation, as the plans count them.
[[nodiscard]] constexpr std::uint64_t rounded_bytes(std::uint64_t bytes) noexcept
{
    return (bytes + 511) / 512 * 512;
}

} // namespace vglcs::cuda
