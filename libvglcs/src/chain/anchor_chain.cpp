// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/anchor_chain.hpp>
#include <vglcs/error.hpp>
#include <vglcs/machine.hpp>

#include "base/team.hpp"
#include "chain/chain_axis.hpp"
#include "chain/chain_space.hpp"
#include "chain/radix_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <numeric>

namespace vglcs {

namespace {

using detail::chain_axis;
using detail::chain_space;
__extension__ typedef __int128 wide; // sums that may pass 64 bits

[[noreturn]] void refuse(std::size_t number, std::string_view what)
{
    throw input_error{fmt::format("anchor {}: {}", number, what)};
}

void check_limits(link_limits const & l, std::size_t number)
{
    for (auto const & [lo, hi] : {std::pair{l.lo_x, l.hi_x}, std::pair{l.lo_y, l.hi_y}})
        if (lo < 0 || lo > hi)
            refuse(number, fmt::format("limits {}..{}: the first is 0 or more and not above the second", lo, hi));
}

/// Throws where a number is out of its range, or sums might be.
void check(std::span<anchor const> anchors, chain_rules const & rules)
{
    if (anchors.size() >= chain_space::none)
        throw resource_error{fmt::format("{} anchors: at most {} are possible: split the input by its sequences",
                                         anchors.size(), chain_space::none - 1)};
    if (!rules.own.empty() && rules.own.size() != anchors.size())
        throw usage_error{"limits of anchors: as many as anchors, or none"};
    if (rules.link_cost < 0 || rules.skip_x < 0 || rules.skip_y < 0 || rules.most_overlap < 0)
        throw usage_error{"costs and overlaps are 0 or more"};
    check_limits(rules.limits, 0);
    wide weights = rules.link_cost, furthest_x = 0, furthest_y = 0;
    constexpr std::int64_t furthest = chain_axis::furthest;
    for (std::size_t k = 0; k < anchors.size(); ++k) {
        anchor const & a = anchors[k];
        if (a.length_x < 1 || a.length_y < 1)
            refuse(k, "its length is below 1: a point has length 1");
        if (a.x < -furthest || a.y < -furthest || a.x > furthest - a.length_x || a.y > furthest - a.length_y)
            refuse(k, "it lies beyond 2^60");
        if (!rules.own.empty())
            check_limits(rules.own[k], k);
        weights += a.weight < 0 ? -wide{a.weight} : wide{a.weight};
        furthest_x = std::max({furthest_x, wide{a.x} + a.length_x, -wide{a.x}});
        furthest_y = std::max({furthest_y, wide{a.y} + a.length_y, -wide{a.y}});
    }
    if (weights + rules.skip_x * furthest_x + rules.skip_y * furthest_y >= wide{1} << 62)
        throw input_error{"weights and costs of skipped units: their sum may pass 2^62: use smaller ones"};
}

/// Anchors whose chains do not depend on other anchors.
struct part
{
    std::vector<std::uint32_t> sources; ///< by (x, y, place)
    std::uint32_t sequences = 0;
    bool rising = false, falling = false;
};

/// Blocks of one part, the best first.
struct found_blocks
{
    std::vector<anchor_block> blocks;
    std::vector<std::uint32_t> members;
};

std::vector<part> split(std::span<anchor const> anchors, chain_rules const & rules, std::vector<std::uint32_t> order)
{
    std::vector<part> parts;
    for (std::size_t first = 0; first < order.size();) {
        std::uint32_t const sequences = anchors[order[first]].sequences;
        std::size_t last = first;
        part rising{.sources = {},
                    .sequences = sequences,
                    .rising = rules.rising,
                    .falling = rules.falling && rules.either_direction};
        part falling{.sources = {}, .sequences = sequences, .rising = false, .falling = rules.falling};
        for (; last < order.size() && anchors[order[last]].sequences == sequences; ++last)
            (anchors[order[last]].falling && !rules.either_direction ? falling : rising).sources.push_back(order[last]);
        for (part * const p : {&rising, &falling})
            if (!p->sources.empty() && (p->rising || p->falling)) {
                p->sources.shrink_to_fit();
                parts.push_back(std::move(*p));
            }
        first = last;
    }
    return parts;
}

found_blocks blocks_of(part const & p, std::span<anchor const> anchors, chain_rules const & rules, bool threads)
{
    std::vector<chain_space> spaces;
    spaces.reserve(2);
    for (bool const falling : {false, true})
        if (falling ? p.falling : p.rising)
            spaces.emplace_back(anchors, rules, p.sources, falling);
    if (threads && spaces.size() == 2) // each computes its table at its first answer
        detail::run_team(2, [&](std::size_t s) { (void)spaces[s].top(); });
    found_blocks out;
    std::vector<chain_space::number> chain;
    while (out.blocks.size() < rules.most_blocks) {
        if (rules.control && out.blocks.size() % 1024 == 0)
            rules.control->throw_if_stopped();
        chain_space * from = nullptr;
        chain_space::number last = chain_space::none;
        for (chain_space & s : spaces)
            if (auto const t = s.top();
                t && (!from || s.value(*t) > from->value(last) || (s.value(*t) == from->value(last) && *t < last)))
            {
                from = &s;
                last = *t;
            }
        if (rules.control)
            rules.control->throw_if_stopped();
        if (!from || from->value(last) < rules.least_score)
            break;
        chain.clear();
        for (chain_space::number j = last; j != chain_space::none; j = from->before(j))
            chain.push_back(j);
        std::ranges::reverse(chain);
        out.blocks.push_back({.score = from->value(last),
                              .first = out.members.size(),
                              .size = chain.size(),
                              .sequences = p.sequences,
                              .falling = from->falling()});
        for (chain_space::number const j : chain)
            out.members.push_back(p.sources[j]);
        for (chain_space & s : spaces)
            s.remove(chain);
    }
    return out;
}

/// Calls work(k) for all k below count, on several threads. An exception is thrown again.
void for_each_in_parallel(std::size_t count, unsigned threads, std::function<void(std::size_t)> const & work)
{
    std::atomic<std::size_t> next{0};
    auto const take = [&](std::size_t) {
        for (std::size_t k = 0; (k = next.fetch_add(1)) < count;)
            work(k);
    };
    detail::run_team(std::clamp<std::size_t>(threads, 1, std::max<std::size_t>(count, 1)), take, [&] { next = count; });
}

/// Below, a second thread costs more than it saves.
constexpr std::size_t worth_a_thread = 20'000;

} // namespace

std::optional<anchor_link> measure_link(anchor const & before, anchor const & after, bool falling,
                                        link_limits const & limits, chain_rules const & rules)
{
    anchor_link link{.allowed = true};
    std::int64_t shared[2] = {}, lengths[2] = {};
    for (bool const is_y : {false, true}) {
        chain_axis const axis{.is_y = is_y, .mirrored = is_y && falling};
        std::int64_t const gap = axis.start(after) - axis.end(before);
        std::int64_t const overlap = std::max<std::int64_t>(-gap, 0), skipped = std::max<std::int64_t>(gap, 0);
        std::int64_t const length = axis.length(after), shorter = std::min(length, axis.length(before));
        if (overlap >= shorter)
            return std::nullopt; // starts or ends do not rise
        auto const [lo, hi] = axis.limits(limits);
        bool const may_overlap =
            rules.overlap == overlap_rule::trimmed ||
            (rules.overlap == overlap_rule::allowed && shorter > rules.most_overlap && overlap <= rules.most_overlap);
        link.allowed = link.allowed && skipped >= lo && skipped <= hi && (overlap == 0 || may_overlap);
        (is_y ? link.skipped_y : link.skipped_x) = skipped;
        (is_y ? link.overlap_y : link.overlap_x) = overlap;
        shared[is_y] = overlap;
        lengths[is_y] = length;
    }
    if (!link.allowed)
        return link; // costs of what is beyond all limits might not fit
    link.cost = rules.link_cost + rules.skip_x * link.skipped_x + rules.skip_y * link.skipped_y;
    if (rules.overlap == overlap_rule::trimmed && after.weight > 0) {
        auto const lost = [&](int k) { return static_cast<std::int64_t>(wide{after.weight} * shared[k] / lengths[k]); };
        link.cost += std::max(lost(0), lost(1));
    }
    return link;
}

anchor_blocks chain_anchors(std::span<anchor const> anchors, chain_rules const & rules)
{
    check(anchors, rules);
    std::vector<std::uint32_t> order(anchors.size());
    std::iota(order.begin(), order.end(), 0u);
    {
        std::vector<std::int64_t> keys(anchors.size());
        auto const sort_by = [&](auto const & key) {
            std::ranges::transform(anchors, keys.begin(), key);
            detail::sort_by_key(keys, order);
        };
        sort_by([](anchor const & a) { return a.y; });
        sort_by([](anchor const & a) { return a.x; });
        sort_by([](anchor const & a) { return std::int64_t{a.sequences}; });
    }
    std::vector<part> parts = split(anchors, rules, std::move(order));
    // the largest first, so that no thread begins it when the others have finished
    std::ranges::stable_sort(parts, std::ranges::greater{}, [](part const & p) { return p.sources.size(); });
    std::vector<found_blocks> found(parts.size());
    unsigned const threads = rules.threads != 0 ? rules.threads : static_cast<unsigned>(available_threads());
    auto const work = [&](std::size_t k) {
        bool const large = parts[k].sources.size() >= worth_a_thread;
        found[k] = blocks_of(parts[k], anchors, rules, large && threads > 1 && threads > parts.size());
        parts[k].sources = {};
    };
    for_each_in_parallel(parts.size(), anchors.size() >= worth_a_thread ? threads : 1, work);

    struct place
    {
        anchor_block const * block;
        found_blocks const * in;
        anchor const * last;
        std::uint32_t last_number;
    };
    std::vector<place> places;
    for (found_blocks const & f : found)
        for (anchor_block const & b : f.blocks) {
            std::uint32_t const last = f.members[b.first + b.size - 1];
            places.push_back({.block = &b, .in = &f, .last = &anchors[last], .last_number = last});
        }
    auto const earlier = [](place const & p, place const & q) {
        auto const key = [](place const & z) {
            return std::tuple{-z.block->score, z.block->sequences, z.last->x,
                              z.last->y,       z.last_number,      z.block->falling};
        };
        return key(p) < key(q);
    };
    std::ranges::sort(places, earlier);
    if (places.size() > rules.most_blocks)
        places.resize(rules.most_blocks);
    anchor_blocks out;
    out.blocks.reserve(places.size());
    for (place const & p : places) {
        auto const first = p.in->members.begin() + static_cast<std::ptrdiff_t>(p.block->first);
        out.blocks.push_back(*p.block);
        out.blocks.back().first = out.members.size();
        out.members.insert(out.members.end(), first, first + static_cast<std::ptrdiff_t>(p.block->size));
    }
    return out;
}

} // namespace vglcs
