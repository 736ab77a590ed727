// SPDX-License-Identifier: BSD-3-Clause
/// The second warp of a strip with few far windows. Before a chunk of rows it waits for the strip on the left and brings
/// its border, and what strips on the left have made for the chunk's rows; after the chunk it makes what strips on the
/// right will read, tells them, and after a block what later rows will read. Meanwhile the first warp runs the rows of
/// the next chunk, so that none of this stands in its way unless it takes longer than a chunk.
#pragma once

#include "cuda/strip_columns.cuh"
#include "cuda/strip_kept.cuh"
#include "cuda/strip_launch.hpp"
#include "cuda/strip_layout.cuh"
#include "cuda/strip_team.cuh"
#include "cuda/warp.cuh"

#include <cuda_pipeline.h>

#include <cstdint>

namespace vglcs::cuda {

template <class Layout, class Value, int Words>
class rare_helper
{
    static constexpr int row_words = Layout::row_words, chunk = Layout::chunk, per_lane = 2 * Words;
    static constexpr int slots = 4;                           ///< of a column: its kept vectors
    static constexpr std::uint32_t operand_registers = 10;    ///< left operands that a lane holds, for its row
    static_assert(chunk == 16);

public:
    /// Sets up the strip; shared memory has been cleared.
    __device__ __forceinline__ rare_helper(strip_problem const & p, strip_launch const & launch, std::uint32_t ticket,
                                           strip_borders const & borders, std::uint32_t strip, std::uint32_t * shared,
                                           int lane)
        : p_{p}, launch_{launch}, ticket_{ticket}, borders_{borders}, shared_{shared}, lane_{lane},
          row_begin_{uniform(p.row_begin)}, rows_size_{uniform(p.rows)},
          column_slots_{static_cast<Value *>(p.column_slots)}, program_{p, launch, lane}
    {
        std::uint32_t exports_to = 0, operations_to = 0;
        if (p.exports_begin) {
            exports_from_ = p.exports_begin[strip], exports_to = p.exports_begin[strip + 1];
            operations_from_ = p.operations_begin[strip], operations_to = p.operations_begin[strip + 1];
        }
        exports_ = uniform(exports_to - exports_from_);
        operations_ = uniform(operations_to - operations_from_);
        for (std::uint32_t e = lane; e < min(exports_, static_cast<std::uint32_t>(Layout::rare_exports_held)); e += 32)
        {
            column_export const what = p.exports[exports_from_ + e];
            shared[Layout::rare_exports + 2 * e] = what.addresses;
            shared[Layout::rare_exports + 2 * e + 1] = what.slot;
        }
        if (lane < static_cast<int>(operations_))
            operation_ = p.operations[operations_from_ + lane];
        set_up_columns(strip);
        __syncwarp();
    }

    /// Runs beside the rows until they end.
    /// @param first_turn   turns of all chunks that the block has done before
    __device__ __forceinline__ void run(team_signals const & signals, std::uint32_t first_turn, std::uint32_t chunks)
    {
        std::uint32_t brought = 0, done = 0;
        bool stopped = false;
        while (done < chunks) {
            if (done < brought && signals.rows_are_done(first_turn + done)) {
                finish(row_begin_ + done * chunk, static_cast<int>(first_turn + done & 1), stopped && done + 1 == chunks);
                ++done;
            } else if (brought < chunks && brought <= done + 1 && left_has_done(row_begin_ + (brought + 1) * chunk)) {
                if (bring(row_begin_ + brought * chunk, static_cast<int>(first_turn + brought & 1))) {
                    stopped = true;
                    chunks = brought + 1;
                }
                signals.rows_may_run(first_turn + brought);
                ++brought;
            } else {
                __nanosleep(40);
            }
        }
    }

private:
    /// The columns, ordered by letter; for each letter those that match it: the first, and << 8: how many; masks.
    __device__ __forceinline__ void set_up_columns(std::uint32_t strip)
    {
        std::uint32_t const from = p_.rare_begin[strip];
        columns_ = uniform(p_.rare_begin[strip + 1] - from);
        std::uint32_t letter = ~0u, place = 0;
        rare_column column{};
        if (lane_ < static_cast<int>(columns_)) {
            column = p_.rare[from + lane_];
            letter = p_.letters[std::size_t{strip} * Layout::columns + (column.window & 0xff)];
        }
        bool const whole_halos = __all_sync(all_lanes, column.window >> 8 == 0);
        if (lane_ == 0)
            shared_[Layout::rare_state] = whole_halos;
        std::uint32_t begin = 0;
        for (std::uint32_t k = 0; k < launch_.letters; ++k) {
            std::uint32_t const set = __ballot_sync(all_lanes, letter == k);
            if (letter == k)
                place = begin + __popc(set & ((1u << lane_) - 1));
            if (lane_ == 0 && set)
                reinterpret_cast<std::uint16_t *>(shared_ + Layout::rare_letters)[k + 1] =
                    static_cast<std::uint16_t>(begin | static_cast<std::uint32_t>(__popc(set)) << 8);
            begin += __popc(set);
        }
        if (lane_ < static_cast<int>(columns_)) {
            shared_[Layout::rare_columns + place] = column.window;
#pragma unroll
            for (int k = 0; k < slots; ++k)
                shared_[Layout::rare_slots + slots * place + k] = column.list.slots[k];
        }
        __syncwarp();
        for (int k = 0; k < static_cast<int>(columns_); ++k) {
            int const end = static_cast<int>(shared_[Layout::rare_columns + k] & 0xff) - lane_ * per_lane;
            int const inside = min(max(end, 0), 4);
            shared_[Layout::rare_masks + 32 * k + lane_] =
                (inside == 4 ? 0x80808080u : 0x80808080u & ((1u << (8 * inside)) - 1)) |
                (end == inside && end < 4 ? 0x40u << (8 * inside) : 0);
        }
    }

