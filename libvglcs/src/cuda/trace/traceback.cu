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

/// Order of cells: larger value first, then the smaller position (A's coordinate in the upper half).
struct ranked_cell
{
    std::uint32_t value;
    unsigned long long position;
    __device__ bool beats(ranked_cell const & other) const
    {
        return value != other.value ? value > other.value : position < other.position;
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
                            __shfl_xor_sync(all_lanes, best.position, distance)};
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
    auto const high = static_cast<std::uint32_t>(best.position >> 32), low = static_cast<std::uint32_t>(best.position);
    *t.best = t.columns_are_a ? table_cell{low, high, best.value} : table_cell{high, low, best.value};
}

/// A block: the first warp runs body(lane), the others keep the cache ahead of *position.
template <class Value, class Walker>
__device__ __forceinline__ void with_prefetching_warps(traceback_task const & t, traceback_position * position,
                                                       traceback_position start, unsigned look, Walker const & body)
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
    body(lane);
    if (lane == 0)
        atomicExch(position, traceback_over);
}

/// Speculative tracebacks of all bands of rows: in each band some start along its last row, near where the chain is
/// expected. Paths of cells near each other soon meet and stay together, so the traceback soon meets one of these.
template <class Value>
__global__ void __launch_bounds__(speculative_threads) speculative_traceback_kernel(traceback_task const * tasks)
{
    traceback_task const t = tasks[blockIdx.y];
    __shared__ traceback_position position;
    int const lane = static_cast<int>(threadIdx.x) % 32;
    std::uint32_t const band = blockIdx.x / speculative_per_band, number = blockIdx.x % speculative_per_band;
    if (band >= t.speculative.bands)
        return;
    std::uint32_t const band_begin = band * t.speculative.band_rows;
    std::uint32_t const row = min(band_begin + t.speculative.band_rows - 1, t.speculative.last_row);
    float const expected = static_cast<float>(t.speculative.last_column) -
                           static_cast<float>(t.speculative.last_row - row) * t.speculative.slope +
                           (static_cast<float>(number) - 0.5f * (speculative_per_band - 1)) * t.speculative.spacing;
    std::uint32_t const column = min(static_cast<std::uint32_t>(max(0.f, expected)), t.column_count - 1);
    with_prefetching_warps<Value>(t, &position, traceback_position{row} << 32 | column, look_among_many, [&](int) {
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
        speculative_traceback visit{t, band_begin, number};
        if (at.value == 0 || visit.done(at))
            return;
        at = traceback<Value>(t, at, &position, lane, visit);
        if (lane == 0)
            t.speculative.ends[blockIdx.x] = at;
    });
}

/// Links: from where speculative tracebacks have left their band, or the traceback before has come to this table, to
/// the path of another one. A block for each of these ends; of equal ends, the first one's block serves all.
template <class Value>
__global__ void __launch_bounds__(speculative_threads) link_kernel(traceback_task const * tasks)
{
    traceback_task const t = tasks[blockIdx.y];
    __shared__ traceback_position position;
    std::uint32_t const band = blockIdx.x / speculative_per_band, number = blockIdx.x % speculative_per_band;
    if (band >= t.speculative.bands)
        return;
    table_cell at{0, 0, 0};
    if (band + 1 < t.speculative.bands || blockIdx.y > 0) {
        table_cell const * const ends = band + 1 < t.speculative.bands
                                            ? t.speculative.ends + (band + 1) * speculative_per_band
                                            : tasks[blockIdx.y - 1].speculative.ends;
        at = ends[number];
        if (first_lane(same_cell(ends[threadIdx.x % 32], at)) != number)
            return;
    } else if (number == 0) {
        at = *t.at;
    }
    std::uint32_t const row = at.row - t.first_row, column = at.column - t.first_column;
    if (at.value == 0 || at.value == ~0u || row > t.speculative.last_row || row / t.speculative.band_rows != band ||
        column >= t.column_count)
        return;
    with_prefetching_warps<Value>(t, &position, traceback_position{row} << 32 | column, look_among_many, [&](int lane) {
        link visit{t, band * t.speculative.band_rows, number, lane};
        table_cell const end = traceback<Value>(t, at, &position, lane, visit);
        if (lane == 0) {
            t.speculative.link_ends[blockIdx.x] = end;
            t.speculative.link_begins[blockIdx.x] = at;
        }
    });
}

/// One block for `in_turn` tasks of one traceback, one after the other.
template <class Value>
__global__ void __launch_bounds__(traceback_threads)
    traceback_kernel(traceback_task const * tasks, std::uint32_t in_turn)
{
    __shared__ traceback_position position;
    for (std::uint32_t k = 0; k < in_turn; ++k) {
        traceback_task const t = tasks[blockIdx.x * in_turn + k];
        table_cell at = *t.at;
        if (at.row - t.first_row < t.row_count && at.column - t.first_column < t.column_count)
            with_prefetching_warps<Value>(t, &position,
                                          traceback_position{at.row - t.first_row} << 32 | (at.column - t.first_column),
                                          look_alone, [&](int lane) {
                                              main_traceback visit{t, lane};
                                              at = traceback<Value>(t, at, &position, lane, visit);
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

void traceback_async(std::uint32_t value_bytes, traceback_task const * d_tasks, std::uint32_t count,
                     std::uint32_t in_turn, rmq::cuda::stream_handle stream)
{
    auto * const kernel = value_bytes == 2 ? traceback_kernel<std::uint16_t> : traceback_kernel<std::uint32_t>;
    kernel<<<count / in_turn, traceback_threads, 0, stream>>>(d_tasks, in_turn);
    RMQ_CUDA_CHECK(cudaGetLastError());
}

void speculative_traceback_async(std::uint32_t value_bytes, traceback_task const * d_tasks, std::uint32_t count,
                                 std::uint32_t bands, rmq::cuda::stream_handle stream)
{
    auto * const kernel =
        value_bytes == 2 ? speculative_traceback_kernel<std::uint16_t> : speculative_traceback_kernel<std::uint32_t>;
    kernel<<<dim3{bands * speculative_per_band, count}, speculative_threads, 0, stream>>>(d_tasks);
    RMQ_CUDA_CHECK(cudaGetLastError());
    auto * const links = value_bytes == 2 ? link_kernel<std::uint16_t> : link_kernel<std::uint32_t>;
    links<<<dim3{bands * speculative_per_band, count}, speculative_threads, 0, stream>>>(d_tasks);
    RMQ_CUDA_CHECK(cudaGetLastError());
}

} // namespace vglcs::cuda
