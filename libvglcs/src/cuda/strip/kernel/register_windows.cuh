// SPDX-License-Identifier: BSD-3-Clause
/// Stage 2 of the CUDA strips without tables: windows of columns in registers, where one limit holds for all or none is
/// long.
#pragma once

#include "cuda/strip/kernel/columns.cuh"
#include "cuda/strip/kernel/layout.cuh"
#include "cuda/strip/run/launch.hpp"

namespace vglcs::cuda {

/// What lies one column to the left of each of a lane's columns.
template <class Value, int Words>
__device__ __forceinline__ lane_words<Words> previous_columns(lane_words<Words> const & a, lane_words<Words> const & h,
                                                              int lane)
{
    std::uint32_t const x = __shfl_sync(all_lanes, lane == 31 ? h.word[Words - 1] : a.word[Words - 1], (lane - 1) & 31);
    lane_words<Words> out;
#pragma unroll
    for (int k = 0; k < Words; ++k) {
        std::uint32_t const left = k ? a.word[k - 1] : x;
        out.word[k] = word_of<Value>::columns == 2 ? __byte_perm(left, a.word[k], 0x5432) : left;
    }
    return out;
}

/// Stage 2 where one limit holds for all columns: every column's window is the last `length` columns before it, so two
/// shifts of one dyadic level cover it, in registers. Level is the same for a whole launch; what differs is chosen
/// without branches, since lanes that might part would cost more than all the rest.
template <class Value, int Words, int Level>
class equal_windows
{
    static_assert(Words <= 2 || Level == 2); // a wide lane's neighbour holds all that is moved
    static constexpr int columns = word_of<Value>::columns;

public:
    /// @param length   2^Level <= length < 2^(Level+1)
    template <class Lengths>
    __device__ __forceinline__ equal_windows(std::uint32_t length, Lengths const &)
    {
        int const distance = static_cast<int>(length) - (1 << Level) + 1, word = distance / columns;
        words_ = word;
        lanes_ = word / Words;
        crossed_ = Words == 2 && word % 2;
        selector_ = distance % columns ? 0x5432 : 0x7654;
    }

    /// The maximum of each column's window.
    [[nodiscard]] __device__ __forceinline__ lane_words<Words> best(lane_words<Words> a, lane_words<Words> h,
                                                                    int lane) const
    {
        widen_to<1>(a, h, lane);
        return maximum<Value>(previous_columns<Value>(a, h, lane), moved(a, h, lane));
    }

private:
    template <int To>
    __device__ __forceinline__ void widen_to(lane_words<Words> & a, lane_words<Words> & h, int lane) const
    {
        if constexpr (To <= Level) {
            widen<Value, To>(a, h, lane);
            widen_to<To + 1>(a, h, lane);
        }
    }

    /// `distance` columns to the right; columns that share words need both neighbours where the distance is odd.
    [[nodiscard]] __device__ __forceinline__ lane_words<Words> moved(lane_words<Words> const & a,
                                                                     lane_words<Words> const & h, int lane) const
    {
        if constexpr (Words == 4)
            return moved_wide(a, h, lane);
        auto const from = [&](int word, int lanes) {
            std::uint32_t const own = crossed_ ? a.word[Words - 1 - word] : a.word[word];
            std::uint32_t const halo = crossed_ ? h.word[Words - 1 - word] : h.word[word];
            return __shfl_sync(all_lanes, lane >= 32 - lanes ? halo : own, (lane - lanes) & 31);
        };
        std::uint32_t x[Words + 1];
        x[0] = columns == 2 ? from(Words - 1, lanes_ + 1) : 0;
        x[1] = from(0, lanes_ + (crossed_ ? 1 : 0));
        if constexpr (Words == 2)
            x[2] = from(1, lanes_);
        lane_words<Words> out;
#pragma unroll
        for (int k = 0; k < Words; ++k)
            out.word[k] = columns == 2 ? __byte_perm(x[k], x[k + 1], selector_) : x[k + 1];
        return out;
    }

