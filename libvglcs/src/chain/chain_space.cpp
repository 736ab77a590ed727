// SPDX-License-Identifier: BSD-3-Clause
#include "chain/chain_space.hpp"

#include "chain/chain_axis.hpp"
#include "chain/radix_order.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace vglcs::detail {

namespace {

/// A sweep along x costs by the places in a window on x; where they are many, y may have fewer.
constexpr std::uint64_t many_places = 512;
/// Tiles serve windows of more places than that ...
constexpr double few_places = 256;
/// ... whose boxes hold no more, were the places independent on both axes.
constexpr double small_box = 4096;
/// Windows with more places are asked for as a whole every time, without tiles: going through them costs more.
constexpr std::uint64_t longest_noted = 1 << 16;
constexpr std::size_t most_listed = 48;

using number = chain_space::number;

/// First place in sorted `ends` with a value of at least `value`, from a guess on.
std::size_t first_at_least(std::span<std::int64_t const> ends, std::size_t guess, std::int64_t value)
{
    std::size_t step = 1, low = guess, high = guess;
    if (guess < ends.size() && ends[guess] < value) {
        while (high < ends.size() && ends[high] < value) {
            low = high + 1;
            high = std::min(ends.size(), high + step);
            step *= 2;
        }
    } else {
        while (low > 0 && ends[low - 1] >= value) {
            high = low - 1;
            low = low > step ? low - step : 0;
            step *= 2;
        }
    }
    auto const first = ends.begin();
    return static_cast<std::size_t>(
        std::lower_bound(first + static_cast<std::ptrdiff_t>(low), first + static_cast<std::ptrdiff_t>(high), value) -
        first);
}

} // namespace

/// All windows on one axis, and the orders that belong to it.
struct chain_space::axis_windows
{
    std::vector<number> by_start, by_end; ///< anchors
    std::vector<window> windows;          ///< [anchors] places in by_end
    std::uint64_t places = 0;             ///< in all windows together

    axis_windows(chain_space const & space, bool is_y)
    {
        std::size_t const size = space.sources_.size();
        chain_axis const axis{.is_y = is_y, .mirrored = is_y && space.falling_};
        std::vector<std::int64_t> keys(size);
        by_start.resize(size);
        std::iota(by_start.begin(), by_start.end(), number{0});
        by_end = by_start;
        for (number j = 0; j < size; ++j)
            keys[j] = axis.end(space.at(j));
        sort_by_key(keys, by_end);
        std::vector<std::int64_t> ends(size);
        for (std::size_t p = 0; p < size; ++p)
            ends[p] = keys[by_end[p]];
        for (number j = 0; j < size; ++j)
            keys[j] = axis.start(space.at(j));
        sort_by_key(keys, by_start);

        windows.resize(size);
        chain_rules const & rules = *space.rules_;
        auto const [common_lo, common_hi] = axis.limits(rules.limits);
        bool const overlaps = rules.overlap != overlap_rule::none;
        std::size_t first = 0, last = 0, shared = 0;
        for (number const j : by_start) {
            std::int64_t lo = common_lo, hi = common_hi;
            if (!rules.own.empty())
                std::tie(lo, hi) = axis.limits(space.limits(j));
            std::int64_t const start = keys[j];
            first = hi > chain_axis::furthest * 2 ? 0 : first_at_least(ends, first, start - hi);
            last = lo > chain_axis::furthest * 2 ? 0 : first_at_least(ends, last, start - lo + 1);
            window & w = windows[j];
            w.first = static_cast<number>(std::min(first, last));
            w.last = w.overlap_last = static_cast<number>(last);
            if (lo <= 0 && overlaps) {
                std::int64_t const length = axis.length(space.at(j)); // anchors are far apart in memory in this order
                std::int64_t const most = rules.overlap == overlap_rule::trimmed ? length - 1 : rules.most_overlap;
                if (most < length) {
                    shared = first_at_least(ends, std::max(shared, last), start + most + 1);
                    w.overlap_last = static_cast<number>(shared);
                }
            }
            places += w.overlap_last - w.first;
        }
    }
};

chain_space::chain_space(std::span<anchor const> anchors, chain_rules const & rules,
                         std::span<std::uint32_t const> sources, bool falling)
    : anchors_{anchors}, rules_{&rules}, sources_{sources}, falling_{falling}
{
}

