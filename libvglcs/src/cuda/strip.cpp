// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/engines.hpp"
#include "cuda/strip_solver.hpp"

#include <rmq/cuda/device.hpp>

#include <algorithm>

namespace vglcs::cuda {

namespace {

class strip final : public engine
{
public:
    std::string_view name() const noexcept override { return "strip"; }
    std::string_view summary() const noexcept override { return "strips of columns in a pipeline, one warp each"; }
    vglcs::device device() const noexcept override { return vglcs::device::cuda; }

    cost plan(problem const & p, options const & o) const override
    {
        return guarded(name(), [&] {
            rmq::cuda::device_guard const guard{o.device_number};
            std::uint64_t const cells = std::uint64_t{p.n()} * p.m();
            if (cells == 0)
                return cost{.host_bytes = p.bytes()};
            strip_plan const plan = make_strip_plan(p, o.task, device_budget(o));
            // the programs are built on the host, then copied once more for the transfer
            std::uint64_t const host = p.bytes() + 2 * 16 * (p.n() + p.m()) + 32 * plan.rows.reads.size() +
                                       (o.task == task::alignment ? 24 * std::min(p.n(), p.m()) : 0);
            return cost{.cells = cells, .host_bytes = host, .gpu_bytes = plan.bytes(), .seconds = plan.seconds};
        });
    }

    result solve(problem const & p, options const & o) const override
    {
        problem const * const one = &p;
        return std::move(solve_strips({&one, 1}, o).front());
    }
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
