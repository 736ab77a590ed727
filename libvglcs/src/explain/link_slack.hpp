// SPDX-License-Identifier: BSD-3-Clause
/// What limits and letters leave to each link of a chain.
#pragma once

#include <vglcs/explain.hpp>

namespace vglcs::detail {

/// Fills slack_a, slack_b and shifts.   O(1) a link and place it slides by, O(s log s) where s skipped letters cost
/// something.
/// @param limits_a, limits_b   spelled out: see spelled_out()
void explain_links(explain_inputs const & in, gap_limits const & limits_a, gap_limits const & limits_b,
                   std::span<matched_pair const> chain, explanation & out);

} // namespace vglcs::detail
