// SPDX-License-Identifier: BSD-3-Clause
/// Sorted k-mers by a core of the CPU and by the device, whole calls; what two sorted lists have in common.
#include "bounds/kmers_device.hpp"
#include "made_letters.hpp"

#include <vglcs/kmers.hpp>

#include <benchmark/benchmark.h>
#include <rmq/cuda/device.hpp>

#include <string>

namespace {

using namespace vglcs;

constexpr unsigned k = 21;

void kmers_cpu(benchmark::State & state)
{
    std::string const text = test::made_letters(static_cast<std::size_t>(state.range(0)), 1);
    for (auto _ : state)
        benchmark::DoNotOptimize(sorted_kmers(text, alphabet::dna, k, true));
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

void kmers_cuda(benchmark::State & state)
{
    if (!rmq::cuda::devices().reason.empty()) {
        state.SkipWithError(rmq::cuda::devices().reason.c_str());
        return;
    }
    std::string const text = test::made_letters(static_cast<std::size_t>(state.range(0)), 1);
    auto const words = vglcs::detail::make_kmer_words(alphabet::dna, k, true);
    if (cuda::sorted_kmers(text, words) != sorted_kmers(text, alphabet::dna, k, true))
        state.SkipWithError("other k-mers");
    for (auto _ : state)
        benchmark::DoNotOptimize(cuda::sorted_kmers(text, words));
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

void shared(benchmark::State & state)
{
    auto const size = static_cast<std::size_t>(state.range(0));
    auto const x = sorted_kmers(test::made_letters(size, 1), alphabet::dna, k, true),
               y = sorted_kmers(test::made_letters(size, 2), alphabet::dna, k, true);
    for (auto _ : state)
        benchmark::DoNotOptimize(count_shared(x, y));
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

} // namespace

BENCHMARK(kmers_cpu)->Arg(100)->Arg(10'000)->Arg(30'000)->Arg(100'000)->Arg(1'000'000)->Arg(5'000'000)->UseRealTime();
BENCHMARK(kmers_cuda)
    ->Arg(100)
    ->Arg(10'000)
    ->Arg(30'000)
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->Arg(5'000'000)
    ->Arg(50'000'000)
    ->UseRealTime();
BENCHMARK(shared)->Arg(30'000)->Arg(5'000'000)->UseRealTime();
BENCHMARK_MAIN();
