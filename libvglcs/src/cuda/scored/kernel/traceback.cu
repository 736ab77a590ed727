// SPDX-License-Identifier: BSD-3-Clause
/// The traceback of a problem with costs along its canonical chain: a block each, whose first warp goes through the
/// table by patches in shared memory.
#include "cuda/scored/launch.hpp"
#include "cuda/warp.cuh"

#include <rmq/cuda/check.hpp>

#include <cuda_runtime.h>

#include <cstdint>

namespace vglcs::cuda::scored {

namespace {

/// What no step costs: more than any score.
constexpr std::uint32_t forbidden = 0x7fffffff;
/// Loads of one warp under way at a time.
constexpr int at_a_time = 4;
/// Of the part of the table that a traceback has in shared memory.
constexpr std::uint32_t patch_rows = 128, patch_words = 64;
/// Threads of a traceback: the first warp traces, all bring patches.
constexpr int traceback_threads = 256;

__device__ __forceinline__ std::uint32_t joined(std::uint64_t cost)
{
    return cost < forbidden ? static_cast<std::uint32_t>(cost) : forbidden;
}

/// The kept table, by row and column of the problem, and the patch of it that is in shared memory.
template <class Value>
class kept_table
{
    static constexpr std::uint32_t per_word = 4 / sizeof(Value), row_words = patch_words,
                                   patch_columns = patch_words * per_word;

public:
    __device__ __forceinline__ kept_table(traceback_task const & t, std::uint32_t * patch)
        : words_{t.table}, patch_{patch}, row_words_{t.row_words}, first_row_{t.first_row},
          first_column_{t.first_column}, lane_words_{t.words}, lane_columns_{t.words * per_word}, floor_{t.floor}
    {
    }
    /// Brings the patch that ends with a cell. For all threads of the block, between barriers.
    __device__ __forceinline__ void bring(std::uint32_t row, std::uint32_t column)
    {
        std::uint32_t const end = (column - first_column_) / (4 * per_word) * (4 * per_word) + 4 * per_word;
        x0_ = end > patch_columns ? end - patch_columns : 0;
        row0_ = row - first_row_ >= patch_rows ? row - patch_rows + 1 : first_row_;
        std::uint32_t const vectors = (end - x0_) / (4 * per_word), rows = row - row0_ + 1;
        for (std::uint32_t k = threadIdx.x; k < vectors * rows; k += traceback_threads) {
            std::uint32_t const r = k / vectors, v = k % vectors;
            reinterpret_cast<uint4 *>(patch_)[r * (row_words / 4) + v] = __ldcg(
                reinterpret_cast<uint4 const *>(words_ + (row0_ + r - first_row_) * row_words_ + x0_ / per_word) + v);
        }
    }
    /// Asks for what the next patch will hold, up and to the left of this one, to be in the second-level cache soon.
    /// For all threads of the block but the first warp.
    __device__ __forceinline__ void expect_next() const
    {
        constexpr std::uint32_t line = 32, lines = 2 * row_words / line; // words
        std::uint32_t const x = x0_ / per_word, left = x > row_words ? x - row_words : 0;
        for (std::uint32_t k = threadIdx.x - 32; k < lines * patch_rows; k += traceback_threads - 32) {
            std::uint32_t const up = k / lines + 1, at = left + k % lines * line;
            if (up <= row0_ - first_row_ && at < row_words_)
                prefetch(words_ + (row0_ - up - first_row_) * row_words_ + at);
        }
    }
    /// Whether all from there on up to the patch's last cell is in the patch, or not in the table.
    [[nodiscard]] __device__ __forceinline__ bool holds(int row, int column) const
    {
        return (row >= static_cast<int>(row0_) || row0_ == first_row_) &&
               (column >= static_cast<int>(first_column_ + x0_) || x0_ == 0);
    }
    /// Whether a cell up to the patch's last one is in the patch.
    [[nodiscard]] __device__ __forceinline__ bool has(int row, int column) const
    {
        return row >= static_cast<int>(row0_) && column >= static_cast<int>(first_column_ + x0_);
    }
    /// V(row, column) of the patch.
    [[nodiscard]] __device__ __forceinline__ std::uint32_t near(std::uint32_t row, std::uint32_t column) const
    {
        return of(reinterpret_cast<Value const *>(patch_) + (row - row0_) * (row_words * per_word),
                  column - first_column_ - x0_);
    }
    /// The same, anywhere in the kept table.
    [[nodiscard]] __device__ __forceinline__ std::uint32_t far(std::uint32_t row, std::uint32_t column) const
    {
        return of(reinterpret_cast<Value const *>(words_ + (row - first_row_) * row_words_), column - first_column_);
    }

private:
    [[nodiscard]] __device__ __forceinline__ std::uint32_t of(Value const * row, std::uint32_t x) const
    {
        // powers of two
        std::uint32_t const k = x & (lane_columns_ - 1);
        std::uint32_t const place =
            x - k + (k & (lane_words_ - 1)) * per_word + (per_word == 2 && k >= lane_words_ ? 1 : 0);
        return static_cast<std::uint32_t>(row[place] - floor_);
    }

