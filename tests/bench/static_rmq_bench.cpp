// SPDX-License-Identifier: BSD-3-Clause
// Static range-extremum structures: build, and nanoseconds a query for wide, short (<= 1024) and tiny (<= 32, <= 16)
// ranges over random values and over a noisy trend, whose best lies at an end of every range: no shortcut helps there.
// All answers are checked. Structures live on from one benchmark to the next, one at a time.
// RMQ_BENCH_N sets the number of values (default 1,000,000), RMQ_BENCH_Q that of queries (default 1,000,000).
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <typeindex>
#include <utility>
#include <vector>

#include <rmq/block_sparse_table.hpp>
#include <rmq/detail/huge_pages.hpp>
#include <rmq/extremum_tree.hpp>
#include <rmq/naive.hpp>
#include <rmq/peeking_sparse_table.hpp>
#include <rmq/sparse_table.hpp>
#include <rmq/succinct.hpp>
#include <rmq/succinct_index.hpp>

namespace {

using value_type = std::int32_t;
using query_type = rmq::range<std::uint32_t>;

std::size_t setting(char const * name, std::size_t otherwise)
{
    char const * const text = std::getenv(name);
    return text != nullptr ? static_cast<std::size_t>(std::strtod(text, nullptr)) : otherwise;
}
std::size_t const n = setting("RMQ_BENCH_N", 1'000'000);
std::size_t const query_count = setting("RMQ_BENCH_Q", 1'000'000);

std::uint64_t mix(std::uint64_t & state)
{
    std::uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

enum class data { random, trend };

rmq::huge_vector<value_type> const & values(data kind)
{
    static rmq::huge_vector<value_type> made;
    static int kind_made = -1;
    if (kind_made != static_cast<int>(kind)) {
        made.resize(n);
        std::uint64_t state = 1;
        for (std::size_t i = 0; i < n; ++i)
            made[i] = kind == data::random ? static_cast<value_type>(mix(state) >> 33)
                                           : static_cast<value_type>(16 * i + (mix(state) >> 54));
        kind_made = static_cast<int>(kind);
    }
    return made;
}

/// Ranges of random length up to `longest`; 0: two random ends.
std::vector<query_type> queries(std::size_t longest)
{
    std::vector<query_type> all(query_count);
    std::uint64_t state = 2;
    for (query_type & q : all) {
        std::size_t const length = longest == 0 ? 0 : 1 + mix(state) % std::min(longest, n);
        std::size_t const a = longest == 0 ? mix(state) % n : mix(state) % (n - length + 1);
        std::size_t const b = longest == 0 ? mix(state) % n : a + length - 1;
        q = {static_cast<std::uint32_t>(std::min(a, b)), static_cast<std::uint32_t>(std::max(a, b))};
    }
    return all;
}

template <class Structure>
void build(benchmark::State & state, unsigned threads)
{
    std::span<value_type const> const v{values(data::random)};
    std::size_t bytes = 0;
    for (auto _ : state) {
        Structure const structure{v, threads};
        bytes = structure.bytes();
        benchmark::DoNotOptimize(structure.query(0, n - 1));
    }
    state.counters["bits_per_value"] = 8.0 * static_cast<double>(bytes) / static_cast<double>(n);
    state.counters["values"] =
        benchmark::Counter(static_cast<double>(n), benchmark::Counter::kIsIterationInvariantRate);
}

/// The structure that is alive, and what it is.
std::shared_ptr<void> held;
std::pair<std::type_index, data> held_is{typeid(void), data::random};

template <class Structure>
Structure const & built(data kind)
{
    std::span<value_type const> const v{values(kind)}; // the same values again, where others were made since
    std::pair<std::type_index, data> const wanted{typeid(Structure), kind};
    if (held_is != wanted) {
        held = nullptr; // before its successor needs memory
        held = std::make_shared<Structure>(v);
        held_is = wanted;
    }
    return *static_cast<Structure const *>(held.get());
}

/// The answers, by the structure that was measured first: extremum_tree, itself checked against its single queries.
std::vector<std::uint32_t> const & expected_answers(data kind, std::size_t longest,
                                                    std::vector<std::uint32_t> const & first)
{
    static std::map<std::pair<data, std::size_t>, std::vector<std::uint32_t>> known;
    return known.try_emplace({kind, longest}, first).first->second;
}

template <class Structure>
void query(benchmark::State & state, data kind, std::size_t longest, unsigned threads)
{
    Structure const & structure = built<Structure>(kind);
    auto const all = queries(longest);
    std::vector<std::uint32_t> answers(all.size());
    for (auto _ : state) {
        if (threads == 0) // one after the other
            for (std::size_t i = 0; i < all.size(); ++i)
                answers[i] = structure.query(all[i].l, all[i].r);
        else
            structure.query(all, answers, threads);
        benchmark::ClobberMemory();
    }
    if (answers != expected_answers(kind, longest, answers)) {
        state.SkipWithError("answers differ from the structure before");
        return;
    }
    state.counters["ns_per_query"] =
        benchmark::Counter(static_cast<double>(all.size()) * 1e-9,
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

template <class Structure>
void add(std::string const & name, bool scans = false)
{
    for (unsigned const threads : {1u, 2u})
        benchmark::RegisterBenchmark((name + "/build/threads:" + std::to_string(threads)).c_str(), build<Structure>,
                                     threads)
            ->Unit(benchmark::kMillisecond)
            ->UseRealTime();
    struct range_kind
    {
        char const * name;
        data kind;
        std::size_t longest;
    };
    for (range_kind const & kind :
         {range_kind{"wide", data::random, 0}, range_kind{"short", data::random, 1024},
          range_kind{"tiny", data::random, 32}, range_kind{"tiny16", data::random, 16},
          range_kind{"wide_trend", data::trend, 0}, range_kind{"short_trend", data::trend, 1024}})
    {
        if (scans && kind.longest == 0)
            continue; // a scan of half the array a query
        for (unsigned threads : {0u, 1u, 2u})
            benchmark::RegisterBenchmark(
                (name + "/" + kind.name + (threads == 0 ? "/single" : "/threads:" + std::to_string(threads))).c_str(),
                query<Structure>, kind.kind, kind.longest, threads)
                ->Unit(benchmark::kMillisecond)
                ->UseRealTime();
    }
}

} // namespace

int main(int argc, char ** argv)
{
    add<rmq::extremum_tree<value_type>>("extremum_tree");
    add<rmq::succinct_index<value_type>>("succinct_index");
    add<rmq::succinct<value_type>>("succinct");
    add<rmq::block_sparse_table<value_type, rmq::in_block::pop_codes>>("block_sparse_table<pop_codes>");
    add<rmq::block_sparse_table<value_type, rmq::in_block::lca_tables>>("block_sparse_table<lca_tables>");
    add<rmq::peeking_sparse_table<value_type>>("peeking_sparse_table");
    add<rmq::sparse_table<value_type>>("sparse_table");
    add<rmq::naive<value_type>>("naive", true);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
