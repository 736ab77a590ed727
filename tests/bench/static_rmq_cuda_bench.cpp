// SPDX-License-Identifier: BSD-3-Clause
/// Static range-extremum structures on a CUDA device: build and batches of queries, by CUDA events as manual time;
/// copies to the device are outside. Answers are checked against the CPU structure on samples, outside the time.
/// Arguments: thousands of values, thousands of queries or values in a window. GB/s counts what has to move: the array
/// once and the structure for builds, queries and answers alone for batches.
#include "device/static_build.hpp"

#include <rmq/cuda/block_sparse_table.hpp>
#include <rmq/cuda/device.hpp>
#include <rmq/cuda/sparse_table.hpp>
#include <rmq/cuda/succinct.hpp>
#include <rmq/cuda/succinct_index.hpp>
#include <rmq/cuda/window_maximum.hpp>
#include <rmq/detail/huge_pages.hpp>
#include <rmq/extremum_tree.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace {

using value_type = std::int32_t;
using index_type = std::uint32_t;
using query_type = rmq::range<index_type>;
using rmq::cuda::device_buffer;
using rmq::cuda::device_span;

enum class data { random, trend };

std::uint64_t mixed(std::uint64_t i)
{
    std::uint64_t z = (i + 1) * 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

rmq::cuda::stream & on()
{
    static rmq::cuda::stream one;
    return one;
}

/// An array of each kind at a time, on the host and on the device, and the CPU's structure for it.
struct array
{
    std::size_t n = 0;
    rmq::huge_vector<value_type> values;
    device_buffer<value_type> d_values;
    std::unique_ptr<rmq::extremum_tree<value_type, index_type>> referee;

    static array & of(std::size_t n, data kind)
    {
        (void)on(); // outlives the arrays
        static array both[2];
        array & one = both[static_cast<std::size_t>(kind)];
        if (one.n == n)
            return one;
        one.referee.reset();
        one.d_values = {};
        one.values.resize(n);
#pragma omp parallel for
        for (std::size_t i = 0; i < n; ++i)
            one.values[i] = kind == data::random ? static_cast<value_type>(mixed(i) >> 33)
                                                 : static_cast<value_type>(2 * i + (mixed(i) >> 57));
        std::span<value_type const> const view{one.values};
        one.d_values = device_buffer<value_type>{view, on()};
        on().synchronize();
        one.referee = std::make_unique<rmq::extremum_tree<value_type, index_type>>(view);
        one.n = n;
        return one;
    }
};

/// Random ranges of length up to `longest`; 0: two random ends.
std::vector<query_type> queries(std::size_t n, std::size_t count, std::size_t longest)
{
    std::vector<query_type> all(count);
#pragma omp parallel for
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t a = mixed(3 * i) % n, b = mixed(3 * i + 1) % n;
        if (longest != 0) {
            std::size_t const length = 1 + b % std::min(longest, n);
            a = mixed(3 * i) % (n - length + 1);
            b = a + length - 1;
        }
        all[i] = {static_cast<index_type>(std::min(a, b)), static_cast<index_type>(std::max(a, b))};
    }
    return all;
}

bool no_device(benchmark::State & state)
{
    if (rmq::cuda::devices().reason.empty())
        return false;
    state.SkipWithError(rmq::cuda::devices().reason.c_str());
    return true;
}

template <class Structure>
void build(benchmark::State & state)
{
    if (no_device(state))
        return;
    std::size_t const n = static_cast<std::size_t>(state.range(0)) * 1000;
    array & a = array::of(n, data::random);
    std::size_t const bytes = Structure::bytes_for(n);
    device_buffer<std::byte> const memory{bytes, on()}, scratch{Structure::scratch_bytes_for(n), on()};
    rmq::cuda::event start, stop;
    double best = 1e9;
    for (auto _ : state) {
        start.record(on());
        Structure const structure{a.d_values.span(), memory.span(), scratch.span(), on()};
        stop.record(on());
        double const ms = rmq::cuda::event::milliseconds(start, stop);
        state.SetIterationTime(1e-3 * ms);
        best = std::min(best, ms);
    }
    state.counters["best_ms"] = best;
    state.counters["bits_per_value"] = 8.0 * static_cast<double>(bytes) / static_cast<double>(n);
    state.counters["GB/s"] = static_cast<double>(n * sizeof(value_type) + bytes) / best / 1e6;
}

/// How a batch is asked.
enum class form { library, quads, sorted };

