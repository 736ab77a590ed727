// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include <rmq/sparse_table.hpp>
#include <rmq/tree_queries.hpp>

namespace {

using rmq::no_position;

/// The tree of Soman, Kothapalli, Narayanan 2012, figure 5, with its table of answers; node k there is k - 1 here.
TEST(tree_queries, example_of_the_source)
{
    constexpr std::uint32_t none = no_position<std::uint32_t>;
    //                                       1     2  3  4  5  6  7  8  9
    std::vector<std::uint32_t> const parents{none, 0, 1, 1, 5, 0, 5, 6, 6};
    std::vector<std::int32_t> const values{12, 6, 16, 23, 32, 15, 52, 72, 63};
    std::vector<std::int32_t> const minima{6, 6, 16, 23, 32, 15, 52, 72, 63};
    std::vector<std::size_t> const sizes{9, 3, 1, 1, 1, 5, 3, 1, 1};
    rmq::rooted_tree<std::uint32_t> const tree{std::span<std::uint32_t const>{parents}};
    rmq::subtree_extrema<std::int32_t> const subtrees{tree, values};
    for (std::size_t node = 0; node < parents.size(); ++node) {
        EXPECT_EQ(values[subtrees.query(node)], minima[node]) << node;
        EXPECT_EQ(subtrees.subtree_size(node), sizes[node]) << node;
    }
}

template <class Structure>
class subtree_extrema : public ::testing::Test
{
};
using structures =
    ::testing::Types<rmq::subtree_extrema<std::int32_t, std::uint32_t, rmq::min_leftmost>,
                     rmq::subtree_extrema<std::int64_t, std::uint64_t, rmq::max_rightmost>,
                     rmq::subtree_extrema<std::int32_t, std::uint32_t, rmq::max_leftmost,
                                          rmq::sparse_table<std::int32_t, std::uint32_t, rmq::max_leftmost>>>;
TYPED_TEST_SUITE(subtree_extrema, structures);

TYPED_TEST(subtree_extrema, of_random_trees)
{
    using value = typename TypeParam::value_type;
    using index_t = typename TypeParam::index_type;
    using order = typename TypeParam::order_type;
    std::mt19937_64 random{9};
    for (std::size_t const n : {1, 2, 16, 17, 100, 700})
        for (std::size_t const reach : {1, 3, 1000}) {
            std::vector<index_t> parents(n, no_position<index_t>);
            std::vector<value> values(n);
            for (std::size_t v = 0; v < n; ++v) {
                values[v] = static_cast<value>(random() % 50);
                if (v > 0)
                    parents[v] = static_cast<index_t>(v - 1 - random() % std::min(reach, v));
            }
            rmq::rooted_tree<index_t> const tree{std::span<index_t const>{parents}};
            for (unsigned const threads : {1, 3}) {
                TypeParam const subtrees{tree, values, threads};
                // answers from the leaves up: children have larger numbers here; ties by preorder
                std::vector<index_t> expected(n);
                auto const before = [&](index_t a, index_t b) { return subtrees.preorder(a) < subtrees.preorder(b); };
                for (std::size_t v = n; v-- > 0;) {
                    expected[v] = static_cast<index_t>(v);
                    for (index_t child = tree.first_child(v); child != no_position<index_t>;
                         child = tree.next_sibling(child)) {
                        index_t const a = expected[v];
                        index_t const b = expected[child];
                        bool const a_first = before(a, b);
                        bool const first_wins = order::left_wins(values[a_first ? a : b], values[a_first ? b : a]);
                        expected[v] = a_first == first_wins ? a : b;
                    }
                }
                std::vector<index_t> nodes;
                for (std::size_t v = 0; v < n; ++v) {
                    ASSERT_EQ(subtrees.query(v), expected[v]);
                    nodes.push_back(static_cast<index_t>(v));
                    for (std::size_t w = 0; w < n; w += 13) {
                        auto k = static_cast<index_t>(w);
                        while (k != no_position<index_t> && k != v)
                            k = parents[k];
                        ASSERT_EQ(subtrees.is_ancestor(v, w), k == v);
                    }
                }
                std::vector<index_t> found(n);
                subtrees.query(nodes, found, threads);
                EXPECT_EQ(found, expected);
                std::fill(found.begin(), found.end(), index_t{77});
                subtrees.query_all(found, threads);
                EXPECT_EQ(found, expected);
            }
        }
}

} // namespace
