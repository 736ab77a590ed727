// SPDX-License-Identifier: BSD-3-Clause
/// What steps along the columns do to one row, from either end.
///
/// Values that a step lowers by `skip` a letter are kept with skip * position added (backward: with skip * the distance
/// to the end), so that all windows are plain ones; what falls to 0 or below is no value.
#pragma once

#include "explain/row_lines.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vglcs::detail {

/// The part of a window that lies in a range.
[[nodiscard]] inline window clipped(window w, index_range at) noexcept
{
    return {std::max(w.first, static_cast<std::int64_t>(at.first)),
            std::min(w.last, static_cast<std::int64_t>(at.last) - 1)};
}

/// Rows of maxima of 2, 4, ... neighbours, as many as the longest window that does not begin where the row does.
class window_levels
{
public:
    /// @param longest   letters of the longest such window
    window_levels(std::size_t columns, std::uint64_t longest)
        : columns_{columns}, count_{static_cast<std::size_t>(std::bit_width(std::max<std::uint64_t>(1, longest)))}
    {
    }
    [[nodiscard]] std::size_t count() const noexcept { return count_; }
    [[nodiscard]] std::size_t cells() const noexcept { return (count_ + 1) * columns_; }
    [[nodiscard]] std::size_t level(std::size_t l) const noexcept { return l * columns_; }
    [[nodiscard]] std::size_t prefix() const noexcept { return count_ * columns_; }
    /// Level whose windows cover one of so many letters, two of them.
    [[nodiscard]] static std::size_t level_of(std::int64_t letters) noexcept
    {
        return static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(letters))) - 1;
    }

private:
    std::size_t columns_, count_;
};

/// Maxima of windows of one row.
template <class Wide>
class window_row
{
public:
    window_row(std::size_t columns, std::uint64_t longest) : shape_{columns, longest}, cells_(shape_.cells()) {}

    /// The values, to be written before build().
    [[nodiscard]] Wide * values() noexcept { return cells_.data(); }
    [[nodiscard]] Wide const * values() const noexcept { return cells_.data(); }
    void build(index_range at) noexcept
    {
        at_ = at;
        Wide most = 0;
        Wide * const prefix = cells_.data() + shape_.prefix();
        for (std::size_t k = at.first; k < at.last; ++k)
            prefix[k] = most = std::max(most, cells_[k]);
        for (std::size_t l = 1; l < shape_.count() && std::size_t{1} << l <= at.size(); ++l) {
            Wide const * const below = cells_.data() + shape_.level(l - 1);
            Wide * const now = cells_.data() + shape_.level(l);
            std::size_t const half = std::size_t{1} << (l - 1);
            for (std::size_t k = at.first; k + 2 * half <= at.last; ++k)
                now[k] = std::max(below[k], below[k + half]);
        }
    }
    [[nodiscard]] Wide query(window w) const noexcept
    {
        w = clipped(w, at_);
        if (w.empty())
            return 0;
        if (w.first == static_cast<std::int64_t>(at_.first))
            return before(w.last);
        std::size_t const l = window_levels::level_of(w.last - w.first + 1);
        Wide const * const level = cells_.data() + shape_.level(l);
        return std::max(level[w.first], level[w.last + 1 - (std::int64_t{1} << l)]);
    }
    /// The largest value up to one, whatever window holds.
    [[nodiscard]] Wide before(std::int64_t last) const noexcept
    {
        last = std::min(last, static_cast<std::int64_t>(at_.last) - 1);
        return last < static_cast<std::int64_t>(at_.first) ? Wide{0}
                                                           : cells_[shape_.prefix() + static_cast<std::size_t>(last)];
    }
    [[nodiscard]] index_range range() const noexcept { return at_; }

private:
    window_levels shape_;
    index_range at_;
    std::vector<Wide> cells_;
};

/// The other way round: values are offered to all letters of a window; the largest that each got.
template <class Wide>
class offer_row
{
public:
    offer_row(std::size_t columns, std::uint64_t longest) : shape_{columns, longest}, cells_(shape_.cells()) {}

