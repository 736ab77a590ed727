// SPDX-License-Identifier: BSD-3-Clause
/// Jumps over rows.
#pragma once

#include "cuda/scored/kernel/words.cuh"
#include "cuda/scored/launch.hpp"

#include <cuda_runtime.h>

#include <cstdint>

namespace vglcs::cuda::scored {

/// What jumps over rows keep, a lane's own words of it: nobody else reads or writes them. Of the values that stand in
/// front of the rows, lowered by what it costs to leave there, a window is a suffix of one block of 32 rows, a range of
/// whole blocks from a sparse table over them (two of its entries), and a prefix of another block. What no window asks
/// for is not kept. A row's parts are asked for some rows before, and far ones are brought near some rows before that;
/// the range where it is another than that of the row before. Parts that a row has not lie in a row of nothing, so that
/// rows need no branches.
template <class Value, int Words>
class jump_rows
{
    using words = lane_words<Words>;
    static constexpr int row_words = 32 * Words, parts = 4, turns = static_cast<int>(rows_of_a_turn(Words));
    /// Where parts come to: with wide lanes to shared memory, without a register that waits for them, since loads that
    /// are long under way make short ones wait with which they share one of few scoreboards. That pays where many
    /// strips run on a multiprocessor; where few do, rows are shorter without the way through shared memory. All that
    /// comes to registers shares one scoreboard: whoever waits for a part waits for all that was asked for since. So
    /// the parts of two rows are asked for together, once those of the two rows before have been taken.
    static constexpr bool asks_in_shared = Words == 4;

public:
    /// @param memory   the worker's
    /// @param block    shared: the rows of the block under way
    /// @param asked    shared: parts of the coming rows
    __device__ __forceinline__ jump_rows(scored_problem const & p, std::uint32_t * memory, std::uint32_t * block,
                                         std::uint32_t * asked, std::uint32_t nothing, int lane)
        : nothing_{nothing}, masks_{p.suffix_masks}, memory_{memory + lane * Words}, block_{block + lane * Words},
          asked_{asked + lane * Words}
    {
        jump_slots const s = p.slots;
        suffix_mask_ = uniform(s.suffixes - 1);
        prefix_mask_ = uniform(s.prefixes - 1);
        value_mask_ = uniform(s.values - 1);
        block_slots_ = uniform(s.blocks);
        levels_ = uniform(s.levels);
        prefixes_ = memory_ + std::size_t{uniform(s.first_prefix())} * row_words;
        values_ = memory_ + std::size_t{uniform(s.first_value())} * row_words;
        blocks_ = memory_ + std::size_t{uniform(s.first_block())} * row_words;
        words const none = every_word<Value, Words>(nothing);
        store_words(memory_, none);
        prefix_ = range_ = joined_ = none;
#pragma unroll
        for (auto & of_row : arrived_)
#pragma unroll
            for (words & part : of_row)
                part = none;
    }

    /// What a row reads of the headers of those ahead of it, all at its top: behind its stores, of which the compiler
    /// does not know where they go, every such load would be waited for.
    struct told
    {
        std::uint32_t flags, leave, land; ///< of the next row
        std::uint32_t expected = 0;       ///< of the row to be brought near
        uint4 parts[2] = {};              ///< of the rows to be asked for
        std::uint32_t asks_flags[2] = {};
    };
    /// @param turn      the row modulo those of a turn, a constant
    /// @param header    of so many rows further on
    template <bool Busy, class Header>
    [[nodiscard]] static __device__ __forceinline__ told read(int turn, Header const & header)
    {
        row_header const & next = header(1);
        told out{next.flags, next.leave, next.land};
        if constexpr (Busy) {
            out.expected = header(static_cast<int>(group_rows)).parts[0];
#pragma unroll
            for (int k = 0; k < (asks_in_shared ? 1 : 2); ++k)
                if (asks_in_shared || turn == 0) {
                    row_header const & ahead = header(turns + k);
                    out.parts[k] = *reinterpret_cast<uint4 const *>(ahead.parts);
                    out.asks_flags[k] = ahead.flags;
                }
        }
        return out;
    }

    /// Reads what the first row is told.
    __device__ __forceinline__ void begin(row_header const & h)
    {
        hear(h.flags, h.leave, h.land);
    }

    /// Before a group of rows.
    __device__ __forceinline__ void begin_group(std::uint32_t row0, row_header const & first)
    {
        block_at_ = block_ + row0 % block_rows * row_words;
        prefixes_at_ = prefixes_ + std::size_t{row0 & prefix_mask_} * row_words;
        values_at_ = values_ + std::size_t{row0 & value_mask_} * row_words;
        begins_block_ = row0 % block_rows == 0;
        has_late_ = uniform(first.flags & row_header::group_has_late) != 0;
    }

