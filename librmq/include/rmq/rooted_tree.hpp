// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>

#include <rmq/cartesian_tree.hpp>
#include <rmq/detail/expects.hpp>
#include <rmq/detail/huge_pages.hpp>
#include <rmq/detail/parallel.hpp>
#include <rmq/list_ranking.hpp>

namespace rmq {

/// A rooted tree over the nodes 0..size()-1 in linked form: parent, first child, next sibling. Children are in the
/// order of their numbers. 3 n indices.
template <std::unsigned_integral Index = std::uint32_t>
class rooted_tree
{
public:
    /// @param parents   [n] parent of every node, no_position<Index> for the root; 1 <= n < no_position<Index> / 2
    /// Throws std::invalid_argument if there is not exactly one root or a parent is no node. Cycles are found when the
    /// nodes are numbered (number_nodes).
    explicit rooted_tree(std::span<Index const> parents, unsigned threads = 0)
        : parent_(parents.begin(), parents.end()), first_child_(parents.size()), next_sibling_(parents.size())
    {
        std::size_t const n = parents.size();
        if (n == 0 || n >= none / 2)
            throw std::invalid_argument("rooted tree: the number of nodes is 0 or too large for the index type");
        std::atomic<bool> valid = true;
        std::atomic<std::size_t> roots = 0;
        std::atomic<Index> root = none;
        // every thread links the children of its own range of parents: all parents are read by each, none is written
        // by two, and the order of the children does not depend on the threads
        detail::for_each_part(n, 1024, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t node = begin; node < end; ++node) {
                first_child_[node] = none;
                if (parents[node] == none) {
                    roots.fetch_add(1, std::memory_order_relaxed);
                    root.store(static_cast<Index>(node), std::memory_order_relaxed);
                    next_sibling_[node] = none;
                } else if (parents[node] >= n || parents[node] == node) {
                    valid.store(false, std::memory_order_relaxed);
                }
            }
        });
        if (!valid)
            throw std::invalid_argument("rooted tree: a parent is no other node");
        if (roots != 1)
            throw std::invalid_argument("rooted tree: exactly one node may have no parent");
        root_ = root;
        detail::for_each_part(n, 1024, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t node = n; node-- > 0;) {
                Index const p = parents[node];
                if (p >= begin && p < end) {
                    next_sibling_[node] = first_child_[p];
                    first_child_[p] = static_cast<Index>(node);
                }
            }
        });
    }

    /// The same nodes as a Cartesian tree; left before right.
    explicit rooted_tree(cartesian_tree<Index> const & tree, unsigned threads = 0)
        : root_(tree.root), parent_(tree.parent), first_child_(tree.size()), next_sibling_(tree.size())
    {
        if (tree.size() == 0 || tree.size() >= none / 2)
            throw std::invalid_argument("rooted tree: the number of nodes is 0 or too large for the index type");
        detail::for_each_part(tree.size(), 1024, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t node = begin; node < end; ++node) {
                Index const p = parent_[node];
                bool const is_left = p != none && node < p;
                first_child_[node] = tree.left_child[node] != none ? tree.left_child[node] : tree.right_child[node];
                next_sibling_[node] = is_left ? tree.right_child[p] : none;
            }
        });
    }

    [[nodiscard]] std::size_t size() const noexcept { return parent_.size(); }
    [[nodiscard]] std::size_t bytes() const noexcept { return 3 * parent_.size() * sizeof(Index); }
    [[nodiscard]] Index root() const noexcept { return root_; }
    [[nodiscard]] Index parent(std::size_t node) const noexcept { return parent_[node]; }
    [[nodiscard]] Index first_child(std::size_t node) const noexcept { return first_child_[node]; }
    [[nodiscard]] Index next_sibling(std::size_t node) const noexcept { return next_sibling_[node]; }

private:
    static constexpr Index none = no_position<Index>;

    Index root_ = none;
    huge_vector<Index> parent_;
    huge_vector<Index> first_child_;
    huge_vector<Index> next_sibling_;
};

/// Numbers of the nodes of a tree; 3 n indices.
template <std::unsigned_integral Index = std::uint32_t>
struct node_numbers
{
    huge_vector<Index> preorder; ///< 0 for the root
    huge_vector<Index> size;     ///< nodes of the subtree, the node itself included
    huge_vector<Index> level;    ///< distance from the root

    [[nodiscard]] friend bool operator==(node_numbers const &, node_numbers const &) = default;
};

/// How nodes are numbered; the numbers are always the same.
enum class numbering_method : std::uint8_t {
    automatic,    ///< list ranking: on shuffled trees faster already on one thread, since its walks overlap
    traversal,    ///< one walk over the tree, one thread
    list_ranking, ///< list ranking of the Euler tour, parallel
};

