// SPDX-License-Identifier: BSD-3-Clause
/// Blocks of anchors from their definition, slow and obvious: shares no code with the library.
#pragma once

#include <vglcs/anchor_chain.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

namespace vglcs::test {

/// What a link on one axis costs for its skipped units; nothing where it is not allowed. `share` becomes the weight
/// that trimming takes, where that is more.
inline std::optional<std::int64_t> axis_cost(std::int64_t before, std::int64_t before_length, std::int64_t after,
                                             std::int64_t after_length, std::int64_t lo, std::int64_t hi,
                                             std::int64_t skip, std::int64_t weight, chain_rules const & rules,
                                             std::int64_t & share)
{
    if (before >= after || before + before_length >= after + after_length)
        return std::nullopt;
    std::int64_t const gap = after - (before + before_length);
    if (gap >= 0)
        return gap >= lo && gap <= hi ? std::optional{skip * gap} : std::nullopt;
    if (lo > 0 || rules.overlap == overlap_rule::none)
        return std::nullopt;
    if (rules.overlap == overlap_rule::allowed) {
        bool const fits =
            -gap <= rules.most_overlap && before_length > rules.most_overlap && after_length > rules.most_overlap;
        return fits ? std::optional<std::int64_t>{0} : std::nullopt;
    }
    if (weight > 0)
        share = std::max(share, weight * -gap / after_length);
    return 0;
}

/// Cost of the link from anchor i to anchor j in a block of one direction, nothing where it is not allowed.
inline std::optional<std::int64_t> link_cost(std::vector<anchor> const & anchors, chain_rules const & rules,
                                             std::size_t i, std::size_t j, bool falling)
{
    anchor const & p = anchors[i];
    anchor const & q = anchors[j];
    link_limits const & l = rules.own.empty() ? rules.limits : rules.own[j];
    if (p.sequences != q.sequences)
        return std::nullopt;
    if (!rules.either_direction && (p.falling != falling || q.falling != falling))
        return std::nullopt;
    std::int64_t lost = 0;
    auto const x = axis_cost(p.x, p.length_x, q.x, q.length_x, l.lo_x, l.hi_x, rules.skip_x, q.weight, rules, lost);
    auto const y =
        falling ? axis_cost(-p.y - p.length_y, p.length_y, -q.y - q.length_y, q.length_y, l.lo_y, l.hi_y, rules.skip_y,
                            q.weight, rules, lost)
                : axis_cost(p.y, p.length_y, q.y, q.length_y, l.lo_y, l.hi_y, rules.skip_y, q.weight, rules, lost);
    if (!x || !y)
        return std::nullopt;
    return rules.link_cost + *x + *y + lost;
}

struct reference_block
{
    std::int64_t score = 0;
    bool falling = false;
    std::vector<std::uint32_t> anchors;

