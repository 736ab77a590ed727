// SPDX-License-Identifier: BSD-3-Clause
/// The second and the third warp of a strip with far windows everywhere. Both work a chunk of rows ahead of or behind
/// the first one, which runs the rows: one waits for the strip on the left and brings what comes from there, the other
/// makes what later rows and strips further right read, and brings what was made of earlier rows.
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

/// Brings the border and the column slots that the strip's columns read.
template <class Layout, class Value, int Words>
class far_columns_helper
{
    static constexpr int chunk = Layout::chunk;

public:
    /// Sets up the strip; shared memory has been cleared.
    __device__ __forceinline__ far_columns_helper(strip_problem const & p, strip_launch const & launch,
                                                  strip_borders const & borders, std::uint32_t strip,
                                                  std::uint32_t * shared, int lane)
        : stop_{launch.stop}, border_{borders, shared, lane}, shared_{shared}, lane_{lane},
          row_begin_{uniform(p.row_begin)}, rows_size_{uniform(p.rows)}, column_slots_{
                                                                             static_cast<Value const *>(p.column_slots)}
    {
        if (!p.far_begin)
            return;
        // the groups of columns, each with its list; its first column, and << 8 and << 16 where its others begin and
        // end
        std::uint32_t const from = uniform(p.far_begin[strip]);
        groups_ = uniform(p.far_begin[strip + 1]) - from;
        if (groups_ == 0)
            return;
        if (lane == 0)
            shared[Layout::state] = groups_;
        std::uint32_t const columns_from = p.far[from].columns_begin;
        for (std::uint32_t g = lane; g < groups_; g += 32) {
            far_group const group = p.far[from + g];
            lists()[g] = {group.list.slots[0], group.list.slots[1], group.list.slots[2], group.list.slots[3]};
            spans()[g] = p.far_columns[group.columns_begin] | (group.columns_begin + 1 - columns_from) << 8 |
                         (group.columns_end - columns_from) << 16;
            for (std::uint32_t c = group.columns_begin; c < group.columns_end; ++c)
                far_columns()[c - columns_from] = p.far_columns[c];
        }
        __syncwarp();
    }

    /// Runs beside the rows until they end.
    __device__ __forceinline__ void run(warp_signals const & signals, std::uint32_t first_turn, std::uint32_t chunks)
    {
        bool stopped = false;
        for (std::uint32_t k = 0; k < chunks; ++k) {
            std::uint32_t const turn = first_turn + k, row0 = row_begin_ + k * chunk;
            int const buffer = static_cast<int>(turn & 1);
            if (k >= 2)
                signals.wait_for_end(turn - 2);
            if (!stopped) {
                std::uint32_t const stop = lane_ == 0 ? *static_cast<std::uint32_t const volatile *>(stop_) : 0;
                border_.wait_for(row0 + chunk);
                border_.bring(row0, buffer);
                if (groups_ != 0) {
                    read_columns(row0, buffer);
                    if (k + 1 < chunks)
                        prefetch_columns(row0 + chunk);
                }
                stopped = uniform(stop) != 0;
                __pipeline_wait_prior(0);
            }
            if (lane_ == 0)
                shared_[Layout::stops + static_cast<int>(turn & 3)] = stopped;
            signals.rows_may_run(turn);
        }
    }

private:
    [[nodiscard]] __device__ __forceinline__ uint4 * lists() const
    {
        return reinterpret_cast<uint4 *>(shared_ + Layout::far_lists);
    }
    [[nodiscard]] __device__ __forceinline__ std::uint32_t * spans() const
    {
        return shared_ + Layout::far_lists + 4 * Layout::columns;
    }
    [[nodiscard]] __device__ __forceinline__ std::uint8_t * far_columns() const
    {
        return reinterpret_cast<std::uint8_t *>(spans() + Layout::columns);
    }

    /// Rows that a lane reads at a time, since it loads whole words; the lanes of a warp so read several groups.
    static constexpr int rows_a_lane = word_of<Value>::columns, lanes_a_group = chunk / rows_a_lane,
                         groups_at_once = 32 / lanes_a_group;

    __device__ __forceinline__ void read_columns(std::uint32_t row0, int buffer) const
    {
        constexpr int batch = 6;
        int const part = lane_ / lanes_a_group, at = lane_ % lanes_a_group;
        std::size_t const slot_words = rows_size_ / rows_a_lane;
        auto const * const slots = reinterpret_cast<std::uint32_t const *>(column_slots_) + row0 / rows_a_lane + at;
        Value * const row = reinterpret_cast<Value *>(shared_ + Layout::far_rows +
                                                      (buffer * chunk + at * rows_a_lane) * Layout::far_row_words);
        constexpr int row_step = Layout::far_row_words * word_of<Value>::columns;
#pragma unroll 1
        for (std::uint32_t f = part; f < groups_ + part; f += batch * groups_at_once) {
            std::uint32_t value[batch][4];
#pragma unroll
            for (int k = 0; k < batch; ++k) {
                std::uint32_t const g = f + k * groups_at_once;
                uint4 const list = g < groups_
                                       ? lists()[g]
                                       : uint4{slot_list::none, slot_list::none, slot_list::none, slot_list::none};
                std::uint32_t const its[4] = {list.x, list.y, list.z, list.w};
#pragma unroll
                for (int x = 0; x < 4; ++x)
                    value[k][x] = its[x] != slot_list::none ? __ldcg(slots + std::size_t{its[x]} * slot_words) : 0;
            }
#pragma unroll
            for (int k = 0; k < batch; ++k) {
                std::uint32_t const g = f + k * groups_at_once;
                if (g >= groups_)
                    break;
                std::uint32_t const x = word_of<Value>::max(word_of<Value>::max(value[k][0], value[k][1]),
                                                            word_of<Value>::max(value[k][2], value[k][3]));
                auto const put = [&](std::uint32_t column) {
                    row[column] = static_cast<Value>(x);
                    if constexpr (rows_a_lane == 2)
                        row[row_step + column] = static_cast<Value>(x >> 16);
                };
                std::uint32_t const span = spans()[g];
                put(span & 0xff);
#pragma unroll 1
                for (std::uint32_t c = span >> 8 & 0xff; c < span >> 16; ++c) // nearly always none
                    put(far_columns()[c]);
            }
        }
    }

