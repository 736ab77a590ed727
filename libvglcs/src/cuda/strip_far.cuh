// SPDX-License-Identifier: BSD-3-Clause
/// Far windows of the CUDA strips: what a strip keeps of its rows for later rows, and exchanges with strips further
/// away. All of it is done a chunk of rows at a time, so that many loads are under way at once; only what a chunk makes
/// and reads itself is left to its rows.
#pragma once

#include "cuda/strip_launch.hpp"
#include "cuda/strip_layout.cuh"
#include "cuda/strip_rows.cuh"
#include "cuda/warp.cuh"

#include <cstdint>

namespace vglcs::cuda {

/// One warp's far windows within one strip. `Rows` below means: where some row is far; the same for columns.
template <class Layout, class Value, int Words>
class far_windows
{
    using words = lane_words<Words>;
    static constexpr int row_words = Layout::row_words, chunk = Layout::chunk;

public:
    __device__ __forceinline__ far_windows(strip_problem const & p, strip_launch const & launch, std::uint32_t strip,
                                           std::uint32_t * shared, int lane)
        : p_{p}, shared_{shared}, lane_{lane}, rows_{uniform(p.reads != nullptr) != 0},
          columns_{uniform(p.far_begin != nullptr) != 0}, rows_size_{uniform(p.rows)}
    {
        if (rows_)
            kept_ = launch.row_slots + std::size_t{blockIdx.x} * launch.row_slot_words + lane * Words;
        if (columns_) {
            groups_from_ = uniform(p.far_begin[strip]), groups_to_ = uniform(p.far_begin[strip + 1]);
            exports_from_ = uniform(p.exports_begin[strip]), exports_to_ = uniform(p.exports_begin[strip + 1]);
            operations_from_ = uniform(p.operations_begin[strip]);
            operations_to_ = uniform(p.operations_begin[strip + 1]);
        }
        gathered_ = reinterpret_cast<Value *>(shared + Layout::exports(columns_));
        zeros_bytes_ = reinterpret_cast<unsigned char const *>(shared + Layout::zeros);
#pragma unroll
        for (int k = 0; k < export_registers; ++k)
            if (exports_from_ + lane + 32 * k < exports_to_)
                export_pairs_[k] = p.exports[exports_from_ + lane + 32 * k].addresses;
    }

    /// Before the rows of a chunk, and once the left neighbour has done it.
    __device__ __forceinline__ void begin_chunk(std::uint32_t row0)
    {
        writes_at_ = 0;
        if (rows_) {
            read_rows(row0);
            prefetch_rows(row0);
        }
        if (groups_from_ != groups_to_) {
            read_columns(row0);
            prefetch_columns(row0 + chunk);
        }
    }

    /// The kept vectors of a row's window, `r` of the chunk.
    __device__ __forceinline__ words row_part(std::uint32_t header, int r, words m) const
    {
        if (header & row_header::has_early)
            m = maximum<Value>(m, load_words<Words>(shared_ + Layout::early_rows + r * row_words + lane_ * Words));
        if (header & row_header::has_late) {
            uint4 const list = reinterpret_cast<uint4 const *>(shared_ + Layout::late_reads)[r];
            std::uint32_t const slots[4] = {list.x, list.y, list.z, list.w};
#pragma unroll
            for (int k = 0; k < 4; ++k)
                if (slots[k] != slot_list::none)
                    m = maximum<Value>(m, load_words<Words>(kept_row(slots[k])));
        }
        return m;
    }

    /// The kept vectors of the windows of a lane's columns, in row `r` of the chunk.
    __device__ __forceinline__ words column_part(int r, words before) const
    {
        if (groups_from_ != groups_to_)
            before = maximum<Value>(
                before, load_words<Words>(shared_ + Layout::far_rows + r * Layout::far_row_words + lane_ * Words));
        return before;
    }

    /// Once a row's tables are there: the values for strips on the right.
    __device__ __forceinline__ void gather_exports(int r)
    {
        if (exports_from_ == exports_to_)
            return;
        std::uint32_t const count = exports_to_ - exports_from_;
        auto const gather = [&](std::uint32_t e, std::uint32_t pair) {
            gathered_[e * Layout::export_rows + r] =
                ::max(*reinterpret_cast<Value const *>(zeros_bytes_ + (pair & 0xffff)),
                      *reinterpret_cast<Value const *>(zeros_bytes_ + (pair >> 16)));
        };
#pragma unroll
        for (int k = 0; k < export_registers; ++k)
            if (count > 32 * k && lane_ + 32 * k < count)
                gather(lane_ + 32 * k, export_pairs_[k]);
#pragma unroll 1
        for (std::uint32_t e = 32 * export_registers + lane_; e < count; e += 32)
            gather(e, p_.exports[exports_from_ + e].addresses);
    }

