// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include <rmq/block_sparse_table.hpp>
#include <rmq/detail/expects.hpp>
#include <rmq/detail/huge_pages.hpp>
#include <rmq/detail/parallel.hpp>
#include <rmq/order.hpp>
#include <rmq/range.hpp>
#include <rmq/rooted_tree.hpp>

namespace rmq {

/// Lowest common ancestors in O(1) by inlabels.
/// Source: Schieber, Vishkin 1988, as told in Ryssel 2025, section 9. A node's inlabel is the number with the most
/// trailing zeros among the preorder numbers (from 1) of its subtree; nodes that share one form a path; the ascendant
/// number of a node holds a bit for each such path between it and the root.
/// Differences: the lower of two nodes of a path is told by its preorder number, so levels are not stored; a path's
/// entry holds the parent of its head at once; with three quantities a node, all of a node is in one cache line.
/// Build O(n) time, parallel by list ranking. 5 n indices. Keeps nothing of the tree. Queries are const and may run
/// concurrently.
template <std::unsigned_integral Index = std::uint32_t>
class inlabel_lca
{
public:
    using index_type = Index;

    /// Throws std::invalid_argument if some nodes are not below the root.
    explicit inlabel_lca(rooted_tree<Index> const & tree, unsigned threads = 0,
                         numbering_method method = numbering_method::automatic)
        : nodes_(tree.size()), paths_(tree.size() + 1)
    {
        constexpr Index none = no_position<Index>;
        if (method == numbering_method::automatic)
            method = numbering_method::list_ranking;
        node_numbers<Index> const numbers = number_nodes(tree, threads, method);
        std::size_t const n = tree.size();
        detail::for_each_part(n, grain, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t v = begin; v < end; ++v) {
                Index const first = numbers.preorder[v] + 1;
                auto const last = static_cast<Index>(numbers.preorder[v] + numbers.size[v]);
                unsigned const bit = static_cast<unsigned>(std::bit_width(static_cast<Index>((first - 1) ^ last))) - 1;
                nodes_[v].inlabel = static_cast<Index>(last >> bit << bit);
                nodes_[v].preorder = numbers.preorder[v];
            }
        });
        // a node that begins a path, seen from the root, brings the bit of that path
        auto const own_bit = [&](std::size_t v) -> Index {
            Index const p = tree.parent(v);
            if (p != none && nodes_[p].inlabel == nodes_[v].inlabel)
                return 0;
            return lowest_one(nodes_[v].inlabel);
        };
        if (method == numbering_method::traversal) {
            huge_vector<Index> at(n); // node of a preorder number: parents come before their children
            for (std::size_t v = 0; v < n; ++v)
                at[numbers.preorder[v]] = static_cast<Index>(v);
            for (std::size_t k = 0; k < n; ++k) {
                Index const p = tree.parent(at[k]);
                nodes_[at[k]].ascendant = (p == none ? Index{0} : nodes_[p].ascendant) | own_bit(at[k]);
            }
        } else {
            huge_vector<Index> const next = detail::euler_tour(tree, threads);
            huge_vector<Index> before(2 * n);
            rank_list(
                std::span<Index const>{next}, static_cast<Index>(2 * tree.root()),
                [&](Index arc) {
                    Index const bit = own_bit(arc / 2);
                    return static_cast<Index>(arc % 2 == 0 ? bit : Index{0} - bit);
                },
                std::span<Index>{before}, threads);
            detail::for_each_part(n, grain, threads, [&](std::size_t begin, std::size_t end) {
                for (std::size_t v = begin; v < end; ++v)
                    nodes_[v].ascendant = before[2 * v + 1]; // before it leaves: its own bit is counted
            });
        }
        detail::for_each_part(n, grain, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t v = begin; v < end; ++v)
                if (own_bit(v) != 0) {
                    Index const p = tree.parent(v);
                    paths_[nodes_[v].inlabel] = {p, p == none ? Index{0} : numbers.preorder[p]};
                }
        });
    }

    /// The lowest node that has both u and v in its subtree; u itself if u is above v.   O(1).
    /// @param u, v   nodes, < size()
    [[nodiscard]] Index query(std::size_t u, std::size_t v) const noexcept
    {
        RMQ_EXPECTS(u < size() && v < size());
        entry const a = nodes_[u];
        entry const b = nodes_[v];
        if (a.inlabel == b.inlabel)
            return static_cast<Index>(a.preorder <= b.preorder ? u : v);
        Index const path = common_path(a, b);
        step const x = a.inlabel == path ? step{static_cast<Index>(u), a.preorder} : paths_[path_below(a, path)];
        step const y = b.inlabel == path ? step{static_cast<Index>(v), b.preorder} : paths_[path_below(b, path)];
        return x.preorder <= y.preorder ? x.node : y.node;
    }

    /// Answers queries[i] = {u, v} into out[i]. Queries of a group are in flight together: their nodes, then their
    /// paths are fetched before they are used.
    /// @param out       [queries.size()] may not alias the queries
    /// @param threads   OpenMP threads, 0 = all; the answers do not depend on it
    void query(std::span<range<Index> const> queries, std::span<Index> out, unsigned threads = 0) const
    {
        RMQ_EXPECTS(queries.size() == out.size());
        detail::for_each_part(queries.size(), detail::query_grain, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t first = begin; first < end; first += group)
                query_group(queries.subspan(first, std::min(group, end - first)), out.data() + first);
        });
    }

    /// Nodes.
    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
    /// Memory in bytes.
    [[nodiscard]] std::size_t bytes() const noexcept
    {
        return nodes_.size() * sizeof(entry) + paths_.size() * sizeof(step);
    }

