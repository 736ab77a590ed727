// SPDX-License-Identifier: BSD-3-Clause
/// Incremental maxima of many columns on the device: an append and a window a row and column, kernels by CUDA events.
/// Arguments: columns, rows, largest window, windows (0 one a row, 1 one a column), code (block_code), rows a call.
#include "device_time.hpp"
#include "rmq_inputs.hpp"

#include <rmq/cuda/device_buffer.hpp>
#include <rmq/cuda/suffix_maximum.hpp>

#include <vector>

namespace {

using namespace vglcs;
using rmq::cuda::device_buffer;

void suffix_maximum_cuda(benchmark::State & state)
{
    if (!bench::has_device(state))
        return;
    auto const columns = static_cast<std::size_t>(state.range(0)), rows = static_cast<std::size_t>(state.range(1)),
               reach = static_cast<std::size_t>(state.range(2)), call = static_cast<std::size_t>(state.range(5));
    bool const by_column = state.range(3) == 1;
    auto const code = static_cast<rmq::cuda::block_code>(state.range(4));
    state.SetLabel(std::string{code == rmq::cuda::block_code::pops ? "pops" : "catalan"} +
                   (by_column ? ", a window a column" : ", a window a row"));
    rmq::cuda::stream const on;
    std::vector<std::uint32_t> values(rows * columns), lengths(by_column ? columns : rows);
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<std::uint32_t>(test::scattered(i) % 1'000'000);
    for (std::size_t i = 0; i < lengths.size(); ++i)
        lengths[i] = static_cast<std::uint32_t>(1 + test::scattered(i + 7) % reach);
    device_buffer<std::uint32_t> const d_values{std::span<std::uint32_t const>{values}, on},
        d_lengths{std::span<std::uint32_t const>{lengths}, on}, d_out{values.size(), on};
    auto const work = [&](rmq::cuda::stream const & s) {
        rmq::cuda::suffix_columns<std::uint32_t> structure{code, columns, reach, s};
        for (std::size_t first = 0; first < rows; first += call) {
            std::size_t const count = std::min(call, rows - first);
            structure.append_async(d_values.span().subspan(0, (first + count) * columns), 0, count,
                                   {.d_lengths = d_lengths.data() + (by_column ? 0 : first),
                                    .row_step = by_column ? 0u : 1u,
                                    .column_step = by_column ? 1u : 0u},
                                   d_out.span().subspan(first * columns, count * columns), s);
        }
    };
    auto const pairs = static_cast<double>(rows) * static_cast<double>(columns);
    bench::time_on_device(state, pairs, 8 * pairs, work, on);
    state.counters["Goperations/s"] = 2 / state.counters["ns/item"];
}

void arguments(benchmark::internal::Benchmark * b)
{
    for (int const code : {0, 1}) {
        for (int const windows : {0, 1})
            b->Args({131'072, 10'000, 1000, windows, code, 10'000});
        b->Args({131'072, 10'000, 1000, 0, code, 64});
        b->Args({131'072, 10'000, 1000, 0, code, 1});
    }
}

BENCHMARK(suffix_maximum_cuda)->Apply(arguments)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(2);

} // namespace

BENCHMARK_MAIN();
