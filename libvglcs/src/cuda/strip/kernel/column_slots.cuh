// SPDX-License-Identifier: BSD-3-Clause
/// Column slots that a strip fills for strips further right, once a chunk: maxima of some of its columns, row by row,
/// and of these with slots of strips on the left.
#pragma once

#include "cuda/strip/kernel/layout.cuh"
#include "cuda/strip/run/launch.hpp"
#include "cuda/warp.cuh"

#include <cstdint>

namespace vglcs::cuda {

/// Registers: writes / 32 that the lanes hold; those beyond are read again for every chunk.
template <class Layout, class Value, int Registers>
class column_slot_writer
{
    static constexpr int row_words = Layout::row_words, chunk = Layout::chunk, of_word = word_of<Value>::columns;
    static constexpr int step_words = 4, step_columns = step_words * of_word;
    static constexpr std::uint32_t operand_registers = 10; ///< left operands that a lane holds, for its row
    static_assert(chunk == 16);

public:
    __device__ __forceinline__ column_slot_writer(strip_problem const & p, std::uint32_t strip, int lane)
        : p_{p}, lane_{lane}, rows_size_{uniform(p.rows)}, column_slots_{static_cast<Value *>(p.column_slots)}
    {
        if (!p.column_writes_begin)
            return;
        writes_from_ = uniform(p.column_writes_begin[strip]);
        writes_ = uniform(p.column_writes_begin[strip + 1]) - writes_from_;
        operations_from_ = uniform(p.operations_begin[strip]);
        operations_ = uniform(p.operations_begin[strip + 1]) - operations_from_;
#pragma unroll
        for (int k = 0; k < Registers; ++k)
            if (lane + 32 * k < static_cast<int>(writes_))
                items_[k] = p.column_writes[writes_from_ + lane + 32 * k];
        if (lane < static_cast<int>(operations_))
            operation_ = p.operations[operations_from_ + lane];
    }

    /// Fills the slots of a chunk of rows and then runs the operations. First the maxima from each step of 8 or 4
    /// columns on to the strip's end: a lane in each half of the warp has a row of the chunk and half of its steps.
    /// From these and one step's columns, each lane makes its row's value of every other slot.
    /// @param maxima     in shared memory, [chunk][Layout::maxima_row_words], of the chunk's rows
    /// @param suffixes   in shared memory, [chunk][Layout::suffix_steps], the last two of a row are zeros
    __device__ __forceinline__ void make(std::uint32_t row0, std::uint32_t const * maxima, Value * suffixes) const
    {
        if (writes_ == 0)
            return;
        constexpr int of_lane = row_words / step_words / 2;
        int const r = lane_ % chunk, half = lane_ / chunk;
        Value * const slots_at = column_slots_ + row0 + r;
        Value left[operand_registers];
#pragma unroll
        for (std::uint32_t k = 0; k < operand_registers; ++k)
            left[k] = k < operations_ ? __ldcg(slots_at + std::size_t{operation(k).left} * rows_size_) : Value{0};
        std::uint32_t const * const row = maxima + r * Layout::maxima_row_words;
        suffixes += r * Layout::suffix_steps;
        std::uint32_t from[of_lane], x = 0;
#pragma unroll
        for (int k = of_lane - 1; k >= 0; --k) {
            x = ::max(x, larger(step(row, half * of_lane + k)));
            from[k] = x;
        }
        std::uint32_t const right = __shfl_sync(all_lanes, x, lane_ | chunk);
#pragma unroll
        for (int k = 0; k < of_lane; ++k)
            suffixes[half * of_lane + k] = static_cast<Value>(half ? from[k] : ::max(from[k], right));
        __syncwarp();
#pragma unroll
        for (int k = 0; k < Registers; ++k) {
            std::uint32_t const end = min(writes_, 32u * (k + 1));
#pragma unroll 1
            for (std::uint32_t e = 32 * k; e < end; e += 2) { // both halves take part in the shuffles
                int const from_lane = static_cast<int>(e & 31) + half;
                column_slot_write const what{__shfl_sync(all_lanes, items_[k].columns, from_lane),
                                             __shfl_sync(all_lanes, items_[k].slot, from_lane)};
                if (e + half < writes_)
                    store(what, row, suffixes, slots_at);
            }
        }
#pragma unroll 1
        for (std::uint32_t e = 32 * Registers + half; e < writes_; e += 2)
            store(p_.column_writes[writes_from_ + e], row, suffixes, slots_at);
        if (operations_ != 0)
            combine(slots_at, suffixes[0], left);
    }

private:
    [[nodiscard]] static __device__ __forceinline__ std::uint32_t larger(std::uint32_t x)
    {
        return of_word == 2 ? ::max(x & 0xffff, x >> 16) : x;
    }

