// SPDX-License-Identifier: BSD-3-Clause
// One suite over every way to find all nearest smaller values: joining it is adding a line to the list of methods.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <rmq/nearest_smaller.hpp>

namespace {

using rmq::no_position;
using rmq::detail::equal_side;
using rmq::detail::nearest_rule;

template <class Index>
struct matches
{
    std::vector<Index> left;
    std::vector<Index> right;
    friend bool operator==(matches const &, matches const &) = default;
};

/// The referee: looks at every position, from the nearest on, straight from the definition.
template <class Order, class Index, class Value>
matches<Index> scan(std::vector<Value> const & values, equal_side equals)
{
    auto const better = [](Value x, Value y) { return Order::is_minimum ? x < y : x > y; };
    std::size_t const n = values.size();
    matches<Index> out{std::vector<Index>(n, no_position<Index>), std::vector<Index>(n, no_position<Index>)};
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i; j-- > 0;)
            if (better(values[j], values[i]) || (equals == equal_side::left && values[j] == values[i])) {
                out.left[i] = static_cast<Index>(j);
                break;
            }
        for (std::size_t j = i + 1; j < n; ++j)
            if (better(values[j], values[i]) || (equals == equal_side::right && values[j] == values[i])) {
                out.right[i] = static_cast<Index>(j);
                break;
            }
    }
    return out;
}

/// The thread sanitizer is after races between parts, which it sees in short arrays as well as in long ones.
#if defined(__SANITIZE_THREAD__)
constexpr bool thread_sanitizer = true;
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
constexpr bool thread_sanitizer = true;
#else
constexpr bool thread_sanitizer = false;
#endif
#else
constexpr bool thread_sanitizer = false;
#endif

/// The methods under test, with the sizes of their parts as parameters.
struct by_stack
{
    template <class Rule, class Value, class Index>
    static void run(std::span<Value const> v, std::span<Index> l, std::span<Index> r, unsigned, std::size_t)
    {
        rmq::detail::nearest_by_stack<Rule>(v, l, r);
    }
};
struct by_search
{
    template <class Rule, class Value, class Index>
    static void run(std::span<Value const> v, std::span<Index> l, std::span<Index> r, unsigned threads,
                    std::size_t size)
    {
        rmq::detail::nearest_by_search<Rule>(v, l, r, threads, 2 + size);
    }
};
struct by_merging
{
    template <class Rule, class Value, class Index>
    static void run(std::span<Value const> v, std::span<Index> l, std::span<Index> r, unsigned threads,
                    std::size_t size)
    {
        rmq::detail::nearest_by_merging<Rule>(v, l, r, threads, 1 + size);
    }
};
struct by_windows
{
    template <class Rule, class Value, class Index>
    static void run(std::span<Value const> v, std::span<Index> l, std::span<Index> r, unsigned threads,
                    std::size_t size)
    {
        // size 0: chunks of one tile of one word, a task for every block
        rmq::detail::nearest_by_windows<Rule>(
            v, l, r, threads,
            {.tile = 64 * (1 + size % 4), .chunk_tiles = 1 + size % 3, .piece = 1 + size % 5, .stream_from = size % 2});
    }
};

template <class Method, class Order, equal_side Equals, class Index = std::uint32_t, class Value>
void expect_right(std::vector<Value> const & values, matches<Index> const & expected, unsigned threads,
                  std::size_t size, std::string const & what = {})
{
    std::size_t const n = values.size();
    // what is there before must not matter
    matches<Index> found{std::vector<Index>(n, 5), std::vector<Index>(n, 5)};
    Method::template run<nearest_rule<Order, Equals>>(std::span<Value const>{values}, std::span{found.left},
                                                      std::span{found.right}, threads, size);
    ASSERT_EQ(found, expected) << what << " n " << n << " threads " << threads << " size " << size << " equals "
                               << static_cast<int>(Equals) << " values "
                               << ::testing::PrintToString(n <= 32 ? values : std::vector<Value>{});
}

template <class Method, class Order, class Index = std::uint32_t, class Value>
void expect_right_for_every_rule(std::vector<Value> const & values, unsigned threads, std::size_t size,
                                 std::string const & what = {})
{
    auto const one = [&]<equal_side Equals>() {
        auto const expected = scan<Order, Index>(values, Equals);
        expect_right<Method, Order, Equals, Index>(values, expected, threads, size, what);
    };
    one.template operator()<equal_side::none>();
    one.template operator()<equal_side::left>();
    one.template operator()<equal_side::right>();
}

