// SPDX-License-Identifier: BSD-3-Clause
/// Every engine of the CPU on random DNA: Gcell/s by size, limits, task and threads.
#include "random_problem.hpp"

#include <vglcs/engine.hpp>

#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

using namespace vglcs;
using namespace vglcs::test;

namespace {

/// How the limits of a run are drawn.
struct limits_case
{
    std::string_view name;
    limits_kind kind;
    std::uint32_t reach;
    bool for_reference; ///< few enough cells a window for the engine that looks at each of them
};

constexpr std::array limits_cases{
    limits_case{"0..30", limits_kind::per_letter, 30, true},
    limits_case{"0..1000", limits_kind::per_letter, 1000, false},
    limits_case{"inf", limits_kind::infinite, 0, false},
    limits_case{"elastic0..30", limits_kind::elastic, 30, true},
};

/// n = m letters; made once, shared by all engines, so that their answers can be compared.
problem const & problem_of(std::size_t size, limits_case const & limits)
{
    static std::map<std::pair<std::size_t, std::string_view>, problem> made;
    auto found = made.find({size, limits.name});
    if (found == made.end()) {
        generator rng{size};
        test_problem const p = random_problem(rng, {.min_n = size,
                                                    .max_n = size,
                                                    .min_m = size,
                                                    .max_m = size,
                                                    .reach = limits.reach,
                                                    .similar_percent = 0,
                                                    .kind_a = limits.kind,
                                                    .kind_b = limits.kind});
        found = made.emplace(std::pair{size, limits.name}, p.make()).first;
    }
    return found->second;
}

/// The answers so far, by problem and task: engines that disagree end the run.
bool agrees(problem const & p, task t, result const & r)
{
    static std::map<std::pair<problem const *, task>, result> answers;
    auto const & first = answers.try_emplace({&p, t}, r).first->second;
    return first.length == r.length && first.last == r.last && first.chain == r.chain;
}

void run(benchmark::State & state, engine const & e, std::size_t size, limits_case const & limits, task t, int threads)
{
    problem const & p = problem_of(size, limits);
    options const o = resolved({.task = t, .engine = std::string{e.name()}, .threads = threads});
    result r;
    for (auto _ : state)
        benchmark::DoNotOptimize(r = e.solve(p, o));
    if (!agrees(p, t, r))
        state.SkipWithError("differs from the engine before");
    double const cells = static_cast<double>(size) * static_cast<double>(size);
    state.counters["Gcell/s"] = benchmark::Counter(cells * 1e-9, benchmark::Counter::kIsIterationInvariantRate);
    state.counters["length"] = static_cast<double>(r.length);
    cost const c = e.plan(p, o);
    state.counters["planned s"] = c.seconds;
    state.counters["planned MB"] = static_cast<double>(c.host_bytes) * 1e-6;
}

} // namespace

int main(int argc, char ** argv)
{
    for (std::size_t const size : {4000, 10000})
        for (limits_case const & limits : limits_cases)
            for (task const t : {task::length, task::alignment})
                for (int const threads : {1, 2})
                    for (engine const * e : engines()) {
                        if (e->device() != device::cpu || !e->supports(problem_of(10, limits), t))
                            continue;
                        bool const reference = e->name() == "reference";
                        if (reference && (size > 4000 || threads > 1 || !limits.for_reference))
                            continue;
                        std::string const label = std::string{e->name()} + "/n:" + std::to_string(size) +
                                                  "/limits:" + std::string{limits.name} +
                                                  (t == task::length ? "/length" : "/alignment") +
                                                  "/threads:" + std::to_string(threads);
                        benchmark::RegisterBenchmark(
                            label.c_str(),
                            [=, &limits](benchmark::State & state) { run(state, *e, size, limits, t, threads); })
                            ->Unit(benchmark::kMillisecond)
                            ->UseRealTime();
                    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