    friend bool operator==(reference_block const &, reference_block const &) = default;
};

/// All blocks by a table over all pairs of anchors, made anew for every block.   O(blocks * anchors^2).
inline std::vector<reference_block> reference_blocks(std::vector<anchor> const & anchors, chain_rules const & rules)
{
    std::vector<std::uint32_t> left(anchors.size());
    for (std::uint32_t k = 0; k < left.size(); ++k)
        left[k] = k;
    auto const place = [&](std::uint32_t k) { return std::tuple{anchors[k].x, anchors[k].y, k}; };
    std::ranges::sort(left, {}, place);
    std::vector<reference_block> out;
    while (out.size() < rules.most_blocks) {
        std::optional<std::tuple<std::int64_t, std::uint32_t, std::int64_t, std::int64_t, std::uint32_t, bool>> best;
        reference_block block;
        for (bool const falling : {false, true}) {
            if (falling ? !rules.falling : !rules.rising)
                continue;
            std::map<std::uint32_t, std::int64_t> v;
            std::map<std::uint32_t, std::optional<std::uint32_t>> before;
            for (std::uint32_t const j : left) {
                if (!rules.either_direction && anchors[j].falling != falling)
                    continue;
                std::int64_t gain = 0;
                before[j] = std::nullopt;
                for (auto const & [i, score] : v)
                    if (auto const cost = link_cost(anchors, rules, i, j, falling)) {
                        std::int64_t const g = score - *cost;
                        if (g > gain || (before[j] && g == gain && place(i) > place(*before[j]))) {
                            gain = g;
                            before[j] = i;
                        }
                    }
                v[j] = anchors[j].weight + gain;
                auto const key = std::tuple{-v[j], anchors[j].sequences, anchors[j].x, anchors[j].y, j, falling};
                if (v[j] >= rules.least_score && (!best || key < *best)) {
                    best = key;
                    block = {.score = v[j], .falling = falling, .anchors = {}};
                    for (std::optional<std::uint32_t> p = j; p; p = before[*p])
                        block.anchors.insert(block.anchors.begin(), *p);
                }
            }
        }
        if (!best)
            break;
        std::erase_if(left,
                      [&](std::uint32_t k) { return std::ranges::find(block.anchors, k) != block.anchors.end(); });
        out.push_back(std::move(block));
    }
    return out;
}

/// The best score of any chain, by writing down every chain there is; nothing where there is no anchor to take.
inline std::optional<std::int64_t> enumerated_best(std::vector<anchor> const & anchors, chain_rules const & rules)
{
    std::optional<std::int64_t> best;
    for (bool const falling : {false, true}) {
        if (falling ? !rules.falling : !rules.rising)
            continue;
        std::function<void(std::size_t, std::int64_t)> const extend = [&](std::size_t last, std::int64_t score) {
            best = std::max(best.value_or(score), score);
            for (std::size_t j = 0; j < anchors.size(); ++j)
                if (auto const cost = link_cost(anchors, rules, last, j, falling))
                    extend(j, score + anchors[j].weight - *cost);
        };
        for (std::size_t j = 0; j < anchors.size(); ++j)
            if (rules.either_direction || anchors[j].falling == falling)
                extend(j, anchors[j].weight);
    }
    return best;
}

/// The blocks of an answer in the form of the reference.
inline std::vector<reference_block> plain(anchor_blocks const & found)
{
    std::vector<reference_block> out;
    for (anchor_block const & b : found.blocks) {
        auto const members = found.anchors_of(b);
        out.push_back({.score = b.score, .falling = b.falling, .anchors = {members.begin(), members.end()}});
    }
    return out;
}

/// A random set of anchors and rules; every kind of rule turns up. `rules.own` is set by `settled`.
struct chain_case
{
    std::vector<anchor> anchors;
    std::vector<link_limits> own;
    chain_rules rules;

    [[nodiscard]] chain_rules settled() const
    {
        chain_rules r = rules;
        r.own = own;
        return r;
    }
};

inline chain_case random_chain_case(std::mt19937_64 & random, std::size_t most_anchors)
{
    auto const number = [&](std::int64_t least, std::int64_t most) {
        return least + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most - least + 1));
    };
    auto const one_in = [&](std::int64_t k) { return number(1, k) == 1; };
    chain_case c;
    c.anchors.resize(static_cast<std::size_t>(number(0, static_cast<std::int64_t>(most_anchors))));
    std::int64_t const span = number(1, 3 * static_cast<std::int64_t>(most_anchors));
    bool const points = one_in(3), square = one_in(2);
    std::int64_t const longest = number(1, 8), heaviest = number(1, 10), lightest = one_in(4) ? -3 : 1;
    std::int64_t const shift = one_in(4) ? (std::int64_t{1} << 40) : one_in(4) ? -span / 2 : 0;
    std::int64_t const pairs = one_in(3) ? 2 : 0;
    for (anchor & a : c.anchors) {
        a.x = shift + number(0, span);
        a.y = number(0, span) - shift;
        if (!points) {
            a.length_x = number(1, longest);
            a.length_y = square ? a.length_x : number(1, longest);
        }
        a.weight = number(lightest, heaviest);
        a.sequences = static_cast<std::uint32_t>(number(0, pairs));
        a.falling = one_in(2);
    }
    auto const limits = [&] {
        link_limits l;
        std::int64_t const kind = number(0, 3);
        if (kind < 3)
            l.hi_x = number(0, span / 2 + 1);
        if (kind != 2)
            l.hi_y = number(0, span / 2 + 1);
        if (one_in(4)) {
            l.lo_x = std::min(l.hi_x, number(0, 3));
            l.lo_y = std::min(l.hi_y, number(0, 3));
        }
        return l;
    };
    chain_rules & r = c.rules;
    r.limits = limits();
    if (one_in(2))
        for (std::size_t k = 0; k < c.anchors.size(); ++k)
            c.own.push_back(limits());
    r.link_cost = one_in(3) ? number(0, 3) : 0;
    r.skip_x = one_in(3) ? number(0, 2) : 0;
    r.skip_y = one_in(3) ? number(0, 2) : 0;
    r.overlap = static_cast<overlap_rule>(number(0, 2));
    r.most_overlap = number(0, 4);
    r.either_direction = one_in(2);
    r.rising = !one_in(4);
    r.falling = !r.rising || !one_in(3);
    r.least_score = one_in(3) ? number(-3, 8) : 1;
    if (one_in(4))
        r.most_blocks = static_cast<std::uint64_t>(number(0, 3));
    r.threads = 1;
    return c;
}

} // namespace vglcs::test
