// SPDX-License-Identifier: BSD-3-Clause
/// Incremental suffix extrema (ISMQ): values are appended on the right, and query(x) is the best value of the positions
/// x..size()-1. Five structures with one interface, concept incremental_suffix_extremum; blocks answer any range too.
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <rmq/detail/disjoint_set_lane.hpp>
#include <rmq/expects.hpp>
#include <rmq/incremental_range.hpp>
#include <rmq/order.hpp>

namespace rmq {

/// By rightmost pops: blocks of 16 values with the right path of each, sparse table over blocks.
template <class Value, class Order = max_leftmost>
using pop_suffix = pop_range<Value, Order>;

/// By the online Catalan index: blocks of 8 values with a table of lowest common ancestors, sparse table over blocks.
template <class Value, class Order = max_leftmost>
using catalan_suffix = catalan_range<Value, Order>;

/// By disjoint sets.
/// Source: Yang, Liu, Wu 2017, sections 2.3 and 5.1 (after Gabow and Tarjan): merge by rank, on ties by index.
/// Differences: see detail::disjoint_set_lane.
/// Bounds: append and query amortised O(alpha(n)).   n * (sizeof(Link) + sizeof(Value) + 1) bytes.
/// Queries shorten paths: no two at the same time.
/// @tparam Link  index type; at most its largest value positions
template <class Value, class Order = max_leftmost, std::signed_integral Link = std::int32_t>
class disjoint_set_suffix
{
public:
    using value_type = Value;
    using order_type = Order;

    /// Appends a value.   Amortised O(alpha(n)).
    void append(Value value)
    {
        auto const position = static_cast<Link>(link_.size());
        RMQ_EXPECTS(position < std::numeric_limits<Link>::max());
        link_.push_back(0);
        best_.push_back(value);
        rank_.push_back(0);
        newest_ = sets().append(newest_, position, position, value);
    }
    /// Best value of the positions x..size()-1, x < size().   Amortised O(alpha(n)).
    [[nodiscard]] Value query(std::size_t x) noexcept
    {
        RMQ_EXPECTS(x < size());
        return best_[static_cast<std::size_t>(sets().find(static_cast<Link>(x)))];
    }
    /// Values appended so far.
    [[nodiscard]] std::size_t size() const noexcept { return link_.size(); }
    /// Bytes in use.
    [[nodiscard]] std::size_t bytes() const noexcept { return size() * (sizeof(Link) + sizeof(Value) + 1); }
    /// Makes room for `count` values.
    void reserve(std::size_t count)
    {
        link_.reserve(count);
        best_.reserve(count);
        rank_.reserve(count);
    }

private:
    using lane = detail::disjoint_set_lane<Value, Order, Link>;
    [[nodiscard]] lane sets() noexcept { return {link_.data(), best_.data(), rank_.data()}; }

    std::vector<Link> link_;
    std::vector<Value> best_;
    std::vector<std::uint8_t> rank_;
    Link newest_ = lane::none;
};

/// By a sparse table over all positions: level t holds at i the best of the 2^t values that end at i.
/// Source: Yang, Liu, Wu 2017, section 2.4.1, Alg. 2 a column at a time. Differences: none; answers any range.
/// Bounds: append O(log n), query O(1).   n * log2(n) values.
/// Queries are const and may run concurrently with each other.
template <class Value, class Order = max_leftmost>
class sparse_table_suffix
{
public:
    using value_type = Value;
    using order_type = Order;

    /// Appends a value.   O(log n).
    void append(Value value)
    {
        std::size_t const count = size() + 1;
        if (std::has_single_bit(count))
            levels_.emplace_back();
        levels_[0].push_back(value);
        for (std::size_t t = 1; t < levels_.size(); ++t) {
            std::size_t const first = count - (std::size_t{1} << t); // of the window that ends here
            std::vector<Value> const & below = levels_[t - 1];
            levels_[t].push_back(Order::best(below[first], below[first + (std::size_t{1} << (t - 1))]));
        }
    }
    /// Best value of the positions x..size()-1, x < size().   O(1).
    [[nodiscard]] Value query(std::size_t x) const noexcept { return query(x, size() - 1); }
    /// Best value of the positions l..r (closed), l <= r < size().   O(1).
    [[nodiscard]] Value query(std::size_t l, std::size_t r) const noexcept
    {
        RMQ_EXPECTS(l <= r && r < size());
        auto const t = static_cast<std::size_t>(std::bit_width(r - l + 1)) - 1;
        return Order::best(levels_[t][l], levels_[t][r + 1 - (std::size_t{1} << t)]);
    }
    /// Values appended so far.
    [[nodiscard]] std::size_t size() const noexcept { return levels_.empty() ? 0 : levels_[0].size(); }
    /// Bytes in use.
    [[nodiscard]] std::size_t bytes() const noexcept
    {
        std::size_t sum = 0;
        for (auto const & level : levels_)
            sum += level.size() * sizeof(Value);
        return sum;
    }
    /// Makes room for `count` values.
    void reserve(std::size_t count)
    {
        while (levels_.size() < static_cast<std::size_t>(std::bit_width(size())))
            levels_.emplace_back();
        for (auto & level : levels_)
            level.reserve(count);
    }

private:
    std::vector<std::vector<Value>> levels_; ///< level t at i: best of the positions i..i+2^t-1
};

/// By the right path of the Cartesian tree of everything: a bit for every position that is still on it, and above the
/// bits a tree of words, 64 children each, that tells which words are not 0. The answer for x is the value at the first
/// bit at or behind x; a new value clears the bits of those that it pops.
/// The idea of rightmost pops without blocks: where a path of 64 positions fits a word, a suffix needs no code.
/// Bounds: append amortised O(1), query O(log_64 n), one word where the answer is near.   n values and 1.02 n bits.
/// Queries are const and may run concurrently with each other.
template <class Value, class Order = max_leftmost>
class right_path_suffix
{
public:
    using value_type = Value;
    using order_type = Order;

