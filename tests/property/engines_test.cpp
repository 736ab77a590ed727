// SPDX-License-Identifier: BSD-3-Clause
/// One suite over every engine of `engines()`: an engine joins it by being in that list.
#include "engines_suite.hpp"
#include "oracle_cases.hpp"
#include "random_problem.hpp"
#include "random_scored.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>
#include <vector>

using namespace vglcs;
using namespace vglcs::test;

namespace {

test_problem definition_case(std::string name, std::string a, gap_limits limits_a, std::string b, gap_limits limits_b)
{
    return {std::move(a), std::move(b), std::move(limits_a), std::move(limits_b), alphabet::raw, std::move(name)};
}

gap_limits every(std::string const & text, std::uint32_t hi)
{
    return {text.size(), gap_limit{.hi = hi}};
}

/// Limits by letter; letters that are not named have no limit.
gap_limits by_letter(std::string const & text, std::map<char, std::uint32_t> const & limits)
{
    gap_limits out{text.size(), gap_limit{}};
    for (std::size_t k = 0; k < text.size(); ++k)
        if (auto const found = limits.find(text[k]); found != limits.end())
            out.set(k, gap_limit{.hi = found->second});
    return out;
}

} // namespace

TEST_P(engines_test, oracle_cases)
{
    for (char const * file : {"small.jsonl", "medium.jsonl", "random.jsonl", "variants.jsonl"}) {
        int failures = 0;
        for (auto const & [p, answer] : read_oracle_cases(file))
            if (!expect_answer(p, answer) && ++failures == 3)
                break;
    }
    EXPECT_GT(solved_, 0);
}

TEST_P(engines_test, definition)
{
    std::string const x = "ABCA", y = "ACAB", u = "ATGGAAAA", v = "ATCCAAAA", s = "ACBDCAA", t = "ADDBCDBAC";
    std::vector<std::pair<test_problem, std::uint64_t>> const cases{
        {definition_case("one skipped letter in both", x, every(x, 1), y, every(y, 1)), 3},
        {definition_case("the longest chain does not start at the first match", u, every(u, 1), v, every(v, 1)), 4},
        {definition_case("no limits", s, every(s, gap_limit::infinite), t, every(t, gap_limit::infinite)), 4},
        {definition_case("by letter, tight", s, by_letter(s, {{'A', 2}, {'B', 0}, {'C', 3}, {'D', 0}}), t,
                         by_letter(t, {{'A', 2}, {'B', 0}, {'C', 3}, {'D', 0}})),
         3},
        {definition_case("by letter, wide", s, by_letter(s, {{'C', 4}, {'A', 6}}), t,
                         by_letter(t, {{'C', 4}, {'A', 6}})),
         4},
        // Yang, Liu, Wu 2017, figure 1: the text shows a chain of 4, the longest has 5 pairs
        {definition_case("published example", "GCGCAATG", limits_of({3, 1, 1, 2, 0, 0, 2, 1}), "GCCCTAGCG",
                         limits_of({2, 0, 3, 2, 0, 1, 2, 0, 1})),
         5},
        {definition_case("limits that grow again", "GCAGCCCTTAACTCCGCG",
                         limits_of({6, 1, 6, 6, 3, 1, 3, 5, 2, 1, 1, 1, 4, 3, 1, 4, 6, 5}), "GATTATCCC",
                         limits_of({5, 6, 6, 4, 6, 3, 2, 4, 3})),
         9},
        {definition_case("exact edge of a window", "CACCC", limits_of({3, 4, 6, 3, 2}), "AACCAC",
                         limits_of({5, 3, 1, 3, 4, 1})),
         4},
    };
    for (auto const & [p, length] : cases) {
        result const answer = solve_with("reference", p.make(), task::alignment);
        ASSERT_EQ(answer.length, length) << p.origin;
        expect_answer(p, answer);
    }
}

TEST_P(engines_test, random_small)
{
    static std::vector<judged> const cases = judge(random_problems(1001, 1500, {.max_n = 30, .max_m = 30, .reach = 6}));
    expect_answers(cases);
}

TEST_P(engines_test, random_two_letters)
{
    static std::vector<judged> const cases =
        judge(random_problems(1002, 300, {.max_n = 70, .max_m = 70, .reach = 20, .letters = "AC"}));
    expect_answers(cases);
}

