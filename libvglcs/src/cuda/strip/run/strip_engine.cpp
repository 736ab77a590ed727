// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/engines.hpp"
#include "cuda/strip/run/solve_strips.hpp"

#include <rmq/cuda/device.hpp>

#include <algorithm>
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
    bool supports(problem const & p, task) const noexcept override { return p.is_unit(); }

    cost plan(problem const & p, options const & o) const override
    {
        if (p.n() == 0 || p.m() == 0)
            return cost{.host_bytes = p.bytes()};
        return guarded(name(), [&] {
            rmq::cuda::device_guard const guard{o.device_number};
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
            return std::make_unique<planned_run>(
                p, o, std::make_shared<strip_plan const>(make_strip_plan(p, o.task, budget)), budget);
        });
    }

    result solve(problem const & p, options const & o) const override
    {
        problem const * const one = &p;
        return std::move(solve_strips({&one, 1}, o).front());
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

    class planned_run final : public prepared_run
    {
    public:
        planned_run(problem const & p, options const & o, std::shared_ptr<strip_plan const> plan, std::uint64_t budget)
            : prepared_run{cost_of(p, *plan)}, p_{p}, options_{o}, plan_{std::move(plan)}, budget_{budget}
        {
        }
        result solve() const override { return solve_planned(p_, plan_, budget_, options_); }

    private:
        problem const & p_;
        options const & options_;
        std::shared_ptr<strip_plan const> plan_;
        std::uint64_t budget_;
    };
};

} // namespace

engine const & strip_engine()
{
    static strip const instance;
    return instance;
}

std::uint64_t memory_budget(options const & o)
{
    return guarded("strip", [&] {
        rmq::cuda::device_guard const guard{o.device_number};
        return device_budget(o);
    });
}

} // namespace vglcs::cuda
