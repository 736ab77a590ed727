// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/problem.hpp>

#include "problem/staying_letters.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <functional>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

namespace vglcs {

void problem::side::take_limits(char name, gap_limits const & given)
{
    std::size_t const n = codes.size();
    if (given.size() != n)
        throw usage_error{fmt::format("problem: sequence {} has {} letters but {} limits: give one limit a letter",
                                      name, n, given.size())};
    if (n >= gap_limit::infinite)
        throw usage_error{fmt::format("problem: sequence {} has {} letters: at most {} are possible", name, n,
                                      gap_limit::infinite - 1)};
    auto const cut = static_cast<std::uint32_t>(n);
    auto const check = [&](std::size_t k, gap_limit limit) {
        if (limit.lo > limit.hi)
            throw usage_error{fmt::format("problem: letter {} of sequence {} has the limits {}..{}: the smallest may "
                                          "not exceed the largest",
                                          k, name, limit.lo, limit.hi)};
    };
    file_size = n;
    if (given.is_uniform()) {
        gap_limit const every = given.uniform();
        check(0, every);
        uniform_lo = std::min(every.lo, cut);
        uniform_hi = std::min(every.hi, cut);
        // the last letter may have n - 1 letters before it, of which one is the pair before: n - 2 skipped at most
        binding = uniform_lo != 0 || uniform_hi + 2 < n;
        if (every.blocked)
            std::ranges::fill(codes, no_match);
        return;
    }
    std::span<std::uint32_t const> const given_lo = given.lo(), given_hi = given.hi();
    // as plain loops over arrays: this is done for every pair
    hi.resize(n);
    std::uint32_t binds = 0;
    for (std::uint32_t k = 0; k < cut; ++k) {
        hi[k] = std::min(given_hi[k], cut);
        binds |= hi[k] + 1 < k; // hi[k] <= n < 2^32 - 1
    }
    std::uint32_t any_lo = 0;
    for (std::uint32_t const x : given_lo)
        any_lo |= x;
    if (any_lo) {
        lo.resize(n);
        for (std::size_t k = 0; k < n; ++k) {
            check(k, given[k]);
            lo[k] = std::min(given_lo[k], cut);
        }
    }
    binding = binds != 0 || any_lo != 0;
    for (std::size_t k = 0; k < given.blocked().size(); ++k)
        if (given.blocked()[k])
            codes[k] = no_match;
}

/// Limits for the partner; none where they let every number of its letters through.
void problem::side::take_rules(char name, gap_limits const & given, std::size_t partner_size)
{
    if (given.size() == 0)
        return;
    std::size_t const n = codes.size();
    if (given.size() != n)
        throw usage_error{fmt::format("problem: sequence {} has {} letters but gives {} limits for its partner: give "
                                      "one a letter",
                                      name, n, given.size())};
    auto const cut = static_cast<std::uint32_t>(std::min<std::size_t>(partner_size, gap_limit::infinite));
    auto const checked = [&](std::size_t k) -> gap_limit {
        gap_limit const limit = given[k];
        if (limit.lo > limit.hi)
            throw usage_error{fmt::format("problem: letter {} of sequence {} gives the limits {}..{}: the smallest may "
                                          "not exceed the largest",
                                          k, name, limit.lo, limit.hi)};
        return {.lo = std::min(limit.lo, cut), .hi = std::min(limit.hi, cut)};
    };
    // as with limits: between two pairs lie partner_size - 2 letters at most
    auto const binds = [&](gap_limit limit) { return limit.lo != 0 || std::size_t{limit.hi} + 2 < partner_size; };
    if (given.is_uniform()) {
        uniform_rule = checked(0);
        gives_limits = binds(uniform_rule);
        if (given.uniform().blocked)
            std::ranges::fill(codes, no_match);
    } else {
        rule_lo.resize(n);
        rule_hi.resize(n);
        for (std::size_t k = 0; k < n; ++k) {
            gap_limit const limit = checked(k);
            rule_lo[k] = limit.lo;
            rule_hi[k] = limit.hi;
            gives_limits = gives_limits || binds(limit);
        }
        for (std::size_t k = 0; k < given.blocked().size(); ++k)
            if (given.blocked()[k])
                codes[k] = no_match;
    }
    if (!gives_limits) {
        rule_lo = rule_hi = {};
        uniform_rule = {};
    }
}

void problem::side::take_jumps(char name, gap_limits const & limits, vglcs::jumps const & given)
{
    if (given.size() == 0)
        return;
    std::size_t const n = codes.size();
    if (given.size() != n)
        throw usage_error{fmt::format("problem: sequence {} has {} letters but jumps for {}: give them for each letter",
                                      name, n, given.size())};
    auto const cut = static_cast<std::uint32_t>(n);
    auto const checked = [&](std::size_t k) -> jump {
        jump at = given.landing(k).value_or(jump{});
        if (at.lo > at.hi)
            throw usage_error{fmt::format("problem: letter {} of sequence {} has jumps of {}..{} letters: the smallest "
                                          "number may not exceed the largest",
                                          k, name, at.lo, at.hi)};
        if (at.cost > vglcs::scoring::largest_cost)
            throw usage_error{
                fmt::format("problem: a jump to letter {} of sequence {} costs {}: at most {} is possible", k, name,
                            at.cost, vglcs::scoring::largest_cost)};
        if (at.lo > cut) // longer than the sequence
            return {};
        return {std::max<std::uint32_t>(1, std::min(at.lo, at.hi)), std::min(at.hi, cut), at.cost};
    };
    auto const check_leaving = [&](std::size_t k) {
        if (auto const costs = given.leaving(k); costs && *costs > vglcs::scoring::largest_cost)
            throw usage_error{fmt::format("problem: to leave before letter {} of sequence {} costs {}: at most {} is "
                                          "possible",
                                          k, name, *costs, vglcs::scoring::largest_cost)};
    };
    for (std::size_t k = 0; k < (given.is_leaving_uniform() ? std::min<std::size_t>(n, 1) : n); ++k)
        check_leaving(k);
    if (given.is_landing_uniform()) {
        uniform_jump = n == 0 ? jump{} : checked(0);
        has_jumps = uniform_jump.hi != 0;
    } else {
        jump_lo.resize(n);
        jump_hi.resize(n);
        jump_cost.resize(n);
        for (std::size_t k = 0; k < n; ++k) {
            jump const at = checked(k);
            jump_lo[k] = at.lo;
            jump_hi[k] = at.hi;
            jump_cost[k] = at.cost;
            has_jumps = has_jumps || at.hi != 0;
        }
    }
    if (!has_jumps) {
        jump_lo = jump_hi = jump_cost = {};
        uniform_jump = {};
        return;
    }
    if (given.is_leaving_uniform())
        uniform_leaving = given.leaving(0).value_or(jumps_view::never);
    else
        leaving.assign(given.leaving().begin(), given.leaving().end());
    // a blocked letter may be an end of a jump: beside it the smaller limit of its nearest unblocked letters holds
    if (auto const blocked = limits.blocked(); !blocked.empty()) {
        detail::borrow_limits(blocked, hi);
        for (std::size_t k = 0; k < lo.size(); ++k)
            if (blocked[k])
                lo[k] = 0;
    }
}

void problem::side::drop_letters(std::uint32_t skip)
{
    if (std::ranges::find(codes, no_match) == codes.end())
        return;
    limits_view const windows = limits();
    detail::staying_letters const stay{codes, windows, has_jumps ? std::optional{jumps()} : std::nullopt};
    std::size_t const n = codes.size(), left = stay.positions().size();
    // where one value holds for all letters, or distances are costs, losing letters takes an engine's fastest way away
    bool const one_limit = windows.is_uniform() && (windows.hi(0) < n || windows.is_elastic());
    bool const spoils = one_limit || skip != 0 || has_jumps;
    if (n - left < std::max<std::size_t>(1, n / (spoils ? detail::letters_for_one_uniform : detail::letters_for_one)))
        return;
    std::vector<std::uint32_t> new_lo, new_hi;
    stay.rewrite(new_lo, new_hi);
    if (has_jumps) {
        detail::staying_letters::jump_arrays rewritten = stay.rewrite_jumps(jumps());
        landing_hi = stay.landing_hi();
        jump_lo = std::move(rewritten.lo);
        jump_hi = std::move(rewritten.hi);
        jump_cost = std::move(rewritten.cost);
        leaving = std::move(rewritten.leaving);
        has_jumps = std::ranges::any_of(jump_hi, [](std::uint32_t h) { return h != 0; });
        if (!has_jumps)
            jump_lo = jump_hi = jump_cost = leaving = landing_hi = {};
    }
    positions.assign(stay.positions().begin(), stay.positions().end());
    for (std::size_t k = 0; k < left; ++k)
        codes[k] = codes[positions[k]];
    codes.resize(left);
    codes.shrink_to_fit();
    for (std::vector<std::uint32_t> * rules : {&rule_lo, &rule_hi})
        if (!rules->empty()) {
            for (std::size_t k = 0; k < left; ++k)
                (*rules)[k] = (*rules)[positions[k]];
            rules->resize(left);
        }
    binding = false;
    for (std::size_t k = 0; k < left; ++k)
        binding = binding || new_hi[k] + 1 < k || (!new_lo.empty() && new_lo[k] != 0);
    lo = std::move(new_lo);
    hi = std::move(new_hi);
    bool const same = lo.empty() && std::ranges::adjacent_find(hi, std::not_equal_to{}) == hi.end();
    if (same) {
        uniform_lo = 0;
        uniform_hi = hi.empty() ? 0 : hi.front();
        hi = {};
    }
}

problem::side problem::prepare(char name, std::vector<letter_code> codes, gap_limits const & limits,
                               vglcs::jumps const & given, gap_limits const & rules, std::size_t partner_size)
{
    side out;
    out.codes = std::move(codes);
    out.take_limits(name, limits);
    out.take_rules(name, rules, partner_size);
    out.take_jumps(name, limits, given);
    return out;
}

problem::problem(std::vector<letter_code> a, std::vector<letter_code> b, gap_limits const & limits_a,
                 gap_limits const & limits_b, vglcs::scoring const & scoring, vglcs::jumps const & jumps_a,
                 vglcs::jumps const & jumps_b, partner_limits const & by_partner)
    : scoring_{scoring}
{
    std::size_t const n = a.size(), m = b.size();
    a_ = prepare('A', std::move(a), limits_a, jumps_a, by_partner.b_by_a, m);
    b_ = prepare('B', std::move(b), limits_b, jumps_b, by_partner.a_by_b, n);
    // limits that a partner gives count all letters: none of them leaves
    for (auto const & [mine, partner, skip] :
         {std::tuple{&a_, &b_, scoring.skip_a}, std::tuple{&b_, &a_, scoring.skip_b}}) {
        if (!partner->gives_limits)
            mine->drop_letters(skip);
        if (mine->has_jumps)
            mine->largest_hi = mine->limits().max_hi();
    }
    is_unit_ = scoring.skip_a == 0 && scoring.skip_b == 0 && !a_.has_jumps && !b_.has_jumps;
    if (scoring.match < 1 || scoring.match > vglcs::scoring::largest_match)
        throw usage_error{
            fmt::format("problem: a pair earns {}: it must be 1..{}", scoring.match, vglcs::scoring::largest_match)};
    for (std::uint32_t const skip : {scoring.skip_a, scoring.skip_b})
        if (skip > vglcs::scoring::largest_cost)
            throw usage_error{fmt::format("problem: a skipped letter costs {}: at most {} is possible", skip,
                                          vglcs::scoring::largest_cost)};
    constexpr std::uint64_t largest_score = std::numeric_limits<std::int32_t>::max();
    if (std::uint64_t const letters = std::min(file_n(), file_m());
        scoring.match != 1 && scoring.match * letters > largest_score)
        throw input_error{fmt::format("problem: {} pairs of {} each could score more than {}: use a smaller --match",
                                      letters, scoring.match, largest_score)};
}

problem problem::swapped() const
{
    problem out = *this;
    std::swap(out.a_, out.b_);
    std::swap(out.scoring_.skip_a, out.scoring_.skip_b);
    return out;
}

std::size_t problem::side::bytes() const noexcept
{
    return codes.size() + (positions.size() + lo.size() + hi.size() + rule_lo.size() + rule_hi.size() + jump_lo.size() +
                           jump_hi.size() + jump_cost.size() + leaving.size() + landing_hi.size()) *
                              sizeof(std::uint32_t);
}

std::size_t problem::bytes() const noexcept
{
    return a_.bytes() + b_.bytes();
}

} // namespace vglcs