    /// The maximum of a step's words.
    [[nodiscard]] static __device__ __forceinline__ std::uint32_t step(std::uint32_t const * row, int k)
    {
        uint4 const four = *reinterpret_cast<uint4 const *>(row + k * step_words);
        return word_of<Value>::max(word_of<Value>::max(four.x, four.y), word_of<Value>::max(four.z, four.w));
    }

    /// Of the word's columns, those before column c, 0 being its first.
    [[nodiscard]] static __device__ __forceinline__ std::uint32_t before(int c)
    {
        return c <= 0 ? 0 : of_word == 2 && c == 1 ? 0xffffu : ~0u;
    }

    __device__ __forceinline__ void store(column_slot_write const & what, std::uint32_t const * row,
                                          Value const * suffixes, Value * slots_at) const
    {
        int const first = static_cast<int>(what.columns & 0xffff), last = static_cast<int>(what.columns >> 16);
        std::uint32_t x;
        if (last == Layout::columns - 1) {
            int const k = first / step_columns, c = first % step_columns;
            uint4 const four = *reinterpret_cast<uint4 const *>(row + k * step_words);
            x = larger(word_of<Value>::max(
                word_of<Value>::max(four.x & ~before(c), four.y & ~before(c - of_word)),
                word_of<Value>::max(four.z & ~before(c - 2 * of_word), four.w & ~before(c - 3 * of_word))));
            x = ::max(x, std::uint32_t{suffixes[k + 1]});
        } else { // behind a limit from below
            x = 0;
            for (int k = first / of_word; k <= last / of_word; ++k)
                x = word_of<Value>::max(x, row[k] & ~before(first - k * of_word) & before(last + 1 - k * of_word));
            x = larger(x);
        }
        __stcg(slots_at + std::size_t{what.slot} * rows_size_, static_cast<Value>(x));
    }

    /// The strip's operations in order, the same in both halves of the warp. A right operand is nearly always the
    /// target before, or the whole strip's maximum: where that has a slot it is the last one written.
    __device__ __forceinline__ void combine(Value * slots_at, Value leaf, Value const (&left)[operand_registers]) const
    {
        column_slot_write const whole = p_.column_writes[writes_from_ + writes_ - 1];
        std::uint32_t const leaf_slot = uniform(
            whole.columns == static_cast<std::uint32_t>(Layout::columns - 1) << 16 ? whole.slot : slot_list::none);
        Value last = 0;
        std::uint32_t last_target = slot_list::none;
        __syncwarp(); // what has been stored may be read by other lanes
        auto const run = [&](slot_operation const & o, Value value) {
            Value const its = o.right == last_target ? last
                              : o.right == leaf_slot ? leaf
                                                     : __ldcg(slots_at + std::size_t{o.right} * rows_size_);
            last = value > its ? value : its;
            last_target = o.target;
            __stcg(slots_at + std::size_t{last_target} * rows_size_, last);
        };
#pragma unroll
        for (std::uint32_t k = 0; k < operand_registers; ++k)
            if (k < operations_)
                run(operation(k), left[k]);
#pragma unroll 1
        for (std::uint32_t k = operand_registers; k < operations_; ++k) {
            slot_operation const o = p_.operations[operations_from_ + k];
            run(o, __ldcg(slots_at + std::size_t{o.left} * rows_size_));
        }
    }

    /// The strip's operation k, k < 32.
    [[nodiscard]] __device__ __forceinline__ slot_operation operation(std::uint32_t k) const
    {
        auto const of = [&](std::uint32_t x) { return uniform(lane_ == static_cast<int>(k) ? x : 0); };
        return {of(operation_.target), of(operation_.left), of(operation_.right)};
    }

    strip_problem const & p_;
    int lane_;
    std::uint32_t rows_size_;
    Value * column_slots_; ///< [slots][rows]
    std::uint32_t writes_from_ = 0, writes_ = 0, operations_from_ = 0, operations_ = 0;
    column_slot_write items_[Registers] = {}; ///< the lane's
    slot_operation operation_{};              ///< the lane's
};

} // namespace vglcs::cuda
