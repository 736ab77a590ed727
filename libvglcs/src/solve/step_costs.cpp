// SPDX-License-Identifier: BSD-3-Clause
#include "solve/step_costs.hpp"

#include <algorithm>

namespace vglcs {

namespace {

constexpr auto dearer = [](auto const & x, auto const & y) { return x.cost > y.cost; };

} // namespace

void step_costs::ways_on::sort()
{
    std::ranges::sort(coming_, {}, &way::last);
}

void step_costs::ways_on::open(way w)
{
    open_.push_back(w);
    std::ranges::push_heap(open_, dearer);
}

std::uint64_t step_costs::ways_on::cheapest(std::int64_t at)
{
    for (; !coming_.empty() && coming_.back().last >= at; coming_.pop_back())
        open(coming_.back());
    while (!open_.empty() && open_.front().first > at) { // and for all later calls
        std::ranges::pop_heap(open_, dearer);
        open_.pop_back();
    }
    return open_.empty() ? forbidden : open_.front().cost;
}

step_costs::step_costs(step_side const & side, std::size_t q, gap_limit rule)
    : side_{side}, q_{q}, first_{q}, small_{side_.small(q, rule)}
{
    if (!small_.empty())
        first_ = static_cast<std::size_t>(small_.first);
    if (!side_.has_jumps)
        return;
    std::int64_t first_left = static_cast<std::int64_t>(q);
    window const landings = side_.landings(q, rule);
    for (std::int64_t e = landings.first; e <= landings.last; ++e) {
        auto const at = static_cast<std::size_t>(e);
        window const w = side_.takeoffs(at);
        if (w.empty())
            continue;
        landed_.expect({w.first, w.last,
                        side_.jumps.cost(at) + std::uint64_t{side_.skip} * (side_.position(q) - side_.position(at))});
        first_left = std::min(first_left, w.first);
    }
    landed_.sort();
    if (first_left < static_cast<std::int64_t>(q)) {
        std::int64_t const p = first_left - 1 - static_cast<std::int64_t>(side_.largest_hi);
        first_ = std::min(first_, static_cast<std::size_t>(std::max<std::int64_t>(0, p)));
    }
}

void step_costs::append()
{
    std::size_t const p = q_ - 1 - costs_.size();
    std::uint64_t cost = forbidden;
    auto const at = static_cast<std::int64_t>(p);
    if (small_.first <= at && at <= small_.last)
        cost = std::uint64_t{side_.skip} * side_.skipped(p, q_);
    if (side_.has_jumps && p + 1 < q_) {
        // a jump that passes p + 1 first may be reached from p on
        std::size_t const b = p + 1;
        std::uint64_t const on = landed_.cheapest(static_cast<std::int64_t>(b));
        if (std::uint32_t const leaving = side_.jumps.leaving(b); on != forbidden && leaving != jumps_view::never) {
            window const w = side_.before(b);
            left_.open({w.first, w.last, on + leaving + std::uint64_t{side_.skip} * side_.position(b)});
        }
        if (std::uint64_t const by_jump = left_.cheapest(at); by_jump != forbidden)
            cost = std::min(cost, by_jump - std::uint64_t{side_.skip} * (side_.position(p) + 1));
    }
    costs_.push_back(cost);
}

} // namespace vglcs
