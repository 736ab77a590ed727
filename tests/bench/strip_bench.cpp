// SPDX-License-Identifier: BSD-3-Clause
/// Length by the strip engine: letters, limits, sizes, threads and instruction sets; counters cells/s.
#include "bench_problem.hpp"
#include "cpu/strip/strip.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <hwy/targets.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace {

using namespace vglcs;

struct instruction_set
{
    char const * name;
    std::int64_t targets; ///< 0: the best that the machine has
};

/// Plan and run, as `solve` does them; the first result is what every later one must be.
void length(benchmark::State & state, problem const & p, int threads, instruction_set set, cpu::strip_sizes sizes)
{
    hwy::SetSupportedTargetsForTest(set.targets);
    std::uint64_t answer = 0;
    for (auto _ : state) {
        cpu::strip_plan const plan{p, sizes, cpu::value_bytes(p, threads)};
        std::uint64_t const value = cpu::run_strips(plan, threads, nullptr).length;
        if (answer != 0 && value != answer)
            state.SkipWithError("two runs differ");
        answer = value;
    }
    hwy::SetSupportedTargetsForTest(0);
    double const cells = static_cast<double>(p.n()) * static_cast<double>(p.m());
    state.counters["cells/s"] = benchmark::Counter{cells, benchmark::Counter::kIsIterationInvariantRate};
    state.counters["length"] = static_cast<double>(answer);
}

void add(bench::problem_shape const & shape, int threads, instruction_set set, cpu::strip_sizes sizes = {})
{
    std::string const name =
        fmt::format("strip/{}/{}{}/{}x{}/{}t/{}/w{}", bench::name(shape.letters), bench::name(shape.limits),
                    shape.by_partner ? "-by-a" : "", shape.n, shape.m, threads, set.name, sizes.width);
    benchmark::RegisterBenchmark(
        name.c_str(), [=](benchmark::State & state) { length(state, bench::make(shape), threads, set, sizes); })
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
}

} // namespace

int main(int argc, char ** argv)
{
    constexpr instruction_set best{"best", 0}, avx2{"avx2", HWY_AVX2};
    for (bench::letters const letters : {bench::letters::dna, bench::letters::protein})
        for (bench::limits const limits : bench::all_limits)
            for (instruction_set const & set : {avx2, best})
                add({letters, limits, 4'000, 65'536}, 1, set);
    for (bench::limits const limits : {bench::limits::up_to_7, bench::limits::up_to_30, bench::limits::up_to_1000})
        for (std::size_t const width : {128, 256, 1024, 2048})
            add({bench::letters::dna, limits, 4'000, 65'536}, 1, avx2, {.width = width});
    for (bench::limits const limits : bench::all_limits)
        if (limits != bench::limits::exons) // reaches too far
            for (instruction_set const & set : {avx2, best})
                add({bench::letters::dna, limits, 4'000, 65'536, true}, 1, set);
    for (std::size_t const size : {1'000, 4'000, 16'000, 64'000, 100'000})
        for (bench::letters const letters : {bench::letters::dna, bench::letters::protein})
            for (bench::limits const limits : bench::all_limits) {
                add({letters, limits, size, size}, 1, best);
                if (limits == bench::limits::up_to_30)
                    add({letters, limits, size, size}, 2, best);
            }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
