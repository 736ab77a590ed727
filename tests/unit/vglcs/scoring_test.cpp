// SPDX-License-Identifier: BSD-3-Clause
#include "test_problem.hpp"

#include <vglcs/engine.hpp>
#include <vglcs/error.hpp>
#include <vglcs/scoring.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>

using namespace vglcs;
using namespace vglcs::test;
using ::testing::HasSubstr;

namespace {

/// What the error says that f throws; empty where it throws none of that type.
template <class Error>
std::string message_of(std::function<void()> const & f)
{
    try {
        f();
    } catch (Error const & e) {
        return e.what();
    }
    return {};
}

test_problem small()
{
    return {.a = "ACGT", .b = "ACGT", .limits_a = {4, gap_limit{.hi = 1}}, .limits_b = {4, gap_limit{.hi = 1}}};
}

} // namespace

TEST(jumps, none_unless_they_are_set)
{
    EXPECT_TRUE(jumps{}.empty());
    EXPECT_TRUE(jumps{5}.empty());
    jumps all{5};
    all.set_leaving(0, 5, 3);
    EXPECT_TRUE(all.empty());
    all.set_landing(2, 3, jump{1, 4, 2});
    EXPECT_FALSE(all.empty());
    EXPECT_EQ(all.landing(2), (jump{1, 4, 2}));
    EXPECT_EQ(all.landing(1), std::nullopt);
    EXPECT_EQ(all.leaving(4), 3u);
}

TEST(jumps, are_uniform_until_one_differs)
{
    jumps all{4, jump{2, 9, 1}, 5};
    EXPECT_TRUE(all.is_landing_uniform() && all.is_leaving_uniform());
    all.set_landing(1, 2, jump{2, 9, 1});
    all.set_leaving(3, 4, 5);
    EXPECT_TRUE(all.is_landing_uniform() && all.is_leaving_uniform());
    all.set_landing(0, 4, jump{3, 8, 0});
    all.set_leaving(0, 4, std::nullopt);
    EXPECT_TRUE(all.is_landing_uniform() && all.is_leaving_uniform());
    EXPECT_EQ(all.landing(3), (jump{3, 8, 0}));
    EXPECT_EQ(all.leaving(0), std::nullopt);
    all.set_landing(1, 3, std::nullopt);
    EXPECT_FALSE(all.is_landing_uniform());
    EXPECT_EQ(all.landing(0), (jump{3, 8, 0}));
    EXPECT_EQ(all.landing(2), std::nullopt);
    all.set_leaving(2, 3, 0);
    EXPECT_FALSE(all.is_leaving_uniform());
    EXPECT_EQ(all.leaving(1), std::nullopt);
    EXPECT_EQ(all.leaving(2), 0u);
}

TEST(jumps, move_with_their_junction)
{
    jumps all{5};
    all.set_landing(2, 3, jump{1, 4, 2}); // between the letters 1 and 2: between 2 and 3 from the other end
    all.set_leaving(4, 5, 7);             // between 3 and 4: between 0 and 1
    jumps const back = all.reversed();
    EXPECT_EQ(back.landing(3), (jump{1, 4, 2}));
    EXPECT_EQ(back.landing(2), std::nullopt);
    EXPECT_EQ(back.leaving(1), 7u);
    EXPECT_EQ(back.leaving(4), 0u);
    EXPECT_EQ(back.reversed(), all);
    EXPECT_EQ((jumps{5, jump{1, 2, 3}, 4}.reversed()), (jumps{5, jump{1, 2, 3}, 4}));
}

TEST(jumps, equal_however_they_are_kept)
{
    jumps all{3, jump{1, 2, 3}, 4};
    jumps one_by_one{3};
    for (std::size_t k = 0; k < 3; ++k) {
        one_by_one.set_landing(k, k + 1, jump{1, 2, 3});
        one_by_one.set_leaving(k, k + 1, 4);
    }
    EXPECT_EQ(all, one_by_one);
    one_by_one.set_leaving(1, 2, std::nullopt);
    EXPECT_FALSE(all == one_by_one);
}

