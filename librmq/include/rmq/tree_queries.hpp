// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include <rmq/block_sparse_table.hpp>
#include <rmq/detail/expects.hpp>
#include <rmq/detail/huge_pages.hpp>
#include <rmq/detail/instantiate.hpp>
#include <rmq/detail/parallel.hpp>
#include <rmq/order.hpp>
#include <rmq/rooted_tree.hpp>

namespace rmq {

/// The best value of any subtree of a tree with a value at every node.
/// Source: Soman, Kothapalli, Narayanan 2012, section 7.1.1: values in preorder; a subtree is a range of them. The
/// range there ends at preorder + size, one too far: it is preorder .. preorder + size - 1.
/// Build O(n) time; 3 n indices, n values and the range structure. The tree is not needed afterwards. On ties the node
/// that is first (leftmost) or last (rightmost) in preorder, as Order says. Queries are const and may run concurrently.
template <class Value, std::unsigned_integral Index = std::uint32_t, class Order = min_leftmost,
          class Rmq = block_sparse_table<Value, in_block::pop_codes, Index, Order>>
class subtree_extrema
{
public:
    using value_type = Value;
    using index_type = Index;
    using order_type = Order;

    /// @param values   [tree.size()] value of every node
    /// Throws std::invalid_argument if some nodes are not below the root.
    subtree_extrema(rooted_tree<Index> const & tree, std::span<Value const> values, unsigned threads = 0,
                    numbering_method method = numbering_method::automatic)
        : node_at_(tree.size()), values_(tree.size()), rmq_(fill(tree, values, threads, method))
    {
    }

    // the range structure keeps a view of values_; their memory moves along
    subtree_extrema(subtree_extrema &&) noexcept = default;
    subtree_extrema & operator=(subtree_extrema &&) noexcept = default;

    /// Node with the best value in the subtree of `node`, the node itself included.   The time of a query of Rmq.
    [[nodiscard]] Index query(std::size_t node) const noexcept
    {
        RMQ_EXPECTS(node < size());
        Index const first = preorder_[node];
        return node_at_[rmq_.query(first, first + size_[node] - 1)];
    }

    /// Answers nodes[i] into out[i].
    /// @param out   [nodes.size()]
    void query(std::span<Index const> nodes, std::span<Index> out, unsigned threads = 0) const
    {
        RMQ_EXPECTS(nodes.size() == out.size());
        detail::for_each_part(nodes.size(), detail::query_grain, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                out[i] = query(nodes[i]);
        });
    }

    /// The answers for all nodes, out[v] for node v.   O(n) queries in preorder, near each other in memory.
    /// @param out   [size()]
    void query_all(std::span<Index> out, unsigned threads = 0) const
    {
        RMQ_EXPECTS(out.size() == size());
        // neighbours in preorder ask for neighbouring values
        detail::for_each_part(size(), detail::query_grain, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t k = begin; k < end; ++k) {
                Index const node = node_at_[k];
                out[node] = node_at_[rmq_.query(k, k + size_[node] - 1)];
            }
        });
    }

    /// Nodes of the subtree of `node`.   O(1).
    [[nodiscard]] std::size_t subtree_size(std::size_t node) const noexcept { return size_[node]; }
    /// True where `above` is `below` or one of its ancestors.   O(1).
    [[nodiscard]] bool is_ancestor(std::size_t above, std::size_t below) const noexcept
    {
        return preorder_[below] - preorder_[above] < size_[above];
    }
    /// Position of `node` in preorder, 0 for the root.   O(1).
    [[nodiscard]] Index preorder(std::size_t node) const noexcept { return preorder_[node]; }

    [[nodiscard]] std::size_t size() const noexcept { return values_.size(); }
    [[nodiscard]] std::size_t bytes() const noexcept
    {
        return size() * (3 * sizeof(Index) + sizeof(Value)) + rmq_.bytes();
    }

private:
    std::span<Value const> fill(rooted_tree<Index> const & tree, std::span<Value const> values, unsigned threads,
                                numbering_method method)
    {
        RMQ_EXPECTS(values.size() == tree.size());
        node_numbers<Index> numbers = number_nodes(tree, threads, method);
        preorder_ = std::move(numbers.preorder);
        size_ = std::move(numbers.size);
        detail::for_each_part(values.size(), 1 << 14, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t v = begin; v < end; ++v) {
                node_at_[preorder_[v]] = static_cast<Index>(v);
                values_[preorder_[v]] = values[v];
            }
        });
        return values_;
    }

    huge_vector<Index> preorder_; ///< by node
    huge_vector<Index> size_;     ///< by node
    huge_vector<Index> node_at_;  ///< by preorder
    huge_vector<Value> values_;   ///< by preorder
    Rmq rmq_;
};

#define RMQ_EXTERN(Value, Index, Order) extern template class subtree_extrema<Value, Index, Order>
RMQ_FOR_EACH_INSTANCE(RMQ_EXTERN);
#undef RMQ_EXTERN

} // namespace rmq
