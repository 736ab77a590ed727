// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <rmq/cartesian_tree.hpp>
#include <rmq/detail/expects.hpp>
#include <rmq/detail/instantiate.hpp>
#include <rmq/lca.hpp>
#include <rmq/order.hpp>
#include <rmq/range.hpp>

namespace rmq {

/// Range-extremum with O(1) queries as the lowest common ancestor in the Cartesian tree.
/// Source: Ryssel 2025, Part II: nearest smaller values with ties broken by index (section 11), the tree from them,
/// inlabels on the tree. Does not need the array after it is built.
/// Build O(n) time; 5 n indices. Ties as Order says. Queries are const and may run concurrently.
template <class Value, std::unsigned_integral Index = std::uint32_t, class Order = min_leftmost>
class lca_rmq
{
public:
    using value_type = Value;
    using index_type = Index;
    using order_type = Order;

    /// @param values    [n], n < no_position<Index> / 2
    /// @param threads   OpenMP threads for the build, 0 = all
    /// Throws std::bad_alloc.
    explicit lca_rmq(std::span<Value const> values, unsigned threads = 0,
                     numbering_method method = numbering_method::automatic)
    {
        if (!values.empty())
            lca_.emplace(rooted_tree<Index>{make_cartesian_tree<Value, Index, Order>(values, threads), threads},
                         threads, method);
    }

    /// Index of the best value of v[l..r] (closed).   O(1).
    /// @param l, r   positions, l <= r < size()
    [[nodiscard]] Index query(std::size_t l, std::size_t r) const noexcept
    {
        RMQ_EXPECTS(l <= r && r < size());
        return lca_->query(l, r);
    }

    /// Answers queries[i] into out[i].
    /// @param out       [queries.size()] may not alias the queries
    /// @param threads   OpenMP threads, 0 = all; the answers do not depend on it
    void query(std::span<range<Index> const> queries, std::span<Index> out, unsigned threads = 0) const
    {
        if (lca_)
            lca_->query(queries, out, threads);
    }

    [[nodiscard]] std::size_t size() const noexcept { return lca_ ? lca_->size() : 0; }
    /// Memory in bytes; the array is not part of it and not needed.
    [[nodiscard]] std::size_t bytes() const noexcept { return lca_ ? lca_->bytes() : 0; }

private:
    std::optional<inlabel_lca<Index>> lca_;
};

#define RMQ_EXTERN(Value, Index, Order) extern template class lca_rmq<Value, Index, Order>
RMQ_FOR_EACH_INSTANCE(RMQ_EXTERN);
#undef RMQ_EXTERN

} // namespace rmq
