// SPDX-License-Identifier: BSD-3-Clause
/// Problems on the CUDA strips: plans (bytes, shape, panels) and runs, one problem or many side by side.
#pragma once

#include "cuda/strip_launch.hpp"
#include "cuda/window_plan.hpp"

#include <vglcs/engine.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace vglcs::cuda {

/// What tests may force; zeros leave the choice to the plan.
struct strip_overrides
{
    std::uint32_t words = 0;        ///< words of a lane
    std::uint32_t value_bytes = 0;  ///< 2 or 4
    std::uint32_t panel_strips = 0; ///< strips of a panel of the chain's table
    std::uint32_t workers = 0;      ///< warps of a launch
    bool far = false;               ///< the kernel that can do far windows, where it is not needed
};

/// How one problem runs: a plain description, made without touching device memory.
struct strip_plan
{
    bool columns_are_a = false; ///< A lies on the columns: it is the longer sequence
    strip_shape shape;
    row_plan rows;
    column_plan columns;
    task what = task::length;
    std::uint32_t panel_strips = 0;  ///< 0: the chain's table is kept whole (or no chain is asked for)
    std::uint32_t table_strips = 0;  ///< strips of the table that is kept at a time; 0 under task::length
    std::uint32_t workers = 0;       ///< most warps that run at a time
    std::uint64_t problem_bytes = 0; ///< device bytes of this problem alone
    std::uint64_t worker_bytes = 0;  ///< device bytes of the workers' kept row vectors
    double seconds = 0;              ///< estimate
    [[nodiscard]] std::uint64_t bytes() const noexcept { return problem_bytes + worker_bytes; }
};

/// Plans a problem for the current device. Where the whole table of a chain exceeds the budget it takes panels; where
/// even those do, the plan's bytes() say what the smallest run needs: the caller compares.
/// @param budget   bytes of device memory
[[nodiscard]] strip_plan make_strip_plan(problem const & p, task what, std::uint64_t budget,
                                         strip_overrides const & overrides = {});

/// Milliseconds that kernels took, by CUDA events.
struct kernel_times
{
    float strips = 0; ///< all launches of strips
    float trace = 0;  ///< best cells and walks
};

/// Solves problems side by side on device `options.device_number`; answers come in the problems' order, each the
/// canonical one. Problems that fit the budget together share launches. Throws resource_error where one does not fit
/// alone, cuda_error, backend_unavailable, interrupted.
[[nodiscard]] std::vector<result> solve_strips(std::span<problem const * const> problems, options const & o,
                                               strip_overrides const & overrides = {}, kernel_times * times = nullptr);

/// Device memory that a run may take: options.max_gpu_memory, or a share of what is free on the current device.
[[nodiscard]] std::uint64_t device_budget(options const & o);

} // namespace vglcs::cuda
