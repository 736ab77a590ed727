// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/strip/strip.hpp"
#include "judged.hpp"

#include <hwy/targets.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

using namespace vglcs;
using namespace vglcs::test;

namespace {

/// Every kind of limits against every other, at sizes of several of the smallest strips.
std::vector<judged> const & all_kinds()
{
    static std::vector<judged> const cases = [] {
        auto const drawn_from = [](char const * letters) {
            return [=](std::uint64_t seed) {
                return random_problem_options{.min_n = 90,
                                              .max_n = 140,
                                              .min_m = 150,
                                              .max_m = 330,
                                              .reach = seed % 2 == 0 ? 30U : 110U,
                                              .letters = letters,
                                              .alphabet = alphabet::raw};
            };
        };
        std::vector<judged> out = judge(every_pair_of_kinds(100, drawn_from("AC")), task::length);
        std::ranges::move(judge(every_pair_of_kinds(400, drawn_from("ACDEFGHIKL")), task::length),
                          std::back_inserter(out));
        return out;
    }();
    return cases;
}

void expect_all(std::vector<judged> const & cases, cpu::strip_sizes const & sizes, std::size_t bytes, int threads)
{
    expect_answers(cases, task::length,
                   fmt::format("width {}, chunk {}, {} bytes, {} threads", sizes.width, sizes.chunk, bytes, threads),
                   [&](judged const & c) {
                       return cpu::run_strips(cpu::strip_plan{c.made, sizes, bytes}, threads, nullptr);
                   });
}

template <class F>
void for_every_instruction_set(F const & f)
{
    for (std::int64_t rest = hwy::SupportedTargets(); rest != 0; rest &= rest - 1) {
        hwy::SetSupportedTargetsForTest(rest & -rest);
        SCOPED_TRACE(cpu::strip_target());
        f();
    }
    hwy::SetSupportedTargetsForTest(0);
}

} // namespace

TEST(strip, every_kind_of_limits_at_the_smallest_sizes)
{
    for (std::size_t const bytes : {2, 4})
        for (bool const thrifty : {true, false})
            for (bool const dense : {true, false})
                expect_all(all_kinds(), {.width = 64, .chunk = 7, .thrifty = thrifty, .dense = dense}, bytes, 1);
}

/// The shuffle and permute kernels are others for each power of two in the largest window; lists have one way for
/// windows of less than 8 columns, one for those of up to 16 and one for those of up to 32.
TEST(strip, every_largest_window)
{
    std::vector<test_problem> problems;
    for (std::uint32_t reach = 0; reach <= 33; ++reach)
        for (test_problem & p : random_problems(300 + reach, 2,
                                                {.min_n = 60,
                                                .max_n = 90,
                                                .min_m = 140,
                                                .max_m = 200,
                                                .reach = reach,
                                                .letters = "AC",
                                                .kind_a = limits_kind::infinite,
                                                .kind_b = limits_kind::per_letter}))
            problems.push_back(std::move(p));
    std::vector<judged> const cases = judge(std::move(problems), task::length);
    for_every_instruction_set([&] {
        expect_all(cases, {.width = 64, .chunk = 16, .thrifty = false}, 2, 1);
        expect_all(cases, {.width = 64, .chunk = 16, .dense = false}, 2, 1);
    });
}

/// One window for all columns is another kernel for each length up to 16, and tables beyond.
TEST(strip, every_length_of_one_window_for_all)
{
    std::vector<test_problem> problems;
    generator rng{77};
    for (std::uint32_t lo = 0; lo <= 2; ++lo)
        for (std::uint32_t hi = lo; hi <= 18; ++hi) {
            test_problem p = random_problem(rng, {.min_n = 50,
                                                  .max_n = 80,
                                                  .min_m = 140,
                                                  .max_m = 200,
                                                  .reach = 4,
                                                  .letters = "AC",
                                                  .kind_a = limits_kind::per_letter,
                                                  .kind_b = limits_kind::per_letter});
            p.limits_b = gap_limits{p.b.size(), gap_limit{.lo = lo, .hi = hi}};
            problems.push_back(std::move(p));
        }
    std::vector<judged> const cases = judge(std::move(problems), task::length);
    for_every_instruction_set([&] {
        for (std::size_t const bytes : {2, 4})
            expect_all(cases, {.width = 64, .chunk = 16}, bytes, 1);
    });
}

