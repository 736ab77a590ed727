// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include <rmq/list_ranking.hpp>

namespace {

using rmq::no_position;

/// A list through all n elements in random order, and the order.
template <class Index>
std::pair<std::vector<Index>, std::vector<Index>> random_list(std::size_t n, std::uint64_t seed)
{
    std::vector<Index> order(n);
    std::iota(order.begin(), order.end(), Index{0});
    std::shuffle(order.begin(), order.end(), std::mt19937_64{seed});
    std::vector<Index> next(n, no_position<Index>);
    for (std::size_t k = 0; k + 1 < n; ++k)
        next[order[k]] = order[k + 1];
    return {next, order};
}

template <class Index>
void expect_ranks(std::size_t n)
{
    auto const [next, order] = random_list<Index>(n, n);
    std::vector<std::int64_t> expected(n);
    auto const weight = [](Index element) { return static_cast<std::int64_t>(element % 7) - 3; };
    std::int64_t sum = 0;
    for (Index const element : order) {
        expected[element] = sum;
        sum += weight(element);
    }
    for (unsigned const threads : {1, 2, 3, 8}) {
        std::vector<std::int64_t> found(n, 99);
        rmq::rank_list(std::span<Index const>{next}, order[0], weight, std::span{found}, threads);
        EXPECT_EQ(found, expected) << n << ' ' << threads;
        for (std::size_t const pieces : {1, 2, 15, 16, 17, 40, 1000}) {
            std::fill(found.begin(), found.end(), 99);
            rmq::detail::rank_list_in_pieces(std::span<Index const>{next}, order[0], weight, std::span{found}, threads,
                                             pieces);
            EXPECT_EQ(found, expected) << n << ' ' << threads << ' ' << pieces;
        }
    }
}

TEST(list_ranking, sums_before_every_element)
{
    for (std::size_t const n : {1, 2, 3, 16, 255, 256, 257, 1000})
        expect_ranks<std::uint32_t>(n);
    expect_ranks<std::uint64_t>(5000);
}

TEST(list_ranking, a_long_list)
{
    std::size_t const n = 200000;
    auto const [next, order] = random_list<std::uint32_t>(n, 1);
    std::vector<std::uint32_t> found(n);
    rmq::rank_list(
        std::span<std::uint32_t const>{next}, order[0], [](std::uint32_t) { return 1U; }, std::span{found}, 3);
    for (std::size_t k = 0; k < n; ++k)
        ASSERT_EQ(found[order[k]], k);
}

TEST(list_ranking, elements_outside_of_the_list_do_not_matter)
{
    // 0 -> 2 -> end, 1 -> 3 -> end is another list, 4 <-> 5 is a cycle
    constexpr std::uint32_t none = no_position<std::uint32_t>;
    std::vector<std::uint32_t> const next{2, 3, none, none, 5, 4};
    for (std::size_t const pieces : {1, 3, 50}) {
        std::vector<std::uint32_t> found(next.size());
        rmq::detail::rank_list_in_pieces(
            std::span<std::uint32_t const>{next}, 0U, [](std::uint32_t) { return 1U; }, std::span{found}, 1, pieces);
        EXPECT_EQ(found[0], 0U);
        EXPECT_EQ(found[2], 1U);
    }
}

TEST(list_ranking, an_empty_list)
{
    rmq::rank_list(
        std::span<std::uint32_t const>{}, 0U, [](std::uint32_t) { return 1U; }, std::span<std::uint32_t>{});
}

} // namespace
