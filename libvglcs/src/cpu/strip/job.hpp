// SPDX-License-Identifier: BSD-3-Clause
/// What a run of strips keeps, chosen within a budget of memory, and what that costs.
#pragma once

#include "cpu/machine_speed.hpp"
#include "cpu/strip/grid.hpp"

#include <vglcs/engine.hpp>
#include <vglcs/options.hpp>
#include <vglcs/problem.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace vglcs::cpu {

/// Rows between two signals to the strip on the right, where strips have few rows.
inline constexpr std::size_t narrow_chunk = 32;

/// How a run with checkpoints goes on.
struct strip_job
{
    vglcs::task task = vglcs::task::alignment;
    strip_grid grid;         ///< under task::length only its column blocks count, as places to resume at
    std::string checkpoint;  ///< folder to resume from and to write to; empty = none
    std::uint64_t least = 0; ///< where the best cell is below it, no chain is traced
    std::size_t strips = 0;  ///< only so many, from the left; 0: all
    bool counts = true;      ///< its cells are part of the progress that the run's control shows

    /// True where the run writes to its folder: it has edges of blocks of strips to keep.
    [[nodiscard]] bool writes_parts() const noexcept
    {
        return !checkpoint.empty() && grid.levels.front().columns > 1 &&
               (task == vglcs::task::length || !grid.keep_table);
    }
};

/// Bytes of the part of a job's checkpoints that is being written, and of those on their way.
template <class Plan>
[[nodiscard]] std::uint64_t part_bytes(Plan const & plan, strip_job const & job, int threads)
{
    if (!job.writes_parts())
        return 0;
    std::uint64_t const flow = plan.row_count() * plan.flow_bytes();
    std::uint64_t const strips = job.grid.tile(0, plan.row_count(), plan.strip_count()).strips;
    bool const chain = job.task == task::alignment;
    std::uint64_t const states = chain ? (job.grid.levels.front().rows - 1) * strips * plan.state_bytes() : 0;
    return flow + states + (chain ? 0 : static_cast<std::uint64_t>(threads + 1) * flow);
}

/// Bytes of a job beside those of the plan and of a run for the length.
template <class Plan>
[[nodiscard]] std::uint64_t job_bytes(Plan const & plan, strip_job const & job, int threads)
{
    return (job.task == task::alignment ? grid_bytes(plan.shape(), job.grid) : 0) + part_bytes(plan, job, threads);
}

/// The job that the engine makes of a plan and its options.
template <class Plan>
[[nodiscard]] strip_job make_job(Plan const & plan, options const & o)
{
    strip_job job;
    job.task = o.task;
    job.checkpoint = o.checkpoint;
    std::uint64_t const used = plan.p.bytes() + plan.bytes(o.threads);
    std::uint64_t const budget = o.max_memory > used ? o.max_memory - used : 0;
    // what the program holds beside the problem comes out of the same budget, and grids like to fill it
    constexpr std::uint64_t program = 32 << 20;
    std::uint64_t const aim = budget - std::min(budget / 8, program);
    if (o.task == task::alignment)
        job.grid = choose_grid(plan.shape(), aim);
    if (o.checkpoint.empty() || job.grid.keep_table)
        return job;
    if (std::uint64_t const part = part_bytes(plan, job, o.threads); job_bytes(plan, job, o.threads) > budget)
        job.grid = choose_grid(plan.shape(), aim - std::min(aim, part));
    constexpr double interval = 10; // seconds between two parts
    double const seconds = plan.seconds() / o.threads;
    std::size_t const most = std::min<std::size_t>(plan.strip_count() / plan.shape().narrowest, 64);
    std::size_t & columns = job.grid.levels.front().columns;
    std::size_t const before = columns;
    columns = std::max(columns, std::min(static_cast<std::size_t>(seconds / interval), most));
    if (o.task == task::alignment && job_bytes(plan, job, o.threads) > budget)
        columns = before;
    return job;
}

/// What a job takes.
template <class Plan>
[[nodiscard]] cost cost_of(Plan const & plan, strip_job const & job, int threads)
{
    problem const & p = plan.p;
    double const share = job.task == task::alignment ? grid_share(plan.shape(), job.grid) : 0;
    double const cells = static_cast<double>(plan.kept.cells()) * (1 + share);
    // a whole table costs its writing
    double const again = job.task == task::alignment && job.grid.keep_table ? 0.5 : share;
    // what is kept comes fresh from the system, page by page
    double const written = 6e-10 * static_cast<double>(job_bytes(plan, job, threads)) * current_speed().scalar;
    auto const team = std::clamp<double>(static_cast<double>(plan.strip_count()), 1, threads);
    return {.cells = static_cast<std::uint64_t>(cells),
            .host_bytes = p.bytes() + plan.bytes(threads) + job_bytes(plan, job, threads),
            .seconds = plan.seconds(current_speed()) * (1 + again) / team + written};
}

} // namespace vglcs::cpu