void chain_space::place_anchors()
{
    std::size_t const size = sources_.size();
    auto along = std::make_unique<axis_windows>(*this, false);
    auto across = std::make_unique<axis_windows>(*this, true);
    if (along->places > many_places * size && across->places < along->places) {
        std::swap(along, across);
        swapped_ = true;
    }
    sweep_ = std::move(along->by_start);
    anchor_at_ = std::move(along->by_end);
    place_.resize(size);
    for (std::size_t p = 0; p < size; ++p)
        place_[anchor_at_[p]] = static_cast<number>(p);
    std::vector<number> ranks(size);
    for (std::size_t r = 0; r < size; ++r)
        ranks[place_[across->by_end[r]]] = static_cast<number>(r);
    along_ = std::move(along->windows);
    across_ = std::move(across->windows);
    auto const mean = [&](axis_windows const & w) { return static_cast<double>(w.places) / static_cast<double>(size); };
    if (mean(*along) > few_places && mean(*along) * mean(*across) < small_box * static_cast<double>(size)) {
        tiles_ = std::make_unique<rmq::tile_points>(ranks);
    } else {
        points_ = std::make_unique<rmq::box_points>(std::move(ranks));
        if (rules_->overlap != overlap_rule::trimmed)
            for (window const & w : along_) {
                points_->need(w.first, w.last);
                points_->need(w.first, w.overlap_last);
                points_->need(w.last, w.overlap_last);
            }
        points_->build();
    }

    // One set of values serves gaps and overlaps where they cost the same and every anchor may overlap.
    bool const costs = rules_->skip_x != 0 || rules_->skip_y != 0;
    auto const long_enough = [&](std::uint32_t s) {
        return std::min(anchors_[s].length_x, anchors_[s].length_y) > rules_->most_overlap;
    };
    auto const add = [&](bool x, bool y, bool any) {
        layers_.push_back(
            {.overlap_x = x,
             .overlap_y = y,
             .any = any,
             .values = tiles_ ? anchor_values{*tiles_, anchor_at_} : anchor_values{*points_, anchor_at_}});
    };
    if (rules_->overlap != overlap_rule::allowed || rules_->most_overlap == 0) {
        add(false, false, rules_->overlap == overlap_rule::trimmed);
    } else if (!costs && std::ranges::all_of(sources_, long_enough)) {
        add(false, false, true);
    } else {
        for (int k = 0; k < 4; ++k)
            add((k & 1) != 0, (k & 2) != 0, false);
    }
    one_key_ = layers_.size() == 1 && rules_->overlap != overlap_rule::trimmed;
    if (!one_key_ || !costs)
        return;
    chain_axis const x{.is_y = false, .mirrored = false}, y{.is_y = true, .mirrored = falling_};
    key_over_bound_.resize(size);
    costs_.resize(size);
    for (number j = 0; j < size; ++j) {
        key_over_bound_[j] = rules_->skip_x * x.end(at(j)) + rules_->skip_y * y.end(at(j));
        costs_[j] = cost_of(layers_[0], at(j));
    }
}

void chain_space::set_bound(number j, std::int64_t v)
{
    bound_[j] = v;
    if (one_key_) {
        layers_[0].values.set(place_[j], key_of(j));
        return;
    }
    anchor const & a = at(j);
    chain_axis const x{.is_y = false, .mirrored = false}, y{.is_y = true, .mirrored = falling_};
    for (layer & l : layers_) {
        if (rules_->overlap == overlap_rule::allowed && ((l.overlap_x && a.length_x <= rules_->most_overlap) ||
                                                         (l.overlap_y && a.length_y <= rules_->most_overlap)))
            continue;
        std::int64_t key = v;
        if (v != anchor_values::absent && !l.any) // skipped units are counted from the two places
            key += (l.overlap_x ? 0 : rules_->skip_x * x.end(a)) + (l.overlap_y ? 0 : rules_->skip_y * y.end(a));
        l.values.set(place_[j], key);
    }
}

std::int64_t chain_space::cost_of(layer const & l, anchor const & a) const noexcept
{
    chain_axis const x{.is_y = false, .mirrored = false}, y{.is_y = true, .mirrored = falling_};
    return rules_->link_cost +
           (l.any ? 0
                  : (l.overlap_x ? 0 : rules_->skip_x * x.start(a)) + (l.overlap_y ? 0 : rules_->skip_y * y.start(a)));
}

std::pair<chain_space::window, chain_space::window> chain_space::windows_of(layer const & l, number j) const noexcept
{
    bool const shared_along = swapped_ ? l.overlap_y : l.overlap_x;
    bool const shared_across = swapped_ ? l.overlap_x : l.overlap_y;
    auto const part = [&](window const & w, bool shared) {
        return window{.first = shared ? w.last : w.first, .last = shared || l.any ? w.overlap_last : w.last};
    };
    return {part(along_[j], shared_along), part(across_[j], shared_across)};
}

