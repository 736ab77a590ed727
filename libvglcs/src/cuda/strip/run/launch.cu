// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip/kernel/entry.hpp"

#include <rmq/cuda/check.hpp>
#include <rmq/cuda/device.hpp>

#include <cuda_runtime.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

namespace vglcs::cuda {

namespace {

strip_entry entry_for_shape(strip_shape shape)
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

/// The kernel of a shape, made ready for its shared memory. What a kernel may take is only ever raised: another thread
/// may be about to launch it with more.
strip_entry ready_entry(strip_shape shape, int device)
{
    static std::mutex guard;
    static std::map<std::pair<int, void (*)(strip_launch)>, std::size_t> allowed;
    strip_entry const e = entry_for_shape(shape);
    std::lock_guard const lock{guard};
    std::size_t & bytes = allowed[{device, e.kernel}];
    if (std::size_t const wanted = shared_bytes(e, shape); wanted > bytes) {
        RMQ_CUDA_CHECK(
            cudaFuncSetAttribute(e.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(wanted)));
        // else a multiprocessor may keep the division between cache and shared memory of the kernel before, with room
        // for fewer warps than were counted on
        RMQ_CUDA_CHECK(cudaFuncSetAttribute(e.kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                            cudaSharedmemCarveoutMaxShared));
        bytes = wanted;
    }
    return e;
}

} // namespace

std::uint32_t resident_workers(strip_shape shape)
{
    // asked for every plan, and the driver's answer takes some microseconds: of many alike it is asked once a thread
    struct answer
    {
        int device = -1;
        strip_entry entry;
        std::size_t bytes = 0;
        std::uint32_t workers = 0;
    };
    thread_local answer last;
    int const device = rmq::cuda::current_device();
    if (strip_entry const e = entry_for_shape(shape);
        last.device == device && last.entry.kernel == e.kernel && last.bytes == shared_bytes(e, shape))
        return last.workers;
    strip_entry const e = ready_entry(shape, device);
    int processors = 0, blocks = 0;
    RMQ_CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    RMQ_CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, e.kernel, e.threads, shared_bytes(e, shape)));
    last = {device, e, shared_bytes(e, shape), static_cast<std::uint32_t>(std::max(1, processors * blocks))};
    return last.workers;
}

void run_strips_async(strip_shape shape, strip_launch launch, std::uint32_t workers, rmq::cuda::stream_handle stream)
{
    strip_entry const e = ready_entry(shape, rmq::cuda::current_device());
    launch.letters = shape.letters;
    launch.letters_at = static_cast<std::uint32_t>(e.words);
    e.kernel<<<workers, e.threads, shared_bytes(e, shape), stream>>>(launch);
    RMQ_CUDA_CHECK(cudaGetLastError());
}

} // namespace vglcs::cuda
