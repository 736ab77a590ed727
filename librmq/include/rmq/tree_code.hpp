// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include <rmq/cartesian_tree.hpp>
#include <rmq/detail/catalan.hpp>
#include <rmq/detail/expects.hpp>
#include <rmq/order.hpp>

/// Shapes of binary trees as numbers and as bits.
namespace rmq {

/// Largest tree that has a Catalan rank here, in nodes.
inline constexpr std::size_t max_ranked_nodes = detail::catalan_max_nodes;

/// Rank of the tree's shape among all binary trees of its size: trees with more nodes on the left first, then by rank
/// of the left subtree, then of the right one (Yang, Liu, Wu 2017, equation 2, corrected; detail/catalan.hpp). The left
/// path has rank 0, the right path the largest.   O(n).
/// @pre tree.size() <= max_ranked_nodes
template <std::unsigned_integral Index>
[[nodiscard]] std::uint64_t rank_of_shape(cartesian_tree<Index> const & tree)
{
    RMQ_EXPECTS(tree.size() <= max_ranked_nodes);
    struct subtree
    {
        unsigned nodes;
        std::uint64_t rank;
    };
    auto const walk = [&](auto const & self, Index node) -> subtree {
        if (node == no_position<Index>)
            return {0, 0};
        subtree const l = self(self, tree.left_child[node]);
        subtree const r = self(self, tree.right_child[node]);
        return {l.nodes + r.nodes + 1, detail::tree_index({l.nodes, l.rank, r.nodes, r.rank})};
    };
    return walk(walk, tree.root).rank;
}

/// The tree of `nodes` nodes whose shape has this rank: inverse of rank_of_shape.   O(n^2).
/// @pre nodes <= max_ranked_nodes, rank < catalan_number(nodes)
template <std::unsigned_integral Index = std::uint32_t>
[[nodiscard]] cartesian_tree<Index> shape_of_rank(std::size_t nodes, std::uint64_t rank)
{
    RMQ_EXPECTS(nodes <= max_ranked_nodes);
    constexpr Index none = no_position<Index>;
    cartesian_tree<Index> tree{none, huge_vector<Index>(nodes), huge_vector<Index>(nodes), huge_vector<Index>(nodes)};
    // the subtree of positions first .. first + count - 1
    auto const grow = [&](auto const & self, Index parent, std::size_t first, unsigned count,
                          std::uint64_t index) -> Index {
        if (count == 0)
            return none;
        detail::tree_split const split = detail::split_tree(count, index);
        auto const node = static_cast<Index>(first + split.left_nodes);
        tree.parent[node] = parent;
        tree.left_child[node] = self(self, node, first, split.left_nodes, split.left_index);
        tree.right_child[node] = self(self, node, node + std::size_t{1}, split.right_nodes, split.right_index);
        return node;
    };
    tree.root = grow(grow, none, 0, static_cast<unsigned>(nodes), rank);
    return tree;
}

/// Preorder code of the Cartesian tree of `values`, padded so that every node has two children: a 1 for a node, a 0 for
/// a leaf that pads, in preorder without the last 0. 2 n bits, lowest bit of a word first; bits behind the end are 0.
/// Source: Soman, Kothapalli, Narayanan 2012, section 4. The i-th 0 belongs to position i, and the 1s between two 0s
/// are as many as positions whose nearest better value (ties by index) is the position before: what a scan from the
/// right pops, which is how the code is made.   O(n) time; a stack of at most n positions.
template <class Value, class Order = min_leftmost>
[[nodiscard]] std::vector<std::uint64_t> preorder_code(std::span<Value const> values)
{
    std::size_t const n = values.size();
    std::vector<std::uint64_t> code((2 * n + 63) / 64);
    std::vector<std::size_t> stack; // positions without a better one on their left so far, rightmost first
    stack.reserve(64);
    std::size_t at = 2 * n; // bits at and behind it are written
    auto const write_ones = [&](std::size_t count) {
        for (; count > 0; --count) {
            --at;
            code[at / 64] |= std::uint64_t{1} << (at % 64);
        }
    };
    for (std::size_t i = n; i-- > 0;) {
        // position i is better than those it pops: ones behind the zero of position i
        std::size_t pops = 0;
        while (!stack.empty() && Order::left_wins(values[i], values[stack.back()])) {
            stack.pop_back();
            ++pops;
        }
        write_ones(pops);
        --at; // the zero of position i
        stack.push_back(i);
    }
    write_ones(stack.size());
    RMQ_EXPECTS(at == 0);
    return code;
}

/// The tree of a preorder code: inverse of preorder_code.   O(n).
/// Throws std::invalid_argument if the first 2 * nodes bits are no such code.
template <std::unsigned_integral Index = std::uint32_t>
[[nodiscard]] cartesian_tree<Index> tree_of_preorder_code(std::span<std::uint64_t const> code, std::size_t nodes)
{
    if (code.size() * 64 < 2 * nodes)
        throw std::invalid_argument("preorder code: fewer bits than two a node");
    constexpr Index none = no_position<Index>;
    cartesian_tree<Index> tree{none, huge_vector<Index>(nodes), huge_vector<Index>(nodes), huge_vector<Index>(nodes)};
    std::vector<Index> open; // for every node begun and not yet met in-order: the position left of its subtree
    Index last = none;       // lowest node of the right path
    std::size_t node = 0;
    for (std::size_t bit = 0; bit < 2 * nodes; ++bit) {
        if ((code[bit / 64] >> (bit % 64) & 1) != 0) {
            open.push_back(node == 0 ? none : static_cast<Index>(node - 1));
            continue;
        }
        if (open.empty() || node == nodes)
            throw std::invalid_argument("preorder code: a leaf that belongs to no node");
        Index const left = open.back();
        open.pop_back();
        Index below = none;
        while (last != left) {
            below = last;
            last = tree.parent[last];
        }
        auto const position = static_cast<Index>(node++);
        tree.left_child[position] = below;
        tree.right_child[position] = none;
        if (below != none)
            tree.parent[below] = position;
        tree.parent[position] = last;
        (last == none ? tree.root : tree.right_child[last]) = position;
        last = position;
    }
    if (!open.empty())
        throw std::invalid_argument("preorder code: a node without its leaves");
    return tree;
}

} // namespace rmq
