// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include <rmq/block_sparse_table.hpp>
#include <rmq/detail/expects.hpp>
#include <rmq/detail/huge_pages.hpp>
#include <rmq/detail/instantiate.hpp>
#include <rmq/detail/parallel.hpp>
#include <rmq/order.hpp>
#include <rmq/range.hpp>

namespace rmq {

/// Range-extremum for queries that ask for the value: blocks, a sparse table of block values, and the best value of
/// every prefix and suffix of a block. A query reads the sparse table first, and peeks at the windows one block wider,
/// which lie beside the two that it has just read: only if such a window is better can the prefix or the suffix matter.
/// Source: Yang, Liu, Wu 2017, section 5.2 and Alg. 9. Differences: the two conditions of Alg. 9 are printed with
/// prefix and suffix exchanged; here each one peeks at the window that covers its own block, as the text describes.
/// Index queries and ranges inside one block go to a block_sparse_table with rightmost-pops codes.
/// Build O(n); 2 n values, a sparse table of n / 16 values, and the block_sparse_table. Keeps a view of the array,
/// which has to outlive it. Ties as Order says. Queries are const and may run concurrently.
template <class Value, std::unsigned_integral Index = std::uint32_t, class Order = min_leftmost>
class peeking_sparse_table
{
public:
    using value_type = Value;
    using index_type = Index;
    using order_type = Order;

    /// @param values    [n], n representable in Index
    /// @param threads   OpenMP threads for the build, 0 = all
    /// Throws std::bad_alloc.
    explicit peeking_sparse_table(std::span<Value const> values, unsigned threads = 0)
        : values_{values}, indices_{values, threads}, prefix_(values.size()),
          suffix_(values.size()), block_count_{(values.size() + block - 1) / block}
    {
        detail::for_each_part(block_count_, 1024, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t b = begin; b < end; ++b)
                fill_block(b * block, std::min((b + 1) * block, values_.size()));
        });
        build_windows(threads);
    }

    /// The best value of v[l..r] (closed).   O(1) across blocks, O(16) inside one.
    /// @param l, r   positions, l <= r < size()
    [[nodiscard]] Value value(std::size_t l, std::size_t r) const noexcept
    {
        RMQ_EXPECTS(l <= r && r < size());
        std::size_t const left = l / block;
        std::size_t const right = r / block;
        if (left == right)
            return values_[indices_.query(l, r)];
        if (left + 1 == right)
            return Order::best(suffix_[l], prefix_[r]);
        unsigned const k = static_cast<unsigned>(std::bit_width(right - left - 1)) - 1;
        Value const * const level = windows_.data() + k * block_count_;
        std::size_t const last = right - (std::size_t{1} << k); // start of the last window of inner blocks
        Value best = Order::best(level[left + 1], level[last]);
        // both neighbours exist: the wider windows [left, ...] and [..., right] lie inside the array
        if (Order::better(level[last + 1], best))
            best = Order::best(best, prefix_[r]);
        if (Order::better(level[left], best))
            best = Order::best(best, suffix_[l]);
        return best;
    }

    /// Index of the best value of v[l..r] (closed).   O(16).
    /// @param l, r   positions, l <= r < size()
    [[nodiscard]] Index query(std::size_t l, std::size_t r) const noexcept { return indices_.query(l, r); }

    /// Answers queries[i] into out[i].
    /// @param out       [queries.size()] may not alias the queries
    /// @param threads   OpenMP threads, 0 = all; the answers do not depend on it
    void query(std::span<range<Index> const> queries, std::span<Index> out, unsigned threads = 0) const
    {
        indices_.query(queries, out, threads);
    }

    /// Best values of queries[i] into out[i]; otherwise as query().
    void value(std::span<range<Index> const> queries, std::span<Value> out, unsigned threads = 0) const
    {
        RMQ_EXPECTS(queries.size() == out.size());
        detail::for_each_part(queries.size(), detail::query_grain, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                out[i] = value(queries[i].l, queries[i].r);
        });
    }

    /// Values.
    [[nodiscard]] std::size_t size() const noexcept { return values_.size(); }
    /// Memory beside the array, in bytes.
    [[nodiscard]] std::size_t bytes() const noexcept
    {
        return indices_.bytes() + (prefix_.size() + suffix_.size() + windows_.size()) * sizeof(Value);
    }

private:
    static constexpr std::size_t block = in_block::pop_codes::size;

    void fill_block(std::size_t begin, std::size_t end) noexcept
    {
        prefix_[begin] = values_[begin];
        for (std::size_t i = begin + 1; i < end; ++i)
            prefix_[i] = Order::best(prefix_[i - 1], values_[i]);
        suffix_[end - 1] = values_[end - 1];
        for (std::size_t i = end - 1; i-- > begin;)
            suffix_[i] = Order::best(values_[i], suffix_[i + 1]);
    }

    void build_windows(unsigned threads)
    {
        if (block_count_ == 0)
            return;
        unsigned const levels = static_cast<unsigned>(std::bit_width(block_count_));
        windows_.resize(block_count_ * levels);
        for (std::size_t b = 0; b < block_count_; ++b)
            windows_[b] = suffix_[b * block];
        for (unsigned k = 1; k < levels; ++k) {
            std::size_t const half = std::size_t{1} << (k - 1);
            Value const * const below = windows_.data() + (k - 1) * block_count_;
            Value * const level = windows_.data() + k * block_count_;
            detail::for_each_part(block_count_ + 1 - 2 * half, 1 << 14, threads,
                                  [&](std::size_t begin, std::size_t end) {
                                      for (std::size_t i = begin; i < end; ++i)
                                          level[i] = Order::best(below[i], below[i + half]);
                                  });
        }
    }

    std::span<Value const> values_;
    block_sparse_table<Value, in_block::pop_codes, Index, Order> indices_;
    huge_vector<Value> prefix_; ///< best of the block's values up to here
    huge_vector<Value> suffix_; ///< best of the block's values from here on
    std::size_t block_count_;
    huge_vector<Value> windows_; ///< level k at [k block_count, ...): best of 2^k blocks from here on
};

#define RMQ_INSTANTIATE(Value, Index, Order) extern template class peeking_sparse_table<Value, Index, Order>
RMQ_FOR_EACH_INSTANCE(RMQ_INSTANTIATE);
#undef RMQ_INSTANTIATE

} // namespace rmq
