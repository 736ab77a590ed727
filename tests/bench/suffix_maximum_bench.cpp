// SPDX-License-Identifier: BSD-3-Clause
/// Incremental suffix maxima in the experiments of Yang, Liu, Wu 2017, section 6.2: appending and querying by turns
/// with suffixes of any length (figure 16), and ten queries an append over p, q and L (table 2); and their table 1,
/// ranges over a whole array by an unblocked and a blocked sparse table, building included.
#include <rmq/block_sparse_table.hpp>
#include <rmq/peeking_sparse_table.hpp>
#include <rmq/sparse_table.hpp>
#include <rmq/suffix_maximum.hpp>

#include <fmt/format.h>

#include <benchmark/benchmark.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace {

using value = std::int32_t;
using generator = std::mt19937_64;

/// One experiment: `count` appends, after each `queries` suffixes of 1..longest positions (0: of any length).
/// A value is 0 in `zeros` of 100 cases, else larger than the one before it in `rises` of 100 cases.
struct experiment
{
    std::size_t count;
    unsigned queries, longest, rises, zeros;
    auto operator<=>(experiment const &) const = default;
};

/// Values and random numbers of an experiment, made before the clock runs. 65,536 random numbers are used again and
/// again: they stay in the second-level cache and do not repeat in step with anything.
struct inputs
{
    std::vector<value> values;
    std::vector<std::uint32_t> random;
};

inputs const & inputs_of(experiment const & e)
{
    static std::map<experiment, inputs> made;
    if (auto const found = made.find(e); found != made.end())
        return found->second;
    made.clear(); // one at a time
    generator rng{e.count + e.rises};
    inputs in{std::vector<value>(e.count), std::vector<std::uint32_t>(65536)};
    value last = 1 << 20;
    for (value & v : in.values) {
        auto const step = static_cast<value>(rng() % 1000);
        last = rng() % 100 < e.rises ? std::min(last + step, 1 << 30) : std::max(last - step, 1);
        v = rng() % 100 < e.zeros ? 0 : last;
    }
    for (std::uint32_t & r : in.random)
        r = e.longest ? static_cast<std::uint32_t>(rng() % e.longest) : static_cast<std::uint32_t>(rng());
    return made.emplace(e, std::move(in)).first->second;
}

/// Sum of all answers; the structure's own time is all that differs between structures.
template <class Structure, class Query>
std::uint64_t run(experiment const & e, inputs const & in, Query const & query)
{
    Structure structure;
    structure.reserve(e.count);
    std::uint64_t sum = 0;
    std::size_t turn = 0;
    for (std::size_t i = 0; i < e.count; ++i) {
        structure.append(in.values[i]);
        for (unsigned k = 0; k < e.queries; ++k, ++turn) {
            std::uint32_t const random = in.random[turn % 65536];
            std::size_t const back = e.longest ? random : (std::uint64_t{random} * (i + 1)) >> 32;
            sum += static_cast<std::uint64_t>(query(structure, back < i ? i - back : 0));
        }
    }
    return sum;
}

template <class Structure, class Query>
void measure(benchmark::State & state, experiment const & e, Query const & query)
{
    inputs const & in = inputs_of(e);
    std::uint64_t sum = 0;
    for (auto _ : state)
        benchmark::DoNotOptimize(sum = run<Structure>(e, in, query));
    static std::map<experiment, std::uint64_t> sums;
    if (sums.try_emplace(e, sum).first->second != sum)
        state.SkipWithError("answers differ from the structure before");
    state.counters["ns/query"] =
        benchmark::Counter(static_cast<double>(e.count * e.queries) * 1e-9,
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

template <class Structure, class Query>
void add(std::string const & structure, std::string const & table, experiment const & e, Query query, int repetitions)
{
    std::string const name =
        fmt::format("{}/{}/n:{}/L:{}/p:{}/q:{}", table, structure, e.count, e.longest, e.rises, e.zeros);
    benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State & state) { measure<Structure>(state, e, query); })
        ->Unit(benchmark::kMillisecond)
        ->Iterations(repetitions);
}