    void clear(index_range at) noexcept
    {
        at_ = at;
        for (std::size_t l = 0; l <= shape_.count(); ++l)
            detail::clear(cells_.data() + shape_.level(l), at);
    }
    void offer(window w, Wide value) noexcept
    {
        w = clipped(w, at_);
        if (w.empty() || value == 0)
            return;
        auto const put = [&](std::size_t at) { cells_[at] = std::max(cells_[at], value); };
        if (w.first == static_cast<std::int64_t>(at_.first)) {
            put(shape_.prefix() + static_cast<std::size_t>(w.last));
            return;
        }
        std::size_t const l = window_levels::level_of(w.last - w.first + 1);
        put(shape_.level(l) + static_cast<std::size_t>(w.first));
        put(shape_.level(l) + static_cast<std::size_t>(w.last + 1 - (std::int64_t{1} << l)));
    }
    /// Hands everything down; values() then holds the answer.
    void finish() noexcept
    {
        for (std::size_t l = shape_.count() - 1; l > 0; --l) {
            if (std::size_t{1} << l > at_.size())
                continue;
            Wide const * const now = cells_.data() + shape_.level(l);
            Wide * const below = cells_.data() + shape_.level(l - 1);
            std::size_t const half = std::size_t{1} << (l - 1);
            std::size_t const end = at_.last + 1 - 2 * half;
            for (std::size_t k = at_.first; k < end; ++k)
                below[k] = std::max(below[k], now[k]);
            for (std::size_t k = at_.first; k < end; ++k)
                below[k + half] = std::max(below[k + half], now[k]);
        }
        Wide most = 0;
        Wide const * const whole = cells_.data() + shape_.prefix();
        for (std::size_t k = at_.last; k-- > at_.first;) {
            most = std::max(most, whole[k]);
            cells_[k] = std::max(cells_[k], most);
        }
    }
    [[nodiscard]] Wide const * values() const noexcept { return cells_.data(); }

private:
    window_levels shape_;
    index_range at_;
    std::vector<Wide> cells_;
};

/// Both directions of one row's steps.
/// @tparam Wide  holds every value with skip * position added
template <class Value, class Wide>
class column_lines
{
public:
    explicit column_lines(step_side const & side)
        : side_{side}, end_{side.size == 0 ? 0 : side.position(side.size - 1) + 1}, reach_{side}, x_{side.size,
                                                                                                     reach_.small},
          begun_{jump_columns(), reach_.jump}, landed_{jump_columns(), reach_.landing}, x_offers_{side.size,
                                                                                                  reach_.small},
          begun_offers_{jump_columns(), reach_.jump}, landed_offers_{jump_columns(), reach_.landing},
          behind_(jump_columns())
    {
    }
    [[nodiscard]] static std::uint64_t bytes(step_side const & side)
    {
        reaches const far{side};
        auto const rows = [&](std::uint64_t longest) { return window_levels{side.size, longest}.cells(); };
        std::uint64_t cells = rows(far.small);
        if (side.has_jumps)
            cells += rows(far.jump) + rows(far.landing) + 1;
        return 2 * cells * sizeof(Wide);
    }

    // ---- forward ----

    /// @param m   the row's values
    void build(Value const * m, index_range at)
    {
        Wide * const x = x_.values();
        if (side_.skip == 0)
            std::copy(m + at.first, m + at.last, x + at.first);
        else
            for (std::size_t j = at.first; j < at.last; ++j)
                x[j] = m[j] == 0 ? Wide{0} : static_cast<Wide>(m[j] + raised(j));
        x_.build(at);
        if (!side_.has_jumps)
            return;
        for (std::size_t b = at.first; b < at.last; ++b)
            begun_.values()[b] =
                leaves(b) ? less(x_.query(side_.before(b)), raised_before(b) + side_.jumps.leaving(b)) : Wide{0};
        begun_.build(at);
        for (std::size_t e = at.first; e < at.last; ++e) {
            Wide const left =
                cpu::lands(side_, e) ? less(begun_.query(side_.takeoffs(e)), side_.jumps.cost(e)) : Wide{0};
            landed_.values()[e] = left == 0 ? Wide{0} : static_cast<Wide>(left + raised(e));
        }
        landed_.build(at);
    }
    /// The best that earlier columns leave for a match at j.
    [[nodiscard]] Value best_before(std::size_t j) const
    {
        Wide best = less(x_.query(side_.small(j)), raised_before(j));
        if (side_.has_jumps)
            best = std::max(best, less(landed_.query(side_.landings(j)), raised(j)));
        return static_cast<Value>(best);
    }
    /// The same if j's limit were infinite: without a jump, or behind one.
    [[nodiscard]] Value any_small(std::size_t j) const
    {
        return static_cast<Value>(less(x_.before(side_.small(j).last), raised_before(j)));
    }
    [[nodiscard]] Value any_landing(std::size_t j) const
    {
        return static_cast<Value>(less(landed_.before(static_cast<std::int64_t>(j)), raised(j)));
    }
    /// The best that may stand before a jump that begins with b, its limit infinite.
    [[nodiscard]] Value any_before(std::size_t b) const
    {
        return static_cast<Value>(less(x_.before(static_cast<std::int64_t>(b) - 1), raised_before(b)));
    }
    /// The last column that any_small(j), any_landing(j), any_before(j) have their value from.
    [[nodiscard]] std::size_t last_small(std::size_t j) const { return last_of(x_, side_.small(j).last); }
    [[nodiscard]] std::size_t last_landing(std::size_t j) const
    {
        return last_of(landed_, static_cast<std::int64_t>(j));
    }
    [[nodiscard]] std::size_t last_before(std::size_t b) const { return last_of(x_, static_cast<std::int64_t>(b) - 1); }