/// Calls f with every array of n values up to equal comparisons: ranks without gaps.
template <class Function>
void for_all_patterns(std::size_t n, Function const & f)
{
    std::vector<std::int32_t> values(n, 0);
    std::vector<unsigned> count(n + 1, 0);
    auto const extend = [&](auto const & self, std::size_t i, std::size_t ranks, std::size_t missing) -> void {
        if (i == n) {
            f(values);
            return;
        }
        for (std::size_t v = 0; v < ranks; ++v) {
            std::size_t const still = missing - (count[v] == 0);
            if (still > n - i - 1)
                continue;
            values[i] = static_cast<std::int32_t>(v);
            ++count[v];
            self(self, i + 1, ranks, still);
            --count[v];
        }
    };
    for (std::size_t ranks = 1; ranks <= n; ++ranks)
        extend(extend, 0, ranks, ranks);
}

template <class Value>
std::vector<std::pair<std::string, std::vector<Value>>> shapes(std::size_t n)
{
    std::mt19937_64 random{n + 1};
    std::vector<std::pair<std::string, std::vector<Value>>> all;
    auto const add = [&](std::string name, auto value) {
        std::vector<Value> values(n);
        for (std::size_t i = 0; i < n; ++i)
            values[i] = static_cast<Value>(value(i));
        all.emplace_back(std::move(name), std::move(values));
    };
    add("equal", [](std::size_t) { return 7; });
    add("rising", [](std::size_t i) { return static_cast<long long>(i); });
    add("falling", [](std::size_t i) { return -static_cast<long long>(i); });
    add("saw", [](std::size_t i) { return i % 37; });
    add("long saw", [](std::size_t i) { return i % 150; });
    add("falling saw", [](std::size_t i) { return 150 - static_cast<int>(i % 150); });
    add("up and down", [](std::size_t i) { return i % 200 < 100 ? i % 200 : 200 - i % 200; });
    add("mountain", [&](std::size_t i) { return i < n / 2 ? 2 * i : 2 * (n - i) - 1; });
    add("valley", [&](std::size_t i) { return i < n / 2 ? 2 * (n - i) : 2 * i; });
    add("plateaus", [](std::size_t i) { return i / 25 * 7 % 11; });
    add("rising plateaus", [](std::size_t i) { return i / 25; });
    add("falling plateaus", [](std::size_t i) { return -static_cast<long long>(i / 25); });
    add("random", [&](std::size_t) { return random(); });
    add("few values", [&](std::size_t) { return random() % 3; });
    add("small steps", [&, at = 0LL](std::size_t) mutable { return at += static_cast<long long>(random() % 5) - 2; });
    add("extremes", [&](std::size_t) {
        constexpr Value some[] = {std::numeric_limits<Value>::lowest(), std::numeric_limits<Value>::max(), Value{0}};
        return some[random() % 3];
    });
    return all;
}

template <class Method>
class nearest_smaller : public ::testing::Test
{
};
using methods = ::testing::Types<by_stack, by_search, by_merging, by_windows>;
TYPED_TEST_SUITE(nearest_smaller, methods);

TYPED_TEST(nearest_smaller, every_pattern_of_up_to_7_values_in_parts_of_every_size)
{
    for (std::size_t n = 0; n <= 7; ++n)
        for_all_patterns(n, [&](std::vector<std::int32_t> const & values) {
            auto const none = scan<rmq::min_leftmost, std::uint32_t>(values, equal_side::none);
            auto const left = scan<rmq::min_leftmost, std::uint32_t>(values, equal_side::left);
            auto const right = scan<rmq::min_leftmost, std::uint32_t>(values, equal_side::right);
            for (std::size_t size = 0; size < (std::is_same_v<TypeParam, by_windows> ? 1 : 4); ++size) {
                expect_right<TypeParam, rmq::min_leftmost, equal_side::none>(values, none, 1, size);
                expect_right<TypeParam, rmq::min_leftmost, equal_side::left>(values, left, 1, size);
                expect_right<TypeParam, rmq::min_leftmost, equal_side::right>(values, right, 1, size);
            }
        });
}