TEST_P(engines_test, random_protein)
{
    static std::vector<judged> const cases = judge(random_problems(
        1003, 200, {.max_n = 90, .max_m = 90, .letters = "ACDEFGHIKLMNPQRSTVWYX", .alphabet = alphabet::protein}));
    expect_answers(cases);
}

TEST_P(engines_test, random_large)
{
    static std::vector<judged> const cases =
        judge(random_problems(1004, 60, {.min_n = 100, .max_n = 300, .min_m = 100, .max_m = 300, .reach = 70}));
    expect_answers(cases);
}

TEST_P(engines_test, every_kind_of_limits_on_both_sides)
{
    static std::vector<judged> const cases = [] {
        std::vector<test_problem> problems;
        std::uint64_t seed = 2000;
        for (limits_kind const rows : all_limits_kinds)
            for (limits_kind const columns : all_limits_kinds)
                for (test_problem & p : random_problems(++seed, 2,
                                                        {.min_n = 50,
                                                        .max_n = 90,
                                                        .min_m = 50,
                                                        .max_m = 90,
                                                        .reach = 30,
                                                        .letters = "ACG",
                                                        .kind_a = rows,
                                                        .kind_b = columns}))
                    problems.push_back(std::move(p));
        return judge(problems);
    }();
    expect_answers(cases);
}

TEST_P(engines_test, sizes_around_block_edges)
{
    static std::vector<judged> const cases = [] {
        std::vector<test_problem> problems;
        constexpr std::array<std::size_t, 16> sizes{1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 128, 129};
        std::uint64_t seed = 3000;
        for (std::size_t const n : sizes)
            for (std::size_t const m : sizes)
                for (test_problem & p : random_problems(
                         ++seed, 1, {.min_n = n, .max_n = n, .min_m = m, .max_m = m, .reach = 17, .letters = "AC"}))
                    problems.push_back(std::move(p));
        return judge(problems);
    }();
    expect_answers(cases);
}

TEST_P(engines_test, empty_and_thin)
{
    static std::vector<judged> const cases = [] {
        std::vector<test_problem> problems;
        std::uint64_t seed = 4000;
        constexpr std::array<std::size_t, 4> thin{0, 1, 2, 3};
        constexpr std::array<std::size_t, 5> long_side{0, 1, 2, 257, 700};
        for (std::size_t const n : thin)
            for (std::size_t const m : long_side)
                for (int turn = 0; turn < 2; ++turn) {
                    auto made = random_problems(++seed, 2, {.min_n = n, .max_n = n, .min_m = m, .max_m = m});
                    for (test_problem & p : made)
                        problems.push_back(turn ? p.swapped() : std::move(p));
                }
        return judge(problems);
    }();
    expect_answers(cases);
}

TEST_P(engines_test, threads_do_not_change_the_answer)
{
    static std::vector<judged> const cases = [] {
        auto problems = random_problems(5001, 10, {.max_n = 60, .max_m = 150, .reach = 20});
        for (test_problem & p :
             random_problems(5002, 6, {.min_n = 40, .max_n = 80, .min_m = 300, .max_m = 700, .reach = 90}))
            problems.push_back(std::move(p));
        return judge(problems);
    }();
    for (int const threads : {1, 2, 3, 8})
        expect_answers(cases, threads);
}

TEST_P(engines_test, swap_keeps_the_length)
{
    for (test_problem const & p : random_problems(6001, 150, {.max_n = 50, .max_m = 80}))
        ASSERT_EQ(length(p), length(p.swapped())) << ::testing::PrintToString(p);
}

TEST_P(engines_test, raising_a_limit_never_shortens)
{
    generator rng{6002};
    for (test_problem p : random_problems(6003, 150, {.min_n = 1, .max_n = 50, .min_m = 1, .max_m = 50})) {
        std::uint64_t const before = length(p);
        test_problem const old = p;
        for (int change = 0; change < 5; ++change) {
            gap_limits & limits = chance(rng, 50) ? p.limits_a : p.limits_b;
            std::size_t const k = uniform(rng, 0, limits.size() - 1);
            gap_limit limit = limits[k];
            limit.hi =
                static_cast<std::uint32_t>(std::min<std::uint64_t>(limit.hi + uniform(rng, 1, 9), gap_limit::infinite));
            limits.set(k, limit);
        }
        ASSERT_GE(length(p), before) << ::testing::PrintToString(old) << "\nraised to\n" << ::testing::PrintToString(p);
    }
}

