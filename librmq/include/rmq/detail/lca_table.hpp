// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <rmq/detail/catalan.hpp>
#include <rmq/detail/expects.hpp>

namespace rmq::detail {

/// Lowest common ancestors of all pairs of nodes in all binary trees of `nodes` nodes, by Catalan index: nodes are
/// numbered in order, so the ancestor of p and q is the position of the best of the values [p..q] of a block with that
/// tree. Source: Yang, Liu, Wu 2017, equation 1 and Alg. 6.
/// catalan_number(nodes) * nodes^2 bytes: 89 KiB for 8 nodes, 1.6 MiB for 10. Queries may run concurrently.
class lca_table
{
public:
    /// O(catalan_number(nodes) * nodes^2).   1 <= nodes <= 12.
    explicit lca_table(unsigned nodes) : nodes_{nodes}
    {
        RMQ_EXPECTS(1 <= nodes && nodes <= 12);
        std::vector<std::vector<std::uint8_t>> smaller(nodes + 1);
        for (unsigned n = 1; n <= nodes; ++n) {
            smaller[n].resize(catalan_number(n) * n * n);
            for (std::uint64_t tree = 0; tree < catalan_number(n); ++tree)
                fill(smaller, n, tree);
        }
        table_ = std::move(smaller[nodes]);
    }

    /// The table that a process shares for blocks of Nodes values, made when first asked for.
    template <unsigned Nodes>
    [[nodiscard]] static lca_table const & shared()
    {
        static lca_table const table{Nodes};
        return table;
    }

    /// Lowest common ancestor of nodes p <= q in the tree with this Catalan index.   O(1).
    [[nodiscard]] unsigned query(std::uint64_t tree, unsigned p, unsigned q) const noexcept
    {
        RMQ_EXPECTS(p <= q && q < nodes_ && tree < catalan_number(nodes_));
        return table_[(tree * nodes_ + p) * nodes_ + q];
    }

    [[nodiscard]] unsigned nodes() const noexcept { return nodes_; }
    [[nodiscard]] std::size_t bytes() const noexcept { return table_.size(); }

private:
    static void fill(std::vector<std::vector<std::uint8_t>> & tables, unsigned n, std::uint64_t tree)
    {
        tree_split const split = split_tree(n, tree);
        unsigned const root = split.left_nodes;
        auto const at = [&](unsigned nodes, std::uint64_t index, unsigned p, unsigned q) -> std::uint8_t & {
            return tables[nodes][(index * nodes + p) * nodes + q];
        };
        for (unsigned p = 0; p < n; ++p)
            for (unsigned q = p; q < n; ++q) {
                unsigned answer = root;
                if (q < root)
                    answer = at(split.left_nodes, split.left_index, p, q);
                else if (p > root)
                    answer = at(split.right_nodes, split.right_index, p - root - 1, q - root - 1) + root + 1;
                at(n, tree, p, q) = static_cast<std::uint8_t>(answer);
            }
    }

    unsigned nodes_;
    std::vector<std::uint8_t> table_;
};

} // namespace rmq::detail
