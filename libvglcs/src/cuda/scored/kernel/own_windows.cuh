// SPDX-License-Identifier: BSD-3-Clause
/// Windows that are each their own, elastic ones and distances in the file among them: the last rows, and what each
/// distance costs each column, lie in shared memory.
#pragma once

#include "cuda/scored/kernel/words.cuh"
#include "cuda/scored/launch.hpp"

#include <cuda_runtime.h>

#include <cstdint>

namespace vglcs::cuda::scored {

/// Windows of rows that are each its own: the last rows lie in shared memory.
template <class Value, int Words>
class own_rows
{
    using words = lane_words<Words>;
    static constexpr int row_words = 32 * Words, near = static_cast<int>(most_near);

public:
    __device__ __forceinline__ own_rows(std::uint32_t * ring, std::uint32_t * landed, std::uint32_t * positions,
                                        std::uint32_t skip, int lane)
        : ring_{ring + lane * Words}, landed_{landed + lane * Words}, positions_{positions}, skip_{skip}, lane_{lane}
    {
    }
    /// Before a row: what its distances cost.
    __device__ __forceinline__ void begin(std::uint32_t i, row_header const & h)
    {
        std::uint32_t const p = positions_[(i - 1 - static_cast<unsigned>(lane_)) % near];
        cost_ = scored_word<Value>::minus(scored_word<Value>::cost_of(skip_, h.position - 1 - p));
        std::uint32_t const e = lane_ ? positions_[(i - static_cast<unsigned>(lane_)) % near] : h.position;
        landing_cost_ = scored_word<Value>::minus(scored_word<Value>::cost_of(skip_, h.position - e));
    }
    /// Lowered maximum of rows i-1-last..i-1-first.
    [[nodiscard]] __device__ __forceinline__ words window(std::uint32_t i, int first, int last, words x) const
    {
        for (int d = first; d <= last; ++d)
            x = add_max<Value>(load_words<Words>(ring_ + (i - 1 - static_cast<unsigned>(d)) % near * row_words),
                               __shfl_sync(all_lanes, cost_, d), x);
        return x;
    }
    /// The same of what has landed on rows i-last..i.
    [[nodiscard]] __device__ __forceinline__ words window_landed(std::uint32_t i, int last, words x) const
    {
        for (int d = 0; d <= last; ++d)
            x = add_max<Value>(load_words<Words>(landed_ + (i - static_cast<unsigned>(d)) % near * row_words),
                               __shfl_sync(all_lanes, landing_cost_, d), x);
        return x;
    }
    __device__ __forceinline__ void land(std::uint32_t i, words const & x)
    {
        store_words(landed_ + i % near * row_words, x);
    }
    __device__ __forceinline__ void advance(std::uint32_t i, std::uint32_t position, words const & x)
    {
        store_words(ring_ + i % near * row_words, x);
        __syncwarp();
        if (lane_ == 0)
            positions_[i % near] = position;
        __syncwarp();
    }

private:
    std::uint32_t *ring_, *landed_, *positions_;
    std::uint32_t skip_;
    int lane_;
    std::uint32_t cost_ = 0, landing_cost_ = 0;
};

/// Windows of columns that are each its own: what each distance costs each column lies in shared memory.
template <class Value, int Words>
class own_columns
{
    using words = lane_words<Words>;
    static constexpr int per_word = scored_word<Value>::columns, per_lane = Words * per_word, row_words = 32 * Words,
                         halo_words = static_cast<int>(most_near) / per_word;

public:
    /// @param costs   shared, filled here
    __device__ __forceinline__ own_columns(scored_problem const & p, std::size_t first_column, std::uint32_t * costs,
                                           std::uint32_t * row, int lane)
        : costs_{costs + lane * Words}, row_{row}, lane_{lane}, turns_{(static_cast<int>(uniform(p.column_reach)) +
                                                                        per_lane - 1) /
                                                                       per_lane}
    {
        std::uint32_t const skip = p.column_skip;
#pragma unroll
        for (int k = 0; k < per_lane; ++k) {
            std::size_t const j = first_column + lane * per_lane + k;
            int const lo = p.column_lo[j], hi = p.column_hi[j];
            std::uint32_t const position = p.column_positions ? p.column_positions[j] : static_cast<std::uint32_t>(j);
            for (int d = 1; d <= turns_ * per_lane; ++d) {
                std::uint32_t cost = scored_word<Value>::never;
                if (d - 1 >= lo && d - 1 <= hi && j >= static_cast<std::size_t>(d)) {
                    std::uint32_t const q =
                        p.column_positions ? p.column_positions[j - d] : static_cast<std::uint32_t>(j - d);
                    cost = scored_word<Value>::cost_of(skip, position - 1 - q);
                }
                std::uint32_t * const to = costs_ + (d - 1) * row_words + k % Words;
                if constexpr (per_word == 2)
                    reinterpret_cast<std::int16_t *>(to)[k / Words] =
                        static_cast<std::int16_t>(-static_cast<int>(cost));
                else
                    *to = static_cast<std::uint32_t>(-static_cast<int>(cost));
            }
        }
    }
    /// @param halo   shared: the left neighbour's last columns of the row
    [[nodiscard]] __device__ __forceinline__ words best(words const & m, std::uint32_t const * halo, words x) const
    {
        __syncwarp();
        row_[lane_ % halo_words] = halo[lane_ % halo_words];
        store_words(row_ + halo_words + lane_ * Words, m);
        __syncwarp();
        words right = m;
        std::uint32_t const * left_at = row_ + halo_words + (lane_ - 1) * Words;
        std::uint32_t const * cost = costs_;
        for (int turn = 0; turn < turns_; ++turn) {
            words const left = load_words<Words>(left_at);
            left_at -= Words;
#pragma unroll
            for (int t = 1; t <= per_lane; ++t) {
                words const c = load_words<Words>(cost);
                cost += row_words;
#pragma unroll
                for (int k = 0; k < Words; ++k) {
                    int const at = k - t;
                    std::uint32_t y;
                    if (at >= 0)
                        y = right.word[at >= 0 ? at : 0];
                    else if (per_word == 1)
                        y = left.word[(Words + at) & (Words - 1)];
                    else if (at >= -Words)
                        y = __byte_perm(left.word[(Words + at) & (Words - 1)], right.word[(Words + at) & (Words - 1)],
                                        0x5432);
                    else
                        y = left.word[(2 * Words + at) & (Words - 1)];
                    x.word[k] = scored_word<Value>::add_max(y, c.word[k], x.word[k]);
                }
            }
            right = left;
        }
        return x;
    }

private:
    std::uint32_t *costs_, *row_;
    int lane_, turns_;
};

} // namespace vglcs::cuda::scored