    /// What has landed on a row of a busy group.
    /// @param t   what the row was told of those ahead of it
    [[nodiscard]] __device__ __forceinline__ words landed(int turn, row_header const & h, told const & t)
    {
        words x;
        if constexpr (asks_in_shared) {
            asm volatile("cp.async.wait_group %0;" ::"n"(turns - 1) : "memory");
            auto const part = [&](int k) { return load_words<Words>(asked_ + (turn * parts + k) * row_words); };
            words const first = part(1), second = part(2);
#pragma unroll
            for (int w = 0; w < Words; ++w)
                range_.word[w] = flags_ & row_header::new_range ? scored_word<Value>::max(first.word[w], second.word[w])
                                                                : range_.word[w];
            x = maximum_of<Value>(maximum_of<Value>(part(0), part(3)), range_);
        } else if (turn == 0) {
            x = maximum_of<Value>(arrived_[0][0], arrived_[0][3]);
            joined_ = maximum_of<Value>(arrived_[1][0], arrived_[1][3]);
            if (uniform((flags_ | t.flags) & row_header::new_range)) {
                __syncwarp(); // so that it stays a branch: predicates would do it in every row
                if (flags_ & row_header::new_range)
                    range_ = maximum_of<Value>(arrived_[0][1], arrived_[0][2]);
                x = maximum_of<Value>(x, range_);
                if (t.flags & row_header::new_range)
                    range_ = maximum_of<Value>(arrived_[1][1], arrived_[1][2]);
            } else {
                x = maximum_of<Value>(x, range_);
            }
#pragma unroll
            for (int k = 0; k < 2; ++k)
                ask(k, t.parts[k], t.asks_flags[k]);
        } else {
            x = maximum_of<Value>(joined_, range_);
        }
        if (has_late_)
            if (uniform(flags_ & row_header::is_late))
                x = late(h);
        words const none = every_word<Value, Words>(nothing_);
        x = add_max<Value>(x, land_, none);
#pragma unroll
        for (int w = 0; w < Words; ++w)
            x.word[w] = flags_ & row_header::lands ? x.word[w] : nothing_;
        return x;
    }

    /// Brings near what a row some rows ahead wants.
    __device__ __forceinline__ void expect(told const & t) const
    {
        prefetch(row_at(t.expected));
    }

    /// Takes what stands in front of row u of the group. Where the group is busy, keeps what others want of the row,
    /// and asks for what a row ahead wants.
    /// @param turn   u modulo the rows asked ahead, a constant
    template <bool Busy>
    __device__ __forceinline__ void take(words const & before, int u, int turn, told const & t)
    {
        words k = add_max<Value>(before, leave_, every_word<Value, Words>(nothing_));
#pragma unroll
        for (int w = 0; w < Words; ++w)
            k.word[w] = flags_ & row_header::leaves ? k.word[w] : nothing_;
        store_words(block_at_ + u * row_words, k);
        words const joined = maximum_of<Value>(prefix_, k);
#pragma unroll
        for (int w = 0; w < Words; ++w)
            prefix_.word[w] = u == 0 && begins_block_ ? k.word[w] : joined.word[w];
        if constexpr (Busy) {
            store_global_if(flags_ & row_header::stores_prefix, prefixes_at_ + u * row_words, prefix_);
            store_global_if(flags_ & row_header::stores_value, values_at_ + u * row_words, k);
            if constexpr (asks_in_shared) {
                ask(turn, t.parts[0], t.asks_flags[0]);
                asm volatile("cp.async.commit_group;" ::: "memory");
            }
        }
        hear(t.flags, t.leave, t.land);
    }

