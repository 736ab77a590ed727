// SPDX-License-Identifier: BSD-3-Clause
// One suite over every static range-extremum structure: joining it is adding a line to the list of structures.
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
#include <rmq/naive.hpp>
#include <rmq/order.hpp>
#include <rmq/peeking_sparse_table.hpp>
#include <rmq/sparse_table.hpp>
#include <rmq/succinct.hpp>
#include <rmq/succinct_index.hpp>

namespace {

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
    std::uniform_int_distribution<long long> distribution{low, high};
    for (Value & value : values)
        value = static_cast<Value>(distribution(random));
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
    all.push_back({"random, three values", random_values<Value>(n, n + 1, -1, 1)});
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
        rmq::succinct_index<Value, Index, Order>

using structures = testing::Types<STRUCTURES(std::int32_t, std::uint32_t, rmq::min_leftmost),
                                  STRUCTURES(std::int32_t, std::uint32_t, rmq::min_rightmost),
                                  STRUCTURES(std::int32_t, std::uint64_t, rmq::max_leftmost),
                                  STRUCTURES(std::int64_t, std::uint64_t, rmq::max_rightmost),
                                  STRUCTURES(std::int8_t, std::uint32_t, rmq::max_rightmost)>;

TYPED_TEST_SUITE(static_rmq, structures);

TYPED_TEST(static_rmq, all_patterns_of_up_to_seven_values)
{
    for (std::size_t n = 1; n <= 7; ++n)
        this->expect_right_on_patterns(n);
}

TYPED_TEST(static_rmq, sizes_around_every_edge)
{
    for (std::size_t n :
         {1,  2,  3,  7,   8,   9,   15,  16,  17,  31,   32,   33,   47,   48,   49,   63,   64,   65,
          79, 80, 81, 255, 256, 257, 271, 272, 273, 1023, 1024, 1025, 4095, 4096, 4097, 4111, 4112, 4113})
        for (auto const & [name, values] : inputs<typename TypeParam::value_type>(n))
            this->expect_right(values, name);
}

TYPED_TEST(static_rmq, large_arrays_built_and_asked_by_several_threads)
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

TYPED_TEST(static_rmq, one_structure_answers_several_threads_at_once)
{
    using value = typename TypeParam::value_type;
    using order = typename TypeParam::order_type;
    auto const values = random_values<value>(3000, 9, -100, 100);
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

template <class Structure>
class static_rmq_exhaustive : public static_rmq<Structure>
{
};
using compared_structures = testing::Types<STRUCTURES(std::int32_t, std::uint32_t, rmq::min_leftmost)>;
TYPED_TEST_SUITE(static_rmq_exhaustive, compared_structures);

TYPED_TEST(static_rmq_exhaustive, all_patterns_of_eight_values)
{
    this->expect_right_on_patterns(8);
}

TYPED_TEST(static_rmq_exhaustive, all_patterns_of_nine_values)
{
    if (std::getenv("RMQ_SLOW_TESTS") == nullptr)
        GTEST_SKIP() << "7,087,261 arrays, a minute for all structures: set RMQ_SLOW_TESTS to run it";
    this->expect_right_on_patterns(9);
}

/// More positions than a signed 32-bit index has: 2^31 + 3 values of 8 bits, a few GiB and a minute.
template <class Structure>
class static_rmq_beyond_31_bits : public testing::Test
{
};
using linear_structures =
    testing::Types<rmq::extremum_tree<std::int8_t, std::uint32_t>, rmq::extremum_tree<std::int8_t, std::uint64_t>,
                   rmq::succinct<std::int8_t, std::uint64_t>, rmq::succinct_index<std::int8_t, std::uint32_t>,
                   rmq::succinct_index<std::int8_t, std::uint64_t>>;
TYPED_TEST_SUITE(static_rmq_beyond_31_bits, linear_structures);

TYPED_TEST(static_rmq_beyond_31_bits, slow)
{
    if (std::getenv("RMQ_SLOW_TESTS") == nullptr)
        GTEST_SKIP() << "needs 4 GiB and a minute: set RMQ_SLOW_TESTS to run it";
    using index_type = typename TypeParam::index_type;
    std::size_t const n = (std::size_t{1} << 31) + 3;
    std::vector<std::int8_t> values(n, 100);
    // lone better values, each the best of the ranges that hold no better one
    std::vector<std::pair<std::size_t, std::int8_t>> const marks{{5, 3},     {1'000'000'000, 2}, {n / 2 + 1, 4},
                                                                 {n - 4, 1}, {n - 3, 1},         {n - 1, 5}};
    for (auto const & [place, value] : marks)
        values[place] = value;
    TypeParam const structure{std::span<std::int8_t const>{values}};
    EXPECT_EQ(structure.size(), n);
    std::vector<rmq::range<index_type>> queries;
    std::vector<index_type> expected;
    auto const ask = [&](std::size_t l, std::size_t r, std::size_t answer) {
        queries.push_back({static_cast<index_type>(l), static_cast<index_type>(r)});
        expected.push_back(static_cast<index_type>(answer));
        EXPECT_EQ(structure.query(l, r), answer) << l << ' ' << r;
    };
    ask(0, n - 1, n - 4);
    ask(0, n - 5, 1'000'000'000);
    ask(0, 999'999'999, 5);
    ask(6, 999'999'999, 6);
    ask(1'000'000'001, n - 5, n / 2 + 1);
    ask(n - 3, n - 1, n - 3);
    ask(n - 2, n - 1, n - 1);
    ask(n - 2, n - 2, n - 2);
    ask(n / 2 + 2, n - 6, n / 2 + 2);
    ask((std::size_t{1} << 31) - 1, n - 1, n - 4);
    std::vector<index_type> answers(queries.size());
    structure.query(queries, answers, 2);
    EXPECT_EQ(answers, expected);
}

} // namespace