    /// Whether the left neighbour has done the rows before `row`.
    [[nodiscard]] __device__ __forceinline__ bool left_has_done(std::uint32_t row)
    {
        if (borders_.flag && left_done_ < row)
            left_done_ = uniform(lane_ == 0 ? load_acquire(borders_.flag) : 0);
        return !borders_.flag || left_done_ >= row;
    }

    /// Brings what a chunk's rows need. Returns whether the run is to stop after it.
    __device__ __forceinline__ bool bring(std::uint32_t row0, int buffer)
    {
        std::uint32_t const stop = lane_ == 0 ? *static_cast<std::uint32_t const volatile *>(launch_.stop) : 0;
        if (borders_.in) {
            std::uint32_t * const to = shared_ + Layout::border + buffer * Layout::border_words;
            std::uint32_t const * const from = borders_.in + std::size_t{row0} * Layout::halo_words;
#pragma unroll
            for (int k = lane_ * 4; k < Layout::border_words; k += 128)
                __pipeline_memcpy_async(to + k, from + k, 16);
            __pipeline_commit();
        }
        bring_columns(row0, buffer);
        if (program_.exists())
            program_.bring(row0, shared_ + Layout::rare_lists + 4 * chunk * buffer, shared_ + Layout::rare_writes,
                           Layout::rare_write_words);
        bool const stopped = uniform(stop) != 0;
        if (lane_ == 0)
            shared_[Layout::rare_state + 1 + buffer] = stopped;
        __pipeline_wait_prior(0);
        __syncwarp();
        return stopped;
    }