void add_all(std::string const & table, experiment const & e, int repetitions, bool sparse)
{
    using namespace rmq;
    auto const suffix = [](auto & structure, std::size_t x) { return structure.query(x); };
    auto const range = [](auto & structure, std::size_t x) { return structure.query(x, structure.size() - 1); };
    add<disjoint_set_suffix<value>>("disjoint sets", table, e, suffix, repetitions);
    if (sparse)
        add<sparse_table_suffix<value>>("sparse table", table, e, suffix, repetitions);
    add<pop_suffix<value>>("pops (Alg. 4 loop)", table, e, range, repetitions);
    add<pop_suffix<value>>("pops (path)", table, e, suffix, repetitions);
    add<catalan_suffix<value>>("catalan", table, e, suffix, repetitions);
    add<right_path_suffix<value>>("right path", table, e, suffix, repetitions);
}

/// Table 1: build, and n ranges of at most `longest` positions.
template <class Structure>
void static_ranges(benchmark::State & state, std::size_t n, std::size_t longest)
{
    generator rng{n + longest};
    std::vector<value> values(n);
    for (value & v : values)
        v = static_cast<value>(rng() >> 33);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ranges(n);
    for (auto & [l, r] : ranges) {
        std::size_t const size = 1 + rng() % std::min(longest, n);
        l = static_cast<std::uint32_t>(rng() % (n - size + 1));
        r = static_cast<std::uint32_t>(l + size - 1);
    }
    std::uint64_t sum = 0;
    for (auto _ : state) {
        Structure const structure{std::span<value const>{values}, 1};
        for (auto const & [l, r] : ranges) {
            if constexpr (requires { structure.value(l, r); })
                sum += static_cast<std::uint64_t>(structure.value(l, r));
            else
                sum += static_cast<std::uint64_t>(values[structure.query(l, r)]);
        }
    }
    benchmark::DoNotOptimize(sum);
}

template <class Structure>
void add_static(std::string const & structure, std::size_t n, std::size_t longest)
{
    benchmark::RegisterBenchmark(fmt::format("table 1/{}/n:{}/L:{}", structure, n, longest).c_str(),
                                 [=](benchmark::State & state) { static_ranges<Structure>(state, n, longest); })
        ->Unit(benchmark::kMicrosecond);
}

} // namespace

int main(int argc, char ** argv)
{
    using namespace rmq;
    for (std::size_t const count : {10'000, 100'000, 1'000'000, 10'000'000})
        add_all("figure 16", {count, 1, 0, 50, 0}, count < 1'000'000 ? 20 : 1, true);
    for (unsigned const longest : {4U, 8U, 16U, 64U})
        add_all("reach", {10'000'000, 10, longest, 50, 0}, 1, false);
    add_all("reach", {10'000'000, 10, 0, 50, 0}, 1, false);
    for (unsigned const longest : {4U, 8U, 16U})
        for (unsigned const zeros : {0U, 20U, 40U, 60U, 80U, 100U})
            for (unsigned const rises : {0U, 25U, 50U, 75U, 100U})
                add_all("table 2", {1'000'000, 10, longest, rises, zeros}, 1, false);
    for (std::size_t const n : {30'000, 50'000, 100'000})
        for (std::size_t const longest : {1U << 10, 1U << 12, 1U << 14, 1U << 16}) {
            if (longest > n)
                continue;
            add_static<sparse_table<value, std::uint32_t, max_leftmost>>("sparse table", n, longest);
            add_static<block_sparse_table<value, in_block::pop_codes, std::uint32_t, max_leftmost>>("blocked, pops", n,
                                                                                                    longest);
            add_static<peeking_sparse_table<value, std::uint32_t, max_leftmost>>("blocked, peeking", n, longest);
        }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
