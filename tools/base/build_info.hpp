// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace vglcs::tools {

/// "0.1.0".
[[nodiscard]] std::string version();
/// Compiler, build type and options on one line.
[[nodiscard]] std::string build_summary();

} // namespace vglcs::tools