private:
    static constexpr std::size_t grain = 1 << 14;
    static constexpr std::size_t group = 64;

    struct entry
    {
        Index inlabel, ascendant, preorder;
    };
    /// A node and its preorder number; for a path the parent of its head.
    struct step
    {
        Index node, preorder;
    };

    [[nodiscard]] static Index lowest_one(Index x) noexcept { return static_cast<Index>(x & (Index{0} - x)); }
    /// `label` cut off at bit k, with a one there: the inlabel of the path of level k that is above it.
    [[nodiscard]] static Index path_at(Index label, unsigned k) noexcept
    {
        return static_cast<Index>(((label >> k) | Index{1}) << k);
    }
    /// Inlabel of the answer: the lowest path above both.
    [[nodiscard]] static Index common_path(entry const & a, entry const & b) noexcept
    {
        unsigned const differ = static_cast<unsigned>(std::bit_width(static_cast<Index>(a.inlabel ^ b.inlabel))) - 1;
        Index const above = static_cast<Index>((a.ascendant & b.ascendant) >> differ << differ);
        return path_at(a.inlabel, static_cast<unsigned>(std::countr_zero(above)));
    }
    /// Inlabel of the last path below `path` on the way from a node up to it.
    [[nodiscard]] static Index path_below(entry const & a, Index path) noexcept
    {
        auto const lower = static_cast<Index>(a.ascendant & (lowest_one(path) - 1));
        return path_at(a.inlabel, static_cast<unsigned>(std::bit_width(lower)) - 1);
    }

    void query_group(std::span<range<Index> const> queries, Index * out) const noexcept
    {
        for (auto const & [u, v] : queries) {
            __builtin_prefetch(&nodes_[u]);
            __builtin_prefetch(&nodes_[v]);
        }
        for (auto const & [u, v] : queries) {
            entry const & a = nodes_[u];
            entry const & b = nodes_[v];
            if (a.inlabel == b.inlabel)
                continue;
            Index const path = common_path(a, b);
            if (a.inlabel != path)
                __builtin_prefetch(&paths_[path_below(a, path)]);
            if (b.inlabel != path)
                __builtin_prefetch(&paths_[path_below(b, path)]);
        }
        for (auto const & [u, v] : queries)
            *out++ = query(u, v);
    }

    huge_vector<entry> nodes_;
    huge_vector<step> paths_; ///< by inlabel, 1..n
};

