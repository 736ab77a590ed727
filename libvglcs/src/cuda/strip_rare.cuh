// SPDX-License-Identifier: BSD-3-Clause
/// Few far windows among small ones (exon starts): rows and columns are those of the small kernel, and what a far
/// window takes more is done where there is one. A strip keeps its last 32 rows of V and its chunk's row maxima in
/// shared memory: a far row makes its T_5 from the ones, a chunk's end makes the strip's exports from the others, so
/// that no row pays for tables. A far column asks all lanes for the maximum of its window, in the rows that it matches.
#pragma once

#include "cuda/strip_launch.hpp"
#include "cuda/strip_layout.cuh"
#include "cuda/warp.cuh"

#include <cuda_pipeline.h>

#include <cstdint>
#include <cstring>

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
        : p_{p}, shared_{shared}, lane_{lane}, rows_{uniform(p.reads != nullptr) != 0}, rows_size_{uniform(p.rows)}
    {
        if (rows_)
            kept_ = launch.row_slots + std::size_t{blockIdx.x} * launch.row_slot_words + lane * Words;
        if (p.exports_begin) {
            exports_from_ = p.exports_begin[strip], exports_to_ = p.exports_begin[strip + 1];
            operations_from_ = p.operations_begin[strip], operations_to_ = p.operations_begin[strip + 1];
        }
        exports_from_ = uniform(exports_from_), exports_to_ = uniform(exports_to_);
        operations_from_ = uniform(operations_from_), operations_to_ = uniform(operations_to_);
        if (exports_from_ + lane < exports_to_)
            export_ = p.exports[exports_from_ + lane];
        if (operations_from_ + lane < operations_to_)
            operation_ = p.operations[operations_from_ + lane];
        __syncwarp(); // shared memory has been cleared
        // the columns, and for each letter the set of those that match it
        std::uint32_t const from = p.rare_begin[strip];
        count_ = uniform(p.rare_begin[strip + 1] - from);
        std::uint32_t letter = ~0u;
        if (lane < static_cast<int>(count_)) {
            rare_column const column = p.rare[from + lane];
            shared[Layout::rare_columns + lane] = column.window;
#pragma unroll
            for (int k = 0; k < slots; ++k)
                shared[Layout::rare_slots + slots * lane + k] = column.list.slots[k];
            letter = p.letters[std::size_t{strip} * Layout::columns + (column.window & 0xff)];
        }
        for (std::uint32_t k = 0; k < launch.letters; ++k) {
            std::uint32_t const set = __ballot_sync(all_lanes, letter == k);
            if (lane == 0)
                shared[Layout::rare_letters + k + 1] = set;
        }
    }

    /// Which columns match the row.
    [[nodiscard]] __device__ __forceinline__ std::uint32_t matching(std::uint32_t header) const
    {
        return uniform(shared_[Layout::rare_letters + (header & 0xff)]);
    }

    /// Before the rows of a chunk: what its end will need of the rows' program.
    __device__ __forceinline__ void begin_chunk(std::uint32_t row0)
    {
        if (!rows_)
            return;
        std::uint32_t const block = row0 / rows_per_block;
        if (row0 % rows_per_block == 0) {
            row_operations_from_ = p_.operations_begin_of_rows[block];
            row_operations_to_ = p_.operations_begin_of_rows[block + 1];
        } else if (row_operations_from_ + lane_ < row_operations_to_) {
            row_operation_ = p_.operations_of_rows[row_operations_from_ + lane_];
        }
    }

    /// Brings the kept values of the chunk's rows that the columns read; the caller commits and waits.
    __device__ __forceinline__ void fetch(int buffer, std::uint32_t row0) const
    {
        Value const * const from = static_cast<Value const *>(p_.column_slots) + row0;
        constexpr int pieces = slot_words / 4; // of 16 bytes
        for (int k = lane_; k < static_cast<int>(count_) * slots * pieces; k += 32) {
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
            m = joined(m, p_.reads[i]);
        if (header & row_header::has_late)
            m = joined(m, p_.late_reads[p_.late_begin[i / rows_per_block] + i % rows_per_block]);
        return m;
    }

    /// What the rare columns of the set have beyond `before`, in row r of the chunk.
    __device__ __forceinline__ words column_part(std::uint32_t set, int buffer, int r, words const & m, words const & h,
                                                 words before) const
    {
        auto const kept = reinterpret_cast<Value const *>(values(buffer));
#pragma unroll 1
        for (; set != 0; set &= set - 1) {
            int const k = __ffs(static_cast<int>(set)) - 1;
            std::uint32_t const window = shared_[Layout::rare_columns + k];
            int const column = static_cast<int>(window & 0xff),
                      first = static_cast<int>(window >> 8) - static_cast<int>(halo_columns);
            std::uint32_t x = 0;
#pragma unroll
            for (int w = 0; w < Words; ++w) {
                x = __vmaxu2(x, m.word[w] & columns_in(lane_ * per_lane + 2 * w, first, column));
                x = __vmaxu2(x, h.word[w] & columns_in((lane_ - 32) * per_lane + 2 * w, first, column));
            }
            x = ::max(x & 0xffff, x >> 16);
            if (lane_ < slots)
                x = ::max(x, std::uint32_t{kept[(slots * k + lane_) * chunk + r]});
            x = uniform(x);
            int const at = column - lane_ * per_lane;
#pragma unroll
            for (int w = 0; w < Words; ++w)
                if (at >> 1 == w)
                    before.word[w] = __vmaxu2(before.word[w], x << (16 * (at & 1)));
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
        if (i / rows_per_block != writes_block_) {
            writes_block_ = i / rows_per_block;
            writes_at_ = p_.writes_begin[writes_block_];
        }
#pragma unroll 1
        for (std::uint32_t k = header >> row_header::writes_at & 7; k > 0; --k) {
            std::uint32_t const write = uniform(p_.writes[writes_at_++]);
            store_words(kept_row(write & 0xfffffff), recent(write >> 28, i));
        }
    }

    /// After the rows of a chunk. Rows that were given had no row maxima, so that strips have nothing from them.
    __device__ __forceinline__ void end_chunk(std::uint32_t row0, bool given)
    {
        if (rows_ && (row0 + chunk) % rows_per_block == 0)
            combine_rows();
        if (exports_from_ != exports_to_ && !given)
            export_columns(row0);
        if (operations_from_ != operations_to_ && !given)
            combine_columns(row0);
    }

private:
    [[nodiscard]] __device__ __forceinline__ std::uint32_t * values(int buffer) const
    {
        return shared_ + Layout::rare_values + buffer * Layout::rare_value_words;
    }

    /// Of two columns of a word, those in [first, end).
    static __device__ __forceinline__ std::uint32_t columns_in(int column, int first, int end)
    {
        return (column >= first && column < end ? 0xffffu : 0) |
               (column + 1 >= first && column + 1 < end ? 0xffff0000u : 0);
    }

    /// T_level of row i, of the rows that are kept in shared memory.
    [[nodiscard]] __device__ __forceinline__ words recent(std::uint32_t level, std::uint32_t i) const
    {
        words out{};
#pragma unroll 4
        for (std::uint32_t k = 0; k < 1u << level; ++k)
            out = maximum<Value>(out, load_words<Words>(shared_ + Layout::rare_v +
                                                        static_cast<int>((i - k) & 31) * row_words + lane_ * Words));
        return out;
    }

    [[nodiscard]] __device__ __forceinline__ std::uint32_t * kept_row(std::uint32_t slot) const
    {
        return kept_ + std::size_t{slot} * row_words;
    }

    [[nodiscard]] __device__ __forceinline__ words joined(words m, slot_list const & list) const
    {
        words x[slots];
#pragma unroll
        for (int k = 0; k < slots; ++k) {
            std::uint32_t const slot = uniform(list.slots[k]);
            x[k] = slot != slot_list::none ? load_words<Words>(kept_row(slot)) : words{};
        }
#pragma unroll
        for (int k = 0; k < slots; ++k)
            m = maximum<Value>(m, x[k]);
        return m;
    }

    /// Item k of a list of which the lanes hold the first 32.
    template <class T>
    [[nodiscard]] __device__ __forceinline__ T item(T const & held, T const * list, std::uint32_t k) const
    {
        T out;
        if (k >= 32) {
            out = list[k];
        } else {
            constexpr int size = sizeof(T) / 4;
            std::uint32_t word[size];
            memcpy(word, &held, sizeof held);
#pragma unroll
            for (int w = 0; w < size; ++w)
                word[w] = __shfl_sync(all_lanes, word[w], static_cast<int>(k));
            memcpy(&out, word, sizeof out);
        }
        return out;
    }

    __device__ __forceinline__ void combine_rows() const
    {
        std::uint32_t const from = uniform(row_operations_from_), count = uniform(row_operations_to_) - from;
#pragma unroll 1
        for (std::uint32_t k = 0; k < count; ++k) {
            slot_operation const o = item(row_operation_, p_.operations_of_rows + from, k);
            words const x = maximum<Value>(load_words<Words>(kept_row(o.left)), load_words<Words>(kept_row(o.right)));
            store_words(kept_row(o.target), x);
        }
    }

    /// Maxima of a strip's last columns, for each row of the chunk: a lane has a row, and one half of the strip.
    __device__ __forceinline__ void export_columns(std::uint32_t row0) const
    {
        static_assert(chunk == 16);
        constexpr int half = row_words / 2;
        int const r = lane_ % chunk, begin = lane_ / chunk * half;
        std::uint32_t const * const row = shared_ + Layout::rare_m + r * Layout::rare_row_words;
        // of the words [from, end of the half)
        auto const scan = [&](int from) {
            std::uint32_t x = 0, y = 0;
#pragma unroll 4
            for (int w = from; w < begin + half; w += 2) {
                uint2 const two = *reinterpret_cast<uint2 const *>(row + w);
                x = __vmaxu2(x, two.x), y = __vmaxu2(y, two.y);
            }
            return __vmaxu2(x, y);
        };
        auto const larger = [](std::uint32_t x) { return ::max(x & 0xffff, x >> 16); };
        std::uint32_t const mine = larger(scan(begin));
        auto * const slots_at = static_cast<Value *>(p_.column_slots) + row0 + r;
#pragma unroll 1
        for (std::uint32_t e = 0; e < exports_to_ - exports_from_; ++e) {
            column_export const what = item(export_, p_.exports + exports_from_, e);
            int const first = static_cast<int>(what.addresses), word = first / 2;
            // the lane of the half that the first column lies in scans; the other's part is whole or nothing
            std::uint32_t x = mine;
            if (first != 0 && word >= begin) {
                x = 0;
                if (word < begin + half) {
                    x = larger(row[word] & (first % 2 ? 0xffff0000u : ~0u));
                    if (word % 2 == 0)
                        x = ::max(x, larger(row[word + 1]));
                    x = ::max(x, larger(scan(word / 2 * 2 + 2)));
                }
            }
            x = ::max(x, __shfl_sync(all_lanes, x, lane_ | chunk));
            if (lane_ < chunk)
                __stcg(slots_at + std::size_t{what.slot} * rows_size_, static_cast<Value>(x));
        }
    }

    __device__ __forceinline__ void combine_columns(std::uint32_t row0) const
    {
        auto * const at = static_cast<Value *>(p_.column_slots) + row0 + lane_;
#pragma unroll 1
        for (std::uint32_t k = 0; k < operations_to_ - operations_from_; ++k) {
            slot_operation const o = item(operation_, p_.operations + operations_from_, k);
            if (lane_ < chunk) {
                Value const x = __ldcg(at + std::size_t{o.left} * rows_size_),
                            y = __ldcg(at + std::size_t{o.right} * rows_size_);
                __stcg(at + std::size_t{o.target} * rows_size_, x > y ? x : y);
            }
            __syncwarp();
        }
    }

    strip_problem const & p_;
    std::uint32_t * shared_;
    int lane_;
    bool rows_;
    std::uint32_t rows_size_;
    std::uint32_t * kept_ = nullptr;
    std::uint32_t count_ = 0, exports_from_ = 0, exports_to_ = 0, operations_from_ = 0, operations_to_ = 0;
    std::uint32_t writes_block_ = ~0u, writes_at_ = 0;
    // the lanes' items of lists
    column_export export_{};
    slot_operation operation_{}, row_operation_{};
    std::uint32_t row_operations_from_ = 0, row_operations_to_ = 0;
};

} // namespace vglcs::cuda
