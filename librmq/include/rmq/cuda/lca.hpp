// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include <rmq/cuda/cartesian_tree.hpp>
#include <rmq/cuda/device_buffer.hpp>
#include <rmq/cuda/device_span.hpp>
#include <rmq/cuda/nearest_smaller.hpp>
#include <rmq/cuda/rooted_tree.hpp>
#include <rmq/cuda/stream.hpp>
#include <rmq/detail/expects.hpp>
#include <rmq/order.hpp>
#include <rmq/range.hpp>

namespace rmq::cuda {

namespace detail {

/// A node as queries see it. On a path of equal inlabels the node with the smaller key is higher.
template <std::unsigned_integral Index>
struct alignas(4 * sizeof(Index)) inlabel_entry
{
    Index inlabel, ascendant, key, unused;
};

/// The parent of the head of a path, by the path's inlabel.
template <std::unsigned_integral Index>
struct alignas(2 * sizeof(Index)) inlabel_step
{
    Index node, key;
};

/// Fills inlabels and keys from preorder numbers and subtree sizes.
template <std::unsigned_integral Index>
void inlabels_of_preorder_async(Index const * preorder, Index const * size, std::size_t n, inlabel_entry<Index> * nodes,
                                stream_handle on);
/// Fills inlabels and keys of a Cartesian tree, numbered in order, from the nearest better values, ties by index.
template <std::unsigned_integral Index>
void inlabels_in_order_async(Index const * left, Index const * right, std::size_t n, inlabel_entry<Index> * nodes,
                             stream_handle on);
/// Fills steps and ascendants.
/// @param up, ascendants   [n + 1] scratch
template <std::unsigned_integral Index>
void inlabel_paths_async(Index const * parents, std::size_t n, inlabel_entry<Index> * nodes,
                         inlabel_step<Index> * steps, Index * up, Index * ascendants, stream_handle on);
template <std::unsigned_integral Index>
void inlabel_queries_async(inlabel_entry<Index> const * nodes, inlabel_step<Index> const * steps,
                           rmq::range<Index> const * queries, std::size_t count, Index * out, stream_handle on);

} // namespace detail

/// Lowest common ancestors on the device in constant time by inlabel numbers: the twin of rmq::inlabel_lca, same
/// answers.
/// Source: Schieber, Vishkin 1988; Ryssel 2025, sections 9 and 10. Differences: a path's ascendant number comes from
/// the path above it, level by level of the inlabels, and needs no list ranking; the parent of a path's head is stored
/// instead of the head; keys instead of levels.
/// Build O(n) work. 24 bytes a node with 32-bit indices. Queries may run concurrently.
template <std::unsigned_integral Index = std::uint32_t>
class inlabel_lca
{
public:
    using index_type = Index;

    /// From the parents of any rooted tree. Has finished when it returns.
    /// @param d_parents   [n] no_position<Index> for the root; n as in number_nodes
    /// @param on          must outlive the structure
    /// Throws std::invalid_argument as number_nodes does, and out_of_memory.
    inlabel_lca(device_span<Index const> d_parents, stream const & on) : inlabel_lca(d_parents.size(), on)
    {
        std::size_t const n = d_parents.size();
        {
            device_buffer<Index> const preorder{n, on}, size{n, on};
            device_buffer<std::byte> const scratch{number_nodes_scratch_bytes<Index>(n), on};
            number_nodes<Index>(d_parents, {preorder.span(), size.span(), {}}, scratch.span(), on);
            detail::inlabels_of_preorder_async(preorder.data(), size.data(), n, nodes_.data(), on);
        }
        add_paths(d_parents, on);
        on.synchronize();
    }

    /// Answers d_queries[i] = {u, v} into d_out[i]: the lowest node that has both in its subtree. Enqueues and returns.
    /// @param d_out   [d_queries.size()] may not alias the queries
    void query_async(device_span<range<Index> const> d_queries, device_span<Index> d_out, stream_handle on) const
    {
        RMQ_EXPECTS(d_queries.size() == d_out.size());
        detail::inlabel_queries_async(nodes_.data(), steps_.data(), d_queries.data(), d_queries.size(), d_out.data(),
                                      on);
    }

    /// The same from and to host memory; has finished when it returns.
    void query(std::span<range<Index> const> queries, std::span<Index> out) const
    {
        RMQ_EXPECTS(queries.size() == out.size());
        stream const on;
        device_buffer<range<Index>> const d_queries{queries, on};
        device_buffer<Index> const d_out{out.size(), on};
        query_async(d_queries.span(), d_out.span(), on);
        copy_async(device_span<Index const>{d_out.span()}, out, on);
        on.synchronize();
    }

