// SPDX-License-Identifier: BSD-3-Clause
/// The branch-free summary of a block of 16-bit values against the plain one.
#include <rmq/detail/block_summary.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <random>
#include <span>

using namespace rmq::detail;

TEST(block_summary, sixteen_bit_blocks_equal_the_plain_form)
{
    std::mt19937_64 rng{1};
    for (int turn = 0; turn < 20000; ++turn) {
        std::array<std::uint16_t, 16> values;
        std::uint64_t const distinct = turn % 4 == 0 ? 65536 : 1 + rng() % 9;
        for (auto & v : values)
            v = static_cast<std::uint16_t>(65535 - rng() % distinct * (turn % 2 ? 1 : 4000));
        std::array<std::uint32_t, 16> wide;
        std::ranges::copy(values, wide.begin());
        std::array<std::uint16_t, 16> prefix, suffix;
        std::array<std::uint32_t, 16> wide_prefix, wide_suffix;
        std::uint64_t const code =
            summarize_block(std::span<std::uint16_t const, 16>{values}, prefix.data(), suffix.data());
        std::uint64_t const plain =
            summarize_block(std::span<std::uint32_t const>{wide}, wide_prefix.data(), wide_suffix.data());
        ASSERT_EQ(code, plain) << turn;
        ASSERT_TRUE(std::ranges::equal(prefix, wide_prefix)) << turn;
        ASSERT_TRUE(std::ranges::equal(suffix, wide_suffix)) << turn;
    }
}
