// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip_kernel.cuh"

#include <rmq/cuda/check.hpp>

#include <algorithm>

namespace vglcs::cuda {

namespace {

/// Calls f(kernel, bytes of shared memory) with the kernel of that shape.
template <class Value, int Words, class F>
auto with_width(bool far, bool far_columns, F const & f)
{
    using layout = strip_layout<Value, Words>;
    std::size_t const bytes = std::size_t{4} * layout::words(far, far_columns);
    auto * const kernel = far ? strip_kernel<Value, Words, true> : strip_kernel<Value, Words, false>;
    RMQ_CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
    return f(kernel, bytes);
}

template <class F>
auto with_kernel(strip_shape shape, bool far_columns, F const & f)
{
    if (shape.value_bytes == 4)
        return with_width<std::uint32_t, 2>(shape.far, far_columns, f);
    if (shape.words == 1)
        return with_width<std::uint16_t, 1>(shape.far, far_columns, f);
    return with_width<std::uint16_t, 2>(shape.far, far_columns, f);
}

} // namespace

std::uint32_t resident_workers(strip_shape shape, bool far_columns)
{
    return with_kernel(shape, far_columns, [](auto * kernel, std::size_t bytes) {
        int device = 0, processors = 0, blocks = 0;
        RMQ_CUDA_CHECK(cudaGetDevice(&device));
        RMQ_CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
        RMQ_CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 32, bytes));
        return static_cast<std::uint32_t>(std::max(1, processors * blocks));
    });
}

void run_strips_async(strip_shape shape, bool far_columns, strip_launch const & launch, std::uint32_t workers,
                      rmq::cuda::stream_handle stream)
{
    with_kernel(shape, far_columns, [&](auto * kernel, std::size_t bytes) {
        kernel<<<workers, 32, bytes, stream>>>(launch);
        RMQ_CUDA_CHECK(cudaGetLastError());
        return 0;
    });
}

} // namespace vglcs::cuda