    /// Nodes.
    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
    /// Device memory in bytes.
    [[nodiscard]] std::size_t bytes() const noexcept { return nodes_.bytes() + steps_.bytes(); }
    /// Device memory in bytes of a structure for n nodes.
    [[nodiscard]] static constexpr std::size_t bytes(std::size_t n) noexcept
    {
        return n * sizeof(detail::inlabel_entry<Index>) + (n + 1) * sizeof(detail::inlabel_step<Index>);
    }

protected:
    inlabel_lca(std::size_t n, stream const & on) : nodes_{n, on}, steps_{n + 1, on} {}

    void add_paths(device_span<Index const> d_parents, stream const & on)
    {
        std::size_t const n = d_parents.size();
        device_buffer<Index> const up{n + 1, on}, ascendants{n + 1, on};
        detail::inlabel_paths_async(d_parents.data(), n, nodes_.data(), steps_.data(), up.data(), ascendants.data(),
                                    on);
    }

    device_buffer<detail::inlabel_entry<Index>> nodes_;
    device_buffer<detail::inlabel_step<Index>> steps_; ///< by inlabel, 1..n
};

/// How a tree's nodes get the numbers that lca_rmq is built on; the answers are always the same.
enum class lca_numbering : std::uint8_t {
    in_order,   ///< positions are numbers in order, and nearest better values bound the subtrees: no list ranking
    euler_tour, ///< preorder numbers by ranking an Euler tour of the Cartesian tree, as in Ryssel 2025, section 10
};

/// Range-extremum on the device as the lowest common ancestor in the Cartesian tree: the twin of rmq::lca_rmq, same
/// answers. Does not need the values after it is built.
/// Source: Ryssel 2025, Part II. Difference: in order the inlabel of a node is the number with the most trailing zeros
/// between its nearest better positions, so that nothing has to be ranked.
/// Build O(n) work. 24 bytes a value with 32-bit indices. Ties as Order says.
template <class Value, std::unsigned_integral Index = std::uint32_t, class Order = min_leftmost>
class lca_rmq : public inlabel_lca<Index>
{
public:
    using value_type = Value;
    using order_type = Order;

    /// Has finished when it returns.
    /// @param d_values   [n], n <= no_position<Index> - 4096; with euler_tour as in number_nodes
    /// @param on         must outlive the structure
    /// Throws out_of_memory.
    lca_rmq(device_span<Value const> d_values, stream const & on, lca_numbering numbering = lca_numbering::in_order)
        : inlabel_lca<Index>(d_values.size(), on)
    {
        std::size_t const n = d_values.size();
        if (n == 0)
            return;
        device_buffer<Index> const parents{n, on};
        {
            device_buffer<std::byte> const scratch{nearest_smaller_scratch_bytes<Value, Index>(n), on};
            cartesian_parents_async<Value, Index, Order>(d_values, parents.span(), scratch.span(), on);
            device_buffer<Index> const left{n, on}, right{n, on};
            if (numbering == lca_numbering::in_order) {
                all_nearest_smaller_async<Value, Index, Order>(d_values, left.span(), right.span(), scratch.span(),
                                                               {.equals = equal_values::by_index}, on);
                detail::inlabels_in_order_async(left.data(), right.data(), n, this->nodes_.data(), on);
            } else {
                device_buffer<Index> const root{1, on}, preorder{n, on}, size{n, on}, level{n, on};
                cartesian_children_async<Index>(parents.span(), left.span(), right.span(), root.span(), on);
                device_buffer<std::byte> const memory{detail::numbering_scratch_bytes(n, sizeof(Index), true), on};
                detail::number_nodes({.parents = parents.data(),
                                      .left_child = left.data(),
                                      .right_child = right.data(),
                                      .n = n,
                                      .index_bytes = sizeof(Index),
                                      .preorder = preorder.data(),
                                      .size = size.data(),
                                      .level = level.data(),
                                      .scratch = memory.data(),
                                      .scratch_bytes = memory.size(),
                                      .on = on});
                detail::inlabels_of_preorder_async(preorder.data(), size.data(), n, this->nodes_.data(), on);
            }
        }
        this->add_paths(parents.span(), on);
        on.synchronize();
    }
};

} // namespace rmq::cuda
