// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/strip.hpp"
#include "judged.hpp"
#include "temporary_folder.hpp"
#include "tile_traceback.hpp"

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

void expect_all(cpu::strip_grid const & grid, int threads, std::size_t bytes = 2)
{
    expect_answers(
        all_kinds(), task::alignment,
        fmt::format("grid {} x {} / {}, {} threads", grid.row_blocks, grid.column_blocks, grid.sub_blocks, threads),
        [&](judged const & c) {
            cpu::strip_plan const plan{c.made, {.width = 64, .chunk = 16, .thread_cells = 1}, bytes};
            return cpu::run_strips(plan, {.grid = grid}, threads, nullptr);
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
    expect_all({.keep_table = true}, 1);
    expect_all({.keep_table = true}, 3);
}

TEST(tile_traceback, one_tile_is_the_whole_table)
{
    expect_all({1, 1, 1}, 1);
}

TEST(tile_traceback, every_grid_gives_the_canonical_chain)
{
    for (std::size_t const rows : {1, 3, 7})
        for (std::size_t const columns : {1, 2, 7})
            for (std::size_t const subs : {1, 2, 5})
                expect_all({rows, columns, subs}, 1);
}

TEST(tile_traceback, any_number_of_threads_gives_the_same_chain)
{
    for (int const threads : {2, 3, 8})
        expect_all({4, 3, 2}, threads);
}

TEST(tile_traceback, wide_values)
{
    expect_all({5, 4, 3}, 2, 4);
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
                return cpu::run_strips(plan, {.task = t, .grid = {3, 8, 1}, .checkpoint = parts.string()}, 2, &control);
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
    cpu::strip_job job{.grid = {3, 24, 1}};
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
    cpu::strip_job const job{.task = task::length, .grid = {1, 4, 1}, .checkpoint = folder.path("parts")};
    cpu::strip_plan const plan{c.made, {.width = 64, .chunk = 16, .thread_cells = 1}, 2};
    EXPECT_TRUE(same_answer(cpu::run_strips(plan, job, 1, nullptr), c.answer, task::length));
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
    EXPECT_TRUE(same_answer(cpu::run_strips(plan, job, 1, nullptr), c.answer, task::length));
    std::filesystem::resize_file(part, 150);
    EXPECT_TRUE(same_answer(cpu::run_strips(plan, job, 1, nullptr), c.answer, task::length));
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
    EXPECT_LE(cpu::grid_share(wide), 0.25);
    EXPECT_LE(cpu::grid_share(wide), cpu::grid_share(tight));
}
