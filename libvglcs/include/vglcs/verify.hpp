// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/problem.hpp>
#include <vglcs/result.hpp>

#include <optional>
#include <span>
#include <string>

namespace vglcs {

/// Checks order, matches and every limit of a chain in O(length). Nothing where the chain is valid (it need not be
/// longest), else what is wrong, naming pair number and values.
[[nodiscard]] std::optional<std::string> find_fault(problem const &, std::span<matched_pair const> chain);

} // namespace vglcs
