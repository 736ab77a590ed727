// SPDX-License-Identifier: BSD-3-Clause
/// In which order workers take strips, and how a strip waits for its turn.
#pragma once

#include "cuda/warp.cuh"

#include <cuda_runtime.h>

#include <cstdint>

namespace vglcs::cuda {

/// Until the strip so many to the left has done its first chunk, a strip looks there and seldom, and not at its
/// border: all strips share one halo, so that all that wait for their first rows would look at the same few lines, and
/// those at the front, which hand these over, would wait for them. Of so many strips the front takes longer than a
/// look's sleep. Whether the run ends need not be looked at: each strip does a chunk even then.
inline constexpr std::uint32_t strips_that_look = 32;
inline constexpr unsigned look_nanoseconds = 3000;

/// Which strip of the launch's order a worker runs next; launch.strips or more: none. By a counter, or, where one
/// problem is alone, block k runs strip k first, as blocks are started in the order of their numbers: which
/// multiprocessor runs which strip is the same in every launch then, and a counter would give the first strips, at
/// whose pace all go, to whoever comes first. Whoever is done goes on by the counter once all blocks have come; before,
/// it ends, to make room for those that have not: a strip must never wait for one that only they could run.
template <class Launch>
__device__ __forceinline__ std::uint32_t next_ticket(Launch const & launch, bool own)
{
    if (launch.started == nullptr)
        return atomicAdd(launch.ticket, 1u);
    if (own) {
        atomicAdd(launch.started, 1u);
        return blockIdx.x;
    }
    return load_relaxed(launch.started) < gridDim.x ? ~0u : gridDim.x + atomicAdd(launch.ticket, 1u);
}

} // namespace vglcs::cuda