TYPED_TEST(nearest_smaller, every_pattern_of_8_and_9_values)
{
    for (std::size_t n = 8; n <= 9; ++n) {
        matches<std::uint32_t> expected{std::vector<std::uint32_t>(n), std::vector<std::uint32_t>(n)};
        matches<std::uint32_t> found = expected;
        std::size_t wrong = 0;
        std::size_t patterns = 0;
        for_all_patterns(n, [&](std::vector<std::int32_t> const & values) {
            ++patterns;
            for (std::size_t i = 0; i < n; ++i) {
                expected.left[i] = expected.right[i] = no_position<std::uint32_t>;
                for (std::size_t j = 0; j < i; ++j)
                    if (values[j] < values[i])
                        expected.left[i] = static_cast<std::uint32_t>(j);
                for (std::size_t j = n - 1; j > i; --j)
                    if (values[j] < values[i])
                        expected.right[i] = static_cast<std::uint32_t>(j);
            }
            TypeParam::template run<nearest_rule<rmq::min_leftmost, equal_side::none>>(
                std::span<std::int32_t const>{values}, std::span{found.left}, std::span{found.right}, 1, 1);
            wrong += found != expected;
        });
        EXPECT_EQ(wrong, 0U);
        EXPECT_EQ(patterns, n == 8 ? 545835U : 7087261U);
    }
}

TYPED_TEST(nearest_smaller, sizes_around_every_edge_and_every_shape)
{
    for (std::size_t const n : {0,   1,   2,   15,  16,  17,  63,  64,  65,  79,  80,  127, 128, 129, 143,
                                191, 192, 193, 255, 256, 257, 271, 383, 384, 385, 511, 512, 513, 700})
        for (auto const & [name, values] : shapes<std::int32_t>(n))
            for (std::size_t size = 0; size < 12; size += n < 300 ? 1 : 5)
                expect_right_for_every_rule<TypeParam, rmq::min_leftmost>(values, 1, size, name);
}

TYPED_TEST(nearest_smaller, threads_change_nothing)
{
    for (auto const & [name, values] : shapes<std::int32_t>(thread_sanitizer ? 700 : 3000)) {
        auto const expected = scan<rmq::min_leftmost, std::uint32_t>(values, equal_side::none);
        for (unsigned const threads : thread_sanitizer ? std::vector<unsigned>{3} : std::vector<unsigned>{1, 2, 3, 8})
            for (std::size_t const size : {0, 7, 61})
                expect_right<TypeParam, rmq::min_leftmost, equal_side::none>(values, expected, threads, size, name);
    }
}

TYPED_TEST(nearest_smaller, wide_values_and_wide_positions)
{
    for (auto const & [name, values] : shapes<std::int64_t>(1500)) {
        expect_right_for_every_rule<TypeParam, rmq::min_leftmost, std::uint32_t>(values, 2, 3, name);
        expect_right_for_every_rule<TypeParam, rmq::max_leftmost, std::uint64_t>(values, 2, 5, name);
    }
    for (auto const & [name, values] : shapes<std::int32_t>(1500)) {
        auto const expected = scan<rmq::max_rightmost, std::uint64_t>(values, equal_side::right);
        expect_right<TypeParam, rmq::max_rightmost, equal_side::right, std::uint64_t>(values, expected, 2, 0, name);
    }
}

/// Types that the windows map to keys.
template <class Order, equal_side Equals, class Value>
void expect_right_by_windows(std::vector<Value> const & values, std::string const & name)
{
    auto const expected = scan<Order, std::uint32_t>(values, Equals);
    expect_right<by_windows, Order, Equals>(values, expected, 1, 1, name);
}

TEST(nearest_by_windows, values_of_every_arithmetic_type)
{
    auto const one = [&]<class Value>(Value) {
        for (auto const & [name, values] : shapes<Value>(600)) {
            expect_right_by_windows<rmq::min_leftmost, equal_side::none>(values, name);
            expect_right_by_windows<rmq::max_leftmost, equal_side::left>(values, name);
        }
    };
    one(std::uint8_t{});
    one(std::int16_t{});
    one(std::uint32_t{});
    one(std::uint64_t{});
}

TEST(nearest_by_windows, floating_point_with_both_zeros_and_infinities)
{
    std::mt19937_64 random{3};
    auto const one = [&]<class Value>(Value) {
        std::vector<Value> values(900);
        Value const infinity = std::numeric_limits<Value>::infinity();
        Value const some[] = {Value{0}, -Value{0}, infinity, -infinity, Value{1.5}, Value{-1.5}, Value{1e-30}};
        for (Value & value : values)
            value = random() % 2 ? some[random() % std::size(some)] : static_cast<Value>(random() % 1000) / 7 - 70;
        expect_right_by_windows<rmq::min_leftmost, equal_side::left>(values, "floating point");
        expect_right_by_windows<rmq::max_leftmost, equal_side::none>(values, "floating point");
    };
    one(float{});
    one(double{});
}