    std::uint32_t const * words_;
    std::uint32_t * patch_;
    std::size_t row_words_;
    std::uint32_t first_row_, first_column_, lane_words_, lane_columns_;
    std::int32_t floor_;
    std::uint32_t row0_ = 0, x0_ = 0; ///< of the patch
};

/// Cost of the steps to one row.
class steps_to_row
{
public:
    __device__ __forceinline__ steps_to_row(traceback_task const & t, std::uint32_t row) : t_{t}, row_{row}
    {
        if (t.headers) {
            row_header const & h = t.headers[row];
            lo_ = h.lo;
            hi_ = h.hi;
            landing_hi_ = static_cast<int>(h.z_hi);
            position_ = h.position;
        } else {
            lo_ = 0;
            hi_ = static_cast<int>(t.equal) - 1;
            position_ = row;
        }
        first_ = static_cast<int>(row) - 1 - hi_;
        if (lo_ > hi_)
            first_ = static_cast<int>(row);
        if (t.jumps) // how far back any jump may begin
            for (int d = 0; d <= landing_hi_; ++d) {
                jump_window const w = t.jump_windows[row - static_cast<unsigned>(d)];
                if (w.first <= w.last)
                    first_ = min(first_, static_cast<int>(w.first) - static_cast<int>(most_near));
            }
        first_ = max(first_, 0);
    }
    /// No step begins before this row.
    [[nodiscard]] __device__ __forceinline__ int first() const { return first_; }
    [[nodiscard]] __device__ std::uint32_t from(int p) const
    {
        int const d = static_cast<int>(row_) - 1 - p;
        if (p < 0)
            return forbidden;
        std::uint32_t const position = t_.headers ? t_.headers[p].position : static_cast<std::uint32_t>(p);
        std::uint64_t cost = forbidden;
        if (d >= lo_ && d <= hi_)
            cost = std::uint64_t{t_.row_skip} * (position_ - 1 - position);
        if (t_.jumps)
            for (int back = 0; back <= landing_hi_; ++back) {
                std::uint32_t const e = row_ - static_cast<unsigned>(back);
                jump_window const w = t_.jump_windows[e];
                if (w.first > w.last)
                    continue;
                row_header const & end = t_.headers[e];
                std::uint64_t const landing =
                    cost_of(end.land) + std::uint64_t{t_.row_skip} * (position_ - end.position);
                int const last = min(static_cast<int>(w.last), p + static_cast<int>(most_near));
                for (int b = max(static_cast<int>(w.first), p + 1); b <= last; ++b) {
                    row_header const & begin = t_.headers[b];
                    if (!(begin.flags & row_header::leaves) || b - 1 - p > begin.c_hi)
                        continue;
                    std::uint64_t const of_way =
                        landing + cost_of(begin.leave) + std::uint64_t{t_.row_skip} * (begin.position - 1 - position);
                    cost = of_way < cost ? of_way : cost;
                }
            }
        return joined(cost);
    }

private:
    /// Of a word that lowers by a cost.
    [[nodiscard]] __device__ __forceinline__ std::uint32_t cost_of(std::uint32_t lowering) const
    {
        return t_.value_bytes == 2 ? (0u - lowering) & 0xffff : 0u - lowering;
    }

