// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include <rmq/detail/minimum_tree.hpp>

namespace {

template <class Value>
class minimum_tree : public testing::Test
{
};
using values = testing::Types<std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(minimum_tree, values);

template <class Value>
std::vector<Value> made(std::size_t size, int shape)
{
    std::mt19937_64 random{size};
    std::vector<Value> out(size);
    for (std::size_t i = 0; i < size; ++i)
        out[i] = static_cast<Value>(shape == 0 ? random() : shape == 1 ? random() % 3 : shape == 2 ? i : size - i);
    return out;
}

TYPED_TEST(minimum_tree, all_ranges_of_small_arrays)
{
    for (std::size_t const size : {1u, 2u, 15u, 16u, 17u, 33u, 256u, 300u})
        for (int shape = 0; shape < 4; ++shape) {
            auto const v = made<TypeParam>(size, shape);
            rmq::minimum_tree<TypeParam> const tree{std::span{v}, 1};
            for (std::size_t l = 0; l < size; ++l) {
                TypeParam least = v[l];
                for (std::size_t r = l; r < size; ++r) {
                    least = std::min(least, v[r]);
                    ASSERT_EQ(tree.least(l, r), least) << size << ": " << l << ' ' << r;
                }
            }
        }
}

TYPED_TEST(minimum_tree, ranges_over_levels)
{
    // sizes around those that add a level: 4096 values are the top alone
    for (std::size_t const size : {4095u, 4096u, 4097u, 65535u, 65536u, 65537u, 1'100'001u})
        for (int shape = 0; shape < 4; ++shape) {
            auto const v = made<TypeParam>(size, shape);
            rmq::minimum_tree<TypeParam> const tree{std::span{v}, shape % 2 + 1u};
            std::mt19937_64 random{7};
            for (int k = 0; k < 300; ++k) {
                std::size_t const l = random() % size, widest = std::size_t{1} << random() % 21;
                std::size_t const r = std::min(size - 1, l + random() % widest);
                ASSERT_EQ(tree.least(l, r), *std::min_element(v.begin() + static_cast<std::ptrdiff_t>(l),
                                                              v.begin() + static_cast<std::ptrdiff_t>(r) + 1))
                    << size << ": " << l << ' ' << r;
            }
            ASSERT_EQ(tree.least(size - 1, size - 1), v.back());
            ASSERT_EQ(tree.least(0, size - 1), *std::ranges::min_element(v));
        }
}

TYPED_TEST(minimum_tree, empty)
{
    rmq::minimum_tree<TypeParam> const tree{std::span<TypeParam const>{}};
    EXPECT_EQ(tree.size(), 0u);
}

} // namespace
