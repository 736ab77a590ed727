// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/chain_reasons.hpp>

#include <algorithm>
#include <tuple>

namespace vglcs {

namespace {

/// Neighbours that are looked at in each direction.
constexpr std::size_t near = 64;

auto place(anchor const & a)
{
    return std::tuple{a.sequences, a.x, a.y};
}

} // namespace

chain_reasons::chain_reasons(std::span<anchor const> anchors, chain_rules const & rules, anchor_blocks const & blocks,
                             std::size_t given)
    : anchors_{anchors}, rules_{&rules}, blocks_{&blocks}, block_(anchors.size(), none), place_(anchors.size(), none)
{
    for (std::size_t b = 0; b < blocks.blocks.size(); ++b) {
        auto const members = blocks.anchors_of(blocks.blocks[b]);
        for (std::size_t p = 0; p < members.size(); ++p) {
            block_[members[p]] = static_cast<std::uint32_t>(b);
            place_[members[p]] = static_cast<std::uint32_t>(p);
        }
        if (b >= given)
            continue;
        std::int64_t score = 0;
        for (std::size_t p = 0; p < members.size(); ++p) {
            if (p > 0)
                score -= measure_link(anchors[members[p - 1]], anchors[members[p]], blocks.blocks[b].falling,
                                      limits(members[p]), rules)
                             ->cost;
            score += anchors[members[p]].weight;
            score_to_.push_back(score); // given blocks come first in anchor_blocks::members
        }
        if (given == blocks.blocks.size())
            continue; // nobody asks
        for (std::size_t p = 0; p < members.size(); ++p) {
            longest_ = std::max(longest_, anchors[members[p]].length_x);
            widest_ = std::max(widest_, limits(members[p]).hi_x);
            members_.push_back({.where = anchors[members[p]],
                                .number = members[p],
                                .block = static_cast<std::uint32_t>(b),
                                .place = static_cast<std::uint32_t>(p),
                                .falling = blocks.blocks[b].falling});
        }
        ends_.push_back(members_.back());
    }
    auto const by_place = [](member const & m) { return std::tuple_cat(place(m.where), std::tuple{m.number}); };
    std::ranges::sort(members_, {}, by_place);
    std::ranges::sort(ends_, {}, by_place);
}

std::int64_t chain_reasons::score_from(std::size_t block, std::size_t at) const noexcept
{
    anchor_block const & b = blocks_->blocks[block];
    return b.score - score_to_[b.first + at] + anchors_[blocks_->members[b.first + at]].weight;
}

void chain_reasons::look_for_loss(std::uint32_t k, chain_reason & r) const
{
    anchor const & a = anchors_[k];
    auto const consider = [&](std::size_t block, std::int64_t score) {
        std::int64_t const by = blocks_->blocks[block].score - score;
        if (!r.loses || std::tuple{by, block} < std::tuple{r.loses->by, r.loses->block})
            r.loses = {.block = block, .by = by};
    };
    // from the anchor, which ends a chain of that score, on to a member
    auto const consider_next = [&](anchor const & next, std::uint32_t number, bool falling, std::size_t block,
                                   std::size_t p, std::int64_t score) {
        auto const link = measure_link(a, next, falling, limits(number), *rules_);
        if (link && link->allowed)
            consider(block, score - link->cost + score_from(block, p));
    };
    auto const at = std::ranges::lower_bound(members_, place(a), {}, [](member const & m) { return place(m.where); });
    std::size_t seen = 0;
    for (auto m = at; m != members_.begin() && seen < near; ++seen) {
        --m;
        if (m->where.sequences != a.sequences || a.x - m->where.x - longest_ > limits(k).hi_x)
            break; // those before are too far as well
        if (!fits(a, *m))
            continue;
        auto const link = measure_link(m->where, a, m->falling, limits(k), *rules_);
        // a trimmed anchor would lose a share of what its weight is raised by
        if (!link || !link->allowed ||
            (rules_->overlap == overlap_rule::trimmed && link->overlap_x + link->overlap_y > 0))
            continue;
        anchor_block const & b = blocks_->blocks[m->block];
        std::int64_t const score = score_to_[b.first + m->place] - link->cost + a.weight;
        consider(m->block, score);
        for (std::size_t p = m->place + 1; p < std::min<std::size_t>(b.size, m->place + near); ++p)
            consider_next(anchors_[blocks_->members[b.first + p]], blocks_->members[b.first + p], m->falling, m->block,
                          p, score);
    }
    seen = 0;
    for (auto m = at; m != members_.end() && m->where.sequences == a.sequences &&
                      m->where.x - a.x - a.length_x <= widest_ && seen < near;
         ++m, ++seen)
        if (fits(a, *m))
            consider_next(m->where, m->number, m->falling, m->block, m->place, a.weight);
}

void chain_reasons::look_for_gap(std::uint32_t k, chain_reason & r) const
{
    anchor const & a = anchors_[k];
    // what the anchor brings: itself, or itself and what follows it in its own block
    auto const brings = [&](bool falling) {
        anchor_block const & own = blocks_->blocks[block_[k]];
        std::int64_t score = a.weight, best = a.weight;
        if (own.falling != falling)
            return best;
        auto const members = blocks_->anchors_of(own);
        for (std::size_t p = place_[k] + 1; p < std::min(members.size(), place_[k] + near); ++p) {
            score += anchors_[members[p]].weight -
                     measure_link(anchors_[members[p - 1]], anchors_[members[p]], falling, limits(members[p]), *rules_)
                         ->cost;
            best = std::max(best, score);
        }
        return best;
    };
    auto const at = std::ranges::lower_bound(ends_, place(a), {}, [](member const & m) { return place(m.where); });
    std::size_t seen = 0;
    std::tuple<std::int64_t, std::size_t> least{};
    for (auto m = at; m != ends_.begin() && seen < near; ++seen) {
        --m;
        if (m->where.sequences != a.sequences)
            break;
        if (!fits(a, *m))
            continue;
        link_limits raised = limits(k);
        auto const link = measure_link(m->where, a, m->falling, raised, *rules_);
        if (!link || link->allowed)
            continue;
        std::int64_t const over_x = std::max<std::int64_t>(link->skipped_x - raised.hi_x, 0);
        std::int64_t const over_y = std::max<std::int64_t>(link->skipped_y - raised.hi_y, 0);
        std::tuple const far{over_x + over_y, std::size_t{m->block}};
        if (r.too_far && least <= far)
            continue;
        raised.hi_x = std::max(raised.hi_x, link->skipped_x);
        raised.hi_y = std::max(raised.hi_y, link->skipped_y);
        auto const linked = measure_link(m->where, a, m->falling, raised, *rules_);
        if (!linked->allowed || brings(m->falling) <= linked->cost)
            continue;
        least = far;
        r.too_far = {.block = m->block,
                     .after = m->number,
                     .gap_x = link->skipped_x,
                     .gap_y = link->skipped_y,
                     .limit_x = limits(k).hi_x,
                     .limit_y = limits(k).hi_y};
    }
}

chain_reason chain_reasons::of(std::uint32_t k) const
{
    chain_reason r{.loses = {}, .too_far = {}, .block = block_[k], .score = blocks_->blocks[block_[k]].score};
    look_for_loss(k, r);
    if (!r.loses)
        look_for_gap(k, r);
    return r;
}

} // namespace vglcs
