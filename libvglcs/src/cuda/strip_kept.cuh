// SPDX-License-Identifier: BSD-3-Clause
/// The rows' program of far windows, and a worker's kept row vectors. What the program asks for comes a chunk or a
/// block of rows ahead of its use, so that nothing waits for it.
#pragma once

#include "cuda/strip_launch.hpp"
#include "cuda/warp.cuh"

#include <cstdint>

namespace vglcs::cuda {

/// A worker's kept row vectors.
template <class Value, int Words>
class kept_row_vectors
{
    using words = lane_words<Words>;
    static constexpr int row_words = 32 * Words;

public:
    __device__ __forceinline__ kept_row_vectors(strip_launch const & launch, int lane)
        : lane_{lane}, kept_{launch.row_slots + std::size_t{blockIdx.x} * launch.row_slot_words + lane * Words}
    {
    }

    [[nodiscard]] __device__ __forceinline__ std::uint32_t * vector(std::uint32_t slot) const
    {
        return kept_ + std::size_t{slot} * row_words;
    }

    /// m, joined with the vectors of a list.
    [[nodiscard]] __device__ __forceinline__ words joined(words m, slot_list const & list) const
    {
        words x[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            std::uint32_t const slot = uniform(list.slots[k]);
            x[k] = slot != slot_list::none ? load_words<Words>(vector(slot)) : words{};
        }
#pragma unroll
        for (int k = 0; k < 4; ++k)
            m = maximum<Value>(m, x[k]);
        return m;
    }

    /// Asks for a vector to be in the second-level cache soon, each lane for its own.
    __device__ __forceinline__ void prefetch_vector(std::uint32_t slot) const
    {
        constexpr int line = 32; // words
#pragma unroll
        for (int at = 0; at < row_words; at += line)
            prefetch(vector(slot) - lane_ * Words + at);
    }

private:
    int lane_;
    std::uint32_t * kept_;
};

/// The part of a second warp in the rows' program: it brings what a chunk's rows read and runs the operations of a block
/// once its rows are done, while those of the next block are under way.
template <class Value, int Words, int Chunk>
class kept_rows_helper
{
    using words = lane_words<Words>;

public:
    __device__ __forceinline__ kept_rows_helper(strip_problem const & p, strip_launch const & launch, int lane)
        : lane_{lane}, exists_{uniform(p.reads != nullptr) != 0}, rows_{uniform(p.rows)}, vectors_{launch, lane}
    {
        if (!exists_)
            return;
        reads_ = p.reads + lane % Chunk;
        writes_ = p.writes;
        operations_ = p.operations_of_rows;
        writes_begin_ = p.writes_begin + (lane & 1);
        operations_begin_ = p.operations_begin_of_rows + (lane & 1);
        std::uint32_t const block = p.row_begin / rows_per_block;
        coming_writes_ = writes_begin_[block];
        coming_operations_ = operations_begin_[block];
        coming_ = reads_[p.row_begin];
    }

    /// Whether any row is far; without, nothing else may be called.
    [[nodiscard]] __device__ __forceinline__ bool exists() const { return exists_; }

    /// Before the rows of a chunk: puts the lists of the kept vectors that they read, and a block's first 32 writes with
    /// the place of all of them, into shared memory.
    /// @param writes   of two blocks, `words_each` apart
    __device__ __forceinline__ void bring(std::uint32_t row0, std::uint32_t * lists, std::uint32_t * writes,
                                          int words_each)
    {
        slot_list const list = coming_;
        coming_ = reads_[row0 + Chunk]; // there are that many behind the last row
        if (lane_ < Chunk) {
            reinterpret_cast<uint4 *>(lists)[lane_] = {list.slots[0], list.slots[1], list.slots[2], list.slots[3]};
            for (std::uint32_t const slot : coming_.slots)
                if (slot != slot_list::none)
                    vectors_.prefetch_vector(slot);
        }
        if (row0 % rows_per_block != 0)
            return;
        std::uint32_t const block = row0 / rows_per_block;
        std::uint32_t const from = uniform(lane_ == 0 ? coming_writes_ : 0),
                            to = uniform(lane_ == 1 ? coming_writes_ : 0);
        std::uint32_t * const its = writes + static_cast<int>(block & 1) * words_each;
        if (from + lane_ < to)
            its[lane_] = writes_[from + lane_];
        if (lane_ == 0)
            its[32] = from;
        if (row0 + rows_per_block < rows_)
            coming_writes_ = writes_begin_[block + 1];
    }

