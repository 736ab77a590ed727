// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include <rmq/order.hpp>
#include <rmq/window_maximum.hpp>

namespace {

using rmq::direction;

/// The best position of v[l..r], by definition.
template <class Order>
std::size_t scan(std::vector<std::int64_t> const & values, std::size_t l, std::size_t r)
{
    std::size_t best = l;
    for (std::size_t i = l + 1; i <= r; ++i) {
        bool const better = Order::is_minimum ? values[i] < values[best] : values[i] > values[best];
        if (better || (values[i] == values[best] && Order::ties == rmq::tie::rightmost))
            best = i;
    }
    return best;
}

template <class Order>
std::vector<std::uint32_t> expected(std::vector<std::int64_t> const & values, std::vector<std::uint32_t> const & widths,
                                    direction side)
{
    std::size_t const n = values.size();
    std::vector<std::uint32_t> best(n);
    for (std::size_t i = 0; i < n; ++i)
        best[i] = static_cast<std::uint32_t>(
            side == direction::backward ? scan<Order>(values, i + 1 - std::min<std::size_t>(widths[i], i + 1), i)
                                        : scan<Order>(values, i, std::min<std::size_t>(n - 1, i + widths[i] - 1)));
    return best;
}

std::vector<std::int64_t> at(std::vector<std::int64_t> const & values, std::vector<std::uint32_t> const & places)
{
    std::vector<std::int64_t> result;
    for (std::uint32_t place : places)
        result.push_back(values[place]);
    return result;
}

template <class Order>
class window_maximum : public testing::Test
{
protected:
    static void expect_right(std::vector<std::int64_t> const & values, std::vector<std::uint32_t> const & widths)
    {
        bool const one_width = std::adjacent_find(widths.begin(), widths.end(), std::not_equal_to<>{}) == widths.end();
        for (direction side : {direction::backward, direction::forward}) {
            auto const places = expected<Order>(values, widths, side);
            for (unsigned threads : {1u, 3u}) {
                std::vector<std::int64_t> out(values.size());
                std::vector<std::uint32_t> indices(values.size());
                std::span<std::int64_t const> const v{values};
                std::span<std::uint32_t const> const w{widths};
                rmq::window_extremum<Order>(v, w, std::span{out}, side, threads);
                ASSERT_EQ(out, at(values, places)) << testing::PrintToString(widths.front());
                rmq::window_extremum_index<Order>(v, w, std::span{indices}, side, threads);
                ASSERT_EQ(indices, places);
                if (one_width) {
                    std::fill(out.begin(), out.end(), -99);
                    rmq::window_extremum<Order>(v, std::size_t{widths.front()}, std::span{out}, side, threads);
                    ASSERT_EQ(out, at(values, places)) << "width " << widths.front() << ", n " << values.size();
                }
            }
        }
    }
};
using orders = testing::Types<rmq::min_leftmost, rmq::min_rightmost, rmq::max_leftmost, rmq::max_rightmost>;
TYPED_TEST_SUITE(window_maximum, orders);

TYPED_TEST(window_maximum, all_small_arrays_and_widths)
{
    for (std::size_t n = 1; n <= 5; ++n)
        for (std::uint32_t width = 1; width <= n + 2; ++width)
            for (int code = 0; code < 243; ++code) {
                std::vector<std::int64_t> values(n);
                int rest = code;
                for (auto & value : values) {
                    value = rest % 3;
                    rest /= 3;
                }
                this->expect_right(values, std::vector<std::uint32_t>(n, width));
            }
}

TYPED_TEST(window_maximum, sizes_and_widths_around_block_edges)
{
    std::mt19937_64 random{5};
    for (std::size_t n : {1, 2, 15, 16, 17, 31, 33, 100, 257})
        for (std::uint32_t width : {1u, 2u, 3u, 15u, 16u, 17u, 32u, 99u, 100u, 101u, 256u, 257u, 258u, 4000000000u})
            for (int shape = 0; shape < 5; ++shape) {
                std::vector<std::int64_t> values(n);
                for (std::size_t i = 0; i < n; ++i)
                    values[i] = shape == 0   ? static_cast<std::int64_t>(random())
                                : shape == 1 ? static_cast<std::int64_t>(random() % 3)
                                : shape == 2 ? static_cast<std::int64_t>(i)
                                : shape == 3
                                    ? -static_cast<std::int64_t>(i)
                                    : std::numeric_limits<std::int64_t>::min() + static_cast<std::int64_t>(i % 2);
                this->expect_right(values, std::vector<std::uint32_t>(n, width));
            }
}

TYPED_TEST(window_maximum, widths_of_their_own)
{
    std::mt19937_64 random{6};
    for (std::size_t n : {1, 2, 7, 64, 300, 1000})
        for (std::uint32_t most : {1u, 4u, 40u, 2000u}) {
            std::vector<std::int64_t> values(n);
            std::vector<std::uint32_t> widths(n);
            for (std::size_t i = 0; i < n; ++i) {
                values[i] = static_cast<std::int64_t>(random() % (most == 4 ? 3 : 1000));
                widths[i] = static_cast<std::uint32_t>(1 + random() % most);
            }
            widths[n / 2] += 1; // never one width for all
            this->expect_right(values, widths);
        }
}

TEST(window_maximum_test, parts_of_several_threads_meet)
{
    constexpr std::size_t n = 200'000;
    std::mt19937_64 random{7};
    std::vector<std::int32_t> values(n), one(n), many(n);
    std::vector<std::uint32_t> widths(n);
    for (std::size_t i = 0; i < n; ++i) {
        values[i] = static_cast<std::int32_t>(random());
        widths[i] = static_cast<std::uint32_t>(1 + random() % 100'000);
    }
    for (direction side : {direction::backward, direction::forward}) {
        std::span<std::int32_t const> const v{values};
        std::span<std::uint32_t const> const w{widths};
        rmq::window_extremum(v, w, std::span{one}, side, 1);
        rmq::window_extremum(v, w, std::span{many}, side, 3);
        EXPECT_EQ(one, many);
        rmq::window_extremum(v, std::size_t{777}, std::span{one}, side, 1);
        rmq::window_extremum(v, std::size_t{777}, std::span{many}, side, 3);
        EXPECT_EQ(one, many);
        rmq::window_extremum(v, std::span<std::uint32_t const>{std::vector<std::uint32_t>(n, 777)}, std::span{many},
                             side, 3);
        EXPECT_EQ(one, many);
    }
}

TEST(window_maximum_test, empty)
{
    std::vector<int> const none;
    std::vector<int> out;
    rmq::window_extremum(std::span<int const>{none}, std::size_t{3}, std::span{out});
    rmq::window_extremum(std::span<int const>{none}, std::span<std::uint32_t const>{}, std::span{out});
}

} // namespace
