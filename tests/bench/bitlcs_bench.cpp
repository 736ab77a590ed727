// SPDX-License-Identifier: BSD-3-Clause
/// Plain LCS by bit vectors: length and canonical chain, sizes and threads; counters cells/s.
#include "bench_problem.hpp"
#include "cpu/bitlcs/bitlcs.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>

namespace {

using namespace vglcs;

void lcs(benchmark::State & state, bool chain)
{
    auto const n = static_cast<std::size_t>(state.range(0)), m = static_cast<std::size_t>(state.range(1));
    problem const p = bench::make({bench::letters::dna, bench::limits::infinite, n, m});
    std::uint64_t length = 0;
    for (auto _ : state)
        length = cpu::bit_lcs(p, {}, chain, static_cast<int>(state.range(2)), nullptr).length;
    state.counters["cells/s"] = benchmark::Counter{static_cast<double>(n) * static_cast<double>(m),
                                                   benchmark::Counter::kIsIterationInvariantRate};
    state.counters["length"] = static_cast<double>(length);
}

void shapes(benchmark::internal::Benchmark * b)
{
    b->ArgNames({"n", "m", "threads"})->Unit(benchmark::kMillisecond)->UseRealTime();
    for (std::int64_t const size : {1'000, 16'000, 100'000})
        for (std::int64_t const threads : {1, 2})
            b->Args({size, size, threads});
    b->Args({4'000, 65'536, 1});
}

} // namespace

BENCHMARK_CAPTURE(lcs, length, false)->Apply(shapes);
BENCHMARK_CAPTURE(lcs, chain, true)->Apply(shapes);
BENCHMARK_MAIN();
