// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/result.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace vglcs::detail {

/// What is wrong with the step from `before` to `at` on one side, if anything.
template <class Limits>
std::optional<std::string> step_fault(char side, Limits const & limits, std::size_t before, std::size_t at)
{
    if (before >= at)
        return fmt::format("positions of {} do not increase ({} then {})", side, before, at);
    std::size_t const skipped = at - before - 1;
    if (skipped < limits.lo(at) || skipped > limits.hi(at))
        return fmt::format("{} letters of {} are skipped before position {}, allowed are {}..{}", skipped, side, at,
                           limits.lo(at), limits.hi(at));
    return std::nullopt;
}

/// Order, matches and limits of a chain, against anything that has a problem's n(), m(), matches(), limits_a() and
/// limits_b(). Nothing where the chain is valid.   O(length).
template <class Problem>
std::optional<std::string> find_chain_fault(Problem const & p, std::span<matched_pair const> chain)
{
    for (std::size_t k = 0; k < chain.size(); ++k) {
        auto const [i, j] = chain[k];
        if (i >= p.n() || j >= p.m())
            return fmt::format("pair {} is ({}, {}), outside of {} x {} letters", k + 1, i, j, p.n(), p.m());
        if (!p.matches(i, j))
            return fmt::format("pair {} is ({}, {}), letters that do not match", k + 1, i, j);
        if (k == 0)
            continue;
        auto fault = step_fault('A', p.limits_a(), chain[k - 1].i, i);
        if (!fault)
            fault = step_fault('B', p.limits_b(), chain[k - 1].j, j);
        if (fault)
            return fmt::format("pair {} at ({}, {}): {}", k + 1, i, j, *fault);
    }
    return std::nullopt;
}

} // namespace vglcs::detail
