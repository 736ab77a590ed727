// SPDX-License-Identifier: BSD-3-Clause
/// The CUDA strips against the reference: thousands of small problems side by side, sizes around every edge, every
/// kernel shape, panels, and larger problems.
#include "gpu_test.hpp"

#include "answers.hpp"
#include "oracle_cases.hpp"
#include "random_problem.hpp"

#include "cuda/strip/run/solve_strips.hpp"

#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

namespace {

using namespace vglcs;
using namespace vglcs::test;

/// VGLCS_GPU_TEST_SMALL makes the suite short enough for compute-sanitizer.
bool small_suite()
{
    return std::getenv("VGLCS_GPU_TEST_SMALL") != nullptr;
}

class cuda_strip : public gpu_test
{
protected:
    /// Both tasks of all problems, in one call each, against known answers.
    static void expect_answers(std::vector<test_problem> const & problems, std::vector<result> const & answers,
                               cuda::strip_overrides const & overrides = {})
    {
        std::vector<problem> made;
        for (test_problem const & p : problems)
            made.push_back(p.make());
        std::vector<problem const *> pointers;
        for (problem const & p : made)
            pointers.push_back(&p);
        for (task const t : {task::length, task::alignment}) {
            std::vector<result> const got = cuda::solve_strips(pointers, {.task = t}, overrides);
            int shown = 0;
            for (std::size_t k = 0; k < problems.size() && shown < 3; ++k) {
                auto const same = same_answer(in_file(made[k], got[k]), answers[k], t);
                EXPECT_TRUE(same) << (t == task::length ? "task length" : "task alignment") << ", overrides: words "
                                  << overrides.words << " value bytes " << overrides.value_bytes << " panel strips "
                                  << overrides.panel_strips << " row interval " << overrides.row_interval << " tiles "
                                  << overrides.tiles << " workers " << overrides.workers << " far " << overrides.far
                                  << " tables " << overrides.tables << " chosen " << overrides.chosen << "\n"
                                  << ::testing::PrintToString(problems[k]);
                shown += !same;
            }
        }
    }

    static std::vector<result> reference_answers(std::vector<test_problem> const & problems)
    {
        std::vector<result> out;
        for (test_problem const & p : problems)
            out.push_back(solve_with("reference", p.make(), task::alignment));
        return out;
    }

