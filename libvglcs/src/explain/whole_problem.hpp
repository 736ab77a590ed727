// SPDX-License-Identifier: BSD-3-Clause
/// Problems made anew from one and the limits of its file: with limits that say themselves what blocked letters borrow,
/// and with letters that must not leave the table.
#pragma once

#include <vglcs/explain.hpp>

namespace vglcs::detail {

/// The same limits where a blocked letter has as its own what it borrows as an end of a jump: the smaller HI of the
/// nearest letters that are not blocked. None is blocked any more.
[[nodiscard]] gap_limits spelled_out(gap_limits const & limits);

/// The problem with these limits (spelled_out ones) in the place of its own. Letters that match nothing still do.
/// @param keep_a, keep_b   letters of that sequence which match nothing stay in the table
[[nodiscard]] problem with_limits(explain_inputs const & in, gap_limits const & a, gap_limits const & b, bool keep_a,
                                  bool keep_b);

} // namespace vglcs::detail
