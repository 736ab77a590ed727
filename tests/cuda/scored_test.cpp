// SPDX-License-Identifier: BSD-3-Clause
/// Problems with costs on the CUDA strips against the reference: thousands of small ones side by side, every kernel
/// shape, sizes around the edges of strips and blocks, values up to what 16 bits hold, chains in tiles, larger
/// problems.
#include "gpu_test.hpp"

#include "answers.hpp"
#include "random_scored.hpp"

#include "cuda/scored/run/solve_scored.hpp"

#include <vglcs/link.hpp>

#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

namespace {

using namespace vglcs;
using namespace vglcs::test;
using cuda::scored::scored_overrides;

/// VGLCS_GPU_TEST_SMALL makes the suite short enough for compute-sanitizer.
bool small_suite()
{
    return std::getenv("VGLCS_GPU_TEST_SMALL") != nullptr;
}

/// Problems that the kernels can do, with their answers from the reference.
struct judged_problems
{
    std::vector<test_problem> problems;
    std::vector<problem> made;
    std::vector<result> answers;

    explicit judged_problems(std::vector<test_problem> const & all)
    {
        for (test_problem const & p : all) {
            problem m = p.make();
            if (m.is_unit() || m.n() == 0 || m.m() == 0 || !cuda::scored::is_supported(m))
                continue;
            problems.push_back(p);
            answers.push_back(solve_with("reference", m, task::alignment));
            made.push_back(std::move(m));
        }
    }
};

class cuda_scored : public gpu_test
{
protected:
    /// Both tasks of all problems, in one call each.
    static void expect_answers(judged_problems const & judged, scored_overrides const & overrides = {})
    {
        std::vector<problem const *> pointers;
        for (problem const & p : judged.made)
            pointers.push_back(&p);
        ASSERT_FALSE(pointers.empty());
        for (task const t : {task::length, task::alignment}) {
            std::vector<result> const got = cuda::scored::solve_scored(pointers, {.task = t}, overrides);
            int shown = 0;
            for (std::size_t k = 0; k < pointers.size() && shown < 3; ++k) {
                auto const same = same_answer(in_file(judged.made[k], got[k]), judged.answers[k], t);
                EXPECT_TRUE(same) << (t == task::length ? "task length" : "task alignment") << ", overrides: words "
                                  << overrides.words << " value bytes " << overrides.value_bytes << " own "
                                  << overrides.own << " tables " << overrides.tables << " panel strips "
                                  << overrides.panel_strips << " row interval " << overrides.row_interval << " tiles "
                                  << overrides.tiles << " workers " << overrides.workers << "\n"
                                  << ::testing::PrintToString(judged.problems[k]);
                shown += !same;
            }
        }
    }

