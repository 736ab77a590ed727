// SPDX-License-Identifier: BSD-3-Clause
#include "random_problem.hpp"

#include <vglcs/engine.hpp>
#include <vglcs/length_bound.hpp>

#include <gtest/gtest.h>

using namespace vglcs;
using namespace vglcs::test;

namespace {

problem made(std::string_view a, std::string_view b, gap_limit limit = {})
{
    return {encode(a, alphabet::dna), encode(b, alphabet::dna), {a.size(), limit}, {b.size(), limit}};
}

} // namespace

TEST(length_bound, composition_counts_each_letter_as_often_as_both_have_it)
{
    EXPECT_EQ(composition_bound(made("AACGT", "TTTCA")), 3u);
    EXPECT_EQ(composition_bound(made("ACGT", "NNNN")), 0u);
    EXPECT_EQ(composition_bound(made("NN", "NN")), 0u); // N is no letter of both
    EXPECT_EQ(composition_bound(made("", "ACGT")), 0u);
    EXPECT_EQ(composition_bound(made("ACGT", "ACGT", {.blocked = true})), 0u);
}

TEST(length_bound, subsequence_is_the_longest_common_one)
{
    EXPECT_EQ(subsequence_bound(made("AACGT", "TTTCA", {.hi = 0})), 1u);
    EXPECT_EQ(subsequence_bound(made("ACGTACGT", "AGAG", {.hi = 0})), 4u);
    EXPECT_EQ(subsequence_bound(made("", "ACGT")), 0u);
    run_control control;
    EXPECT_EQ(subsequence_bound(made("ACGTACGT", "AGAG"), &control), 4u);
    EXPECT_EQ(control.cells(), 0u); // a bound is no progress of the pair
    control.stop();
    EXPECT_THROW((void)subsequence_bound(made("ACGT", "ACGT"), &control), interrupted);
}

TEST(length_bound, never_below_the_length)
{
    generator rng{31};
    std::size_t tight = 0;
    for (int round = 0; round < 600; ++round) {
        auto const kind_a = all_limits_kinds[uniform(rng, 0, all_limits_kinds.size() - 1)];
        auto const kind_b = all_limits_kinds[uniform(rng, 0, all_limits_kinds.size() - 1)];
        std::size_t const n = uniform(rng, 0, 70), m = uniform(rng, 0, 200);
        auto const letters = [&](std::size_t size) {
            std::vector<letter_code> out(size);
            std::uint64_t const last = uniform(rng, 0, 19);
            for (letter_code & c : out)
                c = chance(rng, 3) ? no_match : static_cast<letter_code>(uniform(rng, 0, last));
            return out;
        };
        problem const p{letters(n), letters(m), random_limits(rng, kind_a, n, 5), random_limits(rng, kind_b, m, 5)};
        std::uint64_t const length = solve(p, {.task = task::length, .engine = "reference", .threads = 1}).length;
        std::uint64_t const composition = composition_bound(p), subsequence = subsequence_bound(p);
        ASSERT_LE(length, subsequence) << round;
        ASSERT_LE(subsequence, composition) << round;
        ASSERT_LE(composition, std::min(n, m)) << round;
        tight += length == subsequence;
    }
    EXPECT_GT(tight, 50u);
    EXPECT_LT(tight, 550u);
}
