// SPDX-License-Identifier: BSD-3-Clause
/// Runs of letters that have the same value.
#pragma once

#include "io/limits/spec_value.hpp"

#include <cstddef>

namespace vglcs::detail {

/// Calls `visit(first, last, value)` for every maximal run of letters first..last-1 (half open) of 0..n-1 with one
/// value, in order.   O(1) where `uniform`, else O(n).
template <class ValueAt, class Visit>
void for_each_run(std::size_t n, bool uniform, ValueAt const & value_at, Visit const & visit)
{
    for (std::size_t first = 0, last = 0; first < n; first = last) {
        auto const value = value_at(first);
        last = uniform ? n : first + 1;
        while (last < n && value_at(last) == value)
            ++last;
        visit(first, last, value);
    }
}

/// Runs of limits, which are canonical.
template <class Visit>
void for_each_run(gap_limits const & limits, Visit const & visit)
{
    for_each_run(
        limits.size(), limits.is_uniform(), [&](std::size_t k) { return canonical(limits[k]); }, visit);
}

/// Runs of the windows of jumps that land, or of the costs of those that leave.
template <class Visit>
void for_each_run(jumps const & given, value_kind kind, Visit const & visit)
{
    if (kind == value_kind::landing)
        for_each_run(
            given.size(), given.is_landing_uniform(), [&](std::size_t k) { return value_of(given.landing(k)); }, visit);
    else
        for_each_run(
            given.size(), given.is_leaving_uniform(), [&](std::size_t k) { return value_of(given.leaving(k)); }, visit);
}

} // namespace vglcs::detail