namespace detail {

/// The Euler tour of a tree as a linked list of 2 n arcs: 2 v goes down into node v, 2 v + 1 leaves it upwards. The
/// root has both as well, so that every node is treated alike.
template <std::unsigned_integral Index>
[[nodiscard]] huge_vector<Index> euler_tour(rooted_tree<Index> const & tree, unsigned threads)
{
    constexpr Index none = no_position<Index>;
    huge_vector<Index> next(2 * tree.size());
    for_each_part(tree.size(), 1024, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t node = begin; node < end; ++node) {
            Index const child = tree.first_child(node);
            Index const sibling = tree.next_sibling(node);
            Index const parent = tree.parent(node);
            next[2 * node] = child != none ? 2 * child : static_cast<Index>(2 * node + 1);
            next[2 * node + 1] = parent == none ? none : sibling != none ? 2 * sibling : 2 * parent + 1;
        }
    });
    return next;
}

/// What lies before an arc of the Euler tour: arcs down, and arcs down less arcs up.
template <std::unsigned_integral Index>
struct tour_rank
{
    Index down{};
    Index depth{};

    [[nodiscard]] friend constexpr tour_rank operator+(tour_rank a, tour_rank b) noexcept
    {
        return {static_cast<Index>(a.down + b.down), static_cast<Index>(a.depth + b.depth)};
    }
};

template <std::unsigned_integral Index>
[[nodiscard]] node_numbers<Index> number_by_traversal(rooted_tree<Index> const & tree)
{
    constexpr Index none = no_position<Index>;
    std::size_t const n = tree.size();
    node_numbers<Index> numbers{huge_vector<Index>(n), huge_vector<Index>(n), huge_vector<Index>(n)};
    std::size_t count = 0;
    Index level = 0;
    for (Index node = tree.root(); node != none;) {
        if (count == n)
            break; // cannot happen: every node is entered once, from its only parent
        numbers.preorder[node] = static_cast<Index>(count++);
        numbers.level[node] = level;
        if (tree.first_child(node) != none) {
            node = tree.first_child(node);
            ++level;
            continue;
        }
        // up until there is a sibling; a node that is left has all its descendants numbered
        for (;;) {
            numbers.size[node] = static_cast<Index>(count - numbers.preorder[node]);
            Index const sibling = tree.next_sibling(node);
            if (node == tree.root() || sibling != none) {
                node = node == tree.root() ? none : sibling;
                break;
            }
            node = tree.parent(node);
            --level;
        }
    }
    if (count != n)
        throw std::invalid_argument("rooted tree: some nodes are on a cycle, not below the root");
    return numbers;
}

template <std::unsigned_integral Index>
[[nodiscard]] node_numbers<Index> number_by_list_ranking(rooted_tree<Index> const & tree, unsigned threads)
{
    std::size_t const n = tree.size();
    huge_vector<Index> const next = euler_tour(tree, threads);
    huge_vector<tour_rank<Index>> before(2 * n, tour_rank<Index>{no_position<Index>, 0});
    rank_list(
        std::span<Index const>{next}, static_cast<Index>(2 * tree.root()),
        [](Index arc) {
            return arc % 2 == 0 ? tour_rank<Index>{1, 1} : tour_rank<Index>{0, static_cast<Index>(-1)};
        },
        std::span<tour_rank<Index>>{before}, threads);
    // a tour that does not come back with every node entered leaves nodes on cycles unranked
    if (before[2 * tree.root() + std::size_t{1}].down != n)
        throw std::invalid_argument("rooted tree: some nodes are on a cycle, not below the root");
    node_numbers<Index> numbers{huge_vector<Index>(n), huge_vector<Index>(n), huge_vector<Index>(n)};
    for_each_part(n, 1024, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t node = begin; node < end; ++node) {
            tour_rank<Index> const down = before[2 * node];
            numbers.preorder[node] = down.down;
            numbers.level[node] = down.depth;
            numbers.size[node] = before[2 * node + 1].down - down.down;
        }
    });
    return numbers;
}

} // namespace detail

/// Preorder number, subtree size and level of every node.   O(n).
/// Source: Ryssel 2025, section 9.1; its two list rankings are one here, of pairs.
/// Throws std::invalid_argument if some nodes are not below the root (their parents form a cycle).
template <std::unsigned_integral Index>
[[nodiscard]] node_numbers<Index> number_nodes(rooted_tree<Index> const & tree, unsigned threads = 0,
                                               numbering_method method = numbering_method::automatic)
{
    if (method == numbering_method::automatic)
        method = numbering_method::list_ranking;
    if (method == numbering_method::traversal)
        return detail::number_by_traversal(tree);
    return detail::number_by_list_ranking(tree, threads);
}

extern template class rooted_tree<std::uint32_t>;
extern template class rooted_tree<std::uint64_t>;

} // namespace rmq
