// SPDX-License-Identifier: BSD-3-Clause
/// Several warps to a strip: one runs the rows, its helpers bring what a chunk of rows needs and take what it leaves.
/// They meet at barriers in shared memory, two chunks apart at most: everything that one writes for another is there
/// twice.
#pragma once

#include "cuda/warp.cuh"

#include <cstdint>

namespace vglcs::cuda {

/// The barriers between the warps of a strip, chunk by chunk. A turn is the number of a chunk, counted on from strip to
/// strip.
class warp_signals
{
public:
    /// Nanoseconds that a helper leaves to others when it has nothing to do.
    static constexpr unsigned helpers_sleep = 40;

    __device__ __forceinline__ explicit warp_signals(std::uint32_t * shared) : at_{shared_address(shared)} {}

    /// By one thread, before all others use them.
    __device__ __forceinline__ void create(std::uint32_t warps) const
    {
#pragma unroll
        for (int k = 0; k < 4; ++k)
            barrier_create(at_ + 8 * k, k < 2 ? 32 * (warps - 1) : 32);
        barrier_create(at_ + 32, 32 * warps);
    }

    /// All warps of the strip meet, once a strip, each from its own line of the code; __syncthreads() needs one common
    /// line.
    __device__ __forceinline__ void meet(std::uint32_t strips_done) const
    {
        barrier_arrive(at_ + 32);
        wait(at_ + 32, strips_done & 1);
    }

    /// All lanes of every helper give the one, all lanes of the warp that runs the rows the other.
    __device__ __forceinline__ void rows_may_run(std::uint32_t turn) const
    {
        barrier_arrive(at_ + turn % 2 * 8);
    }
    __device__ __forceinline__ void rows_end(std::uint32_t turn) const
    {
        barrier_arrive(at_ + 16 + turn % 2 * 8);
    }

    /// Until the turn's rows may run: what they need is there, and what they leave may be written.
    __device__ __forceinline__ void wait_for_rows(std::uint32_t turn) const
    {
        wait(at_ + turn % 2 * 8, turn / 2 & 1);
    }

    /// Until the turn's rows are done.
    __device__ __forceinline__ void wait_for_end(std::uint32_t turn) const
    {
        wait(at_ + 16 + turn % 2 * 8, turn / 2 & 1);
    }

    /// Whether the turn's rows are done, the same in all lanes.
    [[nodiscard]] __device__ __forceinline__ bool rows_are_done(std::uint32_t turn) const
    {
        return __all_sync(all_lanes, barrier_passed(at_ + 16 + turn % 2 * 8, turn / 2 & 1)) != 0;
    }

private:
    /// All lanes together: lanes that part cost more than they could gain.
    static __device__ __forceinline__ void wait(std::uint32_t barrier, std::uint32_t parity)
    {
        while (__all_sync(all_lanes, barrier_passed_soon(barrier, parity)) == 0)
            ;
    }

    std::uint32_t at_;
};

} // namespace vglcs::cuda
