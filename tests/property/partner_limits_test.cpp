// SPDX-License-Identifier: BSD-3-Clause
/// Limits that the letters of one sequence give for the other, from every engine of `engines()` that takes them: judged
/// by the definition (`plain_chain.hpp`), and by `reference` where that would take too long.
#include "engines_suite.hpp"
#include "plain_chain.hpp"
#include "random_scored.hpp"

#include "solve/checkpoints.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/gap_spec.hpp>
#include <vglcs/io/jump_spec.hpp>
#include <vglcs/link.hpp>

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

using namespace vglcs;
using namespace vglcs::test;

namespace {

/// Which letters give limits.
enum class givers : std::uint8_t { a, b, both };

struct partner_cases
{
    std::uint64_t seed;
    std::size_t count;
    random_problem_options sizes;
    bool scored = false;
    std::optional<givers> who = std::nullopt;
    std::optional<jumps_kind> jumps = std::nullopt; ///< of both sides
};

std::vector<test_problem> make_cases(partner_cases const & c)
{
    generator rng{c.seed};
    std::vector<test_problem> out;
    for (std::size_t k = 0; k < c.count; ++k) {
        test_problem p = c.scored ? random_scored(rng, {c.sizes, c.jumps, c.jumps}) : random_problem(rng, c.sizes);
        givers const who = c.who.value_or(static_cast<givers>(uniform(rng, 0, 2)));
        auto const rules = [&](std::size_t size) {
            return random_limits(rng, all_limits_kinds[uniform(rng, 0, all_limits_kinds.size() - 1)], size,
                                 c.sizes.reach);
        };
        // one limit for all letters of a side goes other ways
        auto const one_limit = [&](gap_limits & limits) {
            if (chance(rng, 40))
                limits = {limits.size(),
                          chance(rng, 50)
                              ? gap_limit{}
                              : gap_limit{.lo = chance(rng, 30) ? 1U : 0U,
                                          .hi = 1 + static_cast<std::uint32_t>(uniform(rng, 0, c.sizes.reach))}};
        };
        one_limit(p.limits_a);
        one_limit(p.limits_b);
        if (who != givers::b)
            p.by_partner.b_by_a = rules(p.a.size());
        if (who != givers::a)
            p.by_partner.a_by_b = rules(p.b.size());
        p.origin += fmt::format(", partner limits, seed {} number {}", c.seed, k);
        out.push_back(std::move(p));
    }
    return out;
}

std::vector<judged> by_definition(std::vector<test_problem> const & problems)
{
    std::vector<judged> out;
    for (test_problem const & p : problems)
        out.push_back({p, plain_answer(p)});
    return out;
}

/// Three letters before a gap that the query's fourth letter asks for.
test_problem two_boxes(gap_limit behind_the_gap)
{
    test_problem p{.a = "TTGGAT", .b = "CCTTGCACACGATCC", .origin = "two boxes"};
    p.limits_a = {p.a.size(), gap_limit{.hi = 0}};
    p.limits_b = {p.b.size(), gap_limit{}};
    p.by_partner.b_by_a = {p.a.size(), gap_limit{.hi = 0}};
    p.by_partner.b_by_a.set(3, behind_the_gap);
    return p;
}

class partner_limits_test : public engines_test
{
};

} // namespace

TEST_P(partner_limits_test, small_without_costs)
{
    static std::vector<judged> const cases =
        by_definition(make_cases({.seed = 1, .count = 500, .sizes = {.max_n = 24, .max_m = 24, .reach = 5}}));
    expect_answers(cases);
}

TEST_P(partner_limits_test, small_with_costs)
{
    static std::vector<judged> const cases = by_definition(make_cases(
        {.seed = 2, .count = 300, .sizes = {.max_n = 16, .max_m = 16, .reach = 4, .letters = "ACGN"}, .scored = true}));
    expect_answers(cases);
}

TEST_P(partner_limits_test, small_with_skip_costs_alone)
{
    static std::vector<judged> const cases = by_definition(make_cases({.seed = 3,
                                                                       .count = 200,
                                                                       .sizes = {.max_n = 20, .max_m = 24, .reach = 6},
                                                                       .scored = true,
                                                                       .jumps = jumps_kind::none}));
    expect_answers(cases);
}

