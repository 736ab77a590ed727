// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include <rmq/cartesian_tree.hpp>
#include <rmq/cuda/device_buffer.hpp>
#include <rmq/cuda/device_span.hpp>
#include <rmq/cuda/nearest_smaller.hpp>
#include <rmq/cuda/stream.hpp>
#include <rmq/detail/expects.hpp>
#include <rmq/order.hpp>

namespace rmq::cuda {

namespace detail {

void cartesian_children_async(void const * parents, std::size_t n, unsigned index_bytes, void * left_child,
                              void * right_child, void * root, stream_handle on);

} // namespace detail

/// Bytes of device scratch that cartesian_parents_async needs for n values.
template <class Value, std::unsigned_integral Index>
[[nodiscard]] std::size_t cartesian_parents_scratch_bytes(std::size_t n)
{
    return nearest_smaller_scratch_bytes<Value, Index>(n);
}

/// Parents in the Cartesian tree, as in rmq::make_cartesian_tree: the worse one of the nearest better values, ties by
/// index; no_position<Index> for the root. The nearest values are not written: values are read once, parents written
/// once.   O(n). Enqueues and returns; everything must stay alive until the work has run.
/// Source: Ryssel 2025, section 10.1, made one with all_nearest_smaller by tiles.
/// @param d_values    [n] arithmetic, no NaN; n <= no_position<Index> - 4096
/// @param d_parents   [n]
/// @param d_scratch   cartesian_parents_scratch_bytes bytes at least, aligned to 256 bytes
template <class Value, std::unsigned_integral Index, class Order = min_leftmost>
void cartesian_parents_async(device_span<Value const> d_values, device_span<Index> d_parents,
                             device_span<std::byte> d_scratch, stream_handle on)
{
    RMQ_EXPECTS(d_parents.size() == d_values.size());
    auto task = detail::make_nearest_task<Value, Index, Order>(d_values, equal_values::by_index, d_scratch, on);
    task.left = d_parents.data();
    task.parents = true;
    detail::nearest_async(task);
}

/// Children and root from the parents of a binary tree whose nodes are numbered in order.   O(n).
/// @param d_left_child, d_right_child   [n] no_position<Index> where there is no child
/// @param d_root                        [1]
template <std::unsigned_integral Index>
void cartesian_children_async(device_span<Index const> d_parents, device_span<Index> d_left_child,
                              device_span<Index> d_right_child, device_span<Index> d_root, stream_handle on)
{
    RMQ_EXPECTS(d_left_child.size() == d_parents.size() && d_right_child.size() == d_parents.size());
    detail::cartesian_children_async(d_parents.data(), d_parents.size(), sizeof(Index), d_left_child.data(),
                                     d_right_child.data(), d_root.data(), on);
}

/// The Cartesian tree of host values, built on the device: equal to rmq::make_cartesian_tree.
template <class Value, std::unsigned_integral Index = std::uint32_t, class Order = min_leftmost>
[[nodiscard]] rmq::cartesian_tree<Index> make_cartesian_tree(std::span<Value const> values)
{
    std::size_t const n = values.size();
    stream const on;
    device_buffer<Value> const d_values{values, on};
    device_buffer<Index> const d_parents{n, on}, d_left{n, on}, d_right{n, on}, d_root{1, on};
    device_buffer<std::byte> const scratch{cartesian_parents_scratch_bytes<Value, Index>(n), on};
    cartesian_parents_async<Value, Index, Order>(d_values.span(), d_parents.span(), scratch.span(), on);
    cartesian_children_async<Index>(d_parents.span(), d_left.span(), d_right.span(), d_root.span(), on);
    rmq::cartesian_tree<Index> tree{no_position<Index>, huge_vector<Index>(n), huge_vector<Index>(n),
                                    huge_vector<Index>(n)};
    auto const fetch = [&](device_buffer<Index> const & from, std::span<Index> to) {
        copy_async(device_span<Index const>{from.span()}, to, on);
    };
    fetch(d_parents, tree.parent);
    fetch(d_left, tree.left_child);
    fetch(d_right, tree.right_child);
    fetch(d_root, {&tree.root, 1});
    on.synchronize();
    return tree;
}

} // namespace rmq::cuda
