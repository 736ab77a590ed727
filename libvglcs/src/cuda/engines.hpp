// SPDX-License-Identifier: BSD-3-Clause
/// The CUDA engines, one factory each; engine.cpp lists them where the build has CUDA.
#pragma once

#include <rmq/cuda/check.hpp>
#include <vglcs/engine.hpp>
#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <span>
#include <string_view>
#include <vector>

namespace vglcs::cuda {

[[nodiscard]] engine const & strip_engine();
[[nodiscard]] engine const & bst2_engine();
[[nodiscard]] engine const & catalan_engine();

/// Problems on the strips, side by side, with costs or without: answers in the problems' order, in indices of their
/// tables. All must be supported. Throws as `engine::solve`, for all.
[[nodiscard]] std::vector<result> solve_on_strips(std::span<problem const * const> problems, options const & o);

/// Bytes of the memory of device `options.device_number` that a run may take.
[[nodiscard]] std::uint64_t memory_budget(options const & o);

/// Calls f; errors of the CUDA layer become the library's, with the engine's name and what to do.
template <class F>
auto guarded(std::string_view engine_name, F const & f)
{
    try {
        return f();
    } catch (rmq::cuda::unavailable const & e) {
        throw backend_unavailable{fmt::format("--device cuda: {}: use --device cpu", e.what())};
    } catch (rmq::cuda::out_of_memory const & e) {
        throw resource_error{fmt::format("engine {} (cuda): the device has less free memory than planned with ({}): "
                                         "use a smaller --max-gpu-memory or --device cpu",
                                         engine_name, e.what())};
    } catch (rmq::cuda::error const & e) {
        throw cuda_error{fmt::format("engine {} (cuda): {}: use --device cpu", engine_name, e.what())};
    }
}

} // namespace vglcs::cuda
