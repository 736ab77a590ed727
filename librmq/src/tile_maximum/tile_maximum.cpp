// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/tile_maximum.hpp>

#include <algorithm>
#include <numeric>

namespace rmq {

tile_points::tile_points(std::span<index const> ranks)
    : slot_(ranks.size()), position_(ranks.size()), rank_(ranks.size())
{
    std::iota(position_.begin(), position_.end(), index{0});
    split(ranks, position_.data(), position_.size());
    for (std::size_t s = 0; s < position_.size(); ++s) {
        slot_[position_[s]] = static_cast<index>(s);
        rank_[s] = ranks[position_[s]];
    }
    std::vector<box> tiles((position_.size() >> tile_bits) + 1);
    for (std::size_t s = 0; s < position_.size(); ++s) {
        box & b = tiles[s >> tile_bits];
        b.first = std::min(b.first, position_[s]);
        b.last = std::max(b.last, position_[s]);
        b.lowest = std::min(b.lowest, rank_[s]);
        b.highest = std::max(b.highest, rank_[s]);
    }
    levels_.push_back(std::move(tiles));
    while (levels_.back().size() > 1) {
        std::vector<box> const & below = levels_.back();
        std::vector<box> above(((below.size() - 1) >> fan_bits) + 1);
        for (std::size_t k = 0; k < below.size(); ++k) {
            box & b = above[k >> fan_bits];
            b.first = std::min(b.first, below[k].first);
            b.last = std::max(b.last, below[k].last);
            b.lowest = std::min(b.lowest, below[k].lowest);
            b.highest = std::max(b.highest, below[k].highest);
        }
        levels_.push_back(std::move(above));
    }
}

void tile_points::split(std::span<index const> ranks, index * begin, std::size_t size)
{
    std::size_t unit = std::size_t{1} << tile_bits;
    if (size <= unit)
        return;
    while (unit << fan_bits < size)
        unit <<= fan_bits;
    // columns by position, four units in each by rank
    auto const cut = [](index * first, std::size_t count, std::size_t part, auto const & less) {
        auto const halve = [&](auto const & self, std::size_t low, std::size_t high) -> void {
            std::size_t const parts = (high - low - 1) / part + 1;
            if (parts < 2)
                return;
            std::size_t const middle = low + parts / 2 * part;
            std::nth_element(first + low, first + middle, first + high, less);
            self(self, low, middle);
            self(self, middle, high);
        };
        halve(halve, 0, count);
    };
    std::size_t const column = unit << fan_bits / 2;
    cut(begin, size, column, std::less{});
    for (std::size_t c = 0; c < size; c += column)
        cut(begin + c, std::min(column, size - c), unit, [&](index p, index q) { return ranks[p] < ranks[q]; });
    for (std::size_t u = 0; u < size; u += unit)
        split(ranks, begin + u, std::min(unit, size - u));
}

std::size_t tile_points::bytes() const noexcept
{
    std::size_t sum = (slot_.capacity() + position_.capacity() + rank_.capacity()) * sizeof(index);
    for (auto const & level : levels_)
        sum += level.capacity() * sizeof(box);
    return sum;
}

tile_maximum::tile_maximum(tile_points const & points, std::span<index const> labels)
    : points_{&points}, labels_{labels}, values_(points.size())
{
    std::ranges::fill(values_, absent);
    for (auto const & level : points.levels_)
        tiles_.emplace_back(level.size());
}

tile_maximum::winner tile_maximum::winner_of_slots(std::size_t number) const noexcept
{
    std::size_t const stop = std::min((number + 1) << tile_points::tile_bits, values_.size());
    winner out;
    for (std::size_t s = number << tile_points::tile_bits; s < stop; ++s)
        if (values_[s] >= out.value && values_[s] != absent)
            out = std::max(out, winner{.value = values_[s], .label = labels_[points_->position_[s]]});
    return out;
}

void tile_maximum::set(std::size_t position, std::int64_t value)
{
    std::size_t const slot = points_->slot_[position];
    winner const before{.value = values_[slot], .label = labels_[position]};
    winner const now{.value = value, .label = labels_[position]};
    values_[slot] = value;
    std::size_t number = slot >> tile_points::tile_bits;
    for (std::size_t level = 0; level < tiles_.size(); ++level) {
        winner & top = tiles_[level][number];
        if (value != absent && top < now) {
            top = now;
        } else if (top == before) {
            winner found;
            if (level == 0) {
                found = winner_of_slots(number);
            } else {
                std::size_t const first = number << tile_points::fan_bits;
                std::size_t const last = std::min(first + fan, tiles_[level - 1].size());
                for (std::size_t c = first; c < last; ++c)
                    found = std::max(found, tiles_[level - 1][c]);
            }
            top = found;
        } else {
            return; // it was not the best here, nor is it now
        }
        number >>= tile_points::fan_bits;
    }
}

tile_maximum::children tile_maximum::children_of(std::size_t level, std::size_t number,
                                                 asked const & box) const noexcept
{
    std::vector<tile_points::box> const & boxes = points_->levels_[level - 1];
    std::vector<winner> const & winners = tiles_[level - 1];
    std::size_t const first = number << tile_points::fan_bits;
    std::size_t const last = std::min(first + fan, boxes.size());
    children out;
    for (std::size_t c = first; c < last; ++c) {
        if (!box.meets(boxes[c]) || winners[c].value == absent)
            continue;
        std::size_t at = out.count++;
        for (; at > 0 && winners[out.numbers[at - 1]] < winners[c]; --at)
            out.numbers[at] = out.numbers[at - 1];
        out.numbers[at] = static_cast<index>(c);
    }
    return out;
}

void tile_maximum::query_tile(std::size_t level, std::size_t number, asked const & box, best & known,
                              winner & so_far) const
{
    if (level > 0) {
        children const c = children_of(level, number, box);
        for (std::size_t k = 0; k < c.count; ++k) {
            if (!(so_far < tiles_[level - 1][c.numbers[k]]))
                return;
            query_tile(level - 1, c.numbers[k], box, known, so_far);
        }
        return;
    }
    std::size_t const stop = std::min((number + 1) << tile_points::tile_bits, values_.size());
    for (std::size_t s = number << tile_points::tile_bits; s < stop; ++s) {
        index const position = points_->position_[s];
        if (!box.holds(position, points_->rank_[s]) || values_[s] < so_far.value || values_[s] == absent)
            continue;
        winner const w{.value = values_[s], .label = labels_[position]};
        if (so_far < w) {
            so_far = w;
            known = {.value = w.value, .position = position};
        }
    }
}

void tile_maximum::query(std::size_t first, std::size_t last, index lowest, index highest, best & known) const
{
    if (first >= last || lowest >= highest)
        return;
    asked const box{static_cast<index>(first), static_cast<index>(last - 1), lowest, highest - 1};
    // without a point nothing is better by a tie
    winner so_far{.value = known.value, .label = known.position == none ? none : labels_[known.position]};
    query_tile(tiles_.size() - 1, 0, box, known, so_far);
}

std::size_t tile_maximum::bytes() const noexcept
{
    std::size_t sum = values_.capacity() * sizeof(std::int64_t);
    for (auto const & level : tiles_)
        sum += level.capacity() * sizeof(winner);
    return sum;
}

} // namespace rmq