    /// Random problems whose small windows the kernels reach; jumps on one side at most, since both are refused.
    static std::vector<test_problem> drawn(std::uint64_t seed, std::size_t count, random_problem_options const & o,
                                           bool equal = false)
    {
        std::vector<test_problem> out;
        random_problem_options as = o;
        if (equal)
            as.kind_a = as.kind_b = limits_kind::constant;
        for (bool const on_a : {false, true})
            for (test_problem & p :
                 random_scored_problems(seed + on_a, count / 2 + 1,
                                        {.problem = as,
                                        .jumps_a = on_a ? std::nullopt : std::optional{jumps_kind::none},
                                        .jumps_b = on_a ? std::optional{jumps_kind::none} : std::nullopt}))
            {
                if (equal)
                    p.limits_b = gap_limits{p.b.size(), p.limits_a.size() ? p.limits_a[0] : gap_limit{.hi = 0}};
                out.push_back(std::move(p));
            }
        return out;
    }
};

TEST_F(cuda_scored, thousands_of_small_problems)
{
    std::size_t const count = small_suite() ? 40 : 3000;
    for (std::uint64_t const seed : {1, 3, 5}) {
        random_problem_options o;
        o.max_n = seed == 1 ? 40 : seed == 3 ? 90 : 150;
        o.max_m = seed == 1 ? 90 : seed == 3 ? 200 : 330;
        o.reach = seed == 1 ? 3 : seed == 3 ? 12 : 31;
        expect_answers(judged_problems{drawn(seed, count, o)});
        o.reach = seed == 1 ? 3 : 7;
        expect_answers(judged_problems{drawn(seed + 100, count, o, true)});
    }
}

TEST_F(cuda_scored, every_shape)
{
    std::size_t const count = small_suite() ? 8 : 400;
    for (bool const equal : {false, true}) {
        judged_problems const judged{drawn(11, count, {.max_n = 200, .max_m = 700, .reach = equal ? 7u : 25u}, equal)};
        for (std::uint32_t const value_bytes : {0, 4})
            for (std::uint32_t const words : {2, 4})
                expect_answers(judged, {.words = words, .value_bytes = value_bytes});
        expect_answers(judged, {.own = true});
        expect_answers(judged, {.workers = 1});
    }
}

/// Windows of up to 32 letters, none elastic, on either side, or the same one for all; with scores beyond 32,767, which
/// 16-bit values hold from a floor below 0 on.
TEST_F(cuda_scored, windows_from_tables)
{
    std::size_t const count = small_suite() ? 6 : 300;
    std::vector<test_problem> all;
    generator rng{15};
    for (limits_kind const kind : {limits_kind::per_letter, limits_kind::constant})
        for (std::uint32_t const reach : {1u, 2u, 4u, 8u, 16u, 31u})
            for (std::size_t k = 0; k < count / 6 + 1; ++k) {
                test_problem p = random_scored(rng, {.problem = {.max_n = 200,
                                                                 .max_m = 600,
                                                                 .reach = reach,
                                                                 .letters = k % 2 ? "ACGT" : "A",
                                                                 .kind_a = kind,
                                                                 .kind_b = limits_kind::per_letter},
                                                     .jumps_a = jumps_kind::none,
                                                     .jumps_b = jumps_kind::none});
                if (k % 3 == 0 && !p.a.empty() && !p.b.empty())
                    p.scoring.match =
                        static_cast<std::uint32_t>(uniform(rng, 32'000, 65'000) / std::min(p.a.size(), p.b.size()) + 1);
                all.push_back(p.swapped());
                all.push_back(std::move(p));
            }
    judged_problems const judged{all};
    for (std::uint32_t const value_bytes : {0, 4})
        expect_answers(judged, {.value_bytes = value_bytes, .tables = true});
    expect_answers(judged, {.own = true});
    expect_answers(judged, {.tables = true, .workers = 1});
    expect_answers(judged, {.tables = true, .panel_strips = 1, .row_interval = 64, .tiles = 3});
}

TEST_F(cuda_scored, proteins_and_raw_bytes)
{
    std::string every;
    for (int c = 33; c < 254; ++c)
        if (c != 127)
            every += static_cast<char>(c);
    std::size_t const count = small_suite() ? 15 : 400;
    expect_answers(judged_problems{drawn(
        21, count,
        {.max_n = 100, .max_m = 200, .reach = 6, .letters = "ACDEFGHIKLMNPQRSTVWYX", .alphabet = alphabet::protein})});
    expect_answers(judged_problems{drawn(
        22, count,
        {.max_n = 100, .max_m = 200, .reach = 6, .letters = every, .alphabet = alphabet::raw, .similar_percent = 90})});
}

TEST_F(cuda_scored, sizes_around_strips_and_blocks)
{
    std::vector<test_problem> all;
    generator rng{31};
    for (std::size_t const n : {1, 2, 31, 32, 33, 64, 65})
        for (std::size_t const m : {1, 63, 64, 65, 127, 128, 129, 255, 256, 257, 513})
            for (bool const jumps : {false, true}) {
                random_problem_options o{.min_n = n, .max_n = n, .min_m = m, .max_m = m, .reach = 7, .letters = "AC"};
                o.kind_a = o.kind_b = chance(rng, 50) ? limits_kind::constant : limits_kind::elastic;
                all.push_back(random_scored(rng, {.problem = o,
                                                  .jumps_a = jumps_kind::none,
                                                  .jumps_b = jumps ? jumps_kind::elastic : jumps_kind::none}));
                all.push_back(all.back().swapped());
            }
    expect_answers(judged_problems{all});
}

/// Windows of jumps around blocks of 32 rows: within one, from one into the next, over many, to row 0.
TEST_F(cuda_scored, jumps_around_blocks_of_rows)
{
    std::vector<test_problem> all;
    generator rng{41};
    for (std::uint32_t const lo : {1, 20, 31, 32, 33, 64, 100})
        for (std::uint32_t const length : {0, 1, 12, 31, 32, 33, 63, 64, 300}) {
            test_problem p = random_problem(rng, {.min_n = 260,
                                                  .max_n = 420,
                                                  .min_m = 40,
                                                  .max_m = 90,
                                                  .reach = 3,
                                                  .kind_a = limits_kind::constant,
                                                  .kind_b = limits_kind::constant});
            p.scoring = {3, 1, 1};
            p.jumps_a = jumps{p.a.size(), jump{lo, lo + length, 2}, 1};
            p.origin = fmt::format("jumps of {}..{}", lo, lo + length);
            all.push_back(p.swapped());
            all.push_back(std::move(p));
        }
    judged_problems const judged{all};
    expect_answers(judged);
    expect_answers(judged, {.value_bytes = 4});
    expect_answers(judged, {.own = true});
}

/// Scores up to what each kind of values holds, and beyond.
TEST_F(cuda_scored, values_up_to_their_largest)
{
    std::vector<test_problem> all;
    for (std::uint32_t const match : {1u, 327u, 328u, 655u, 656u, 65'535u})
        for (std::uint32_t const hi : {0u, 3u, 9u})
            for (std::uint32_t const skip : {1u, 40'000u, 2'147'483'647u}) {
                std::string const letters(100, 'A');
                test_problem p{.a = letters,
                               .b = letters + letters,
                               .limits_a = {100, {.hi = hi}},
                               .limits_b = {200, {.hi = hi}},
                               .origin = fmt::format("match {} limit {} skip {}", match, hi, skip),
                               .scoring = {match, skip, skip}};
                all.push_back(p);
                p.jumps_b = jumps{200, jump{2, 80, skip / 2}, 1};
                all.push_back(std::move(p));
            }
    expect_answers(judged_problems{all});
}

/// In parts, since the checks for races take long. Parameters: reach of limits, bytes of values, equal windows.
class cuda_scored_tiles : public cuda_scored,
                          public ::testing::WithParamInterface<std::tuple<std::uint32_t, std::uint32_t, bool>>
{
};

TEST_P(cuda_scored_tiles, chains_in_tiles)
{
    auto const [reach, value_bytes, equal] = GetParam();
    using numbers = std::vector<std::uint32_t>;
    auto const panels = small_suite() ? numbers{1} : numbers{0, 1, 2, 4};
    auto const intervals = small_suite() ? numbers{64} : numbers{0, 64, 96};
    auto const numbers_of_tiles = small_suite() ? numbers{1, 7} : numbers{1, 2, 7};
    judged_problems const judged{
        drawn(51 + reach, small_suite() ? 4 : 30, {.max_n = 300, .max_m = 700, .reach = reach}, equal)};
    for (std::uint32_t const panel : panels)
        for (std::uint32_t const interval : intervals)
            for (std::uint32_t const tiles : numbers_of_tiles)
                if (interval || panel)
                    expect_answers(judged, {.words = panel % 2 ? 2u : 4u,
                                            .value_bytes = value_bytes,
                                            .panel_strips = panel,
                                            .row_interval = interval,
                                            .tiles = tiles});
}

INSTANTIATE_TEST_SUITE_P(all, cuda_scored_tiles,
                         ::testing::Combine(::testing::Values(3, 7), ::testing::Values(0, 4), ::testing::Bool()));

/// A budget that the table does not fit: the plan says so, the run keeps to it, and the chain is the same.
TEST_F(cuda_scored, chain_in_a_budget)
{
    std::size_t const n = small_suite() ? 1500 : 6000, m = 2 * n;
    for (bool const jumps_b : {false, true}) {
        generator rng{61};
        test_problem p = random_problem(rng, {.min_n = n, .max_n = n, .min_m = m, .max_m = m, .similar_percent = 100});
        p.limits_a = {n, {.hi = 3}};
        p.limits_b = {m, {.hi = 3}};
        p.scoring = {1, 1, 1};
        if (jumps_b)
            p.jumps_b = jumps{m, jump{20, 500, 6}, 1};
        problem const made = p.make();
        problem const * const one = &made;
        result const free = cuda::scored::solve_scored({&one, 1}, {}).front();
        std::uint64_t const budget = std::uint64_t{2} * n * m / 2; // half of the table
        auto const plan = cuda::scored::make_scored_plan(made, task::alignment, budget);
        EXPECT_TRUE(plan.kept.in_tiles());
        EXPECT_LE(plan.bytes(), budget);
        result const tight = cuda::scored::solve_scored({&one, 1}, {.max_gpu_memory = budget}).front();
        EXPECT_TRUE(same_answer(tight, free, task::alignment));
        EXPECT_EQ(score_of(made, in_file(made, free).chain), static_cast<std::int64_t>(free.score));
        EXPECT_THROW((void)cuda::scored::solve_scored({&one, 1}, {.max_gpu_memory = 100'000}), resource_error);
    }
}

TEST_F(cuda_scored, engine_solves_and_refuses)
{
    generator rng{71};
    test_problem p = random_scored(rng, {.problem = {.min_n = 80, .max_n = 80, .min_m = 90, .max_m = 90, .reach = 3},
                                         .jumps_a = jumps_kind::none,
                                         .jumps_b = jumps_kind::everywhere});
    p.limits_a = {80, {.hi = 3}};
    p.limits_b = {90, {.hi = 3}};
    p.scoring.skip_a = 1;
    options o{.engine = "strip", .device = device::cuda};
    EXPECT_TRUE(same_answer(solve(p.make(), o), solve_with("reference", p.make(), task::alignment), task::alignment));
    test_problem both = p, far = p;
    both.jumps_a = jumps{80, jump{2, 9, 1}, 0};
    far.limits_a = {80, {.hi = 60}};
    EXPECT_THROW((void)solve(both.make(), o), usage_error);
    EXPECT_THROW((void)solve(far.make(), o), usage_error);
}

TEST_F(cuda_scored, a_run_can_be_stopped)
{
    std::size_t const n = small_suite() ? 20'000 : 150'000;
    generator rng{81};
    test_problem p{.a = random_letters(rng, n, "ACGT"),
                   .b = random_letters(rng, n, "ACGT"),
                   .limits_a = {n, {.hi = 3}},
                   .limits_b = {n, {.hi = 3}},
                   .scoring = {1, 1, 1}};
    p.jumps_b = jumps{n, jump{20, 5000, 10}, 0};
    problem const made = p.make();
    run_control control;
    std::thread stopper{[&] {
        std::this_thread::sleep_for(std::chrono::milliseconds{30});
        control.stop();
    }};
    options o{.task = task::length, .engine = "strip", .device = device::cuda, .control = &control};
    EXPECT_THROW((void)solve(made, o), interrupted);
    stopper.join();
}

/// Larger than the reference can do: related sequences, the chain checked by its score, both kinds of values alike.
TEST_F(cuda_scored, large_problems_agree_with_themselves)
{
    if (small_suite())
        GTEST_SKIP() << "short suite";
    generator rng{91};
    test_problem p{.a = random_letters(rng, 30'000, "ACGT")};
    p.b = changed_copy(rng, p.a, 40'000, "ACGT");
    p.limits_a = {p.a.size(), {.hi = 3}};
    p.limits_b = {p.b.size(), {.hi = 3}};
    p.scoring = {1, 1, 1};
    for (bool const with_jumps : {false, true}) {
        if (with_jumps)
            p.jumps_b = jumps{p.b.size(), jump{20, 5000, 10}, 2};
        problem const made = p.make(), other = p.swapped().make();
        problem const * const both[] = {&made, &other};
        std::vector<result> const wide = cuda::scored::solve_scored(both, {}, {.value_bytes = 4}),
                                  narrow = cuda::scored::solve_scored(both, {}),
                                  own = cuda::scored::solve_scored(both, {}, {.own = true});
        for (std::size_t k = 0; k < 2; ++k) {
            EXPECT_TRUE(same_answer(narrow[k], wide[k], task::alignment));
            EXPECT_TRUE(same_answer(own[k], wide[k], task::alignment));
            EXPECT_EQ(score_of(*both[k], in_file(*both[k], narrow[k]).chain),
                      static_cast<std::int64_t>(narrow[k].score));
        }
        EXPECT_EQ(narrow[0].score, narrow[1].score);
    }
}

} // namespace
