// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/solve_many.hpp>

#include "solve/device_choice.hpp"

#include <vglcs/engine.hpp>
#include <vglcs/error.hpp>

#include <algorithm>
#include <cstdint>

namespace vglcs {

namespace {

/// Never throws: what does goes to the answer.
void solve_one(problem const & p, options const & o, answer & out) noexcept
{
    out.failure = nullptr;
    try {
        out.result = solve(p, o);
    } catch (...) {
        out.failure = std::current_exception();
    }
}

void throw_if_stopped(options const & o)
{
    if (o.control)
        o.control->throw_if_stopped();
}

/// One thread a problem; what its share of the memory does not allow is solved alone, with all of it.
void solve_on_cpu(std::span<problem const * const> problems, std::span<std::size_t const> places, options const & o,
                  std::span<answer> out)
{
    options beside = o;
    beside.threads = 1;
    beside.max_memory = std::max<std::uint64_t>(1, o.max_memory / static_cast<unsigned>(o.threads));
    auto const count = static_cast<std::int64_t>(places.size());
#pragma omp parallel for schedule(dynamic) num_threads(o.threads)
    for (std::int64_t k = 0; k < count; ++k)
        if (std::size_t const at = places[static_cast<std::size_t>(k)]; !o.control || !o.control->stopped())
            solve_one(*problems[at], beside, out[at]);
    throw_if_stopped(o);
    for (std::size_t const at : places) {
        if (out[at].failure && o.threads > 1)
            solve_one(*problems[at], o, out[at]);
        throw_if_stopped(o);
    }
}

/// All in shared launches; where one of them fails them, each of its own.
void solve_on_device(std::span<problem const * const> problems, std::span<std::size_t const> places, options const & o,
                     std::span<answer> out)
{
    std::vector<problem const *> chosen;
    for (std::size_t const at : places) {
        chosen.push_back(problems[at]);
        if (o.control)
            o.control->add_cells(problems[at]->cells_left_out());
    }
    try {
        std::vector<result> results = detail::devices().solve_together(chosen, o);
        for (std::size_t k = 0; k < places.size(); ++k)
            out[places[k]].result = in_file(*chosen[k], std::move(results[k]));
        return;
    } catch (interrupted const &) {
        throw;
    } catch (backend_unavailable const &) {
        throw;
    } catch (error const &) {
        throw_if_stopped(o);
    }
    for (std::size_t const at : places) {
        solve_one(*problems[at], o, out[at]);
        throw_if_stopped(o);
    }
}

} // namespace

std::vector<answer> solve_many(std::span<problem const * const> problems, options const & given)
{
    options o = resolved(given);
    if (may_share_device(o))
        require_engine(o); // a device that is not there is not a fault of each problem
    std::uint64_t cells = 0;
    for (problem const * p : problems)
        cells += std::uint64_t{p->n()} * p->m();
    o.run_cells = std::max(o.run_cells, cells); // together they may be worth a device
    std::vector<answer> out(problems.size());
    std::vector<std::size_t> on_cpu, on_device;
    for (std::size_t k = 0; k < problems.size(); ++k) {
        (detail::goes_to_device(*problems[k], o) ? on_device : on_cpu).push_back(k);
    }
    if (!on_device.empty())
        solve_on_device(problems, on_device, o, out);
    if (!on_cpu.empty())
        solve_on_cpu(problems, on_cpu, o, out);
    return out;
}

} // namespace vglcs
