// SPDX-License-Identifier: BSD-3-Clause
/// Cartesian trees and lowest common ancestors on the device: kernels by CUDA events, data in device memory. Builds
/// take and give back their memory inside of the time. Sizes in millions.
#include "device_time.hpp"
#include "rmq_inputs.hpp"

#include <rmq/cuda/cartesian_tree.hpp>
#include <rmq/cuda/device_buffer.hpp>
#include <rmq/cuda/lca.hpp>
#include <rmq/cuda/tree_queries.hpp>

#include <string>
#include <vector>

namespace {

using namespace vglcs;
using index = std::uint32_t;
using rmq::cuda::device_buffer;
using rmq::cuda::lca_numbering;
using test::input_shape;

device_buffer<std::int32_t> values_on_device(std::size_t n, input_shape shape, rmq::cuda::stream const & on)
{
    auto const values = test::make_values<std::int32_t>(n, shape);
    device_buffer<std::int32_t> d_values{std::span<std::int32_t const>{values}, on};
    on.synchronize();
    return d_values;
}

/// Arguments: size, input.
void cartesian_parents(benchmark::State & state)
{
    if (!bench::has_device(state))
        return;
    auto const n = static_cast<std::size_t>(state.range(0) * 1'000'000);
    state.SetLabel(test::name(static_cast<input_shape>(state.range(1))));
    rmq::cuda::stream const on;
    auto const d_values = values_on_device(n, static_cast<input_shape>(state.range(1)), on);
    device_buffer<index> const d_parents{n, on};
    device_buffer<std::byte> const scratch{rmq::cuda::cartesian_parents_scratch_bytes<std::int32_t, index>(n), on};
    auto const work = [&](rmq::cuda::stream const & s) {
        rmq::cuda::cartesian_parents_async<std::int32_t, index>(d_values.span(), d_parents.span(), scratch.span(), s);
    };
    bench::time_on_device(state, static_cast<double>(n), 8.0 * static_cast<double>(n), work, on);
}

/// Arguments: size, input, numbering: values to a structure that answers.
void lca_rmq_build(benchmark::State & state)
{
    if (!bench::has_device(state))
        return;
    auto const n = static_cast<std::size_t>(state.range(0) * 1'000'000);
    auto const numbering = static_cast<lca_numbering>(state.range(2));
    state.SetLabel(std::string{test::name(static_cast<input_shape>(state.range(1)))} +
                   (numbering == lca_numbering::in_order ? ", in order" : ", Euler tour"));
    rmq::cuda::stream const on;
    auto const d_values = values_on_device(n, static_cast<input_shape>(state.range(1)), on);
    auto const work = [&](rmq::cuda::stream const & s) {
        rmq::cuda::lca_rmq<std::int32_t, index> const structure{d_values.span(), s, numbering};
    };
    bench::time_on_device(state, static_cast<double>(n), 28.0 * static_cast<double>(n), work, on);
}

/// Parents of a random recursive tree; shuffled: names are scattered, neighbours far from each other.
std::vector<index> random_parents(std::size_t n, bool shuffled)
{
    constexpr std::size_t far = 61'803'397; // shares no divisor with the sizes measured
    auto const name = [&](std::size_t i) { return static_cast<index>(shuffled ? i * far % n : i); };
    std::vector<index> parents(n);
    parents[name(0)] = rmq::no_position<index>;
#pragma omp parallel for schedule(static)
    for (std::size_t i = 1; i < n; ++i)
        parents[name(i)] = name(test::scattered(i + n) % i);
    return parents;
}

/// Arguments: size, whether names are shuffled, 0 build | 1 queries, queries in thousands (random pairs).
void inlabel_lca(benchmark::State & state)
{
    if (!bench::has_device(state))
        return;
    auto const n = static_cast<std::size_t>(state.range(0) * 1'000'000);
    state.SetLabel(state.range(1) ? "shuffled" : "parents before children");
    rmq::cuda::stream const on;
    auto const parents = random_parents(n, state.range(1) != 0);
    device_buffer<index> const d_parents{std::span<index const>{parents}, on};
    on.synchronize();
    if (state.range(2) == 0) {
        auto const work = [&](rmq::cuda::stream const & s) {
            rmq::cuda::inlabel_lca<index> const structure{d_parents.span(), s};
        };
        return bench::time_on_device(state, static_cast<double>(n), 28.0 * static_cast<double>(n), work, on);
    }
    rmq::cuda::inlabel_lca<index> const structure{d_parents.span(), on};
    std::vector<rmq::range<index>> queries(static_cast<std::size_t>(state.range(3) * 1000));
#pragma omp parallel for schedule(static)
    for (std::size_t q = 0; q < queries.size(); ++q)
        queries[q] = {static_cast<index>(test::scattered(2 * q) % n),
                      static_cast<index>(test::scattered(2 * q + 1) % n)};
    device_buffer<rmq::range<index>> const d_queries{std::span<rmq::range<index> const>{queries}, on};
    device_buffer<index> const d_out{queries.size(), on};
    auto const work = [&](rmq::cuda::stream const & s) { structure.query_async(d_queries.span(), d_out.span(), s); };
    auto const count = static_cast<double>(queries.size());
    bench::time_on_device(state, count, 12.0 * count, work, on);
}

/// Arguments: size, largest width: random ranges through the tree, 10^8 of them.
void lca_rmq_queries(benchmark::State & state)
{
    if (!bench::has_device(state))
        return;
    auto const n = static_cast<std::size_t>(state.range(0) * 1'000'000);
    rmq::cuda::stream const on;
    auto const d_values = values_on_device(n, input_shape::random, on);
    rmq::cuda::lca_rmq<std::int32_t, index> const structure{d_values.span(), on};
    std::vector<rmq::range<index>> queries(100'000'000);
    auto const width = static_cast<std::size_t>(state.range(1));
#pragma omp parallel for schedule(static)
    for (std::size_t q = 0; q < queries.size(); ++q) {
        std::size_t const l = test::scattered(2 * q) % n;
        queries[q] = {static_cast<index>(l),
                      static_cast<index>(std::min(n - 1, l + test::scattered(2 * q + 1) % std::min(width, n)))};
    }
    device_buffer<rmq::range<index>> const d_queries{std::span<rmq::range<index> const>{queries}, on};
    device_buffer<index> const d_out{queries.size(), on};
    auto const work = [&](rmq::cuda::stream const & s) { structure.query_async(d_queries.span(), d_out.span(), s); };
    bench::time_on_device(state, 1e8, 12e8, work, on);
}

/// Arguments: size, queries in thousands (0: all nodes, in preorder): best values of subtrees.
void subtree_extrema(benchmark::State & state)
{
    if (!bench::has_device(state))
        return;
    auto const n = static_cast<std::size_t>(state.range(0) * 1'000'000);
    auto const count = static_cast<std::size_t>(state.range(1) * 1000);
    rmq::cuda::stream const on;
    auto const parents = random_parents(n, true);
    device_buffer<index> const d_parents{std::span<index const>{parents}, on};
    auto const d_values = values_on_device(n, input_shape::random, on);
    rmq::cuda::subtree_extrema<std::int32_t, index> const subtrees{d_parents.span(), d_values.span(), on};
    std::vector<index> nodes(count);
    for (std::size_t q = 0; q < count; ++q)
        nodes[q] = static_cast<index>(test::scattered(q) % n);
    device_buffer<index> const d_nodes{std::span<index const>{nodes}, on}, d_out{count ? count : n, on};
    auto const work = [&](rmq::cuda::stream const & s) {
        if (count)
            subtrees.query_async(d_nodes.span(), d_out.span(), s);
        else
            subtrees.query_all_async(d_out.span(), s);
    };
    auto const answers = static_cast<double>(count ? count : n);
    bench::time_on_device(state, answers, 8 * answers, work, on);
}

constexpr int random_shape = static_cast<int>(input_shape::random), mountain = static_cast<int>(input_shape::mountain);

BENCHMARK(cartesian_parents)
    ->Args({1000, random_shape})
    ->Args({500, random_shape})
    ->Args({500, mountain})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(10);
BENCHMARK(lca_rmq_build)
    ->ArgsProduct({{50}, {random_shape, mountain}, {0, 1}})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(5);
BENCHMARK(inlabel_lca)
    ->Args({100, 1, 0, 0})
    ->Args({100, 0, 0, 0})
    ->Args({100, 1, 1, 100'000})
    ->Args({100, 0, 1, 100'000})
    ->ArgsProduct({{10}, {1}, {1}, {1000}})
    ->ArgsProduct({{15}, {1}, {1}, {1500}})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(5);
BENCHMARK(subtree_extrema)
    ->ArgsProduct({{1, 2, 4, 8, 16}, {0}})
    ->Args({20, 2})
    ->Args({20, 200})
    ->Args({20, 2000})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(5);
BENCHMARK(lca_rmq_queries)
    ->ArgsProduct({{100}, {32, 1024, 100'000'000}})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(5);

} // namespace

BENCHMARK_MAIN();
