// SPDX-License-Identifier: BSD-3-Clause
/// Explanations against all chains of small problems one by one, and against plain tables of larger ones.
/// VGLCS_RANDOM_CASES is how many small problems are drawn (1000).
#include "explain_reference.hpp"
#include "random_scored.hpp"

#include <vglcs/engine.hpp>
#include <vglcs/error.hpp>
#include <vglcs/explain.hpp>
#include <vglcs/verify.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

using namespace vglcs;
using namespace vglcs::test;

namespace {

/// A problem, what it is made of, and its canonical chain.
struct explained
{
    test_problem const & given;
    problem made;
    result answer;

    explicit explained(test_problem const & p) : given{p}, made{p.make()}, answer{solve(made, {.engine = "reference"})}
    {
    }
    [[nodiscard]] explain_inputs inputs() const
    {
        return {made, given.limits_a, given.limits_b, &given.jumps_a, &given.jumps_b};
    }
    [[nodiscard]] explanation operator()(options const & o = {}, std::size_t confirm = 0) const
    {
        return explain(inputs(), answer.chain, o, confirm);
    }
};

std::vector<blocking_limit> by_letter(std::vector<blocking_limit> blockers)
{
    std::ranges::sort(blockers, [](blocking_limit const & x, blocking_limit const & y) {
        return std::pair{x.side, x.letter} < std::pair{y.side, y.letter};
    });
    return blockers;
}

std::set<matched_pair> shared_pairs(explanation const & e, std::vector<matched_pair> const & chain)
{
    std::set<matched_pair> out;
    for (std::size_t const k : e.shared)
        out.insert(chain.at(k));
    return out;
}

bool same(explanation const & x, explanation const & y)
{
    return x.slack_a == y.slack_a && x.slack_b == y.slack_b && x.shifts == y.shifts && x.blockers == y.blockers &&
           x.best_chains_mod64 == y.best_chains_mod64 && x.best_chains_log2 == y.best_chains_log2 &&
           x.shared == y.shared;
}

void expect_right(test_problem const & given, bool small)
{
    SCOPED_TRACE(testing::PrintToString(given));
    explained const p{given};
    plain_pair judge{given};
    judge.prepare();
    explanation const found = p();
    EXPECT_EQ(judge.best(), static_cast<std::int64_t>(p.answer.score));
    EXPECT_EQ(found.shifts, plain_shifts(judge, p.answer.chain));
    EXPECT_EQ(by_letter(found.blockers), plain_blockers(judge));
    if (p.answer.chain.empty()) {
        EXPECT_EQ(found.best_chains_mod64, 1U);
        EXPECT_EQ(found.best_chains_log2, 0);
        return;
    }
    auto const best = static_cast<std::int64_t>(p.answer.score);
    plain_pair::counted const chains = small ? judge.count_all(best) : judge.count_by_tables(best);
    EXPECT_EQ(found.best_chains_mod64, chains.chains);
    if (chains.chains < 1'000'000) {
        EXPECT_NEAR(found.best_chains_log2, std::log2(static_cast<double>(chains.chains)), 1e-12);
    }
    EXPECT_EQ(shared_pairs(found, p.answer.chain), chains.shared);
}

std::size_t wanted_cases(std::size_t usual)
{
    char const * const wanted = std::getenv("VGLCS_RANDOM_CASES");
    return wanted ? std::stoul(wanted) : usual;
}

random_problem_options const small_sizes{.max_n = 8, .max_m = 8, .reach = 3, .letters = "AC", .similar_percent = 60};

} // namespace

