// SPDX-License-Identifier: BSD-3-Clause
/// Scores by the strip engine beside lengths of the same limits: letters at 1, jumps, values, threads and instruction
/// sets; counters cells/s. For ratios on a machine that others use too:
/// --benchmark_enable_random_interleaving=true --benchmark_repetitions=9 --benchmark_report_aggregates_only=true
#include "bench_problem.hpp"
#include "cpu/scored/scored_plan.hpp"
#include "cpu/strip/strip.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <hwy/targets.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace {

using namespace vglcs;

struct instruction_set
{
    char const * name;
    std::int64_t targets; ///< 0: the best that the machine has
};

/// Where jumps of B land: nowhere, before every letter with both ends priced by their sites, at one letter of a
/// hundred.
enum class landing : std::uint8_t { none, everywhere, hundredth };

struct scored_shape
{
    std::string_view name;
    std::optional<std::uint32_t> hi; ///< one limit for all letters; empty: `random`
    std::uint32_t random = 0;        ///< largest of the random limits
    std::uint32_t skip = 1;
    landing jumps = landing::none;
    bool jumps_on_a = false; ///< too, everywhere
    std::size_t n = 4'000, m = 65'536;
};

jumps make_jumps(std::mt19937_64 & rng, landing kind, std::vector<letter_code> const & letters)
{
    std::size_t const size = letters.size();
    jumps out{size};
    for (std::size_t k = 0; k < size && kind != landing::none; ++k) {
        // GT and AG of introns: letters are A C G T
        bool const donor = k + 1 < size && letters[k] == 2 && letters[k + 1] == 3;
        bool const acceptor = k >= 2 && letters[k - 2] == 0 && letters[k - 1] == 2;
        if (kind == landing::everywhere) {
            out.set_landing(k, k + 1, jump{20, 5'000, acceptor ? 10U : 18U});
            out.set_leaving(k, k + 1, donor ? 0 : 8);
        } else if (rng() % 100 == 0) {
            out.set_landing(k, k + 1, jump{20, 5'000, 10});
        }
    }
    return kind == landing::none ? jumps{} : out;
}

problem make(scored_shape const & shape)
{
    std::mt19937_64 rng{1};
    auto const text = [&](std::size_t size) {
        std::vector<letter_code> out(size);
        for (letter_code & c : out)
            c = static_cast<letter_code>(rng() % 4);
        return out;
    };
    auto const limits = [&](std::size_t size) {
        gap_limits out{size, gap_limit{.hi = shape.hi.value_or(0)}};
        for (std::size_t k = 0; k < size && !shape.hi; ++k)
            out.set(k, gap_limit{.hi = static_cast<std::uint32_t>(rng() % (shape.random + 1))});
        return out;
    };
    auto a = text(shape.n), b = text(shape.m);
    gap_limits const limits_a = limits(shape.n), limits_b = limits(shape.m);
    jumps const on_a = make_jumps(rng, shape.jumps_on_a ? landing::everywhere : landing::none, a);
    jumps const on_b = make_jumps(rng, shape.jumps, b);
    return {std::move(a), std::move(b), limits_a, limits_b, scoring{1, shape.skip, shape.skip}, on_a, on_b};
}

/// The run without making the plan, which is a hundredth of it; the first result is what every later one must be.
template <class Plan>
void run(benchmark::State & state, problem const & p, int threads, instruction_set set, std::size_t bytes, task t)
{
    hwy::SetSupportedTargetsForTest(set.targets);
    {
        Plan const plan{p, {}, bytes};
        options o;
        o.task = t;
        o.threads = threads;
        o.max_memory = std::uint64_t{8} << 30;
        cpu::strip_job const job = cpu::make_job(plan, o);
        std::uint64_t answer = 0;
        for (auto _ : state) {
            result const r = cpu::run_strips(plan, job, threads, nullptr);
            std::uint64_t const value = p.is_unit() ? r.length : r.score;
            if (answer != 0 && value != answer)
                state.SkipWithError("two runs differ");
            answer = value;
        }
        state.counters["score"] = static_cast<double>(answer);
    }
    hwy::SetSupportedTargetsForTest(0);
    double const cells = static_cast<double>(p.n()) * static_cast<double>(p.m());
    state.counters["cells/s"] = benchmark::Counter{cells, benchmark::Counter::kIsIterationInvariantRate};
}

void add(scored_shape const & shape, instruction_set set, std::size_t bytes = 2, int threads = 1, task t = task::length)
{
    std::string const name = fmt::format("scored/{}/{}x{}/{}t/{}/{}bit{}", shape.name, shape.n, shape.m, threads,
                                         set.name, 8 * bytes, t == task::alignment ? "/chain" : "");
    auto * const entry = benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State & state) {
        problem const p = make(shape);
        if (p.is_unit())
            run<cpu::strip_plan>(state, p, threads, set, bytes, t);
        else
            run<cpu::scored_plan>(state, p, threads, set, bytes, t);
    });
    entry->Unit(benchmark::kMillisecond);
    if (threads > 1)
        entry->UseRealTime();
}

} // namespace

int main(int argc, char ** argv)
{
    constexpr instruction_set best{"best", 0}, avx2{"avx2", HWY_AVX2};
    constexpr std::array shapes{
        scored_shape{.name = "3,free", .hi = 3, .skip = 0},
        scored_shape{.name = "3", .hi = 3},
        scored_shape{.name = "3,jumps", .hi = 3, .jumps = landing::everywhere},
        scored_shape{.name = "3,jumps_1%", .hi = 3, .jumps = landing::hundredth},
        scored_shape{.name = "0..30,free", .random = 30, .skip = 0},
        scored_shape{.name = "0..30", .random = 30},
        scored_shape{.name = "0..30,jumps_1%", .random = 30, .jumps = landing::hundredth},
        scored_shape{.name = "30", .hi = 30},
        scored_shape{.name = "inf", .hi = gap_limit::infinite},
        scored_shape{.name = "0..1000", .random = 1'000},
        scored_shape{.name = "3,jumps_on_both", .hi = 3, .jumps = landing::everywhere, .jumps_on_a = true},
    };
    for (scored_shape const & shape : shapes)
        for (instruction_set const & set : {avx2, best})
            add(shape, set);
    for (scored_shape const & shape : {shapes[1], shapes[2], shapes[5]}) {
        add(shape, avx2, 4);
        add(shape, best, 2, 2);
        add(shape, best, 2, 1, task::alignment);
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
