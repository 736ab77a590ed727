// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/engine.hpp>

#include "cpu/engines.hpp"
#include "solve/device_choice.hpp"
#include "solve/prepared.hpp"
#ifdef VGLCS_WITH_CUDA
#include "cuda/engines.hpp"
#endif
#include <vglcs/error.hpp>
#include <vglcs/machine.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

namespace vglcs {

std::span<engine const * const> engines()
{
    static std::array const all{
        &cpu::reference_engine(), &cpu::peng_engine(),    &cpu::ds_st_engine(),    &cpu::ds_bst_engine(),
        &cpu::bst2_engine(),      &cpu::catalan_engine(), &cpu::strip_engine(),    &cpu::bitlcs_engine(),
#ifdef VGLCS_WITH_CUDA
        &cuda::strip_engine(),    &cuda::bst2_engine(),   &cuda::catalan_engine(),
#endif
    };
    return all;
}

options resolved(options o)
{
    if (o.threads <= 0)
        o.threads = available_threads();
    if (o.max_memory == 0)
        o.max_memory = available_memory() / 5 * 4;
    return o;
}

planned_run::planned_run(problem const & p, options const & o) : problem_{p}, options_{resolved(o)}
{
    engine_ = &choose_engine(p, options_);
    if (engine_->device() == device::cuda && p.n() && p.m())
        options_.max_gpu_memory = gpu_memory_budget(options_); // once: what is free changes
    run_ = engine_->prepare(p, options_);
    if (std::uint64_t const needed = run_->cost().gpu_bytes;
        needed > options_.max_gpu_memory && detail::may_fall_back(options_))
    {
        if (o.note)
            o.note(fmt::format("--device auto: {} of device memory needed, {} to be had: this run takes the CPU",
                               format_bytes(needed), format_bytes(options_.max_gpu_memory)));
        options_.device = device::cpu;
        engine_ = &choose_engine(p, options_);
        run_ = engine_->prepare(p, options_);
    }
}

bool planned_run::fits() const noexcept
{
    return detail::fits(cost(), options_);
}

result planned_run::solve() const
{
    detail::require_fit(*engine_, cost(), options_);
    if (options_.control) // who watches counts the cells of the file
        options_.control->add_cells(problem_.cells_left_out());
    return in_file(problem_, run_->solve());
}

cost plan(problem const & p, options const & o)
{
    return planned_run{p, o}.cost();
}

result solve(problem const & p, options const & o)
{
    return planned_run{p, o}.solve();
}

result in_file(problem const & p, result r)
{
    if (p.is_unit())
        r.score = p.scoring().match * r.length;
    auto const place = [&](matched_pair & at) { at = {p.position_a(at.i), p.position_b(at.j)}; };
    if (p.positions_a().empty() && p.positions_b().empty())
        return r;
    if (r.last)
        place(*r.last);
    std::ranges::for_each(r.chain, place);
    return r;
}

} // namespace vglcs