    // ---- backward ----

    void clear_offers(index_range at)
    {
        at_ = at;
        x_offers_.clear(at);
        if (side_.has_jumps) {
            begun_offers_.clear(at);
            landed_offers_.clear(at);
        }
    }
    /// A match at j from which on `value` is to be had, the match included.
    void offer(std::size_t j, Value value)
    {
        auto const high = static_cast<Wide>(value + to_end(j));
        x_offers_.offer(side_.small(j), high);
        if (side_.has_jumps)
            landed_offers_.offer(side_.landings(j), high);
    }
    /// w = what each column can have of all that was offered; then behind(b) too.
    void finish_offers(Value * w)
    {
        if (side_.has_jumps) {
            landed_offers_.finish();
            for (std::size_t e = at_.first; e < at_.last; ++e)
                if (cpu::lands(side_, e))
                    begun_offers_.offer(side_.takeoffs(e),
                                        less(landed_offers_.values()[e], to_end(e) + side_.jumps.cost(e)));
            begun_offers_.finish();
            for (std::size_t b = at_.first; b < at_.last; ++b) {
                behind_[b] =
                    leaves(b) ? static_cast<Value>(less(begun_offers_.values()[b], side_.jumps.leaving(b))) : Value{0};
                if (behind_[b] != 0)
                    x_offers_.offer(side_.before(b), static_cast<Wide>(behind_[b] + to_end(b)));
            }
        }
        x_offers_.finish();
        Wide const * const x = x_offers_.values();
        if (side_.skip == 0)
            for (std::size_t j = at_.first; j < at_.last; ++j)
                w[j] = static_cast<Value>(x[j]);
        else
            for (std::size_t j = at_.first; j < at_.last; ++j)
                w[j] = static_cast<Value>(less(x[j], to_end(j) - side_.skip));
    }
    /// What is to be had behind a jump that begins with b, its costs paid.
    [[nodiscard]] Value behind(std::size_t b) const { return behind_[b]; }

private:
    /// Letters of the longest windows that do not begin at letter 0.
    struct reaches
    {
        std::uint64_t small = 1, jump = 1, landing = 1;

        explicit reaches(step_side const & side)
        {
            for (std::size_t k = 0; k < side.size; ++k) {
                take(small, side.small(k));
                if (!side.has_jumps)
                    continue;
                take(small, side.before(k));
                take(jump, side.takeoffs(k));
                take(landing, side.landings(k));
            }
        }
        static void take(std::uint64_t & longest, window w)
        {
            if (!w.empty() && w.first != 0)
                longest = std::max(longest, static_cast<std::uint64_t>(w.last - w.first + 1));
        }
    };

    [[nodiscard]] std::size_t jump_columns() const { return side_.has_jumps ? side_.size : 0; }
    [[nodiscard]] bool leaves(std::size_t b) const { return b != 0 && cpu::leaves(side_, b); }
    [[nodiscard]] static Wide less(Wide x, std::uint64_t cost)
    {
        return x > cost ? static_cast<Wide>(x - cost) : Wide{0};
    }
    [[nodiscard]] std::uint64_t raised(std::size_t j) const { return std::uint64_t{side_.skip} * side_.position(j); }
    /// Of the position before j, which is 0 for none.
    [[nodiscard]] std::uint64_t raised_before(std::size_t j) const
    {
        std::uint64_t const own = raised(j);
        return own - std::min<std::uint64_t>(own, side_.skip);
    }
    [[nodiscard]] std::uint64_t to_end(std::size_t j) const
    {
        return std::uint64_t{side_.skip} * (end_ - side_.position(j));
    }
    static std::size_t last_of(window_row<Wide> const & row, std::int64_t last)
    {
        last = std::min(last, static_cast<std::int64_t>(row.range().last) - 1);
        Wide const most = row.before(last);
        while (row.values()[last] != most)
            --last;
        return static_cast<std::size_t>(last);
    }

    step_side side_;
    std::uint64_t end_;
    reaches reach_;
    window_row<Wide> x_, begun_, landed_;
    offer_row<Wide> x_offers_, begun_offers_, landed_offers_;
    std::vector<Value> behind_;
    index_range at_;
};

} // namespace vglcs::detail