    /// After the rows of a chunk, half a block: the first asks for what the operations will read.
    __device__ __forceinline__ void finish(std::uint32_t row0)
    {
        if (row0 % rows_per_block != 0) {
            combine();
            return;
        }
        std::uint32_t const from = uniform(lane_ == 0 ? coming_operations_ : 0);
        count_ = uniform(lane_ == 1 ? coming_operations_ : 0) - from;
        if (lane_ < static_cast<int>(count_)) {
            operation_ = operations_[from + lane_];
            vectors_.prefetch_vector(operation_.left);
        }
        if (row0 + rows_per_block < rows_)
            coming_operations_ = operations_begin_[row0 / rows_per_block + 1];
    }

private:
    /// The block's operations. A left operand is of an older block; a right one is nearly always the target before, or
    /// the block's own maximum, the right one of the first.
    __device__ __forceinline__ void combine() const
    {
        if (count_ == 0)
            return;
        constexpr int batch = 6;
        std::uint32_t const leaf_slot = operation(0).right;
        words const leaf = load_words<Words>(vectors_.vector(leaf_slot));
        words last{};
        std::uint32_t last_target = slot_list::none;
#pragma unroll 1
        for (std::uint32_t k = 0; k < count_; k += batch) {
            slot_operation o[batch];
            words left[batch];
#pragma unroll
            for (std::uint32_t x = 0; x < batch; ++x) {
                if (k + x < count_) {
                    o[x] = operation(k + x);
                    left[x] = load_words<Words>(vectors_.vector(o[x].left));
                }
            }
#pragma unroll
            for (std::uint32_t x = 0; x < batch; ++x) {
                if (k + x < count_) {
                    words const right = o[x].right == last_target ? last
                                        : o[x].right == leaf_slot ? leaf
                                                                  : load_words<Words>(vectors_.vector(o[x].right));
                    last = maximum<Value>(left[x], right);
                    last_target = o[x].target;
                    store_words(vectors_.vector(last_target), last);
                }
            }
        }
    }

    /// Of the block. It has one a level of the sparse table over blocks, and one for the prefix: never more than the
    /// warp has lanes.
    [[nodiscard]] __device__ __forceinline__ slot_operation operation(std::uint32_t k) const
    {
        auto const of = [&](std::uint32_t x) { return uniform(lane_ == static_cast<int>(k) ? x : 0); };
        return {of(operation_.target), of(operation_.left), of(operation_.right)};
    }

    int lane_;
    bool exists_;
    std::uint32_t rows_;
    kept_row_vectors<Value, Words> vectors_;
    slot_list const * reads_ = nullptr;
    std::uint32_t const * writes_ = nullptr;
    slot_operation const * operations_ = nullptr;
    std::uint32_t const * writes_begin_ = nullptr;     ///< the lane's, 0 or 1 further
    std::uint32_t const * operations_begin_ = nullptr; ///< the same
    std::uint32_t coming_writes_ = 0, coming_operations_ = 0;
    std::uint32_t count_ = 0;
    slot_operation operation_{}; ///< the lane's, of the block
    slot_list coming_{};
};

/// The rows' program where one warp does all: chunks are blocks.
template <class Value, int Words>
class kept_rows_program : public kept_row_vectors<Value, Words>
{
    using words = lane_words<Words>;

public:
    using kept_row_vectors<Value, Words>::vector;
    using kept_row_vectors<Value, Words>::prefetch_vector;

    __device__ __forceinline__ kept_rows_program(strip_problem const & p, strip_launch const & launch, int lane)
        : kept_row_vectors<Value, Words>{launch, lane}, lane_{lane}, exists_{uniform(p.reads != nullptr) != 0},
          rows_{uniform(p.rows)}
    {
        if (!exists_)
            return;
        reads_ = p.reads + lane;
        writes_ = p.writes;
        operations_ = p.operations_of_rows;
        bounds_at_ = lane < 2 ? p.writes_begin + lane : p.operations_begin_of_rows + (lane & 1);
        bounds_ = bounds_at_[p.row_begin / rows_per_block];
        coming_ = reads_[p.row_begin];
    }

    /// Whether any row is far; without, nothing else may be called.
    [[nodiscard]] __device__ __forceinline__ bool exists() const { return exists_; }

