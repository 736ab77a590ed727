// SPDX-License-Identifier: BSD-3-Clause
// Arrays of several bundles of extremum_tree (65,536 values of 32 bits each), which the suite of all structures is too
// small for: wide ranges, answered many at a time in batches.
#include <static_rmq_suite.hpp>

namespace {

using static_rmq_suite::random_values;

constexpr std::size_t bundle = 65'536;

/// Ranges that touch at least `bundles` bundles, with both ends anywhere, or around the edges of bundles.
std::vector<rmq::range<std::uint32_t>> wide_ranges(std::size_t n, std::size_t count, std::size_t bundles,
                                                   std::uint64_t seed)
{
    std::mt19937_64 random{seed};
    std::vector<rmq::range<std::uint32_t>> all;
    while (all.size() < count) {
        std::size_t a = random() % n, b = random() % n;
        if (random() % 4 == 0)
            a = std::min(n - 1, a / bundle * bundle + random() % 3);
        if (random() % 4 == 0)
            b = std::max<std::size_t>(random() % 3, b / bundle * bundle) - std::min<std::size_t>(b / bundle, 1);
        std::size_t const l = std::min(a, b), r = std::max(a, b);
        if (r / bundle - l / bundle + 1 >= bundles)
            all.push_back({static_cast<std::uint32_t>(l), static_cast<std::uint32_t>(r)});
    }
    return all;
}

template <class Order>
class extremum_tree_wide : public testing::Test
{
};
using orders = testing::Types<rmq::min_leftmost, rmq::min_rightmost, rmq::max_leftmost, rmq::max_rightmost>;
TYPED_TEST_SUITE(extremum_tree_wide, orders);

} // namespace

TYPED_TEST(extremum_tree_wide, batches_of_wide_and_of_all_ranges)
{
    constexpr std::size_t n = 6 * bundle + 4321;
    auto const values_of = [](auto const & f) {
        std::vector<std::int32_t> values(n);
        for (std::size_t i = 0; i < n; ++i)
            values[i] = static_cast<std::int32_t>(f(i));
        return values;
    };
    std::mt19937_64 random{1};
    std::vector<std::pair<std::string, std::vector<std::int32_t>>> const inputs{
        {"random", random_values<std::int32_t>(n, 5, INT32_MIN, INT32_MAX)},
        {"two values", random_values<std::int32_t>(n, 6, 0, 1)},
        {"equal", values_of([](std::size_t) { return 7; })},
        {"rising", values_of([](std::size_t i) { return i; })},
        {"falling", values_of([](std::size_t i) { return n - i; })},
        {"an extreme a bundle", values_of([](std::size_t i) {
             return i % bundle == 777 ? 0 : i % bundle == 40'000 ? 9 : 1 + i % 7;
         })},
        {"trend with noise", values_of([&](std::size_t i) { return 8 * i + random() % 4096; })},
    };
    for (auto const & input : inputs) {
        std::string const & name = input.first; // clang 16 lets no lambda capture a structured binding under OpenMP
        std::vector<std::int32_t> const & values = input.second;
        for (std::size_t const start : {0, 5}) { // the second array does not begin at a cache line
            std::span<std::int32_t const> const view = std::span{values}.subspan(start);
            rmq::sparse_table<std::int32_t, std::uint32_t, TypeParam> const referee{view};
            rmq::extremum_tree<std::int32_t, std::uint32_t, TypeParam> const tree{view};
            rmq::extremum_tree<std::int32_t, std::uint64_t, TypeParam> const tree_64{view};
            auto queries = wide_ranges(view.size(), 500, 3, start);
            auto const expect = [&](std::string const & what) {
                std::vector<std::uint32_t> expected(queries.size()), got(queries.size());
                referee.query(queries, expected, 1);
                for (std::size_t i = 0; i < queries.size(); ++i) {
                    ASSERT_EQ(tree.query(queries[i].l, queries[i].r), expected[i]) << name << what;
                    ASSERT_EQ(tree_64.query(queries[i].l, queries[i].r), expected[i]) << name << what;
                }
                tree.query(queries, got, 1);
                ASSERT_EQ(got, expected) << name << what;
            };
            ASSERT_NO_FATAL_FAILURE(expect(", wide"));
            // groups of 16 of which some are all wide and others are not
            for (std::size_t i = 0; i < queries.size(); i += 1 + random() % 40) {
                std::size_t const length = 1 + random() % (bundle << random() % 3);
                std::size_t const l = random() % (view.size() - length + 1);
                queries[i] = {static_cast<std::uint32_t>(l), static_cast<std::uint32_t>(l + length - 1)};
            }
            ASSERT_NO_FATAL_FAILURE(expect(", mixed"));
        }
    }
}

TYPED_TEST(extremum_tree_wide, batches_of_every_size)
{
    constexpr std::size_t n = 5 * bundle + 99;
    auto const values = random_values<std::int32_t>(n, 9, 0, 3);
    std::span<std::int32_t const> const view{values};
    rmq::sparse_table<std::int32_t, std::uint32_t, TypeParam> const referee{view};
    rmq::extremum_tree<std::int32_t, std::uint32_t, TypeParam> const tree{view};
    auto const all = wide_ranges(n, 130, 3, 7);
    for (std::size_t count = 0; count <= all.size(); ++count) {
        std::span<rmq::range<std::uint32_t> const> const queries = std::span{all}.first(count);
        std::vector<std::uint32_t> expected(count), got(count + 1, 12345);
        referee.query(queries, expected, 1);
        tree.query(queries, std::span{got}.first(count), 1);
        EXPECT_EQ(got.back(), 12345U) << "written beyond a batch of " << count;
        got.pop_back();
        ASSERT_EQ(got, expected) << count;
    }
}

/// As many values as positions of 32 bits allow, as bad as the padding behind them: the places of blocks that reach
/// beyond the array are places of padding, and still have to be told from others.
TYPED_TEST(extremum_tree_wide, as_many_values_as_an_index_tells_apart_slow)
{
    if (std::getenv("VGLCS_SLOW_TESTS") == nullptr)
        GTEST_SKIP() << "needs 5 GB: set VGLCS_SLOW_TESTS to run it";
    constexpr std::size_t n = (std::size_t{1} << 32) - 65;
    rmq::huge_vector<std::int8_t> all(n + 64, TypeParam::template identity<std::int8_t>());
    std::size_t const start = 64 - reinterpret_cast<std::uintptr_t>(all.data()) % 64 - 1; // last byte of a line
    std::span<std::int8_t const> const values = std::span{all}.subspan(start, n);
    rmq::extremum_tree<std::int8_t, std::uint32_t, TypeParam> const tree{values};
    bool const leftmost = TypeParam::ties == rmq::tie::leftmost;
    std::vector<rmq::range<std::uint32_t>> queries;
    std::vector<std::uint32_t> expected;
    for (std::size_t const l : {std::size_t{0}, std::size_t{1}, std::size_t{100}, n / 3, n - 300'000, n - 5'000, n - 1})
        for (std::size_t const r : {n - 1, n - 2, n - 70, n - 4'200, n - 263'000}) {
            if (l > r)
                continue;
            queries.push_back({static_cast<std::uint32_t>(l), static_cast<std::uint32_t>(r)});
            expected.push_back(static_cast<std::uint32_t>(leftmost ? l : r));
            EXPECT_EQ(tree.query(l, r), expected.back()) << l << ' ' << r;
        }
    std::vector<std::uint32_t> answers(queries.size());
    tree.query(queries, answers, 1);
    EXPECT_EQ(answers, expected);
}
