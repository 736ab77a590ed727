// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/engine.hpp>
#include <vglcs/error.hpp>
#include <vglcs/solve_many.hpp>

#ifdef VGLCS_WITH_CUDA
#include "cuda/engines.hpp"
#endif
#include <rmq/cuda/device.hpp>

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

#ifdef VGLCS_WITH_CUDA
/// Cells from which on problems together pay for a device's start (about 0.3 s).
constexpr std::uint64_t cells_that_pay_for_cuda = 2'000'000'000;

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
        std::vector<result> results = cuda::solve_on_strips(chosen, o);
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
#endif

} // namespace

std::vector<answer> solve_many(std::span<problem const * const> problems, options const & given)
{
    options const o = resolved(given);
    std::vector<answer> out(problems.size());
    std::vector<std::size_t> on_cpu, on_device;
    for (std::size_t k = 0; k < problems.size(); ++k) {
        bool device = false;
#ifdef VGLCS_WITH_CUDA
        if (o.engine == "auto" || o.engine == "strip") {
            bool const cpu_is_faster = o.engine == "auto" && choose_engine(*problems[k], o).name() != "strip";
            device = cuda::strip_engine().supports(*problems[k], o.task) &&
                     (o.device == device::cuda || (o.device == device::automatic && !cpu_is_faster));
        }
#endif
        (device ? on_device : on_cpu).push_back(k);
    }
#ifdef VGLCS_WITH_CUDA
    if (o.device == device::automatic && !on_device.empty()) {
        std::uint64_t cells = 0;
        for (std::size_t const at : on_device)
            cells += std::uint64_t{problems[at]->n()} * problems[at]->m();
        if (cells < cells_that_pay_for_cuda || rmq::cuda::devices().devices.empty()) {
            on_cpu.insert(on_cpu.end(), on_device.begin(), on_device.end());
            on_device.clear();
        }
    }
    if (!on_device.empty())
        solve_on_device(problems, on_device, o, out);
#endif
    if (!on_cpu.empty())
        solve_on_cpu(problems, on_cpu, o, out);
    return out;
}

} // namespace vglcs
