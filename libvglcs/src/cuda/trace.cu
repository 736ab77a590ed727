// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/trace_launch.hpp"

#include <rmq/cuda/check.hpp>

#include <cuda_runtime.h>

#include <algorithm>

namespace vglcs::cuda {

namespace {

constexpr unsigned all_lanes = 0xffffffff;
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

/// A closed window, empty where first > last.
struct closed_range
{
    long long first, last;
};

__device__ closed_range before(device_limits const & limits, std::uint32_t at)
{
    long long const lo = limits.lo ? limits.lo[at] : limits.uniform_lo;
    long long const hi = limits.hi ? limits.hi[at] : limits.uniform_hi;
    return {max(0ll, static_cast<long long>(at) - 1 - hi), static_cast<long long>(at) - 1 - lo};
}

/// One warp a problem. "Major" is A's coordinate, "minor" B's: the largest major wins, then the largest minor.
template <class Value>
__global__ void __launch_bounds__(32) trace_kernel(trace_task const * tasks)
{
    trace_task const t = tasks[blockIdx.x];
    auto const * const table = static_cast<Value const *>(t.table);
    int const lane = static_cast<int>(threadIdx.x);
    std::size_t const major_step = t.columns_are_a ? 1 : t.row_values, minor_step = t.columns_are_a ? t.row_values : 1;
    table_cell at = *t.at;
    while (at.value > 0) {
        closed_range const rows = before(t.rows, at.row), columns = before(t.columns, at.column);
        bool const last = at.value == 1;
        if (!last && columns.first < t.first_column)
            break;
        if (lane == 0)
            t.chain[at.value - 1] = {at.row, at.column};
        if (last) {
            at.value = 0;
            break;
        }
        std::uint32_t const want = at.value - 1;
        closed_range major = rows, minor = {columns.first - t.first_column, columns.last - t.first_column};
        if (t.columns_are_a) {
            closed_range const x = major;
            major = minor;
            minor = x;
        }
        // the loops meet the cells in the order of the rule, several lines of 32 at a time
        bool const narrow = minor.last - minor.first < 32;
        long long found_major = -1, found_minor = -1;
        for (long long x = major.last; x >= major.first && found_major < 0; x -= narrow ? lines : 1) {
            for (long long y = minor.last; y >= minor.first && found_major < 0; y -= narrow ? 32 : 32 * lines) {
                bool hit[lines];
#pragma unroll
                for (int k = 0; k < lines; ++k) {
                    long long const xk = narrow ? x - k : x, yk = (narrow ? y : y - 32 * k) - lane;
                    hit[k] =
                        xk >= major.first && yk >= minor.first &&
                        table[static_cast<std::size_t>(xk) * major_step + static_cast<std::size_t>(yk) * minor_step] ==
                            want;
                }
#pragma unroll
                for (int k = 0; k < lines; ++k) {
                    unsigned const hits = __ballot_sync(all_lanes, hit[k]);
                    if (hits && found_major < 0) {
                        found_major = narrow ? x - k : x;
                        found_minor = (narrow ? y : y - 32 * k) - (__ffs(static_cast<int>(hits)) - 1);
                    }
                }
            }
        }
        if (found_major < 0) { // cannot be: every value above 1 has a cell before it; ends as a fault, not as a hang
            at.value = ~0u;
            break;
        }
        long long const row = t.columns_are_a ? found_minor : found_major;
        long long const column = (t.columns_are_a ? found_major : found_minor) + t.first_column;
        at = {static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column), want};
    }
    if (lane == 0)
        *t.at = at;
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
    kernel<<<count, 32, 0, stream>>>(d_tasks);
    RMQ_CUDA_CHECK(cudaGetLastError());
}

} // namespace vglcs::cuda
