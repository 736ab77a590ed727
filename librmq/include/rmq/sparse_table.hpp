// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include <rmq/detail/expects.hpp>
#include <rmq/detail/huge_pages.hpp>
#include <rmq/detail/instantiate.hpp>
#include <rmq/detail/parallel.hpp>
#include <rmq/order.hpp>
#include <rmq/range.hpp>

namespace rmq {

/// Range-extremum with O(1) queries from the best index of every window of 2^k values.
/// Source: Yang, Liu, Wu 2017, section 2.4.1 and Alg. 2. Differences: windows start at their index instead of ending
/// there, indices are stored instead of values, and level 0 (the array itself) is not stored.
/// Build O(n log n), level by level in parallel; n * floor(log2 n) indices. Keeps a view of the array, which has to
/// outlive it. Ties as Order says. Queries are const and may run concurrently.
template <class Value, std::unsigned_integral Index = std::uint32_t, class Order = min_leftmost>
class sparse_table
{
public:
    using value_type = Value;
    using index_type = Index;
    using order_type = Order;

    /// @param values    [n], n representable in Index
    /// @param threads   OpenMP threads for the build, 0 = all
    /// Throws std::bad_alloc.
    explicit sparse_table(std::span<Value const> values, unsigned threads = 0) : values_{values}
    {
        std::size_t const n = values.size();
        RMQ_EXPECTS(n == 0 || n - 1 <= static_cast<Index>(-1));
        if (n < 2)
            return;
        unsigned const levels = static_cast<unsigned>(std::bit_width(n)) - 1;
        table_.resize(n * levels);
        for (unsigned k = 1; k <= levels; ++k) {
            std::size_t const half = std::size_t{1} << (k - 1);
            detail::for_each_part(n + 1 - 2 * half, grain, threads, [&](std::size_t begin, std::size_t end) {
                Index * const level = table_.data() + (k - 1) * n;
                for (std::size_t i = begin; i < end; ++i)
                    level[i] = better_of(at(k - 1, i), at(k - 1, i + half));
            });
        }
    }

    /// Index of the best value of v[l..r] (closed).   O(1).
    /// @param l, r   positions, l <= r < size()
    [[nodiscard]] Index query(std::size_t l, std::size_t r) const noexcept
    {
        RMQ_EXPECTS(l <= r && r < size());
        unsigned const k = static_cast<unsigned>(std::bit_width(r - l + 1)) - 1;
        return better_of(at(k, l), at(k, r + 1 - (std::size_t{1} << k)));
    }

    /// Answers queries[i] into out[i].
    /// @param out       [queries.size()] may not alias the queries
    /// @param threads   OpenMP threads, 0 = all; the answers do not depend on it
    void query(std::span<range<Index> const> queries, std::span<Index> out, unsigned threads = 0) const
    {
        detail::query_each(*this, queries, out, threads);
    }

    /// Values.
    [[nodiscard]] std::size_t size() const noexcept { return values_.size(); }
    /// Memory beside the array, in bytes.
    [[nodiscard]] std::size_t bytes() const noexcept { return table_.size() * sizeof(Index); }

private:
    static constexpr std::size_t grain = 1 << 14;

    /// The best index of [i, i + 2^k - 1].
    [[nodiscard]] Index at(unsigned k, std::size_t i) const noexcept
    {
        return k == 0 ? static_cast<Index>(i) : table_[(k - 1) * values_.size() + i];
    }

    /// Of two windows' answers, the first window not to the right of the second. They may overlap: with equal values
    /// the answer of the first window is never to the right of the other's.
    [[nodiscard]] Index better_of(Index first, Index second) const noexcept
    {
        return Order::left_wins(values_[first], values_[second]) ? first : second;
    }

    std::span<Value const> values_;
    huge_vector<Index> table_; ///< level k >= 1 at [(k-1) n, k n); its last 2^k - 1 entries are never written or read
};

#define RMQ_INSTANTIATE(Value, Index, Order) extern template class sparse_table<Value, Index, Order>
RMQ_FOR_EACH_INSTANCE(RMQ_INSTANTIATE);
#undef RMQ_INSTANTIATE

} // namespace rmq
