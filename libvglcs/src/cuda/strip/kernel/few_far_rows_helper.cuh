// SPDX-License-Identifier: BSD-3-Clause
/// The second warp of a strip with few far windows. Before a chunk of rows it waits for the strip on the left and
/// brings its border, and what strips on the left have made for the chunk's rows; after the chunk it fills the
/// column slots for strips on the right and raises the flag, and after a block it runs the operations on row slots.
/// Meanwhile the first warp runs the rows of the next chunk, so that none of this stands in its way unless it takes
/// longer than a chunk.
#pragma once

#include "cuda/strip/kernel/border.cuh"
#include "cuda/strip/kernel/column_slots.cuh"
#include "cuda/strip/kernel/multi_warp.cuh"
#include "cuda/strip/kernel/row_slots.cuh"
#include "cuda/strip/run/launch.hpp"
#include "cuda/warp.cuh"

#include <cuda_pipeline.h>

#include <cstdint>

namespace vglcs::cuda {

template <class Layout, class Value, int Words>
class few_far_rows_helper
{
    static constexpr int chunk = Layout::chunk, per_lane = 2 * Words;
    static constexpr int slots = 4; ///< that a column's window reads

public:
    /// Sets up the strip; shared memory has been cleared.
    __device__ __forceinline__ few_far_rows_helper(strip_problem const & p, strip_launch const & launch,
                                                   std::uint32_t ticket, strip_borders const & borders,
                                                   std::uint32_t strip, std::uint32_t * shared, int lane)
        : p_{p}, launch_{launch}, flag_{launch.flags + ticket}, border_{borders, shared, lane}, shared_{shared},
          lane_{lane}, row_begin_{uniform(p.row_begin)}, rows_size_{uniform(p.rows)},
          column_slots_{static_cast<Value *>(p.column_slots)}, program_{p, launch, shared, lane}, slot_writer_{p, strip,
                                                                                                               lane}
    {
        set_up_columns(strip);
        __syncwarp();
    }

    /// Runs beside the rows until they end. Returns how many chunks there were; a stopped run has fewer.
    /// @param first_turn   turns of all chunks that the block has done before
    __device__ __forceinline__ std::uint32_t run(warp_signals const & signals, std::uint32_t first_turn,
                                                 std::uint32_t chunks)
    {
        std::uint32_t brought = 0, done = 0;
        bool stopped = false;
        while (done < chunks) {
            if (done < brought && signals.rows_are_done(first_turn + done)) {
                finish(row_begin_ + done * chunk, static_cast<int>(first_turn + done & 1),
                       stopped && done + 1 == chunks);
                ++done;
            } else if (brought < chunks && brought <= done + 1 && border_.is_done(row_begin_ + (brought + 1) * chunk)) {
                if (bring(row_begin_ + brought * chunk, first_turn + brought)) {
                    stopped = true;
                    chunks = brought + 1;
                }
                signals.rows_may_run(first_turn + brought);
                ++brought;
            } else {
                __nanosleep(warp_signals::helpers_sleep);
            }
        }
        return chunks;
    }

private:
    /// The columns, ordered by letter; for each letter those that match it: the first, and << 8: how many; masks.
    __device__ __forceinline__ void set_up_columns(std::uint32_t strip)
    {
        std::uint32_t const from = p_.few_far_begin[strip];
        columns_ = uniform(p_.few_far_begin[strip + 1] - from);
        std::uint32_t letter = ~0u, position = 0;
        few_far_column column{};
        if (lane_ < static_cast<int>(columns_)) {
            column = p_.few_far[from + lane_];
            letter = p_.letters[std::size_t{strip} * Layout::columns + (column.window & 0xff)];
        }
        bool const whole_halos = __all_sync(all_lanes, column.window >> 8 == 0);
        if (lane_ == 0)
            shared_[Layout::state] = whole_halos;
        std::uint32_t begin = 0;
        for (std::uint32_t k = 0; k < launch_.letters; ++k) {
            std::uint32_t const set = __ballot_sync(all_lanes, letter == k);
            if (letter == k)
                position = begin + __popc(set & ((1u << lane_) - 1));
            if (lane_ == 0 && set)
                reinterpret_cast<std::uint16_t *>(shared_ + Layout::few_far_letters)[k + 1] =
                    static_cast<std::uint16_t>(begin | static_cast<std::uint32_t>(__popc(set)) << 8);
            begin += __popc(set);
        }
        if (lane_ < static_cast<int>(columns_)) {
            shared_[Layout::few_far_columns + position] = column.window;
#pragma unroll
            for (int k = 0; k < slots; ++k)
                shared_[Layout::few_far_slots + slots * position + k] = column.list.slots[k];
        }
        __syncwarp();
        for (int k = 0; k < static_cast<int>(columns_); ++k) {
            int const end = static_cast<int>(shared_[Layout::few_far_columns + k] & 0xff) - lane_ * per_lane;
            int const inside = min(max(end, 0), 4);
            shared_[Layout::few_far_masks + 32 * k + lane_] =
                (inside == 4 ? 0x80808080u : 0x80808080u & ((1u << (8 * inside)) - 1)) |
                (end == inside && end < 4 ? 0x40u << (8 * inside) : 0);
        }
    }