    static void expect_reference(std::vector<test_problem> const & problems,
                                 cuda::strip_overrides const & overrides = {})
    {
        expect_answers(problems, reference_answers(problems), overrides);
    }
};

TEST_F(cuda_strip, oracle_cases)
{
    for (char const * file : {"small.jsonl", "medium.jsonl"}) {
        std::vector<test_problem> problems;
        std::vector<result> answers;
        for (oracle_case const & c : read_oracle_cases(file)) {
            problems.push_back(c.problem);
            answers.push_back(c.answer);
        }
        expect_answers(problems, answers);
    }
}

TEST_F(cuda_strip, thousands_of_small_problems)
{
    std::size_t const count = small_suite() ? 40 : 4000;
    for (std::uint64_t const seed : {1, 2, 3}) {
        random_problem_options o;
        o.max_n = seed == 1 ? 40 : seed == 2 ? 90 : 150;
        o.max_m = seed == 1 ? 90 : seed == 2 ? 200 : 330;
        o.reach = seed == 1 ? 12 : seed == 2 ? 40 : 120;
        expect_reference(random_problems(seed, count, o));
    }
}

TEST_F(cuda_strip, proteins_and_raw_bytes)
{
    std::string every;
    for (int c = 33; c < 254; ++c)
        if (c != 127)
            every += static_cast<char>(c);
    std::size_t const count = small_suite() ? 15 : 500;
    expect_reference(random_problems(
        11, count, {.max_n = 100, .max_m = 200, .letters = "ACDEFGHIKLMNPQRSTVWYX", .alphabet = alphabet::protein}));
    expect_reference(random_problems(
        12, count, {.max_n = 100, .max_m = 200, .letters = every, .alphabet = alphabet::raw, .similar_percent = 90}));
}

TEST_F(cuda_strip, every_shape_and_panels)
{
    std::size_t const count = small_suite() ? 5 : 300;
    auto const problems = random_problems(21, count, {.max_n = 300, .max_m = 700, .reach = 60});
    auto const answers = reference_answers(problems);
    for (std::uint32_t const value_bytes : {2, 4}) {
        for (std::uint32_t const words : {1, 2, 4}) {
            for (bool const far : {false, true})
                expect_answers(problems, answers, {.words = words, .value_bytes = value_bytes, .far = far});
            expect_answers(problems, answers, {.words = words, .value_bytes = value_bytes, .tables = true});
            expect_answers(problems, answers,
                           {.words = words, .value_bytes = value_bytes, .tables = true, .chosen = true});
        }
    }
    expect_answers(problems, answers, {.workers = 1});
}

/// In parts, since the checks for races take a minute for each of them. Parameters: reach of limits, bytes of values.
class cuda_strip_tiles : public cuda_strip,
                         public ::testing::WithParamInterface<std::tuple<std::uint32_t, std::uint32_t>>
{
};

TEST_P(cuda_strip_tiles, chains_in_tiles)
{
    auto const [reach, value_bytes] = GetParam();
    using numbers = std::vector<std::uint32_t>;
    auto const panels = small_suite() ? numbers{1} : numbers{0, 1, 2, 4};
    auto const intervals = small_suite() ? numbers{0, 64} : numbers{0, 64, 96};
    auto const numbers_of_tiles = small_suite() ? numbers{1, 7} : numbers{1, 2, 7};
    auto const problems =
        random_problems(22 + reach, small_suite() ? 2 : 6, {.max_n = 400, .max_m = 700, .reach = reach});
    auto const answers = reference_answers(problems);
    for (std::uint32_t const panel : panels)
        for (std::uint32_t const interval : intervals)
            for (std::uint32_t const tiles : numbers_of_tiles)
                if (interval || (panel && tiles == 1))
                    expect_answers(problems, answers,
                                   {.words = panel % 2 + 1,
                                    .value_bytes = value_bytes,
                                    .panel_strips = panel,
                                    .row_interval = interval,
                                    .tiles = tiles});
}

INSTANTIATE_TEST_SUITE_P(cuda, cuda_strip_tiles,
                         ::testing::Combine(::testing::Values(6, 14, 60), ::testing::Values(2, 4)));

TEST_F(cuda_strip, equal_limits_of_every_size)
{
    std::vector<test_problem> problems;
    generator rng{25};
    for (std::uint32_t limit = 0; limit <= 34; ++limit) {
        for (int turn = 0; turn < (small_suite() ? 1 : 6); ++turn) {
            test_problem p = random_problem(rng, {.max_n = 200, .max_m = 700, .letters = turn % 2 ? "AC" : "ACGT"});
            p.limits_a =
                gap_limits{p.a.size(), {.hi = turn % 3 ? limit : (limit + 7 * static_cast<unsigned>(turn)) % 31}};
            p.limits_b = gap_limits{p.b.size(), {.hi = limit}};
            problems.push_back(p);
        }
    }
    auto const answers = reference_answers(problems);
    for (std::uint32_t const words : {1, 2, 4})
        for (std::uint32_t const value_bytes : {2, 4})
            expect_answers(problems, answers, {.words = words, .value_bytes = value_bytes});
    if (small_suite())
        return;
    // tiles run alone: those of the limits that four words a lane can do
    std::vector<test_problem> some;
    std::vector<result> their_answers;
    for (std::size_t k = 3 * 6; k < 7 * 6; k += 2) {
        some.push_back(problems[k]);
        their_answers.push_back(answers[k]);
    }
    for (std::uint32_t const value_bytes : {2, 4})
        expect_answers(some, their_answers,
                       {.words = 4, .value_bytes = value_bytes, .panel_strips = 1, .row_interval = 64, .tiles = 3});
}

TEST_F(cuda_strip, small_limits_of_their_own)
{
    std::vector<test_problem> problems;
    generator rng{26};
    for (int turn = 0; turn < (small_suite() ? 8 : 200); ++turn) {
        test_problem p = random_problem(rng, {.max_n = 200,
                                              .max_m = turn % 4 ? 300u : 900u,
                                              .reach = 7,
                                              .letters = turn % 3 ? "AC" : "ACGTN",
                                              .kind_a = limits_kind::per_letter,
                                              .kind_b = limits_kind::per_letter});
        if (turn % 2) // the columns' windows are of few lengths
            for (std::size_t k = 0; k < p.limits_b.size(); ++k)
                p.limits_b.set(k, {.hi = static_cast<std::uint32_t>(uniform(rng, 0, 1) * uniform(rng, 0, 7))});
        problems.push_back(p);
    }
    auto const answers = reference_answers(problems);
    for (std::uint32_t const words : {1, 2, 4})
        expect_answers(problems, answers, {.words = words});
    problems.resize(std::min<std::size_t>(problems.size(), 12));
    for (std::uint32_t const words : {1, 2, 4})
        expect_answers(problems, {answers.begin(), answers.begin() + static_cast<std::ptrdiff_t>(problems.size())},
                       {.words = words, .panel_strips = 1, .row_interval = 64, .tiles = 3});
}

TEST_F(cuda_strip, few_long_windows_among_small_ones)
{
    std::vector<test_problem> problems;
    generator rng{27};
    for (int turn = 0; turn < (small_suite() ? 8 : 200); ++turn) {
        test_problem p = random_problem(rng, {.min_n = 60,
                                              .max_n = 300,
                                              .min_m = 90,
                                              .max_m = turn % 4 ? 400u : 900u,
                                              .reach = 7,
                                              .letters = turn % 3 ? "ACGT" : "AC",
                                              .kind_a = limits_kind::per_letter,
                                              .kind_b = limits_kind::per_letter});
        auto const lengthen = [&](gap_limits & limits, unsigned of_1000) {
            for (std::size_t k = 0; k < limits.size(); ++k)
                if (uniform(rng, 0, 999) < of_1000)
                    limits.set(k, {.hi = static_cast<std::uint32_t>(turn % 2 ? 50'000 : uniform(rng, 8, 250))});
        };
        if (turn % 5 != 1)
            lengthen(p.limits_a, turn % 3 ? 15 : 40);
        if (turn % 5 != 2)
            lengthen(p.limits_b, turn % 3 ? 15 : 40);
        problems.push_back(p);
    }
    auto const answers = reference_answers(problems);
    for (std::uint32_t const words : {1, 2})
        expect_answers(problems, answers, {.words = words});
    expect_answers(problems, answers, {.words = 2, .workers = 1});
    problems.resize(std::min<std::size_t>(problems.size(), 12));
    std::vector<result> const few{answers.begin(), answers.begin() + static_cast<std::ptrdiff_t>(problems.size())};
    for (std::uint32_t const words : {1, 2})
        expect_answers(problems, few, {.words = words, .panel_strips = 1, .row_interval = 64, .tiles = 3});
}

/// Far enough for slots of many blocks and strips, and for strips with several far columns of one letter.
TEST_F(cuda_strip, few_long_windows_of_many_strips_against_the_cpu)
{
    if (small_suite())
        GTEST_SKIP() << "VGLCS_GPU_TEST_SMALL is set";
    generator rng{28};
    for (std::uint32_t const far : {50'000u, 3'000u}) {
        test_problem p = random_problem(rng, {.min_n = 9'000,
                                              .max_n = 9'000,
                                              .min_m = 20'000,
                                              .max_m = 20'000,
                                              .reach = 7,
                                              .letters = "ACGT",
                                              .kind_a = limits_kind::per_letter,
                                              .kind_b = limits_kind::per_letter});
        for (gap_limits * const limits : {&p.limits_a, &p.limits_b})
            for (std::size_t k = 0; k < limits->size(); ++k)
                if (uniform(rng, 0, 99) == 0)
                    limits->set(k, {.hi = far});
        result const answer = solve(p.make(), {.device = device::cpu});
        for (std::uint32_t const words : {1, 2})
            expect_answers({p}, {answer}, {.words = words});
        expect_answers({p}, {answer}, {.panel_strips = 64, .row_interval = 2048});
    }
}

TEST_F(cuda_strip, sizes_around_every_edge)
{
    std::vector<test_problem> problems;
    generator rng{31};
    std::vector<std::size_t> const sizes =
        small_suite() ? std::vector<std::size_t>{1, 32, 65, 129}
                      : std::vector<std::size_t>{1,   2,   31,  32,  33,  63,  64,  65,  95,  96,  97, 127,
                                                 128, 129, 159, 160, 161, 255, 256, 257, 383, 384, 385};
    for (std::size_t const n : sizes)
        for (std::size_t const m : sizes)
            problems.push_back(random_problem(
                rng, {.min_n = n, .max_n = n, .min_m = m, .max_m = m, .reach = n % 2 ? 30u : 200u, .letters = "AC"}));
    expect_reference(problems);
}

TEST_F(cuda_strip, wide_problems_of_every_kind)
{
    if (small_suite())
        GTEST_SKIP() << "VGLCS_GPU_TEST_SMALL is set";
    std::vector<test_problem> problems;
    generator rng{41};
    for (limits_kind const a : all_limits_kinds)
        for (std::uint32_t const reach : {30u, 300u, 3000u})
            problems.push_back(random_problem(
                rng, {.min_n = 700, .max_n = 1100, .min_m = 1500, .max_m = 2600, .reach = reach, .kind_a = a}));
    auto const answers = reference_answers(problems);
    expect_answers(problems, answers);
    expect_answers(problems, answers, {.words = 1});
    expect_answers(problems, answers, {.value_bytes = 4});
}

TEST_F(cuda_strip, values_and_rows_beyond_16_bits)
{
    if (small_suite())
        GTEST_SKIP() << "VGLCS_GPU_TEST_SMALL is set";
    // equal letters and limit 0: the chain is the diagonal, its length the shorter sequence's
    for (std::size_t const n : {65'534u, 65'535u, 65'536u, 70'001u}) {
        problem const p{std::vector<letter_code>(n, 1), std::vector<letter_code>(n + 5, 1), gap_limits{n, {.hi = 0}},
                        gap_limits{n + 5, {.hi = 0}}};
        result const r = solve(p, {.task = task::length, .engine = "strip", .device = device::cuda});
        EXPECT_EQ(r.length, n);
        EXPECT_EQ(r.last, (matched_pair{n - 1, n - 1}));
    }
}

TEST_F(cuda_strip, a_budget_is_met_by_pieces_or_refused)
{
    generator rng{51};
    test_problem const p = random_problem(rng, {.min_n = 2000,
                                                .max_n = 2000,
                                                .min_m = 3000,
                                                .max_m = 3000,
                                                .kind_a = limits_kind::per_letter,
                                                .kind_b = limits_kind::per_letter});
    problem const made = p.make();
    result const answer = solve_with("reference", made, task::alignment);
    options o{.engine = "strip", .device = device::cuda};
    o.max_gpu_memory = std::uint64_t{4} << 20;
    EXPECT_GT(plan(made, options{.engine = "strip", .device = device::cuda}).gpu_bytes, o.max_gpu_memory);
    EXPECT_LE(plan(made, o).gpu_bytes, o.max_gpu_memory);
    EXPECT_TRUE(same_answer(solve(made, o), answer, task::alignment));
    o.max_gpu_memory = 20'000;
    EXPECT_THROW((void)solve(made, o), resource_error);
}

TEST_F(cuda_strip, a_device_with_too_little_memory_gives_way_unless_it_was_asked_for)
{
    std::size_t const n = 32'000; // enough cells for the choice to fall on the device
    problem const p{std::vector<letter_code>(n, 1), std::vector<letter_code>(n, 1), gap_limits{n, {.hi = 0}},
                    gap_limits{n, {.hi = 0}}};
    options o{.task = task::length};
    EXPECT_EQ(choose_engine(p, o).device(), device::cuda);
    EXPECT_EQ(solve(p, o).length, n);
    EXPECT_GT(plan(p, o).gpu_bytes, 0u);
    o.max_gpu_memory = 1000;
    EXPECT_EQ(plan(p, o).gpu_bytes, 0u);
    EXPECT_EQ(solve(p, o).length, n);
    o.device = device::cuda;
    EXPECT_THROW((void)solve(p, o), resource_error);
}

TEST_F(cuda_strip, a_stopped_run_ends)
{
    run_control control;
    control.stop();
    problem const p{std::vector<letter_code>(3000, 1), std::vector<letter_code>(3000, 1), gap_limits{3000, {.hi = 3}},
                    gap_limits{3000, {.hi = 3}}};
    options const o{.engine = "strip", .device = device::cuda, .control = &control};
    EXPECT_THROW((void)solve(p, o), interrupted);
}

/// In the middle, with several warps to each strip, none of which may wait for ever; and the device is fine
/// afterwards.
TEST_F(cuda_strip, a_run_with_far_windows_ends_when_it_is_stopped)
{
    if (small_suite())
        GTEST_SKIP() << "VGLCS_GPU_TEST_SMALL is set";
    constexpr std::size_t n = 60'000;
    for (std::uint32_t const often : {1u, 100u}) { // how often a limit is large
        std::vector<letter_code> a(n), b(n);
        gap_limits limits{n, {.hi = 5}};
        for (std::size_t k = 0; k < n; ++k) {
            a[k] = static_cast<letter_code>(k * k % 7 % 4), b[k] = static_cast<letter_code>(k * k % 11 % 4);
            if (k % often == 0)
                limits.set(k, {.hi = 40'000});
        }
        problem const p{a, b, limits, limits};
        for (int const milliseconds : {0, 10, 25}) {
            run_control control;
            std::thread stopper{[&] {
                std::this_thread::sleep_for(std::chrono::milliseconds{milliseconds});
                control.stop();
            }};
            std::vector<problem const *> const pointers{&p};
            EXPECT_THROW((void)cuda::solve_strips(pointers, {.task = task::length, .control = &control}), interrupted)
                << "often " << often << ", stopped after " << milliseconds << " ms";
            stopper.join();
        }
        EXPECT_GT(solve(p, {.task = task::length, .device = device::cuda}).length, n / 3);
    }
}

/// Their programs are sent in several pieces, packed by several threads, and a chain's limits with them.
TEST_F(cuda_strip, thousands_of_pairs_of_a_kilobase)
{
    if (small_suite())
        GTEST_SKIP() << "VGLCS_GPU_TEST_SMALL is set";
    constexpr std::size_t different = 37, times = 160;
    generator rng{67};
    std::vector<problem> made;
    std::vector<result> answers;
    for (std::size_t k = 0; k < different; ++k) {
        made.push_back(random_problem(rng, {.min_n = 900,
                                            .max_n = 1100,
                                            .min_m = 900,
                                            .max_m = 1100,
                                            .reach = 30,
                                            .kind_a = limits_kind::per_letter,
                                            .kind_b = limits_kind::per_letter})
                           .make());
        answers.push_back(solve(made.back(), {.device = device::cpu}));
    }
    for (auto const & [t, repeated] : {std::pair{task::length, times}, std::pair{task::alignment, times / 2}}) {
        std::vector<problem const *> pointers;
        for (std::size_t k = 0; k < repeated * different; ++k)
            pointers.push_back(&made[k % different]);
        std::vector<result> const got = cuda::solve_strips(pointers, {.task = t, .threads = 3});
        std::size_t wrong = 0;
        for (std::size_t k = 0; k < got.size(); ++k)
            wrong += !same_answer(in_file(made[k % different], got[k]), answers[k % different], t);
        EXPECT_EQ(wrong, 0u) << "of " << got.size();
    }
}

TEST_F(cuda_strip, medium_problems_against_the_cpu)
{
    if (small_suite())
        GTEST_SKIP() << "VGLCS_GPU_TEST_SMALL is set";
    generator rng{61};
    for (int k = 0; k < 10; ++k) {
        limits_kind const kinds[] = {limits_kind::per_letter, limits_kind::exon_mix, limits_kind::constant,
                                     limits_kind::per_letter, limits_kind::elastic};
        test_problem const p = random_problem(rng, {.min_n = 20'000,
                                                    .max_n = 60'000,
                                                    .min_m = 20'000,
                                                    .max_m = 60'000,
                                                    .reach = 30,
                                                    .kind_a = kinds[k % 5],
                                                    .kind_b = kinds[k % 5]});
        problem const made = p.make();
        options cpu{.device = device::cpu};
        engine const * fast = &choose_engine(made, cpu);
        if (fast->name() == "reference") { // only the length is fast here: the chain must be valid and end the same way
            cpu.task = task::length;
            result const answer = solve(made, cpu);
            result const got = solve(made, {.engine = "strip", .device = device::cuda});
            EXPECT_EQ(got.length, answer.length) << p.origin;
            EXPECT_EQ(got.last, answer.last) << p.origin;
            EXPECT_EQ(got.chain.size(), answer.length) << p.origin;
            EXPECT_EQ(find_fault(made, got.chain), std::nullopt) << p.origin;
            continue;
        }
        result const answer = solve(made, cpu);
        EXPECT_TRUE(same_answer(solve(made, {.engine = "strip", .device = device::cuda}), answer, task::alignment))
            << p.origin;
        problem const * const one = &made;
        for (cuda::strip_overrides const kept : {cuda::strip_overrides{.panel_strips = 64, .row_interval = 8192},
                                                 {.row_interval = 6400},
                                                 {.panel_strips = 8, .row_interval = 1024, .tiles = 64}})
            EXPECT_TRUE(
                same_answer(in_file(made, cuda::solve_strips({&one, 1}, {}, kept).front()), answer, task::alignment))
                << p.origin << ", panels of " << kept.panel_strips << " strips and " << kept.row_interval << " rows";
    }
}

} // namespace
