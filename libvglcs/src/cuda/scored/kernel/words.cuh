// SPDX-License-Identifier: BSD-3-Clause
/// Arithmetic of scored values: maxima of what is lowered by a cost. Two signed 16-bit columns in a word or one of 32
/// bits; no value is below the problem's floor, and the caller sees to it that the floor less a cost does not wrap.
#pragma once

#include "cuda/warp.cuh"

#include <cuda_runtime.h>

#include <cstdint>

namespace vglcs::cuda::scored {

template <class Value>
struct scored_word
{
    static constexpr int columns = 4 / sizeof(Value);
    /// A cost that leaves nothing, where the floor is 0.
    static constexpr std::uint32_t never = columns == 2 ? 0x7fffu : 0x7fffffffu;

    /// max(a + b, c) of each column.
    static __device__ __forceinline__ std::uint32_t add_max(std::uint32_t a, std::uint32_t b, std::uint32_t c)
    {
        if constexpr (columns == 2)
            return __viaddmax_s16x2(a, b, c);
        else
            return static_cast<std::uint32_t>(
                __viaddmax_s32(static_cast<int>(a), static_cast<int>(b), static_cast<int>(c)));
    }
    static __device__ __forceinline__ std::uint32_t max(std::uint32_t a, std::uint32_t b)
    {
        if constexpr (columns == 2)
            return __vmaxs2(a, b);
        else
            return static_cast<std::uint32_t>(::max(static_cast<int>(a), static_cast<int>(b)));
    }
    static __device__ __forceinline__ std::uint32_t max(std::uint32_t a, std::uint32_t b, std::uint32_t c)
    {
        if constexpr (columns == 2)
            return __vimax3_s16x2(a, b, c);
        else
            return static_cast<std::uint32_t>(
                __vimax3_s32(static_cast<int>(a), static_cast<int>(b), static_cast<int>(c)));
    }
    /// The value in every column.
    static __device__ __forceinline__ std::uint32_t every(std::int32_t x)
    {
        if constexpr (columns == 2)
            return (static_cast<std::uint32_t>(x) & 0xffff) * 0x10001u;
        else
            return static_cast<std::uint32_t>(x);
    }
    /// What is added to lower by a cost; costs beyond `never` count as that.
    static __device__ __forceinline__ std::uint32_t minus(std::uint32_t cost)
    {
        return every(-static_cast<std::int32_t>(::min(cost, never)));
    }
    /// skip * letters, at most `never`.
    static __device__ __forceinline__ std::uint32_t cost_of(std::uint32_t skip, std::uint32_t letters)
    {
        return __umulhi(skip, letters) ? never : ::min(skip * letters, never);
    }
};

template <class Value, int Words>
__device__ __forceinline__ lane_words<Words> every_word(std::uint32_t x)
{
    lane_words<Words> out;
#pragma unroll
    for (int k = 0; k < Words; ++k)
        out.word[k] = x;
    return out;
}

template <class Value, int Words>
__device__ __forceinline__ lane_words<Words> add_max(lane_words<Words> const & a, std::uint32_t b,
                                                     lane_words<Words> const & c)
{
    lane_words<Words> out;
#pragma unroll
    for (int k = 0; k < Words; ++k)
        out.word[k] = scored_word<Value>::add_max(a.word[k], b, c.word[k]);
    return out;
}

template <class Value, int Words>
__device__ __forceinline__ lane_words<Words> maximum_of(lane_words<Words> const & a, lane_words<Words> const & b)
{
    lane_words<Words> out;
#pragma unroll
    for (int k = 0; k < Words; ++k)
        out.word[k] = scored_word<Value>::max(a.word[k], b.word[k]);
    return out;
}

} // namespace vglcs::cuda::scored
