// SPDX-License-Identifier: BSD-3-Clause
/// Few far windows among small ones (exon starts): rows and columns are those of the small kernel, with extra work only
/// for far windows. A strip keeps T_2 of its last 32 rows in shared memory: a far row
/// makes its T_5 from these. A far column asks all lanes for the maximum of its window, in the rows that it matches.
/// All that is done once a chunk or a block is the work of a second warp (few_far_rows_helper.cuh).
#pragma once

#include "cuda/strip/kernel/columns.cuh"
#include "cuda/strip/kernel/row_slots.cuh"
#include "cuda/strip/run/launch.hpp"
#include "cuda/warp.cuh"

#include <cstdint>

namespace vglcs::cuda {

/// The far windows of the warp that runs a strip's rows.
template <class Layout, class Value, int Words>
class few_far_windows
{
    static_assert(sizeof(Value) == 2 && Words <= 2);
    using words = lane_words<Words>;
    static constexpr int row_words = Layout::row_words, chunk = Layout::chunk, per_lane = 2 * Words;

public:
    /// Once the helper has set up the strip.
    __device__ __forceinline__ few_far_windows(strip_problem const & p, strip_launch const & launch,
                                               std::uint32_t * shared, int lane)
        : shared_{shared}, lane_{lane}, rows_exist_{uniform(p.reads != nullptr) != 0},
          whole_halos_{uniform(shared[Layout::state]) != 0}, row_slots_{p, launch, shared, lane}
    {
    }

    /// The columns that match the row: the first, and << 8 how many; 0 where there are none.
    [[nodiscard]] __device__ __forceinline__ std::uint32_t matching(std::uint32_t header)
    {
        std::uint32_t const out =
            reinterpret_cast<std::uint16_t const *>(shared_ + Layout::few_far_letters)[header & 0xff];
        mask_ = masks()[32 * (out & 0xff)];
        return uniform(out);
    }

    /// Row i's maxima, where its header is marked as far.
    __device__ __forceinline__ words row_part(std::uint32_t header, std::uint32_t i, int buffer, words m) const
    {
        std::uint32_t const level = header >> 8 & 7;
        if (level == ring_levels)
            m = recent(ring_levels, i - 1);
        else if (level == row_header::no_level)
            m = words{};
        if (header & row_header::has_block)
            m = maximum<Value>(m, block_before_);
        if (header & row_header::has_early)
            m = row_slots_.joined_early(buffer, static_cast<int>(i % chunk), m);
        if (header & row_header::has_late)
            m = row_slots_.joined_late(buffer, static_cast<int>(i % chunk), m);
        return m;
    }

    /// `before`, and what the far columns that match have beyond it, in row r of the chunk.
    __device__ __forceinline__ words column_part(std::uint32_t matching, int buffer, int r, words const & m,
                                                 words const & h, words before) const
    {
        auto k = static_cast<int>(matching & 0xff);
        std::uint32_t mask = mask_;
        auto const * const slot_values =
            reinterpret_cast<Value const *>(shared_ + Layout::few_far_values + buffer * Layout::few_far_value_words) +
            r;
#pragma unroll 1
        for (std::uint32_t count = matching >> 8;;) {
            std::uint32_t const slot_value = slot_values[k * chunk];
            std::uint32_t x = 0;
#pragma unroll
            for (int w = 0; w < Words; ++w)
                x = __vmaxu2(x, m.word[w] & halves_of_signs(mask, w));
            if (whole_halos_) {
#pragma unroll
                for (int w = 0; w < Words; ++w)
                    x = __vmaxu2(x, h.word[w]);
            } else {
                x = in_window(k, m, h);
            }
            x = ::max(uniform(::max(x & 0xffff, x >> 16)), slot_value) * 0x00010001u;
#pragma unroll
            for (int w = 0; w < Words; ++w)
                before.word[w] = __vmaxu2(before.word[w], x & halves_of_signs(mask << 1, w));
            if (--count == 0)
                return before;
            mask = masks()[32 * ++k];
        }
    }

    /// Keeps T_2 of row i, after it.
    __device__ __forceinline__ void keep_row(std::uint32_t i, words const & t2) const
    {
        store_words(shared_ + Layout::few_far_rows_t2 + static_cast<int>(i & 31) * row_words + lane_ * Words, t2);
    }

    /// Writes row i's slots, where the header is marked as far. keep_row() has taken all rows up to i.
    template <class Maxima>
    __device__ __forceinline__ void write_row(std::uint32_t header, std::uint32_t i, Maxima const & maxima)
    {
        row_slots_.write(header, i,
                         [&](std::uint32_t level) { return level < 2 ? maxima.newest(level) : recent(level, i); });
    }

    /// After the last row of a block.
    __device__ __forceinline__ void end_block(std::uint32_t last_row)
    {
        row_slots_.end_block();
        if (rows_exist_)
            block_before_ = recent(ring_levels, last_row);
    }

private:
    /// For each far column, which of the lane's columns lie before it, bit 7 of their bytes, and which it is, bit 6.
    [[nodiscard]] __device__ __forceinline__ std::uint32_t const * masks() const
    {
        return shared_ + Layout::few_far_masks + lane_;
    }

    /// The lane's maximum of the window of the far column k, where that does not hold the whole halo.
    [[nodiscard]] __device__ __forceinline__ std::uint32_t in_window(int k, words const & m, words const & h) const
    {
        std::uint32_t const window = shared_[Layout::few_far_columns + k];
        int const end = static_cast<int>(window & 0xff) - lane_ * per_lane;
        int const begin = static_cast<int>(window >> 8) - static_cast<int>(halo_columns) - lane_ * per_lane;
        std::uint32_t x = 0;
#pragma unroll
        for (int w = 0; w < Words; ++w) {
            x = __vmaxu2(x, m.word[w] & columns_before(end - 2 * w) & ~columns_before(begin - 2 * w));
            x = __vmaxu2(x, h.word[w] & ~columns_before(begin + 32 * per_lane - 2 * w));
        }
        return x;
    }

    /// T_level of row i, level >= 2.
    [[nodiscard]] __device__ __forceinline__ words recent(std::uint32_t level, std::uint32_t i) const
    {
        words out{};
#pragma unroll 8
        for (std::uint32_t k = 0; k < 1u << level; k += 4)
            out = maximum<Value>(out, load_words<Words>(shared_ + Layout::few_far_rows_t2 +
                                                        static_cast<int>((i - k) & 31) * row_words + lane_ * Words));
        return out;
    }

    std::uint32_t * shared_;
    int lane_;
    bool rows_exist_;  ///< some row is far
    bool whole_halos_; ///< the windows of all far columns hold the whole halo
    row_slots<Layout, Value, Words> row_slots_;
    std::uint32_t mask_ = 0; ///< of the first column that matches the coming row
    words block_before_{};   ///< its maximum
};

} // namespace vglcs::cuda