TEST_P(partner_limits_test, sizes_about_the_borders_of_blocks)
{
    static std::vector<judged> const cases = [] {
        std::vector<test_problem> all;
        std::uint64_t seed = 100;
        for (std::size_t const m : {1UL, 2UL, 15UL, 16UL, 17UL, 63UL, 64UL, 65UL, 127UL, 128UL, 129UL, 200UL})
            for (givers const who : {givers::a, givers::b})
                for (test_problem & p : make_cases({.seed = ++seed,
                                        .count = 4,
                                        .sizes = {.min_n = 1,
                                                 .max_n = 70,
                                                 .min_m = m,
                                                 .max_m = m,
                                                 .reach = seed % 2 ? 9U : 70U,
                                                 .letters = seed % 3 ? "ACGT" : "AC"},
                                        .who = who}))
                    all.push_back(std::move(p));
        return judge(std::move(all));
    }();
    expect_answers(cases);
    expect_answers(cases, 3);
}

TEST_P(partner_limits_test, nothing_and_single_letters)
{
    for (std::size_t const n : {0UL, 1UL, 2UL})
        for (std::size_t const m : {0UL, 1UL, 2UL})
            for (test_problem const & p :
                 make_cases({.seed = 7 + n * 3 + m,
                 .count = 6,
                 .sizes = {.min_n = n, .max_n = n, .min_m = m, .max_m = m, .reach = 2, .letters = "A"}}))
                expect_answer(p, plain_answer(p));
}

TEST_P(partner_limits_test, a_limit_that_cannot_bind_is_none)
{
    for (test_problem p : random_problems(31, 40, {.max_n = 60, .max_m = 90})) {
        result const answer = solve_with("reference", p.make(), task::alignment);
        p.by_partner.b_by_a = {p.a.size(), gap_limit{}};
        p.by_partner.a_by_b = {p.b.size(), gap_limit{.hi = static_cast<std::uint32_t>(p.a.size())}};
        EXPECT_FALSE(p.make().has_partner_limits());
        expect_answer(p, answer);
    }
}

INSTANTIATE_TEST_SUITE_P(cpu, partner_limits_test, ::testing::ValuesIn(engines_on(device::cpu)),
                         [](auto const & instance) { return test_name(instance.param.name); });

TEST(partner_limits, a_query_of_two_boxes_finds_its_gap)
{
    for (std::uint32_t const hi : {4U, 5U, 9U})
        EXPECT_EQ(solve(two_boxes({.lo = 3, .hi = hi}).make(), {.threads = 1}).length, hi == 4 ? 3 : 6) << hi;
    EXPECT_EQ(solve(two_boxes({.lo = 5, .hi = 5}).make(), {.threads = 1}).length, 6);
    EXPECT_EQ(solve(two_boxes({.lo = 6, .hi = 9}).make(), {.threads = 1}).length, 3);
    EXPECT_EQ(solve(two_boxes({.blocked = true}).make(), {.threads = 1}).length, 3);
}

TEST(partner_limits, auto_takes_an_engine_that_can)
{
    for (test_problem const & p : make_cases({.seed = 41, .count = 60, .sizes = {.max_n = 40, .max_m = 40}})) {
        result const got = solve(p.make(), {.threads = 1}), expected = plain_answer(p);
        EXPECT_TRUE(same_answer(got, expected, task::alignment)) << ::testing::PrintToString(p);
    }
}

TEST(partner_limits, an_engine_that_cannot_says_so)
{
    problem const p = two_boxes({.lo = 5, .hi = 5}).make();
    try {
        static_cast<void>(solve(p, {.engine = "bitlcs", .threads = 1}));
        FAIL();
    } catch (usage_error const & e) {
        EXPECT_NE(std::string{e.what()}.find("the other sequence's letters give limits"), std::string::npos)
            << e.what();
    }
}

TEST(partner_limits, swapped_twice_is_the_same_and_scores_the_same)
{
    for (test_problem const & t :
         make_cases({.seed = 51, .count = 60, .sizes = {.max_n = 30, .max_m = 30}, .scored = true}))
    {
        problem const p = t.make(), turned = p.swapped();
        EXPECT_EQ(p.has_b_by_a(), turned.has_a_by_b());
        EXPECT_EQ(p.scoring().skip_a, turned.scoring().skip_b);
        EXPECT_EQ(solve_with("reference", p, task::alignment).score,
                  solve_with("reference", turned, task::alignment).score);
        EXPECT_EQ(problem_digest(p), problem_digest(turned.swapped()));
    }
}

TEST(partner_limits, a_chain_that_breaks_one_has_a_fault)
{
    problem const p = two_boxes({.lo = 6, .hi = 9}).make();
    std::vector<matched_pair> const chain{{2, 4}, {3, 10}};
    auto const fault = find_fault(p, chain);
    ASSERT_TRUE(fault);
    EXPECT_EQ(*fault, "pair 2 at (3, 10): 5 letters of B are skipped before position 10, allowed are 0..15, and by the "
                      "letter of A 6..9");
    EXPECT_FALSE(link_of(p, chain[0], chain[1]));
    problem const good = two_boxes({.lo = 5, .hi = 9}).make();
    EXPECT_FALSE(find_fault(good, chain));
    EXPECT_TRUE(link_of(good, chain[0], chain[1]));
}

