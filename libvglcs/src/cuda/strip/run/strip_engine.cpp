// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/engines.hpp"
#include "cuda/scored/run/solve_scored.hpp"
#include "cuda/strip/run/solve_strips.hpp"

#include <rmq/cuda/device.hpp>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

namespace vglcs::cuda {

namespace {

class strip final : public engine
{
public:
    std::string_view name() const noexcept override { return "strip"; }
    std::string_view summary() const noexcept override { return "strips of columns in a pipeline, one warp each"; }
    vglcs::device device() const noexcept override { return vglcs::device::cuda; }
    bool supports(problem const & p, task) const noexcept override { return p.is_unit() || scored::is_supported(p); }

    cost plan(problem const & p, options const & o) const override
    {
        if (p.n() == 0 || p.m() == 0)
            return cost{.host_bytes = p.bytes()};
        return guarded(name(), [&] {
            rmq::cuda::device_guard const guard{o.device_number};
            if (!p.is_unit())
                return cost_of(p, scored::make_scored_plan(p, o.task, device_budget(o)));
            return cost_of(p, make_strip_plan(p, o.task, device_budget(o)));
        });
    }

    std::unique_ptr<prepared_run> prepare(problem const & p, options const & o) const override
    {
        if (p.n() == 0 || p.m() == 0)
            return engine::prepare(p, o);
        return guarded(name(), [&] {
            rmq::cuda::device_guard const guard{o.device_number};
            std::uint64_t const budget = device_budget(o);
            if (!p.is_unit())
                return planned(p, o, scored::make_scored_plan(p, o.task, budget), budget);
            return planned(p, o, make_strip_plan(p, o.task, budget), budget);
        });
    }

    result solve(problem const & p, options const & o) const override
    {
        problem const * const one = &p;
        return std::move(solve_on_strips({&one, 1}, o).front());
    }

private:
    static cost cost_of(problem const & p, strip_plan const & plan)
    {
        // the programs are built on the host, then copied once more for the transfer
        std::uint64_t const host = p.bytes() + 2 * 16 * (p.n() + p.m()) + 32 * plan.rows.reads.size() +
                                   (plan.what == task::alignment ? 24 * std::min(p.n(), p.m()) : 0);
        return cost{.cells = std::uint64_t{p.n()} * p.m(),
                    .host_bytes = host,
                    .gpu_bytes = plan.bytes(),
                    .seconds = plan.seconds};
    }

    static cost cost_of(problem const & p, scored::scored_plan const & plan)
    {
        return cost{.cells = std::uint64_t{p.n()} * p.m(),
                    .host_bytes = p.bytes() + 2 * plan.host_bytes() +
                                  (plan.what == task::alignment ? 24 * std::min(p.n(), p.m()) : 0),
                    .gpu_bytes = plan.bytes(),
                    .seconds = plan.seconds};
    }

    template <class Plan>
    class planned_run final : public prepared_run
    {
    public:
        planned_run(problem const & p, options const & o, Plan && plan, std::uint64_t budget)
            : prepared_run{cost_of(p, plan)}, p_{p}, options_{o}, plan_{std::make_shared<Plan const>(std::move(plan))},
              budget_{budget}
        {
        }
        result solve() const override { return solve_planned(p_, plan_, budget_, options_); }

    private:
        problem const & p_;
        options const & options_;
        std::shared_ptr<Plan const> plan_;
        std::uint64_t budget_;
    };

    template <class Plan>
    static std::unique_ptr<prepared_run> planned(problem const & p, options const & o, Plan plan, std::uint64_t budget)
    {
        return std::make_unique<planned_run<Plan>>(p, o, std::move(plan), budget);
    }
};

} // namespace

engine const & strip_engine()
{
    static strip const instance;
    return instance;
}

std::vector<result> solve_on_strips(std::span<problem const * const> problems, options const & o)
{
    auto const without_costs = [](problem const * p) { return p->is_unit(); };
    if (std::ranges::all_of(problems, without_costs))
        return solve_strips(problems, o);
    if (std::ranges::none_of(problems, without_costs))
        return scored::solve_scored(problems, o);
    std::vector<result> out(problems.size());
    for (bool const unit : {true, false}) {
        std::vector<problem const *> chosen;
        std::ranges::copy_if(problems, std::back_inserter(chosen),
                             [&](problem const * p) { return p->is_unit() == unit; });
        std::vector<result> answers = unit ? solve_strips(chosen, o) : scored::solve_scored(chosen, o);
        auto next = answers.begin();
        for (std::size_t k = 0; k < problems.size(); ++k)
            if (problems[k]->is_unit() == unit)
                out[k] = std::move(*next++);
    }
    return out;
}

std::uint64_t memory_budget(options const & o)
{
    return guarded("strip", [&] {
        rmq::cuda::device_guard const guard{o.device_number};
        return device_budget(o);
    });
}

} // namespace vglcs::cuda
