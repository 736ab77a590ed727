// SPDX-License-Identifier: BSD-3-Clause
/// Runs that leave cells out against runs of the whole table: the same length or score, last pair and chain for every
/// bound that holds, around the band's edges, and with bounds that the search finds itself.
#include "answers.hpp"
#include "cpu/scored/scored_plan.hpp"
#include "cpu/strip/pruned_plan.hpp"
#include "cpu/strip/strip.hpp"
#include "judged.hpp"
#include "random_scored.hpp"
#include "solve/pruning.hpp"
#include "solve/step_costs.hpp"
#include "temporary_folder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

using namespace vglcs;
using namespace vglcs::test;

namespace {

/// A copy in which every letter is left out, changed or doubled at that rate, in thousandths.
std::string mutated(generator & rng, std::string_view text, std::uint64_t rate, std::string_view letters)
{
    std::string out;
    for (char const letter : text) {
        std::uint64_t const event = uniform(rng, 0, 2999);
        if (event < rate)
            continue;
        out += event < 2 * rate ? letters[uniform(rng, 0, letters.size() - 1)] : letter;
        if (event >= 2 * rate && event < 3 * rate)
            out += letters[uniform(rng, 0, letters.size() - 1)];
    }
    return out;
}

/// Two texts that are alike in one of many ways, or not at all.
void draw_letters(generator & rng, test_problem & p, std::size_t most)
{
    constexpr std::array<std::string_view, 3> alphabets{"ACGT", "AC", "ACDEFGHIKLMNPQRSTVWY"};
    constexpr std::array<std::uint64_t, 6> rates{3, 10, 30, 100, 200, 400};
    std::string_view const letters = alphabets[uniform(rng, 0, 2)];
    std::uint64_t const rate = rates[uniform(rng, 0, rates.size() - 1)];
    p.alphabet = alphabet::raw;
    p.a = random_letters(rng, uniform(rng, most / 3, most), letters);
    switch (uniform(rng, 0, 9)) {
    case 0: // unrelated
        p.b = random_letters(rng, uniform(rng, most / 3, most), letters);
        break;
    case 1: { // repeats: many cells have the value of one that lies on the chain
        std::string const unit = p.a.substr(0, uniform(rng, 1, 12));
        p.a.clear();
        while (p.a.size() < most / 2)
            p.a += unit;
        p.b = mutated(rng, p.a, rate, letters);
        break;
    }
    case 2: // shifted
        p.b = mutated(rng, p.a.substr(uniform(rng, 0, p.a.size() / 3)), rate, letters) +
              random_letters(rng, uniform(rng, 0, most / 4), letters);
        break;
    case 3: { // a piece is missing, or too much
        std::string b = mutated(rng, p.a, rate, letters);
        std::size_t const at = uniform(rng, 0, b.size());
        if (chance(rng, 50))
            b.insert(at, random_letters(rng, uniform(rng, 1, most / 4), letters));
        else
            b.erase(at, uniform(rng, 1, most / 4));
        p.b = b;
        break;
    }
    case 4: // none, one or few letters against many
        p.b = random_letters(rng, chance(rng, 50) ? uniform(rng, 0, 2) : uniform(rng, 3, most / 16), letters);
        break;
    case 5: // the same
        p.b = p.a;
        break;
    default:
        p.b = mutated(rng, p.a, rate, letters);
    }
    if (chance(rng, 40))
        std::swap(p.a, p.b);
}

test_problem draw(generator & rng, bool scored, std::size_t most)
{
    constexpr std::array<std::uint32_t, 5> reaches{2, 5, 12, 40, 120};
    test_problem p;
    draw_letters(rng, p, most);
    auto const kind = [&] { return all_limits_kinds[uniform(rng, 0, all_limits_kinds.size() - 1)]; };
    limits_kind const kind_a = kind(), kind_b = chance(rng, 40) ? kind_a : kind();
    std::uint32_t const reach = reaches[uniform(rng, 0, reaches.size() - 1)];
    p.limits_a = random_limits(rng, kind_a, p.a.size(), reach);
    p.limits_b = random_limits(rng, kind_b, p.b.size(), reach);
    p.origin = fmt::format("limits {} and {} of {}", name(kind_a), name(kind_b), reach);
    if (scored) {
        auto const one_of = [&](auto const & values) { return values[uniform(rng, 0, values.size() - 1)]; };
        constexpr std::array<std::uint32_t, 6> earned{1, 1, 2, 3, 5, 7}, skips{0, 0, 1, 1, 2, 3};
        p.scoring = {one_of(earned), one_of(skips), one_of(skips)};
        auto const jumps_of = [&](std::size_t size) {
            return random_jumps(rng, chance(rng, 50) ? jumps_kind::none : one_of(all_jumps_kinds), size, reach);
        };
        p.jumps_a = jumps_of(p.a.size());
        p.jumps_b = jumps_of(p.b.size());
    }
    return p;
}

/// Letters of one sequence give limits for the other, which has one limit or none, and no jumps.
void give_limits(generator & rng, test_problem & p)
{
    bool const by_a = chance(rng, 50);
    gap_limits & limited = by_a ? p.limits_b : p.limits_a;
    (by_a ? p.jumps_b : p.jumps_a) = {};
    limited = {limited.size(), chance(rng, 60) ? gap_limit{} : gap_limit{.hi = 40}};
    limits_kind const kind = all_limits_kinds[uniform(rng, 0, all_limits_kinds.size() - 1)];
    (by_a ? p.by_partner.b_by_a : p.by_partner.a_by_b) =
        random_limits(rng, kind, by_a ? p.a.size() : p.b.size(), chance(rng, 50) ? 5 : 60);
    p.origin += fmt::format(", limits by the partner {}", name(kind));
}

template <class Plan>
struct plan_maker
{
    problem const & p;
    std::size_t value_bytes;
    std::unique_ptr<Plan> operator()(std::size_t width, std::unique_ptr<Plan> other) const
    {
        auto sizes = Plan::sizes_for(width == 0 ? 64 : width);
        sizes.chunk = 7;
        sizes.thread_cells = 1;
        return other ? std::make_unique<Plan>(std::move(*other), sizes) : std::make_unique<Plan>(p, sizes, value_bytes);
    }
};

/// How the chain comes back: a whole table, or tiles of any number of levels.
template <class Plan>
cpu::strip_job random_job(generator & rng, Plan const & plan)
{
    cpu::strip_job job;
    job.grid.keep_table = chance(rng, 30);
    job.grid.levels.clear();
    std::size_t narrowest = plan.shape().narrowest, strips = plan.strip_count();
    for (std::size_t level = uniform(rng, 1, 3); level-- > 0;) {
        std::size_t const columns =
            uniform(rng, 1, std::max<std::size_t>(1, std::min<std::size_t>(4, strips / narrowest)));
        strips = (strips + columns - 1) / columns;
        job.grid.levels.push_back({plan.rows_are_a ? uniform(rng, 1, 6) : 1, columns});
    }
    return job;
}

/// The plan's own answer where only what a bound asks for is computed.
/// @param by_values  blocks whose values stay behind are left out too
template <class Plan>
result pruned(problem const & p, Plan & plan, std::uint64_t bound, cpu::strip_job const & job, int threads,
              bool by_values)
{
    diagonal_band const band = diagonal_band::of_bound(p.n(), p.m(), p.scoring().match, bound);
    strip_rows const all{plan.row_count(), plan.across().size, plan.width()};
    plan.kept = strip_rows::around(plan.rows_are_a ? band : band.transposed(), look_back{plan.down()},
                                   look_back{plan.across()}, all);
    plan.certificate.reset();
    if (by_values)
        plan.certificate = pruning_certificate{.bound = bound, .cells = plan.kept.cells()};
    result const r = in_file(p, cpu::run_strips(plan, job, threads, nullptr));
    EXPECT_EQ(r.pruned.has_value(), by_values);
    return r;
}

/// A run whose bound the search finds: right where the best score is not below the one that is asked for.
template <class Plan>
::testing::AssertionResult check_search(generator & rng, problem const & p, plan_maker<Plan> const & make,
                                        result const & full, options const & asked)
{
    options const o = resolved(asked);
    cpu::pruning_sizes const sizes{
        .height = uniform(rng, 1, 40), .width = 64, .most_for_guess = chance(rng, 80) ? 1 : 0.05, .least_saved = 0.01};
    cpu::pruned_plan<Plan> found = cpu::bound_search<Plan>{p, o, sizes, make}.take();
    if (!found.plan && !found.answer)
        return ::testing::AssertionSuccess();
    result const own =
        in_file(p, found.answer ? *found.answer
                                : cpu::run_strips(*found.plan, cpu::make_job(*found.plan, o), o.threads, nullptr));
    if (full.score < o.least_score) {
        if (own.score >= o.least_score)
            return ::testing::AssertionFailure() << "least score " << o.least_score << ": found " << own.score;
        return ::testing::AssertionSuccess();
    }
    if (auto const same = same_answer(own, full, o.task); !same)
        return ::testing::AssertionFailure() << "own bound, least score " << o.least_score << ": " << same.message();
    if (found.certificate) {
        pruning_certificate const & c = *found.certificate;
        if (c.bound > full.score || c.cells != found.plan->kept.cells() ||
            c.cells + c.cells_skipped != std::uint64_t{p.n()} * p.m())
            return ::testing::AssertionFailure() << "certificate: bound " << c.bound << " of " << full.score;
    }
    return ::testing::AssertionSuccess();
}

/// Bounds that hold, the best one and weaker ones, and those of the search.
template <class Plan>
::testing::AssertionResult check(generator & rng, test_problem const & shown)
{
    problem const p = shown.make();
    plan_maker<Plan> const make{p, chance(rng, 80) ? 2U : 4U};
    std::unique_ptr<Plan> const plan = make(chance(rng, 80) ? 64 : 128, nullptr);
    task const t = chance(rng, 70) ? task::alignment : task::length;
    int const threads = chance(rng, 20) ? 3 : 1;
    result const full = in_file(p, cpu::run_strips(*plan, {.task = t, .grid = {.keep_table = true}}, 1, nullptr));
    std::uint64_t const best = full.score;
    for (std::uint64_t const bound : {best, best - uniform(rng, 0, best / 8), best - uniform(rng, 0, best)}) {
        cpu::strip_job job = random_job(rng, *plan);
        job.task = t;
        if (auto const same = same_answer(pruned(p, *plan, bound, job, threads, chance(rng, 70)), full, t); !same)
            return ::testing::AssertionFailure() << "bound " << bound << " of " << best << ": " << same.message();
    }
    for (std::uint64_t const least : {std::uint64_t{0}, best, best - uniform(rng, 0, best), best + uniform(rng, 1, 9)})
        if (auto const right = check_search(rng, p, make, full, {.task = t, .threads = threads, .least_score = least});
            !right)
            return right;
    return ::testing::AssertionSuccess();
}

void check_many(std::uint64_t seed, bool scored, bool by_partner = false)
{
    char const * const wanted = std::getenv("VGLCS_RANDOM_CASES");
    std::size_t const count = wanted ? std::stoul(wanted) : by_partner ? 1000 : 5000;
    generator rng{seed};
    for (std::size_t k = 0; k < count; ++k) {
        test_problem p = draw(rng, scored, k % 8 == 0 ? 500 : 230);
        if (by_partner)
            give_limits(rng, p);
        p.origin += fmt::format(", seed {} number {}", seed, k);
        problem const made = p.make();
        if (made.has_partner_limits() && !cpu::has_row_windows(made))
            continue;
        auto const same =
            made.is_unit() && !made.has_a_by_b() ? check<cpu::strip_plan>(rng, p) : check<cpu::scored_plan>(rng, p);
        ASSERT_TRUE(same) << ::testing::PrintToString(p);
    }
}

} // namespace

