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

template <class Value>
std::vector<Value> random_values(std::size_t n, std::uint64_t seed, Value low, Value high)
{
    std::mt19937_64 random{seed};
    std::vector<Value> values(n);
    if constexpr (std::is_floating_point_v<Value>) {
        std::uniform_real_distribution<Value> distribution{low / 4, high / 4}; // their difference has to be finite
        for (Value & value : values)
            value = 4 * distribution(random);
    } else {
        using wide = std::conditional_t<std::is_signed_v<Value>, long long, unsigned long long>;
        std::uniform_int_distribution<wide> distribution{low, high};
        for (Value & value : values)
            value = static_cast<Value>(distribution(random));
    }
    return values;
}

template <class Value>
struct named_values
{
    std::string name;
    std::vector<Value> values;
};

/// Inputs of n values that stress different paths: ties, long stacks, extremes of the type.
template <class Value>
std::vector<named_values<Value>> inputs(std::size_t n)
{
    using limits = std::numeric_limits<Value>;
    std::vector<named_values<Value>> all;
    auto const generate = [&](std::string name, auto const & f) {
        std::vector<Value> values(n);
        for (std::size_t i = 0; i < n; ++i)
            values[i] = static_cast<Value>(f(i));
        all.push_back({std::move(name), std::move(values)});
    };
    generate("equal", [](std::size_t) { return 7; });
    generate("equal to the largest", [](std::size_t) { return limits::max(); });
    generate("equal to the lowest", [](std::size_t) { return limits::lowest(); });
    generate("rising", [](std::size_t i) { return i; });
    generate("falling", [n](std::size_t i) { return n - i; });
    generate("saw", [](std::size_t i) { return i % 23; });
    generate("falling saw", [n](std::size_t i) { return (n - i) % 37; });
    generate("plateaus", [](std::size_t i) { return (i / 29 * 2654435761u) >> 7 & 3; });
    generate("peaks and valleys", [n](std::size_t i) { return i % 2 ? i : 2 * n - i; });
    all.push_back({"random", random_values<Value>(n, n, limits::lowest(), limits::max())});
    all.push_back({"random, three values", random_values<Value>(n, n + 1, 0, 2)});
    generate("trend with noise", [n](std::size_t i) { return 16 * i + (i * 2654435761u >> 8 & 1023) + n; });
    return all;
}

/// All ranges of a small array, and of a large one: those at its ends, of every length around powers of two, random.
std::vector<rmq::range<std::uint64_t>> ranges(std::size_t n)
{
    std::vector<rmq::range<std::uint64_t>> all;
    if (n <= 80) {
        for (std::size_t l = 0; l < n; ++l)
            for (std::size_t r = l; r < n; ++r)
                all.push_back({l, r});
        return all;
    }
    std::mt19937_64 random{n};
    for (std::size_t length = 1; length <= n; length *= 2)
        for (std::size_t wanted : {length - 1, length, length + 1})
            if (wanted >= 1 && wanted <= n)
                for (int repeat = 0; repeat < 6; ++repeat) {
                    std::size_t const l = repeat == 0 ? 0 : repeat == 1 ? n - wanted : random() % (n - wanted + 1);
                    all.push_back({l, l + wanted - 1});
                }
    for (int i = 0; i < 100; ++i) {
        std::uint64_t const a = random() % n, b = random() % n;
        all.push_back({std::min(a, b), std::max(a, b)});
    }
    return all;
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
