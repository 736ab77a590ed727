// SPDX-License-Identifier: BSD-3-Clause
#include "io/anchors/anchor_rows.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>
#include <tuple>

namespace vglcs::detail {

namespace {

using index = std::uint32_t;

/// Gives query and target one list of sequences, so that (query, x) and (target, y) can be compared.
void join_sequences(anchor_table & t)
{
    std::vector<anchor_table::sequence> all;
    std::ranges::set_union(t.queries, t.targets, std::back_inserter(all), {}, &anchor_table::sequence::name,
                           &anchor_table::sequence::name);
    auto const place = [&](anchor_table::sequence const & s) {
        auto const at = std::ranges::lower_bound(all, s.name, {}, &anchor_table::sequence::name);
        at->length = std::max(at->length, s.length);
        return static_cast<index>(at - all.begin());
    };
    for (auto & p : t.pairs)
        p = {.query = place(t.queries[p.query]), .target = place(t.targets[p.target])};
    t.queries = t.targets = all;
}

/// Numbers pairs anew by (query, target): exchanging sides makes new ones.
class pair_numbers
{
public:
    explicit pair_numbers(anchor_table & t) : t_{&t} {}

    void set(index k, anchor_table::sequence_pair p)
    {
        auto const [at, is_new] = known_.try_emplace({p.query, p.target}, static_cast<index>(pairs_.size()));
        if (is_new)
            pairs_.push_back(p);
        t_->anchors[k].sequences = at->second;
    }
    void close()
    {
        std::vector<index> place(pairs_.size());
        std::vector<anchor_table::sequence_pair> sorted;
        for (auto const & [p, number] : known_) { // by (query, target)
            place[number] = static_cast<index>(sorted.size());
            sorted.push_back({.query = p.first, .target = p.second});
        }
        for (anchor & a : t_->anchors)
            a.sequences = place[a.sequences];
        t_->pairs = std::move(sorted);
    }

private:
    anchor_table * t_;
    std::map<std::pair<index, index>, index> known_;
    std::vector<anchor_table::sequence_pair> pairs_;
};

/// Of rows for which `same` holds with the row before them in `order`, the heaviest stays, of several the first by
/// (y, x, text); the others get `reason`.
template <class Same>
void keep_heaviest(anchor_table & t, std::vector<index> const & order, Same && same, std::string const & reason)
{
    auto const rank = [&](index k) {
        anchor const & a = t.anchors[k];
        return std::tuple{-a.weight, a.y, a.x, t.row(k)};
    };
    for (std::size_t first = 0; first < order.size();) {
        std::size_t last = first + 1;
        index best = order[first];
        for (; last < order.size() && same(order[last - 1], order[last]); ++last)
            if (rank(order[last]) < rank(best))
                best = order[last];
        for (std::size_t k = first; k < last; ++k)
            if (order[k] != best)
                t.filtered[order[k]] = reason;
        first = last;
    }
}

} // namespace

void rank_places(anchor_table & t)
{
    auto const rank = [&](bool is_y, bool both) {
        auto const side = [&](index k, bool y) {
            anchor const & a = t.anchors[k];
            auto const & p = t.pairs[a.sequences];
            return std::pair{y ? p.target : p.query, y ? a.y : a.x};
        };
        std::vector<std::pair<index, std::int64_t>> places;
        for (index k = 0; k < t.anchors.size(); ++k) {
            places.push_back(side(k, is_y));
            if (both)
                places.push_back(side(k, !is_y));
        }
        std::ranges::sort(places);
        places.erase(std::unique(places.begin(), places.end()), places.end());
        return [side, places = std::move(places)](index k, bool y) {
            auto const p = side(k, y);
            auto const at = std::ranges::lower_bound(places, p);
            auto const first = std::ranges::lower_bound(places, std::pair{p.first, INT64_MIN});
            return static_cast<std::int64_t>(at - first);
        };
    };
    // sequences compared with themselves have one numbering
    bool const one_set =
        std::ranges::equal(t.queries, t.targets, {}, &anchor_table::sequence::name, &anchor_table::sequence::name);
    auto const x_rank = rank(false, one_set), y_rank = rank(true, one_set);
    std::vector<std::pair<std::int64_t, std::int64_t>> ranks;
    for (index k = 0; k < t.anchors.size(); ++k)
        ranks.emplace_back(x_rank(k, false), y_rank(k, true));
    for (index k = 0; k < t.anchors.size(); ++k) {
        anchor & a = t.anchors[k];
        a.x = ranks[k].first;
        a.y = ranks[k].second;
        a.length_x = a.length_y = 1;
    }
}

void filter_anchors(anchor_table & t, anchor_filters const & filters)
{
    if (filters.weight)
        for (anchor & a : t.anchors)
            a.weight = *filters.weight;
    bool const one_a_pair = t.format == anchor_format::blast || t.format == anchor_format::dagchainer;
    if (!filters.self && !filters.tandem && !one_a_pair)
        return;
    t.filtered.assign(t.anchors.size(), {});
    if (filters.self) {
        join_sequences(t);
        pair_numbers numbers{t};
        for (index k = 0; k < t.anchors.size(); ++k) {
            anchor & a = t.anchors[k];
            auto p = t.pairs[a.sequences];
            if (p.query == p.target && a.x == a.y)
                t.filtered[k] = "filtered: self";
            if (std::pair{p.target, a.y} < std::pair{p.query, a.x}) {
                std::swap(p.query, p.target);
                std::swap(a.x, a.y);
                std::swap(a.length_x, a.length_y);
                if (!t.own.empty()) {
                    std::swap(t.own[k].lo_x, t.own[k].lo_y);
                    std::swap(t.own[k].hi_x, t.own[k].hi_y);
                }
                if (!t.names_x.empty())
                    std::swap(t.names_x[k], t.names_y[k]);
            }
            numbers.set(k, p);
        }
        numbers.close();
    }
    std::vector<index> order;
    auto const sort_left = [&](auto const & key) {
        order.clear();
        for (index k = 0; k < t.anchors.size(); ++k)
            if (t.filtered[k].empty())
                order.push_back(k);
        std::ranges::sort(order, {}, [&](index k) { return std::tuple_cat(key(t.anchors[k]), std::tuple{t.row(k)}); });
    };
    auto const by_x = [](anchor const & a) { return std::tuple{a.sequences, a.x, a.y}; };
    auto const by_y = [](anchor const & a) { return std::tuple{a.sequences, a.y, a.x}; };
    if (filters.self || one_a_pair) {
        sort_left(by_x);
        keep_heaviest(
            t, order, [&](index p, index q) { return by_x(t.anchors[p]) == by_x(t.anchors[q]); },
            filters.self ? "filtered: mirror" : "filtered: same pair");
    }
    if (!filters.tandem)
        return;
    std::int64_t const reach = *filters.tandem;
    if (filters.self)
        for (index k = 0; k < t.anchors.size(); ++k)
            if (anchor const & a = t.anchors[k]; t.filtered[k].empty() &&
                                                 t.pairs[a.sequences].query == t.pairs[a.sequences].target &&
                                                 a.y - a.x <= reach)
                t.filtered[k] = "filtered: tandem";
    sort_left(by_x);
    keep_heaviest(
        t, order,
        [&](index p, index q) {
            anchor const & a = t.anchors[p];
            anchor const & b = t.anchors[q];
            return a.sequences == b.sequences && a.x == b.x && b.y - a.y <= reach;
        },
        "filtered: tandem");
    sort_left(by_y);
    keep_heaviest(
        t, order,
        [&](index p, index q) {
            anchor const & a = t.anchors[p];
            anchor const & b = t.anchors[q];
            return a.sequences == b.sequences && a.y == b.y && b.x - a.x <= reach;
        },
        "filtered: tandem");
}

} // namespace vglcs::detail