template <class Structure, form Form = form::library>
void query(benchmark::State & state, data kind, std::size_t longest)
{
    if (no_device(state))
        return;
    std::size_t const n = static_cast<std::size_t>(state.range(0)) * 1000;
    std::size_t const count = static_cast<std::size_t>(state.range(1)) * 1000;
    array & a = array::of(n, kind);
    Structure const structure{device_span<value_type const>{a.d_values.span()}, on()};
    auto asked = queries(n, count, longest);
    if (Form == form::sorted)
        std::sort(asked.begin(), asked.end(), [](query_type const & x, query_type const & y) { return x.l < y.l; });
    device_buffer<query_type> const d_queries{std::span<query_type const>{asked}, on()};
    device_buffer<index_type> d_out{count, on()};
    d_out.fill_bytes_async(0xff, on());
    rmq::cuda::event start, stop;
    double best = 1e9;
    for (auto _ : state) {
        start.record(on());
        if constexpr (Form == form::quads) {
            auto task = structure.task();
            task.on = on();
            rmq::cuda::detail::query_tree_quads(task, d_queries.data(), d_out.data(), count);
        } else {
            structure.query_async(d_queries.span(), d_out.span(), on());
        }
        stop.record(on());
        double const ms = rmq::cuda::event::milliseconds(start, stop);
        state.SetIterationTime(1e-3 * ms);
        best = std::min(best, ms);
    }
    auto const answers = rmq::cuda::to_host(device_span<index_type const>{d_out.span()}, on());
    std::size_t const step = std::max<std::size_t>(1, count / 1'000'000);
    std::size_t wrong = 0;
#pragma omp parallel for reduction(+ : wrong)
    for (std::size_t i = 0; i < count; i += step)
        wrong += answers[i] != a.referee->query(asked[i].l, asked[i].r);
    if (wrong != 0)
        state.SkipWithError(("wrong answers: " + std::to_string(wrong)).c_str());
    state.counters["best_ms"] = best;
    state.counters["ns_per_query"] = 1e6 * best / static_cast<double>(count);
    state.counters["GB/s"] = static_cast<double>(count * (sizeof(query_type) + sizeof(index_type))) / best / 1e6;
}

void fixed_windows(benchmark::State & state)
{
    if (no_device(state))
        return;
    std::size_t const n = static_cast<std::size_t>(state.range(0)) * 1000;
    auto const width = static_cast<std::size_t>(state.range(1));
    array & a = array::of(n, data::random);
    device_buffer<value_type> const d_out{n, on()};
    device_buffer<std::byte> const scratch{rmq::cuda::window_scratch_bytes<value_type>(n, width), on()};
    rmq::cuda::event start, stop;
    double best = 1e9;
    for (auto _ : state) {
        start.record(on());
        rmq::cuda::window_extremum_async<rmq::max_leftmost, value_type>(a.d_values.span(), width, d_out.span(),
                                                                        scratch.span(), rmq::direction::backward, on());
        stop.record(on());
        double const ms = rmq::cuda::event::milliseconds(start, stop);
        state.SetIterationTime(1e-3 * ms);
        best = std::min(best, ms);
    }
    state.counters["best_ms"] = best;
    state.counters["GB/s"] = static_cast<double>(2 * n * sizeof(value_type)) / best / 1e6;
}

void own_windows(benchmark::State & state)
{
    if (no_device(state))
        return;
    std::size_t const n = static_cast<std::size_t>(state.range(0)) * 1000;
    auto const most = static_cast<std::uint64_t>(state.range(1));
    array & a = array::of(n, data::random);
    std::vector<std::uint32_t> widths(n);
#pragma omp parallel for
    for (std::size_t i = 0; i < n; ++i)
        widths[i] = static_cast<std::uint32_t>(1 + mixed(i + n) % most);
    device_buffer<std::uint32_t> const d_widths{std::span<std::uint32_t const>{widths}, on()};
    device_buffer<value_type> const d_out{n, on()};
    device_buffer<std::byte> const scratch{rmq::cuda::window_scratch_bytes<value_type>(n), on()};
    rmq::cuda::event start, stop;
    double best = 1e9;
    for (auto _ : state) {
        start.record(on());
        rmq::cuda::window_extremum_async<rmq::max_leftmost, value_type, std::uint32_t>(
            a.d_values.span(), d_widths.span(), d_out.span(), scratch.span(), rmq::direction::backward, on());
        stop.record(on());
        double const ms = rmq::cuda::event::milliseconds(start, stop);
        state.SetIterationTime(1e-3 * ms);
        best = std::min(best, ms);
    }
    state.counters["best_ms"] = best;
    state.counters["GB/s"] = static_cast<double>(3 * n * sizeof(value_type)) / best / 1e6;
}

