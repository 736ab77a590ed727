// SPDX-License-Identifier: BSD-3-Clause
/// Few far windows among small ones (exon starts): rows and columns are those of the small kernel, and what a far
/// window takes more is done where there is one. A strip keeps its last 32 rows of V and its chunk's row maxima in
/// shared memory: a far row makes its T_5 from the ones, a chunk's end makes the strip's exports from the others, so
/// that no row pays for tables. A far column asks all lanes for the maximum of its window, in the rows that it matches.
/// Nothing waits for device memory twice: lists come a chunk or a block ahead of their use, what strips on the left
/// have made comes with the border, and what a strip makes itself and needs again stays in registers.
#pragma once

#include "cuda/strip_kept.cuh"
#include "cuda/strip_launch.hpp"
#include "cuda/strip_layout.cuh"
#include "cuda/warp.cuh"

#include <cuda_pipeline.h>

#include <cstdint>

namespace vglcs::cuda {

/// One warp's rare windows within one strip.
template <class Layout, class Value, int Words>
class rare_windows
{
    static_assert(sizeof(Value) == 2 && Words <= 2);
    using words = lane_words<Words>;
    static constexpr int row_words = Layout::row_words, chunk = Layout::chunk, per_lane = 2 * Words;
    static constexpr int slots = 4, slot_words = chunk / 2; ///< of a column and chunk: its kept vectors, rows a word

public:
    __device__ __forceinline__ rare_windows(strip_problem const & p, strip_launch const & launch, std::uint32_t strip,
                                            std::uint32_t * shared, int lane)
        : p_{p}, shared_{shared}, lane_{lane}, rows_size_{uniform(p.rows)},
          column_slots_{static_cast<Value *>(p.column_slots)}, program_{p, launch, lane}
    {
        std::uint32_t exports_to = 0, operations_from = 0, operations_to = 0;
        if (p.exports_begin) {
            exports_from_ = p.exports_begin[strip], exports_to = p.exports_begin[strip + 1];
            operations_from = p.operations_begin[strip], operations_to = p.operations_begin[strip + 1];
        }
        exports_ = uniform(exports_to - exports_from_);
        operations_ = uniform(operations_to - operations_from);
        __syncwarp(); // shared memory has been cleared
        for (std::uint32_t e = lane; e < min(exports_, static_cast<std::uint32_t>(Layout::rare_exports_held)); e += 32)
        {
            column_export const what = p.exports[exports_from_ + e];
            shared[Layout::rare_exports + 2 * e] = what.addresses;
            shared[Layout::rare_exports + 2 * e + 1] = what.slot;
        }
        // the columns, ordered by letter, and for each letter those that match it: the first, and << 8: how many
        std::uint32_t const from = p.rare_begin[strip];
        count_ = uniform(p.rare_begin[strip + 1] - from);
        std::uint32_t letter = ~0u, place = 0;
        rare_column column{};
        if (lane < static_cast<int>(count_)) {
            column = p.rare[from + lane];
            letter = p.letters[std::size_t{strip} * Layout::columns + (column.window & 0xff)];
        }
        whole_halos_ = __all_sync(all_lanes, column.window >> 8 == 0);
        std::uint32_t begin = 0;
        for (std::uint32_t k = 0; k < launch.letters; ++k) {
            std::uint32_t const set = __ballot_sync(all_lanes, letter == k);
            if (letter == k)
                place = begin + __popc(set & ((1u << lane) - 1));
            if (lane == 0 && set)
                shared[Layout::rare_letters + k + 1] = begin | static_cast<std::uint32_t>(__popc(set)) << 8;
            begin += __popc(set);
        }
        if (lane < static_cast<int>(count_)) {
            shared[Layout::rare_columns + place] = column.window;
#pragma unroll
            for (int k = 0; k < slots; ++k)
                shared[Layout::rare_slots + slots * place + k] = column.list.slots[k];
        }
        __syncwarp();
        for (int k = 0; k < static_cast<int>(count_); ++k) {
            int const end = static_cast<int>(shared[Layout::rare_columns + k] & 0xff) - lane * per_lane;
            int const inside = min(max(end, 0), 4);
            masks()[32 * k] = {inside == 4 ? 0x80808080u : 0x80808080u & ((1u << (8 * inside)) - 1),
                               end == inside && end < 4 ? 0x80u << (8 * inside) : 0};
        }
        if (lane < static_cast<int>(operations_)) {
            slot_operation const o = p.operations[operations_from + lane];
            shared[Layout::rare_slots + slots * count_ + lane] = o.left;
            shared[Layout::rare_operations + 2 * lane] = o.target;
            shared[Layout::rare_operations + 2 * lane + 1] = o.right;
        }
    }

