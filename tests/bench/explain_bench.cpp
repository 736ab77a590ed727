// SPDX-License-Identifier: BSD-3-Clause
/// What an explanation costs beside the chain that it explains, one thread, both in turn: copies mutated at several
/// rates, unrelated letters, and pairs of FASTA files that the command line names. Counters: the ratio, and what of the
/// answer decides the work.
///   explain_bench [GAPS SKIP A.fa B.fa]... [--benchmark_...]     first records of the files
#include <vglcs/io/sequence_reader.hpp>
#include <vglcs/vglcs.hpp>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace vglcs;

struct pair_of_letters
{
    std::vector<letter_code> a, b;
    std::uint32_t gaps, skip;
};

double processor_seconds()
{
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double median(std::vector<double> times)
{
    std::ranges::sort(times);
    return times[times.size() / 2];
}

void run(benchmark::State & state, pair_of_letters const & letters)
{
    gap_limits const limits_a{letters.a.size(), {.hi = letters.gaps}}, limits_b{letters.b.size(), {.hi = letters.gaps}};
    problem const p{letters.a, letters.b, limits_a, limits_b, {.skip_a = letters.skip, .skip_b = letters.skip}};
    options o;
    o.device = device::cpu;
    o.threads = 1;
    std::vector<double> chain, reasons;
    explanation found;
    for (auto _ : state) {
        double const start = processor_seconds();
        result const r = solve(p, o);
        double const between = processor_seconds();
        found = explain({p, limits_a, limits_b}, r.chain, o);
        chain.push_back(between - start);
        reasons.push_back(processor_seconds() - between);
    }
    state.counters["chain_ms"] = median(chain) * 1e3;
    state.counters["explain_ms"] = median(reasons) * 1e3;
    state.counters["ratio"] = median(reasons) / median(chain);
    state.counters["best_log2"] = found.best_chains_log2;
    state.counters["blockers"] = static_cast<double>(found.blockers.size());
}

void add(std::string const & name, pair_of_letters const & letters)
{
    benchmark::RegisterBenchmark(
        fmt::format("{}/{}x{}/gaps {}/skip {}", name, letters.a.size(), letters.b.size(), letters.gaps, letters.skip)
            .c_str(),
        [=](benchmark::State & state) { run(state, letters); })
        ->Unit(benchmark::kMillisecond);
}

std::vector<letter_code> drawn(std::mt19937_64 & rng, std::size_t size)
{
    std::vector<letter_code> out(size);
    for (letter_code & c : out)
        c = static_cast<letter_code>(rng() % 4);
    return out;
}

std::vector<letter_code> first_record(std::string const & path)
{
    sequence_reader reader{path};
    return encode(reader.first().letters, alphabet::dna);
}

} // namespace

int main(int argc, char ** argv)
{
    benchmark::Initialize(&argc, argv);
    for (int k = 1; k + 3 < argc; k += 4)
        add(fmt::format("{}:{}", argv[k + 2], argv[k + 3]),
            {first_record(argv[k + 2]), first_record(argv[k + 3]), static_cast<std::uint32_t>(std::stoul(argv[k])),
             static_cast<std::uint32_t>(std::stoul(argv[k + 1]))});
    std::mt19937_64 rng{1};
    for (std::size_t const size : {2'000, 10'000})
        for (std::uint32_t const skip : {0U, 1U}) {
            auto const a = drawn(rng, size);
            auto b = a;
            for (letter_code & c : b)
                c = rng() % 20 == 0 ? static_cast<letter_code>(rng() % 4) : c;
            add("similar", {a, b, 5, skip});
            add("unrelated", {a, drawn(rng, size), 5, skip});
        }
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
