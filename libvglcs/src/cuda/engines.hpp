// SPDX-License-Identifier: BSD-3-Clause
/// The CUDA engines, one factory each; engine.cpp lists them where the build has CUDA.
#pragma once

#include <vglcs/engine.hpp>

namespace vglcs::cuda {

[[nodiscard]] engine const & strip_engine();

} // namespace vglcs::cuda
