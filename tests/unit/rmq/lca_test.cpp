// SPDX-License-Identifier: BSD-3-Clause
// One suite over every way to answer lowest common ancestors: joining it is adding a line to the list of structures.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <rmq/concepts.hpp>
#include <rmq/lca.hpp>
#include <rmq/lca_rmq.hpp>
#include <rmq/naive.hpp>
#include <rmq/rooted_tree.hpp>

namespace {

using rmq::no_position;
using rmq::numbering_method;
using rmq::rooted_tree;

constexpr auto methods = {numbering_method::traversal, numbering_method::list_ranking};

/// A tree whose node names are shuffled, so that parents may have larger numbers than their children.
/// @param reach   a node's parent is one of the `reach` nodes made before it: 1 is a path, large is bushy, 0 a star
template <class Index>
std::vector<Index> random_parents(std::size_t n, std::size_t reach, std::uint64_t seed)
{
    std::mt19937_64 random{seed};
    std::vector<Index> name(n);
    std::iota(name.begin(), name.end(), Index{0});
    std::shuffle(name.begin(), name.end(), random);
    std::vector<Index> parents(n, no_position<Index>);
    for (std::size_t k = 1; k < n; ++k)
        parents[name[k]] = name[reach == 0 ? 0 : k - 1 - random() % std::min(reach, k)];
    return parents;
}

template <class Index>
Index climb_to_lca(std::vector<Index> const & parents, std::size_t u, std::size_t v)
{
    std::vector<bool> above(parents.size());
    for (auto k = static_cast<Index>(u); k != no_position<Index>; k = parents[k])
        above[k] = true;
    auto k = static_cast<Index>(v);
    while (!above[k])
        k = parents[k];
    return k;
}

template <class Structure>
class lca : public ::testing::Test
{
public:
    using node_index = typename Structure::index_type;

