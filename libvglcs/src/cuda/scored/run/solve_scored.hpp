// SPDX-License-Identifier: BSD-3-Clause
/// Runs problems with costs on the CUDA strips, one or many side by side.
#pragma once

#include "cuda/scored/plan/scored_plan.hpp"
#include "cuda/strip/run/solve_strips.hpp"

#include <vglcs/engine.hpp>

#include <memory>
#include <span>
#include <vector>

namespace vglcs::cuda::scored {

/// Solves problems side by side on device `options.device_number`; answers come in the problems' order, in indices of
/// the tables, each the canonical one. Problems that fit the budget together share launches. All must be supported
/// (`is_supported`). Throws resource_error where one does not fit alone, cuda_error, backend_unavailable, interrupted.
[[nodiscard]] std::vector<result> solve_scored(std::span<problem const * const> problems, options const & o,
                                               scored_overrides const & overrides = {}, kernel_times * times = nullptr);

/// What a planned run takes.
[[nodiscard]] cost cost_of(problem const & p, scored_plan const & plan);

/// Solves one problem of at least one cell as it was planned; the memory has been compared with the plan.
[[nodiscard]] result solve_planned(problem const & p, std::shared_ptr<scored_plan const> plan, options const & o);

} // namespace vglcs::cuda::scored
