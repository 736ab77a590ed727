// SPDX-License-Identifier: BSD-3-Clause
// Trees: numbering, lowest common ancestors, range minima through them, subtree minima.
// Counters: ns per node for builds, ns per query for batches. VGLCS_BENCH_N sets the number of nodes (10^7 unless set).
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <rmq/lca.hpp>
#include <rmq/lca_rmq.hpp>
#include <rmq/tree_queries.hpp>

namespace {

using rmq::numbering_method;
using tree_type = rmq::rooted_tree<std::uint32_t>;

constexpr std::size_t query_count = 4'000'000;

std::size_t nodes()
{
    char const * const text = std::getenv("VGLCS_BENCH_N");
    return text != nullptr ? std::strtoull(text, nullptr, 10) : 10'000'000;
}

/// bushy: a parent is any earlier node; deep: one of the 100 nodes before. Names are shuffled, as in trees from files.
std::vector<std::uint32_t> random_parents(bool deep)
{
    std::mt19937_64 random{7};
    std::size_t const n = nodes();
    std::vector<std::uint32_t> name(n);
    std::iota(name.begin(), name.end(), 0U);
    std::shuffle(name.begin(), name.end(), random);
    std::vector<std::uint32_t> parents(n, rmq::no_position<std::uint32_t>);
    for (std::size_t k = 1; k < n; ++k)
        parents[name[k]] = name[k - 1 - random() % (deep ? std::min<std::size_t>(k, 100) : k)];
    return parents;
}

tree_type const & tree(bool deep)
{
    static bool held = deep;
    static tree_type cached{std::span<std::uint32_t const>{random_parents(deep)}, 2};
    if (held != deep) {
        cached = tree_type{std::span<std::uint32_t const>{random_parents(deep)}, 2};
        held = deep;
    }
    return cached;
}

std::vector<std::int32_t> const & values()
{
    static std::vector<std::int32_t> const cached = [] {
        std::mt19937_64 random{3};
        std::vector<std::int32_t> v(nodes());
        for (auto & value : v)
            value = static_cast<std::int32_t>(random() >> 33);
        return v;
    }();
    return cached;
}

std::vector<rmq::range<std::uint32_t>> queries(std::size_t longest, bool ordered)
{
    std::mt19937_64 random{11};
    std::vector<rmq::range<std::uint32_t>> all(query_count);
    for (auto & [l, r] : all) {
        std::size_t const first = random() % nodes();
        std::size_t const second =
            longest == 0 ? random() % nodes() : std::min(nodes() - 1, first + random() % longest);
        l = static_cast<std::uint32_t>(ordered ? std::min(first, second) : first);
        r = static_cast<std::uint32_t>(ordered ? std::max(first, second) : second);
    }
    return all;
}

void count(benchmark::State & state, std::size_t items)
{
    state.counters["ns/item"] = benchmark::Counter(static_cast<double>(state.iterations() * items) * 1e-9,
                                                   benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void numbering(benchmark::State & state, bool deep, numbering_method method, unsigned threads)
{
    auto const & t = tree(deep);
    for (auto _ : state)
        benchmark::DoNotOptimize(rmq::number_nodes(t, threads, method).size[0]);
    count(state, t.size());
}

template <class Structure>
void build(benchmark::State & state, bool deep, numbering_method method, unsigned threads)
{
    auto const & t = tree(deep);
    std::size_t bytes = 0;
    for (auto _ : state)
        bytes = Structure{t, threads, method}.bytes();
    count(state, t.size());
    state.counters["bits/node"] = 8.0 * static_cast<double>(bytes) / static_cast<double>(t.size());
}

template <class Structure>
void batch(benchmark::State & state, bool deep, unsigned threads)
{
    Structure const structure{tree(deep), 2};
    auto const asked = queries(0, false);
    std::vector<std::uint32_t> out(asked.size());
    for (auto _ : state)
        structure.query(asked, out, threads);
    count(state, asked.size());
}

template <class Structure>
void single(benchmark::State & state, bool deep)
{
    Structure const structure{tree(deep), 2};
    auto const asked = queries(0, false);
    for (auto _ : state) {
        std::uint32_t last = 0; // every query depends on the answer before it
        for (auto const & [u, v] : asked)
            last = structure.query(u, v ^ (last & 1 & (v != 0)));
        benchmark::DoNotOptimize(last);
    }
    count(state, asked.size());
}

void range_build(benchmark::State & state, numbering_method method, unsigned threads)
{
    std::span<std::int32_t const> const v = values();
    std::size_t bytes = 0;
    for (auto _ : state)
        bytes = rmq::lca_rmq<std::int32_t>{v, threads, method}.bytes();
    count(state, v.size());
    state.counters["bits/node"] = 8.0 * static_cast<double>(bytes) / static_cast<double>(v.size());
}

void range_batch(benchmark::State & state, std::size_t longest, unsigned threads)
{
    rmq::lca_rmq<std::int32_t> const structure{std::span<std::int32_t const>{values()}, 2};
    auto const asked = queries(longest, true);
    std::vector<std::uint32_t> out(asked.size());
    for (auto _ : state)
        structure.query(asked, out, threads);
    count(state, asked.size());
}

void subtrees(benchmark::State & state, bool deep, bool all, unsigned threads)
{
    rmq::subtree_extrema<std::int32_t> const structure{tree(deep), values(), 2};
    std::vector<std::uint32_t> asked(all ? nodes() : nodes() / 10);
    std::mt19937_64 random{5};
    for (auto & node : asked)
        node = static_cast<std::uint32_t>(random() % nodes());
    std::vector<std::uint32_t> out(asked.size());
    for (auto _ : state)
        all ? structure.query_all(out, threads) : structure.query(asked, out, threads);
    count(state, asked.size());
}

} // namespace

int main(int argc, char ** argv)
{
    benchmark::Initialize(&argc, argv);
    using inlabel = rmq::inlabel_lca<std::uint32_t>;
    using euler = rmq::euler_lca<std::uint32_t>;
    auto const add = [](std::string const & name, auto const & function) {
        benchmark::RegisterBenchmark(name.c_str(), function)
            ->UseRealTime()
            ->MeasureProcessCPUTime()
            ->Unit(benchmark::kMillisecond);
    };
    for (bool const deep : {false, true}) {
        std::string const kind = deep ? "deep" : "bushy";
        for (unsigned const threads : {1, 2}) {
            std::string const end = '/' + kind + "/threads:" + std::to_string(threads);
            constexpr auto ranking = numbering_method::list_ranking;
            constexpr auto traversal = numbering_method::traversal;
            add("number_list_ranking" + end, [=](benchmark::State & s) { numbering(s, deep, ranking, threads); });
            add("number_traversal" + end, [=](benchmark::State & s) { numbering(s, deep, traversal, threads); });
            add("inlabel_build_ranking" + end,
                [=](benchmark::State & s) { build<inlabel>(s, deep, ranking, threads); });
            add("inlabel_build_traversal" + end,
                [=](benchmark::State & s) { build<inlabel>(s, deep, traversal, threads); });
            add("euler_build" + end,
                [=](benchmark::State & s) { build<euler>(s, deep, numbering_method::automatic, threads); });
            add("inlabel_batch" + end, [=](benchmark::State & s) { batch<inlabel>(s, deep, threads); });
            add("euler_batch" + end, [=](benchmark::State & s) { batch<euler>(s, deep, threads); });
            add("subtree_all" + end, [=](benchmark::State & s) { subtrees(s, deep, true, threads); });
            add("subtree_tenth" + end, [=](benchmark::State & s) { subtrees(s, deep, false, threads); });
        }
        add("inlabel_single/" + kind, [=](benchmark::State & s) { single<inlabel>(s, deep); });
        add("euler_single/" + kind, [=](benchmark::State & s) { single<euler>(s, deep); });
    }
    for (unsigned const threads : {1, 2}) {
        std::string const end = "/threads:" + std::to_string(threads);
        add("range_build_ranking" + end,
            [=](benchmark::State & s) { range_build(s, numbering_method::list_ranking, threads); });
        add("range_build_traversal" + end,
            [=](benchmark::State & s) { range_build(s, numbering_method::traversal, threads); });
        for (std::size_t const longest : {0, 1024, 32})
            add("range_batch/longest:" + std::to_string(longest) + end,
                [=](benchmark::State & s) { range_batch(s, longest, threads); });
    }
    benchmark::RunSpecifiedBenchmarks();
}
