// SPDX-License-Identifier: BSD-3-Clause
/// verify against align and batch: every format, strand and kind of limits, and results of which a byte was changed.
#include "verify_cases.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>

using namespace vglcs::test;

TEST(verify_random, takes_right_results_and_finds_what_was_changed)
{
    temporary_folder const folder;
    constexpr std::uint32_t seed = 20, cases = 500;
    std::mt19937 random{seed};
    for (std::uint32_t k = 0; k < cases; ++k) {
        std::string const fault =
            check_a_run(folder, [&](unsigned bound) { return static_cast<unsigned>(random() % bound); });
        ASSERT_EQ(fault, "") << "seed " << seed << ", case " << k;
    }
}
