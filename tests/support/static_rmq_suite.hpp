// SPDX-License-Identifier: BSD-3-Clause
// One suite over every static range-extremum structure: joining it is adding a line to the macro STRUCTURES.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <rmq/block_sparse_table.hpp>
#include <rmq/concepts.hpp>
#include <rmq/extremum_tree.hpp>
#include <rmq/lca_rmq.hpp>
#include <rmq/naive.hpp>
#include <rmq/order.hpp>
#include <rmq/peeking_sparse_table.hpp>
#include <rmq/sparse_table.hpp>
#include <rmq/succinct.hpp>
#include <rmq/succinct_index.hpp>

#include "static_rmq_inputs.hpp"

namespace static_rmq_suite {

/// The referee, independent of the library: best of [l..r] by the definition of min, max and ties.
template <class Order, class Value>
std::size_t scan(std::vector<Value> const & values, std::size_t l, std::size_t r)
{
    std::size_t best = l;
    for (std::size_t i = l + 1; i <= r; ++i) {
        bool const better = Order::is_minimum ? values[i] < values[best] : values[i] > values[best];
        bool const equal = values[i] == values[best];
        if (better || (equal && Order::ties == rmq::tie::rightmost))
            best = i;
    }
    return best;
}

/// Calls f with every weak order of n values, as ranks: each array of n values has the pattern of exactly one of them.
template <class Value, class Function>
void for_all_patterns(std::size_t n, Function && f)
{
    std::vector<Value> values(n, 0);
    std::vector<std::size_t> count(n + 1, 0);
    // a pattern is an array over {0..k-1} in which every rank occurs
    auto const extend = [&](auto const & self, std::size_t i, std::size_t ranks) -> void {
        if (i == n) {
            f(values);
            return;
        }
        std::size_t missing = 0;
        for (std::size_t v = 0; v < ranks; ++v)
            missing += count[v] == 0;
        for (std::size_t v = 0; v < ranks; ++v) {
            if (missing - (count[v] == 0) > n - i - 1)
                continue;
            values[i] = static_cast<Value>(v);
            ++count[v];
            self(self, i + 1, ranks);
            --count[v];
        }
    };
    for (std::size_t ranks = 1; ranks <= n; ++ranks)
        extend(extend, 0, ranks);
}

template <class Structure>
class static_rmq : public testing::Test
{
protected:
    using value_type = typename Structure::value_type;
    using index_type = typename Structure::index_type;
    using order_type = typename Structure::order_type;

    static_assert(rmq::static_rmq<Structure>);

    static void expect_right(std::vector<value_type> const & values, std::string const & what)
    {
        Structure const structure{std::span<value_type const>{values}};
        ASSERT_EQ(structure.size(), values.size());
        std::vector<rmq::range<index_type>> queries;
        std::vector<index_type> expected;
        for (auto const & [l, r] : ranges(values.size())) {
            queries.push_back({static_cast<index_type>(l), static_cast<index_type>(r)});
            expected.push_back(static_cast<index_type>(scan<order_type>(values, l, r)));
            ASSERT_EQ(structure.query(l, r), expected.back())
                << what << ", n = " << values.size() << ", [" << l << ", " << r << "]";
        }
        for (unsigned threads : {1u, 2u, 0u}) {
            std::vector<index_type> answers(queries.size());
            structure.query(queries, answers, threads);
            ASSERT_EQ(answers, expected) << what << ", n = " << values.size() << ", threads " << threads;
        }
    }