    /// The columns that match the row: the first, and << 8 how many; 0 where there are none.
    [[nodiscard]] __device__ __forceinline__ std::uint32_t matching(std::uint32_t header) const
    {
        return uniform(shared_[Layout::rare_letters + (header & 0xff)]);
    }

    /// Before the rows of a chunk: asks for the kept rows that they and its end will read.
    __device__ __forceinline__ void begin_chunk(std::uint32_t row0)
    {
        if (!program_.exists())
            return;
        program_.begin_chunk(row0);
        program_.prefetch_list(program_.list());
        if (row0 % rows_per_block != 0)
            program_.prefetch_operands();
    }

    /// Brings what strips on the left have made for the chunk's rows: the kept values that the columns read, and those
    /// that the strip will join with its own; the caller commits and waits.
    __device__ __forceinline__ void fetch(int buffer, std::uint32_t row0) const
    {
        Value const * const from = column_slots_ + row0;
        constexpr int pieces = slot_words / 4; // of 16 bytes
        for (int k = lane_; k < static_cast<int>(count_ * slots + operations_) * pieces; k += 32) {
            std::uint32_t const slot = shared_[Layout::rare_slots + k / pieces];
            if (slot != slot_list::none) // the place of no slot holds zeros
                __pipeline_memcpy_async(values(buffer) + 4 * k,
                                        from + std::size_t{slot} * rows_size_ + 8 * (k % pieces), 16);
        }
    }

    /// Row i's maxima, where its header is marked as rare.
    __device__ __forceinline__ words row_part(std::uint32_t header, std::uint32_t i, words m) const
    {
        std::uint32_t const level = header >> 8 & 7;
        if (level == ring_levels)
            m = recent(ring_levels, i - 1);
        else if (level == row_header::no_level)
            m = words{};
        if (header & row_header::has_early)
            m = program_.joined(m, program_.list_of(static_cast<int>(i % chunk)));
        if (header & row_header::has_late)
            m = program_.joined(m, p_.late_reads[p_.late_begin[i / rows_per_block] + i % rows_per_block]);
        return m;
    }

    /// Once the kept values of a chunk are there: joins those of each column.
    __device__ __forceinline__ void join_kept(int buffer) const
    {
        static_assert(2 * chunk == 32);
        Value * const of_row = values_of(buffer) + lane_ % chunk;
        for (int k = lane_ / chunk; k < static_cast<int>(count_); k += 2) {
            Value * const at = of_row + k * slots * chunk;
            at[0] = ::max(::max(at[0], at[chunk]), ::max(at[2 * chunk], at[3 * chunk]));
        }
        __syncwarp();
    }

    /// `before`, and what the rare columns that match have beyond it, in row r of the chunk.
    __device__ __forceinline__ words column_part(std::uint32_t matching, int buffer, int r, words const & m,
                                                 words const & h, words before) const
    {
        auto k = static_cast<int>(matching & 0xff);
#pragma unroll 1
        for (std::uint32_t count = matching >> 8; count > 0; --count, ++k) {
            uint2 const mask = masks()[32 * k];
            std::uint32_t const kept = values_of(buffer)[k * slots * chunk + r];
            std::uint32_t x = 0;
#pragma unroll
            for (int w = 0; w < Words; ++w)
                x = __vmaxu2(x, m.word[w] & halves_of_signs(mask.x, w));
            if (whole_halos_) {
#pragma unroll
                for (int w = 0; w < Words; ++w)
                    x = __vmaxu2(x, h.word[w]);
            } else {
                x = in_window(k, m, h);
            }
            x = ::max(uniform(::max(x & 0xffff, x >> 16)), kept) * 0x00010001u;
#pragma unroll
            for (int w = 0; w < Words; ++w)
                before.word[w] = __vmaxu2(before.word[w], x & halves_of_signs(mask.y, w));
        }
        return before;
    }

    /// Keeps row i's values and, r of the chunk, its maxima.
    __device__ __forceinline__ void keep(std::uint32_t i, int r, words const & v, words const & m) const
    {
        store_words(shared_ + Layout::rare_v + static_cast<int>(i & 31) * row_words + lane_ * Words, v);
        store_words(shared_ + Layout::rare_m + r * Layout::rare_row_words + lane_ * Words, m);
    }

    /// Keeps what later rows ask for, where the header is marked as rare. All of the rows so far must be kept.
    __device__ __forceinline__ void write_row(std::uint32_t header, std::uint32_t i)
    {
        program_.write(header >> row_header::writes_at & 7, [&](std::uint32_t level) { return recent(level, i); });
    }

