// SPDX-License-Identifier: BSD-3-Clause
/// One suite over every engine of `engines()`: an engine joins it by being in that list.
#include "answers.hpp"
#include "oracle_cases.hpp"
#include "random_problem.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

using namespace vglcs;
using namespace vglcs::test;

namespace {

/// A problem with the answer that every engine must give.
struct judged
{
    test_problem problem;
    result answer;
};

std::vector<judged> judge(std::vector<test_problem> const & problems)
{
    std::vector<judged> out;
    for (test_problem const & p : problems)
        out.push_back({p, solve_with("reference", p.make(), task::alignment)});
    return out;
}

/// An engine and where it runs: engines of CPU and CUDA may share a name.
struct placed_engine
{
    std::string name;
    vglcs::device device;

    [[nodiscard]] options with(task t, int threads = 1) const
    {
        return {.task = t, .engine = name, .device = device, .threads = threads};
    }
    friend void PrintTo(placed_engine const & e, std::ostream * out)
    {
        *out << e.name << (e.device == device::cuda ? " on CUDA" : "");
    }
};

/// All of a build, those of one device.
std::vector<placed_engine> engines_on(device where)
{
    std::vector<placed_engine> out;
    for (engine const * e : engines())
        if (e->device() == where)
            out.push_back({std::string{e->name()}, where});
    return out;
}

class engines_test : public ::testing::TestWithParam<placed_engine>
{
protected:
    /// A device that this machine lacks skips the test, unless the run insists on it.
    void SetUp() override
    {
        try {
            solved_ = 0;
            static_cast<void>(
                solve(test_problem{.a = "A", .b = "A", .limits_a = limits_of({0}), .limits_b = limits_of({0})}.make(),
                      GetParam().with(task::length)));
        } catch (backend_unavailable const & e) {
            if (std::getenv("VGLCS_REQUIRE_GPU"))
                FAIL() << e.what();
            GTEST_SKIP() << e.what();
        }
    }

    /// The engine itself; an engine that cannot solve a problem says so and is not asked.
    [[nodiscard]] static bool supports(problem const & p, task t)
    {
        for (engine const * e : engines())
            if (e->name() == GetParam().name && e->device() == GetParam().device)
                return e->supports(p, t);
        return false;
    }

    /// The alignment where the engine can do it, else the length.
    [[nodiscard]] static task hardest_task(problem const & p)
    {
        return supports(p, task::alignment) ? task::alignment : task::length;
    }

    /// Both tasks of one problem against its answer. False after a failure: the first few say enough.
    bool expect_answer(test_problem const & p, result const & answer, int threads = 1)
    {
        problem const made = p.make();
        for (task const t : {task::length, task::alignment}) {
            if (!supports(made, t))
                continue;
            result const got = solve(made, GetParam().with(t, threads));
            EXPECT_EQ(got.engine, GetParam().name);
            auto const same = same_answer(got, answer, t);
            EXPECT_TRUE(same) << (t == task::length ? "task length, " : "task alignment, ") << threads << " threads\n"
                              << ::testing::PrintToString(p);
            if (t == task::alignment) {
                auto const fault = find_fault(made, got.chain);
                EXPECT_FALSE(fault) << *fault << '\n' << ::testing::PrintToString(p);
            }
            if (!same)
                return false;
            ++solved_;
        }
        return true;
    }

    void expect_answers(std::vector<judged> const & cases, int threads = 1)
    {
        int failures = 0;
        for (auto const & [p, answer] : cases)
            if (!expect_answer(p, answer, threads) && ++failures == 3)
                return;
    }

    /// Length alone, by this engine where it can, else by the reference.
    [[nodiscard]] std::uint64_t length(test_problem const & p) const
    {
        problem const made = p.make();
        if (!supports(made, task::length))
            return solve_with("reference", made, task::length).length;
        return solve(made, GetParam().with(task::length)).length;
    }

    int solved_ = 0; ///< problems times tasks that the engine really solved
};

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