TEST(partner_limits, beside_a_jump_they_bind_the_letters_behind_it)
{
    // from (0, 0) to (1, 7): a jump that lands on letter 5 of B leaves two letters behind it
    test_problem p{.a = "AC", .b = "AGGGGGGC", .origin = "behind a jump"};
    p.limits_a = {2, gap_limit{.hi = 0}};
    p.limits_b = {8, gap_limit{.hi = 2}};
    p.jumps_b = jumps{8};
    p.jumps_b.set_landing(5, 6, jump{.lo = 4, .hi = 4, .cost = 0});
    p.scoring = {.match = 1};
    p.by_partner.b_by_a = {2, gap_limit{.lo = 2, .hi = 2}};
    EXPECT_EQ(solve_with("reference", p.make(), task::alignment).score, 2); // LO is no matter of a jump
    p.by_partner.b_by_a = {2, gap_limit{.hi = 1}};
    EXPECT_EQ(solve_with("reference", p.make(), task::alignment).score, 1);
    EXPECT_EQ(plain_answer(p).score, 1);
}

TEST(partner_limits, letters_that_take_no_part_stay_where_they_are_counted)
{
    test_problem p{.a = "AC", .b = "A" + std::string(200, 'N') + "C", .origin = "counted letters"};
    p.limits_a = {2, gap_limit{}};
    p.limits_b = {202, gap_limit{}};
    EXPECT_LT(p.make().m(), 202U);
    p.by_partner.b_by_a = {2, gap_limit{.lo = 200, .hi = 200}};
    EXPECT_EQ(p.make().m(), 202U);
    EXPECT_EQ(solve(p.make(), {.threads = 1}).length, 2);
    // those of the sequence that gives the limits leave, and their limits with them
    test_problem q{.a = std::string(100, 'N') + "A" + std::string(200, 'N') + "C", .b = "AGC", .origin = "givers"};
    q.limits_a = {q.a.size(), gap_limit{}};
    q.limits_b = {3, gap_limit{}};
    q.by_partner.b_by_a = {q.a.size(), gap_limit{.hi = 0}};
    q.by_partner.b_by_a.set(301, {.hi = 1});
    EXPECT_LT(q.make().n(), q.a.size());
    EXPECT_EQ(solve(q.make(), {.threads = 1}).length, 2);
}

TEST(partner_limits, a_wrong_number_of_them_is_refused)
{
    std::vector<letter_code> const a(3, 0), b(5, 0);
    gap_limits const of_a{3, {}}, of_b{5, {}};
    EXPECT_THROW((problem{a, b, of_a, of_b, {}, {}, {}, {.b_by_a = {5, {}}}}), usage_error);
    EXPECT_THROW((problem{a, b, of_a, of_b, {}, {}, {}, {.a_by_b = {3, {}}}}), usage_error);
    EXPECT_THROW((problem{a, b, of_a, of_b, {}, {}, {}, {.b_by_a = {3, {.lo = 2, .hi = 1}}}}), usage_error);
    gap_limits one_wrong{5, {}};
    one_wrong.set(4, {.lo = 2, .hi = 1});
    EXPECT_THROW((problem{a, b, of_a, of_b, {}, {}, {}, {.a_by_b = one_wrong}}), usage_error);
}

TEST(partner_limits, digests_tell_them_apart)
{
    gap_limits const own{4, {.hi = 3}};
    auto const with = [&](gap_limits const & given) { return digest(own, 1, 0, {}, given); };
    std::set<std::string> all{digest(own), with({4, {.hi = 3}}), with({4, {.hi = 4}}), with({4, {.lo = 1, .hi = 4}}),
                              with({4, {.blocked = true}})};
    EXPECT_EQ(all.size(), 5);
    EXPECT_EQ(with({4, {}}), digest(own)); // lets everything through
    gap_limits spread{4, {}};
    spread.set(0, 2, {.hi = 3});
    spread.set(2, 4, {.hi = 3});
    EXPECT_EQ(with(spread), with({4, {.hi = 3}}));

    test_problem p = two_boxes({.lo = 5, .hi = 5});
    std::set<std::string> problems{problem_digest(p.make()), problem_digest(two_boxes({.lo = 4, .hi = 5}).make())};
    p.by_partner = {};
    problems.insert(problem_digest(p.make()));
    EXPECT_EQ(problems.size(), 3);
}