TEST(problem, checks_what_pairs_earn_and_steps_cost)
{
    auto const fault = [](auto const & change) {
        test_problem p = small();
        change(p);
        return message_of<usage_error>([&] { static_cast<void>(p.make()); });
    };
    EXPECT_EQ(fault([](test_problem &) {}), "");
    EXPECT_THAT(fault([](test_problem & p) { p.scoring.match = 0; }), HasSubstr("a pair earns 0: it must be 1..65535"));
    EXPECT_THAT(fault([](test_problem & p) { p.scoring.match = 65'536; }), HasSubstr("a pair earns 65536"));
    EXPECT_EQ(fault([](test_problem & p) { p.scoring = {65'535, scoring::largest_cost, scoring::largest_cost}; }), "");
    EXPECT_THAT(fault([](test_problem & p) { p.scoring.skip_a = scoring::largest_cost + 1; }),
                HasSubstr("a skipped letter costs 2147483648: at most 2147483647"));
    EXPECT_THAT(fault([](test_problem & p) {
                    p.jumps_b = jumps{3, jump{1, 2, 3}};
                }),
                HasSubstr("sequence B has 4 letters but jumps for 3"));
    EXPECT_THAT(fault([](test_problem & p) {
                    p.jumps_a = jumps{4};
                    p.jumps_a.set_landing(2, 3, jump{5, 4, 0});
                }),
                HasSubstr("letter 2 of sequence A has jumps of 5..4 letters"));
    EXPECT_THAT(fault([](test_problem & p) {
                    p.jumps_a = jumps{4, jump{1, 4, scoring::largest_cost + 1}};
                }),
                HasSubstr("a jump to letter 0 of sequence A costs 2147483648"));
    EXPECT_THAT(fault([](test_problem & p) {
                    p.jumps_b = jumps{4, jump{1, 4, 0}};
                    p.jumps_b.set_leaving(1, 2, scoring::largest_cost + 1);
                }),
                HasSubstr("to leave before letter 1 of sequence B costs 2147483648"));
}

TEST(problem, refuses_scores_beyond_31_bits)
{
    auto const made = [](std::size_t letters, std::uint32_t match) {
        std::string const text(letters, 'A');
        test_problem p{.a = text, .b = text, .limits_a = {letters, gap_limit{}}, .limits_b = {letters, gap_limit{}}};
        p.scoring.match = match;
        return message_of<input_error>([&] { static_cast<void>(p.make()); });
    };
    EXPECT_EQ(made(32'768, 65'535), "");
    EXPECT_THAT(made(32'769, 65'535), HasSubstr("32769 pairs of 65535 each could score more than 2147483647"));
}

TEST(problem, costs_nothing_without_skip_costs_and_jumps)
{
    test_problem p = small();
    EXPECT_TRUE(p.make().is_unit());
    p.scoring.match = 9;
    EXPECT_TRUE(p.make().is_unit());
    result const r = solve(p.make());
    EXPECT_EQ(r.length, 4u);
    EXPECT_EQ(r.score, 36u);
    p.jumps_b = jumps{4};
    p.jumps_b.set_leaving(0, 4, 5);
    EXPECT_TRUE(p.make().is_unit()) << "nothing can be left where no jump lands";
    p.jumps_b.set_landing(3, 4, jump{2, 3, 0});
    EXPECT_FALSE(p.make().is_unit());
    p = small();
    p.scoring.skip_b = 1;
    EXPECT_FALSE(p.make().is_unit());
}

TEST(problem, letters_that_match_nothing_leave)
{
    test_problem p{.a = "ACGTACGTAC", .b = "ACGNNNNACG", .limits_a = {10, gap_limit{.hi = 3}}};
    p.limits_b = {10, gap_limit{.hi = 4}};
    problem const made = p.make();
    EXPECT_EQ(made.n(), 10u);
    EXPECT_EQ(made.m(), 6u);
    EXPECT_EQ(made.file_m(), 10u);
    EXPECT_EQ(made.position_b(3), 7u);
    result const r = solve(made);
    EXPECT_EQ(r.length, 6u);
    EXPECT_EQ(r.last, (matched_pair{6, 9}));
    EXPECT_EQ(r.chain[3], (matched_pair{4, 7}));
    p.limits_b = {10, gap_limit{.hi = 3}}; // too small to pass the four
    EXPECT_EQ(solve(p.make()).length, 3u);
}

TEST(problem, ends_of_jumps_stay)
{
    // only the N in front of A may be landed on, and only the first N passed first
    test_problem p{.a = "ACGACG", .b = "ACGNNNNNACG", .limits_a = {6, gap_limit{.hi = 0}}};
    p.limits_b = {11, gap_limit{.hi = 1}};
    p.scoring = {2, 0, 1};
    p.jumps_b = jumps{11, {}, std::nullopt};
    p.jumps_b.set_landing(7, 8, jump{4, 4, 1});
    p.jumps_b.set_leaving(3, 4, 1);
    problem const made = p.make();
    EXPECT_EQ(made.m(), 8u);
    result const r = solve(made);
    EXPECT_EQ(r.score, 2 * 6u - 2 - 1); // leaves and lands for 1 each, and skips the N that it landed on
    EXPECT_EQ(r.length, 6u);
}
