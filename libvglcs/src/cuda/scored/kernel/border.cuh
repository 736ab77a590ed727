// SPDX-License-Identifier: BSD-3-Clause
/// What a strip receives from its left neighbour, by tags as where nothing costs anything.
#pragma once

#include "cuda/scored/kernel/layout.cuh"

#include <cuda_runtime.h>

#include <cstdint>

namespace vglcs::cuda::scored {

/// A strip's border, with tags: asked for while the group before is under way.
template <class Layout>
class received_border
{
    static constexpr int units = Layout::group * Layout::units, of_lane = (units + 31) / 32;

public:
    __device__ __forceinline__ received_border(std::uint32_t const * from, std::uint32_t expected,
                                               std::uint32_t const * stop, std::uint32_t * shared, int lane)
        : lane_{lane}, unit_of_{lane % units}, from_{from + 4 * unit_of_}, expected_{expected}, stop_{stop},
          shared_{shared + Layout::border + 2 * unit_of_}, there_{uniform(from != nullptr) != 0}
    {
        if (there_)
            ask();
    }
    /// The group asked for last is in shared memory afterwards, or the run was stopped.
    __device__ __forceinline__ void receive()
    {
        if (!there_)
            return;
        for (unsigned looks = 1;; ++looks) {
            bool ready = true;
#pragma unroll
            for (int k = 0; k < of_lane; ++k)
                ready = ready && unit_[k].tag == expected_;
            if (__all_sync(all_lanes, ready || expected_ == 0))
                break;
            if (looks % 64 == 0 && uniform(lane_ == 0 ? *static_cast<std::uint32_t const volatile *>(stop_) : 0) != 0) {
                there_ = false;
                break;
            }
            ask();
        }
        __syncwarp();
#pragma unroll
        for (int k = 0; k < of_lane; ++k)
            store_words(shared_ + 64 * k, unit_[k].words); // where units are few, several lanes store the same
        from_ += 4 * units;
        __syncwarp();
    }
    __device__ __forceinline__ void ask()
    {
#pragma unroll
        for (int k = 0; k < of_lane; ++k)
            unit_[k] = load_tagged(from_ + 128 * k);
    }
    [[nodiscard]] __device__ __forceinline__ bool there() const
    {
        return there_;
    }

private:
    int lane_, unit_of_;
    std::uint32_t const * from_;
    std::uint32_t expected_;
    std::uint32_t const * stop_;
    std::uint32_t * shared_;
    bool there_;
    tagged_words unit_[of_lane];
};

} // namespace vglcs::cuda::scored