/// Rows with windows of their own for all columns: letters of A give limits for B, of every kind, beside one limit of B
/// or none. Windows reach over several of the smallest strips, and some have no end.
std::vector<judged> const & row_window_cases()
{
    static std::vector<judged> const cases = [] {
        std::vector<test_problem> out;
        generator rng{4'000};
        for (limits_kind const rows : all_limits_kinds)
            for (limits_kind const rules : all_limits_kinds) {
                std::uint32_t const reach = rng() % 2 == 0 ? 30U : 150U;
                test_problem p = random_problem(rng, {.min_n = 60,
                                                      .max_n = 100,
                                                      .min_m = 150,
                                                      .max_m = 330,
                                                      .reach = reach,
                                                      .letters = rng() % 2 == 0 ? "AC" : "ACGT",
                                                      .alphabet = alphabet::raw,
                                                      .kind_a = rows,
                                                      .kind_b = limits_kind::infinite});
                if (chance(rng, 40))
                    p.limits_b = {p.b.size(), gap_limit{.lo = chance(rng, 30) ? 2U : 0U, .hi = 2 + reach / 2}};
                p.by_partner.b_by_a = random_limits(rng, rules, p.a.size(), reach);
                p.origin += fmt::format(", limits of B by A {}", name(rules));
                out.push_back(std::move(p));
            }
        return judge(std::move(out), task::alignment);
    }();
    return cases;
}

TEST(strip, rows_with_windows_of_their_own)
{
    std::size_t with = 0;
    for (judged const & c : row_window_cases())
        with += cpu::has_row_windows(c.made);
    EXPECT_GT(with, row_window_cases().size() / 2);
    for_every_instruction_set([] {
        for (std::size_t const bytes : {2, 4})
            for (int const threads : {1, 2})
                expect_all(row_window_cases(), {.width = 64, .chunk = 7, .thread_cells = 1}, bytes, threads);
    });
    expect_all(row_window_cases(), {.width = 192, .chunk = 64}, 2, 1);
    expect_all(row_window_cases(), {}, 2, 1);
}

/// The chain from checkpoints and tiles, within little memory.
TEST(strip, chains_of_rows_with_windows_of_their_own)
{
    for (std::uint64_t const budget : {std::uint64_t{0}, std::uint64_t{1} << 30})
        expect_answers(row_window_cases(), task::alignment, fmt::format("budget {}", budget), [&](judged const & c) {
            cpu::strip_plan const plan{c.made, {.width = 64, .chunk = 7}, 2};
            return cpu::run_strips(plan, {.task = task::alignment, .grid = cpu::choose_grid(plan, budget)}, 1, nullptr);
        });
}

/// Windows that reach over more columns than are copied from strip to strip are for other engines.
TEST(strip, rows_of_far_windows_are_left_to_others)
{
    std::size_t const m = 20'000;
    std::vector<letter_code> const a(3, 0), b(m, 0);
    auto const with = [&](gap_limit rule) {
        return problem{a, b, {3, {}}, {m, {}}, {}, {}, {}, {.b_by_a = {3, rule}}};
    };
    EXPECT_TRUE(cpu::has_row_windows(with({.hi = 8191})));
    EXPECT_FALSE(cpu::has_row_windows(with({.hi = 8192})));
    EXPECT_TRUE(cpu::has_row_windows(with({.lo = 5})));
    EXPECT_FALSE(cpu::has_row_windows(with({.lo = 9000})));
    for (gap_limit const rule : {gap_limit{.lo = 7000, .hi = 8191}, gap_limit{.lo = 7000}, gap_limit{.hi = 8192}})
        EXPECT_EQ(solve(with(rule), {.threads = 1}).chain, solve_with("bst2", with(rule), task::alignment).chain);
}

/// The kernels are made for the largest window of the columns that can match; a larger one of a letter that A lacks has
/// no room in their control vectors.
TEST(strip, windows_of_letters_that_match_nothing_take_no_part)
{
    std::string b;
    for (int k = 0; k < 20; ++k)
        b += "ACGCA";
    auto const with_limit_of_g = [&](std::uint32_t hi) {
        test_problem p{.a = "ACCACA", .b = b, .limits_a = gap_limits{6, gap_limit{.hi = 3}}};
        p.limits_b = gap_limits{b.size(), gap_limit{.hi = 3}};
        for (std::size_t j = 0; j < b.size(); ++j)
            if (b[j] == 'G')
                p.limits_b.set(j, gap_limit{.hi = hi});
        return p;
    };
    for (std::int64_t const targets : {std::int64_t{0}, std::int64_t{HWY_AVX2}}) {
        hwy::SetSupportedTargetsForTest(targets);
        problem const small = with_limit_of_g(2).make(), large = with_limit_of_g(30).make();
        cpu::strip_sizes const sizes{.width = 64, .thrifty = false};
        cpu::strip_plan const expected{small, sizes, 2}, got{large, sizes, 2};
        ASSERT_EQ(got.columns.strips().size(), 2U);
        for (std::size_t s = 0; s < 2; ++s) {
            auto const controls = got.columns.strips()[s].controls.span();
            ASSERT_FALSE(controls.empty());
            EXPECT_TRUE(std::ranges::equal(controls, expected.columns.strips()[s].controls.span()));
        }
    }
    hwy::SetSupportedTargetsForTest(0);
}

TEST(strip, strip_widths_and_chunks)
{
    for (std::size_t const width : {64, 128, 192, 1024})
        for (std::size_t const chunk : {1, 64, 1000})
            expect_all(all_kinds(), {.width = width, .chunk = chunk}, 2, 1);
}

TEST(strip, any_number_of_threads_gives_the_same_answer)
{
    for (int const threads : {2, 3, 8})
        expect_all(all_kinds(), {.width = 64, .chunk = 5, .thread_cells = 1}, 2, threads);
}

TEST(strip, every_instruction_set_of_this_machine)
{
    for_every_instruction_set([] {
        for (std::size_t const bytes : {2, 4})
            for (bool const thrifty : {true, false})
                expect_all(all_kinds(), {.width = 64, .chunk = 16, .thrifty = thrifty}, bytes, 1);
    });
}

/// Identical sequences of one letter under limits 0: the chain is as long as they are, and its values pass 16 bits.
TEST(strip, values_beyond_16_bits)
{
    std::size_t const n = 65'536 + 300;
    std::vector<letter_code> const letters(n, 0);
    gap_limits const none{n, gap_limit{.hi = 0}};
    problem const p{letters, letters, none, none};
    EXPECT_EQ(cpu::value_bytes(p), 4);
    result const r = solve_with("strip", p, task::length, 2);
    EXPECT_EQ(r.length, n);
    EXPECT_EQ(r.last, (matched_pair{n - 1, n - 1}));
}

TEST(strip, the_widest_16_bit_value)
{
    std::size_t const n = 65'535, m = 70'000;
    std::vector<letter_code> const a(n, 0), b(m, 0);
    problem const p{a, b, gap_limits{n, gap_limit{.hi = 0}}, gap_limits{m, gap_limit{.hi = 0}}};
    EXPECT_EQ(cpu::value_bytes(p), 2);
    result const r = solve_with("strip", p, task::length, 2);
    EXPECT_EQ(r.length, n);
    EXPECT_EQ(r.last, (matched_pair{n - 1, n - 1}));
}

/// Random DNA of 66,000 letters has an LCS of some 43,000: more letters than 16 bits count, but no such value. The
/// largest value is then what both widths say.
TEST(strip, the_lcs_without_limits_bounds_the_values)
{
    std::size_t const n = 66'000;
    generator rng{9};
    auto const letters = [&] { return encode(random_letters(rng, n, "ACGT"), alphabet::dna); };
    auto const a = letters();
    gap_limits const limits{n, gap_limit{.hi = 40}};
    EXPECT_EQ(cpu::value_bytes(problem{a, a, limits, limits}), 4);
    EXPECT_EQ(cpu::value_bytes(problem{a, letters(), limits, limits}, 2), 2);
}

TEST(strip, stops_when_asked)
{
    std::size_t const n = 20'000;
    std::vector<letter_code> const letters(n, 0);
    problem const p{letters, letters, gap_limits{n, gap_limit{.hi = 3}}, gap_limits{n, gap_limit{.hi = 3}}};
    run_control control;
    control.stop(exit_code::terminated);
    for (int const threads : {1, 2})
        EXPECT_THROW(static_cast<void>(
                         solve(p, {.task = task::length, .engine = "strip", .threads = threads, .control = &control})),
                     interrupted);
}