    static void expect_right_on_patterns(std::size_t n)
    {
        for_all_patterns<value_type>(n, [](std::vector<value_type> const & values) {
            Structure const structure{std::span<value_type const>{values}};
            for (std::size_t l = 0; l < values.size(); ++l) {
                std::size_t best = l;
                for (std::size_t r = l; r < values.size(); ++r) {
                    if (!order_type::left_wins(values[best], values[r]))
                        best = r;
                    if (structure.query(l, r) != best)
                        FAIL() << testing::PrintToString(values) << " [" << l << ", " << r << "] is " << best
                               << ", not " << structure.query(l, r);
                }
            }
        });
    }
};

template <class Value, class Index, class Order>
using block_pops = rmq::block_sparse_table<Value, rmq::in_block::pop_codes, Index, Order>;
template <class Value, class Index, class Order>
using block_lca = rmq::block_sparse_table<Value, rmq::in_block::lca_tables, Index, Order>;

/// Every structure under one value type, index type and order.
#define STRUCTURES(Value, Index, Order)                                                                                \
    rmq::naive<Value, Index, Order>, rmq::sparse_table<Value, Index, Order>, block_pops<Value, Index, Order>,          \
        block_lca<Value, Index, Order>, rmq::peeking_sparse_table<Value, Index, Order>,                                \
        rmq::extremum_tree<Value, Index, Order>, rmq::succinct<Value, Index, Order>,                                   \
        rmq::succinct_index<Value, Index, Order>, rmq::lca_rmq<Value, Index, Order>

TYPED_TEST_SUITE_P(static_rmq);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(static_rmq); // some tests use what stands above alone

TYPED_TEST_P(static_rmq, all_patterns_of_up_to_six_values)
{
    for (std::size_t n = 1; n <= 6; ++n)
        this->expect_right_on_patterns(n);
}

TYPED_TEST_P(static_rmq, sizes_around_every_edge)
{
    for (std::size_t n :
         {1,  2,  3,  7,   8,   9,   15,  16,  17,  31,   32,   33,   47,   48,   49,   63,   64,   65,
          79, 80, 81, 255, 256, 257, 271, 272, 273, 1023, 1024, 1025, 4095, 4096, 4097, 4111, 4112, 4113})
        for (auto const & [name, values] : inputs<typename TypeParam::value_type>(n))
            this->expect_right(values, name);
}

TYPED_TEST_P(static_rmq, large_arrays_built_and_asked_by_several_threads)
{
    using value = typename TypeParam::value_type;
    using index = typename TypeParam::index_type;
    using order = typename TypeParam::order_type;
    constexpr std::size_t n = 70'001;
    auto const all = inputs<value>(n);
    for (std::string const wanted : {"random", "trend with noise", "falling saw", "peaks and valleys"}) {
        auto const & values =
            std::find_if(all.begin(), all.end(), [&](auto const & input) { return input.name == wanted; })->values;
        std::span<value const> const view{values};
        rmq::sparse_table<value, index, order> const referee{view};
        TypeParam const structure{view, 3};
        std::vector<rmq::range<index>> queries;
        for (auto const & [l, r] : ranges(n))
            for (std::size_t shift : {0, 1, 17, 256, 4100, 9000})
                if (r + shift < n && (r - l < 5000 || !std::is_same_v<TypeParam, rmq::naive<value, index, order>>))
                    queries.push_back({static_cast<index>(l + shift), static_cast<index>(r + shift)});
        std::vector<index> expected(queries.size());
        referee.query(queries, expected, 1);
        std::vector<index> answers(queries.size());
        structure.query(queries, answers, 3);
        ASSERT_EQ(answers, expected) << wanted;
        for (std::size_t i = 0; i < queries.size(); ++i)
            ASSERT_EQ(structure.query(queries[i].l, queries[i].r), expected[i]) << wanted;
    }
}

TYPED_TEST_P(static_rmq, one_structure_answers_several_threads_at_once)
{
    using value = typename TypeParam::value_type;
    using order = typename TypeParam::order_type;
    auto const values = random_values<value>(3000, 9, 0, 100);
    TypeParam const structure{std::span<value const>{values}};
    std::vector<std::size_t> wrong(4, 0);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < wrong.size(); ++t)
        threads.emplace_back([&, t] {
            std::mt19937_64 random{t};
            for (int i = 0; i < 300; ++i) {
                std::size_t const l = random() % values.size();
                std::size_t const r = l + random() % (values.size() - l);
                wrong[t] += structure.query(l, r) != scan<order>(values, l, r);
            }
        });
    for (std::thread & thread : threads)
        thread.join();
    EXPECT_EQ(wrong, std::vector<std::size_t>(4, 0));
}

REGISTER_TYPED_TEST_SUITE_P(static_rmq, all_patterns_of_up_to_six_values, sizes_around_every_edge,
                            large_arrays_built_and_asked_by_several_threads,
                            one_structure_answers_several_threads_at_once);

} // namespace static_rmq_suite
