// SPDX-License-Identifier: BSD-3-Clause
/// Runs of letters that have the same limit.
#pragma once

#include "io/limits/limit_text.hpp"

#include <cstddef>

namespace vglcs::detail {

/// Calls `visit(first, last, limit)` for every maximal run of letters first..last-1 (half open) with one limit, in
/// order, with canonical limits.   O(1) where the limits are uniform, else O(n).
template <class Visit>
void for_each_run(gap_limits const & limits, Visit visit)
{
    std::size_t const n = limits.size();
    if (n == 0)
        return;
    if (limits.is_uniform())
        return visit(std::size_t{0}, n, canonical(limits.uniform()));
    std::size_t first = 0;
    gap_limit current = canonical(limits[0]);
    for (std::size_t k = 1; k < n; ++k) {
        gap_limit const next = canonical(limits[k]);
        if (next == current)
            continue;
        visit(first, k, current);
        first = k;
        current = next;
    }
    visit(first, n, current);
}

} // namespace vglcs::detail