/// Lowest common ancestors as a range minimum over the levels of an Euler tour.
/// Source: Soman, Kothapalli, Narayanan 2012, section 7.1.2. Difference: the tour lists nodes, 2 n - 1 of them, with
/// the first place of each, not arcs. Build O(n) time; 5 n indices and the range-minimum structure over 2 n - 1 levels.
/// Queries are const and may run concurrently.
template <std::unsigned_integral Index = std::uint32_t,
          class Rmq = block_sparse_table<std::make_signed_t<Index>, in_block::pop_codes, Index, min_leftmost>>
class euler_lca
{
public:
    using index_type = Index;

    /// Throws std::invalid_argument if some nodes are not below the root.
    explicit euler_lca(rooted_tree<Index> const & tree, unsigned threads = 0,
                       numbering_method method = numbering_method::automatic)
        : first_(tree.size()), tour_(2 * tree.size() - 1), levels_(2 * tree.size() - 1),
          rmq_(fill(tree, threads, method))
    {
    }

    // the structure over the levels keeps a view of them; their memory moves along
    euler_lca(euler_lca &&) noexcept = default;
    euler_lca & operator=(euler_lca &&) noexcept = default;

    /// The lowest node that has both u and v in its subtree.   The time of a query of Rmq.
    [[nodiscard]] Index query(std::size_t u, std::size_t v) const noexcept
    {
        RMQ_EXPECTS(u < size() && v < size());
        auto const [l, r] = std::minmax(first_[u], first_[v]);
        return tour_[rmq_.query(l, r)];
    }

    /// Answers queries[i] = {u, v} into out[i].
    /// @param out       [queries.size()] may not alias the queries
    /// @param threads   OpenMP threads, 0 = all; the answers do not depend on it
    void query(std::span<range<Index> const> queries, std::span<Index> out, unsigned threads = 0) const
    {
        detail::query_each(*this, queries, out, threads);
    }

    [[nodiscard]] std::size_t size() const noexcept { return first_.size(); }
    [[nodiscard]] std::size_t bytes() const noexcept
    {
        return first_.size() * sizeof(Index) + tour_.size() * 2 * sizeof(Index) + rmq_.bytes();
    }

private:
    using level_type = typename Rmq::value_type;

    std::span<level_type const> fill(rooted_tree<Index> const & tree, unsigned threads, numbering_method method)
    {
        node_numbers<Index> const numbers = number_nodes(tree, threads, method);
        detail::for_each_part(tree.size(), 1 << 14, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t v = begin; v < end; ++v) {
                // a node's first place; its parent stands behind its last one
                std::size_t const level = numbers.level[v];
                std::size_t const place = 2 * std::size_t{numbers.preorder[v]} - level;
                first_[v] = static_cast<Index>(place);
                tour_[place] = static_cast<Index>(v);
                levels_[place] = static_cast<level_type>(level);
                if (tree.parent(v) == no_position<Index>)
                    continue;
                std::size_t const behind = place + 2 * std::size_t{numbers.size[v]} - 1;
                tour_[behind] = tree.parent(v);
                levels_[behind] = static_cast<level_type>(level - 1);
            }
        });
        return levels_;
    }

    huge_vector<Index> first_;
    huge_vector<Index> tour_;
    huge_vector<level_type> levels_;
    Rmq rmq_;
};

extern template class inlabel_lca<std::uint32_t>;
extern template class inlabel_lca<std::uint64_t>;
extern template class euler_lca<std::uint32_t>;
extern template class euler_lca<std::uint64_t>;

} // namespace rmq
