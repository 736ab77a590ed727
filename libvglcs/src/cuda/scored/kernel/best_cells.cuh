// SPDX-License-Identifier: BSD-3-Clause
/// Each column's best cell.
#pragma once

#include "cuda/scored/kernel/words.cuh"

#include <cuda_runtime.h>

#include <cstdint>

namespace vglcs::cuda::scored {

/// The best cell of each of a lane's columns: its largest value and the first row that has it.
template <class Value, int Words>
struct best_cells
{
    static constexpr int per_word = scored_word<Value>::columns, per_lane = Words * per_word;
    std::int32_t value[per_lane];
    std::uint32_t row[sizeof(Value) == 4 ? per_lane : 1];
    bool stored = false;

    __device__ __forceinline__ explicit best_cells(std::int32_t floor) { reset(floor); }
    __device__ __forceinline__ void reset(std::int32_t floor)
    {
#pragma unroll
        for (int k = 0; k < per_lane; ++k) {
            value[k] = per_word == 2 ? floor * 0x10000 : floor;
            if constexpr (per_word == 1)
                row[k] = 0;
        }
    }
    __device__ __forceinline__ void take(lane_words<Words> const & v, std::uint32_t i)
    {
#pragma unroll
        for (int k = 0; k < Words; ++k) {
            if constexpr (per_word == 2) {
                std::uint32_t const tag = ~i & 0xffff;
                value[k] = ::max(value[k], static_cast<std::int32_t>(v.word[k] * 0x10000u + tag));
                value[Words + k] = ::max(value[Words + k], static_cast<std::int32_t>((v.word[k] & 0xffff0000u) | tag));
            } else if (static_cast<std::int32_t>(v.word[k]) > value[k]) {
                value[k] = static_cast<std::int32_t>(v.word[k]);
                row[k] = i;
            }
        }
    }
    /// Joins what was taken since the last call to the arrays; `i` is any row of the epoch of 65,536 rows.
    __device__ __forceinline__ void store(std::uint32_t * values, std::uint32_t * rows, std::uint32_t i,
                                          std::int32_t floor)
    {
#pragma unroll
        for (int k = 0; k < per_lane; ++k) {
            std::int32_t v = value[k];
            std::uint32_t r = 0;
            if constexpr (per_word == 2) {
                r = (i & ~0xffffu) + (~static_cast<std::uint32_t>(v) & 0xffff);
                v >>= 16;
            } else {
                r = row[k];
            }
            auto const above = static_cast<std::uint32_t>(v - floor);
            if (!stored || above > values[k]) {
                values[k] = above;
                rows[k] = r;
            }
        }
        stored = true;
        reset(floor);
    }
};

} // namespace vglcs::cuda::scored
