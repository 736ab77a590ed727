// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/strip/strip.hpp"
#include "judged.hpp"
#include "solve/tile_traceback.hpp"
#include "temporary_folder.hpp"

#include <gtest/gtest.h>

#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

using namespace vglcs;
using namespace vglcs::test;

namespace {

/// Problems of several of the smallest strips, every kind of limits against every other.
std::vector<judged> const & all_kinds()
{
    static std::vector<judged> const cases =
        judge(every_pair_of_kinds(500,
                                  [](std::uint64_t seed) {
                                      return random_problem_options{.min_n = 150,
                                                                    .max_n = 260,
                                                                    .min_m = 200,
                                                                    .max_m = 420,
                                                                    .reach = seed % 2 == 0 ? 20U : 90U,
                                                                    .letters = seed % 3 == 0 ? "AC" : "ACGT"};
                                  }),
              task::alignment);
    return cases;
}

cpu::strip_job job_with(std::vector<cpu::strip_blocks> levels, task t = task::alignment, std::string checkpoint = {})
{
    cpu::strip_job job;
    job.task = t;
    job.grid.levels = std::move(levels);
    job.checkpoint = std::move(checkpoint);
    return job;
}

void expect_all(cpu::strip_job const & job, int threads, std::size_t bytes = 2)
{
    std::string name = "grid";
    for (cpu::strip_blocks const & blocks : job.grid.levels)
        name += fmt::format(" {}x{}", blocks.rows, blocks.columns);
    expect_answers(all_kinds(), task::alignment, fmt::format("{}, {} threads", name, threads), [&](judged const & c) {
        cpu::strip_plan const plan{c.made, {.width = 64, .chunk = 16, .thread_cells = 1}, bytes};
        return cpu::run_strips(plan, job, threads, nullptr);
    });
}

/// A table in memory for the walk alone.
struct kept_rows final : table_rows
{
    std::vector<std::vector<std::uint64_t>> v;
    std::optional<std::size_t> find_last(std::size_t i, std::size_t first, std::size_t last,
                                         std::uint64_t value) override
    {
        for (std::size_t j = last + 1; j-- > first;)
            if (v[i][j] == value)
                return j;
        return std::nullopt;
    }
};

} // namespace

TEST(tile_traceback, a_kept_table_needs_no_checkpoints)
{
    cpu::strip_job job;
    job.grid.keep_table = true;
    expect_all(job, 1);
    expect_all(job, 3);
}

TEST(tile_traceback, one_tile_is_the_whole_table)
{
    expect_all({}, 1);
}

TEST(tile_traceback, every_grid_gives_the_canonical_chain)
{
    for (std::size_t const rows : {1, 3, 7})
        for (std::size_t const columns : {1, 2, 7})
            for (std::size_t const subs : {1, 2, 5})
                expect_all(job_with({{rows, columns}, {subs, 1}}), 1);
}

TEST(tile_traceback, tiles_of_tiles_give_the_canonical_chain)
{
    using levels = std::vector<cpu::strip_blocks>;
    for (levels const & l : {levels{{1, 3}, {4, 1}}, levels{{1, 2}, {3, 2}, {2, 1}, {5, 1}},
                             levels{{2, 1}, {1, 3}, {3, 2}}, levels{{1, 1}, {1, 2}, {1, 2}, {1, 2}},
                             levels{{2, 2}, {2, 2}, {2, 2}}, levels{{1, 7}, {7, 1}, {7, 1}, {7, 1}}})
        for (int const threads : {1, 3})
            expect_all(job_with(l), threads);
    expect_all(job_with({{2, 2}, {2, 3}, {3, 1}}), 2, 4);
}

TEST(tile_traceback, any_number_of_threads_gives_the_same_chain)
{
    for (int const threads : {2, 3, 8})
        expect_all(job_with({{4, 3}, {2, 1}}), threads);
}

TEST(tile_traceback, wide_values)
{
    expect_all(job_with({{5, 4}, {3, 1}}), 2, 4);
}

TEST(tile_traceback, resumes_from_any_number_of_parts)
{
    temporary_folder const folder;
    for (task const t : {task::length, task::alignment})
        for (std::size_t const keep : {9, 9, 2, 0}) { // a first run, then from all parts, from two, from none
            std::size_t number = 0;
            expect_answers(all_kinds(), t, fmt::format("from {} parts", keep), [&](judged const & c) {
                std::filesystem::path const parts = folder.path(fmt::format("{}-{}", int(t), number++));
                keep_files(parts, keep);
                run_control control;
                cpu::strip_plan const plan{c.made, {.width = 64, .chunk = 16, .thread_cells = 1}, 2};
                return cpu::run_strips(plan, job_with({{3, 8}, {2, 2}}, t, parts.string()), 2, &control);
            });
        }
}

