// SPDX-License-Identifier: BSD-3-Clause
// Every static structure with 32-bit indices, and the tests that take a minute; 64-bit ones: static_rmq_64_test.cpp.
#include <static_rmq_suite.hpp>

namespace static_rmq_suite {

using structures = testing::Types<STRUCTURES(std::int32_t, std::uint32_t, rmq::min_leftmost),
                                  STRUCTURES(std::int32_t, std::uint32_t, rmq::min_rightmost),
                                  STRUCTURES(std::int8_t, std::uint32_t, rmq::max_rightmost)>;
INSTANTIATE_TYPED_TEST_SUITE_P(index_32, static_rmq, structures);

template <class Structure>
class static_rmq_exhaustive : public static_rmq<Structure>
{
};
using compared_structures = testing::Types<STRUCTURES(std::int32_t, std::uint32_t, rmq::min_leftmost)>;
TYPED_TEST_SUITE(static_rmq_exhaustive, compared_structures);

TYPED_TEST(static_rmq_exhaustive, all_patterns_of_seven_values)
{
    this->expect_right_on_patterns(7);
}

TYPED_TEST(static_rmq_exhaustive, all_patterns_of_eight_and_nine_values)
{
    if (std::getenv("VGLCS_SLOW_TESTS") == nullptr)
        GTEST_SKIP() << "7,633,096 arrays, a minute for all structures: set VGLCS_SLOW_TESTS to run it";
    this->expect_right_on_patterns(8);
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
    if (std::getenv("VGLCS_SLOW_TESTS") == nullptr)
        GTEST_SKIP() << "needs 4 GiB and a minute: set VGLCS_SLOW_TESTS to run it";
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

} // namespace static_rmq_suite
