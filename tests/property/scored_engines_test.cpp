// SPDX-License-Identifier: BSD-3-Clause
/// Scored chains from every engine of `engines()` that says it can make them, judged by `reference`; and the laws that
/// costs obey, of each engine's own answers.
/// VGLCS_RANDOM_CASES is how many problems `random_small` draws (1000).
#include "engines_suite.hpp"
#include "random_scored.hpp"

#include <vglcs/link.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <vector>

using namespace vglcs;
using namespace vglcs::test;

namespace {

constexpr std::uint32_t dearest = scoring::largest_cost;

class scored_engines_test : public engines_test
{
protected:
    /// The alignment where the engine, or `reference` in its place, can do it, else the length.
    [[nodiscard]] static task hardest_task(problem const & p)
    {
        return supports(p, task::length) ? engines_test::hardest_task(p) : task::alignment;
    }
    /// By this engine where it can, else by the reference.
    [[nodiscard]] static result best(test_problem const & p)
    {
        problem const made = p.make();
        task const t = hardest_task(made);
        return supports(made, t) ? solve(made, GetParam().with(t)) : solve_with("reference", made, t);
    }
    [[nodiscard]] static std::uint64_t score(test_problem const & p) { return best(p).score; }
};

/// `count` problems of every kind of limits and jumps of A beside all those of B, letters few enough to match often.
std::vector<test_problem> problems_of_all_kinds(std::uint64_t seed, random_problem_options const & sizes)
{
    std::vector<test_problem> out;
    for (jumps_kind const on_a : all_jumps_kinds)
        for (jumps_kind const on_b : all_jumps_kinds)
            for (test_problem & p : random_scored_problems(++seed, 4, {sizes, on_a, on_b}))
                out.push_back(std::move(p));
    return out;
}

/// Makes something of a problem dearer.
void raise_a_cost(generator & rng, test_problem & p)
{
    auto const more = [&](std::uint32_t cost) { return cost + static_cast<std::uint32_t>(uniform(rng, 1, 3)); };
    bool const on_a = chance(rng, 50);
    jumps & all = on_a ? p.jumps_a : p.jumps_b;
    std::uint32_t & skip = on_a ? p.scoring.skip_a : p.scoring.skip_b;
    std::size_t const k = all.size() == 0 ? 0 : uniform(rng, 0, all.size() - 1);
    switch (all.size() == 0 ? 0 : uniform(rng, 0, 2)) {
    case 0:
        skip = more(skip);
        break;
    case 1:
        if (auto at = all.landing(k)) {
            at->cost = more(at->cost);
            all.set_landing(k, k + 1, at);
        }
        break;
    default:
        if (auto const costs = all.leaving(k))
            all.set_leaving(k, k + 1, chance(rng, 30) ? std::nullopt : std::optional{more(*costs)});
    }
}

void raise_a_limit(generator & rng, test_problem & p)
{
    bool const on_a = chance(rng, 50);
    gap_limits & limits = on_a ? p.limits_a : p.limits_b;
    jumps & all = on_a ? p.jumps_a : p.jumps_b;
    auto const more = [&](std::uint32_t hi) {
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(hi + uniform(rng, 1, 9), gap_limit::infinite));
    };
    std::size_t const k = uniform(rng, 0, limits.size() - 1);
    if (all.size() != 0 && chance(rng, 50)) {
        jump at = all.landing(k).value_or(jump{1, 0, 2});
        at.hi = more(at.hi);
        at.lo = at.lo == 0 ? 0 : at.lo - 1;
        all.set_landing(k, k + 1, at);
        return;
    }
    gap_limit limit = limits[k];
    limit.hi = more(limit.hi);
    limits.set(k, limit);
}

/// Engines of one device that say they can solve a problem with costs.
std::vector<placed_engine> scored_engines_on(device where)
{
    test_problem p{.a = "A", .b = "A", .limits_a = limits_of({0}), .limits_b = limits_of({0})};
    p.scoring.skip_a = p.scoring.skip_b = 1;
    problem const made = p.make();
    std::vector<placed_engine> out;
    for (engine const * e : engines())
        if (e->device() == where && (e->supports(made, task::length) || e->supports(made, task::alignment)))
            out.push_back({std::string{e->name()}, where});
    return out;
}

} // namespace

TEST_P(scored_engines_test, random_small)
{
    char const * const wanted = std::getenv("VGLCS_RANDOM_CASES");
    std::size_t count = wanted ? std::stoul(wanted) : 1000;
    for (std::uint64_t seed = 11'001; count != 0; ++seed) { // in parts, so that any number fits in memory
        std::size_t const part = std::min<std::size_t>(count, 1000);
        expect_answers(judge(random_scored_problems(
            seed, part, {.problem = {.max_n = 30, .max_m = 30, .reach = 5, .letters = seed % 2 ? "ACGT" : "AC"}})));
        count -= part;
        if (HasFailure())
            return;
    }
}

