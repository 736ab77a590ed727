// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/scored/scored_plan.hpp"
#include "cpu/scored/scored_traceback.hpp"
#include "scored_cases.hpp"
#include "temporary_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace vglcs;
using namespace vglcs::test;

namespace {

cpu::strip_job job_with(std::vector<cpu::strip_blocks> levels, task t = task::alignment, std::string checkpoint = {})
{
    cpu::strip_job job;
    job.task = t;
    job.grid.levels = std::move(levels);
    job.checkpoint = std::move(checkpoint);
    return job;
}

void expect_all(cpu::strip_job const & job, int threads, bool rows_are_a, std::size_t bytes = 2)
{
    std::string name = rows_are_a ? "rows A, grid" : "rows B, grid";
    for (cpu::strip_blocks const & blocks : job.grid.levels)
        name += fmt::format(" {}x{}", blocks.rows, blocks.columns);
    expect_answers(scored_cases(), task::alignment, fmt::format("{}, {} threads", name, threads),
                   [&](judged const & c) {
                       cpu::scored_plan const plan{
                           c.made, {.width = 64, .chunk = 16, .thread_cells = 1, .rows_are_a = rows_are_a}, bytes};
                       return cpu::run_strips(plan, job, threads, nullptr);
                   });
}

/// A table in memory for the walk alone; no cell below or right of the pair that it stands on may be asked for.
struct kept_cells final : cpu::scored_cells
{
    std::vector<std::vector<std::uint64_t>> v;
    matched_pair at;
    void stand_on(matched_pair pair) override { at = pair; }
    std::optional<cell> find_last(std::size_t i, std::size_t first, std::size_t last, std::uint64_t least) override
    {
        EXPECT_LT(i, at.i);
        EXPECT_LT(last, at.j);
        for (std::size_t j = last + 1; j-- > first;)
            if (v[i][j] >= least)
                return cell{j, v[i][j]};
        return std::nullopt;
    }
};

} // namespace

TEST(scored_traceback, a_kept_table_needs_no_checkpoints)
{
    cpu::strip_job job;
    job.grid.keep_table = true;
    for (bool const rows_are_a : {true, false}) {
        expect_all(job, 1, rows_are_a);
        expect_all(job, 3, rows_are_a, 4);
    }
}

TEST(scored_traceback, blocks_of_strips_give_the_canonical_chain)
{
    for (bool const rows_are_a : {true, false})
        for (std::size_t const columns : {1, 2, 3})
            for (std::size_t const parts : {1, 2})
                expect_all(job_with({{1, columns}, {1, parts}}), 1, rows_are_a);
    expect_all(job_with({{1, 2}, {1, 2}}), 2, false, 4);
}

TEST(scored_traceback, blocks_of_rows_give_the_canonical_chain)
{
    for (std::size_t const rows : {2, 7})
        for (std::size_t const columns : {1, 2})
            for (std::size_t const parts : {1, 5})
                expect_all(job_with({{rows, columns}, {parts, 1}}), 1, true);
    expect_all(job_with({{3, 2}, {2, 1}, {4, 2}}), 3, true, 4);
}

TEST(scored_traceback, resumes_from_any_number_of_parts)
{
    temporary_folder const folder;
    for (task const t : {task::length, task::alignment})
        for (std::size_t const keep : {9, 9, 1, 0}) { // a first run, then from all parts, from one, from none
            std::size_t number = 0;
            expect_answers(scored_cases(), t, fmt::format("from {} parts", keep), [&](judged const & c) {
                std::filesystem::path const parts = folder.path(fmt::format("{}-{}", int(t), number));
                keep_files(parts, keep);
                run_control control;
                bool const rows_are_a = number++ % 2 == 0;
                cpu::scored_plan const plan{
                    c.made, {.width = 64, .chunk = 16, .thread_cells = 1, .rows_are_a = rows_are_a}, 2};
                return cpu::run_strips(plan, job_with({{rows_are_a ? 3U : 1U, 8}, {1, 2}}, t, parts.string()), 2,
                                       &control);
            });
        }
}

