// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/options.hpp>
#include <vglcs/problem.hpp>
#include <vglcs/result.hpp>

#include <exception>
#include <span>
#include <vector>

namespace vglcs {

/// What became of one problem of many.
struct answer
{
    vglcs::result result;
    std::exception_ptr failure; ///< set where it could not be solved; the others are not touched by it
};

/// Solves problems side by side; answers come in the order of the problems, each the one that `solve` gives.
/// On a CUDA device (asked for, or chosen since the problems are worth its start together) problems share launches;
/// those that the CPU solves faster (no binding limits, very few columns) stay there unless the device was asked for.
/// On the CPU each problem takes one thread and its share of `max_memory`, and all of both where that is too little.
/// Throws `interrupted`, usage_error and backend_unavailable (as choose_engine does); all other failures stay with
/// their problem.
[[nodiscard]] std::vector<answer> solve_many(std::span<problem const * const> problems, options const & o = {});

} // namespace vglcs
