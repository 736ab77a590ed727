// SPDX-License-Identifier: BSD-3-Clause
/// Whole tables against those whose cells that cannot matter are left out: copies mutated at several rates, unrelated
/// letters, and pairs of FASTA files that the command line names; counters: cells of the table a second, part computed.
///   pruning_bench [GAPS A.fa B.fa]... [--benchmark_...]     first records of the files
#include <vglcs/io/sequence_reader.hpp>
#include <vglcs/vglcs.hpp>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace vglcs;

std::vector<letter_code> drawn(std::mt19937_64 & rng, std::size_t size, unsigned letters)
{
    std::vector<letter_code> out(size);
    for (letter_code & c : out)
        c = static_cast<letter_code>(rng() % letters);
    return out;
}

/// Changed, left out and put in at `rate` in 10,000 each.
std::vector<letter_code> mutated(std::mt19937_64 & rng, std::vector<letter_code> const & from, unsigned letters,
                                 std::uint64_t rate)
{
    std::vector<letter_code> out;
    for (letter_code const c : from) {
        std::uint64_t const event = rng() % 10'000;
        if (event < rate)
            continue;
        out.push_back(event < 2 * rate ? static_cast<letter_code>(rng() % letters) : c);
        if (event >= 2 * rate && event < 3 * rate)
            out.push_back(static_cast<letter_code>(rng() % letters));
    }
    return out;
}

void run(benchmark::State & state, problem const & p, task t, int threads, bool full)
{
    options o;
    o.task = t;
    o.engine = "strip";
    o.device = device::cpu;
    o.threads = threads;
    o.full_table = full;
    result r;
    for (auto _ : state)
        r = solve(p, o);
    double const cells = static_cast<double>(p.n()) * static_cast<double>(p.m());
    state.counters["cells/s"] = benchmark::Counter{cells, benchmark::Counter::kIsIterationInvariantRate};
    state.counters["score"] = static_cast<double>(r.score);
    state.counters["part"] = r.pruned ? static_cast<double>(r.pruned->cells + r.pruned->cells_for_bound) / cells : 1;
}

void add(std::string const & name, std::shared_ptr<problem const> const & p)
{
    for (task const t : {task::length, task::alignment})
        for (int const threads : {1, 2})
            for (bool const full : {false, true})
                benchmark::RegisterBenchmark(fmt::format("{}/{}x{}/{}/{}t/{}", name, p->n(), p->m(),
                                                         t == task::length ? "length" : "chain", threads,
                                                         full ? "full" : "pruned")
                                                 .c_str(),
                                             [=](benchmark::State & state) { run(state, *p, t, threads, full); })
                    ->Unit(benchmark::kMillisecond)
                    ->MeasureProcessCPUTime()
                    ->UseRealTime();
}

std::shared_ptr<problem const> make(std::vector<letter_code> a, std::vector<letter_code> b, std::uint32_t gaps)
{
    gap_limits const limits_a{a.size(), {.hi = gaps}}, limits_b{b.size(), {.hi = gaps}};
    return std::make_shared<problem const>(std::move(a), std::move(b), limits_a, limits_b);
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
    for (int k = 1; k + 2 < argc; k += 3)
        add(fmt::format("{}:{}", argv[k + 1], argv[k + 2]), make(first_record(argv[k + 1]), first_record(argv[k + 2]),
                                                                 static_cast<std::uint32_t>(std::stoul(argv[k]))));
    std::mt19937_64 rng{1};
    for (std::size_t const size : {5'000, 10'000, 30'000})
        for (unsigned const letters : {4U, 20U}) {
            auto const a = drawn(rng, size, letters);
            std::string const kind = letters == 4 ? "dna" : "protein";
            for (std::uint64_t const rate : {3, 30, 300})
                add(fmt::format("{}/{}", kind, rate), make(a, mutated(rng, a, letters, rate), 5));
            add(kind + "/unrelated", make(a, drawn(rng, size, letters), 5));
        }
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
