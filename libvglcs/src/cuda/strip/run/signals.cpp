// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip/run/signals.hpp"

#include <rmq/cuda/device_buffer.hpp>

#include <algorithm>
#include <chrono>
#include <optional>
#include <span>
#include <thread>
#include <vector>

namespace vglcs::cuda {

std::uint32_t even_workers(std::uint32_t strips, std::uint32_t most, std::uint32_t multiprocessors)
{
    if (strips <= most)
        return strips;
    auto const turns = [&](std::uint32_t workers) { return (strips + workers - 1) / workers; };
    auto const fullest = [&](std::uint32_t workers) {
        return (workers + 4 * multiprocessors - 1) / (4 * multiprocessors);
    };
    std::uint32_t const even = std::min(most / (4 * multiprocessors), 3u) * 4 * multiprocessors;
    if (even != 0 && turns(even) * fullest(even) <= turns(most) * fullest(most))
        most = even;
    return (strips + turns(most) - 1) / turns(most);
}

void watch_strips(run_control * control, rmq::cuda::stream const & stream, rmq::cuda::event const & cleared,
                  rmq::cuda::device_span<std::uint32_t> d_signals, std::size_t strips, std::uint32_t columns,
                  std::uint64_t cells)
{
    if (!control)
        return;
    using clock = std::chrono::steady_clock;
    auto const begin = clock::now();
    std::uint64_t counted = 0;
    std::optional<rmq::cuda::stream> side;
    std::vector<std::uint32_t> flags(strips);
    bool stop_sent = false;
    for (auto report = begin + std::chrono::milliseconds{200}; !stream.idle();) {
        auto const waited = clock::now() - begin;
        if (waited < std::chrono::milliseconds{2})
            continue;
        // a short run should not be noticed late
        std::this_thread::sleep_for(std::min<clock::duration>(waited / 64, std::chrono::microseconds{200}));
        if (!cleared.passed()) // else the clearing would undo the stop, and the rows are those of another launch
            continue;
        if (!side && (control->stopped() || clock::now() > report))
            side.emplace();
        if (control->stopped() && !stop_sent) {
            std::uint32_t const one = 1;
            rmq::cuda::copy_async(std::span{&one, 1}, d_signals.subspan(stop_at, 1), *side);
            side->synchronize();
            stop_sent = true;
        }
        if (clock::now() > report && cells != 0 && !stop_sent) {
            rmq::cuda::copy_async(rmq::cuda::device_span<std::uint32_t const>{d_signals.subspan(flags_at, strips)},
                                  std::span{flags}, *side);
            side->synchronize();
            std::uint64_t done = 0;
            for (std::uint32_t const rows : flags)
                done += std::uint64_t{rows} * columns;
            done = std::min(done, cells);
            control->add_cells(done - std::min(done, counted));
            counted = std::max(counted, done);
            report = clock::now() + std::chrono::milliseconds{200};
        }
    }
    if (cells != 0 && !stop_sent)
        control->add_cells(cells - counted);
    control->throw_if_stopped();
}

} // namespace vglcs::cuda