TEST(explain_test, unit_problems_against_all_chains)
{
    for (test_problem const & p : random_problems(70'001, wanted_cases(1000) / 2, small_sizes)) {
        expect_right(p, true);
        if (HasFailure())
            return;
    }
}

TEST(explain_test, scored_problems_against_all_chains)
{
    for (test_problem const & p : random_scored_problems(70'002, wanted_cases(1000) / 2, {.problem = small_sizes})) {
        expect_right(p, true);
        if (HasFailure())
            return;
    }
}

TEST(explain_test, larger_problems_against_tables)
{
    random_problem_options const sizes{
        .min_n = 10, .max_n = 30, .min_m = 10, .max_m = 34, .reach = 6, .letters = "ACGTN"};
    for (test_problem const & p : random_problems(70'003, wanted_cases(1000) / 50, sizes))
        expect_right(p, false);
    for (test_problem const & p : random_scored_problems(70'004, wanted_cases(1000) / 50, {.problem = sizes}))
        expect_right(p, false);
}

TEST(explain_test, slack_is_what_a_limit_can_lose)
{
    random_problem_options const sizes{.min_n = 8, .max_n = 40, .min_m = 8, .max_m = 40, .reach = 6};
    for (test_problem const & given : random_problems(70'005, 60, sizes)) {
        SCOPED_TRACE(testing::PrintToString(given));
        explained const p{given};
        explanation const found = p();
        auto const & chain = p.answer.chain;
        for (std::size_t k = 1; k < chain.size(); ++k)
            for (char const side : {'a', 'b'}) {
                auto const slack = side == 'a' ? found.slack_a[k - 1] : found.slack_b[k - 1];
                test_problem less = given;
                gap_limits & limits = side == 'a' ? less.limits_a : less.limits_b;
                std::size_t const letter = side == 'a' ? chain[k].i : chain[k].j;
                gap_limit limit = limits[letter];
                if (!slack) {
                    EXPECT_EQ(limit.hi, gap_limit::infinite);
                    continue;
                }
                limit.hi -= static_cast<std::uint32_t>(*slack);
                limit.lo = std::min(limit.lo, limit.hi);
                limits.set(letter, limit);
                EXPECT_EQ(find_fault(less.make(), chain), std::nullopt);
                if (limit.hi == 0)
                    continue;
                --limit.hi;
                limit.lo = std::min(limit.lo, limit.hi);
                limits.set(letter, limit);
                EXPECT_NE(find_fault(less.make(), chain), std::nullopt);
            }
    }
}

TEST(explain_test, blocks_of_rows_change_nothing)
{
    random_problem_options const sizes{.min_n = 40, .max_n = 90, .min_m = 40, .max_m = 90, .reach = 5};
    std::vector<test_problem> cases = random_problems(70'006, 20, sizes);
    for (test_problem & p : random_scored_problems(70'007, 20, {.problem = sizes}))
        cases.push_back(std::move(p));
    std::size_t in_blocks = 0;
    for (test_problem const & given : cases) {
        SCOPED_TRACE(testing::PrintToString(given));
        explained const p{given};
        explanation const whole = p();
        std::uint64_t const score = p.answer.score, most = plan_explain(p.inputs(), {}, score).cells;
        options o{.max_memory = 1};
        EXPECT_THROW((void)p(o), resource_error);
        for (o.max_memory = plan_explain(p.inputs(), o, score).host_bytes;; o.max_memory += o.max_memory / 4)
            try {
                EXPECT_TRUE(same(p(o), whole));
                in_blocks += plan_explain(p.inputs(), o, score).cells > most;
                break;
            } catch (resource_error const &) {
            }
    }
    EXPECT_GT(in_blocks, cases.size() / 4);
}

TEST(explain_test, one_limit_for_all_letters_is_as_one_for_each)
{
    // rows of several blocks of columns, which go other ways where all of B has one limit
    random_problem_options const sizes{.min_n = 100, .max_n = 200, .min_m = 100, .max_m = 300, .reach = 9};
    generator rng{70'010};
    for (int k = 0; k < 40; ++k) {
        test_problem p = random_problem(rng, sizes);
        p.limits_b = {p.b.size(), gap_limit{.hi = static_cast<std::uint32_t>(uniform(rng, 0, k % 4 == 0 ? 70 : 9))}};
        p.scoring = {static_cast<std::uint32_t>(uniform(rng, 1, 2)), static_cast<std::uint32_t>(uniform(rng, 0, 1)),
                     static_cast<std::uint32_t>(uniform(rng, 0, 2))};
        if (k % 2 == 1) { // jumps of the rows; then of the columns, which change places with them
            p.jumps_a = random_jumps(rng, all_jumps_kinds[uniform(rng, 1, all_jumps_kinds.size() - 1)], p.a.size(), 9);
            if (k % 4 == 1) {
                p = p.swapped();
                test_problem each = p;
                each.limits_a.set(0, gap_limit{.hi = 500});
                SCOPED_TRACE(testing::PrintToString(p));
                explanation const one = explained{p}(), other = explained{each}();
                EXPECT_TRUE(same(one, {one.slack_a, one.slack_b, one.shifts, other.blockers, other.best_chains_mod64,
                                       other.best_chains_log2, other.shared}));
                continue;
            }
        }
        SCOPED_TRACE(testing::PrintToString(p));
        test_problem each = p;
        each.limits_b.set(0, gap_limit{.hi = 500}); // no letter stands in front of the first
        EXPECT_FALSE(each.limits_b.is_uniform());
        explanation const one = explained{p}(), other = explained{each}();
        EXPECT_EQ(one.blockers, other.blockers);
        EXPECT_EQ(one.best_chains_mod64, other.best_chains_mod64);
        EXPECT_EQ(one.shared, other.shared);
    }
}

TEST(explain_test, blockers_are_confirmed_by_engines)
{
    random_problem_options const sizes{.min_n = 30, .max_n = 60, .min_m = 30, .max_m = 60, .reach = 3};
    std::size_t confirmed = 0;
    for (test_problem const & given : random_scored_problems(70'008, 20, {.problem = sizes})) {
        SCOPED_TRACE(testing::PrintToString(given));
        explanation const found = explained{given}({}, 5);
        for (std::size_t k = 0; k < found.blockers.size(); ++k)
            EXPECT_EQ(found.blockers[k].confirmed, k < 5);
        confirmed += std::min<std::size_t>(5, found.blockers.size());
    }
    EXPECT_GT(confirmed, 20U);
}

TEST(explain_test, numbers_beyond_64_bits)
{
    // each of 100 blocks has two ways: A's C stands between two of B's
    test_problem p;
    for (int k = 0; k < 100; ++k) {
        p.a += "ACG";
        p.b += "ACCG";
    }
    p.limits_a = {p.a.size(), gap_limit{.hi = 1}};
    p.limits_b = {p.b.size(), gap_limit{.hi = 1}};
    explanation const found = explained{p}();
    EXPECT_EQ(found.best_chains_mod64, 0U);
    EXPECT_EQ(found.best_chains_log2, 100);
    EXPECT_EQ(found.shared.size(), 200U);
    EXPECT_EQ(found.least_slack(), 0U);
}

TEST(explain_test, of_several_raises_for_one_gain_the_smallest)
{
    // G is reached from C over three letters in A's second row, from A over two in its fourth
    test_problem p{
        .a = "CGAG", .b = "CATTG", .limits_a = limits_of({9, 9, 9, 9}), .limits_b = limits_of({0, 0, 0, 0, 0})};
    p.limits_b.set(1, gap_limit{.lo = 1, .hi = 1});
    explanation const found = explained{p}();
    EXPECT_EQ(found.blockers, (std::vector<blocking_limit>{{'b', 4, 2, 1}}));
    EXPECT_EQ(by_letter(found.blockers), [&] {
        plain_pair judge{p};
        judge.prepare();
        return plain_blockers(judge);
    }());
}

TEST(explain_test, refuses_a_chain_that_is_not_the_best)
{
    test_problem const p{
        .a = "ACGT", .b = "ACGT", .limits_a = limits_of({0, 0, 0, 0}), .limits_b = limits_of({0, 0, 0, 0})};
    explained const e{p};
    auto const said = [&](std::vector<matched_pair> const & chain) -> std::string {
        try {
            (void)explain(e.inputs(), chain);
        } catch (verification_error const & fault) {
            return fault.what();
        }
        return "";
    };
    EXPECT_EQ(said({{0, 0}, {1, 1}}), "explain: the chain has a score of 2, but the best one has 4");
    EXPECT_EQ(said({}), "explain: the chain has a score of 0, but the best one has 4");
    EXPECT_EQ(said({{0, 1}}), "explain: pair 1 is (0, 1), letters that do not match");
}

TEST(explain_test, stops_when_asked)
{
    test_problem const p = random_problems(70'009, 1, {.min_n = 60, .max_n = 60, .min_m = 60, .max_m = 60}).front();
    explained const e{p};
    run_control control;
    options o;
    o.control = &control;
    (void)e(o);
    EXPECT_GE(control.cells(), 2U * 60U);
    control.stop();
    EXPECT_THROW((void)e(o), interrupted);
}
