// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <rmq/detail/expects.hpp>

/// Catalan index: the rank of a binary tree among all binary trees with the same number of nodes.
/// Source: Yang, Liu, Wu 2017, section 4.1.1 and Alg. 7, with equation 2 corrected: its sum has to run over the sizes
/// of the RIGHT subtree, so that trees with more nodes on the left come first, as the paper's text asks.
/// Order of the shapes of n nodes: more left nodes first, then by index of the left subtree, then of the right one.
/// A tree that is all one left path has index 0; a tree that is all one right path (the virtual path that pads a block
/// which is not full) has the largest, catalan_number(n) - 1.
namespace rmq::detail {

/// Largest tree, in nodes, that the tables below know. The number of its shapes, 1.3e12, fits easily into 64 bits.
inline constexpr unsigned catalan_max_nodes = 24;

struct catalan_tables
{
    /// number[n]: trees of n nodes.
    std::array<std::uint64_t, catalan_max_nodes + 1> number{};
    /// before[l][r]: trees of l + r + 1 nodes that have more than l of them on the left.
    std::array<std::array<std::uint64_t, catalan_max_nodes>, catalan_max_nodes> before{};
};

[[nodiscard]] consteval catalan_tables make_catalan_tables()
{
    catalan_tables tables;
    tables.number[0] = 1;
    for (unsigned n = 1; n <= catalan_max_nodes; ++n)
        for (unsigned left = 0; left < n; ++left)
            tables.number[n] += tables.number[left] * tables.number[n - 1 - left];
    // those with more than l + 1 on the left, and those with exactly l + 1
    for (unsigned right = 1; right < catalan_max_nodes; ++right)
        for (unsigned left = 0; left + right < catalan_max_nodes; ++left)
            tables.before[left][right] =
                tables.before[left + 1][right - 1] + tables.number[left + 1] * tables.number[right - 1];
    return tables;
}

inline constexpr catalan_tables catalan = make_catalan_tables();

/// Number of binary trees of `nodes` nodes, nodes <= catalan_max_nodes.
[[nodiscard]] constexpr std::uint64_t catalan_number(unsigned nodes) noexcept
{
    RMQ_EXPECTS(nodes <= catalan_max_nodes);
    return catalan.number[nodes];
}

/// A binary tree as its root sees it: nodes and Catalan indices of the two subtrees.
struct tree_split
{
    unsigned left_nodes{};
    std::uint64_t left_index{};
    unsigned right_nodes{};
    std::uint64_t right_index{};

    [[nodiscard]] friend constexpr bool operator==(tree_split const &, tree_split const &) noexcept = default;
};

/// Catalan index of the tree whose root has these subtrees (equation 2, corrected).   O(1).
[[nodiscard]] constexpr std::uint64_t tree_index(tree_split const & tree) noexcept
{
    RMQ_EXPECTS(tree.left_nodes + tree.right_nodes < catalan_max_nodes);
    return catalan.before[tree.left_nodes][tree.right_nodes] + tree.left_index * catalan.number[tree.right_nodes] +
           tree.right_index;
}

/// Inverse of tree_index: the subtrees of the tree of `nodes` >= 1 nodes with this index.   O(nodes).
[[nodiscard]] constexpr tree_split split_tree(unsigned nodes, std::uint64_t index) noexcept
{
    RMQ_EXPECTS(nodes >= 1 && index < catalan_number(nodes));
    unsigned right = 0;
    while (right + 1 < nodes && catalan.before[nodes - 2 - right][right + 1] <= index)
        ++right;
    unsigned const left = nodes - 1 - right;
    index -= catalan.before[left][right];
    return {left, index / catalan.number[right], right, index % catalan.number[right]};
}

/// Catalan index of a tree of `nodes` nodes that is one right path: the largest there is.
[[nodiscard]] constexpr std::uint64_t right_path_index(unsigned nodes) noexcept
{
    return catalan_number(nodes) - 1;
}

/// Catalan index of the Cartesian tree of `block`, padded on the right to `nodes` nodes by values that are each worse
/// than all before them (Alg. 7; the padding makes the index of a block that is still filling comparable to Alg. 8).
/// The root is the best value, on ties the one that Order asks for.   O(block.size()).
/// @param nodes   block.size() <= nodes <= catalan_max_nodes
template <class Order, class Value>
[[nodiscard]] constexpr std::uint64_t block_tree_index(std::span<Value const> block, unsigned nodes) noexcept
{
    RMQ_EXPECTS(block.size() <= nodes && nodes <= catalan_max_nodes);
    // the right path of the tree so far: value, and the subtree on its left
    struct path_node
    {
        Value value;
        unsigned left_nodes;
        std::uint64_t left_index;
    };
    std::array<path_node, catalan_max_nodes> path;
    unsigned depth = 0;
    auto const fold_top = [&](unsigned & size, std::uint64_t & index) {
        path_node const & top = path[--depth];
        index = tree_index({top.left_nodes, top.left_index, size, index});
        size += top.left_nodes + 1;
    };
    for (Value const & value : block) {
        unsigned size = 0;
        std::uint64_t index = 0;
        while (depth > 0 && !Order::left_wins(path[depth - 1].value, value))
            fold_top(size, index);
        path[depth++] = {value, size, index};
    }
    unsigned size = nodes - static_cast<unsigned>(block.size());
    std::uint64_t index = right_path_index(size);
    while (depth > 0) // NOLINT(bugprone-infinite-loop): fold_top lowers it
        fold_top(size, index);
    return index;
}

} // namespace rmq::detail
