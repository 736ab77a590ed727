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
#include <rmq/detail/expects.hpp>
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

/// By the right path of the Cartesian tree of everything: its values and positions on a stack, a bit for every position
/// that is on it, and above the bits a tree of words, 64 children each, that tells which words are not 0. The answer
/// for x is the value at the first bit at or behind x; a new value takes those that it pops off stack and bits. The
/// idea of rightmost pops without blocks: while the path of 64 positions fits a word, a suffix needs no code. How many
/// values are popped is counted in the newest eight of the stack at once, without a branch on each.
/// Bounds: append amortised O(1), query O(log_64 n), one word where the answer is near.
/// Memory: n values, 1.02 n bits, and the stack, at most n values and positions.
/// Queries are const and may run concurrently with each other.
template <class Value, class Order = max_leftmost>
class right_path_suffix
{
public:
    using value_type = Value;
    using order_type = Order;

    right_path_suffix() : stack_(2 * at_once, best_possible()), positions_(at_once) {}

    /// Appends a value.   Amortised O(1).
    void append(Value value)
    {
        std::size_t const position = values_.size();
        values_.push_back(value);
        if (positions_.size() == depth_)
            grow_stack();
        std::size_t const pops = count_pops(value);
        positions_[depth_] = position;
        std::size_t const lowest = positions_[depth_ - pops]; // popped position, or the new one
        depth_ -= pops;
        if (lowest / 64 == position / 64 && position % 64 != 0) {
            // the word of the newest position: not empty before nor after, so the tree above stays as it is
            std::uint64_t & word = words_.back();
            word = (word & ((std::uint64_t{1} << (lowest % 64)) - 1)) | std::uint64_t{1} << (position % 64);
        } else {
            for (std::size_t k = 0; k < pops; ++k)
                clear(positions_[depth_ + k]);
            set(position);
        }
        positions_[depth_] = position;
        stack_[at_once + depth_++] = value;
    }
    /// Best value of the positions x..size()-1, x < size().   O(log_64 n).
    [[nodiscard]] Value query(std::size_t x) const noexcept
    {
        RMQ_EXPECTS(x < size());
        std::uint64_t const right = words_[x / 64] >> (x % 64);
        if (right != 0)
            return values_[x + static_cast<std::size_t>(std::countr_zero(right))];
        return values_[behind_word(x / 64)];
    }
    /// Values appended so far.
    [[nodiscard]] std::size_t size() const noexcept { return values_.size(); }
    /// Bytes in use.
    [[nodiscard]] std::size_t bytes() const noexcept
    {
        std::size_t sum = values_.size() * sizeof(Value) + words_.size() * sizeof(std::uint64_t) +
                          depth_ * (sizeof(Value) + sizeof(std::size_t));
        for (auto const & level : tree_)
            sum += level.size() * sizeof(std::uint64_t);
        return sum;
    }
    /// Makes room for `count` values.
    void reserve(std::size_t count)
    {
        values_.reserve(count);
        words_.reserve(count / 64 + 1);
    }

private:
    static constexpr std::size_t at_once = 8; ///< stack values compared at a time

    /// A value that nothing is better than: below the stack, where eight values are read however few there are.
    [[nodiscard]] static constexpr Value best_possible() noexcept
    {
        return Order::is_minimum ? std::numeric_limits<Value>::lowest() : std::numeric_limits<Value>::max();
    }

    void grow_stack()
    {
        positions_.resize(2 * positions_.size());
        stack_.resize(positions_.size() + at_once, best_possible());
    }

    /// How many values on top of the stack are not better than `value`. The stack gets strictly worse towards its top,
    /// so those of its newest eight that are not better lie on top; if all eight are not, the search goes on.
    [[nodiscard]] std::size_t count_pops(Value value) const noexcept
    {
        Value const * const top = stack_.data() + depth_; // the newest eight
        std::size_t pops = 0;
        for (std::size_t k = 0; k < at_once; ++k)
            pops += !Order::better(top[k], value);
        // values below the stack are counted only where nothing is better than `value`: then all of the stack goes
        pops = std::min(pops, depth_);
        if (pops == at_once)
            while (pops < depth_ && !Order::better(stack_[at_once + depth_ - pops - 1], value))
                ++pops;
        return pops;
    }

    /// Level 0 is words_, level k + 1 is tree_[k].
    [[nodiscard]] std::vector<std::uint64_t> & level(std::size_t k) noexcept { return k == 0 ? words_ : tree_[k - 1]; }

    void set(std::size_t position)
    {
        for (std::size_t k = 0;; ++k, position /= 64) {
            std::vector<std::uint64_t> & words = level(k);
            std::size_t const word = position / 64;
            if (word == words.size())
                words.push_back(0);
            bool const was_empty = words[word] == 0;
            words[word] |= std::uint64_t{1} << (position % 64);
            if (!was_empty || words.size() == 1)
                return;
            if (k == tree_.size())
                tree_.emplace_back(1, std::uint64_t{words[0] != 0});
        }
    }
    void clear(std::size_t position) noexcept
    {
        for (std::size_t k = 0; k <= tree_.size(); ++k, position /= 64) {
            std::uint64_t & word = level(k)[position / 64];
            word &= ~(std::uint64_t{1} << (position % 64));
            if (word != 0)
                return;
        }
    }
    /// First position that is set in the words behind `word`; there is one.
    [[nodiscard]] std::size_t behind_word(std::size_t word) const noexcept
    {
        std::size_t k = 0;
        std::uint64_t right = 0;
        for (;; ++k, word /= 64) {
            right = tree_[k][word / 64] & (~std::uint64_t{1} << (word % 64));
            if (right != 0)
                break;
        }
        word = word / 64 * 64 + static_cast<std::size_t>(std::countr_zero(right));
        while (k-- > 0)
            word = word * 64 + static_cast<std::size_t>(std::countr_zero(tree_[k][word]));
        return word * 64 + static_cast<std::size_t>(std::countr_zero(words_[word]));
    }

    std::vector<Value> values_;
    std::vector<std::uint64_t> words_;             ///< a bit a position
    std::vector<std::vector<std::uint64_t>> tree_; ///< level k: a bit for every word of the level below that is not 0
    std::vector<Value> stack_;                     ///< eight best possible values, then those of the path
    std::vector<std::size_t> positions_;           ///< of the path's values
    std::size_t depth_ = 0;                        ///< values of the path
};

} // namespace rmq
