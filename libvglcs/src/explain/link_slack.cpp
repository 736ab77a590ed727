// SPDX-License-Identifier: BSD-3-Clause
#include "explain/link_slack.hpp"

#include "check/chain_check.hpp"

#include <vglcs/link.hpp>

#include <algorithm>

namespace vglcs::detail {

namespace {

/// What is left of a limit, nothing of an infinite one.
void take_least(std::optional<std::uint64_t> & least, std::uint64_t limit, std::uint64_t used)
{
    if (limit == gap_limit::infinite)
        return;
    std::uint64_t const left = limit - used;
    least = least ? std::min(*least, left) : left;
}

std::optional<std::uint64_t> slack_of(gap_limits const & limits, jumps const * all, std::size_t from, std::size_t to,
                                      std::optional<jumped> const & jump)
{
    std::optional<std::uint64_t> least;
    if (!jump) {
        take_least(least, limits[to].hi, to - from - 1);
        return least;
    }
    take_least(least, limits[jump->first].hi, jump->first - from - 1);
    take_least(least, limits[to].hi, to - jump->end);
    take_least(least, all->landing(jump->end)->hi, jump->end - jump->first);
    return least;
}

/// The pair moved along its diagonal.
matched_pair moved(matched_pair at, std::int64_t by)
{
    return {static_cast<std::size_t>(static_cast<std::int64_t>(at.i) + by),
            static_cast<std::size_t>(static_cast<std::int64_t>(at.j) + by)};
}

/// How far the link before chain[k] slides in one direction: +1, where pairs behind it move in front of it, or -1.
std::uint64_t slide(problem const & p, file_view const & view, std::span<matched_pair const> chain, std::size_t k,
                    std::uint64_t cost, std::int64_t step)
{
    matched_pair const before = chain[k - 1], behind = chain[k];
    // the pair that stays next to where the moved ones come to stand, and the one next to those that leave
    matched_pair const stays = step > 0 ? before : behind, leaves = step > 0 ? behind : before;
    std::uint64_t places = 0;
    for (std::int64_t t = 1;; ++t) {
        // another pair has to be left on the side that the pairs move away from, right behind the last of them
        std::size_t const pairs_there = step > 0 ? chain.size() - k : k;
        if (static_cast<std::size_t>(t) >= pairs_there)
            return places;
        std::size_t const next = step > 0 ? k + static_cast<std::size_t>(t) : k - 1 - static_cast<std::size_t>(t);
        if (chain[next] != moved(leaves, step * t))
            return places;
        matched_pair const at = moved(stays, step * t), last = moved(stays, step * (t - 1));
        if (!view.matches(at.i, at.j))
            return places;
        auto const neighbour = step > 0 ? link_of(p, last, at) : link_of(p, at, last);
        auto const gap = step > 0 ? link_of(p, at, chain[next]) : link_of(p, chain[next], at);
        if (!neighbour || neighbour->cost != 0 || !gap || gap->cost != cost)
            return places;
        ++places;
    }
}

} // namespace

void explain_links(explain_inputs const & in, gap_limits const & limits_a, gap_limits const & limits_b,
                   std::span<matched_pair const> chain, explanation & out)
{
    problem const & p = in.problem;
    file_view const view{p};
    for (std::size_t k = 1; k < chain.size(); ++k) {
        matched_pair const x = chain[k - 1], y = chain[k];
        chain_link const link = link_of(p, x, y).value();
        out.slack_a.push_back(slack_of(limits_a, in.jumps_a, x.i, y.i, link.a));
        out.slack_b.push_back(slack_of(limits_b, in.jumps_b, x.j, y.j, link.b));
        if (y.i - x.i == 1 && y.j - x.j == 1)
            continue;
        out.shifts.push_back({k, slide(p, view, chain, k, link.cost, -1), slide(p, view, chain, k, link.cost, 1)});
    }
}

} // namespace vglcs::detail
