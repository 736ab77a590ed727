// SPDX-License-Identifier: BSD-3-Clause
/// The CPU engines, one factory each; engine.cpp lists them.
#pragma once

#include <vglcs/engine.hpp>

namespace vglcs::cpu {

[[nodiscard]] engine const & reference_engine();

} // namespace vglcs::cpu