    /// After the rows of a chunk. Rows that were given had no row maxima, so that strips have nothing from them.
    __device__ __forceinline__ void end_chunk(std::uint32_t row0, int buffer, bool given)
    {
        if (program_.exists() && (row0 + chunk) % rows_per_block == 0)
            program_.combine();
        if (exports_ != 0 && !given)
            export_columns(row0, buffer);
    }

private:
    [[nodiscard]] __device__ __forceinline__ std::uint32_t * values(int buffer) const
    {
        return shared_ + Layout::rare_values + buffer * Layout::rare_value_words;
    }
    [[nodiscard]] __device__ __forceinline__ Value * values_of(int buffer) const
    {
        return reinterpret_cast<Value *>(values(buffer));
    }

    /// For each rare column, which of the lane's columns lie before it, and which it is: signs of bytes.
    [[nodiscard]] __device__ __forceinline__ uint2 * masks() const
    {
        return reinterpret_cast<uint2 *>(shared_ + Layout::rare_masks) + lane_;
    }

    /// The lane's maximum of the window of the rare column k, where that does not hold the whole halo.
    [[nodiscard]] __device__ __forceinline__ std::uint32_t in_window(int k, words const & m, words const & h) const
    {
        std::uint32_t const window = shared_[Layout::rare_columns + k];
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

    /// Of a word's two columns, those before its c-th.
    static __device__ __forceinline__ std::uint32_t columns_before(int c)
    {
        return c <= 0 ? 0 : c == 1 ? 0xffffu : ~0u;
    }

    /// T_level of row i, of the rows that are kept in shared memory.
    [[nodiscard]] __device__ __forceinline__ words recent(std::uint32_t level, std::uint32_t i) const
    {
        words out{};
#pragma unroll 8
        for (std::uint32_t k = 0; k < 1u << level; ++k)
            out = maximum<Value>(out, load_words<Words>(shared_ + Layout::rare_v +
                                                        static_cast<int>((i - k) & 31) * row_words + lane_ * Words));
        return out;
    }

    /// Maxima of a strip's last columns for other strips, and of these with what comes from the left. First the maxima
    /// from each step of 8 columns on to the strip's end: a lane in each half of the warp has a row of the chunk and
    /// half of its steps. From these and one step's columns, each lane makes its row's value of every other export.
    __device__ __forceinline__ void export_columns(std::uint32_t row0, int buffer) const
    {
        static_assert(chunk == 16);
        constexpr int step_words = 4, step_columns = 8, of_lane = row_words / step_words / 2;
        int const r = lane_ % chunk, half = lane_ / chunk;
        std::uint32_t const * const row = shared_ + Layout::rare_m + r * Layout::rare_row_words;
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
        Value * const slots_at = column_slots_ + row0 + r;
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
        if (lane_ >= chunk || operations_ == 0)
            return;
        // the exports' order is from right to left: the whole strip's is the last
        auto const [last_first, last_slot] = export_item(exports_ - 1);
        std::uint32_t const leaf = suffixes[0], leaf_slot = last_first == 0 ? last_slot : slot_list::none;
        std::uint32_t last = 0, last_target = slot_list::none;
        Value const * const operands = values_of(buffer) + count_ * slots * chunk + r;
        constexpr int batch = 4;
#pragma unroll 1
        for (std::uint32_t k = 0; k < operations_; k += batch) {
            uint2 o[batch]; // target, right
            std::uint32_t left[batch];
#pragma unroll
            for (int y = 0; y < batch; ++y) { // behind the last, they are not used
                o[y] = reinterpret_cast<uint2 const *>(shared_ + Layout::rare_operations)[k + y];
                left[y] = operands[(k + y) * chunk];
            }
#pragma unroll
            for (int y = 0; y < batch; ++y) {
                if (k + y >= operations_)
                    break;
                std::uint32_t const its = o[y].y == last_target ? last
                                          : o[y].y == leaf_slot ? leaf
                                                                : __ldcg(slots_at + std::size_t{o[y].y} * rows_size_);
                last = ::max(left[y], its);
                last_target = o[y].x;
                __stcg(slots_at + std::size_t{last_target} * rows_size_, static_cast<Value>(last));
            }
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

    strip_problem const & p_;
    std::uint32_t * shared_;
    int lane_;
    std::uint32_t rows_size_;
    Value * column_slots_; ///< [slots][rows]
    kept_rows_program<Value, Words, chunk> program_;
    bool whole_halos_ = true; ///< the windows of all rare columns hold the whole halo
    std::uint32_t count_ = 0, exports_from_ = 0, exports_ = 0, operations_ = 0;
};

} // namespace vglcs::cuda
