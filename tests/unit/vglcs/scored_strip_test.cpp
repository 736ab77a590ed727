// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/scored/scored_plan.hpp"
#include "cpu/strip/kernels.hpp"
#include "cpu/strip/strip.hpp"
#include "scored_cases.hpp"

#include <hwy/targets.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

using namespace vglcs;
using namespace vglcs::test;

namespace {

void expect_all(std::vector<judged> const & cases, cpu::scored_sizes const & sizes, std::size_t bytes, int threads = 1)
{
    expect_answers(
        cases, task::length,
        fmt::format("width {}, chunk {}, rows {}, {}, {} bytes, {} threads", sizes.width, sizes.chunk,
                    sizes.rows_are_a ? (*sizes.rows_are_a ? "A" : "B") : "chosen",
                    sizes.special ? "special forms" : "general forms", bytes, threads),
        [&](judged const & c) {
            return cpu::run_strips(cpu::scored_plan{c.made, sizes, bytes}, {.task = task::length}, threads, nullptr);
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

cpu::scored_plan plan_of(problem const & p)
{
    return {p, {}, cpu::value_bytes(p)};
}

/// DNA of one limit for each side, skips at 1, jumps of B as given.
problem uniform_problem(std::size_t n, std::size_t m, std::uint32_t hi, jumps const & on_b = {})
{
    generator rng{n + m};
    return {encode(random_letters(rng, n, "ACGT"), alphabet::dna),
            encode(random_letters(rng, m, "ACGT"), alphabet::dna),
            gap_limits{n, gap_limit{.hi = hi}},
            gap_limits{m, gap_limit{.hi = hi}},
            scoring{1, 1, 1},
            {},
            on_b};
}

} // namespace

TEST(scored_strip, either_sequence_may_go_down_the_rows)
{
    for (bool const rows_are_a : {true, false})
        for (bool const special : {true, false})
            for (std::size_t const width : {64, 128})
                expect_all(scored_cases(), {.width = width, .rows_are_a = rows_are_a, .special = special}, 2);
    expect_all(scored_cases(), {}, 2);
}

/// Rows with windows of their own for all columns: letters of one sequence give limits for the other, which has one
/// limit or none. Jumps of the sequence that gives them go down the rows.
TEST(scored_strip, rows_with_windows_of_their_own)
{
    static std::vector<judged> const cases = [] {
        generator rng{8'000};
        std::vector<test_problem> out;
        for (limits_kind const rules : all_limits_kinds)
            for (bool const rows_are_a : {true, false})
                for (int k = 0; k < 4; ++k) {
                    std::uint32_t const reach = k % 2 == 0 ? 20U : 130U;
                    test_problem p =
                        random_scored(rng, {.problem = {.min_n = 60,
                                                        .max_n = 150,
                                                        .min_m = 60,
                                                        .max_m = 210,
                                                        .reach = k % 2 == 0 ? 9U : 31U,
                                                        .letters = k % 3 == 0 ? "AC" : "ACGTN"},
                                            .jumps_a = rows_are_a ? std::optional<jumps_kind>{} : jumps_kind::none,
                                            .jumps_b = rows_are_a ? jumps_kind::none : std::optional<jumps_kind>{}});
                    if (k == 3) // as a problem without prices goes here
                        p.scoring = {.match = 2}, p.jumps_a = p.jumps_b = {};
                    gap_limits & limited = rows_are_a ? p.limits_b : p.limits_a;
                    limited = {limited.size(),
                               chance(rng, 50) ? gap_limit{} : gap_limit{.lo = k % 2 == 0 ? 1U : 0U, .hi = reach}};
                    (rows_are_a ? p.by_partner.b_by_a : p.by_partner.a_by_b) =
                        random_limits(rng, rules, rows_are_a ? p.a.size() : p.b.size(), reach);
                    p.origin += fmt::format(", limits by the partner {}", name(rules));
                    if (cpu::has_row_windows(p.make()))
                        out.push_back(std::move(p));
                }
        return judge(std::move(out), task::alignment);
    }();
    EXPECT_GT(cases.size(), 60U);
    for_every_instruction_set([] {
        for (std::size_t const bytes : {2, 4})
            for (int const threads : {1, 2})
                expect_all(cases, {.width = 64, .chunk = 7, .thread_cells = 1}, bytes, threads);
    });
    expect_all(cases, {}, 2);
    for (std::uint64_t const budget : {std::uint64_t{0}, std::uint64_t{1} << 30})
        expect_answers(cases, task::alignment, fmt::format("budget {}", budget), [&](judged const & c) {
            cpu::scored_plan const plan{c.made, {.width = 64, .chunk = 7}, 2};
            return cpu::run_strips(plan, {.task = task::alignment, .grid = cpu::choose_grid(plan, budget)}, 1, nullptr);
        });
}

TEST(scored_strip, wide_values)
{
    for (bool const rows_are_a : {true, false})
        for (bool const special : {true, false})
            expect_all(scored_cases(), {.width = 64, .rows_are_a = rows_are_a, .special = special}, 4);
}

TEST(scored_strip, threads_and_chunks)
{
    for (int const threads : {2, 3, 7})
        for (std::size_t const chunk : {1, 7, 128})
            for (bool const rows_are_a : {true, false})
                expect_all(scored_cases(), {.width = 64, .chunk = chunk, .thread_cells = 1, .rows_are_a = rows_are_a},
                           2, threads);
}

TEST(scored_strip, every_instruction_set)
{
    for_every_instruction_set([] {
        for (bool const rows_are_a : {true, false})
            for (std::size_t const bytes : {2, 4})
                expect_all(scored_cases(), {.width = 64, .rows_are_a = rows_are_a}, bytes);
    });
}

TEST(scored_strip, sizes_around_the_edges_of_vectors_and_strips)
{
    static std::vector<judged> const cases = [] {
        std::vector<test_problem> out;
        std::uint64_t seed = 9'500;
        for (std::size_t const n : {0, 1, 2, 15, 17, 33, 64, 65})
            for (std::size_t const m : {0, 1, 2, 3, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129}) {
                random_scored_options const o{
                    .problem = {.min_n = n, .max_n = n, .min_m = m, .max_m = m, .reach = 7, .letters = "AC"}};
                for (test_problem & p : random_scored_problems(++seed, 2, o)) {
                    out.push_back(p.swapped());
                    out.push_back(std::move(p));
                }
            }
        return judge_scored(std::move(out));
    }();
    for (bool const rows_are_a : {true, false}) {
        expect_all(cases, {.width = 64, .rows_are_a = rows_are_a}, 2);
        expect_all(cases, {.width = 64, .rows_are_a = rows_are_a, .special = false}, 4);
    }
}

/// Windows of every length that a form of its own takes, and beyond.
TEST(scored_strip, every_length_of_a_window)
{
    static std::vector<judged> const cases = [] {
        generator rng{9'700};
        std::vector<test_problem> out;
        for (std::uint32_t hi = 0; hi <= 40; ++hi)
            for (jumps_kind const on_b : {jumps_kind::none, jumps_kind::everywhere}) {
                test_problem p = random_scored(
                    rng,
                    {.problem = {.min_n = 70, .max_n = 90, .min_m = 130, .max_m = 140, .reach = 12, .letters = "ACGT"},
                     .jumps_a = jumps_kind::none,
                     .jumps_b = on_b});
                p.scoring = {5, 1, 1};
                p.limits_a = gap_limits{p.a.size(), gap_limit{.hi = hi}};
                p.limits_b = gap_limits{p.b.size(), gap_limit{.lo = hi % 6 == 5 ? 1U : 0U, .hi = hi}};
                out.push_back(std::move(p));
            }
        return judge_scored(std::move(out));
    }();
    for_every_instruction_set([] {
        for (bool const rows_are_a : {true, false}) {
            expect_all(cases, {.width = 64, .rows_are_a = rows_are_a}, 2);
            expect_all(cases, {.width = 64, .rows_are_a = rows_are_a}, 4);
        }
    });
}

/// Sliding windows of jumps: blocks that end at every place beside the chunks of rows.
TEST(scored_strip, every_length_of_a_jump_window)
{
    static std::vector<judged> const cases = [] {
        generator rng{9'800};
        std::vector<test_problem> out;
        for (std::uint32_t const lo : {0, 1, 2, 5, 30})
            for (std::uint32_t const more : {0, 1, 2, 3, 7, 40, 300}) {
                test_problem p = random_scored(
                    rng,
                    {.problem = {.min_n = 40, .max_n = 70, .min_m = 180, .max_m = 260, .reach = 6, .letters = "ACG"},
                     .jumps_a = jumps_kind::none,
                     .jumps_b = jumps_kind::none});
                p.scoring = {3, 1, 1};
                if (out.size() % 3 != 0) // else small windows by program
                    p.limits_b = one_limit(rng, p.b.size(), 5);
                p.jumps_b = jumps{p.b.size(), jump{lo, lo + more, 2}, 1};
                for (std::size_t k = 0; k < p.b.size(); k += 5)
                    p.jumps_b.set_leaving(k, k + 1, std::nullopt);
                out.push_back(std::move(p));
            }
        return judge_scored(std::move(out));
    }();
    for (std::size_t const chunk : {5, 64, 128})
        expect_all(cases, {.width = 64, .chunk = chunk, .rows_are_a = false}, 2);
    expect_all(cases, {.width = 64, .rows_are_a = true}, 4);
}

/// Jumps of one window on the sequence that lies across: halos of several strips, and windows longer than the sequence.
TEST(scored_strip, one_jump_window_across_the_columns)
{
    static std::vector<judged> const cases = [] {
        generator rng{9'850};
        std::vector<test_problem> out;
        for (std::uint32_t const lo : {0, 1, 4, 60})
            for (std::uint32_t const more : {0, 1, 2, 6, 17, 64, 2'000})
                for (std::uint32_t const hi : {0, 3, 8}) {
                    test_problem p = random_scored(
                        rng, {.problem =
                                  {.min_n = 40, .max_n = 60, .min_m = 150, .max_m = 400, .reach = 5, .letters = "ACG"},
                              .jumps_b = jumps_kind::none});
                    p.scoring = {3, 1, 1};
                    p.limits_b = gap_limits{p.b.size(), gap_limit{.hi = hi}};
                    std::uint32_t const longest = std::max(1U, lo + more);
                    p.jumps_b = jumps{p.b.size(), jump{lo, longest, 2}, 1};
                    for (std::size_t k = 0; k < p.b.size(); k += 3) {
                        p.jumps_b.set_leaving(k, k + 1, std::nullopt);
                        p.jumps_b.set_landing(k, k + 1,
                                              k % 2 == 0 ? std::optional{jump{lo, longest, 1}} : std::nullopt);
                    }
                    out.push_back(std::move(p));
                }
        return judge_scored(std::move(out));
    }();
    for (judged const & c : cases)
        ASSERT_EQ(cpu::scored_plan(c.made, {.width = 64, .rows_are_a = true}, 2).lanes.kernel(),
                  cpu::lane_kernel::jumps);
    for_every_instruction_set([] {
        expect_all(cases, {.width = 64, .rows_are_a = true}, 2);
        expect_all(cases, {.width = 64, .rows_are_a = true}, 4);
    });
}

TEST(scored_strip, values_up_to_the_last_of_16_bits)
{
    // 65 pairs of 1,008 are 65,520; one more letter needs 32 bits
    for (std::size_t const n : {64, 65, 66, 130}) {
        std::string const a(n, 'A');
        test_problem p{.a = a, .b = a + "C" + a, .limits_a = {n, gap_limit{}}, .limits_b = {2 * n + 1, gap_limit{}}};
        p.scoring = {1'008, 70'000, 2};
        p.jumps_b = jumps{2 * n + 1, jump{1, 100'000, 66'000}, 0};
        problem const made = p.make();
        EXPECT_EQ(cpu::value_bytes(made), n <= 65 ? 2U : 4U);
        for (bool const rows_are_a : {true, false}) {
            cpu::scored_plan const plan{made, {.rows_are_a = rows_are_a}, cpu::value_bytes(made)};
            result const got = cpu::run_strips(plan, {.task = task::length}, 1, nullptr);
            EXPECT_EQ(got.score, 1'008 * n) << n << " letters";
        }
    }
}

TEST(scored_strip, the_sequence_with_jumps_goes_down_the_rows)
{
    jumps const everywhere{500, jump{20, 300, 5}, 0};
    EXPECT_TRUE(plan_of(uniform_problem(300, 500, 3)).rows_are_a);
    cpu::scored_plan const plan = plan_of(uniform_problem(300, 500, 3, everywhere));
    EXPECT_FALSE(plan.rows_are_a);
    EXPECT_EQ(plan.rows.small, cpu::small_windows::uniform);
    EXPECT_EQ(plan.rows.jump, cpu::jump_windows::sliding);
    EXPECT_EQ(plan.lanes.kernel(), cpu::lane_kernel::registers);
    EXPECT_FALSE(plan.shape().cuts_rows);
}

TEST(scored_strip, strips_are_narrow_where_jumps_are_long)
{
    std::size_t const m = 70'000;
    jumps const everywhere{m, jump{20, 5'000, 5}, 0};
    EXPECT_EQ(plan_of(uniform_problem(5'000, m, 3)).width(), 1'024U);
    EXPECT_EQ(plan_of(uniform_problem(5'000, m, 3, everywhere)).width(), 128U);
}

TEST(scored_strip, the_last_value_that_is_large_enough)
{
    for_every_instruction_set([] {
        generator rng{9'900};
        for (std::size_t count = 0; count < 200; ++count) {
            std::vector<std::uint16_t> narrow(count);
            for (std::uint16_t & x : narrow)
                x = static_cast<std::uint16_t>(uniform(rng, 0, 65'535));
            std::vector<std::uint32_t> const wide(narrow.begin(), narrow.end());
            for (std::uint16_t const least : std::array<std::uint16_t, 4>{0, 1, 60'000, 65'535}) {
                std::size_t expected = count;
                while (expected != 0 && narrow[expected - 1] < least)
                    --expected;
                EXPECT_EQ(cpu::find_last_at_least(narrow.data(), count, least), expected);
                EXPECT_EQ(cpu::find_last_at_least(wide.data(), count, least), expected);
            }
        }
    });
}
