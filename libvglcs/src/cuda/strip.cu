// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip_kernel.cuh"

#include <rmq/cuda/check.hpp>

#include <algorithm>

namespace vglcs::cuda {

namespace {

/// Bytes of shared memory: `words`, and a word a lane for each letter and for no letter.
std::size_t bytes_of(int words, strip_shape shape)
{
    return 4 * (static_cast<std::size_t>(words) + 32 * (std::size_t{shape.letters} + 1));
}

/// Calls f(kernel, words of shared memory before the letters' matches) with the kernel of that shape.
template <class Value, int Words, int Levels, bool Far, bool Keeps, class F>
auto with_instance(strip_shape shape, F const & f)
{
    using layout = strip_layout<Value, Words, Levels, Far>;
    auto * const kernel = strip_kernel<Value, Words, Levels, Far, Keeps>;
    int const words = layout::words(shape.far_columns, shape.most_exports);
    std::size_t const bytes = bytes_of(words, shape);
    RMQ_CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
    return f(kernel, words);
}

template <class Value, int Words, bool Keeps, class F>
auto with_levels(strip_shape shape, F const & f)
{
    if (shape.far)
        return with_instance<Value, Words, 5, true, true>(shape, f);
    if (shape.levels <= 3)
        return with_instance<Value, Words, 3, false, Keeps>(shape, f);
    if (shape.levels == 4)
        return with_instance<Value, Words, 4, false, Keeps>(shape, f);
    return with_instance<Value, Words, 5, false, Keeps>(shape, f);
}

template <class Value, int Words, class F>
auto with_width(strip_shape shape, F const & f)
{
    return shape.keeps ? with_levels<Value, Words, true>(shape, f) : with_levels<Value, Words, false>(shape, f);
}

template <class F>
auto with_kernel(strip_shape shape, F const & f)
{
    if (shape.value_bytes == 4)
        return with_width<std::uint32_t, 2>(shape, f);
    if (shape.words == 1)
        return with_width<std::uint16_t, 1>(shape, f);
    return with_width<std::uint16_t, 2>(shape, f);
}

} // namespace

std::uint32_t resident_workers(strip_shape shape)
{
    return with_kernel(shape, [&](auto * kernel, int words) {
        int device = 0, processors = 0, blocks = 0;
        RMQ_CUDA_CHECK(cudaGetDevice(&device));
        RMQ_CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
        RMQ_CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 32, bytes_of(words, shape)));
        return static_cast<std::uint32_t>(std::max(1, processors * blocks));
    });
}

void run_strips_async(strip_shape shape, strip_launch launch, std::uint32_t workers, rmq::cuda::stream_handle stream)
{
    with_kernel(shape, [&](auto * kernel, int words) {
        launch.letters = shape.letters;
        launch.match_words_at = static_cast<std::uint32_t>(words);
        kernel<<<workers, 32, bytes_of(words, shape), stream>>>(launch);
        RMQ_CUDA_CHECK(cudaGetLastError());
        return 0;
    });
}

} // namespace vglcs::cuda
