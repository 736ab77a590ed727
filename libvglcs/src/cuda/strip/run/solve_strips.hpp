// SPDX-License-Identifier: BSD-3-Clause
/// Runs problems on the CUDA strips, one or many side by side.
#pragma once

#include "cuda/strip/plan/strip_plan.hpp"

#include <vglcs/engine.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace vglcs::cuda {

/// Milliseconds that kernels took, by CUDA events.
struct kernel_times
{
    float strips = 0;    ///< strips of whole tables
    float tiles = 0;     ///< strips of tiles that are run again for a traceback
    float traceback = 0; ///< best cells and tracebacks
};

/// Solves problems side by side on device `options.device_number`; answers come in the problems' order, each the
/// canonical one. Problems that fit the budget together share launches. Throws resource_error where one does not fit
/// alone, cuda_error, backend_unavailable, interrupted.
[[nodiscard]] std::vector<result> solve_strips(std::span<problem const * const> problems, options const & o,
                                               strip_overrides const & overrides = {}, kernel_times * times = nullptr);

/// What a planned run takes.
[[nodiscard]] cost cost_of(problem const & p, strip_plan const & plan);

/// Solves one problem of at least one cell as it was planned; the memory has been compared with the plan.
[[nodiscard]] result solve_planned(problem const & p, std::shared_ptr<strip_plan const> plan, options const & o);

/// Device memory that a run may take: options.max_gpu_memory, or a share of what is free on the current device.
[[nodiscard]] std::uint64_t device_budget(options const & o);

} // namespace vglcs::cuda
