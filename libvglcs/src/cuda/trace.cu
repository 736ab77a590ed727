// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/trace_launch.hpp"
#include "cuda/warp.cuh"

#include <rmq/cuda/check.hpp>

#include <cuda_runtime.h>

#include <algorithm>

namespace vglcs::cuda {

namespace {

constexpr int best_threads = 512;
/// Loads of one warp under way at a time while it looks for the cell before.
constexpr int lines = 4;

/// Order of cells: larger value first, then the smaller place (A's coordinate in the upper half).
struct ranked_cell
{
    std::uint32_t value;
    unsigned long long place;
    __device__ bool beats(ranked_cell const & other) const
    {
        return value != other.value ? value > other.value : place < other.place;
    }
};

__global__ void __launch_bounds__(best_threads) best_cell_kernel(best_cell_task const * tasks)
{
    best_cell_task const t = tasks[blockIdx.x];
    ranked_cell best{0, ~0ull};
    for (std::uint32_t column = threadIdx.x; column < t.columns; column += best_threads) {
        unsigned long long const row = t.rows[column];
        ranked_cell const x{t.values[column],
                            t.columns_are_a ? static_cast<unsigned long long>(column) << 32 | row : row << 32 | column};
        if (x.beats(best))
            best = x;
    }
    for (int distance = 16; distance > 0; distance /= 2) {
        ranked_cell const x{__shfl_xor_sync(all_lanes, best.value, distance),
                            __shfl_xor_sync(all_lanes, best.place, distance)};
        if (x.beats(best))
            best = x;
    }
    __shared__ ranked_cell of_warp[best_threads / 32];
    if (threadIdx.x % 32 == 0)
        of_warp[threadIdx.x / 32] = best;
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    for (ranked_cell const & x : of_warp)
        if (x.beats(best))
            best = x;
    auto const high = static_cast<std::uint32_t>(best.place >> 32), low = static_cast<std::uint32_t>(best.place);
    *t.best = t.columns_are_a ? table_cell{low, high, best.value} : table_cell{high, low, best.value};
}

/// A closed window, empty where first > last. Sequences with a table are far shorter than 2^31.
struct closed_range
{
    int first, last;
};

__device__ __forceinline__ closed_range before(device_limits const & limits, int at)
{
    auto const lo = static_cast<int>(limits.lo[static_cast<std::uint32_t>(at) * limits.lo_step]);
    auto const hi = static_cast<int>(limits.hi[static_cast<std::uint32_t>(at) * limits.hi_step]);
    return {max(0, at - 1 - hi), at - 1 - lo};
}

/// Threads of a walk: the first warp walks, each of the others keeps one tile near it in the first-level cache.
constexpr int tile_rows = 32, tiles_up = 3, tiles_left = 5, trace_threads = 32 * (1 + tiles_up * tiles_left);

/// Columns of a tile: a line of the cache.
template <class Value>
inline constexpr int tile_columns_of = 128 / sizeof(Value);

/// Where the walk is, row << 32 | column within the table; shared by atomic operations only.
using walk_position = unsigned long long;
constexpr walk_position walk_over = ~0ull;

/// Follows the walk until it is over. Returns nothing of meaning.
template <class Value>
__device__ unsigned prefetch_tiles(trace_task const & t, walk_position * position, int tile, int lane)
{
    unsigned used = 0;
    constexpr int tile_columns = tile_columns_of<Value>;
    long long seen_row = -1, seen_column = -1;
    int const up = tile / tiles_left, left = tile % tiles_left;
    for (;;) {
        walk_position at = 0;
        if (lane == 0)
            at = atomicCAS(position, 0ull, 0ull);
        at = __shfl_sync(all_lanes, at, 0);
        if (at == walk_over)
            return used;
        auto const at_row = static_cast<std::uint32_t>(at >> 32), at_column = static_cast<std::uint32_t>(at);
        long long const row = static_cast<long long>(at_row / tile_rows) - up,
                        column = static_cast<long long>(at_column / tile_columns) - left;
        if (row == seen_row && column == seen_column) {
            __nanosleep(100);
            continue;
        }
        seen_row = row;
        seen_column = column;
        if (row < 0 || column < 0)
            continue;
        long long const r = row * tile_rows + lane, c = column * tile_columns;
        auto const * const line = static_cast<Value const *>(t.table) + static_cast<std::size_t>(r) * t.row_values + c;
#pragma unroll
        for (int sector = 0; sector < 4; ++sector) // a line comes by sectors of 32 bytes
            used ^= touch(line + sector * tile_columns / 4);
        if (left == 0 && r <= at_row) {
            used ^= touch(t.rows.hi + (r + t.first_row) * t.rows.hi_step);
            used ^= touch(t.rows.lo + (r + t.first_row) * t.rows.lo_step);
        }
        if (up == 0) {
            for (long long x = c + lane; x <= at_column && x < c + tile_columns; x += 32) {
                used ^= touch(t.columns.hi + (x + t.first_column) * t.columns.hi_step);
                used ^= touch(t.columns.lo + (x + t.first_column) * t.columns.lo_step);
            }
        }
    }
}

/// Where the walk looks: coordinates within the kept table, "major" A's and "minor" B's; the largest major wins, then
/// the largest minor.
struct search
{
    closed_range major, minor;
};

/// The first cell of value `want` in the order of the rule; major -1 where there is none. All lanes return the same.
/// `lines` times 32 cells are read at a time: that many majors where the minors fit one warp, else as many minors.
template <class Value>
__device__ __forceinline__ int2 find(Value const * table, std::size_t major_step, std::size_t minor_step, search s,
                                     std::uint32_t want, int lane)
{
    constexpr unsigned none = ~0u;
    if (s.minor.last - s.minor.first < 32) {
        bool const inside = lane <= s.minor.last - s.minor.first;
        Value const * const line =
            table + static_cast<std::size_t>(inside ? s.minor.last - lane : s.minor.last) * minor_step;
        for (int major = s.major.last; major >= s.major.first; major -= lines) {
            // all loads without a condition, so that none waits for another
            Value got[lines];
#pragma unroll
            for (int k = 0; k < lines; ++k)
                got[k] = line[static_cast<std::size_t>(max(major - k, s.major.first)) * major_step];
            unsigned place = none;
#pragma unroll
            for (int k = lines - 1; k >= 0; --k)
                place = inside && major - k >= s.major.first && got[k] == want ? static_cast<unsigned>(k * 32 + lane)
                                                                               : place;
            place = __reduce_min_sync(all_lanes, place);
            if (place != none)
                return {major - static_cast<int>(place / 32), s.minor.last - static_cast<int>(place % 32)};
        }
        return {-1, -1};
    }
    constexpr int wide = 8;
    for (int major = s.major.last; major >= s.major.first; --major) {
        Value const * const line = table + static_cast<std::size_t>(major) * major_step;
        for (int minor = s.minor.last; minor >= s.minor.first; minor -= 32 * wide) {
            unsigned place = none;
#pragma unroll
            for (int k = wide - 1; k >= 0; --k) {
                int const at = minor - 32 * k - lane;
                if (at >= s.minor.first && line[static_cast<std::size_t>(at) * minor_step] == want)
                    place = static_cast<unsigned>(k * 32 + lane);
            }
            place = __reduce_min_sync(all_lanes, place);
            if (place != none)
                return {major, minor - static_cast<int>(place)};
        }
    }
    return {-1, -1};
}

/// One block a problem: the first warp walks.
template <class Value>
__global__ void __launch_bounds__(trace_threads) trace_kernel(trace_task const * tasks)
{
    trace_task const t = tasks[blockIdx.x];
    __shared__ walk_position position;
    int const lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
    table_cell at = *t.at;
    auto const place = [&] { return walk_position{at.row - t.first_row} << 32 | (at.column - t.first_column); };
    if (threadIdx.x == 0)
        position = place();
    __syncthreads();
    if (warp > 0) {
        if (prefetch_tiles<Value>(t, &position, warp - 1, lane) == ~0u) // never, as it is made of bytes
            t.at->row = 0;
        return;
    }
    auto const * const table = static_cast<Value const *>(t.table);
    auto const first_row = static_cast<int>(t.first_row), first_column = static_cast<int>(t.first_column);
    std::uint32_t tile_told = ~0u;
    while (at.value > 0) {
        closed_range rows = before(t.rows, static_cast<int>(at.row));
        closed_range columns = before(t.columns, static_cast<int>(at.column));
        bool const last = at.value == 1;
        if (!last && (columns.first < first_column || rows.first < first_row))
            break;
        if (lane == 0) {
            t.chain[at.value - 1] = {at.row, at.column};
            // whoever follows looks at tiles only
            if (std::uint32_t const tile_now =
                    (at.row - t.first_row) / tile_rows ^ (at.column - t.first_column) / tile_columns_of<Value> << 16;
                tile_now != tile_told)
            {
                atomicExch(&position, place());
                tile_told = tile_now;
            }
        }
        --at.value;
        if (last)
            break;
        rows = {rows.first - first_row, rows.last - first_row};
        columns = {columns.first - first_column, columns.last - first_column};
        int2 found;
        if (t.columns_are_a) {
            found = find(table, 1, t.row_values, {columns, rows}, at.value, lane);
            found = {found.y, found.x};
        } else {
            found = find(table, t.row_values, 1, {rows, columns}, at.value, lane);
        }
        if (found.x < 0) { // cannot be: every value above 1 has a cell before it; ends as a fault, not as a hang
            at.value = ~0u;
            break;
        }
        at.row = static_cast<std::uint32_t>(found.x + first_row);
        at.column = static_cast<std::uint32_t>(found.y + first_column);
    }
    if (lane == 0) {
        atomicExch(&position, walk_over);
        *t.at = at;
    }
}

/// A thread a word of the widened halo.
__global__ void widen_halo_kernel(std::uint32_t const * from, std::uint32_t from_words, std::uint32_t * to,
                                  std::uint32_t to_words, std::size_t words)
{
    std::size_t const at = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (at >= words)
        return;
    auto const row = at / to_words;
    auto const word = static_cast<std::uint32_t>(at % to_words), missing = to_words - from_words;
    to[at] = word < missing ? 0 : from[row * from_words + word - missing];
}

} // namespace

void best_cells_async(best_cell_task const * d_tasks, std::uint32_t count, rmq::cuda::stream_handle stream)
{
    best_cell_kernel<<<count, best_threads, 0, stream>>>(d_tasks);
    RMQ_CUDA_CHECK(cudaGetLastError());
}

void trace_async(std::uint32_t value_bytes, trace_task const * d_tasks, std::uint32_t count,
                 rmq::cuda::stream_handle stream)
{
    auto * const kernel = value_bytes == 2 ? trace_kernel<std::uint16_t> : trace_kernel<std::uint32_t>;
    kernel<<<count, trace_threads, 0, stream>>>(d_tasks);
    RMQ_CUDA_CHECK(cudaGetLastError());
}

void widen_halo_async(std::uint32_t const * d_from, std::uint32_t from_words, std::uint32_t * d_to,
                      std::uint32_t to_words, std::size_t rows, rmq::cuda::stream_handle stream)
{
    constexpr unsigned threads = 256;
    std::size_t const words = rows * to_words;
    if (words == 0)
        return;
    widen_halo_kernel<<<static_cast<unsigned>((words + threads - 1) / threads), threads, 0, stream>>>(
        d_from, from_words, d_to, to_words, words);
    RMQ_CUDA_CHECK(cudaGetLastError());
}

} // namespace vglcs::cuda
