// SPDX-License-Identifier: BSD-3-Clause
/// What a strip receives from its left neighbour, by tags as where nothing costs anything.
#pragma once

#include "cuda/scored/kernel/layout.cuh"

#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

namespace vglcs::cuda::scored {

/// 16 bytes of a border: two words and their tag.
struct border_unit
{
    tagged_words got;

    static __device__ __forceinline__ border_unit load(std::uint32_t const * from) { return {load_tagged(from)}; }
    [[nodiscard]] __device__ __forceinline__ lane_words<2> const & words() const { return got.words; }
    [[nodiscard]] __device__ __forceinline__ bool has(std::uint32_t tag) const { return got.tag == tag; }
};

/// The same with its tag read twice, as it lies there. Who does not look at the second gives its register to others
/// while the load is under way, and they have to wait for it.
struct whole_border_unit
{
    lane_words<2> got;
    std::uint32_t tag, again;

    static __device__ __forceinline__ whole_border_unit load(std::uint32_t const * from)
    {
        whole_border_unit out;
        asm volatile("{\n\t.reg .b64 l, h;\n\t.reg .b128 x;\n\tld.relaxed.gpu.global.b128 x, [%4];\n\tmov.b128 {l, h}, "
                     "x;\n\tmov.b64 {%0, %1}, l;\n\tmov.b64 {%2, %3}, h;\n\t}"
                     : "=r"(out.got.word[0]), "=r"(out.got.word[1]), "=r"(out.tag), "=r"(out.again)
                     : "l"(from)
                     : "memory");
        return out;
    }
    [[nodiscard]] __device__ __forceinline__ lane_words<2> const & words() const { return got; }
    [[nodiscard]] __device__ __forceinline__ bool has(std::uint32_t expected) const
    {
        return tag == expected && again == expected;
    }
};

/// A strip's border, with tags: asked for while the group before is under way.
template <class Layout>
class received_border
{
    static constexpr int units = Layout::group * Layout::units, of_lane = (units + 31) / 32;
    using unit = std::conditional_t<Layout::rows_wait, whole_border_unit, border_unit>;

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
                ready = ready && unit_[k].has(expected_);
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
            store_words(shared_ + 64 * k, unit_[k].words()); // where units are few, several lanes store the same
        from_ += 4 * units;
        __syncwarp();
    }
    __device__ __forceinline__ void ask()
    {
#pragma unroll
        for (int k = 0; k < of_lane; ++k)
            unit_[k] = unit::load(from_ + 128 * k);
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
    unit unit_[of_lane];
};

} // namespace vglcs::cuda::scored
