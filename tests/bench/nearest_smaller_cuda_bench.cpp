// SPDX-License-Identifier: BSD-3-Clause
/// Nearest smaller values on the device: kernels by CUDA events; values and results are in device memory.
/// Arguments: elements in millions, input (input_shape), method (nearest_method).
#include "device_time.hpp"
#include "rmq_inputs.hpp"

#include <rmq/cuda/device_buffer.hpp>
#include <rmq/cuda/nearest_smaller.hpp>

namespace {

using namespace vglcs;
using rmq::cuda::device_buffer;
using test::input_shape;

void nearest_smaller_cuda(benchmark::State & state)
{
    if (!bench::has_device(state))
        return;
    auto const n = static_cast<std::size_t>(state.range(0) * 1'000'000);
    auto const shape = static_cast<input_shape>(state.range(1));
    auto const method = static_cast<rmq::cuda::nearest_method>(state.range(2));
    state.SetLabel(test::name(shape));
    rmq::cuda::stream const on;
    auto const values = test::make_values<std::int32_t>(n, shape);
    device_buffer<std::int32_t> const d_values{std::span<std::int32_t const>{values}, on};
    device_buffer<std::uint32_t> const d_left{n, on}, d_right{n, on};
    device_buffer<std::byte> const scratch{
        rmq::cuda::nearest_smaller_scratch_bytes<std::int32_t, std::uint32_t>(n, method), on};
    auto const work = [&](rmq::cuda::stream const & s) {
        rmq::cuda::all_nearest_smaller_async<std::int32_t, std::uint32_t>(
            d_values.span(), d_left.span(), d_right.span(), scratch.span(), {.method = method}, s);
    };
    bench::time_on_device(state, static_cast<double>(n), 12.0 * static_cast<double>(n), work, on);
    on.synchronize();
}

void arguments(benchmark::internal::Benchmark * b)
{
    constexpr int tiles = 1, merging = 2;
    for (input_shape const shape :
         {input_shape::random, input_shape::mountain, input_shape::rising, input_shape::falling, input_shape::saw,
          input_shape::equal, input_shape::walk, input_shape::few_values})
        b->Args({500, static_cast<int>(shape), tiles});
    b->Args({500, static_cast<int>(input_shape::random), merging});
    b->Args({500, static_cast<int>(input_shape::mountain), merging});
    b->Args({1, static_cast<int>(input_shape::random), tiles});
    b->Args({50, static_cast<int>(input_shape::random), tiles});
    b->Args({50, static_cast<int>(input_shape::mountain), tiles});
}

BENCHMARK(nearest_smaller_cuda)->Apply(arguments)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(10);

} // namespace

BENCHMARK_MAIN();
