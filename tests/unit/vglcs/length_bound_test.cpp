// SPDX-License-Identifier: BSD-3-Clause
#include "random_scored.hpp"

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

TEST(length_bound, local_one_looks_at_runs_of_pairs)
{
    // every letter of the one stands in the other, but no two of them within their limits: a run ends at once
    std::string apart;
    for (int k = 0; k < 40; ++k)
        apart += std::string("ACGT").substr(static_cast<std::size_t>(k % 4), 1) + "NNN";
    std::string together;
    for (int k = 0; k < 10; ++k)
        together += "ACGT";
    EXPECT_EQ(subsequence_bound(made(together, apart, {.hi = 2})), 40u);
    EXPECT_EQ(local_bound(made(together, apart, {.hi = 2})), 5u);
    EXPECT_EQ(local_bound(made(together, apart, {.hi = 3})), 40u);
    EXPECT_EQ(local_bound(made("ACGT", together)), 4u); // at most the shorter one
    EXPECT_EQ(local_bound(made("", together)), 0u);
    // a sequence that is too long is not looked at
    std::string const letters(longest_local_bound + 1, 'A'), other(longest_local_bound + 1, 'C');
    EXPECT_EQ(local_bound(made(letters, other, {.hi = 0})), letters.size());
    EXPECT_EQ(local_bound(made(letters.substr(1), other, {.hi = 0})), 3u);
    run_control control;
    control.stop();
    EXPECT_THROW((void)local_bound(made("ACGT", "ACGT", {.hi = 0}), &control), interrupted);
    EXPECT_TRUE(local_bound_pays(made(together, together, {.hi = 0})));
    EXPECT_FALSE(local_bound_pays(made(together, together, {.hi = 9})));
    EXPECT_FALSE(local_bound_pays(made(together, together)));
    EXPECT_FALSE(local_bound_pays(made("", together, {.hi = 0})));
}

TEST(length_bound, local_one_is_never_below_the_length)
{
    generator rng{32};
    std::size_t below_plain = 0, tight = 0;
    for (int round = 0; round < 6000; ++round) {
        // words of 64 letters from 1 to 20, most of them few
        std::size_t const most = round % 300 == 0 ? 1300 : round % 20 == 0 ? 300 : 70;
        std::uint32_t const reach = round % 7 == 0 ? 90 : round % 3 == 0 ? 20 : 4;
        auto const p = random_problem(rng, {.max_n = most,
                                            .max_m = most,
                                            .reach = reach,
                                            .letters = round % 2 ? "ACGT" : "ACDEFGHIKLMNPQRSTVWY",
                                            .alphabet = round % 2 ? alphabet::dna : alphabet::protein});
        problem const made = p.make();
        std::uint64_t const length = solve(made, {.task = task::length, .threads = 1}).length;
        std::uint64_t const local = local_bound(made), plain = subsequence_bound(made);
        ASSERT_LE(length, local) << round << ' ' << ::testing::PrintToString(p);
        below_plain += local < plain;
        tight += local == length;
        problem const turned = p.swapped().make();
        ASSERT_LE(length, local_bound(turned)) << round << ' ' << ::testing::PrintToString(p);
    }
    EXPECT_GT(below_plain, 1000u); // it says something
    EXPECT_GT(tight, 300u);
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

TEST(length_bound, times_match_is_never_below_a_score)
{
    std::size_t local_ones = 0;
    for (test_problem const & p : random_scored_problems(33, 2000, {.problem = {.max_n = 40, .max_m = 40, .reach = 4}}))
    {
        problem const made = p.make();
        std::uint64_t const score = solve(made, {.task = task::length}).score, match = p.scoring.match;
        ASSERT_LE(score, match * composition_bound(made)) << ::testing::PrintToString(p);
        ASSERT_LE(score, match * subsequence_bound(made)) << ::testing::PrintToString(p);
        ASSERT_LE(score, match * local_bound(made)) << ::testing::PrintToString(p);
        bool const jumps = made.side_a().has_jumps || made.side_b().has_jumps;
        ASSERT_FALSE(jumps && local_bound_pays(made)) << ::testing::PrintToString(p);
        local_ones += local_bound(made) < std::min(made.n(), made.m());
    }
    EXPECT_GT(local_ones, 100u);
}
