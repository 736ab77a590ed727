// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include <rmq/cuda/device_buffer.hpp>
#include <rmq/cuda/device_span.hpp>
#include <rmq/cuda/lca.hpp>
#include <rmq/cuda/rooted_tree.hpp>
#include <rmq/cuda/stream.hpp>
#include <rmq/detail/expects.hpp>
#include <rmq/order.hpp>
#include <rmq/range.hpp>

namespace rmq::cuda {

namespace detail {

/// node_at[preorder[v]] = v, and the values likewise.
template <std::unsigned_integral Index>
void to_preorder_async(Index const * preorder, void const * values, unsigned value_bytes, std::size_t n,
                       Index * node_at, void * values_in_preorder, stream_handle on);
/// The ranges of the subtrees of `nodes`, or of all nodes in preorder where nodes is nullptr.
template <std::unsigned_integral Index>
void subtree_ranges_async(Index const * preorder, Index const * size, Index const * node_at, Index const * nodes,
                          std::size_t count, rmq::range<Index> * ranges, stream_handle on);
/// out[i] = node_at[places[i]]; where `scatter`, out[node_at[i]] = node_at[places[i]]. Places and out may be the same
/// where nothing is scattered.
template <std::unsigned_integral Index>
void nodes_of_places_async(Index const * node_at, Index const * places, std::size_t count, bool scatter, Index * out,
                           stream_handle on);

} // namespace detail

/// The best value of any subtree of a tree with a value at every node, on the device: the twin of rmq::subtree_extrema,
/// same answers.
/// Source: Soman, Kothapalli, Narayanan 2012, section 7.1.1, as in rmq/tree_queries.hpp: values in preorder; a subtree
/// is a range of them, asked of Rmq.
/// @tparam Rmq   built from (device_span of values, stream), asked by query_async(ranges, out, stream)
/// Build O(n) work; 3 n indices, n values and the range structure. On ties the node that is first (leftmost) or last
/// (rightmost) in preorder. Queries may run concurrently; they take 12 bytes of device memory an answer while they run.
template <class Value, std::unsigned_integral Index = std::uint32_t, class Order = min_leftmost,
          class Rmq = lca_rmq<Value, Index, Order>>
class subtree_extrema
{
public:
    using value_type = Value;
    using index_type = Index;
    using order_type = Order;

    /// Has finished when it returns.
    /// @param d_parents   [n] as for number_nodes
    /// @param d_values    [n] value of every node
    /// @param on          must outlive the structure
    /// Throws std::invalid_argument as number_nodes does, and out_of_memory.
    subtree_extrema(device_span<Index const> d_parents, device_span<Value const> d_values, stream const & on)
        : preorder_{d_parents.size(), on}, size_{d_parents.size(), on}, node_at_{d_parents.size(), on},
          values_{d_parents.size(), on}, rmq_{fill(d_parents, d_values, on), on}
    {
        on.synchronize();
    }

    /// Enqueues the answers of d_nodes[i] into d_out[i]: the node with the best value of its subtree.
    /// @param d_out   [d_nodes.size()] may not alias the nodes
    void query_async(device_span<Index const> d_nodes, device_span<Index> d_out, stream_handle on) const
    {
        RMQ_EXPECTS(d_nodes.size() == d_out.size());
        device_buffer<range<Index>> const ranges{d_nodes.size(), on};
        detail::subtree_ranges_async<Index>(preorder_.data(), size_.data(), node_at_.data(), d_nodes.data(),
                                            d_nodes.size(), ranges.data(), on);
        rmq_.query_async(ranges.span(), d_out, on);
        detail::nodes_of_places_async<Index>(node_at_.data(), d_out.data(), d_out.size(), false, d_out.data(), on);
    }

    /// Enqueues the answers for all nodes, d_out[v] for node v: queries in preorder, near each other in memory.
    /// @param d_out   [size()]
    void query_all_async(device_span<Index> d_out, stream_handle on) const
    {
        RMQ_EXPECTS(d_out.size() == size());
        device_buffer<range<Index>> const ranges{size(), on};
        device_buffer<Index> const places{size(), on};
        detail::subtree_ranges_async<Index>(preorder_.data(), size_.data(), node_at_.data(), nullptr, size(),
                                            ranges.data(), on);
        rmq_.query_async(ranges.span(), places.span(), on);
        detail::nodes_of_places_async<Index>(node_at_.data(), places.data(), size(), true, d_out.data(), on);
    }

    /// Nodes.
    [[nodiscard]] std::size_t size() const noexcept { return values_.size(); }
    /// Device memory in bytes.
    [[nodiscard]] std::size_t bytes() const { return size() * (3 * sizeof(Index) + sizeof(Value)) + rmq_.bytes(); }

private:
    device_span<Value const> fill(device_span<Index const> d_parents, device_span<Value const> d_values,
                                  stream const & on)
    {
        RMQ_EXPECTS(d_values.size() == d_parents.size());
        std::size_t const n = d_parents.size();
        device_buffer<std::byte> const scratch{number_nodes_scratch_bytes<Index>(n), on};
        number_nodes<Index>(d_parents, {preorder_.span(), size_.span(), {}}, scratch.span(), on);
        detail::to_preorder_async<Index>(preorder_.data(), d_values.data(), sizeof(Value), n, node_at_.data(),
                                         values_.data(), on);
        return values_.span();
    }

    device_buffer<Index> preorder_; ///< by node
    device_buffer<Index> size_;     ///< by node
    device_buffer<Index> node_at_;  ///< by preorder
    device_buffer<Value> values_;   ///< by preorder
    Rmq rmq_;
};

} // namespace rmq::cuda
