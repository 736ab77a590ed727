// SPDX-License-Identifier: BSD-3-Clause
/// The CUDA strips: kernels by CUDA events as manual time, the whole call beside it (whole_ms), cells a second of the
/// kernels; medians of the runs after 0.3 s of the same work, and the slowest run's strips (slowest_ms). Arguments:
/// thousands of rows, thousands of columns, limits (see limits_name), 0 length | 1 chain, pairs side by side.
/// Environment, for comparing shapes in one run: VGLCS_BENCH_WORDS (words of a lane), VGLCS_BENCH_LOOKUP (tables |
/// chosen), VGLCS_BENCH_WORKERS, VGLCS_BENCH_PANEL, VGLCS_BENCH_INTERVAL and VGLCS_BENCH_TILES (chains).
#include "cuda/strip/run/solve_strips.hpp"

#include <rmq/cuda/device.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace vglcs;

enum limits_kind : std::int64_t { to_30, to_7, constant_5, exon_mix, to_100000, infinite, to_1000, protein_to_30 };

char const * limits_name(std::int64_t kind)
{
    constexpr char const * names[] = {"0..30",     "0..7", "5",       "5 and 1% 50000",
                                      "0..100000", "inf",  "0..1000", "protein 0..30"};
    return names[kind];
}

