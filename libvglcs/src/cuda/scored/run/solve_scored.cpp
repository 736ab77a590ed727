// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/scored/run/solve_scored.hpp"

#include "cuda/engines.hpp"
#include "cuda/scored/run/scored_run.hpp"
#include "solve/prepared.hpp"

#include <rmq/cuda/device.hpp>
#include <vglcs/machine.hpp>

#include <algorithm>
#include <exception>
#include <optional>

namespace vglcs::cuda::scored {

namespace {

/// Shape and kind as one number: problems of equal keys share launches.
std::uint64_t group_key(scored_plan const & plan)
{
    scored_shape const & s = plan.shape;
    return s.value_bytes | s.words << 4 | s.equal << 8 | std::uint64_t{s.jumps} << 16 | std::uint64_t{s.tables} << 17;
}

using planned = std::shared_ptr<scored_plan const>;

/// Plans of problems, made by all threads; an empty problem has none.
std::vector<planned> plans_of(std::span<problem const * const> problems, options const & o, std::uint64_t budget,
                              scored_overrides const & overrides)
{
    std::vector<planned> out(problems.size());
    std::exception_ptr fault;
    auto const count = static_cast<std::ptrdiff_t>(problems.size());
#pragma omp parallel if (count > 1) num_threads(std::max(1, o.threads > 0 ? o.threads : available_threads()))
    {
        std::optional<rmq::cuda::device_guard> guard;
        try {
            guard.emplace(o.device_number);
        } catch (...) {
#pragma omp critical(vglcs_cuda_scored_plans)
            fault = std::current_exception();
        }
#pragma omp for schedule(dynamic, 16)
        for (std::ptrdiff_t k = 0; k < count; ++k) {
            problem const & p = *problems[static_cast<std::size_t>(k)];
            try {
                scored_overrides as = overrides;
                as.beside = count > 1;
                if (p.n() && p.m())
                    out[static_cast<std::size_t>(k)] =
                        std::make_shared<scored_plan const>(make_scored_plan(p, o.task, budget, as));
            } catch (...) {
#pragma omp critical(vglcs_cuda_scored_plans)
                fault = std::current_exception();
            }
        }
    }
    if (fault)
        std::rethrow_exception(fault);
    return out;
}

} // namespace

std::vector<result> solve_scored(std::span<problem const * const> problems, options const & o,
                                 scored_overrides const & overrides, kernel_times * times)
{
    std::vector<result> out(problems.size());
    return guarded("strip", [&] {
        rmq::cuda::device_guard const guard{o.device_number};
        options within = resolved(o);
        std::uint64_t const budget = within.max_gpu_memory = device_budget(o);
        struct group
        {
            std::uint64_t key, bytes;
            std::vector<running> problems;
        };
        std::vector<group> open;
        auto const run = [&](group & g) { scored_run{std::move(g.problems), o, times}.solve(out); };
        constexpr std::size_t planned_at_a_time = 4096;
        std::vector<planned> plans;
        for (std::size_t k = 0; k < problems.size(); ++k) {
            if (k % planned_at_a_time == 0)
                plans = plans_of(problems.subspan(k, std::min(planned_at_a_time, problems.size() - k)), o, budget,
                                 overrides);
            out[k].engine = "strip";
            planned & plan = plans[k % planned_at_a_time];
            if (!plan)
                continue;
            detail::require_fit(strip_engine(), cost_of(*problems[k], *plan), within);
            running r{.p = problems[k], .plan = std::move(plan), .place = k};
            if (r.plan->kept.in_tiles()) {
                group alone{0, 0, {}};
                alone.problems.push_back(std::move(r));
                run(alone);
                continue;
            }
            std::uint64_t const key = group_key(*r.plan);
            auto g = std::ranges::find(open, key, &group::key);
            if (g == open.end())
                g = open.insert(open.end(), {key, 0, {}});
            if (g->bytes + r.plan->bytes() > budget / 2 && !g->problems.empty()) {
                run(*g);
                *g = {key, 0, {}};
            }
            g->bytes += r.plan->bytes();
            g->problems.push_back(std::move(r));
        }
        for (group & g : open)
            run(g);
        return std::move(out);
    });
}

cost cost_of(problem const & p, scored_plan const & plan)
{
    return {.cells = std::uint64_t{p.n()} * p.m(),
            .host_bytes =
                p.bytes() + 2 * plan.host_bytes() + (plan.what == task::alignment ? 24 * std::min(p.n(), p.m()) : 0),
            .gpu_bytes = plan.bytes(),
            .seconds = plan.seconds};
}

result solve_planned(problem const & p, std::shared_ptr<scored_plan const> plan, options const & o)
{
    result out;
    return guarded("strip", [&] {
        rmq::cuda::device_guard const guard{o.device_number};
        std::vector<running> one;
        one.push_back({.p = &p, .plan = std::move(plan)});
        scored_run{std::move(one), o, nullptr}.solve({&out, 1});
        return std::move(out);
    });
}

} // namespace vglcs::cuda::scored