    /// Appends a value.   Amortised O(1), words of the tree included.
    void append(Value value)
    {
        std::size_t const position = values_.size();
        while (newest_ != none && !Order::better(values_[newest_], value)) {
            clear(newest_);
            newest_ = before(newest_);
        }
        values_.push_back(value);
        set(position);
        newest_ = position;
    }
    /// Best value of the positions x..size()-1, x < size().   O(log_64 n).
    [[nodiscard]] Value query(std::size_t x) const noexcept
    {
        RMQ_EXPECTS(x < size());
        return values_[at_or_behind(x)];
    }
    /// Values appended so far.
    [[nodiscard]] std::size_t size() const noexcept { return values_.size(); }
    /// Bytes in use.
    [[nodiscard]] std::size_t bytes() const noexcept
    {
        std::size_t sum = values_.size() * sizeof(Value);
        for (auto const & level : bits_)
            sum += level.size() * sizeof(std::uint64_t);
        return sum;
    }
    /// Makes room for `count` values.
    void reserve(std::size_t count)
    {
        values_.reserve(count);
        if (!bits_.empty())
            bits_[0].reserve(count / 64 + 1);
    }

private:
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

    void set(std::size_t position)
    {
        for (std::size_t level = 0;; ++level, position /= 64) {
            if (level == bits_.size())
                bits_.emplace_back();
            std::size_t const word = position / 64;
            bool const fresh = word == bits_[level].size();
            if (fresh)
                bits_[level].push_back(0);
            bool const was_empty = bits_[level][word] == 0;
            bits_[level][word] |= std::uint64_t{1} << (position % 64);
            // the tree ends with the level of one word; a level's first word appears above when its second one does
            if (!was_empty || (word == 0 && bits_[level].size() == 1))
                return;
            if (level + 1 == bits_.size()) {
                bits_.emplace_back();
                bits_[level + 1].push_back(bits_[level][0] != 0);
            }
        }
    }
    void clear(std::size_t position) noexcept
    {
        for (auto & level : bits_) {
            std::uint64_t & word = level[position / 64];
            word &= ~(std::uint64_t{1} << (position % 64));
            if (word != 0)
                return;
            position /= 64;
        }
    }
    /// Last bit before `position`, or none.
    [[nodiscard]] std::size_t before(std::size_t position) const noexcept
    {
        for (std::size_t level = 0; level < bits_.size(); ++level, position /= 64) {
            std::uint64_t const left = bits_[level][position / 64] & ((std::uint64_t{1} << (position % 64)) - 1);
            if (left == 0)
                continue;
            position = position / 64 * 64 + static_cast<std::size_t>(std::bit_width(left)) - 1;
            while (level-- > 0)
                position = position * 64 + static_cast<std::size_t>(std::bit_width(bits_[level][position])) - 1;
            return position;
        }
        return none;
    }
    /// First bit at or behind `position`; there is one.
    [[nodiscard]] std::size_t at_or_behind(std::size_t position) const noexcept
    {
        std::uint64_t right = bits_[0][position / 64] >> (position % 64);
        if (right != 0)
            return position + static_cast<std::size_t>(std::countr_zero(right));
        std::size_t level = 0;
        do {
            position /= 64;
            ++level;
            // strictly behind: the word below has nothing left
            right = bits_[level][position / 64] & (~std::uint64_t{1} << (position % 64));
        } while (right == 0);
        position = position / 64 * 64 + static_cast<std::size_t>(std::countr_zero(right));
        while (level-- > 0)
            position = position * 64 + static_cast<std::size_t>(std::countr_zero(bits_[level][position]));
        return position;
    }

    std::vector<Value> values_;
    std::vector<std::vector<std::uint64_t>> bits_; ///< level 0: positions; level k: words of level k-1 that are not 0
    std::size_t newest_ = none;
};

} // namespace rmq