    traceback_task const & t_;
    std::uint32_t row_, position_ = 0;
    int lo_ = 0, hi_ = -1, landing_hi_ = 0, first_ = 0;
};

/// Of steps to one column, from the column so many before it.
struct steps_to_column
{
    int lo, hi;
    __device__ __forceinline__ steps_to_column(traceback_task const & t, std::uint32_t column)
        : lo{t.column_lo ? t.column_lo[column] : 0}, hi{t.column_hi ? t.column_hi[column]
                                                                    : static_cast<int>(t.equal) - 1}
    {
        hi = min(hi, static_cast<int>(column) - 1);
    }
    [[nodiscard]] __device__ __forceinline__ std::uint32_t from(traceback_task const & t, std::uint32_t column,
                                                                int d) const
    {
        if (d < lo || d > hi)
            return forbidden;
        std::uint32_t const p = column - 1 - static_cast<unsigned>(d);
        std::uint32_t const letters =
            t.column_positions ? t.column_positions[column] - 1 - t.column_positions[p] : static_cast<unsigned>(d);
        return joined(std::uint64_t{t.column_skip} * letters);
    }
};

/// The cell before (row, column) where rows decide first. All lanes return the same; .x is -1 where there is none.
template <class Value>
__device__ __forceinline__ int2 find_by_rows(traceback_task const & t, kept_table<Value> const & table,
                                             steps_to_row const & rows, steps_to_column const & columns,
                                             std::uint32_t row, std::uint32_t column, std::uint32_t want, int lane)
{
    std::uint32_t const column_cost = columns.from(t, column, lane);
    std::uint32_t const c = column_cost == forbidden ? column - 1 : column - 1 - static_cast<unsigned>(lane);
    for (int top = static_cast<int>(row) - 1; top >= rows.first(); top -= 32) {
        std::uint32_t const cost = rows.from(top - lane);
        std::uint32_t allowed = __ballot_sync(all_lanes, top - lane >= rows.first() && cost != forbidden);
        while (allowed) {
            int r[at_a_time];
            std::uint32_t got[at_a_time], of_row[at_a_time];
            int count = 0;
#pragma unroll
            for (int k = 0; k < at_a_time; ++k) {
                if (allowed) {
                    r[k] = __ffs(static_cast<int>(allowed)) - 1;
                    allowed &= allowed - 1;
                    count = k + 1;
                } else {
                    r[k] = r[k ? k - 1 : 0];
                }
                of_row[k] = __shfl_sync(all_lanes, cost, r[k]);
                auto const at = static_cast<std::uint32_t>(top - r[k]);
                got[k] = top == static_cast<int>(row) - 1 ? table.near(at, c) : table.far(at, c);
            }
            for (int k = 0; k < count; ++k) {
                std::uint64_t const sum = std::uint64_t{want} + of_row[k] + column_cost;
                std::uint32_t const found = __ballot_sync(all_lanes, column_cost != forbidden && got[k] == sum);
                if (found)
                    return {top - r[k], static_cast<int>(column) - __ffs(static_cast<int>(found))};
            }
        }
    }
    return {-1, -1};
}

/// The same where columns decide first.
template <class Value>
__device__ __forceinline__ int2 find_by_columns(traceback_task const & t, kept_table<Value> const & table,
                                                steps_to_row const & rows, steps_to_column const & columns,
                                                std::uint32_t row, std::uint32_t column, std::uint32_t want, int lane)
{
    std::uint32_t const near_cost = rows.from(static_cast<int>(row) - 1 - lane);
    for (int d = columns.lo; d <= columns.hi; ++d) {
        std::uint32_t const of_column = columns.from(t, column, d), c = column - 1 - static_cast<unsigned>(d);
        if (of_column == forbidden)
            continue;
        for (int top = static_cast<int>(row) - 1; top >= rows.first(); top -= 32) {
            std::uint32_t const cost = top == static_cast<int>(row) - 1 ? near_cost : rows.from(top - lane);
            bool const is_allowed = cost != forbidden && top - lane >= rows.first();
            auto const at = static_cast<std::uint32_t>(top - lane);
            std::uint32_t got = 0;
            if (is_allowed)
                got = top == static_cast<int>(row) - 1 ? table.near(at, c) : table.far(at, c);
            std::uint64_t const sum = std::uint64_t{want} + cost + of_column;
            std::uint32_t const found = __ballot_sync(all_lanes, is_allowed && got == sum);
            if (found)
                return {top + 1 - __ffs(static_cast<int>(found)), static_cast<int>(c)};
        }
    }
    return {-1, -1};
}

/// A lane's cells of a window where all windows are equal and nothing jumps: the cells in the rule's order, 32 at a
/// time.
class equal_cells
{
    static constexpr int turns = static_cast<int>(most_equal * most_equal) / 32;

public:
    __device__ __forceinline__ equal_cells(traceback_task const & t, int lane)
    {
        auto const equal = static_cast<int>(t.jumps ? 0 : t.equal);
#pragma unroll
        for (int turn = 0; turn < turns; ++turn) {
            int const k = 32 * turn + lane, major = equal ? k / equal : 0, minor = k - major * equal;
            rows_[turn] = t.columns_are_a ? minor : major; // skipped
            columns_[turn] = t.columns_are_a ? major : minor;
            cost_[turn] = k < equal * equal
                              ? joined(std::uint64_t{t.row_skip} * static_cast<unsigned>(rows_[turn]) +
                                       std::uint64_t{t.column_skip} * static_cast<unsigned>(columns_[turn]))
                              : forbidden;
        }
    }
    /// The cell before (row, column).
    template <class Value>
    [[nodiscard]] __device__ __forceinline__ int2 find(kept_table<Value> const & table, std::uint32_t row,
                                                       std::uint32_t column, std::uint32_t want) const
    {
#pragma unroll
        for (int turn = 0; turn < turns; ++turn) {
            int const r = static_cast<int>(row) - 1 - rows_[turn], c = static_cast<int>(column) - 1 - columns_[turn];
            bool const is_allowed = cost_[turn] != forbidden && r >= 0 && c >= 0;
            std::uint32_t const got =
                is_allowed ? table.near(static_cast<std::uint32_t>(r), static_cast<std::uint32_t>(c)) : 0;
            std::uint32_t const found = __ballot_sync(all_lanes, is_allowed && got == want + cost_[turn]);
            if (found) {
                int const from = __ffs(static_cast<int>(found)) - 1;
                return {__shfl_sync(all_lanes, r, from), __shfl_sync(all_lanes, c, from)};
            }
        }
        return {-1, -1};
    }

private:
    int rows_[turns], columns_[turns];
    std::uint32_t cost_[turns];
};

/// Whether the step to (row, column) from the cell one row and one column before it is allowed and costs nothing.
__device__ __forceinline__ bool is_free(traceback_task const & t, std::uint32_t row, std::uint32_t column)
{
    if (row == 0 || column == 0)
        return false;
    if (t.equal)
        return true;
    row_header const & h = t.headers[row];
    if (h.lo != 0 || h.lo > h.hi || t.column_lo[column] != 0 || t.column_lo[column] > t.column_hi[column])
        return false;
    return (t.row_skip == 0 || t.headers[row - 1].position + 1 == h.position) &&
           (t.column_skip == 0 || !t.column_positions ||
            t.column_positions[column - 1] + 1 == t.column_positions[column]);
}

/// One warp's way through the patch, up to where it needs another, or the part of the table or the chain ends.
/// Returns whether it needs another.
template <class Value>
__device__ __forceinline__ bool trace_patch(traceback_task const & t, kept_table<Value> const & table,
                                            equal_cells const & equal, table_cell & at, std::uint32_t & count, int lane)
{
    auto const match = static_cast<std::uint32_t>(t.match);
    for (;;) {
        // a run of pairs without a skipped letter: nothing comes before such a cell in the order of the rule
        {
            auto const row = static_cast<int>(at.row) - lane, column = static_cast<int>(at.column) - lane;
            std::uint32_t const value =
                table.has(row, column) && row >= 0 && column >= 0
                    ? table.near(static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column))
                    : 0;
            std::uint32_t const before = __shfl_down_sync(all_lanes, value, 1);
            bool const goes_on = lane < 31 && value > match && before == value - match &&
                                 is_free(t, static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column));
            int const run = __ffs(static_cast<int>(~__ballot_sync(all_lanes, goes_on))) - 1;
            if (lane < run)
                t.chain[count + static_cast<unsigned>(lane)] = {static_cast<std::uint32_t>(row),
                                                                static_cast<std::uint32_t>(column)};
            count += static_cast<unsigned>(run);
            at = {at.row - static_cast<unsigned>(run), at.column - static_cast<unsigned>(run),
                  __shfl_sync(all_lanes, value, run)};
        }
        steps_to_row const rows{t, at.row};
        steps_to_column const columns{t, at.column};
        int const farthest_column = static_cast<int>(at.column) - 1 - columns.hi;
        bool const last = at.value == match;
        if (!last &&
            (rows.first() < static_cast<int>(t.first_row) || farthest_column < static_cast<int>(t.first_column)))
            return false;
        if (!last && !table.holds(static_cast<int>(at.row) - static_cast<int>(most_near), farthest_column))
            return true;
        if (lane == 0)
            t.chain[count] = {at.row, at.column};
        ++count;
        if (last) {
            at.value = 0;
            return false;
        }
        std::uint32_t const want = at.value - match;
        int2 const found = t.equal && !t.jumps ? equal.find(table, at.row, at.column, want)
                           : t.columns_are_a
                               ? find_by_columns<Value>(t, table, rows, columns, at.row, at.column, want, lane)
                               : find_by_rows<Value>(t, table, rows, columns, at.row, at.column, want, lane);
        if (found.x < 0) { // cannot be: ends as a fault, not as a hang
            at.value = ~0u;
            return false;
        }
        at = {static_cast<std::uint32_t>(found.x), static_cast<std::uint32_t>(found.y), 0};
        at.value = table.has(found.x, found.y) ? table.near(at.row, at.column) : table.far(at.row, at.column);
        if (!table.has(found.x, found.y)) // a jump
            return true;
    }
}

