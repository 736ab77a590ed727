// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <rmq/detail/disjoint_set_lane.hpp>
#include <rmq/detail/expects.hpp>
#include <rmq/order.hpp>

namespace rmq {

/// Incremental suffix extremum of many columns side by side: rows are appended, one value a column, and a query gives
/// the best value of the rows x..newest in every column. By disjoint sets.
/// Source: Yang, Liu, Wu 2017, sections 2.2, 2.3 and 5.1 (merge by rank, ties by index; lazy insertion of the worst
/// value). Differences: only the newest `reach` rows can be asked for, so that memory does not grow with the rows.
/// Bounds: append and query amortised O(alpha(reach)) a column.
/// Memory: columns * (min(rows, 2 reach) * (5 + sizeof(Value)) + 8) bytes.
/// Layout: a column's arrays are consecutive, since finds walk within a column.
/// Thread safety: calls for disjoint ranges of columns may run concurrently; queries change links (path halving).
template <class Value, class Order = max_leftmost>
class disjoint_set_columns
{
public:
    using value_type = Value;
    using order_type = Order;
    static constexpr bool answers_ranges = false; ///< suffixes only

    /// Structure for `rows` rows at most, of which the newest `reach` >= 1 may be asked for.
    disjoint_set_columns(std::size_t columns, std::size_t rows, std::size_t reach)
        : keep_{std::min(rows, reach)}, capacity_{capacity(rows, reach)}, link_(columns * capacity_),
          best_(columns * capacity_), rank_(columns * capacity_), newest_(columns, lane::none), filled_(columns)
    {
        RMQ_EXPECTS(reach > 0);
    }

    /// Bytes of a structure made with these arguments.
    [[nodiscard]] static std::size_t bytes(std::size_t columns, std::size_t rows, std::size_t reach) noexcept
    {
        return columns * (capacity(rows, reach) * (sizeof(link) + sizeof(Value) + 1) + 2 * sizeof(link));
    }
    [[nodiscard]] std::size_t bytes() const noexcept
    {
        return link_.size() * (sizeof(link) + sizeof(Value) + 1) + newest_.size() * 2 * sizeof(link);
    }

    /// Appends row `row` (0, 1, 2, ... in every column) to the columns first..last-1. Columns in `changed` take the
    /// value that `values` has for them; all others take the worst value and are not touched at all.
    /// @param changed  columns of [first, last), ascending
    /// @param values   [0..columns-1], read at `changed`
    void append_row(std::size_t row, std::size_t first, std::size_t last, std::span<std::uint32_t const> changed,
                    Value const * values) noexcept
    {
        std::size_t const base = base_after(row);
        if (row > 0 && base != base_after(row - 1))
            forget(base - base_after(row - 1), first, last);
        auto const position = static_cast<link>(row - base);
        for (std::uint32_t const column : changed) {
            newest_[column] = at(column).append(newest_[column], filled_[column], position, values[column]);
            filled_[column] = position + 1;
        }
    }

    /// out[c] = best value of the rows x..newest of column c, for c in [first, last).
    /// @param newest  the row that was appended last; newest - reach < x <= newest
    void query_row(std::size_t x, std::size_t newest, std::size_t first, std::size_t last, Value * out) noexcept
    {
        RMQ_EXPECTS(x <= newest && newest - x < keep_);
        auto const position = static_cast<link>(x - base_after(newest));
        for (std::size_t column = first; column < last; ++column) {
            lane const sets = at(column);
            out[column] =
                position < filled_[column] ? sets.best[sets.find(position)] : Order::template identity<Value>();
        }
    }

private:
    using link = std::int32_t;
    using lane = detail::disjoint_set_lane<Value, Order, link>;

    [[nodiscard]] static std::size_t capacity(std::size_t rows, std::size_t reach) noexcept
    {
        return std::min(rows, 2 * std::min(rows, reach));
    }

    [[nodiscard]] lane at(std::size_t column) noexcept
    {
        std::size_t const begin = column * capacity_;
        return {link_.data() + begin, best_.data() + begin, rank_.data() + begin};
    }

    /// Rows that have been forgotten once `row` is appended: when the arrays are full, the oldest are dropped.
    [[nodiscard]] std::size_t base_after(std::size_t row) const noexcept
    {
        std::size_t const step = capacity_ - keep_;
        return row < capacity_ ? 0 : ((row - capacity_) / step + 1) * step;
    }

    /// Drops the oldest `rows` rows of full columns.
    void forget(std::size_t rows, std::size_t first, std::size_t last) noexcept
    {
        auto const gone = static_cast<link>(rows);
        for (std::size_t column = first; column < last; ++column) {
            link const kept = filled_[column] - gone;
            if (kept > 0) {
                newest_[column] = at(column).keep_newest(filled_[column], kept);
            } else {
                newest_[column] = lane::none;
            }
            filled_[column] = std::max<link>(kept, 0);
        }
    }

    std::size_t keep_, capacity_;
    std::vector<link> link_;
    std::vector<Value> best_;
    std::vector<std::uint8_t> rank_;
    std::vector<link> newest_; ///< root of a column's newest set
    std::vector<link> filled_; ///< positions of a column that are in its sets; the rows after them hold the worst value
};

} // namespace rmq