    /// Keeps T_level of the newest row where later rows ask for it.
    template <class Maxima>
    __device__ __forceinline__ void keep_row(std::uint32_t header, Maxima const & maxima)
    {
#pragma unroll 1
        for (std::uint32_t k = header >> row_header::writes_at & 7; k > 0; --k) {
            std::uint32_t const write = shared_[Layout::writes + writes_at_++], level = write >> 28;
            words x = maxima.t[5];
            if (level != 5)
                x = maxima.newest(level);
            store_words(kept_row(write & 0xfffffff), x);
        }
    }

    /// After the rows of a chunk. Rows that were given had no row maxima, so that strips have nothing from them.
    __device__ __forceinline__ void end_chunk(std::uint32_t row0, bool given)
    {
        if (rows_)
            combine_rows(row0);
        if (columns_ && !given) {
            auto * const slots = static_cast<Value *>(p_.column_slots) + row0 + lane_;
            std::uint32_t const count = exports_to_ - exports_from_;
#pragma unroll 4
            for (std::uint32_t e = 0; e < count; ++e)
                __stcg(slots + std::size_t{p_.exports[exports_from_ + e].slot} * rows_size_,
                       gathered_[e * Layout::export_rows + lane_]);
            combine_columns(slots);
        }
    }

private:
    static constexpr int export_registers = 4;

    __device__ __forceinline__ std::uint32_t * kept_row(std::uint32_t slot) const
    {
        return kept_ + std::size_t{slot} * row_words;
    }

    /// The windows' vectors that were made before this chunk, joined row by row; and the lists for the chunk's rows.
    __device__ __forceinline__ void read_rows(std::uint32_t row0)
    {
        auto * const early = reinterpret_cast<uint4 *>(shared_ + Layout::early_reads);
        uint4 const mine = reinterpret_cast<uint4 const *>(p_.reads)[row0 + lane_];
        early[lane_] = mine;
        std::uint32_t const any = __ballot_sync(all_lanes, mine.x != slot_list::none);
        std::uint32_t const from = p_.late_begin ? p_.late_begin[row0 / chunk] : 0;
        if (from != (p_.late_begin ? p_.late_begin[row0 / chunk + 1] : 0))
            reinterpret_cast<uint4 *>(shared_ + Layout::late_reads)[lane_] =
                reinterpret_cast<uint4 const *>(p_.late_reads)[from + lane_];
        std::uint32_t const first = p_.writes_begin[row0 / chunk], count = p_.writes_begin[row0 / chunk + 1] - first;
        for (std::uint32_t k = lane_; k < count; k += 32)
            shared_[Layout::writes + k] = p_.writes[first + k];
        __syncwarp();
        constexpr int batch = 4;
#pragma unroll 1
        for (int r = 0; r < chunk; r += batch) {
            if ((any >> r & ((1u << batch) - 1)) == 0)
                continue;
            words x[batch][4];
#pragma unroll
            for (int k = 0; k < batch; ++k) {
                uint4 const list = early[r + k];
                std::uint32_t const slots[4] = {list.x, list.y, list.z, list.w};
#pragma unroll
                for (int y = 0; y < 4; ++y)
                    x[k][y] = slots[y] != slot_list::none ? load_words<Words>(kept_row(slots[y])) : words{};
            }
#pragma unroll
            for (int k = 0; k < batch; ++k)
                store_words(shared_ + Layout::early_rows + (r + k) * row_words + lane_ * Words,
                            maximum<Value>(maximum<Value>(x[k][0], x[k][1]), maximum<Value>(x[k][2], x[k][3])));
        }
    }

    /// Asks for the kept vectors that the next chunk reads, and for those that this chunk's end combines.
    __device__ __forceinline__ void prefetch_rows(std::uint32_t row0) const
    {
        constexpr std::size_t line = 32; // words
        std::uint32_t * const base = kept_ - lane_ * Words;
        auto const vector = [&](std::uint32_t slot) {
#pragma unroll
            for (std::size_t at = 0; at < row_words; at += line)
                prefetch(base + std::size_t{slot} * row_words + at);
        };
        if (row0 + chunk < rows_size_) {
            uint4 const list = reinterpret_cast<uint4 const *>(p_.reads)[row0 + chunk + lane_];
            for (std::uint32_t const slot : {list.x, list.y, list.z, list.w})
                if (slot != slot_list::none)
                    vector(slot);
        }
        std::uint32_t const from = p_.operations_begin_of_rows[row0 / chunk],
                            to = p_.operations_begin_of_rows[row0 / chunk + 1];
        for (std::uint32_t k = from + lane_; k < to; k += 32)
            vector(p_.operations_of_rows[k].left);
    }

    /// Rows that a lane reads at a time, since it loads whole words; the lanes of a warp so read several groups.
    static constexpr int rows_a_lane = word_of<Value>::columns, lanes_a_group = 32 / rows_a_lane;

