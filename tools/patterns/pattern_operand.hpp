// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/structured_pattern.hpp>

#include <optional>
#include <string>
#include <vector>

namespace vglcs::tools {

/// The structured patterns of the operand PATTERNS, "-" for standard input; nothing where it holds plain patterns,
/// which are then still there to be read: what was read of standard input is put back. Named pipes hold plain patterns.
[[nodiscard]] std::optional<std::vector<structured_pattern>> structured_patterns_of(std::string const & path);

/// The patterns of --pattern, called p1, p2, ...
[[nodiscard]] std::vector<structured_pattern> patterns_given(std::vector<std::string> const & texts);

} // namespace vglcs::tools
