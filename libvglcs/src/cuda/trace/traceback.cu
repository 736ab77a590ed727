// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/trace/speculative_traceback.cuh"
#include "cuda/trace/traceback.cuh"
#include "cuda/trace/traceback_launch.hpp"
#include "cuda/warp.cuh"

#include <rmq/cuda/check.hpp>

#include <cuda_runtime.h>

#include <algorithm>

namespace vglcs::cuda {

namespace {

constexpr int best_threads = 512;

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

/// A block: the first warp runs walker(position), the others follow the position.
template <class Value, class Walker>
__device__ __forceinline__ void with_followers(trace_task const & t, walk_position * position, walk_position start,
                                               unsigned look, Walker const & walker)
{
    int const lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
    if (threadIdx.x == 0)
        *position = start;
    __syncthreads();
    if (warp > 0) {
        if (prefetch_tiles<Value>(t, position, warp - 1, look, lane) == ~0u) // never, as it is made of bytes
            t.at->row = 0;
        return;
    }
    walker(lane);
    if (lane == 0)
        atomicExch(position, walk_over);
}

/// Walks ahead of the walk: bands of rows, in each some walks that start along its last row, near where the chain is
/// expected. Walks of cells near each other soon meet, and go on together; so the walk soon meets one of these.
template <class Value>
__global__ void __launch_bounds__(scout_threads) scout_kernel(trace_task const * tasks)
{
    trace_task const t = tasks[blockIdx.y];
    __shared__ walk_position position;
    int const lane = static_cast<int>(threadIdx.x) % 32;
    std::uint32_t const band = blockIdx.x / scouts_a_band, number = blockIdx.x % scouts_a_band;
    if (band >= t.scouts.bands)
        return;
    std::uint32_t const band_begin = band * t.scouts.band_rows;
    std::uint32_t const row = min(band_begin + t.scouts.band_rows - 1, t.scouts.last_row);
    float const expected = static_cast<float>(t.scouts.last_column) -
                           static_cast<float>(t.scouts.last_row - row) * t.scouts.slope +
                           (static_cast<float>(number) - 0.5f * (scouts_a_band - 1)) * t.scouts.spacing;
    std::uint32_t const column = min(static_cast<std::uint32_t>(max(0.f, expected)), t.column_count - 1);
    with_followers<Value>(t, &position, walk_position{row} << 32 | column, look_among_many, [&](int) {
        // from the largest value around
        auto const * const table = static_cast<Value const *>(t.table);
        table_cell at{0, 0, 0};
        for (std::uint32_t k = 0; k < 4 && k <= row; ++k) {
            auto const c = static_cast<int>(column) - lane;
            std::uint32_t const value =
                c < 0 ? 0 : table[std::size_t{row - k} * t.row_values + static_cast<unsigned>(c)];
            std::uint32_t const best = __reduce_max_sync(all_lanes, value);
            if (best > at.value) {
                auto const from =
                    static_cast<unsigned>(__ffs(static_cast<int>(__ballot_sync(all_lanes, value == best)))) - 1;
                at = {row - k + t.first_row, column - from + t.first_column, best};
            }
        }
        scout visit{t, band_begin, number};
        if (at.value == 0 || visit.done(at))
            return;
        at = walk<Value>(t, at, &position, lane, visit);
        if (lane == 0)
            t.scouts.ends[blockIdx.x] = at;
    });
}

/// From where scouts have left their band, or the walk before has come to this table, to the way of a scout. A block
/// for each of these ends; of equal ones, the first is for all.
template <class Value>
__global__ void __launch_bounds__(scout_threads) link_kernel(trace_task const * tasks)
{
    trace_task const t = tasks[blockIdx.y];
    __shared__ walk_position position;
    std::uint32_t const band = blockIdx.x / scouts_a_band, number = blockIdx.x % scouts_a_band;
    if (band >= t.scouts.bands)
        return;
    table_cell at{0, 0, 0};
    if (band + 1 < t.scouts.bands || blockIdx.y > 0) {
        table_cell const * const ends =
            band + 1 < t.scouts.bands ? t.scouts.ends + (band + 1) * scouts_a_band : tasks[blockIdx.y - 1].scouts.ends;
        at = ends[number];
        if (first_lane(same_cell(ends[threadIdx.x % 32], at)) != number)
            return;
    } else if (number == 0) {
        at = *t.at;
    }
    std::uint32_t const row = at.row - t.first_row, column = at.column - t.first_column;
    if (at.value == 0 || at.value == ~0u || row > t.scouts.last_row || row / t.scouts.band_rows != band ||
        column >= t.column_count)
        return;
    with_followers<Value>(t, &position, walk_position{row} << 32 | column, look_among_many, [&](int lane) {
        link visit{t, band * t.scouts.band_rows, number, lane};
        table_cell const end = walk<Value>(t, at, &position, lane, visit);
        if (lane == 0) {
            t.scouts.link_ends[blockIdx.x] = end;
            t.scouts.link_begins[blockIdx.x] = at;
        }
    });
}

/// One block for `in_turn` tasks of one walk, one after the other.
template <class Value>
__global__ void __launch_bounds__(trace_threads) trace_kernel(trace_task const * tasks, std::uint32_t in_turn)
{
    __shared__ walk_position position;
    for (std::uint32_t k = 0; k < in_turn; ++k) {
        trace_task const t = tasks[blockIdx.x * in_turn + k];
        table_cell at = *t.at;
        if (at.row - t.first_row < t.row_count && at.column - t.first_column < t.column_count)
            with_followers<Value>(t, &position,
                                  walk_position{at.row - t.first_row} << 32 | (at.column - t.first_column), look_alone,
                                  [&](int lane) {
                                      main_walk visit{t, lane};
                                      at = walk<Value>(t, at, &position, lane, visit);
                                      if (lane == 0)
                                          *t.at = at;
                                  });
        __syncthreads();
    }
}

} // namespace

void best_cells_async(best_cell_task const * d_tasks, std::uint32_t count, rmq::cuda::stream_handle stream)
{
    best_cell_kernel<<<count, best_threads, 0, stream>>>(d_tasks);
    RMQ_CUDA_CHECK(cudaGetLastError());
}

void trace_async(std::uint32_t value_bytes, trace_task const * d_tasks, std::uint32_t count, std::uint32_t in_turn,
                 rmq::cuda::stream_handle stream)
{
    auto * const kernel = value_bytes == 2 ? trace_kernel<std::uint16_t> : trace_kernel<std::uint32_t>;
    kernel<<<count / in_turn, trace_threads, 0, stream>>>(d_tasks, in_turn);
    RMQ_CUDA_CHECK(cudaGetLastError());
}

void scout_async(std::uint32_t value_bytes, trace_task const * d_tasks, std::uint32_t count, std::uint32_t bands,
                 rmq::cuda::stream_handle stream)
{
    auto * const kernel = value_bytes == 2 ? scout_kernel<std::uint16_t> : scout_kernel<std::uint32_t>;
    kernel<<<dim3{bands * scouts_a_band, count}, scout_threads, 0, stream>>>(d_tasks);
    RMQ_CUDA_CHECK(cudaGetLastError());
    auto * const links = value_bytes == 2 ? link_kernel<std::uint16_t> : link_kernel<std::uint32_t>;
    links<<<dim3{bands * scouts_a_band, count}, scout_threads, 0, stream>>>(d_tasks);
    RMQ_CUDA_CHECK(cudaGetLastError());
}

} // namespace vglcs::cuda