gap_limits limits_of(std::mt19937 & random, std::size_t n, std::int64_t kind)
{
    if (kind == constant_5)
        return {n, {.hi = 5}};
    if (kind == infinite)
        return {n, {}};
    gap_limits out{n, {}};
    for (std::size_t k = 0; k < n; ++k) {
        std::uint32_t const r = static_cast<std::uint32_t>(random());
        std::uint32_t const hi = kind == to_7        ? r % 8
                                 : kind == exon_mix  ? (r % 100 ? 5 : 50'000)
                                 : kind == to_100000 ? r % 100'001
                                 : kind == to_1000   ? r % 1001
                                                     : r % 31;
        out.set(k, {.hi = hi});
    }
    return out;
}

problem make_problem(std::size_t n, std::size_t m, std::int64_t kind)
{
    std::mt19937 random{static_cast<unsigned>(n + 3 * m + static_cast<std::size_t>(kind))};
    unsigned const letters = kind == protein_to_30 ? 20 : 4;
    std::vector<letter_code> a(n), b(m);
    for (auto * sequence : {&a, &b})
        for (letter_code & c : *sequence)
            c = static_cast<letter_code>(random() % letters);
    gap_limits const limits_a = limits_of(random, n, kind), limits_b = limits_of(random, m, kind);
    return {std::move(a), std::move(b), limits_a, limits_b};
}

std::uint32_t number_of(char const * variable)
{
    char const * const text = std::getenv(variable);
    return text ? static_cast<std::uint32_t>(std::atoi(text)) : 0;
}

cuda::strip_overrides overrides()
{
    char const * const text = std::getenv("VGLCS_BENCH_LOOKUP");
    std::string const by = text ? text : "";
    return {.words = number_of("VGLCS_BENCH_WORDS"),
            .panel_strips = number_of("VGLCS_BENCH_PANEL"),
            .row_interval = number_of("VGLCS_BENCH_INTERVAL"),
            .tiles = number_of("VGLCS_BENCH_TILES"),
            .workers = number_of("VGLCS_BENCH_WORKERS"),
            .tables = by == "tables" || by == "chosen",
            .chosen = by == "chosen"};
}

double median(std::vector<double> & values)
{
    std::ranges::sort(values);
    return values[values.size() / 2];
}

void strip_cuda(benchmark::State & state)
{
    if (!rmq::cuda::devices().reason.empty()) {
        state.SkipWithError(rmq::cuda::devices().reason.c_str());
        return;
    }
    auto const n = static_cast<std::size_t>(state.range(0)) * 1000, m = static_cast<std::size_t>(state.range(1)) * 1000;
    auto const pairs = static_cast<std::size_t>(state.range(4));
    problem const p = make_problem(n, m, state.range(2));
    std::vector<problem const *> const problems(pairs, &p);
    options const o{.task = state.range(3) ? task::alignment : task::length};
    std::vector<double> whole, strips, tiles, trace;
    std::uint64_t length = 0;
    auto const solve = [&] {
        cuda::kernel_times times;
        auto const begin = std::chrono::steady_clock::now();
        length = cuda::solve_strips(problems, o, overrides(), &times).front().length;
        std::chrono::duration<double, std::milli> const taken = std::chrono::steady_clock::now() - begin;
        whole.push_back(taken.count());
        strips.push_back(times.strips);
        tiles.push_back(times.tiles);
        trace.push_back(times.traceback);
    };
    try {
        using clock = std::chrono::steady_clock;
        for (auto const until = clock::now() + std::chrono::milliseconds{300}; clock::now() < until;)
            solve();
        for (std::vector<double> * const x : {&whole, &strips, &tiles, &trace})
            x->clear();
        for (auto _ : state) {
            solve();
            state.SetIterationTime(1e-3 * (strips.back() + tiles.back() + trace.back()));
        }
    } catch (std::exception const & e) {
        state.SkipWithError(e.what());
        return;
    }
    double const cells = static_cast<double>(n) * static_cast<double>(m) * static_cast<double>(pairs);
    state.SetLabel(limits_name(state.range(2)));
    std::vector<double> kernels;
    for (std::size_t k = 0; k < strips.size(); ++k)
        kernels.push_back(strips[k] + tiles[k] + trace[k]);
    state.counters["Gcell/s"] = cells / median(kernels) / 1e6;
    state.counters["whole_ms"] = median(whole);
    state.counters["strips_ms"] = median(strips);
    state.counters["slowest_ms"] = strips.back(); // sorted now
    state.counters["tiles_ms"] = median(tiles);
    state.counters["trace_ms"] = median(trace);
    state.counters["length"] = static_cast<double>(length);
}

/// One pair of 30k x 30k among thousands of 1k x 1k in one launch, as the first or the last of them: what the order of
/// the pairs costs.
void one_large_pair(benchmark::State & state)
{
    if (!rmq::cuda::devices().reason.empty()) {
        state.SkipWithError(rmq::cuda::devices().reason.c_str());
        return;
    }
    problem const small = make_problem(1000, 1000, to_30), large = make_problem(30'000, 30'000, to_30);
    std::vector<problem const *> problems(static_cast<std::size_t>(state.range(0)), &small);
    problems.insert(state.range(1) ? problems.end() : problems.begin(), &large);
    options const o{.task = task::length};
    std::uint64_t length = 0;
    for (auto _ : state) {
        cuda::kernel_times times;
        for (result const & r : cuda::solve_strips(problems, o, {.words = 2}, &times))
            length = std::max(length, r.length);
        state.SetIterationTime(1e-3 * times.strips);
    }
    state.counters["length"] = static_cast<double>(length);
}

/// Whole calls of an engine on the device, by name, 0..30: the sources' comparison, on a GPU. Thousands of letters.
void engine_cuda(benchmark::State & state, char const * name)
{
    if (!rmq::cuda::devices().reason.empty()) {
        state.SkipWithError(rmq::cuda::devices().reason.c_str());
        return;
    }
    auto const n = static_cast<std::size_t>(state.range(0)) * 1000;
    problem const p = make_problem(n, n, to_30);
    std::uint64_t length = 0;
    for (auto _ : state) {
        auto const begin = std::chrono::steady_clock::now();
        length = solve(p, {.task = task::length, .engine = name, .device = device::cuda}).length;
        state.SetIterationTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    state.counters["Gcell/s"] = benchmark::Counter(static_cast<double>(n) * static_cast<double>(n) * 1e-9,
                                                   benchmark::Counter::kIsIterationInvariantRate);
    state.counters["length"] = static_cast<double>(length);
}

void cases(benchmark::internal::Benchmark * b)
{
    b->ArgNames({"n", "m", "limits", "chain", "pairs"});
    b->Args({65, 400, to_30, 0, 1});
    b->Args({400, 400, to_30, 0, 1});
    b->Args({65, 65, to_30, 0, 1});
    b->Args({16, 16, to_30, 0, 1});
    b->Args({10, 10, to_30, 0, 1});
    b->Args({16, 16, to_30, 0, 132});
    b->Args({1, 1, to_30, 0, 16384});
    b->Args({1, 1, constant_5, 0, 16384});
    b->Args({1, 1, to_30, 1, 8192});
    b->Args({65, 400, constant_5, 0, 1});
    b->Args({65, 400, to_7, 0, 1});
    b->Args({65, 400, protein_to_30, 0, 1});
    b->Args({65, 400, to_1000, 0, 1});
    b->Args({65, 400, exon_mix, 0, 1});
    b->Args({65, 65, exon_mix, 0, 1});
    b->Args({65, 65, to_100000, 0, 1});
    b->Args({65, 65, infinite, 0, 1});
    b->Args({65, 65, to_1000, 0, 1});
    b->Args({16, 16, to_30, 1, 1});
    b->Args({20, 20, to_30, 0, 1});
    b->Args({20, 20, to_30, 1, 1});
    b->Args({65, 65, to_30, 1, 1});
    b->Args({65, 65, exon_mix, 1, 1});
    b->Args({65, 400, to_30, 1, 1});
    b->Args({400, 400, to_30, 1, 1});
    b->Args({400, 400, constant_5, 0, 1});
    b->Args({400, 400, constant_5, 1, 1});
    b->Args({1000, 1000, constant_5, 0, 1});
    b->Args({1000, 1000, constant_5, 1, 1});
    b->Args({1000, 1000, to_30, 0, 1});
}

} // namespace

BENCHMARK(strip_cuda)->Apply(cases)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(7);
BENCHMARK(one_large_pair)
    ->ArgNames({"small", "last"})
    ->Args({4096, 0})
    ->Args({4096, 1})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(3);
BENCHMARK_CAPTURE(engine_cuda, bst2, "bst2")
    ->Arg(5)
    ->Arg(20)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(2);
BENCHMARK_CAPTURE(engine_cuda, catalan, "catalan")
    ->Arg(5)
    ->Arg(20)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(2);
BENCHMARK_CAPTURE(engine_cuda, strip, "strip")
    ->Arg(5)
    ->Arg(20)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(2);
BENCHMARK_MAIN();