/// The sizes that are used in earnest: a million values, several chunks and many subsets, each method against the stack
/// (which the suite above proves).
TEST(all_nearest_smaller, methods_agree_on_large_arrays)
{
    using rmq::nearest_method;
    std::size_t const n = (std::size_t{1} << (thread_sanitizer ? 16 : 19)) + 4097;
    for (auto const & [name, values] : shapes<std::int32_t>(n))
        for (auto const equals : {rmq::equal_values::skipped, rmq::equal_values::by_index}) {
            auto const solve = [&, &input = values](nearest_method method, unsigned threads) {
                matches<std::uint32_t> out{std::vector<std::uint32_t>(n), std::vector<std::uint32_t>(n)};
                rmq::all_nearest_smaller<std::int32_t, std::uint32_t, rmq::min_leftmost>(
                    input, out.left, out.right, {.equals = equals, .method = method, .threads = threads});
                return out;
            };
            auto const expected = solve(nearest_method::stack, 1);
            for (auto const method : {nearest_method::automatic, nearest_method::search, nearest_method::merging})
                for (unsigned const threads : {1, 3})
                    ASSERT_TRUE(solve(method, threads) == expected) << name << static_cast<int>(method);
        }
}

TEST(all_nearest_smaller, index_ties_follow_the_order)
{
    std::vector<std::int32_t> const values{4, 2, 2, 4};
    std::vector<std::uint32_t> left(4);
    std::vector<std::uint32_t> right(4);
    constexpr std::uint32_t none = no_position<std::uint32_t>;
    rmq::nearest_options const by_index{.equals = rmq::equal_values::by_index};
    rmq::all_nearest_smaller<std::int32_t, std::uint32_t, rmq::min_leftmost>(values, left, right, by_index);
    EXPECT_EQ(left, (std::vector{none, none, 1U, 2U}));
    EXPECT_EQ(right, (std::vector{1U, none, none, none}));
    rmq::all_nearest_smaller<std::int32_t, std::uint32_t, rmq::min_rightmost>(values, left, right, by_index);
    EXPECT_EQ(left, (std::vector{none, none, none, 2U}));
    EXPECT_EQ(right, (std::vector{1U, 2U, none, none}));
    rmq::all_nearest_smaller<std::int32_t, std::uint32_t, rmq::min_leftmost>(values, left, right);
    EXPECT_EQ(left, (std::vector{none, none, none, 2U}));
    EXPECT_EQ(right, (std::vector{1U, none, none, none}));
}

/// Subsets of two: the minimum 1 of the second and the third is the same. By the printed rule of Ryssel 2025, section
/// 5.2, neither merges the first with the last, and position 1 finds no match (see nearest_by_merging.hpp).
TEST(nearest_by_merging, two_equal_minima_between_a_pair)
{
    std::vector<std::int32_t> const values{0, 1, 1, 2, 1, 1, 0};
    auto const expected = scan<rmq::min_leftmost, std::uint32_t>(values, equal_side::none);
    ASSERT_EQ(expected.right[1], 6U);
    expect_right<by_merging, rmq::min_leftmost, equal_side::none>(values, expected, 1, 1);
}

TEST(all_nearest_smaller, calls_may_run_concurrently)
{
    auto const all = shapes<std::int32_t>(thread_sanitizer ? 9000 : 20000);
    std::vector<matches<std::uint32_t>> found(all.size());
    {
        std::vector<std::jthread> callers;
        for (std::size_t k = 0; k < all.size(); ++k)
            callers.emplace_back([&, k] {
                std::size_t const n = all[k].second.size();
                found[k] = {std::vector<std::uint32_t>(n), std::vector<std::uint32_t>(n)};
                rmq::all_nearest_smaller<std::int32_t, std::uint32_t, rmq::min_leftmost>(
                    all[k].second, found[k].left, found[k].right, {.threads = 2});
            });
    }
    for (std::size_t k = 0; k < all.size(); ++k) {
        matches<std::uint32_t> expected = found[k];
        rmq::detail::nearest_by_stack<nearest_rule<rmq::min_leftmost, equal_side::none>>(
            std::span<std::int32_t const>{all[k].second}, std::span{expected.left}, std::span{expected.right});
        EXPECT_TRUE(found[k] == expected) << all[k].first;
    }
}

} // namespace
