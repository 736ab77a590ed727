// SPDX-License-Identifier: BSD-3-Clause
/// Far windows of the CUDA strips: what a strip keeps of its rows for later rows, and exchanges with strips further
/// away. All of it is done a chunk of rows at a time, so that many loads are under way at once; only what a chunk makes
/// and reads itself is left to its rows.
#pragma once

#include "cuda/strip_kept.cuh"
#include "cuda/strip_launch.hpp"
#include "cuda/strip_layout.cuh"
#include "cuda/strip_rows.cuh"
#include "cuda/warp.cuh"

#include <cstdint>

namespace vglcs::cuda {

/// One warp's far windows within one strip.
template <class Layout, class Value, int Words>
class far_windows
{
    using words = lane_words<Words>;
    static constexpr int row_words = Layout::row_words, chunk = Layout::chunk;

public:
    __device__ __forceinline__ far_windows(strip_problem const & p, strip_launch const & launch, std::uint32_t strip,
                                           std::uint32_t * shared, int lane)
        : p_{p}, shared_{shared}, lane_{lane}, columns_{uniform(p.far_begin != nullptr) != 0},
          rows_size_{uniform(p.rows)}, column_slots_{static_cast<Value *>(p.column_slots)}, program_{p, launch, lane}
    {
        gathered_ = reinterpret_cast<Value *>(shared + Layout::exports(columns_));
        zeros_bytes_ = reinterpret_cast<unsigned char const *>(shared + Layout::zeros);
        if (!columns_)
            return;
        exports_from_ = uniform(p.exports_begin[strip]);
        exports_ = uniform(p.exports_begin[strip + 1]) - exports_from_;
        operations_from_ = uniform(p.operations_begin[strip]);
        operations_ = uniform(p.operations_begin[strip + 1]) - operations_from_;
#pragma unroll
        for (int k = 0; k < export_registers; ++k)
            if (lane + 32 * k < static_cast<int>(exports_))
                export_items_[k] = p.exports[exports_from_ + lane + 32 * k];
        if (lane < static_cast<int>(operations_))
            operation_ = p.operations[operations_from_ + lane];
        // the groups of columns, each with its list; its first column, and << 8 and << 16 where its others begin and
        // end
        std::uint32_t const from = uniform(p.far_begin[strip]);
        groups_ = uniform(p.far_begin[strip + 1]) - from;
        if (groups_ == 0)
            return;
        std::uint32_t const columns_from = p.far[from].columns_begin;
        __syncwarp(); // shared memory has been cleared
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

    /// Before the rows of a chunk, and once the left neighbour has done it.
    __device__ __forceinline__ void begin_chunk(std::uint32_t row0)
    {
        if (program_.exists()) {
            program_.begin_chunk(row0);
            read_rows(row0);
        }
        if (groups_ != 0)
            read_columns(row0);
        if (operations_ != 0)
            read_operands(row0);
        if (program_.exists()) {
            program_.prefetch_list(program_.coming_list());
            program_.prefetch_operands();
        }
        if (groups_ != 0 && row0 + chunk < rows_size_)
            prefetch_columns(row0 + chunk);
    }

    /// The kept vectors of a row's window, `r` of the chunk.
    __device__ __forceinline__ words row_part(std::uint32_t header, int r, words m) const
    {
        if (header & row_header::has_block)
            m = maximum<Value>(m, block_before_);
        if (header & row_header::has_early)
            m = maximum<Value>(m, load_words<Words>(shared_ + Layout::early_rows + r * row_words + lane_ * Words));
        if (header & row_header::has_late) {
            uint4 const list = reinterpret_cast<uint4 const *>(shared_ + Layout::late_reads)[r];
            std::uint32_t const slots[4] = {list.x, list.y, list.z, list.w};
#pragma unroll
            for (int k = 0; k < 4; ++k)
                if (slots[k] != slot_list::none)
                    m = maximum<Value>(m, load_words<Words>(program_.vector(slots[k])));
        }
        return m;
    }

    /// The kept vectors of the windows of a lane's columns, in row `r` of the chunk.
    __device__ __forceinline__ words column_part(int r, words before) const
    {
        if (groups_ != 0)
            before = maximum<Value>(
                before, load_words<Words>(shared_ + Layout::far_rows + r * Layout::far_row_words + lane_ * Words));
        return before;
    }

    /// Once a row's tables are there: the values for strips on the right.
    __device__ __forceinline__ void gather_exports(int r)
    {
        auto const gather = [&](std::uint32_t e, std::uint32_t pair) {
            gathered_[e * Layout::export_rows + r] =
                ::max(*reinterpret_cast<Value const *>(zeros_bytes_ + (pair & 0xffff)),
                      *reinterpret_cast<Value const *>(zeros_bytes_ + (pair >> 16)));
        };
#pragma unroll
        for (int k = 0; k < export_registers; ++k)
            if (exports_ > 32 * k && lane_ + 32 * k < exports_)
                gather(lane_ + 32 * k, export_items_[k].addresses);
#pragma unroll 1
        for (std::uint32_t e = 32 * export_registers + lane_; e < exports_; e += 32)
            gather(e, p_.exports[exports_from_ + e].addresses);
    }

    /// Keeps T_level of the newest row where later rows ask for it.
    template <class Maxima>
    __device__ __forceinline__ void keep_row(std::uint32_t header, Maxima const & maxima)
    {
        program_.write(header >> row_header::writes_at & 7, [&](std::uint32_t level) {
            words x = maxima.t[5];
            if (level != 5)
                x = maxima.newest(level);
            return x;
        });
    }

    /// After the rows of a chunk, whose T_5 is `newest`. Rows that were given had no row maxima, so that strips have
    /// nothing from them.
    __device__ __forceinline__ void end_chunk(std::uint32_t row0, words const & newest, bool given)
    {
        block_before_ = newest;
        if (program_.exists())
            program_.combine();
        if (columns_ && !given) {
            Value * const slots = column_slots_ + row0 + lane_;
            store_exports(slots);
            combine_columns(slots);
        }
    }

private:
    static constexpr int export_registers = 4;

    /// Left operands that a lane holds, one for each row; more there are hardly ever.
    static constexpr int operand_registers = 10;

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

    /// The windows' vectors that were made before this chunk, joined row by row; and the lists for the chunk's rows.
    __device__ __forceinline__ void read_rows(std::uint32_t row0)
    {
        auto * const early = reinterpret_cast<uint4 *>(shared_ + Layout::early_reads);
        slot_list const & mine = program_.list();
        early[lane_] = {mine.slots[0], mine.slots[1], mine.slots[2], mine.slots[3]};
        std::uint32_t const any = __ballot_sync(all_lanes, mine.slots[0] != slot_list::none);
        if (p_.late_begin) {
            std::uint32_t const from = p_.late_begin[row0 / chunk];
            if (from != p_.late_begin[row0 / chunk + 1])
                reinterpret_cast<uint4 *>(shared_ + Layout::late_reads)[lane_] =
                    reinterpret_cast<uint4 const *>(p_.late_reads)[from + lane_];
        }
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
                    x[k][y] = slots[y] != slot_list::none ? load_words<Words>(program_.vector(slots[y])) : words{};
            }
#pragma unroll
            for (int k = 0; k < batch; ++k)
                store_words(shared_ + Layout::early_rows + (r + k) * row_words + lane_ * Words,
                            maximum<Value>(maximum<Value>(x[k][0], x[k][1]), maximum<Value>(x[k][2], x[k][3])));
        }
    }

