// SPDX-License-Identifier: BSD-3-Clause
/// Times of device work as Google Benchmark's manual time.
#pragma once

#include <rmq/cuda/device.hpp>
#include <rmq/cuda/stream.hpp>

#include <benchmark/benchmark.h>
#include <cuda_runtime_api.h>

#include <cstdint>
#include <exception>
#include <functional>

namespace vglcs::bench {

/// Lets the device's memory pool keep what is given back, so that builds that take their own memory do not time the
/// driver's mapping of it.
inline void keep_memory()
{
    cudaMemPool_t pool{};
    std::uint64_t all = ~std::uint64_t{0};
    if (cudaDeviceGetDefaultMemPool(&pool, 0) == cudaSuccess)
        (void)cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all);
}

/// Runs `work(stream)` once to warm up and then once an iteration between two events. Counters: nanoseconds an item
/// and GB/s of the bytes that must move.
inline void time_on_device(benchmark::State & state, double items, double bytes,
                           std::function<void(rmq::cuda::stream const &)> const & work, rmq::cuda::stream const & on)
{
    rmq::cuda::event start, stop;
    double seconds = 0;
    try {
        keep_memory();
        work(on);
        on.synchronize();
        for (auto _ : state) {
            start.record(on);
            work(on);
            stop.record(on);
            double const s = rmq::cuda::event::milliseconds(start, stop) * 1e-3;
            state.SetIterationTime(s);
            seconds += s;
        }
    } catch (std::exception const & e) {
        state.SkipWithError(e.what());
        return;
    }
    seconds /= static_cast<double>(state.iterations());
    state.counters["ns/item"] = seconds * 1e9 / items;
    state.counters["GB/s"] = bytes / seconds * 1e-9;
}

/// False, and the benchmark is skipped, where there is no device.
inline bool has_device(benchmark::State & state)
{
    if (!rmq::cuda::devices().reason.empty())
        state.SkipWithError(rmq::cuda::devices().reason.c_str());
    return rmq::cuda::devices().reason.empty();
}

} // namespace vglcs::bench