TEST(tile_traceback, a_killed_run_goes_on_to_the_same_chain)
{
    generator rng{77};
    test_problem const t = random_problem(rng, {.min_n = 4'000,
                                                .max_n = 4'000,
                                                .min_m = 12'000,
                                                .max_m = 12'000,
                                                .reach = 25,
                                                .kind_a = limits_kind::per_letter,
                                                .kind_b = limits_kind::per_letter});
    problem const p = t.make();
    cpu::strip_plan const plan{p, {.width = 64}, 2};
    cpu::strip_job job = job_with({{3, 24}, {2, 1}});
    result const whole = cpu::run_strips(plan, job, 1, nullptr);

    temporary_folder const folder;
    job.checkpoint = folder.path("parts");
    pid_t const child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        static_cast<void>(cpu::run_strips(plan, job, 1, nullptr));
        _exit(0);
    }
    while (!std::filesystem::exists(folder.path("parts/strip-0003.vglcs-checkpoint")))
        std::this_thread::yield();
    kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status)) << "the child was done before it could be killed";
    EXPECT_FALSE(std::filesystem::exists(folder.path("parts/strip-0022.vglcs-checkpoint")));
    EXPECT_TRUE(same_answer(cpu::run_strips(plan, job, 1, nullptr), whole, task::alignment));
}

TEST(tile_traceback, a_damaged_part_is_computed_again_and_another_problem_is_refused)
{
    temporary_folder const folder;
    judged const &c = all_kinds()[0], &other = all_kinds()[1];
    cpu::strip_job const job = job_with({{1, 4}}, task::length, folder.path("parts"));
    cpu::strip_plan const plan{c.made, {.width = 64, .chunk = 16, .thread_cells = 1}, 2};
    EXPECT_TRUE(same_answer(in_file(c.made, cpu::run_strips(plan, job, 1, nullptr)), c.answer, task::length));
    std::string const part = folder.path("parts/strip-0000.vglcs-checkpoint");
    ASSERT_TRUE(std::filesystem::exists(part));
    EXPECT_THROW(static_cast<void>(cpu::run_strips(
                     cpu::strip_plan{other.made, {.width = 64, .chunk = 16, .thread_cells = 1}, 2}, job, 1, nullptr)),
                 usage_error);
    {
        std::fstream file{part, std::ios::in | std::ios::out | std::ios::binary};
        file.seekp(200);
        file.put('!');
    }
    EXPECT_TRUE(same_answer(in_file(c.made, cpu::run_strips(plan, job, 1, nullptr)), c.answer, task::length));
    std::filesystem::resize_file(part, 150);
    EXPECT_TRUE(same_answer(in_file(c.made, cpu::run_strips(plan, job, 1, nullptr)), c.answer, task::length));
}

TEST(tile_traceback, a_table_without_the_chain_is_an_internal_error)
{
    gap_limits const none{2, gap_limit{}};
    problem const p{{0, 1}, {0, 1}, none, none};
    kept_rows rows;
    rows.v = {{1, 0}, {0, 2}};
    EXPECT_EQ(trace_chain(p, {1, 1}, 2, rows), (std::vector<matched_pair>{{0, 0}, {1, 1}}));
    rows.v[0][0] = 0;
    EXPECT_THROW(static_cast<void>(trace_chain(p, {1, 1}, 2, rows)), error);
}

TEST(tile_traceback, the_grid_follows_the_budget)
{
    std::size_t const n = 3'000, m = 30'000;
    std::vector<letter_code> const a(n, 0), b(m, 0);
    problem const p{a, b, gap_limits{n, gap_limit{.hi = 3}}, gap_limits{m, gap_limit{.hi = 3}}};
    cpu::strip_plan const plan{p, {}, 2};
    cpu::strip_grid const tight = cpu::choose_grid(plan, 8 << 20), wide = cpu::choose_grid(plan, 1 << 30);
    EXPECT_LE(cpu::grid_bytes(plan, tight), 8U << 20);
    EXPECT_LE(cpu::grid_share(plan, wide), 0.25);
    EXPECT_LE(cpu::grid_share(plan, wide), cpu::grid_share(plan, tight));
}

TEST(tile_traceback, a_million_letters_with_limits_up_to_1000_fit_8_gigabytes_at_twice_the_time)
{
    std::size_t const n = 1'000'000;
    generator rng{8};
    std::vector<letter_code> a(n), b(n);
    gap_limits limits_a{n, gap_limit{}}, limits_b{n, gap_limit{}};
    for (std::size_t k = 0; k < n; ++k) {
        a[k] = static_cast<letter_code>(rng() % 4);
        b[k] = static_cast<letter_code>(rng() % 4);
        limits_a.set(k, gap_limit{.hi = static_cast<std::uint32_t>(rng() % 1001)});
        limits_b.set(k, gap_limit{.hi = static_cast<std::uint32_t>(rng() % 1001)});
    }
    problem const p{a, b, limits_a, limits_b};
    cpu::strip_plan const plan{p, {}, 4};
    std::uint64_t const used = p.bytes() + plan.bytes(2), budget = 8'000'000'000;
    ASSERT_LT(used, budget);
    cpu::strip_grid const grid = cpu::choose_grid(plan, budget - used);
    EXPECT_GT(grid.levels.size(), 2U);
    EXPECT_LE(used + cpu::grid_bytes(plan, grid), budget);
    EXPECT_LE(cpu::grid_share(plan, grid), 1);
}