TEST(pruning, unit_problems)
{
    check_many(21'001, false);
}

TEST(pruning, scored_problems)
{
    check_many(21'002, true);
}

TEST(pruning, rows_with_windows_of_their_own)
{
    check_many(21'006, false, true);
    check_many(21'007, true, true);
}

/// From parts that an earlier run of the same rows left, any number of them.
TEST(pruning, resumes)
{
    temporary_folder const folder;
    generator rng{21'005};
    for (int k = 0; k < 60; ++k) {
        test_problem const shown = draw(rng, k % 2 == 1, 500);
        problem const p = shown.make();
        auto const resume = [&]<class Plan>(std::unique_ptr<Plan> plan) {
            for (task const t : {task::length, task::alignment}) {
                plan->kept = {plan->row_count(), plan->across().size, plan->width()};
                plan->certificate.reset();
                result const full =
                    in_file(p, cpu::run_strips(*plan, {.task = t, .grid = {.keep_table = true}}, 1, nullptr));
                cpu::strip_job job;
                job.task = t;
                job.grid.levels = {{plan->rows_are_a ? 3U : 1U, plan->shape().narrowest == 1 ? 4U : 1U}};
                job.checkpoint = folder.path(fmt::format("{}-{}", k, int(t)));
                for (std::size_t const keep : {9, 9, 2, 0}) {
                    keep_files(job.checkpoint, keep);
                    auto const same = same_answer(pruned(p, *plan, full.score, job, 2, true), full, t);
                    ASSERT_TRUE(same) << "from " << keep << " parts\n" << ::testing::PrintToString(shown);
                }
            }
        };
        if (p.is_unit())
            resume(plan_maker<cpu::strip_plan>{p, 2}(64, nullptr));
        else
            resume(plan_maker<cpu::scored_plan>{p, 2}(64, nullptr));
    }
}

/// Every cell that a chain of the bound could go through is computed, cell by cell.
TEST(pruning, rows_hold_the_band)
{
    generator rng{21'003};
    for (int k = 0; k < 2000; ++k) {
        std::size_t const n = uniform(rng, 1, 90), m = uniform(rng, 1, 90), width = uniform(rng, 1, 40);
        auto const match = static_cast<std::uint32_t>(uniform(rng, 1, 4));
        std::uint64_t const bound = uniform(rng, 0, match * std::min(n, m));
        diagonal_band const band = diagonal_band::of_bound(n, m, match, bound);
        gap_limits const none_a{n, {.hi = 0}}, none_b{m, {.hi = 0}};
        problem const p{std::vector<letter_code>(n), std::vector<letter_code>(m), none_a, none_b};
        strip_rows const rows = strip_rows::around(band, look_back{p.side_a()}, look_back{p.side_b()}, {n, m, width});
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < m; ++j) {
                bool const needed = match * (std::min(i, j) + 1 + std::min(n - 1 - i, m - 1 - j)) >= bound;
                auto const d = static_cast<std::int64_t>(j) - static_cast<std::int64_t>(i);
                ASSERT_EQ(needed, band.first <= d && d <= band.last) << n << ' ' << m << ' ' << match << ' ' << bound;
                if (needed) {
                    ASSERT_TRUE(rows[j / width].contains(i)) << n << ' ' << m << ' ' << match << ' ' << bound;
                }
            }
        std::uint64_t cells = 0;
        for (std::size_t s = 0; s < rows.strips(); ++s) {
            cells += std::uint64_t{rows[s].size()} * rows.columns_of(s);
            if (s > 0) {
                ASSERT_LE(rows[s - 1].first, rows[s].first);
                ASSERT_LE(rows[s - 1].last, rows[s].last);
            }
        }
        ASSERT_EQ(cells, rows.cells());
    }
}

/// Who looks back furthest, by definition.
TEST(pruning, last_readers)
{
    generator rng{21'004};
    for (int k = 0; k < 300; ++k) {
        test_problem const shown = draw(rng, true, 60);
        problem const p = shown.make();
        step_side const side = p.side_a();
        if (side.size == 0)
            continue;
        look_back const look{side};
        for (std::size_t q = 0; q < side.size; ++q)
            if (std::size_t const first = step_costs{side, q}.first(); first < q) {
                ASSERT_GE(look.last_reader(first), q) << ::testing::PrintToString(shown);
            }
    }
}
