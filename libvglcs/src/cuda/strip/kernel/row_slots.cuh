// SPDX-License-Identifier: BSD-3-Clause
/// The row slots of a worker: vectors of a strip's rows that later rows read, and the program that fills them.
#pragma once

#include "cuda/strip/kernel/layout.cuh"
#include "cuda/strip/run/launch.hpp"
#include "cuda/warp.cuh"

#include <cstdint>

namespace vglcs::cuda {

/// A worker's row slots in device memory, one vector of the strip's width each.
template <class Value, int Words>
class row_slot_vectors
{
    using words = lane_words<Words>;
    static constexpr int row_words = 32 * Words;

public:
    __device__ __forceinline__ row_slot_vectors(strip_launch const & launch, int lane)
        : lane_{lane}, slots_{launch.row_slots + std::size_t{blockIdx.x} * launch.row_slot_words + lane * Words}
    {
    }

    [[nodiscard]] __device__ __forceinline__ std::uint32_t * vector(std::uint32_t slot) const
    {
        return slots_ + std::size_t{slot} * row_words;
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
    std::uint32_t * slots_;
};

/// The part of the warp that runs the rows: it writes the slots that later rows read.
template <class Layout, class Value, int Words>
class row_slots : public row_slot_vectors<Value, Words>
{
    using words = lane_words<Words>;

public:
    using row_slot_vectors<Value, Words>::vector;

    __device__ __forceinline__ row_slots(strip_problem const & p, strip_launch const & launch, std::uint32_t * shared,
                                         int lane)
        : row_slot_vectors<Value, Words>{launch, lane}, p_{p}, shared_{shared}
    {
    }

    /// m, joined with the slots that row r of the chunk reads: those written early, and those written late.
    [[nodiscard]] __device__ __forceinline__ words joined_early(int buffer, int r, words const & m) const
    {
        return joined(m, reinterpret_cast<uint4 const *>(shared_ + Layout::row_slot_lists)[buffer * Layout::chunk + r]);
    }
    [[nodiscard]] __device__ __forceinline__ words joined_late(int buffer, int r, words const & m) const
    {
        return joined(
            m, reinterpret_cast<uint4 const *>(shared_ + Layout::late_row_slot_lists)[buffer * Layout::chunk + r]);
    }

    /// Keeps what later rows ask of row i: maximum_of(level) is T_level of the row.
    template <class Maximum>
    __device__ __forceinline__ void write(std::uint32_t header, std::uint32_t i, Maximum const & maximum_of)
    {
#pragma unroll 1
        for (std::uint32_t count = header >> row_header::writes_at & 7; count > 0; --count, ++writes_at_) {
            std::uint32_t const * const writes =
                shared_ + Layout::row_slot_writes +
                static_cast<int>(i / rows_per_block & 1) * Layout::row_slot_write_words;
            std::uint32_t const write =
                uniform(writes_at_ < 32 ? writes[writes_at_] : p_.writes[writes[32] + writes_at_]);
            store_words(vector(write & 0xfffffff), maximum_of(write >> 28));
        }
    }

    __device__ __forceinline__ void end_block()
    {
        writes_at_ = 0;
    }

private:
    [[nodiscard]] __device__ __forceinline__ words joined(words m, uint4 const & list) const
    {
        std::uint32_t const slots[4] = {uniform(list.x), uniform(list.y), uniform(list.z), uniform(list.w)};
        words x[4];
#pragma unroll
        for (int k = 0; k < 4; ++k)
            x[k] = slots[k] != slot_list::none ? load_words<Words>(vector(slots[k])) : words{};
        return maximum<Value>(m, maximum<Value>(maximum<Value>(x[0], x[1]), maximum<Value>(x[2], x[3])));
    }

    strip_problem const & p_;
    std::uint32_t * shared_;
    std::uint32_t writes_at_ = 0; ///< in the block
};

/// The part of a helper: it brings what a chunk's rows read, and runs the operations of a block once its rows are done,
/// while those of the next block run.
template <class Layout, class Value, int Words>
class row_slots_helper : public row_slot_vectors<Value, Words>
{
    using words = lane_words<Words>;
    static constexpr int chunk = Layout::chunk;
    static_assert(2 * chunk == static_cast<int>(rows_per_block));

public:
    using row_slot_vectors<Value, Words>::vector;
    using row_slot_vectors<Value, Words>::prefetch_vector;