chain_space::candidate chain_space::best_before(number j, candidate best) const
{
    if (rules_->overlap == overlap_rule::trimmed)
        return best_trimmed(j, best);
    for (layer const & l : layers_) {
        std::int64_t const cost = cost_of(l, at(j));
        auto const [along, across] = windows_of(l, j);
        anchor_values::best known{.value = best.gain + cost, .position = anchor_values::none};
        if (best.from != none) // what another layer found wins a tie only by its number
            known.value -= 1;
        l.values.query(along.first, along.last, across.first, across.last, known);
        if (known.position == anchor_values::none)
            continue;
        number const from = anchor_at_[known.position];
        std::int64_t const gain = known.value - cost;
        if (gain > best.gain || (best.from != none && gain == best.gain && from > best.from))
            best = {.from = from, .gain = gain};
    }
    return best;
}

std::int64_t chain_space::gain_from(number p, number t) const
{
    if (one_key_)
        return key_of(p) - cost_to(t);
    return bound_[p] - measure_link(at(p), at(t), falling_, limits(t), *rules_)->cost;
}

chain_space::candidate chain_space::best_before_again(number j, candidate best)
{
    if (!one_key_)
        return best_before(j, best);
    if (lists_.empty())
        lists_.resize(sources_.size());
    shortlist const & list = lists_[j];
    if (list.first == none) {
        auto const [along, across] = windows_of(layers_[0], j);
        if ((!tiles_ && along.last - along.first > longest_noted) || listed_.size() + most_listed >= none)
            return best_before(j, best);
        note_window(j);
    }
    std::int64_t const cost = cost_to(j);
    for (;; note_window(j)) {
        keyed top{.key = cost, .j = none}; // no link is made for less
        for (std::uint32_t k = list.first; k < list.first + list.size; ++k) {
            keyed const next{.key = key_of(listed_[k]), .j = listed_[k]};
            if (next.key > top.key || (next.key == top.key && top.j != none && next.j > top.j))
                top = next;
        }
        keyed const left{.key = list.left_key, .j = list.left_number};
        if (left.j == none || left.key <= cost || (top.j != none && !left.better_than(top)))
            return {.from = top.j, .gain = top.j == none ? 0 : top.key - cost};
    }
}

void chain_space::note_window(number j)
{
    auto const [along, across] = windows_of(layers_[0], j);
    auto const better = [](keyed const & p, keyed const & q) { return p.better_than(q); };
    std::int64_t least = anchor_values::absent;
    bool cut = false;
    auto const keep_the_best = [&] {
        std::ranges::nth_element(found_, found_.begin() + (most_listed - 1), better);
        found_.resize(most_listed);
        least = found_.back().key;
        cut = true;
    };
    found_.clear();
    layers_[0].values.visit(
        along.first, along.last, across.first, across.last, [&] { return least; },
        [&](std::size_t place) {
            std::int64_t const key = layers_[0].values.value(place);
            if (key < least)
                return;
            found_.push_back({.key = key, .j = anchor_at_[place]});
            if (found_.size() == 2 * most_listed)
                keep_the_best();
        });
    if (found_.size() > most_listed)
        keep_the_best();
    shortlist & list = lists_[j];
    if (list.first == none || list.size < found_.size()) {
        list.first = static_cast<std::uint32_t>(listed_.size());
        listed_.resize(listed_.size() + found_.size());
    }
    list.size = static_cast<std::uint32_t>(found_.size());
    std::ranges::transform(found_, listed_.begin() + list.first, &keyed::j);
    list.left_number = none;
    if (cut) {
        list.left_key = found_.back().key;
        list.left_number = found_.back().j;
    }
}

chain_space::candidate chain_space::best_trimmed(number j, candidate best) const
{
    anchor const & a = at(j);
    layers_[0].values.visit(
        along_[j].first, along_[j].overlap_last, across_[j].first, across_[j].overlap_last,
        [&] { return best.gain + rules_->link_cost; }, // no link is cheaper
        [&](std::size_t place) {
            number const from = anchor_at_[place];
            auto const link = measure_link(at(from), a, falling_, limits(j), *rules_);
            if (!link || !link->allowed)
                return;
            std::int64_t const gain = bound_[from] - link->cost;
            if (gain > best.gain || (best.from != none && gain == best.gain && from > best.from))
                best = {.from = from, .gain = gain};
        });
    return best;
}