    /// After a block's last row.
    __device__ __forceinline__ void end_block(std::uint32_t number)
    {
        std::uint32_t const mask = masks_[number];
        // Loads stand before stores, which the compiler would not let them pass: the other halves of some levels, and
        // some of the block's rows, side by side.
        constexpr std::uint32_t at_a_time = Words == 4 ? 4 : 8, rows_at_a_time = 8;
        auto const slot = [&](std::uint32_t level, std::uint32_t of) {
            return blocks_ + (std::size_t{level} * block_slots_ + (of & (block_slots_ - 1))) * row_words;
        };
        words before[at_a_time];
        auto const load_from = [&](std::uint32_t level) {
#pragma unroll
            for (std::uint32_t k = 0; k < at_a_time; ++k) {
                std::uint32_t const l = level + k, back = l ? 1u << (l - 1) : 0;
                before[k] =
                    load_words<Words>(l > 0 && l < levels_ && number >= back ? slot(l - 1, number - back) : memory_);
            }
        };
        load_from(0);
        words x = every_word<Value, Words>(nothing_);
        // suffixes follow the row of nothing
        std::uint32_t * const suffixes =
            memory_ + row_words + std::size_t{number * block_rows & suffix_mask_} * row_words;
#pragma unroll
        for (int last = static_cast<int>(block_rows - 1); last >= 0; last -= static_cast<int>(rows_at_a_time)) {
            words rows[rows_at_a_time];
#pragma unroll
            for (int k = 0; k < static_cast<int>(rows_at_a_time); ++k)
                rows[k] = load_words<Words>(block_ + (last - k) * row_words);
#pragma unroll
            for (int k = 0; k < static_cast<int>(rows_at_a_time); ++k) {
                x = maximum_of<Value>(x, rows[k]);
                store_global_if(mask >> (last - k) & 1, suffixes + (last - k) * row_words, x);
            }
        }
        for (std::uint32_t level = 0; level < levels_; level += at_a_time) {
            if (level)
                load_from(level);
#pragma unroll
            for (std::uint32_t k = 0; k < at_a_time; ++k) {
                x = maximum_of<Value>(x, before[k]);
                store_global_if(level + k < levels_, slot(level + k, number), x);
            }
        }
    }

    /// After the strip's last row, before the caller's barrier: what was asked for rows behind it has come, so that
    /// other lanes may write there.
    __device__ __forceinline__ void end() const
    {
        if constexpr (asks_in_shared)
            asm volatile("cp.async.wait_all;" ::: "memory");
    }

private:
    /// So many bytes into the worker's memory.
    [[nodiscard]] __device__ __forceinline__ std::uint32_t * row_at(std::uint32_t bytes) const
    {
        return reinterpret_cast<std::uint32_t *>(reinterpret_cast<char *>(memory_) + bytes);
    }
    /// Of a row whose window ends so near that nothing can be asked ahead, or lies within one block.
    [[nodiscard]] __device__ __forceinline__ words late(row_header const & h) const
    {
        words x = load_words<Words>(row_at(h.parts[0]));
        for (int part = 1; part < parts; ++part)
            x = maximum_of<Value>(x, load_words<Words>(row_at(h.parts[part])));
        for (std::uint32_t k = 0; k < h.value_count; ++k)
            x = maximum_of<Value>(
                x, load_words<Words>(values_ + std::size_t{(h.value_first + k) & value_mask_} * row_words));
        return x;
    }
    /// What a late row wants is not there yet.
    __device__ __forceinline__ void ask(int turn, uint4 const & from, std::uint32_t flags)
    {
        if (!(flags & row_header::is_late)) {
            ask(turn, 0, from.x);
            ask(turn, 3, from.w);
        }
        if (flags & row_header::new_range) {
            ask(turn, 1, from.y);
            ask(turn, 2, from.z);
        }
    }
    __device__ __forceinline__ void ask(int turn, int part, std::uint32_t bytes)
    {
        std::uint32_t const * const from = row_at(bytes);
        if constexpr (asks_in_shared)
            asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(
                             shared_address(asked_ + (turn * parts + part) * row_words)),
                         "l"(from), "n"(4 * Words)
                         : "memory");
        else
            arrived_[turn][part] = load_words<Words>(from);
    }
    __device__ __forceinline__ void hear(std::uint32_t flags, std::uint32_t leave, std::uint32_t land)
    {
        flags_ = flags;
        leave_ = leave;
        land_ = land;
    }

    std::uint32_t nothing_;
    std::uint32_t const * masks_;
    std::uint32_t *memory_, *prefixes_, *values_, *blocks_;
    std::uint32_t suffix_mask_, prefix_mask_, value_mask_, block_slots_, levels_;
    std::uint32_t *block_, *asked_;
    std::uint32_t *block_at_ = nullptr, *prefixes_at_ = nullptr, *values_at_ = nullptr; ///< of the group
    bool begins_block_ = false, has_late_ = false;
    words prefix_;
    words arrived_[asks_in_shared ? 1 : turns][parts]; ///< of the coming rows, where not in shared memory
    words joined_;                                     ///< of the next row, of those
    words range_;                                      ///< of whole blocks, of the last row that told a new one
    std::uint32_t flags_ = 0, leave_ = 0, land_ = 0;   ///< of the row under way
};

} // namespace vglcs::cuda::scored
