// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/error.hpp>
#include <vglcs/problem.hpp>

#include <fmt/format.h>

namespace vglcs {

problem::side_limits problem::prepare(char side, std::vector<letter_code> & codes, gap_limits const & limits)
{
    std::size_t const n = codes.size();
    if (limits.size() != n)
        throw usage_error{fmt::format("problem: sequence {} has {} letters but {} limits: give one limit a letter",
                                      side, n, limits.size())};
    if (n >= gap_limit::infinite)
        throw usage_error{fmt::format("problem: sequence {} has {} letters: at most {} are possible", side, n,
                                      gap_limit::infinite - 1)};
    auto const cut = static_cast<std::uint32_t>(n);
    auto const check = [&](std::size_t k, gap_limit limit) {
        if (limit.lo > limit.hi)
            throw usage_error{fmt::format("problem: letter {} of sequence {} has the limits {}..{}: the smallest may "
                                          "not exceed the largest",
                                          k, side, limit.lo, limit.hi)};
    };
    side_limits out;
    if (limits.is_uniform()) {
        gap_limit const every = limits.uniform();
        check(0, every);
        out.uniform_lo = std::min(every.lo, cut);
        out.uniform_hi = std::min(every.hi, cut);
        // the last letter may have n - 1 letters before it, of which one is the pair before: n - 2 skipped at most
        out.binding = out.uniform_lo != 0 || out.uniform_hi + 2 < n;
        if (every.blocked)
            std::ranges::fill(codes, no_match);
        return out;
    }
    std::span<std::uint32_t const> const lo = limits.lo(), hi = limits.hi();
    // as plain loops over arrays: this is done for every pair
    out.hi.resize(n);
    std::uint32_t binding = 0;
    for (std::uint32_t k = 0; k < cut; ++k) {
        out.hi[k] = std::min(hi[k], cut);
        binding |= out.hi[k] + 1 < k; // hi[k] <= n < 2^32 - 1
    }
    std::uint32_t any_lo = 0;
    for (std::uint32_t const x : lo)
        any_lo |= x;
    if (any_lo) {
        out.lo.resize(n);
        for (std::size_t k = 0; k < n; ++k) {
            check(k, limits[k]);
            out.lo[k] = std::min(lo[k], cut);
        }
    }
    out.binding = binding != 0 || any_lo != 0;
    for (std::size_t k = 0; k < limits.blocked().size(); ++k)
        if (limits.blocked()[k])
            codes[k] = no_match;
    return out;
}

problem::problem(std::vector<letter_code> a, std::vector<letter_code> b, gap_limits const & limits_a,
                 gap_limits const & limits_b)
    : a_{std::move(a)}, b_{std::move(b)}, limits_a_{prepare('A', a_, limits_a)}, limits_b_{prepare('B', b_, limits_b)}
{
}

std::size_t problem::bytes() const noexcept
{
    auto const side = [](side_limits const & s) { return (s.lo.size() + s.hi.size()) * sizeof(std::uint32_t); };
    return a_.size() + b_.size() + side(limits_a_) + side(limits_b_);
}

} // namespace vglcs
