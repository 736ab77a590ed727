// SPDX-License-Identifier: BSD-3-Clause
/// What rows of runs with costs state of the links of their chain.
#pragma once

#include "io/results/placed_links.hpp"

#include <vglcs/io/result_reader.hpp>

#include <optional>
#include <span>
#include <string>

namespace vglcs::detail {

/// Compares jumps, costs, cigar and what is counted along it, as far as the row states them, with a chain and its
/// links. Nothing where all agree, else what is wrong, naming the values.   O(length).
/// @param links   those of the chain that cost something or have a jump
[[nodiscard]] std::optional<std::string>
find_links_fault(stated_pair const & stated, std::span<matched_pair const> chain, std::span<placed_link const> links);

} // namespace vglcs::detail
