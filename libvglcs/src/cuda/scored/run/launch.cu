// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/scored/kernel/entry.hpp"

#include <rmq/cuda/check.hpp>
#include <rmq/cuda/device.hpp>

#include <cuda_runtime.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

namespace vglcs::cuda::scored {

namespace {

scored_entry entry_of(scored_shape shape)
{
    if (shape.tables)
        return table_entry(shape);
    if (shape.equal == 0)
        return own_entry(shape);
    if (shape.jumps)
        return shape.value_bytes == 2 ? jump_entry_16(shape) : jump_entry_32(shape);
    return shape.value_bytes == 2 ? equal_entry_16(shape) : equal_entry_32(shape);
}

/// The kernel of a shape, made ready for its shared memory. What a kernel may take is only ever raised: another thread
/// may be about to launch it with more.
scored_entry ready_entry(scored_shape shape, int device)
{
    static std::mutex guard;
    static std::map<std::pair<int, void (*)(scored_launch)>, int> allowed;
    scored_entry const e = entry_of(shape);
    std::lock_guard const lock{guard};
    int & words = allowed[{device, e.kernel}];
    if (e.words > words) {
        RMQ_CUDA_CHECK(cudaFuncSetAttribute(e.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 4 * e.words));
        RMQ_CUDA_CHECK(cudaFuncSetAttribute(e.kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                            cudaSharedmemCarveoutMaxShared));
        words = e.words;
    }
    return e;
}

} // namespace

std::uint32_t resident_workers(scored_shape shape)
{
    // asked for every plan: of many alike the driver is asked once a thread
    struct answer
    {
        int device = -1;
        scored_entry entry;
        std::uint32_t workers = 0;
    };
    thread_local answer last;
    int const device = rmq::cuda::current_device();
    if (scored_entry const e = entry_of(shape);
        last.device == device && last.entry.kernel == e.kernel && last.entry.words == e.words)
        return last.workers;
    scored_entry const e = ready_entry(shape, device);
    int processors = 0, blocks = 0;
    RMQ_CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    RMQ_CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, e.kernel, 32, 4 * std::size_t(e.words)));
    last = {device, e, static_cast<std::uint32_t>(std::max(1, processors * blocks))};
    return last.workers;
}

void run_scored_async(scored_shape shape, scored_launch launch, std::uint32_t workers, rmq::cuda::stream_handle stream)
{
    scored_entry const e = ready_entry(shape, rmq::cuda::current_device());
    launch.letters = shape.letters;
    e.kernel<<<workers, 32, 4 * static_cast<std::size_t>(e.words), stream>>>(launch);
    RMQ_CUDA_CHECK(cudaGetLastError());
}

} // namespace vglcs::cuda::scored
