// SPDX-License-Identifier: BSD-3-Clause
/// Problems with costs on the CUDA strips: kernels by CUDA events as manual time, the whole call beside it (whole_ms),
/// cells a second of the kernels; medians of the runs after 0.3 s of the same work. Arguments: thousands of rows,
/// thousands of columns, case (see case_name), 0 score | 1 chain, pairs side by side. Environment, for comparing shapes
/// in one run: VGLCS_BENCH_WORDS (words of a lane), VGLCS_BENCH_OWN (windows that are each their own).
#include "cuda/scored/run/solve_scored.hpp"

#include <rmq/cuda/device.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <random>
#include <vector>

namespace {

using namespace vglcs;

/// Skip cost 1, a pair earns 1. Limits 3 and 3 unless said.
enum case_kind : std::int64_t {
    unrelated,
    related,       ///< B is a changed copy of A, as far as it goes
    to_30,         ///< random limits 0..30
    jumps,         ///< jumps of 20..5,000 at 10 to every letter of B
    few_jumps,     ///< the same to one letter in a hundred
    related_jumps, ///< as `jumps`, related
};

char const * case_name(std::int64_t kind)
{
    constexpr char const * names[] = {"3",
                                      "3, related",
                                      "0..30",
                                      "3, jumps 20..5000 on B",
                                      "3, jumps 20..5000 to 1% of B",
                                      "3, jumps 20..5000 on B, related"};
    return names[kind];
}

problem make_problem(std::size_t n, std::size_t m, std::int64_t kind)
{
    std::mt19937_64 random{n + 3 * m};
    std::vector<letter_code> a(n), b(m);
    for (auto * sequence : {&a, &b})
        for (letter_code & c : *sequence)
            c = static_cast<letter_code>(random() % 4);
    if (kind == related || kind == related_jumps) {
        std::size_t at = 0;
        for (letter_code & c : b) {
            std::uint64_t const event = random() % 100; // 4% changed, 5% put in, 1% left out
            if (at < n && event >= 4)
                c = a[at];
            at += event < 95 ? event == 94 ? 2 : 1 : 0;
        }
    }
    gap_limits limits_a{n, {.hi = 3}}, limits_b{m, {.hi = 3}};
    if (kind == to_30)
        for (gap_limits * limits : {&limits_a, &limits_b})
            for (std::size_t k = 0; k < limits->size(); ++k)
                limits->set(k, {.hi = static_cast<std::uint32_t>(random() % 31)});
    vglcs::jumps jumps_b;
    jump const every{20, 5000, 10};
    if (kind == jumps || kind == related_jumps)
        jumps_b = vglcs::jumps{m, every, 0};
    if (kind == few_jumps) {
        jumps_b = vglcs::jumps{m};
        for (std::size_t k = 0; k < m; ++k)
            if (random() % 100 == 0)
                jumps_b.set_landing(k, k + 1, every);
    }
    return {std::move(a), std::move(b), limits_a, limits_b, {1, 1, 1}, {}, jumps_b};
}

double median(std::vector<double> & values)
{
    std::ranges::sort(values);
    return values[values.size() / 2];
}

void scored_cuda(benchmark::State & state)
{
    if (!rmq::cuda::devices().reason.empty()) {
        state.SkipWithError(rmq::cuda::devices().reason.c_str());
        return;
    }
    auto const n = static_cast<std::size_t>(state.range(0)) * 1000, m = static_cast<std::size_t>(state.range(1)) * 1000;
    auto const pairs = static_cast<std::size_t>(state.range(4));
    problem const p = make_problem(n, m, state.range(2));
    std::vector<problem const *> const problems(pairs, &p);
    char const * const words = std::getenv("VGLCS_BENCH_WORDS");
    cuda::scored::scored_overrides const overrides{.words = words ? static_cast<std::uint32_t>(std::atoi(words)) : 0,
                                                   .own = std::getenv("VGLCS_BENCH_OWN") != nullptr};
    options const o{.task = state.range(3) ? task::alignment : task::length};
    std::vector<double> whole, strips, tiles, traceback;
    result answer;
    auto const solve = [&] {
        cuda::kernel_times times;
        auto const begin = std::chrono::steady_clock::now();
        answer = std::move(cuda::scored::solve_scored(problems, o, overrides, &times).front());
        std::chrono::duration<double, std::milli> const taken = std::chrono::steady_clock::now() - begin;
        whole.push_back(taken.count());
        strips.push_back(times.strips);
        tiles.push_back(times.tiles);
        traceback.push_back(times.traceback);
    };
    try {
        using clock = std::chrono::steady_clock;
        for (auto const until = clock::now() + std::chrono::milliseconds{300}; clock::now() < until;)
            solve();
        for (std::vector<double> * const x : {&whole, &strips, &tiles, &traceback})
            x->clear();
        for (auto _ : state) {
            solve();
            state.SetIterationTime(1e-3 * (strips.back() + tiles.back() + traceback.back()));
        }
    } catch (std::exception const & e) {
        state.SkipWithError(e.what());
        return;
    }
    double const cells = static_cast<double>(n) * static_cast<double>(m) * static_cast<double>(pairs);
    state.SetLabel(case_name(state.range(2)));
    std::vector<double> kernels;
    for (std::size_t k = 0; k < strips.size(); ++k)
        kernels.push_back(strips[k] + tiles[k] + traceback[k]);
    state.counters["Gcell/s"] = cells / median(kernels) / 1e6;
    state.counters["whole_ms"] = median(whole);
    state.counters["strips_ms"] = median(strips);
    state.counters["tiles_ms"] = median(tiles);
    state.counters["traceback_ms"] = median(traceback);
    state.counters["score"] = static_cast<double>(answer.score);
    state.counters["pairs"] = static_cast<double>(answer.chain.size());
}

void cases(benchmark::internal::Benchmark * b)
{
    b->Args({65, 400, unrelated, 0, 1})->Args({65, 400, related, 0, 1})->Args({65, 400, related, 1, 1});
    b->Args({65, 65, related, 0, 1})->Args({65, 65, related, 1, 1});
    b->Args({400, 400, unrelated, 0, 1}); // 32-bit values
    b->Args({1, 1, related, 0, 16384})->Args({1, 1, related, 1, 16384});
    b->Args({65, 400, to_30, 0, 1})->Args({30, 400, to_30, 0, 1})->Args({65, 400, to_30, 1, 1});
    b->Args({400, 400, to_30, 0, 1}); // 32-bit values
    b->Args({65, 400, jumps, 0, 1})->Args({65, 400, few_jumps, 0, 1});
    b->Args({2, 100, related_jumps, 0, 500})
        ->Args({2, 100, related_jumps, 1, 100})
        ->Args({2, 100, related_jumps, 1, 1});
    b->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(7);
}

BENCHMARK(scored_cuda)->Apply(cases);

} // namespace

BENCHMARK_MAIN();
