// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <rmq/cartesian_tree.hpp>
#include <rmq/tree_code.hpp>

namespace {

using rmq::cartesian_method;
using rmq::cartesian_tree;
using rmq::no_position;

/// The referee: the definition, recursively.
template <class Order, class Value, class Index>
cartesian_tree<Index> by_definition(std::vector<Value> const & values)
{
    std::size_t const n = values.size();
    constexpr Index none = no_position<Index>;
    cartesian_tree<Index> tree;
    tree.parent.assign(n, none);
    tree.left_child.assign(n, none);
    tree.right_child.assign(n, none);
    auto const build = [&](auto const & self, std::size_t first, std::size_t end, Index parent) -> Index {
        if (first == end)
            return none;
        std::size_t best = first;
        for (std::size_t i = first + 1; i < end; ++i) {
            bool const better = Order::is_minimum ? values[i] < values[best] : values[i] > values[best];
            if (better || (Order::ties == rmq::tie::rightmost && values[i] == values[best]))
                best = i;
        }
        auto const node = static_cast<Index>(best);
        tree.parent[best] = parent;
        tree.left_child[best] = self(self, first, best, node);
        tree.right_child[best] = self(self, best + 1, end, node);
        return node;
    };
    tree.root = build(build, 0, n, none);
    return tree;
}

template <class Order, class Index, class Value>
void expect_tree(std::vector<Value> const & values, std::string const & what = {})
{
    auto const expected = by_definition<Order, Value, Index>(values);
    EXPECT_TRUE((rmq::make_cartesian_tree<Value, Index, Order>(values, 1, cartesian_method::stack) == expected))
        << what;
    for (unsigned const threads : {1, 2, 3, 8})
        EXPECT_TRUE((rmq::make_cartesian_tree<Value, Index, Order>(values, threads) == expected))
            << what << ' ' << threads << " threads";
    EXPECT_EQ(expected.bytes(), 3 * values.size() * sizeof(Index));
}

template <class Value>
std::vector<Value> random_values(std::size_t n, std::uint64_t seed, std::uint64_t range)
{
    std::mt19937_64 random{seed};
    std::vector<Value> values(n);
    for (Value & value : values)
        value = static_cast<Value>(range == 0 ? random() : random() % range);
    return values;
}

TEST(cartesian_tree, is_the_defined_one)
{
    for (std::size_t n : {0, 1, 2, 3, 17, 64, 65, 1000})
        for (std::uint64_t range : {1, 2, 5, 1000, 0}) {
            auto const narrow = random_values<std::int32_t>(n, n + range, range);
            expect_tree<rmq::min_leftmost, std::uint32_t>(narrow, "min left");
            expect_tree<rmq::min_rightmost, std::uint32_t>(narrow, "min right");
            expect_tree<rmq::max_leftmost, std::uint64_t>(narrow, "max left");
            expect_tree<rmq::max_rightmost, std::uint64_t>(random_values<std::int64_t>(n, n, range), "max right");
        }
}

TEST(cartesian_tree, methods_agree_on_large_arrays)
{
    std::size_t const n = 300007;
    for (std::uint64_t range : {3, 1000, 0}) {
        auto const values = random_values<std::int32_t>(n, range, range);
        auto const expected = rmq::make_cartesian_tree<std::int32_t>(values, 1, cartesian_method::stack);
        for (unsigned const threads : {1, 2, 3, 8})
            EXPECT_TRUE(rmq::make_cartesian_tree<std::int32_t>(values, threads) == expected);
    }
}

/// Every shape of up to 9 nodes once: rank and its inverse, preorder code and its inverse, the rank of the values.
TEST(tree_code, every_shape_of_up_to_9_nodes)
{
    for (std::size_t n = 0; n <= 9; ++n) {
        std::uint64_t const shapes = rmq::detail::catalan_number(static_cast<unsigned>(n));
        std::set<std::vector<std::uint64_t>> codes;
        for (std::uint64_t rank = 0; rank < shapes; ++rank) {
            auto const tree = rmq::shape_of_rank<std::uint32_t>(n, rank);
            ASSERT_EQ(rmq::rank_of_shape(tree), rank);
            // values with this tree: the level of a node
            std::vector<std::int32_t> values(n);
            for (std::size_t i = 0; i < n; ++i)
                for (auto p = tree.parent[i]; p != no_position<std::uint32_t>; p = tree.parent[p])
                    ++values[i];
            ASSERT_TRUE(rmq::make_cartesian_tree<std::int32_t>(values, 1, cartesian_method::stack) == tree);
            ASSERT_EQ(
                (rmq::detail::block_tree_index<rmq::min_leftmost, std::int32_t>(values, static_cast<unsigned>(n))),
                rank);
            auto const code = rmq::preorder_code<std::int32_t>(values);
            ASSERT_TRUE(rmq::tree_of_preorder_code<std::uint32_t>(code, n) == tree);
            codes.insert(code);
        }
        EXPECT_EQ(codes.size(), shapes);
        if (n > 1) {
            // the first shape is the left path, the last one the right path
            EXPECT_EQ(rmq::shape_of_rank<std::uint32_t>(n, 0).root, n - 1);
            EXPECT_EQ(rmq::shape_of_rank<std::uint32_t>(n, shapes - 1).root, 0U);
        }
    }
}

TEST(tree_code, ranks_of_the_largest_trees)
{
    std::uint64_t const shapes = rmq::detail::catalan_number(rmq::max_ranked_nodes);
    std::mt19937_64 random{1};
    for (int k = 0; k < 200; ++k) {
        std::uint64_t const rank = k == 0 ? 0 : k == 1 ? shapes - 1 : random() % shapes;
        EXPECT_EQ(rmq::rank_of_shape(rmq::shape_of_rank<std::uint32_t>(rmq::max_ranked_nodes, rank)), rank);
    }
}

/// The code by its definition: 1, left subtree, right subtree for a node, 0 for a leaf that pads; without the last 0.
TEST(tree_code, preorder_code_is_the_defined_one)
{
    for (std::size_t n : {1, 2, 5, 31, 32, 33, 64, 200}) {
        auto const values = random_values<std::int32_t>(n, n, n / 2 + 1);
        auto const tree = by_definition<rmq::min_leftmost, std::int32_t, std::uint32_t>(values);
        std::vector<bool> bits;
        auto const walk = [&](auto const & self, std::uint32_t node) -> void {
            bits.push_back(node != no_position<std::uint32_t>);
            if (node != no_position<std::uint32_t>) {
                self(self, tree.left_child[node]);
                self(self, tree.right_child[node]);
            }
        };
        walk(walk, tree.root);
        bits.pop_back();
        std::vector<std::uint64_t> expected((2 * n + 63) / 64);
        for (std::size_t k = 0; k < bits.size(); ++k)
            expected[k / 64] |= std::uint64_t{bits[k]} << (k % 64);
        EXPECT_EQ(rmq::preorder_code<std::int32_t>(values), expected);
        EXPECT_TRUE(rmq::tree_of_preorder_code<std::uint32_t>(expected, n) == tree);
    }
}

TEST(tree_code, broken_preorder_codes_are_refused)
{
    std::vector<std::uint64_t> const too_many_leaves{0b0001}; // 1 0 0 0
    std::vector<std::uint64_t> const too_few_leaves{0b1011};  // 1 1 0 1
    EXPECT_THROW((void)rmq::tree_of_preorder_code<std::uint32_t>(too_many_leaves, 2), std::invalid_argument);
    EXPECT_THROW((void)rmq::tree_of_preorder_code<std::uint32_t>(too_few_leaves, 2), std::invalid_argument);
    EXPECT_THROW((void)rmq::tree_of_preorder_code<std::uint32_t>(too_few_leaves, 33), std::invalid_argument);
}

} // namespace