    __device__ __forceinline__ row_slots_helper(strip_problem const & p, strip_launch const & launch,
                                                std::uint32_t * shared, int lane)
        : row_slot_vectors<Value, Words>{launch, lane}, shared_{shared}, lane_{lane},
          exists_{uniform(p.reads != nullptr) != 0}, rows_{uniform(p.rows)}
    {
        if (!exists_)
            return;
        reads_ = p.reads + lane % chunk;
        writes_ = p.writes;
        late_reads_ = p.late_reads;
        operations_ = p.operations_of_rows;
        writes_begin_ = p.writes_begin + (lane & 1);
        operations_begin_ = p.operations_begin_of_rows + (lane & 1);
        std::uint32_t const block = p.row_begin / rows_per_block;
        coming_writes_ = writes_begin_[block];
        coming_operations_ = operations_begin_[block];
        if (late_reads_) {
            late_begin_ = p.late_begin + (lane & 1);
            coming_late_ = late_begin_[block];
        }
        coming_ = reads_[p.row_begin];
    }

    /// Whether any row is far; if not, nothing else may be called.
    [[nodiscard]] __device__ __forceinline__ bool exists() const { return exists_; }

    /// Before the rows of a chunk: puts the lists of the slots that they read, early and late, and a block's first 32
    /// writes with the index of the first of all, into shared memory. Returns the lanes whose row has such a list.
    __device__ __forceinline__ std::uint32_t bring(std::uint32_t row0, int buffer)
    {
        slot_list const list = coming_;
        coming_ = reads_[row0 + chunk]; // there are that many behind the last row
        if (lane_ < chunk) {
            lists(buffer)[lane_] = {list.slots[0], list.slots[1], list.slots[2], list.slots[3]};
            for (std::uint32_t const slot : coming_.slots)
                if (slot != slot_list::none)
                    prefetch_vector(slot);
        }
        if (row0 % rows_per_block == 0) {
            std::uint32_t const block = row0 / rows_per_block;
            std::uint32_t const from = uniform(lane_ == 0 ? coming_writes_ : 0),
                                to = uniform(lane_ == 1 ? coming_writes_ : 0);
            std::uint32_t * const its =
                shared_ + Layout::row_slot_writes + static_cast<int>(block & 1) * Layout::row_slot_write_words;
            if (from + lane_ < to)
                its[lane_] = writes_[from + lane_];
            if (lane_ == 0)
                its[32] = from;
            late_from_ = uniform(lane_ == 0 ? coming_late_ : 0);
            has_late_ = late_from_ != uniform(lane_ == 1 ? coming_late_ : 0);
            if (row0 + rows_per_block < rows_) {
                coming_writes_ = writes_begin_[block + 1];
                if (late_reads_)
                    coming_late_ = late_begin_[block + 1];
            }
        }
        if (has_late_ && lane_ < chunk)
            reinterpret_cast<uint4 *>(shared_ + Layout::late_row_slot_lists)[buffer * chunk + lane_] =
                reinterpret_cast<uint4 const *>(late_reads_)[late_from_ + row0 % rows_per_block + lane_];
        return __ballot_sync(all_lanes, list.slots[0] != slot_list::none);
    }

    /// The lists that were brought, a row each.
    [[nodiscard]] __device__ __forceinline__ uint4 * lists(int buffer) const
    {
        return reinterpret_cast<uint4 *>(shared_ + Layout::row_slot_lists) + buffer * chunk;
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
            prefetch_vector(operation_.left);
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
        words const leaf = load_words<Words>(vector(leaf_slot));
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
                    left[x] = load_words<Words>(vector(o[x].left));
                }
            }
#pragma unroll
            for (std::uint32_t x = 0; x < batch; ++x) {
                if (k + x < count_) {
                    words const right = o[x].right == last_target ? last
                                        : o[x].right == leaf_slot ? leaf
                                                                  : load_words<Words>(vector(o[x].right));
                    last = maximum<Value>(left[x], right);
                    last_target = o[x].target;
                    store_words(vector(last_target), last);
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

    std::uint32_t * shared_;
    int lane_;
    bool exists_;
    std::uint32_t rows_;
    slot_list const * reads_ = nullptr;
    std::uint32_t const * writes_ = nullptr;
    slot_operation const * operations_ = nullptr;
    std::uint32_t const * writes_begin_ = nullptr;     ///< the lane's, 0 or 1 further
    std::uint32_t const * operations_begin_ = nullptr; ///< the same
    slot_list const * late_reads_ = nullptr;
    std::uint32_t const * late_begin_ = nullptr; ///< the same
    std::uint32_t coming_writes_ = 0, coming_operations_ = 0, coming_late_ = 0;
    std::uint32_t late_from_ = 0; ///< of the block
    bool has_late_ = false;
    std::uint32_t count_ = 0;
    slot_operation operation_{}; ///< the lane's, of the block
    slot_list coming_{};
};

} // namespace vglcs::cuda