    /// The same with four words a lane, at most four columns to the right.
    [[nodiscard]] __device__ __forceinline__ lane_words<Words> moved_wide(lane_words<Words> const & a,
                                                                          lane_words<Words> const & h, int lane) const
    {
        constexpr int reach = 4 / columns; // words
        std::uint32_t all[2 * Words] = {}; // the left neighbour's words, then the lane's own
#pragma unroll
        for (int k = columns == 2 ? Words - reach - 1 : 0; k < Words; ++k)
            all[k] = __shfl_sync(all_lanes, lane == 31 ? h.word[k] : a.word[k], (lane - 1) & 31);
#pragma unroll
        for (int k = 0; k < Words; ++k)
            all[Words + k] = a.word[k];
        std::uint32_t x[Words + 1]; // x[k]: the word `words_` to the left of word k-1
#pragma unroll
        for (int k = columns == 2 ? 0 : 1; k <= Words; ++k) {
            x[k] = all[Words + k - 1];
#pragma unroll
            for (int word = 1; word <= reach; ++word)
                x[k] = words_ == word ? all[Words + k - 1 - word] : x[k];
        }
        lane_words<Words> out;
#pragma unroll
        for (int k = 0; k < Words; ++k)
            out.word[k] = columns == 2 ? __byte_perm(x[k], x[k + 1], selector_) : x[k + 1];
        return out;
    }

    int words_;
    int lanes_;
    bool crossed_;
    std::uint32_t selector_;
};

/// Stage 2 where no window is longer than most_small_columns: the columns that a window may hold come one by one, each
/// kept where the window is long enough. Nothing of it touches shared memory, and no address is computed.
template <class Value, int Words>
class small_windows
{
    static_assert(word_of<Value>::columns == 2);
    static constexpr int words_left = static_cast<int>(most_small_columns) / 2;

public:
    /// @param lengths   columns of the windows of a lane's columns; 0 counts as 1
    __device__ __forceinline__ small_windows(std::uint32_t, std::uint32_t const (&lengths)[2 * Words])
    {
#pragma unroll
        for (int k = 0; k < most - 1; ++k) {
            auto const shortest = static_cast<std::uint32_t>(k + 2);
#pragma unroll
            for (int w = 0; w < Words; ++w)
                in_[k][w] =
                    (lengths[2 * w] >= shortest ? 0xffffu : 0) | (lengths[2 * w + 1] >= shortest ? 0xffff0000u : 0);
        }
    }

    /// The maximum of each column's window.
    [[nodiscard]] __device__ __forceinline__ lane_words<Words> best(lane_words<Words> const & a,
                                                                    lane_words<Words> const & h, int lane) const
    {
        // even[k]: the word (words_left - k) to the left of the lane's first; odd[k]: the same moved by one column
        std::uint32_t even[words_left + Words], odd[words_left + Words];
#pragma unroll
        for (int k = 0; k < words_left; ++k) {
            int const back = words_left - k, lanes = (back + Words - 1) / Words, from = lanes * Words - back;
            even[k] = __shfl_sync(all_lanes, lane >= 32 - lanes ? h.word[from] : a.word[from], (lane - lanes) & 31);
        }
#pragma unroll
        for (int w = 0; w < Words; ++w)
            even[words_left + w] = a.word[w];
#pragma unroll
        for (int k = 1; k < words_left + Words; ++k)
            odd[k] = __byte_perm(even[k - 1], even[k], 0x5432);
        lane_words<Words> out;
#pragma unroll
        for (int w = 0; w < Words; ++w) {
            std::uint32_t x = odd[words_left + w];
#pragma unroll
            for (int k = 0; k < most - 2; k += 2) {
                int const at = words_left + w - 1 - k / 2;
                x = word_of<Value>::max(x, even[at] & in_[k][w], odd[at] & in_[k + 1][w]);
            }
            out.word[w] = word_of<Value>::max(x, even[w] & in_[most - 2][w]);
        }
        return out;
    }

private:
    static constexpr int most = static_cast<int>(most_small_columns);

    std::uint32_t in_[most - 1][Words]; ///< [k]: which columns' windows hold the column k + 2 to the left
};

} // namespace vglcs::cuda
