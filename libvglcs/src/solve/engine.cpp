// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/engine.hpp>

#include "cpu/engines.hpp"
#ifdef VGLCS_WITH_CUDA
#include "cuda/engines.hpp"
#endif
#include <rmq/cuda/check.hpp>
#include <rmq/cuda/device.hpp>
#include <vglcs/machine.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>

namespace vglcs {

std::unique_ptr<prepared_run> engine::prepare(problem const & p, options const & o) const
{
    struct solve_later final : prepared_run
    {
        engine const & e;
        problem const & p;
        options const & o;
        solve_later(engine const & e_, problem const & p_, options const & o_)
            : prepared_run{e_.plan(p_, o_)}, e{e_}, p{p_}, o{o_}
        {
        }
        [[nodiscard]] result solve() const override { return e.solve(p, o); }
    };
    return std::make_unique<solve_later>(*this, p, o);
}

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

namespace {

#ifdef VGLCS_WITH_CUDA
/// Cells from which on a CUDA device pays for its start (about 0.3 s), where the choice is ours.
constexpr std::uint64_t cells_that_pay_for_cuda = 1'000'000'000;
#endif

/// So few columns that a strip's row is mostly its own cost: 5,000,015 x 8 letters, limit 0, one thread on a busy
/// machine, took `strip` 16.8 s and 455 MB, `peng` 5.5 s and 26 MB.
constexpr std::size_t few_columns = 16;

/// Throws backend_unavailable where this build or this machine has no such CUDA device.
void require_cuda(int device_number)
{
    try {
        (void)rmq::cuda::device(device_number);
    } catch (rmq::cuda::unavailable const & e) {
        throw backend_unavailable{fmt::format("--device cuda: {}: use --device cpu", e.what())};
    }
}

engine const & named_engine(options const & o)
{
    bool other_device = false;
    for (engine const * e : engines()) {
        if (e->name() != o.engine)
            continue;
        if (o.device == device::automatic || o.device == e->device())
            return *e;
        other_device = true;
    }
    if (other_device)
        throw usage_error{fmt::format("--engine {}: not an engine of that device: `vglcs info` lists them", o.engine)};
    std::string known = "auto";
    for (engine const * e : engines())
        known += fmt::format(", {}", e->name());
    throw usage_error{fmt::format("--engine {}: no such engine: choose one of {}", o.engine, known)};
}

/// For a problem with costs: the fastest engine of the device that can solve it.
engine const & scored_engine(problem const & p, options const & o)
{
#ifdef VGLCS_WITH_CUDA
    bool const asked = o.device == device::cuda;
    if (asked || (o.device == device::automatic && std::uint64_t{p.n()} * p.m() >= cells_that_pay_for_cuda &&
                  !rmq::cuda::devices().devices.empty()))
        if (engine const & e = cuda::strip_engine(); e.supports(p, o.task))
            return e;
    if (asked)
        throw usage_error{
            "--device cuda: no engine of this device can solve this problem with costs (jumps on both sides, or "
            "limits of more than 31 letters): use --device cpu"};
#endif
    for (engine const * e : {&cpu::strip_engine(), &cpu::bst2_engine()})
        if (e->supports(p, o.task))
            return *e;
    return cpu::reference_engine();
}

} // namespace

engine const & choose_engine(problem const & p, options const & o)
{
    if (o.device == device::cuda)
        require_cuda(o.device_number);
    if (o.engine != "auto") {
        engine const & e = named_engine(o);
        if (!e.supports(p, o.task))
            throw usage_error{
                fmt::format("--engine {}: cannot solve this problem ({}): use --engine auto", o.engine, e.summary())};
        return e;
    }
    if (!p.is_unit())
        return scored_engine(p, o);
    // 64 cells in some 2.5 cycles: 30 times what strips reach on a core, whatever the size
    if (p.is_plain_lcs() && o.device != device::cuda)
        return cpu::bitlcs_engine();
    if (p.m() <= few_columns && p.n() > p.m() && o.device != device::cuda)
        return cpu::peng_engine();
#ifdef VGLCS_WITH_CUDA
    bool const pays = std::uint64_t{p.n()} * p.m() >= cells_that_pay_for_cuda;
    if (o.device == device::cuda)
        return cuda::strip_engine();
    if (o.device == device::automatic && pays) {
        if (!rmq::cuda::devices().devices.empty())
            return cuda::strip_engine();
        if (o.note)
            o.note(
                fmt::format("--device auto: no CUDA device ({}): this run takes the CPU", rmq::cuda::devices().reason));
    }
#endif
    return cpu::strip_engine();
}

std::uint64_t gpu_memory_budget([[maybe_unused]] options const & o)
{
#ifdef VGLCS_WITH_CUDA
    if (!rmq::cuda::devices().devices.empty())
        return cuda::memory_budget(o);
#endif
    return 0;
}

options resolved(options o)
{
    if (o.threads <= 0)
        o.threads = available_threads();
    if (o.max_memory == 0)
        o.max_memory = available_memory() / 5 * 4;
    return o;
}

namespace {

/// The engine that runs and what it costs. A device that was our own choice, and has too little memory, gives way to
/// the CPU.
struct planned_engine
{
    engine const * chosen;
    std::unique_ptr<prepared_run> run;

    planned_engine(problem const & p, options const & o) : chosen{&choose_engine(p, o)}, run{chosen->prepare(p, o)}
    {
#ifdef VGLCS_WITH_CUDA
        bool const ours = o.engine == "auto" && o.device == device::automatic && chosen->device() == device::cuda;
        if (std::uint64_t const budget = ours ? cuda::memory_budget(o) : 0; ours && run->cost().gpu_bytes > budget) {
            if (o.note)
                o.note(fmt::format("--device auto: {} of device memory needed, {} to be had: this run takes the CPU",
                                   format_bytes(run->cost().gpu_bytes), format_bytes(budget)));
            chosen = &cpu::strip_engine();
            run = chosen->prepare(p, o);
        }
#endif
    }
};

} // namespace

cost plan(problem const & p, options const & given)
{
    options const o = resolved(given);
    return planned_engine{p, o}.run->cost();
}

result solve(problem const & p, options const & given)
{
    options const o = resolved(given);
    planned_engine const planned{p, o};
    engine const & e = *planned.chosen;
    cost const & c = planned.run->cost();
    if (c.host_bytes > o.max_memory)
        throw resource_error{fmt::format("engine {}: {} needed ({} bytes), budget is {} ({} bytes): use --task length, "
                                         "another --engine, or a larger --max-memory",
                                         e.name(), format_bytes(c.host_bytes), c.host_bytes, format_bytes(o.max_memory),
                                         o.max_memory)};
    if (o.control) // who watches counts the cells of the file
        o.control->add_cells(p.cells_left_out());
    return in_file(p, planned.run->solve());
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