/// Build and a batch together, for arrays so small that launches count.
template <class Structure>
void build_and_query(benchmark::State & state)
{
    if (no_device(state))
        return;
    std::size_t const n = static_cast<std::size_t>(state.range(0)) * 1000;
    std::size_t const count = static_cast<std::size_t>(state.range(1)) * 1000;
    array & a = array::of(n, data::random);
    device_buffer<std::byte> const memory{Structure::bytes_for(n), on()};
    auto const asked = queries(n, count, 0);
    device_buffer<query_type> const d_queries{std::span<query_type const>{asked}, on()};
    device_buffer<index_type> const d_out{count, on()};
    rmq::cuda::event start, stop;
    double best = 1e9;
    for (auto _ : state) {
        start.record(on());
        Structure const structure{a.d_values.span(), memory.span(), {}, on()};
        structure.query_async(d_queries.span(), d_out.span(), on());
        stop.record(on());
        double const ms = rmq::cuda::event::milliseconds(start, stop);
        state.SetIterationTime(1e-3 * ms);
        best = std::min(best, ms);
    }
    state.counters["best_us"] = 1e3 * best;
}

struct range_kind
{
    char const * name;
    data kind;
    std::size_t longest;
};
range_kind const range_kinds[] = {{"wide", data::random, 0},
                                  {"to_2^20", data::random, 1 << 20},
                                  {"to_2^15", data::random, 1 << 15},
                                  {"to_2^10", data::random, 1 << 10},
                                  {"to_2^5", data::random, 1 << 5},
                                  {"wide_trend", data::trend, 0},
                                  {"to_2^15_trend", data::trend, 1 << 15},
                                  {"to_2^10_trend", data::trend, 1 << 10}};

/// Benchmarks of a structure on an array of n thousand values, batches of q thousand queries.
template <class Structure, form Form = form::library>
void add(std::string const & name, std::int64_t n, std::int64_t q)
{
    if (Form == form::library)
        benchmark::RegisterBenchmark((name + "/build").c_str(), build<Structure>)
            ->Args({n})
            ->Unit(benchmark::kMillisecond)
            ->UseManualTime()
            ->Iterations(5);
    for (range_kind const & kind : range_kinds)
        benchmark::RegisterBenchmark((name + "/" + kind.name).c_str(), query<Structure, Form>, kind.kind, kind.longest)
            ->Args({n, q})
            ->Unit(benchmark::kMillisecond)
            ->UseManualTime()
            ->Iterations(4);
}

} // namespace

int main(int argc, char ** argv)
{
    using table = rmq::cuda::block_sparse_table<value_type>;
    // the order keeps the arrays of one size from being made again
    for (auto const & [n, q] :
         std::vector<std::pair<std::int64_t, std::int64_t>>{{1000, 1000}, {100'000, 10'000}, {1'000'000, 100'000}})
    {
        add<table>("block_sparse_table", n, q);
        if (n == 1'000'000) {
            add<table, form::quads>("block_sparse_table, quads share work", n, q);
            add<table, form::sorted>("block_sparse_table, sorted queries", n, q);
        } else {
            add<rmq::cuda::sparse_table<value_type>>("sparse_table", n, q);
        }
        add<rmq::cuda::succinct<value_type>>("succinct", n, q);
        add<rmq::cuda::succinct_index<value_type>>("succinct_index", n, q);
    }
    for (std::int64_t const n : {150'000, 200'000, 250'000}) { // with 10^8 above, table IV of Soman et al. 2012
        add<table>("block_sparse_table", n, 10'000);
        add<rmq::cuda::succinct<value_type>>("succinct", n, 10'000);
    }
    for (std::int64_t const n : {10, 100, 1000})
        benchmark::RegisterBenchmark("block_sparse_table/build_and_query", build_and_query<table>)
            ->Args({n, 1000})
            ->UseManualTime()
            ->Iterations(20);
    for (std::int64_t const width : {2, 30, 300, 1024, 100'000})
        benchmark::RegisterBenchmark("window_extremum/one_width", fixed_windows)
            ->Args({1'000'000, width})
            ->Unit(benchmark::kMillisecond)
            ->UseManualTime()
            ->Iterations(4);
    for (std::int64_t const most : {30, 1000, 1'000'000})
        benchmark::RegisterBenchmark("window_extremum/own_widths", own_windows)
            ->Args({1'000'000, most})
            ->Unit(benchmark::kMillisecond)
            ->UseManualTime()
            ->Iterations(4);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
