// SPDX-License-Identifier: BSD-3-Clause
/// Windows that all span the same number of letters, in registers.
#pragma once

#include "cuda/scored/kernel/words.cuh"

#include <cuda_runtime.h>

#include <cstdint>

namespace vglcs::cuda::scored {

/// Windows of rows where all span `Equal` rows: lowered maxima of 2 and 4 rows, in registers.
template <class Value, int Words, int Equal>
class equal_rows
{
    using words = lane_words<Words>;

public:
    __device__ __forceinline__ equal_rows(std::uint32_t nothing)
    {
#pragma unroll
        for (int k = 0; k < 8; ++k)
            one_[k] = two_[k] = four_[k] = every_word<Value, Words>(nothing);
    }
    /// Of the rows before row u (modulo 8, a constant).
    [[nodiscard]] __device__ __forceinline__ words take(std::uint32_t const (&cost)[5], int u) const
    {
        int const newest = (u + 7) & 7;
        if constexpr (Equal == 1)
            return one_[newest];
        else if constexpr (Equal == 2)
            return two_[newest];
        else if constexpr (Equal == 3)
            return add_max<Value>(two_[(u + 6) & 7], cost[1], two_[newest]);
        else if constexpr (Equal == 4)
            return four_[newest];
        else
            return add_max<Value>(four_[(u + 11 - Equal) & 7], cost[Equal - 4], four_[newest]);
    }
    /// Row u - 1 alone.
    [[nodiscard]] __device__ __forceinline__ words const & newest(int u) const
    {
        return one_[(u + 7) & 7];
    }
    __device__ __forceinline__ void advance(std::uint32_t const (&cost)[5], words const & x, int u)
    {
        one_[u] = x;
        if constexpr (Equal > 1)
            two_[u] = add_max<Value>(one_[(u + 7) & 7], cost[1], x);
        if constexpr (Equal > 3)
            four_[u] = add_max<Value>(two_[(u + 6) & 7], cost[2], two_[u]);
    }

private:
    words one_[8], two_[8], four_[8];
};

/// Windows of columns where all span `Equal` columns.
/// @param m   a row of the strip
/// @param h   of the last lanes: the left neighbour's last lanes
template <class Value, int Words, int Equal>
__device__ __forceinline__ lane_words<Words> equal_columns(lane_words<Words> const & m, lane_words<Words> const & h,
                                                           std::uint32_t const (&cost)[5], int lane)
{
    constexpr int per_word = scored_word<Value>::columns, per_lane = Words * per_word, before = 8;
    constexpr int lanes = (Equal + per_lane - 1) / per_lane;
    std::uint32_t moved[lanes][Words]; // words of the lanes 1.. to the left
#pragma unroll
    for (int g = 1; g <= lanes; ++g)
#pragma unroll
        for (int k = 0; k < Words; ++k) {
            bool needed = false;
#pragma unroll
            for (int d = 1; d <= Equal; ++d) {
                int const t = (d - 1) % per_lane + 1, back = (d - 1) / per_lane;
                if (per_word == 2 && t <= Words)
                    needed = needed || (k == Words - t && (g == back + 1 || g == back));
                else
                    needed = needed || (k == per_lane - t && g == back + 1);
            }
            moved[g - 1][k] = 0;
            if (needed)
                moved[g - 1][k] = __shfl_sync(all_lanes, lane >= 32 - g ? h.word[k] : m.word[k], (lane - g) & 31);
        }
    std::uint32_t x[before + Words];
#pragma unroll
    for (int k = 0; k < before + Words; ++k)
        x[k] = 0;
#pragma unroll
    for (int k = 0; k < Words; ++k)
        x[before + k] = m.word[k];
#pragma unroll
    for (int d = 1; d <= Equal; ++d) {
        int const t = (d - 1) % per_lane + 1, back = (d - 1) / per_lane;
        if (per_word == 2 && t <= Words) {
            std::uint32_t const left = moved[back][Words - t];
            std::uint32_t const right = back ? moved[back > 0 ? back - 1 : 0][Words - t] : m.word[Words - t];
            x[before - d] = __byte_perm(left, right, 0x5432);
        } else {
            x[before - d] = moved[back][per_lane - t];
        }
    }
    std::uint32_t two[before + Words], four[before + Words];
#pragma unroll
    for (int k = before - Equal + 1; k < before + Words; ++k)
        two[k] = scored_word<Value>::add_max(x[k - 1], cost[1], x[k]);
#pragma unroll
    for (int k = before - Equal + 3; k < before + Words; ++k)
        four[k] = scored_word<Value>::add_max(two[k - 2], cost[2], two[k]);
    lane_words<Words> out;
#pragma unroll
    for (int k = 0; k < Words; ++k) {
        int const at = before + k - 1;
        if constexpr (Equal == 1)
            out.word[k] = x[at];
        else if constexpr (Equal == 2)
            out.word[k] = two[at];
        else if constexpr (Equal == 3)
            out.word[k] = scored_word<Value>::add_max(two[at - 1], cost[1], two[at]);
        else if constexpr (Equal == 4)
            out.word[k] = four[at];
        else
            out.word[k] = scored_word<Value>::add_max(four[at - (Equal - 4)], cost[Equal - 4], four[at]);
    }
    return out;
}

} // namespace vglcs::cuda::scored