    /// The kept values of the windows of the rare columns, joined; a lane has two rows of every fourth column.
    __device__ __forceinline__ void bring_columns(std::uint32_t row0, int buffer) const
    {
        constexpr int lanes = chunk / 2;
        int const at = lane_ % lanes;
        std::size_t const slot_words = rows_size_ / 2;
        auto const * const from = reinterpret_cast<std::uint32_t const *>(column_slots_) + row0 / 2 + at;
        std::uint32_t * const to = shared_ + Layout::rare_values + buffer * Layout::rare_value_words + at;
#pragma unroll 1
        for (int k = lane_ / lanes; k < static_cast<int>(columns_); k += 32 / lanes) {
            uint4 const list = reinterpret_cast<uint4 const *>(shared_ + Layout::rare_slots)[k];
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
        bool const given = uniform(p_.given_rows != nullptr && row0 - row_begin_ < p_.save_rows) != 0;
        if (exports_ != 0 && !given)
            export_columns(row0, buffer);
        // releases what every lane wrote, and the rows' warp before: the barriers order their writes before this store
        __syncwarp();
        if (lane_ == 0)
            store_release(launch_.flags + ticket_, last_of_stopped ? rows_size_ : row0 + chunk);
        if (program_.exists())
            program_.finish(row0);
    }

    /// Maxima of a strip's last columns for other strips, and of these with what comes from the left. First the maxima
    /// from each step of 8 columns on to the strip's end: a lane in each half of the warp has a row of the chunk and
    /// half of its steps. From these and one step's columns, each lane makes its row's value of every other export.
    __device__ __forceinline__ void export_columns(std::uint32_t row0, int buffer) const
    {
        constexpr int step_words = 4, step_columns = 8, of_lane = row_words / step_words / 2;
        int const r = lane_ % chunk, half = lane_ / chunk;
        Value * const slots_at = column_slots_ + row0 + r;
        std::uint32_t left[operand_registers];
#pragma unroll
        for (std::uint32_t k = 0; k < operand_registers; ++k)
            left[k] = k < operations_ ? __ldcg(slots_at + std::size_t{operation(k).left} * rows_size_) : 0;
        std::uint32_t const * const row = shared_ + Layout::rare_m + (buffer * chunk + r) * Layout::rare_row_words;
        auto * const suffixes =
            reinterpret_cast<Value *>(shared_ + Layout::rare_suffixes) + r * Layout::rare_suffix_steps;
        auto const larger = [](std::uint32_t x) { return ::max(x & 0xffff, x >> 16); };
        std::uint32_t from[of_lane], x = 0;
#pragma unroll
        for (int k = of_lane - 1; k >= 0; --k) {
            uint4 const four = *reinterpret_cast<uint4 const *>(row + (half * of_lane + k) * step_words);
            x = ::max(x, larger(__vmaxu2(__vmaxu2(four.x, four.y), __vmaxu2(four.z, four.w))));
            from[k] = x;
        }
        std::uint32_t const right = __shfl_sync(all_lanes, x, lane_ | chunk);
#pragma unroll
        for (int k = 0; k < of_lane; ++k)
            suffixes[half * of_lane + k] = static_cast<Value>(half ? from[k] : ::max(from[k], right));
        __syncwarp();
#pragma unroll 1
        for (std::uint32_t e = half; e < exports_; e += 2) {
            auto const [first, slot] = export_item(e);
            int const step = static_cast<int>(first) / step_columns, before = static_cast<int>(first) % step_columns;
            uint4 const four = *reinterpret_cast<uint4 const *>(row + step * step_words);
            std::uint32_t const here =
                __vmaxu2(__vmaxu2(four.x & ~columns_before(before), four.y & ~columns_before(before - 2)),
                         __vmaxu2(four.z & ~columns_before(before - 4), four.w & ~columns_before(before - 6)));
            __stcg(slots_at + std::size_t{slot} * rows_size_,
                   static_cast<Value>(::max(larger(here), std::uint32_t{suffixes[step + 1]})));
        }
        if (operations_ == 0)
            return;
        // the exports' order is from right to left: the whole strip's is the last
        auto const [last_first, last_slot] = export_item(exports_ - 1);
        std::uint32_t const leaf = suffixes[0], leaf_slot = last_first == 0 ? last_slot : slot_list::none;
        std::uint32_t last = 0, last_target = slot_list::none;
        __syncwarp(); // what the exports have stored may be read by other lanes
        auto const combine = [&](slot_operation const & o, std::uint32_t value) {
            std::uint32_t const its = o.right == last_target ? last
                                      : o.right == leaf_slot ? leaf
                                                             : __ldcg(slots_at + std::size_t{o.right} * rows_size_);
            last = ::max(value, its);
            last_target = o.target;
            __stcg(slots_at + std::size_t{last_target} * rows_size_, static_cast<Value>(last));
        };
        // both halves of the warp do the same
#pragma unroll
        for (std::uint32_t k = 0; k < operand_registers; ++k)
            if (k < operations_)
                combine(operation(k), left[k]);
#pragma unroll 1
        for (std::uint32_t k = operand_registers; k < operations_; ++k) {
            slot_operation const o = p_.operations[operations_from_ + k];
            combine(o, __ldcg(slots_at + std::size_t{o.left} * rows_size_));
        }
    }

    /// First column and slot of the strip's export e.
    [[nodiscard]] __device__ __forceinline__ uint2 export_item(std::uint32_t e) const
    {
        if (e < Layout::rare_exports_held)
            return reinterpret_cast<uint2 const *>(shared_ + Layout::rare_exports)[e];
        column_export const what = p_.exports[exports_from_ + e];
        return {what.addresses, what.slot};
    }

    /// The strip's operation k, k < 32.
    [[nodiscard]] __device__ __forceinline__ slot_operation operation(std::uint32_t k) const
    {
        auto const of = [&](std::uint32_t x) { return uniform(lane_ == static_cast<int>(k) ? x : 0); };
        return {of(operation_.target), of(operation_.left), of(operation_.right)};
    }

    strip_problem const & p_;
    strip_launch const & launch_;
    std::uint32_t ticket_;
    strip_borders borders_;
    std::uint32_t * shared_;
    int lane_;
    std::uint32_t row_begin_, rows_size_;
    Value * column_slots_; ///< [slots][rows]
    kept_rows_helper<Value, Words, chunk> program_;
    std::uint32_t columns_ = 0, exports_from_ = 0, exports_ = 0, operations_from_ = 0, operations_ = 0;
    std::uint32_t left_done_ = 0;
    slot_operation operation_{}; ///< the lane's, of the strip
};

} // namespace vglcs::cuda
