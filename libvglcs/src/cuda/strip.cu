// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip_entry.hpp"

#include <rmq/cuda/check.hpp>

#include <cuda_runtime.h>

#include <algorithm>

namespace vglcs::cuda {

namespace {

strip_entry entry_of(strip_shape shape)
{
    if (shape.far)
        return far_entry(shape);
    if (shape.columns_by == lookup::small)
        return small_entry(shape);
    if (shape.words == 4)
        return wide_entry(shape);
    return shape.value_bytes == 4 ? near_entry_32(shape) : near_entry_16(shape);
}

/// Bytes of shared memory: the kernel's words, and the words of each letter and of no letter.
std::size_t shared_bytes(strip_entry const & e, strip_shape shape)
{
    return 4 * (static_cast<std::size_t>(e.words) +
                32 * static_cast<std::size_t>(e.letter_words) * (std::size_t{shape.letters} + 1));
}

/// The kernel of a shape, made ready for its shared memory.
strip_entry ready_entry(strip_shape shape)
{
    strip_entry const e = entry_of(shape);
    RMQ_CUDA_CHECK(cudaFuncSetAttribute(e.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                        static_cast<int>(shared_bytes(e, shape))));
    // else a multiprocessor may keep the division between cache and shared memory of the kernel before, with room for
    // fewer warps than were counted on
    RMQ_CUDA_CHECK(
        cudaFuncSetAttribute(e.kernel, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared));
    return e;
}

} // namespace

std::uint32_t resident_workers(strip_shape shape)
{
    strip_entry const e = ready_entry(shape);
    int device = 0, processors = 0, blocks = 0;
    RMQ_CUDA_CHECK(cudaGetDevice(&device));
    RMQ_CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    RMQ_CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, e.kernel, 32, shared_bytes(e, shape)));
    return static_cast<std::uint32_t>(std::max(1, processors * blocks));
}

void run_strips_async(strip_shape shape, strip_launch launch, std::uint32_t workers, rmq::cuda::stream_handle stream)
{
    strip_entry const e = ready_entry(shape);
    launch.letters = shape.letters;
    launch.letters_at = static_cast<std::uint32_t>(e.words);
    e.kernel<<<workers, 32, shared_bytes(e, shape), stream>>>(launch);
    RMQ_CUDA_CHECK(cudaGetLastError());
}

} // namespace vglcs::cuda
