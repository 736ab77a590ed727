// SPDX-License-Identifier: BSD-3-Clause
/// How long the strips take, by the rates of tuning.hpp.
#pragma once

#include "cuda/strip/plan/strip_shape.hpp"

#include <cstdint>

namespace vglcs::cuda {

/// Seconds of the strips of `problems` of one size side by side.
[[nodiscard]] double seconds_of(strip_shape shape, std::uint64_t rows, std::uint64_t columns,
                                std::uint32_t problems = 1);

} // namespace vglcs::cuda
