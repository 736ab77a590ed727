// SPDX-License-Identifier: BSD-3-Clause
// The two codes of a small block: rightmost pops, and the Catalan index with its table of lowest common ancestors.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include <rmq/detail/catalan.hpp>
#include <rmq/detail/lca_table.hpp>
#include <rmq/detail/pop_code.hpp>
#include <rmq/detail/preorder_code.hpp>
#include <rmq/order.hpp>

namespace {

using namespace rmq::detail;

/// Calls f with every array of n values that are ranks with gaps allowed: all of {0..n-1}^n.
template <class Function>
void for_all_arrays(unsigned n, Function && f)
{
    std::vector<int> values(n, 0);
    while (true) {
        f(values);
        unsigned i = 0;
        while (i < n && ++values[i] == static_cast<int>(n))
            values[i++] = 0;
        if (i == n)
            return;
    }
}

template <class Order>
unsigned scan(std::vector<int> const & values, unsigned l, unsigned r)
{
    unsigned best = l;
    for (unsigned i = l + 1; i <= r; ++i)
        if (!Order::left_wins(values[best], values[i]))
            best = i;
    return best;
}

template <class Order>
class block_codes : public testing::Test
{
};
using orders = testing::Types<rmq::min_leftmost, rmq::min_rightmost, rmq::max_leftmost, rmq::max_rightmost>;
TYPED_TEST_SUITE(block_codes, orders);

TYPED_TEST(block_codes, pop_code_answers_every_range_of_every_array)
{
    for (unsigned n = 1; n <= 6; ++n)
        for_all_arrays(n, [&](std::vector<int> const & values) {
            std::uint64_t const code = pop_code<TypeParam>(std::span<int const>{values});
            for (unsigned l = 0; l < n; ++l)
                for (unsigned r = l; r < n; ++r)
                    ASSERT_EQ(query_pop_code(code, l, r), scan<TypeParam>(values, l, r)) << l << ' ' << r;
        });
}

TYPED_TEST(block_codes, pop_code_of_sixteen_values)
{
    bool const ascending_pops = !TypeParam::is_minimum;
    std::vector<int> values(16);
    for (int i = 0; i < 16; ++i)
        values[static_cast<unsigned>(i)] = ascending_pops ? -i : i;
    values[15] = ascending_pops ? 100 : -100; // pops all fifteen before it
    std::uint64_t const code = pop_code<TypeParam>(std::span<int const>{values});
    EXPECT_EQ(code >> 60, 15u);
    for (unsigned l = 0; l < 16; ++l)
        for (unsigned r = l; r < 16; ++r)
            ASSERT_EQ(query_pop_code(code, l, r), scan<TypeParam>(values, l, r));
}

TYPED_TEST(block_codes, preorder_code_answers_every_range_of_every_array)
{
    for (unsigned n = 1; n <= 6; ++n)
        for_all_arrays(n, [&](std::vector<int> const & values) {
            std::uint32_t const code = preorder_code<TypeParam>(std::span<int const>{values});
            for (unsigned l = 0; l < n; ++l)
                for (unsigned r = l; r < n; ++r)
                    ASSERT_EQ(query_preorder_code(code, l, r), scan<TypeParam>(values, l, r)) << l << ' ' << r;
        });
}

TEST(preorder_code_test, is_the_preorder_walk_of_the_padded_tree)
{
    // value 1 is the root; on its left 2 with 3 on its right; on its right 4
    std::vector<int> const values{2, 3, 1, 4};
    // preorder: 1 2 . 3 . . 4 . (.), a one for a node, a zero for a missing child, the first in the lowest bit
    EXPECT_EQ(preorder_code<rmq::min_leftmost>(std::span<int const>{values}) & 255u, 0b01001011u);
}

TYPED_TEST(block_codes, lca_table_answers_every_range_of_every_array)
{
    for (unsigned n = 1; n <= 6; ++n) {
        lca_table const table{n};
        for_all_arrays(n, [&](std::vector<int> const & values) {
            std::uint64_t const tree = block_tree_index<TypeParam>(std::span<int const>{values}, n);
            ASSERT_LT(tree, catalan_number(n));
            for (unsigned l = 0; l < n; ++l)
                for (unsigned r = l; r < n; ++r)
                    ASSERT_EQ(table.query(tree, l, r), scan<TypeParam>(values, l, r)) << l << ' ' << r;
        });
    }
}

TYPED_TEST(block_codes, catalan_index_of_a_padded_block_is_that_of_a_falling_tail)
{
    for (unsigned n = 1; n <= 7; ++n) {
        std::vector<int> permutation(n);
        for (unsigned i = 0; i < n; ++i)
            permutation[i] = static_cast<int>(i);
        do {
            for (unsigned filled = 0; filled <= n; ++filled) {
                std::vector<int> padded = permutation;
                for (unsigned i = filled; i < n; ++i)
                    padded[i] = TypeParam::is_minimum ? 100 + static_cast<int>(i) : -100 - static_cast<int>(i);
                EXPECT_EQ(block_tree_index<TypeParam>(std::span<int const>{permutation}.first(filled), n),
                          block_tree_index<TypeParam>(std::span<int const>{padded}, n));
            }
        } while (std::next_permutation(permutation.begin(), permutation.end()));
    }
}

TEST(catalan_test, index_is_a_bijection_and_orders_trees_by_more_nodes_on_the_left)
{
    for (unsigned n = 1; n <= 9; ++n) {
        std::set<std::uint64_t> seen;
        std::vector<int> permutation(n);
        for (unsigned i = 0; i < n; ++i)
            permutation[i] = static_cast<int>(i);
        do
            seen.insert(block_tree_index<rmq::min_leftmost>(std::span<int const>{permutation}, n));
        while (n <= 8 && std::next_permutation(permutation.begin(), permutation.end()));
        if (n <= 8) {
            EXPECT_EQ(seen.size(), catalan_number(n));
            EXPECT_EQ(*seen.rbegin(), catalan_number(n) - 1);
        }
        unsigned left_before = n;
        for (std::uint64_t tree = 0; tree < catalan_number(n); ++tree) {
            tree_split const split = split_tree(n, tree);
            EXPECT_EQ(tree_index(split), tree);
            EXPECT_LE(split.left_nodes, left_before);
            left_before = split.left_nodes;
        }
    }
}

TEST(catalan_test, extreme_trees_and_known_numbers)
{
    EXPECT_EQ(catalan_number(0), 1u);
    EXPECT_EQ(catalan_number(8), 1430u);
    EXPECT_EQ(catalan_number(16), 35357670u);
    EXPECT_EQ(catalan_number(catalan_max_nodes), 1289904147324u);
    std::vector<int> const falling{5, 4, 3, 2, 1}, rising{1, 2, 3, 4, 5};
    EXPECT_EQ(block_tree_index<rmq::max_leftmost>(std::span<int const>{rising}, 5), 0u);
    EXPECT_EQ(block_tree_index<rmq::max_leftmost>(std::span<int const>{falling}, 5), right_path_index(5));
    EXPECT_EQ(block_tree_index<rmq::max_leftmost>(std::span<int const>{}, 5), right_path_index(5));
    EXPECT_EQ(right_path_index(0), 0u);
}

} // namespace
