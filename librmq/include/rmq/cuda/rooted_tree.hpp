// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include <rmq/cuda/device_buffer.hpp>
#include <rmq/cuda/device_span.hpp>
#include <rmq/cuda/stream.hpp>
#include <rmq/detail/expects.hpp>
#include <rmq/rooted_tree.hpp>

namespace rmq::cuda {

namespace detail {

/// What the kernels of tree_numbers.cu are called with.
struct numbering_task
{
    void const * parents = nullptr;    ///< device, [n]
    void const * left_child = nullptr; ///< device, [n] where the tree is a Cartesian one, else nullptr
    void const * right_child = nullptr;
    std::size_t n = 0;
    unsigned index_bytes = 4;
    void * preorder = nullptr; ///< device, [n] out
    void * size = nullptr;
    void * level = nullptr; ///< nullptr: not wanted
    void * scratch = nullptr;
    std::size_t scratch_bytes = 0;
    stream_handle on = nullptr;
};

[[nodiscard]] std::size_t numbering_scratch_bytes(std::size_t n, unsigned index_bytes, bool cartesian);
/// Waits for the device, since it looks whether the parents are those of one tree: throws std::invalid_argument.
void number_nodes(numbering_task const & task);

} // namespace detail

/// Numbers of the nodes of a tree in device memory, [n] each; a level that is not wanted is an empty span.
template <std::unsigned_integral Index>
struct node_numbers_span
{
    device_span<Index> preorder; ///< 0 for the root; children in the order of their numbers
    device_span<Index> size;     ///< nodes of the subtree, the node itself included
    device_span<Index> level;    ///< distance from the root
};

/// Bytes of device scratch that number_nodes needs for n nodes.
template <std::unsigned_integral Index>
[[nodiscard]] std::size_t number_nodes_scratch_bytes(std::size_t n)
{
    return detail::numbering_scratch_bytes(n, sizeof(Index), false);
}

/// Preorder number, subtree size and level of every node: the twin of rmq::number_nodes, same numbers.   O(n).
/// Source: Ryssel 2025, sections 9.1, 9.3 and 10. Differences: children are found by sorting nodes by their parents;
/// the two weights W1 and W2 are summed in one ranking; a list's pieces end at arcs that carry a mark in their link, so
/// that a walk reads and writes one place an arc; sums of pieces are ranked by pointer doubling. Has finished when it
/// returns. Throws std::invalid_argument if there is not exactly one root, a parent is no other node, or some nodes are
/// not below the root.
/// @param d_parents   [n] no_position<Index> for the root; 1 <= n < 2^30, or 2^62 with 64-bit indices
/// @param d_scratch   number_nodes_scratch_bytes bytes at least, aligned to 256 bytes
template <std::unsigned_integral Index>
void number_nodes(device_span<Index const> d_parents, node_numbers_span<Index> const & d_numbers,
                  device_span<std::byte> d_scratch, stream const & on)
{
    RMQ_EXPECTS(d_numbers.preorder.size() == d_parents.size() && d_numbers.size.size() == d_parents.size());
    detail::number_nodes({.parents = d_parents.data(),
                          .n = d_parents.size(),
                          .index_bytes = sizeof(Index),
                          .preorder = d_numbers.preorder.data(),
                          .size = d_numbers.size.data(),
                          .level = d_numbers.level.data(),
                          .scratch = d_scratch.data(),
                          .scratch_bytes = d_scratch.size(),
                          .on = on});
}

/// The same from and to host memory.
template <std::unsigned_integral Index>
[[nodiscard]] rmq::node_numbers<Index> number_nodes(std::span<Index const> parents)
{
    std::size_t const n = parents.size();
    stream const on;
    device_buffer<Index> const d_parents{parents, on}, d_preorder{n, on}, d_size{n, on}, d_level{n, on};
    device_buffer<std::byte> const scratch{number_nodes_scratch_bytes<Index>(n), on};
    number_nodes<Index>(d_parents.span(), {d_preorder.span(), d_size.span(), d_level.span()}, scratch.span(), on);
    rmq::node_numbers<Index> out{huge_vector<Index>(n), huge_vector<Index>(n), huge_vector<Index>(n)};
    copy_async(device_span<Index const>{d_preorder.span()}, std::span<Index>{out.preorder}, on);
    copy_async(device_span<Index const>{d_size.span()}, std::span<Index>{out.size}, on);
    copy_async(device_span<Index const>{d_level.span()}, std::span<Index>{out.level}, on);
    on.synchronize();
    return out;
}

} // namespace rmq::cuda