    /// Rows that a lane reads at a time, since it loads whole words; the lanes of a warp so read several groups.
    static constexpr int rows_a_lane = word_of<Value>::columns, lanes_a_group = 32 / rows_a_lane;

    __device__ __forceinline__ void read_columns(std::uint32_t row0)
    {
        constexpr int batch = 4;
        int const part = lane_ / lanes_a_group, at = lane_ % lanes_a_group;
        std::size_t const slot_words = rows_size_ / rows_a_lane;
        auto const * const slots = reinterpret_cast<std::uint32_t const *>(column_slots_) + row0 / rows_a_lane + at;
        Value * const row =
            reinterpret_cast<Value *>(shared_ + Layout::far_rows + at * rows_a_lane * Layout::far_row_words);
        constexpr int row_step = Layout::far_row_words * word_of<Value>::columns;
#pragma unroll 1
        for (std::uint32_t f = part; f < groups_ + part; f += batch * rows_a_lane) {
            std::uint32_t value[batch][4];
#pragma unroll
            for (int k = 0; k < batch; ++k) {
                std::uint32_t const g = f + k * rows_a_lane;
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
                std::uint32_t const g = f + k * rows_a_lane;
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

    /// The left operands of the strip's operations, for the end of the chunk: other strips have made them.
    __device__ __forceinline__ void read_operands(std::uint32_t row0)
    {
#pragma unroll
        for (std::uint32_t k = 0; k < operand_registers; ++k)
            if (k < operations_)
                operand_[k] =
                    __ldcg(column_slots_ + row0 + lane_ +
                           std::size_t{uniform(lane_ == static_cast<int>(k) ? operation_.left : 0)} * rows_size_);
    }

    __device__ __forceinline__ void store_exports(Value * slots) const
    {
        auto const store = [&](std::uint32_t e, std::uint32_t slot) {
            __stcg(slots + std::size_t{slot} * rows_size_, gathered_[e * Layout::export_rows + lane_]);
        };
#pragma unroll
        for (int k = 0; k < export_registers; ++k) {
            std::uint32_t const end = min(exports_, 32u * (k + 1));
#pragma unroll 4
            for (std::uint32_t e = 32 * k; e < end; ++e)
                store(e, __shfl_sync(all_lanes, export_items_[k].slot, static_cast<int>(e & 31)));
        }
#pragma unroll 1
        for (std::uint32_t e = 32 * export_registers; e < exports_; ++e)
            store(e, p_.exports[exports_from_ + e].slot);
    }

    /// The strip's operations in order. A right operand is the target before, or the strip's own.
    __device__ __forceinline__ void combine_columns(Value * slots) const
    {
        Value last = 0;
        std::uint32_t last_target = slot_list::none;
        auto const run = [&](slot_operation const & o, Value left) {
            Value const right = o.right == last_target ? last : __ldcg(slots + std::size_t{o.right} * rows_size_);
            last = left > right ? left : right;
            last_target = o.target;
            __stcg(slots + std::size_t{last_target} * rows_size_, last);
        };
#pragma unroll
        for (std::uint32_t k = 0; k < operand_registers; ++k) {
            if (k < operations_) {
                auto const of = [&](std::uint32_t x) { return uniform(lane_ == static_cast<int>(k) ? x : 0); };
                run({of(operation_.target), 0, of(operation_.right)}, operand_[k]);
            }
        }
#pragma unroll 1
        for (std::uint32_t k = operand_registers; k < operations_; ++k) {
            slot_operation const o = p_.operations[operations_from_ + k];
            run(o, __ldcg(slots + std::size_t{o.left} * rows_size_));
        }
    }

    strip_problem const & p_;
    std::uint32_t * shared_;
    int lane_;
    bool columns_; ///< some column of the problem is far
    std::uint32_t rows_size_;
    Value * column_slots_; ///< [slots][rows]
    kept_rows_program<Value, Words> program_;
    words block_before_{}; ///< maximum of the block before
    std::uint32_t groups_ = 0, exports_from_ = 0, exports_ = 0, operations_from_ = 0, operations_ = 0;
    Value * gathered_ = nullptr;
    unsigned char const * zeros_bytes_ = nullptr;
    column_export export_items_[export_registers] = {}; ///< the lane's, of the strip
    slot_operation operation_{};                        ///< the lane's, of the strip
    Value operand_[operand_registers] = {};             ///< of the lane's row
};

} // namespace vglcs::cuda