    __device__ __forceinline__ void read_columns(std::uint32_t row0)
    {
        constexpr int batch = 4;
        int const part = lane_ / lanes_a_group, at = lane_ % lanes_a_group;
        std::size_t const slot_words = rows_size_ / rows_a_lane;
        auto const * const slots = static_cast<std::uint32_t const *>(p_.column_slots) + row0 / rows_a_lane + at;
        Value * const row =
            reinterpret_cast<Value *>(shared_ + Layout::far_rows + at * rows_a_lane * Layout::far_row_words);
        constexpr int row_step = Layout::far_row_words * word_of<Value>::columns;
#pragma unroll 1
        for (std::uint32_t f = groups_from_ + part; f < groups_to_ + part; f += batch * rows_a_lane) {
            std::uint32_t value[batch] = {}, begin[batch], end[batch], column[batch];
#pragma unroll
            for (int k = 0; k < batch; ++k) {
                std::uint32_t const g = f + k * rows_a_lane;
                bool const there = g < groups_to_;
                far_group const group = there ? p_.far[g] : far_group{{}, 0, 0};
                begin[k] = group.columns_begin, end[k] = group.columns_end;
                column[k] = there ? p_.far_columns[begin[k]] : 0;
#pragma unroll
                for (int x = 0; x < 4; ++x)
                    if (there && group.list.slots[x] != slot_list::none)
                        value[k] = word_of<Value>::max(value[k],
                                                       __ldcg(slots + std::size_t{group.list.slots[x]} * slot_words));
            }
#pragma unroll
            for (int k = 0; k < batch; ++k) {
                for (std::uint32_t c = begin[k]; c < end[k];) {
                    row[column[k]] = static_cast<Value>(value[k]);
                    if constexpr (rows_a_lane == 2)
                        row[row_step + column[k]] = static_cast<Value>(value[k] >> 16);
                    if (++c < end[k])
                        column[k] = p_.far_columns[c];
                }
            }
        }
    }

    /// Asks for what the next chunk's windows read, and for what this chunk's end combines.
    __device__ __forceinline__ void prefetch_columns(std::uint32_t next) const
    {
        auto const * const slots = static_cast<Value const *>(p_.column_slots);
        if (next < rows_size_)
            for (std::uint32_t f = groups_from_ + lane_; f < groups_to_; f += 32)
                for (std::uint32_t const slot : p_.far[f].list.slots)
                    if (slot != slot_list::none)
                        prefetch(slots + std::size_t{slot} * rows_size_ + next);
        for (std::uint32_t k = operations_from_ + lane_; k < operations_to_; k += 32)
            prefetch(slots + std::size_t{p_.operations[k].left} * rows_size_ + next - chunk);
    }

    /// Runs operations in order; a left operand is of an older block, a right one often the target before.
    template <class T, class Load, class Join, class Store>
    static __device__ __forceinline__ void combine(slot_operation const * operations, std::uint32_t from,
                                                   std::uint32_t to, Load const & load, Join const & join,
                                                   Store const & store)
    {
        constexpr int batch = 4;
        std::uint32_t last_target = slot_list::none;
        T last{};
#pragma unroll 1
        for (std::uint32_t k = from; k < to; k += batch) {
            T left[batch];
            slot_operation o[batch];
#pragma unroll
            for (int x = 0; x < batch; ++x)
                if (k + x < to) {
                    o[x] = operations[k + x];
                    left[x] = load(o[x].left);
                }
#pragma unroll
            for (int x = 0; x < batch; ++x)
                if (k + x < to) {
                    T const right = o[x].right == last_target ? last : load(o[x].right);
                    last = join(left[x], right);
                    last_target = o[x].target;
                    store(last_target, last);
                }
        }
    }

    __device__ __forceinline__ void combine_rows(std::uint32_t row0) const
    {
        combine<words>(
            p_.operations_of_rows, uniform(p_.operations_begin_of_rows[row0 / chunk]),
            uniform(p_.operations_begin_of_rows[row0 / chunk + 1]),
            [&](std::uint32_t slot) { return load_words<Words>(kept_row(slot)); },
            [](words a, words b) { return maximum<Value>(a, b); },
            [&](std::uint32_t slot, words x) { store_words(kept_row(slot), x); });
    }

    __device__ __forceinline__ void combine_columns(Value * slots) const
    {
        combine<Value>(
            p_.operations, operations_from_, operations_to_,
            [&](std::uint32_t slot) { return __ldcg(slots + std::size_t{slot} * rows_size_); },
            [](Value a, Value b) { return a > b ? a : b; },
            [&](std::uint32_t slot, Value x) { __stcg(slots + std::size_t{slot} * rows_size_, x); });
    }

    strip_problem const & p_;
    std::uint32_t * shared_;
    int lane_;
    bool rows_, columns_;
    std::uint32_t rows_size_;
    std::uint32_t * kept_ = nullptr;
    std::uint32_t groups_from_ = 0, groups_to_ = 0, exports_from_ = 0, exports_to_ = 0, operations_from_ = 0,
                  operations_to_ = 0;
    Value * gathered_ = nullptr;
    unsigned char const * zeros_bytes_ = nullptr;
    std::uint32_t export_pairs_[export_registers] = {};
    std::uint32_t writes_at_ = 0;
};

} // namespace vglcs::cuda