template <class Value>
__global__ void __launch_bounds__(traceback_threads)
    traceback_kernel(traceback_task const * tasks, std::uint32_t in_turn)
{
    __shared__ __align__(16) std::uint32_t patch[patch_rows * patch_words];
    __shared__ table_cell now;
    __shared__ bool goes_on;
    int const lane = static_cast<int>(threadIdx.x) % 32;
    table_cell at = *tasks[blockIdx.x * in_turn].at;
    std::uint32_t count = *tasks[blockIdx.x * in_turn].count;
    for (std::uint32_t k = 0; k < in_turn; ++k) {
        traceback_task const t = tasks[blockIdx.x * in_turn + k]; // all that a step reads of it in registers
        kept_table<Value> table{t, patch};
        equal_cells const equal{t, lane};
        bool more = at.value != 0 && at.value != ~0u && at.row >= t.first_row && at.row < t.end_row &&
                    at.column >= t.first_column && at.column < t.end_column;
        while (more) { // the same for all threads
            table.bring(at.row, at.column);
            __syncthreads();
            if (threadIdx.x < 32) {
                bool const another = trace_patch<Value>(t, table, equal, at, count, lane);
                if (lane == 0) {
                    now = at;
                    goes_on = another;
                }
            } else {
                table.expect_next();
            }
            __syncthreads();
            at = now;
            more = goes_on;
            __syncthreads();
        }
    }
    if (threadIdx.x == 0) {
        *tasks[blockIdx.x * in_turn].at = at;
        *tasks[blockIdx.x * in_turn].count = count;
    }
}

} // namespace

void traceback_scored_async(std::uint32_t value_bytes, traceback_task const * d_tasks, std::uint32_t count,
                            std::uint32_t in_turn, rmq::cuda::stream_handle stream)
{
    auto * const kernel = value_bytes == 2 ? traceback_kernel<std::int16_t> : traceback_kernel<std::int32_t>;
    kernel<<<count / in_turn, traceback_threads, 0, stream>>>(d_tasks, in_turn);
    RMQ_CUDA_CHECK(cudaGetLastError());
}

} // namespace vglcs::cuda::scored
