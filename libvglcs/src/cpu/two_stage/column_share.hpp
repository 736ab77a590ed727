// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/pause.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace vglcs::cpu {

/// Where the threads of one run meet. OpenMP's own barrier spins for milliseconds before it sleeps, at every row: on a
/// machine that is busy otherwise that costs a run a hundredfold. This one spins for about 20 microseconds.
class team_barrier
{
public:
    /// Returns when `threads` threads have called it.
    void wait(std::size_t threads) noexcept
    {
        std::uint32_t const phase = phase_.load(std::memory_order_acquire);
        if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == threads) {
            arrived_.store(0, std::memory_order_relaxed);
            phase_.store(phase + 1, std::memory_order_release);
            phase_.notify_all();
            return;
        }
        for (int spin = 0; spin < spins; ++spin) {
            if (phase_.load(std::memory_order_acquire) != phase)
                return;
            pause();
        }
        phase_.wait(phase, std::memory_order_acquire);
    }

private:
    static constexpr int spins = 400;

    alignas(64) std::atomic<std::uint32_t> arrived_{0};
    alignas(64) std::atomic<std::uint32_t> phase_{0};
};

/// The columns first..last-1 that one thread of a run works on. Shares begin at multiples of 64 columns: no two threads
/// write to one cache line, and blocks of 16 belong to one thread.
struct column_share
{
    static constexpr std::size_t granule = 64;

    std::size_t first = 0, last = 0;
    std::size_t thread = 0, threads = 1;
    team_barrier * barrier = nullptr; ///< needed where threads > 1

    [[nodiscard]] static column_share of(std::size_t columns, std::size_t thread, std::size_t threads,
                                         team_barrier & barrier) noexcept
    {
        std::size_t const granules = (columns + granule - 1) / granule;
        auto const edge = [&](std::size_t t) { return std::min(columns, granules * t / threads * granule); };
        return {edge(thread), edge(thread + 1), thread, threads, &barrier};
    }

    /// Waits until every thread of the run is here.
    void wait_for_all() const noexcept
    {
        if (threads > 1)
            barrier->wait(threads);
    }
};

} // namespace vglcs::cpu
