// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/box_maximum.hpp>

#include <algorithm>

namespace rmq {

box_points::box_points(std::vector<index> ranks, unsigned block_bits)
    : block_bits_{block_bits}, ranks_{std::move(ranks)}
{
    // the top level has fewer nodes than a node has children
    for (unsigned bits = block_bits; bits == block_bits || (ranks_.size() >> bits) > 0; bits += arity_bits) {
        levels_.push_back({.needed = false, .bits = bits, .ranks = {}, .position = {}});
        if (bits + arity_bits >= 32)
            break;
    }
}

template <class At>
void box_points::cover(std::size_t first, std::size_t last, At && at) const
{
    constexpr std::size_t arity = std::size_t{1} << arity_bits;
    for (std::size_t k = 0; first < last; ++k) {
        bool const top = k + 1 == levels_.size();
        while (first < last && (top || first % arity != 0))
            at(k, first++);
        while (first < last && last % arity != 0)
            at(k, --last);
        first /= arity;
        last /= arity;
    }
}

void box_points::need(std::size_t first, std::size_t last) noexcept
{
    std::size_t const block = std::size_t{1} << block_bits_;
    cover((first + block - 1) / block, last / block, [this](std::size_t k, std::size_t) { levels_[k].needed = true; });
}

void box_points::build()
{
    std::size_t const size = ranks_.size();
    if (std::ranges::none_of(levels_, &level::needed))
        return;
    huge_vector<index> at(size); // position of each rank
    for (std::size_t p = 0; p < size; ++p)
        at[ranks_[p]] = static_cast<index>(p);
    for (level & l : levels_) {
        if (!l.needed)
            continue;
        l.ranks.resize(size);
        l.position.resize(size);
        std::vector<std::size_t> next((size >> l.bits) + 1);
        for (std::size_t node = 0; node < next.size(); ++node)
            next[node] = node << l.bits;
        for (std::size_t r = 0; r < size; ++r) {
            std::size_t const slot = next[at[r] >> l.bits]++;
            l.ranks[slot] = static_cast<index>(r);
            l.position[slot] = at[r];
        }
    }
}

std::size_t box_points::bytes() const noexcept
{
    std::size_t sum = ranks_.capacity() * sizeof(index);
    for (level const & l : levels_)
        sum += (l.ranks.capacity() + l.position.capacity()) * sizeof(index);
    return sum;
}

box_maximum::box_maximum(box_points const & points, std::span<index const> labels)
    : points_{&points}, labels_{labels}, values_(points.size()), group_best_((points.size() >> group_bits) + 1, absent),
      winners_(points.levels_.size())
{
    std::ranges::fill(values_, absent);
    for (std::size_t k = 0; k < winners_.size(); ++k) {
        if (!points.levels_[k].needed)
            continue;
        for (unsigned bits = fan_bits; bits < points.levels_[k].bits + fan_bits; bits += fan_bits) {
            auto & tier = winners_[k].tiers.emplace_back();
            // a tier's runs end with their node, so the last tier has one a node
            tier.resize((points.size() >> std::min(bits, points.levels_[k].bits)) + 1);
            std::ranges::fill(tier, none);
        }
    }
}

void box_maximum::set(std::size_t position, std::int64_t value)
{
    std::int64_t const before = values_[position];
    values_[position] = value;
    std::size_t const group = position >> group_bits;
    if (value >= group_best_[group]) {
        group_best_[group] = value;
    } else if (before == group_best_[group]) {
        std::size_t const first = group << group_bits;
        std::size_t const last = std::min(first + (std::size_t{1} << group_bits), values_.size());
        group_best_[group] = *std::max_element(values_.begin() + static_cast<std::ptrdiff_t>(first),
                                               values_.begin() + static_cast<std::ptrdiff_t>(last));
    }
    for (std::size_t k = 0; k < winners_.size(); ++k)
        if (!winners_[k].tiers.empty())
            set_in_level(k, static_cast<index>(position));
}

void box_maximum::set_in_level(std::size_t level, index position)
{
    box_points::level const & l = points_->levels_[level];
    std::size_t const start = position >> l.bits << l.bits;
    std::size_t const stop = std::min(start + (std::size_t{1} << l.bits), values_.size());
    auto const first = l.ranks.begin() + static_cast<std::ptrdiff_t>(start);
    auto const last = l.ranks.begin() + static_cast<std::ptrdiff_t>(stop);
    std::size_t child =
        static_cast<std::size_t>(std::lower_bound(first, last, points_->ranks_[position]) - l.ranks.begin());
    std::size_t child_stop = stop; // end of the node among the children of this tier
    unsigned done = 0;             // bits of a child
    for (std::size_t t = 0; t < winners_[level].tiers.size(); ++t) {
        auto & tier = winners_[level].tiers[t];
        unsigned const bits = std::min(fan_bits, l.bits - done);
        std::size_t const run = child >> bits;
        index & winner = tier[run];
        if (winner != position && !better(position, winner))
            return; // it was not the best here, nor is it now
        auto const at = [&](std::size_t c) { return t == 0 ? l.position[c] : winners_[level].tiers[t - 1][c]; };
        index now = none;
        std::size_t const end = std::min((run + 1) << bits, child_stop);
        for (std::size_t c = run << bits; c < end; ++c)
            if (index const p = at(c); p != none && better(p, now))
                now = p;
        winner = now; // above it, the value of the same winner may have changed all the same
        done += bits;
        child = run;
        child_stop = ((child_stop - 1) >> bits) + 1;
    }
}

void box_maximum::scan(std::size_t first, std::size_t last, index lowest, index highest, best & known) const
{
    index const * const ranks = points_->ranks_.data();
    index const span = highest - lowest;
    for (std::size_t stop = last; stop > first;) {
        std::size_t const group = (stop - 1) >> group_bits;
        std::size_t const start = std::max(group << group_bits, first);
        // none of them can win: not even by a tie, where nothing is known but a bound
        std::int64_t const top = group_best_[group];
        if (top > known.value || (top == known.value && known.position != none && top != absent)) {
            std::size_t p = start;
            constexpr std::size_t lanes = 16;
            for (; p + lanes <= stop; p += lanes) {
                index inside = 0;
                for (std::size_t k = 0; k < lanes; ++k)
                    inside |= static_cast<index>(ranks[p + k] - lowest < span);
                if (inside)
                    for (std::size_t k = 0; k < lanes; ++k)
                        if (ranks[p + k] - lowest < span)
                            improve(static_cast<index>(p + k), known);
            }
            for (; p < stop; ++p)
                if (ranks[p] - lowest < span)
                    improve(static_cast<index>(p), known);
        }
        stop = start;
    }
}

void box_maximum::ask_node(std::size_t level, std::size_t node, index lowest, index highest, best & known) const
{
    box_points::level const & l = points_->levels_[level];
    auto const & tiers = winners_[level].tiers;
    auto const beats = [&](index p) {
        return p != none && (values_[p] > known.value || (values_[p] == known.value && known.position != none &&
                                                          labels_[p] > labels_[known.position]));
    };
    if (!beats(tiers.back()[node]))
        return;
    std::size_t const start = node << l.bits;
    std::size_t const stop = std::min(start + (std::size_t{1} << l.bits), values_.size());
    auto const begin = l.ranks.begin();
    auto const first_slot =
        std::lower_bound(begin + static_cast<std::ptrdiff_t>(start), begin + static_cast<std::ptrdiff_t>(stop), lowest);
    auto const last_slot = std::lower_bound(first_slot, begin + static_cast<std::ptrdiff_t>(stop), highest);
    std::size_t first = static_cast<std::size_t>(first_slot - begin),
                last = static_cast<std::size_t>(last_slot - begin);
    auto const look = [&](std::size_t t, std::size_t c) {
        index const p = t == 0 ? l.position[c] : tiers[t - 1][c];
        if (p != none)
            improve(p, known);
    };
    unsigned done = 0;
    for (std::size_t t = 0; first < last; ++t) {
        unsigned const bits = t < tiers.size() ? std::min(fan_bits, l.bits - done) : 0;
        std::size_t const fan = std::size_t{1} << bits;
        while (first < last && (bits == 0 || first % fan != 0))
            look(t, first++);
        // a node's last run may be cut short by the end of the points: it is a whole run all the same only there
        while (first < last && last % fan != 0)
            look(t, --last);
        first >>= bits;
        last >>= bits;
        done += bits;
    }
}

void box_maximum::query(std::size_t first, std::size_t last, index lowest, index highest, best & known) const
{
    if (first >= last || lowest >= highest)
        return;
    std::size_t const block = std::size_t{1} << points_->block_bits_;
    std::size_t const from = (first + block - 1) / block, to = last / block;
    if (from >= to) {
        scan(first, last, lowest, highest, known);
        return;
    }
    scan(to * block, last, lowest, highest, known);
    points_->cover(from, to, [&](std::size_t k, std::size_t node) { ask_node(k, node, lowest, highest, known); });
    scan(first, from * block, lowest, highest, known);
}

std::size_t box_maximum::bytes() const noexcept
{
    std::size_t sum = values_.capacity() * sizeof(std::int64_t) + group_best_.capacity() * sizeof(std::int64_t);
    for (winners const & w : winners_)
        for (auto const & tier : w.tiers)
            sum += tier.capacity() * sizeof(index);
    return sum;
}

} // namespace rmq