    /// Brings what a chunk's rows need. Returns whether the run is to stop after it.
    __device__ __forceinline__ bool bring(std::uint32_t row0, std::uint32_t turn)
    {
        int const buffer = static_cast<int>(turn & 1);
        std::uint32_t const stop = lane_ == 0 ? *static_cast<std::uint32_t const volatile *>(launch_.stop) : 0;
        border_.bring(row0, buffer);
        bring_columns(row0, buffer);
        if (program_.exists())
            program_.bring(row0, buffer);
        bool const stopped = uniform(stop) != 0;
        if (lane_ == 0)
            shared_[Layout::stops + static_cast<int>(turn & 3)] = stopped;
        __pipeline_wait_prior(0);
        __syncwarp();
        return stopped;
    }

    /// The column slots that the windows of the far columns read, joined; a lane has two rows of every fourth column.
    __device__ __forceinline__ void bring_columns(std::uint32_t row0, int buffer) const
    {
        constexpr int lanes = chunk / 2;
        int const at = lane_ % lanes;
        std::size_t const slot_words = rows_size_ / 2;
        auto const * const from = reinterpret_cast<std::uint32_t const *>(column_slots_) + row0 / 2 + at;
        std::uint32_t * const to = shared_ + Layout::few_far_values + buffer * Layout::few_far_value_words + at;
#pragma unroll 1
        for (int k = lane_ / lanes; k < static_cast<int>(columns_); k += 32 / lanes) {
            uint4 const list = reinterpret_cast<uint4 const *>(shared_ + Layout::few_far_slots)[k];
            std::uint32_t const its[slots] = {list.x, list.y, list.z, list.w};
            std::uint32_t x[slots];
#pragma unroll
            for (int y = 0; y < slots; ++y)
                x[y] = its[y] != slot_list::none ? __ldcg(from + std::size_t{its[y]} * slot_words) : 0;
            to[k * lanes] = __vmaxu2(__vmaxu2(x[0], x[1]), __vmaxu2(x[2], x[3]));
        }
    }

    /// What follows a chunk's rows. Rows that were given had no row maxima, so that strips have nothing from them.
    __device__ __forceinline__ void finish(std::uint32_t row0, int buffer, bool last_of_stopped)
    {
        bool const given = uniform(p_.given_rows != nullptr && row0 - row_begin_ < p_.rows_per_checkpoint) != 0;
        if (!given)
            slot_writer_.make(row0, shared_ + Layout::maxima + buffer * chunk * Layout::maxima_row_words,
                              reinterpret_cast<Value *>(shared_ + Layout::suffixes));
        // releases what every lane wrote, and the rows' warp before: the barriers order their writes before this store
        __syncwarp();
        if (lane_ == 0)
            store_release(flag_, last_of_stopped ? rows_size_ : row0 + chunk);
        if (program_.exists())
            program_.finish(row0);
    }

    strip_problem const & p_;
    strip_launch const & launch_;
    std::uint32_t * flag_;
    flagged_border<Layout> border_;
    std::uint32_t * shared_;
    int lane_;
    std::uint32_t row_begin_, rows_size_;
    Value * column_slots_; ///< [slots][rows]
    row_slots_helper<Layout, Value, Words> program_;
    column_slot_writer<Layout, Value, 1> slot_writer_;
    std::uint32_t columns_ = 0;
};

} // namespace vglcs::cuda