    __device__ __forceinline__ void begin_chunk(std::uint32_t row0)
    {
        auto const bound = [&](int k) { return uniform(lane_ == k ? bounds_ : 0); };
        writes_from_ = bound(0), writes_at_ = 0;
        std::uint32_t const operations_from = bound(2);
        operation_count_ = bound(3) - operations_from;
        leaf_slot_ = slot_list::none;
        if (writes_from_ + lane_ < bound(1))
            write_ = writes_[writes_from_ + lane_];
        if (lane_ < static_cast<int>(operation_count_))
            operation_ = operations_[operations_from + lane_];
        if (row0 + rows_per_block < rows_)
            bounds_ = bounds_at_[row0 / rows_per_block + 1];
        list_ = coming_;
        coming_ = reads_[row0 + rows_per_block]; // there are that many behind the last row
    }

    /// Kept vectors of the lane's row that were made before its block, in this block and in the next.
    [[nodiscard]] __device__ __forceinline__ slot_list const & list() const { return list_; }
    [[nodiscard]] __device__ __forceinline__ slot_list const & coming_list() const { return coming_; }

    /// Ask for vectors to be in the second-level cache soon, each lane for its own: those of a list, and what the
    /// block's operations will read.
    __device__ __forceinline__ void prefetch_list(slot_list const & list) const
    {
        for (std::uint32_t const slot : list.slots)
            if (slot != slot_list::none)
                prefetch_vector(slot);
    }
    __device__ __forceinline__ void prefetch_operands() const
    {
        if (lane_ < static_cast<int>(operation_count_))
            prefetch_vector(operation_.left);
    }

    /// Keeps what later rows ask of a row, `count` vectors: maximum_of(level) is T_level of the row.
    template <class Maximum>
    __device__ __forceinline__ void write(std::uint32_t count, Maximum const & maximum_of)
    {
#pragma unroll 1
        for (; count > 0; --count, ++writes_at_) {
            std::uint32_t write = __shfl_sync(all_lanes, write_, static_cast<int>(writes_at_ & 31));
            if (writes_at_ >= 32)
                write = writes_[writes_from_ + writes_at_];
            write = uniform(write);
            words const x = maximum_of(write >> 28);
            store_words(vector(write & 0xfffffff), x);
            if (write >> 28 == ring_levels)
                leaf_ = x, leaf_slot_ = write & 0xfffffff;
        }
    }

    /// The block's operations, after its last row. A left operand is of an older block; a right one is nearly always
    /// the target before, or the block's own maximum, which are in registers.
    __device__ __forceinline__ void combine()
    {
        constexpr int batch = 6;
        words last{};
        std::uint32_t last_target = slot_list::none;
#pragma unroll 1
        for (std::uint32_t k = 0; k < operation_count_; k += batch) {
            slot_operation o[batch];
            words left[batch];
#pragma unroll
            for (std::uint32_t x = 0; x < batch; ++x) {
                if (k + x < operation_count_) {
                    o[x] = operation(k + x);
                    left[x] = load_words<Words>(vector(o[x].left));
                }
            }
#pragma unroll
            for (std::uint32_t x = 0; x < batch; ++x) {
                if (k + x < operation_count_) {
                    words const right = o[x].right == last_target  ? last
                                        : o[x].right == leaf_slot_ ? leaf_
                                                                   : load_words<Words>(vector(o[x].right));
                    last = maximum<Value>(left[x], right);
                    last_target = o[x].target;
                    if (last_target == leaf_slot_)
                        leaf_slot_ = slot_list::none;
                    store_words(vector(last_target), last);
                }
            }
        }
    }

private:
    /// Of the block under way. A block has one a level of the sparse table over blocks, and one for the prefix: never
    /// more than the warp has lanes.
    [[nodiscard]] __device__ __forceinline__ slot_operation operation(std::uint32_t k) const
    {
        auto const of = [&](std::uint32_t x) { return uniform(lane_ == static_cast<int>(k) ? x : 0); };
        return {of(operation_.target), of(operation_.left), of(operation_.right)};
    }

    int lane_;
    bool exists_;
    std::uint32_t rows_;
    slot_list const * reads_ = nullptr;
    std::uint32_t const * writes_ = nullptr;
    slot_operation const * operations_ = nullptr;
    std::uint32_t const * bounds_at_ = nullptr;
    std::uint32_t bounds_ = 0; ///< of the coming block: lanes 0 and 1 of its writes, 2 and 3 of its operations
    std::uint32_t writes_from_ = 0, writes_at_ = 0, operation_count_ = 0;
    std::uint32_t write_ = 0;    ///< the lane's, of the block
    slot_operation operation_{}; ///< the lane's, of the block
    slot_list list_{}, coming_{};
    words leaf_{}; ///< the newest T_5 that was kept in this block
    std::uint32_t leaf_slot_ = slot_list::none;
};

} // namespace vglcs::cuda
