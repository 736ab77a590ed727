// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <rmq/detail/expects.hpp>
#include <rmq/detail/path_codes.hpp>
#include <rmq/order.hpp>

namespace rmq {

/// Incremental range extremum: values are appended on the right; a query gives the best value of any range so far.
/// Blocks of `block` values, with a sparse table over the best values of complete blocks, and inside of a block
/// rightmost-pops codes (Code = detail::pop_path) or the online Catalan index with a table of lowest common ancestors
/// (detail::catalan_path).
/// Source: Yang, Liu, Wu 2017, sections 3 and 4, Alg. 4, 6, 8. Differences: the stack is the block's right path, one
/// bit a position; with rightmost-pops codes a suffix of a block is read off that path without Alg. 4's loop; Alg. 9's
/// peeking looks at the block's best value before it looks inside of the block.
/// Bounds: append amortised O(1), and O(log n) where a block ends; query(x) O(1); query(l, r) O(1), O(16) in blocks of
/// rightmost-pops codes.
/// Memory: n values, and 0.63 bytes a value (pops) or 0.5 (Catalan) and log2(n) / block values a value; bytes().
/// Ties do not show: answers are values. Queries are const and may run concurrently with each other, not with append.
template <class Value, class Order = max_leftmost, class Code = detail::pop_path>
class incremental_range
{
public:
    using value_type = Value;
    using order_type = Order;
    static constexpr std::size_t block = Code::block;

    /// Appends a value.   Amortised O(1).
    void append(Value value)
    {
        auto const at = static_cast<unsigned>(values_.size() % block);
        if (at == 0) {
            codes_.push_back(Code::empty());
            paths_.push_back(0);
            best_ = Order::template identity<Value>();
        }
        values_.push_back(value);
        Value const * const first = values_.data() + (values_.size() - 1 - at);
        Code::template push<Order>(codes_.back(), paths_.back(), state_.data(), 1, at, value,
                                   [first](unsigned k) { return first[k]; });
        best_ = Order::best(best_, value);
        if (at == block - 1)
            complete_block();
    }

    /// Best value of the positions x..size()-1, x < size().   O(1).
    [[nodiscard]] Value query(std::size_t x) const noexcept
    {
        RMQ_EXPECTS(x < size());
        std::size_t const b = x / block, newest = paths_.size() - 1;
        auto const l = static_cast<unsigned>(x % block);
        if (b == newest)
            return values_[b * block + suffix(b, l, static_cast<unsigned>((size() - 1) % block))];
        Value best = best_;
        if (b + 1 < newest)
            best = Order::best(best, complete(b + 1, newest - 1));
        if (Order::better(levels_[0][b], best))
            best = Order::best(best, values_[b * block + suffix(b, l, block - 1)]);
        return best;
    }

    /// Best value of the positions l..r (closed), l <= r < size().
    [[nodiscard]] Value query(std::size_t l, std::size_t r) const noexcept
    {
        RMQ_EXPECTS(l <= r && r < size());
        std::size_t const l_block = l / block, r_block = r / block;
        auto const l_at = static_cast<unsigned>(l % block), r_at = static_cast<unsigned>(r % block);
        if (l_block == r_block)
            return values_[l_block * block + Code::query(codes_[l_block], l_at, r_at)];
        Value best = values_[r_block * block + Code::query(codes_[r_block], 0, r_at)];
        if (l_block + 1 < r_block)
            best = Order::best(best, complete(l_block + 1, r_block - 1));
        if (Order::better(levels_[0][l_block], best))
            best = Order::best(best, values_[l_block * block + Code::query(codes_[l_block], l_at, block - 1)]);
        return best;
    }

    /// Values appended so far.
    [[nodiscard]] std::size_t size() const noexcept { return values_.size(); }
    /// Bytes in use, the values included.
    [[nodiscard]] std::size_t bytes() const noexcept
    {
        std::size_t sum = values_.size() * sizeof(Value) + codes_.size() * sizeof(typename Code::code_type) +
                          paths_.size() * sizeof(detail::path_bits);
        for (auto const & level : levels_)
            sum += level.size() * sizeof(Value);
        return sum;
    }
    /// Makes room for `count` values.
    void reserve(std::size_t count)
    {
        values_.reserve(count);
        codes_.reserve(count / block + 1);
        paths_.reserve(count / block + 1);
    }

private:
    static constexpr bool has_state = !std::is_empty_v<typename Code::lane_state>;

    /// Position of the best of l..end in a block whose newest position is `end`.
    [[nodiscard]] unsigned suffix(std::size_t b, unsigned l, [[maybe_unused]] unsigned end) const noexcept
    {
        if constexpr (has_state)
            return Code::query(codes_[b], l, end);
        else
            return detail::path_suffix(paths_[b], l);
    }

    /// Best value of the complete blocks first..last.
    [[nodiscard]] Value complete(std::size_t first, std::size_t last) const noexcept
    {
        auto const t = static_cast<std::size_t>(std::bit_width(last - first + 1)) - 1;
        std::vector<Value> const & level = levels_[t];
        // level t starts with the windows that end at block 2^t - 1
        return Order::best(level[first], level[last + 1 - (std::size_t{1} << t)]);
    }

    void complete_block()
    {
        std::size_t const blocks = paths_.size();
        if (std::has_single_bit(blocks))
            levels_.emplace_back();
        levels_[0].push_back(best_);
        for (std::size_t t = 1; t < levels_.size(); ++t) {
            std::size_t const last = blocks - (std::size_t{1} << t); // window that ends with this block
            std::vector<Value> const & below = levels_[t - 1];
            levels_[t].push_back(Order::best(below[last], below[last + (std::size_t{1} << (t - 1))]));
        }
    }

    std::vector<Value> values_;
    std::vector<typename Code::code_type> codes_; ///< of every block, the one that is filling last
    std::vector<detail::path_bits> paths_;        ///< right path of every block
    std::vector<std::vector<Value>> levels_;      ///< level t at b: best value of the complete blocks b..b+2^t-1
    std::array<typename Code::lane_state, block> state_{};
    Value best_ = Order::template identity<Value>(); ///< of the block that is filling or has just been completed
};

/// With rightmost-pops codes, blocks of 16.
template <class Value, class Order = max_leftmost>
using pop_range = incremental_range<Value, Order, detail::pop_path>;
/// With online Catalan indices, blocks of 8.
template <class Value, class Order = max_leftmost>
using catalan_range = incremental_range<Value, Order, detail::catalan_path>;

} // namespace rmq