    static void expect_right(std::vector<node_index> const & parents, std::string const & what)
    {
        std::size_t const n = parents.size();
        std::mt19937_64 random{n};
        std::vector<rmq::range<node_index>> queries;
        if (n <= 40) {
            for (std::size_t u = 0; u < n; ++u)
                for (std::size_t v = 0; v < n; ++v)
                    queries.push_back({static_cast<node_index>(u), static_cast<node_index>(v)});
        } else {
            for (int k = 0; k < 3000; ++k)
                queries.push_back({static_cast<node_index>(random() % n), static_cast<node_index>(random() % n)});
        }
        std::vector<node_index> expected;
        for (auto const & [u, v] : queries)
            expected.push_back(climb_to_lca(parents, u, v));
        for (auto const method : methods)
            for (unsigned const threads : n <= 40 ? std::vector<unsigned>{1, 3} : std::vector<unsigned>{1, 2, 3, 8}) {
                Structure const structure{rooted_tree<node_index>{std::span<node_index const>{parents}, threads},
                                          threads, method};
                ASSERT_EQ(structure.size(), n);
                EXPECT_GT(structure.bytes(), n * sizeof(node_index));
                for (std::size_t k = 0; k < queries.size(); ++k)
                    ASSERT_EQ(structure.query(queries[k].l, queries[k].r), expected[k])
                        << what << " n " << n << " query " << queries[k].l << ' ' << queries[k].r;
                std::vector<node_index> found(queries.size());
                structure.query(queries, found, threads);
                ASSERT_EQ(found, expected) << what << " n " << n;
            }
    }
};

using structures = ::testing::Types<rmq::inlabel_lca<std::uint32_t>, rmq::inlabel_lca<std::uint64_t>,
                                    rmq::euler_lca<std::uint32_t>, rmq::euler_lca<std::uint64_t>>;
TYPED_TEST_SUITE(lca, structures);

/// Every rooted tree of up to 5 labelled nodes (1, 2, 9, 64, 625 of them).
TYPED_TEST(lca, every_small_tree)
{
    using index_t = typename TypeParam::index_type;
    for (std::size_t n = 1; n <= 5; ++n) {
        std::size_t trees = 0;
        std::vector<std::size_t> code(n, 0); // parent of node k, n: none
        for (;;) {
            std::vector<index_t> parents(n);
            for (std::size_t k = 0; k < n; ++k)
                parents[k] = code[k] == n ? no_position<index_t> : static_cast<index_t>(code[k]);
            try {
                TypeParam const structure{rooted_tree<index_t>{std::span<index_t const>{parents}, 1}, 1,
                                          numbering_method::traversal};
                TypeParam const ranked{rooted_tree<index_t>{std::span<index_t const>{parents}, 1}, 1,
                                       numbering_method::list_ranking};
                ++trees;
                for (std::size_t u = 0; u < n; ++u)
                    for (std::size_t v = 0; v < n; ++v) {
                        ASSERT_EQ(structure.query(u, v), climb_to_lca(parents, u, v));
                        ASSERT_EQ(ranked.query(u, v), climb_to_lca(parents, u, v));
                    }
            } catch (std::invalid_argument const &) {
                // no tree
            }
            std::size_t k = 0;
            while (k < n && code[k] == n)
                code[k++] = 0;
            if (k == n)
                break;
            ++code[k];
        }
        EXPECT_EQ(trees, (std::vector<std::size_t>{1, 2, 9, 64, 625})[n - 1]);
    }
}

TYPED_TEST(lca, trees_of_every_kind)
{
    using index_t = typename TypeParam::index_type;
    for (std::size_t const n : {1, 2, 3, 7, 8, 9, 31, 40, 300, 1025})
        for (std::size_t const reach : {0, 1, 2, 10, 1000000})
            this->expect_right(random_parents<index_t>(n, reach, n + reach), "reach " + std::to_string(reach));
}

TYPED_TEST(lca, queries_may_run_concurrently)
{
    using index_t = typename TypeParam::index_type;
    std::size_t const n = 500;
    auto const parents = random_parents<index_t>(n, 3, 1);
    TypeParam const structure{rooted_tree<index_t>{std::span<index_t const>{parents}}};
    std::vector<std::size_t> wrong(4);
    {
        std::vector<std::jthread> callers;
        for (std::size_t t = 0; t < wrong.size(); ++t)
            callers.emplace_back([&, t] {
                for (std::size_t u = t; u < n; u += wrong.size())
                    for (std::size_t v = 0; v < n; v += 7)
                        wrong[t] += structure.query(u, v) != climb_to_lca(parents, u, v);
            });
    }
    EXPECT_EQ(wrong, std::vector<std::size_t>(4));
}

TEST(rooted_tree, what_is_no_tree_is_refused)
{
    constexpr std::uint32_t none = no_position<std::uint32_t>;
    using parents = std::vector<std::uint32_t>;
    auto const make = [](parents const & p) { return rooted_tree<std::uint32_t>{std::span<std::uint32_t const>{p}}; };
    EXPECT_THROW(make({}), std::invalid_argument);
    EXPECT_THROW(make({none, none}), std::invalid_argument);
    EXPECT_THROW(make({none, 2}), std::invalid_argument);
    EXPECT_THROW(make({none, 1}), std::invalid_argument);
    EXPECT_THROW(make({1, 0}), std::invalid_argument);
    auto const with_cycle = make({none, 2, 1, 0});
    for (auto const method : methods)
        EXPECT_THROW((void)rmq::number_nodes(with_cycle, 1, method), std::invalid_argument);
}

TEST(rooted_tree, numbers_are_the_same_from_both_methods)
{
    for (std::size_t const n : {1, 2, 100, 5000})
        for (std::size_t const reach : {0, 1, 3, 1000000}) {
            auto const parents = random_parents<std::uint32_t>(n, reach, n);
            rooted_tree<std::uint32_t> const tree{std::span<std::uint32_t const>{parents}};
            auto const expected = rmq::number_nodes(tree, 1, numbering_method::traversal);
            EXPECT_EQ(expected.size[tree.root()], n);
            for (unsigned const threads : {1, 2, 3, 8})
                EXPECT_TRUE(rmq::number_nodes(tree, threads, numbering_method::list_ranking) == expected);
            for (std::size_t v = 0; v < n; ++v)
                if (auto const p = parents[v]; p != no_position<std::uint32_t>) {
                    ASSERT_EQ(expected.level[v], expected.level[p] + 1);
                    ASSERT_GT(expected.preorder[v], expected.preorder[p]);
                    ASSERT_LE(expected.preorder[v] + expected.size[v], expected.preorder[p] + expected.size[p]);
                }
        }
}

/// The range structure that is a lowest common ancestor in the Cartesian tree, on values with many ties: the answer
/// must lie in the range (Ryssel 2025, section 11) and be the leftmost or rightmost of the best.
template <class Value, class Index, class Order>
void expect_ranges(std::size_t n, std::uint64_t values_range)
{
    static_assert(rmq::static_rmq<rmq::lca_rmq<Value, Index, Order>>);
    std::mt19937_64 random{n};
    std::vector<Value> values(n);
    for (Value & value : values)
        value = static_cast<Value>(random() % values_range);
    for (auto const method : methods) {
        rmq::lca_rmq<Value, Index, Order> const structure{std::span<Value const>{values}, 2, method};
        ASSERT_EQ(structure.size(), n);
        for (std::size_t l = 0; l < n; ++l) {
            std::size_t best = l;
            for (std::size_t r = l; r < n; ++r) {
                if (!Order::left_wins(values[best], values[r]))
                    best = r;
                ASSERT_EQ(structure.query(l, r), best) << l << ' ' << r;
            }
        }
    }
}

TEST(lca_rmq, answers_ranges_with_the_tie_rule_of_the_order)
{
    for (std::size_t const n : {0, 1, 2, 16, 17, 130})
        for (std::uint64_t const range : {1, 2, 5, 1000}) {
            expect_ranges<std::int32_t, std::uint32_t, rmq::min_leftmost>(n, range);
            expect_ranges<std::int32_t, std::uint64_t, rmq::max_rightmost>(n, range);
            expect_ranges<std::int64_t, std::uint32_t, rmq::max_leftmost>(n, range);
            expect_ranges<std::int64_t, std::uint64_t, rmq::min_rightmost>(n, range);
        }
}

TEST(lca_rmq, batches)
{
    std::size_t const n = 20000;
    std::mt19937_64 random{5};
    std::vector<std::int32_t> values(n);
    for (auto & value : values)
        value = static_cast<std::int32_t>(random() % 500);
    rmq::lca_rmq<std::int32_t> const structure{std::span<std::int32_t const>{values}};
    std::vector<rmq::range<std::uint32_t>> queries;
    for (int k = 0; k < 10007; ++k) {
        auto const [l, r] =
            std::minmax({static_cast<std::uint32_t>(random() % n), static_cast<std::uint32_t>(random() % n)});
        queries.push_back({l, r});
    }
    for (unsigned const threads : {1, 2, 3, 8}) {
        std::vector<std::uint32_t> found(queries.size());
        structure.query(queries, found, threads);
        for (std::size_t k = 0; k < queries.size(); ++k) {
            auto const first = values.begin() + queries[k].l;
            auto const best = std::min_element(first, values.begin() + queries[k].r + 1);
            ASSERT_EQ(found[k], static_cast<std::uint32_t>(best - values.begin()));
        }
    }
}

} // namespace