TEST_P(engines_test, letters_that_leave_change_nothing)
{
    for (char const * letters : {"ACGT", "ACGTNN", "ACNNNN"})
        for (test_problem const & p : random_problems(6006, 250, {.max_n = 70, .max_m = 70, .letters = letters})) {
            test_problem const all = with_all_letters(p);
            problem const made = p.make();
            if (!supports(made, task::length))
                continue;
            auto const expected = solve_with("reference", all.make(), hardest_task(made));
            auto const same =
                same_answer(solve(made, GetParam().with(hardest_task(made))), expected, hardest_task(made));
            ASSERT_TRUE(same) << ::testing::PrintToString(p);
            ASSERT_EQ(find_fault(all.make(), expected.chain), std::nullopt) << ::testing::PrintToString(p);
        }
}

TEST_P(engines_test, infinite_limits_are_the_plain_lcs)
{
    for (test_problem const & p : random_problems(
             6004, 100, {.max_n = 70, .max_m = 70, .kind_a = limits_kind::infinite, .kind_b = limits_kind::infinite}))
    {
        std::vector<std::uint64_t> above(p.b.size() + 1), row(p.b.size() + 1);
        for (char const letter : p.a) {
            for (std::size_t j = 0; j < p.b.size(); ++j)
                row[j + 1] = p.b[j] == letter ? above[j] + 1 : std::max(row[j], above[j + 1]);
            above = row;
        }
        ASSERT_EQ(length(p), above.back()) << ::testing::PrintToString(p);
    }
}

TEST_P(engines_test, zero_limits_are_the_longest_common_substring)
{
    for (test_problem const & p : random_problems(
             6005, 100,
             {.max_n = 70, .max_m = 70, .letters = "AC", .kind_a = limits_kind::zero, .kind_b = limits_kind::zero}))
    {
        std::size_t longest = 0;
        for (std::size_t i = 0; i < p.a.size(); ++i)
            for (std::size_t size = longest + 1;
                 i + size <= p.a.size() && p.b.find(p.a.substr(i, size)) != std::string::npos; ++size)
                longest = size;
        ASSERT_EQ(length(p), longest) << ::testing::PrintToString(p);
    }
}

TEST_P(engines_test, stops_when_asked_and_reports_progress)
{
    test_problem const shown = random_problems(7001, 1,
                                               {.min_n = 120,
                                                .max_n = 120,
                                                .min_m = 130,
                                                .max_m = 130,
                                                .kind_a = limits_kind::infinite,
                                                .kind_b = limits_kind::infinite})
                                   .front();
    problem const p = shown.make();
    task const t = hardest_task(p);
    run_control control;
    options o = GetParam().with(t, 2);
    o.control = &control;
    static_cast<void>(solve(p, o));
    EXPECT_GE(control.cells(), p.n() * p.m());
    control.stop(exit_code::terminated);
    try {
        static_cast<void>(solve(p, o));
        FAIL() << "the run did not end";
    } catch (interrupted const & e) {
        EXPECT_EQ(e.code(), exit_code::terminated);
    }
}

TEST_P(engines_test, plan_is_checked_against_the_budget)
{
    test_problem const t = random_problems(7002, 1,
                                           {.min_n = 200,
                                            .max_n = 200,
                                            .min_m = 200,
                                            .max_m = 200,
                                            .kind_a = limits_kind::infinite,
                                            .kind_b = limits_kind::infinite})
                               .front();
    problem const p = t.make();
    options o = GetParam().with(hardest_task(p), 2);
    cost const c = plan(p, o);
    EXPECT_GE(c.cells, p.n() * p.m());
    EXPECT_GT(c.host_bytes, p.bytes());
    EXPECT_GT(c.seconds, 0);
    o.max_memory = c.host_bytes;
    EXPECT_NO_THROW(static_cast<void>(solve(p, o)));
    o.max_memory = p.bytes(); // an engine may do with less than its plan for a larger budget, but not with nothing
    EXPECT_THROW(static_cast<void>(solve(p, o)), resource_error);
}

INSTANTIATE_TEST_SUITE_P(all, engines_test, ::testing::ValuesIn(engines_on(device::cpu)),
                         [](auto const & instance) { return test_name(instance.param.name); });

#ifdef VGLCS_TEST_CUDA
INSTANTIATE_TEST_SUITE_P(cuda, engines_test, ::testing::ValuesIn(engines_on(device::cuda)),
                         [](auto const & instance) { return test_name(instance.param.name); });
#endif