void chain_space::compute()
{
    computed_ = true;
    std::size_t const size = sources_.size();
    place_anchors();
    weights_.resize(size);
    for (number j = 0; j < size; ++j)
        weights_[j] = at(j).weight;
    bound_.resize(size);
    before_.assign(size, none);
    std::size_t done = 0;
    for (number const j : sweep_) {
        if (done++ % 4096 == 0 && rules_->control && rules_->control->stopped())
            return;
        candidate const c = best_before(j, {});
        before_[j] = c.from;
        set_bound(j, weights_[j] + c.gain);
    }
    sweep_ = {};
    sorted_.resize(size);
    std::iota(sorted_.begin(), sorted_.end(), number{0});
    std::ranges::reverse(sorted_); // of equal bounds the smallest number comes last
    sort_by_key(bound_, sorted_);
    marks_.resize(size);
}

std::optional<number> chain_space::top()
{
    if (!computed_)
        compute();
    for (;;) {
        // Bounds fall without notice: what is kept of them is too high, never too low, and is mended where it comes
        // first.
        while (!sorted_.empty() && (marks_[sorted_.back()] & (gone | lowered)) != 0) {
            if (number const j = sorted_.back(); (marks_[j] & gone) == 0)
                lowered_.push({.bound = bound_[j], .j = j});
            sorted_.pop_back();
        }
        while (!lowered_.empty()) {
            auto const [known, j] = lowered_.top();
            bool const is_gone = (marks_[j] & gone) != 0;
            if (!is_gone && known == bound_[j])
                break;
            lowered_.pop();
            if (!is_gone)
                lowered_.push({.bound = bound_[j], .j = j});
        }
        if (sorted_.empty() && lowered_.empty())
            return std::nullopt;
        number j = none;
        if (lowered_.empty())
            j = sorted_.back();
        else if (sorted_.empty() || entry{.bound = bound_[sorted_.back()], .j = sorted_.back()} < lowered_.top())
            j = lowered_.top().j;
        else
            j = sorted_.back();
        if ((marks_[j] & stale) == 0)
            return j;
        settle(j);
    }
}

void chain_space::settle(number j)
{
    stack_.assign(1, j);
    while (!stack_.empty()) {
        number const t = stack_.back();
        number const p = before_[t];
        candidate guess;
        if (p != none && (marks_[p] & gone) == 0) {
            if ((marks_[p] & stale) != 0) {
                stack_.push_back(p);
                continue;
            }
            guess = {.from = p, .gain = gain_from(p, t)};
            if (weights_[t] + guess.gain == bound_[t]) { // others can only have fallen
                stack_.pop_back();
                marks_[t] &= static_cast<std::uint8_t>(~stale);
                continue;
            }
            if (guess.gain <= 0)
                guess = {};
        }
        candidate const c = best_before_again(t, guess);
        if (c.from != none && (marks_[c.from] & stale) != 0) {
            stack_.push_back(c.from); // its true value may be lower: then another one may be better
            continue;
        }
        stack_.pop_back();
        marks_[t] &= static_cast<std::uint8_t>(~stale);
        if (before_[t] != c.from) {
            disown(t);
            before_[t] = c.from;
            adopt(t);
        }
        if (std::int64_t const v = weights_[t] + c.gain; v != bound_[t]) {
            set_bound(t, v);
            marks_[t] |= lowered;
        }
    }
}

void chain_space::link_children()
{
    std::size_t const size = sources_.size();
    first_child_.assign(size, none);
    next_.assign(size, none);
    previous_.assign(size, none);
    for (number j = 0; j < size; ++j)
        adopt(j);
}

void chain_space::adopt(number child)
{
    number const parent = before_[child];
    if (parent == none)
        return;
    number const second = first_child_[parent];
    previous_[child] = none;
    next_[child] = second;
    if (second != none)
        previous_[second] = child;
    first_child_[parent] = child;
}

void chain_space::disown(number child)
{
    number const parent = before_[child];
    if (parent == none)
        return;
    if (previous_[child] != none)
        next_[previous_[child]] = next_[child];
    else
        first_child_[parent] = next_[child];
    if (next_[child] != none)
        previous_[next_[child]] = previous_[child];
}

void chain_space::mark_stale_behind(number j)
{
    // what is stale already has nothing but stale anchors behind it
    stack_.assign(1, j);
    while (!stack_.empty()) {
        number const t = stack_.back();
        stack_.pop_back();
        for (number child = first_child_[t]; child != none; child = next_[child])
            if ((marks_[child] & stale) == 0) {
                marks_[child] |= stale;
                stack_.push_back(child);
            }
    }
}

void chain_space::remove(std::span<number const> taken)
{
    if (first_child_.empty())
        link_children();
    for (number const j : taken) {
        marks_[j] |= gone;
        for (layer & l : layers_)
            l.values.set(place_[j], anchor_values::absent);
        bound_[j] = value_of_taken;
    }
    for (number const j : taken)
        mark_stale_behind(j);
}

} // namespace vglcs::detail