TEST_P(scored_engines_test, letters_that_match_nothing)
{
    static std::vector<judged> const cases = judge(
        random_scored_problems(11'101, 300, {.problem = {.max_n = 50, .max_m = 50, .reach = 6, .letters = "ACGTNN"}}));
    expect_answers(cases);
}

TEST_P(scored_engines_test, all_kinds_of_jumps_on_both_sides)
{
    static std::vector<judged> const cases = judge(problems_of_all_kinds(
        12'000, {.min_n = 40, .max_n = 110, .min_m = 40, .max_m = 110, .reach = 12, .letters = "ACG"}));
    expect_answers(cases);
}

TEST_P(scored_engines_test, every_kind_of_limits_on_both_sides)
{
    static std::vector<judged> const cases = [] {
        std::vector<test_problem> problems;
        std::uint64_t seed = 13'000;
        for (limits_kind const rows : all_limits_kinds)
            for (limits_kind const columns : all_limits_kinds)
                for (test_problem & p : random_scored_problems(++seed, 2,
                                                               {.problem = {.min_n = 30,
                                                                           .max_n = 90,
                                                                           .min_m = 30,
                                                                           .max_m = 90,
                                                                           .reach = 20,
                                                                           .letters = "ACG",
                                                                           .kind_a = rows,
                                                                           .kind_b = columns}}))
                    problems.push_back(std::move(p));
        return judge(problems);
    }();
    expect_answers(cases);
}

TEST_P(scored_engines_test, sizes_around_block_edges)
{
    static std::vector<judged> const cases = [] {
        std::vector<test_problem> problems;
        constexpr std::array<std::size_t, 12> sizes{1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 129};
        std::uint64_t seed = 14'000;
        for (std::size_t const n : sizes)
            for (std::size_t const m : sizes)
                for (test_problem & p : random_scored_problems(
                         ++seed, 1,
                         {.problem = {.min_n = n, .max_n = n, .min_m = m, .max_m = m, .reach = 17, .letters = "AC"}}))
                    problems.push_back(std::move(p));
        return judge(problems);
    }();
    expect_answers(cases);
}

TEST_P(scored_engines_test, empty_and_thin)
{
    static std::vector<judged> const cases = [] {
        std::vector<test_problem> problems;
        std::uint64_t seed = 15'000;
        for (std::size_t const n : {0, 1, 2, 3})
            for (std::size_t const m : {0, 1, 2, 257, 400})
                for (bool const turned : {false, true})
                    for (test_problem & p : random_scored_problems(
                             ++seed, 1, {.problem = {.min_n = n, .max_n = n, .min_m = m, .max_m = m}}))
                        problems.push_back(turned ? p.swapped() : std::move(p));
        return judge(problems);
    }();
    expect_answers(cases);
}

TEST_P(scored_engines_test, threads_do_not_change_the_answer)
{
    static std::vector<judged> const cases = judge(random_scored_problems(
        16'001, 8, {.problem = {.min_n = 40, .max_n = 80, .min_m = 200, .max_m = 400, .reach = 30}}));
    for (int const threads : {1, 2, 3, 8})
        expect_answers(cases, threads);
}

/// Scores on both sides of what 16 bits hold, signed and unsigned.
TEST_P(scored_engines_test, scores_around_the_ends_of_16_bits)
{
    static std::vector<judged> const cases = [] {
        std::vector<test_problem> problems;
        for (std::uint32_t const last : {32'767u, 65'535u})
            for (int const beyond : {-1, 0, 1})
                for (std::uint32_t const letters : {3u, 17u, 85u}) {
                    generator rng{last + letters};
                    test_problem p{.a = random_letters(rng, letters, "ACGT")};
                    p.b = p.a;
                    p.limits_a = p.limits_b = gap_limits{letters, gap_limit{.hi = 2}};
                    p.scoring = {last / letters + static_cast<std::uint32_t>(beyond), 1, 1};
                    p.jumps_b = jumps{letters, jump{2, 20, 7}};
                    p.origin = fmt::format("{} pairs of {}", letters, p.scoring.match);
                    problems.push_back(p);
                    p.b.insert(letters / 2, "A");
                    p.limits_b = gap_limits{letters + 1, gap_limit{.hi = 2}};
                    p.jumps_b = jumps{letters + 1, jump{1, 20, 3}};
                    p.scoring.skip_b = dearest;
                    problems.push_back(std::move(p));
                }
        return judge(problems);
    }();
    expect_answers(cases);
}

TEST_P(scored_engines_test, largest_match_and_costs)
{
    static std::vector<judged> const cases = [] {
        std::vector<test_problem> problems =
            random_scored_problems(17'001, 150, {.problem = {.max_n = 40, .max_m = 40, .reach = 8, .letters = "AC"}});
        generator rng{17'002};
        for (test_problem & p : problems) {
            constexpr std::array<std::uint32_t, 5> earned{1, 1000, 32'768, scoring::largest_match - 1,
                                                          scoring::largest_match};
            p.scoring.match = earned[uniform(rng, 0, earned.size() - 1)];
            std::array<std::uint32_t, 6> const costs{0, 1, p.scoring.match - 1, p.scoring.match, dearest, dearest - 1};
            auto const one = [&] { return costs[uniform(rng, 0, costs.size() - 1)]; };
            p.scoring.skip_a = one();
            p.scoring.skip_b = one();
            for (jumps * all : {&p.jumps_a, &p.jumps_b})
                for (std::size_t k = 0; k < all->size(); ++k) {
                    if (auto at = all->landing(k)) {
                        at->cost = one();
                        all->set_landing(k, k + 1, at);
                    }
                    if (all->leaving(k))
                        all->set_leaving(k, k + 1, one());
                }
        }
        return judge(problems);
    }();
    expect_answers(cases);
}

// ---- laws ----

/// A jump of no cost makes the windows longer: up to h letters stand on either side of it.
TEST_P(scored_engines_test, a_free_jump_is_a_longer_limit)
{
    generator rng{18'001};
    for (test_problem p :
         random_problems(18'002, 120, {.min_n = 1, .max_n = 60, .min_m = 1, .max_m = 60, .letters = "ACG"}))
    {
        auto const h = static_cast<std::uint32_t>(uniform(rng, 0, 4)),
                   longest = h + static_cast<std::uint32_t>(uniform(rng, 1, 9));
        p.limits_a = {p.a.size(), gap_limit{.hi = h}};
        p.limits_b = {p.b.size(), gap_limit{.hi = h}};
        test_problem wide = p;
        bool const both = chance(rng, 50);
        p.jumps_b = jumps{p.b.size(), jump{h + 1, longest, 0}};
        wide.limits_b = {p.b.size(), gap_limit{.hi = longest + 2 * h}};
        if (both) {
            p.jumps_a = jumps{p.a.size(), jump{h + 1, longest, 0}};
            wide.limits_a = {p.a.size(), gap_limit{.hi = longest + 2 * h}};
        }
        auto const same = same_answer(best(p), best(wide), hardest_task(p.make()));
        ASSERT_TRUE(same) << ::testing::PrintToString(p);
    }
}

TEST_P(scored_engines_test, a_jump_dearer_than_everything_is_none)
{
    for (test_problem p : random_scored_problems(18'101, 150, {.problem = {.max_n = 50, .max_m = 50, .letters = "AC"}}))
    {
        test_problem without = p;
        without.jumps_a = without.jumps_b = {};
        for (jumps * all : {&p.jumps_a, &p.jumps_b})
            for (std::size_t k = 0; k < all->size(); ++k)
                if (auto at = all->landing(k)) {
                    at->cost = static_cast<std::uint32_t>(p.scoring.match * std::min(p.a.size(), p.b.size()));
                    all->set_landing(k, k + 1, at);
                }
        auto const same = same_answer(best(p), best(without), hardest_task(p.make()));
        ASSERT_TRUE(same) << ::testing::PrintToString(p);
    }
}

TEST_P(scored_engines_test, skips_dearer_than_everything_are_none)
{
    for (test_problem p : random_scored_problems(
             18'201, 100, {{.max_n = 50, .max_m = 50, .letters = "AC"}, jumps_kind::none, jumps_kind::none}))
    {
        p.scoring.skip_a = p.scoring.skip_b = dearest;
        test_problem unit = p;
        unit.scoring = {p.scoring.match, 0, 0};
        auto const neighbours_only = [](gap_limits & limits) {
            for (std::size_t k = 0; k < limits.size(); ++k) {
                gap_limit const old = limits[k]; // where neighbours are too near, nothing may stand before the letter
                limits.set(k, old.lo == 0 ? gap_limit{.hi = 0, .blocked = old.blocked}
                                          : gap_limit{.lo = 1000, .hi = 1000, .blocked = old.blocked});
            }
        };
        neighbours_only(unit.limits_a);
        neighbours_only(unit.limits_b);
        auto const same = same_answer(best(p), best(unit), hardest_task(p.make()));
        ASSERT_TRUE(same) << ::testing::PrintToString(p);
    }
}

TEST_P(scored_engines_test, the_score_falls_as_costs_rise_and_rises_with_limits)
{
    generator rng{18'301};
    for (test_problem p :
         random_scored_problems(18'302, 120, {.problem = {.min_n = 1, .max_n = 50, .min_m = 1, .max_m = 50}}))
    {
        test_problem const old = p;
        std::uint64_t before = score(p);
        for (int change = 0; change < 6; ++change)
            raise_a_cost(rng, p);
        std::uint64_t const dearer = score(p);
        ASSERT_LE(dearer, before) << ::testing::PrintToString(old) << "\nmade dearer\n" << ::testing::PrintToString(p);
        for (int change = 0; change < 6; ++change)
            raise_a_limit(rng, p);
        ASSERT_GE(score(p), dearer) << ::testing::PrintToString(old) << "\nmade wider\n" << ::testing::PrintToString(p);
    }
}

TEST_P(scored_engines_test, a_factor_of_everything_is_one_of_the_score)
{
    generator rng{18'401};
    for (test_problem p : random_scored_problems(18'402, 120, {.problem = {.max_n = 50, .max_m = 50}})) {
        result once = best(p);
        auto const factor = static_cast<std::uint32_t>(chance(rng, 50) ? uniform(rng, 2, 9) : uniform(rng, 500, 9000));
        p.scoring = {p.scoring.match * factor, p.scoring.skip_a * factor, p.scoring.skip_b * factor};
        for (jumps * all : {&p.jumps_a, &p.jumps_b})
            for (std::size_t k = 0; k < all->size(); ++k) {
                if (auto at = all->landing(k)) {
                    at->cost *= factor;
                    all->set_landing(k, k + 1, at);
                }
                if (auto const costs = all->leaving(k))
                    all->set_leaving(k, k + 1, *costs * factor);
            }
        once.score *= factor;
        auto const same = same_answer(best(p), once, hardest_task(p.make()));
        ASSERT_TRUE(same) << ::testing::PrintToString(p);
    }
}

TEST_P(scored_engines_test, swap_keeps_the_score)
{
    for (test_problem const & p : random_scored_problems(18'501, 150, {.problem = {.max_n = 50, .max_m = 80}}))
        ASSERT_EQ(score(p), score(p.swapped())) << ::testing::PrintToString(p);
}

TEST_P(scored_engines_test, letters_that_leave_change_nothing)
{
    for (char const * letters : {"ACGTNN", "ACNNNN"})
        for (test_problem const & p : random_scored_problems(
                 18601, 1500,
                 {.problem = {
                      .max_n = 60, .max_m = 60, .reach = 8, .letters = letters, .kind_b = limits_kind::blocked}}))
        {
            auto const same = same_answer(best(p), best(with_all_letters(p)), hardest_task(p.make()));
            ASSERT_TRUE(same) << ::testing::PrintToString(p);
        }
}

TEST_P(scored_engines_test, stops_when_asked_and_reports_progress)
{
    problem const p = random_scored_problems(19'001, 1,
                                             {.problem = {.min_n = 120,
                                                          .max_n = 120,
                                                          .min_m = 130,
                                                          .max_m = 130,
                                                          .kind_a = limits_kind::infinite,
                                                          .kind_b = limits_kind::infinite}})
                          .front()
                          .make();
    if (!supports(p, hardest_task(p)))
        GTEST_SKIP() << "the engine cannot solve this problem";
    run_control control;
    options o = GetParam().with(hardest_task(p), 2);
    o.control = &control;
    static_cast<void>(solve(p, o));
    EXPECT_GE(control.cells(), p.n() * p.m());
    control.stop(exit_code::terminated);
    EXPECT_THROW(static_cast<void>(solve(p, o)), interrupted);
}

TEST_P(scored_engines_test, plan_is_checked_against_the_budget)
{
    problem const p =
        random_scored_problems(
            19'002, 1,
            {{.min_n = 200, .max_n = 200, .min_m = 200, .max_m = 200}, jumps_kind::everywhere, jumps_kind::everywhere})
            .front()
            .make();
    if (!supports(p, hardest_task(p)))
        GTEST_SKIP() << "the engine cannot solve this problem";
    options o = GetParam().with(hardest_task(p), 2);
    cost const c = plan(p, o);
    EXPECT_GE(c.cells, p.n() * p.m());
    EXPECT_GT(c.host_bytes, p.bytes());
    EXPECT_GT(c.seconds, 0);
    o.max_memory = c.host_bytes;
    EXPECT_NO_THROW(static_cast<void>(solve(p, o)));
    o.max_memory = p.bytes();
    EXPECT_THROW(static_cast<void>(solve(p, o)), resource_error);
}

INSTANTIATE_TEST_SUITE_P(all, scored_engines_test, ::testing::ValuesIn(scored_engines_on(device::cpu)),
                         [](auto const & instance) { return test_name(instance.param.name); });

#ifdef VGLCS_TEST_CUDA
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(scored_engines_test);
INSTANTIATE_TEST_SUITE_P(cuda, scored_engines_test, ::testing::ValuesIn(scored_engines_on(device::cuda)),
                         [](auto const & instance) { return test_name(instance.param.name); });
#endif