    /// Asks for what the windows of a chunk read.
    __device__ __forceinline__ void prefetch_columns(std::uint32_t row0) const
    {
        for (std::uint32_t g = lane_; g < groups_; g += 32) {
            uint4 const list = lists()[g];
            for (std::uint32_t const slot : {list.x, list.y, list.z, list.w})
                if (slot != slot_list::none)
                    prefetch(column_slots_ + std::size_t{slot} * rows_size_ + row0);
        }
    }

    std::uint32_t const * stop_;
    flagged_border<Layout> border_;
    std::uint32_t * shared_;
    int lane_;
    std::uint32_t row_begin_, rows_size_;
    Value const * column_slots_; ///< [slots][rows]
    std::uint32_t groups_ = 0;
};

/// Fills the column slots and row slots that others read, and brings the row slots that a chunk's rows read.
template <class Layout, class Value, int Words>
class far_rows_helper
{
    using words = lane_words<Words>;
    static constexpr int chunk = Layout::chunk, row_words = Layout::row_words;

public:
    __device__ __forceinline__ far_rows_helper(strip_problem const & p, strip_launch const & launch,
                                               std::uint32_t ticket, std::uint32_t strip, std::uint32_t * shared,
                                               int lane)
        : p_{p}, flag_{launch.flags + ticket}, shared_{shared}, lane_{lane}, row_begin_{uniform(p.row_begin)},
          rows_size_{uniform(p.rows)}, program_{p, launch, shared, lane}, slot_writer_{p, strip, lane}
    {
    }

    /// Runs beside the rows until they end.
    __device__ __forceinline__ void run(warp_signals const & signals, std::uint32_t first_turn, std::uint32_t chunks)
    {
        auto const give = [&](std::uint32_t k) {
            if (program_.exists())
                read_rows(row_begin_ + k * chunk, static_cast<int>(first_turn + k & 1));
            signals.rows_may_run(first_turn + k);
        };
        for (std::uint32_t k = 0; k < 2 && k < chunks; ++k)
            give(k);
        for (std::uint32_t k = 0; k < chunks; ++k) {
            std::uint32_t const turn = first_turn + k, row0 = row_begin_ + k * chunk;
            int const buffer = static_cast<int>(turn & 1);
            signals.wait_for_end(turn);
            bool const stopped = uniform(shared_[Layout::stops + static_cast<int>(turn & 3)]) != 0;
            // rows that were given had no row maxima, so that strips have nothing from them
            bool const given = uniform(p_.given_rows != nullptr && row0 - row_begin_ < p_.rows_per_checkpoint) != 0;
            if (!stopped && !given)
                slot_writer_.make(row0, shared_ + Layout::maxima + buffer * chunk * Layout::maxima_row_words,
                                  reinterpret_cast<Value *>(shared_ + Layout::suffixes));
            // releases what every lane wrote, and the rows' warp before: the barriers order their writes before it
            __syncwarp();
            if (lane_ == 0)
                store_release(flag_, stopped ? rows_size_ : row0 + chunk);
            if (!stopped && program_.exists())
                program_.finish(row0);
            if (k + 2 < chunks)
                give(k + 2);
        }
    }

private:
    /// The early vectors of the windows of a chunk's rows, joined row by row.
    __device__ __forceinline__ void read_rows(std::uint32_t row0, int buffer)
    {
        std::uint32_t const any = program_.bring(row0, buffer);
        __syncwarp();
        uint4 const * const lists = program_.lists(buffer);
        constexpr int batch = 4;
#pragma unroll 1
        for (int r = 0; r < chunk; r += batch) {
            if ((any >> r & ((1u << batch) - 1)) == 0)
                continue;
            words x[batch][4];
#pragma unroll
            for (int k = 0; k < batch; ++k) {
                uint4 const list = lists[r + k];
                std::uint32_t const slots[4] = {list.x, list.y, list.z, list.w};
#pragma unroll
                for (int y = 0; y < 4; ++y)
                    x[k][y] = slots[y] != slot_list::none ? load_words<Words>(program_.vector(slots[y])) : words{};
            }
#pragma unroll
            for (int k = 0; k < batch; ++k)
                store_words(shared_ + Layout::early_rows + (buffer * chunk + r + k) * row_words + lane_ * Words,
                            maximum<Value>(maximum<Value>(x[k][0], x[k][1]), maximum<Value>(x[k][2], x[k][3])));
        }
    }

    strip_problem const & p_;
    std::uint32_t * flag_;
    std::uint32_t * shared_;
    int lane_;
    std::uint32_t row_begin_, rows_size_;
    row_slots_helper<Layout, Value, Words> program_;
    column_slot_writer<Layout, Value, 4> slot_writer_;
};

} // namespace vglcs::cuda
