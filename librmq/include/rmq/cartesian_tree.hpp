// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <rmq/detail/expects.hpp>
#include <rmq/detail/huge_pages.hpp>
#include <rmq/detail/instantiate.hpp>
#include <rmq/detail/parallel.hpp>
#include <rmq/nearest_smaller.hpp>
#include <rmq/order.hpp>

namespace rmq {

/// A binary tree over the positions 0..size()-1 in their in-order: everything in the left subtree of a node lies on
/// its left. Missing parents and children are no_position<Index>. 3 n indices.
template <std::unsigned_integral Index = std::uint32_t>
struct cartesian_tree
{
    Index root = no_position<Index>;
    huge_vector<Index> parent;
    huge_vector<Index> left_child;
    huge_vector<Index> right_child;

    /// Nodes.
    [[nodiscard]] std::size_t size() const noexcept { return parent.size(); }
    /// Memory in bytes.
    [[nodiscard]] std::size_t bytes() const noexcept { return 3 * parent.size() * sizeof(Index); }

    [[nodiscard]] friend bool operator==(cartesian_tree const & a, cartesian_tree const & b)
    {
        return a.root == b.root && a.parent == b.parent && a.left_child == b.left_child &&
               a.right_child == b.right_child;
    }
};

/// How a Cartesian tree is built; the tree is always the same.
enum class cartesian_method : std::uint8_t {
    nearest, ///< from all nearest smaller values, in parallel
    stack,   ///< one pass with the rightmost path as its stack, one thread
};

/// Cartesian tree: the root is the best value, its subtrees are the trees of what lies left and right of it. On ties
/// the root is the value that Order asks for, leftmost or rightmost, so that the lowest common ancestor of l and r is
/// the answer of a range query (equal values taken from an unordered definition would put it outside of [l, r]).
/// Sources: Berkman, Schieber, Vishkin 1993; Ryssel 2025, Part II and section 11: the parent of a position is the worse
/// one of its nearest better values with ties broken by index.
/// O(n) time; with `nearest` no scratch beside the tree and what all_nearest_smaller needs.
/// @param values    [n], n <= no_position<Index> - 4096
/// @param threads   OpenMP threads, 0 = all
template <class Value, std::unsigned_integral Index = std::uint32_t, class Order = min_leftmost>
[[nodiscard]] cartesian_tree<Index> make_cartesian_tree(std::span<Value const> values, unsigned threads = 0,
                                                        cartesian_method method = cartesian_method::nearest)
{
    std::size_t const n = values.size();
    constexpr Index none = no_position<Index>;
    cartesian_tree<Index> tree{none, huge_vector<Index>(n), huge_vector<Index>(n), huge_vector<Index>(n)};
    if (method == cartesian_method::stack) {
        // the right path of the tree so far, linked by its parents; `last` is its lowest node
        Index last = none;
        for (std::size_t i = 0; i < n; ++i) {
            auto const node = static_cast<Index>(i);
            Index below = none;
            while (last != none && !Order::left_wins(values[last], values[i])) {
                below = last;
                last = tree.parent[last];
            }
            tree.left_child[i] = below;
            tree.right_child[i] = none;
            if (below != none)
                tree.parent[below] = node;
            tree.parent[i] = last;
            (last == none ? tree.root : tree.right_child[last]) = node;
            last = node;
        }
        return tree;
    }
    // the nearest better values lie where the children will be
    std::span<Index> const left{tree.left_child.data(), n};
    std::span<Index> const right{tree.right_child.data(), n};
    all_nearest_smaller<Value, Index, Order>(values, left, right,
                                             {.equals = equal_values::by_index, .threads = threads});
    constexpr std::size_t grain = 1 << 14;
    detail::for_each_part(n, grain, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            Index const l = left[i];
            Index const r = right[i];
            bool const take_right = l == none || (r != none && Order::left_wins(values[l], values[r]));
            tree.parent[i] = take_right ? r : l;
        }
    });
    detail::for_each_part(n, grain, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            left[i] = right[i] = none;
    });
    // every child slot has one writer
    detail::for_each_part(n, grain, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            Index const p = tree.parent[i];
            auto const node = static_cast<Index>(i);
            (p == none ? tree.root : i < p ? tree.left_child[p] : tree.right_child[p]) = node;
        }
    });
    return tree;
}

#define RMQ_EXTERN(Value, Index, Order)                                                                                \
    extern template cartesian_tree<Index> make_cartesian_tree<Value, Index, Order>(std::span<Value const>, unsigned,   \
                                                                                   cartesian_method)
RMQ_FOR_EACH_INSTANCE(RMQ_EXTERN);
#undef RMQ_EXTERN

} // namespace rmq