TEST(scored_traceback, another_cost_is_another_problem)
{
    temporary_folder const folder;
    cpu::strip_job const job = job_with({{1, 2}}, task::length, folder.path("parts"));
    test_problem p{.a = std::string(200, 'A'),
                   .b = std::string(200, 'A'),
                   .limits_a = {200, gap_limit{}},
                   .limits_b = {200, gap_limit{}}};
    auto const run = [&] {
        problem const made = p.make();
        return cpu::run_strips(cpu::scored_plan{made, {.width = 64}, 2}, job, 1, nullptr);
    };
    p.scoring.skip_a = 1;
    EXPECT_EQ(run().score, 200U);
    EXPECT_EQ(run().score, 200U);
    p.scoring.skip_a = 2;
    EXPECT_THROW(static_cast<void>(run()), usage_error);
}

TEST(scored_traceback, stops_when_asked)
{
    judged const & c = scored_cases().front();
    run_control control;
    control.stop();
    EXPECT_THROW(static_cast<void>(cpu::run_strips(cpu::scored_plan{c.made, {}, 2}, cpu::strip_job{}, 1, &control)),
                 interrupted);
}

TEST(scored_traceback, a_table_without_the_chain_is_an_internal_error)
{
    gap_limits const none{2, gap_limit{}};
    problem const p{{0, 1}, {0, 1}, none, none, scoring{2, 1, 1}};
    kept_cells cells;
    cells.v = {{2, 0}, {0, 4}};
    EXPECT_EQ(cpu::trace_scored_chain(p, {1, 1}, 4, cells, nullptr), (std::vector<matched_pair>{{0, 0}, {1, 1}}));
    cells.v[0][0] = 0;
    EXPECT_THROW(static_cast<void>(cpu::trace_scored_chain(p, {1, 1}, 4, cells, nullptr)), error);
}

TEST(scored_traceback, a_table_smaller_than_its_checkpoints_is_kept)
{
    cpu::grid_shape shape{.rows = 20'000,
                          .strips = 3,
                          .width = 20'224,
                          .value_bytes = 2,
                          .state_bytes = std::uint64_t{5'000} * 20'224 * 2,
                          .flow_bytes = 5'056 * 2,
                          .reach = 5'010};
    std::uint64_t const table = std::uint64_t{shape.rows} * shape.strips * shape.width * 2;
    EXPECT_TRUE(cpu::choose_grid(shape, 2 * table).keep_table);
    EXPECT_FALSE(cpu::choose_grid(shape, table / 2).keep_table);
    shape.state_bytes /= 1'000;
    EXPECT_FALSE(cpu::choose_grid(shape, 2 * table).keep_table);
}

TEST(scored_traceback, the_grid_follows_the_budget)
{
    std::size_t const n = 20'000, m = 60'000;
    std::vector<letter_code> const a(n, 0), b(m, 0);
    gap_limits const limits_a{n, gap_limit{.hi = 3}}, limits_b{m, gap_limit{.hi = 3}};
    for (jumps const & on_b : {jumps{}, jumps{m, jump{20, 5'000, 10}, 0}}) {
        problem const p{a, b, limits_a, limits_b, scoring{1, 1, 1}, {}, on_b};
        cpu::scored_plan const plan{p, {}, 2};
        std::map<std::uint64_t, double> shares;
        for (std::uint64_t const budget : {400 << 20, 150 << 20}) {
            cpu::strip_grid const grid = cpu::choose_grid(plan, budget);
            EXPECT_LE(cpu::grid_bytes(plan, grid), budget);
            shares[budget] = cpu::grid_share(plan, grid);
            for (cpu::strip_blocks const & blocks : grid.levels)
                EXPECT_TRUE(plan.rows_are_a || blocks.rows == 1) << "the walk goes up and down the rows of a tile";
        }
        EXPECT_LE(shares[400 << 20], shares[150 << 20]);
        EXPECT_LE(shares[400 << 20], plan.rows_are_a ? 0.25 : 0.75);
    }
}
