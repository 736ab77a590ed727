// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include <rmq/detail/expects.hpp>
#include <rmq/detail/parallel.hpp>
#include <rmq/order.hpp>
#include <rmq/range.hpp>

namespace rmq {

/// Range-extremum by linear scan: no structure at all. The referee in tests, the baseline in benchmarks.
/// Build O(1), queries O(r - l); 0 bytes. Keeps a view of the array, which has to outlive it.
/// Ties as Order says. Queries are const and may run concurrently.
template <class Value, std::unsigned_integral Index = std::uint32_t, class Order = min_leftmost>
class naive
{
public:
    using value_type = Value;
    using index_type = Index;
    using order_type = Order;

    /// The second argument is there so that all structures are built alike.
    explicit naive(std::span<Value const> values, unsigned = 0) noexcept : values_{values} {}

    /// Index of the best value of v[l..r] (closed).   O(r - l).
    /// @param l, r   positions, l <= r < size()
    [[nodiscard]] Index query(std::size_t l, std::size_t r) const noexcept
    {
        RMQ_EXPECTS(l <= r && r < size());
        std::size_t best = l;
        for (std::size_t i = l + 1; i <= r; ++i)
            if (!Order::left_wins(values_[best], values_[i]))
                best = i;
        return static_cast<Index>(best);
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
    [[nodiscard]] std::size_t bytes() const noexcept { return 0; }

private:
    std::span<Value const> values_;
};

} // namespace rmq
