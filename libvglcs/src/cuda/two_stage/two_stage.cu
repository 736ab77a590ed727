// SPDX-License-Identifier: BSD-3-Clause
/// S2's two stages row by row, one column a thread. Stage 1: the maximum over a window of a column's past rows, by
/// blocks whose inside is answered by rightmost-pops codes (bst2) or by the online Catalan index and a table of lowest
/// common ancestors in shared memory (catalan). Stage 2: the maximum over a window of the row, by a blocked sparse
/// table with prefix and suffix maxima and a look at single values where a window lies in one block. Source: Yang, Liu,
/// Wu 2017, Alg. 3, 4, 5, 8 (signs of its last step exchanged) and 9; equation 2 corrected.
#include "cuda/two_stage/two_stage_launch.hpp"

#include <rmq/cuda/check.hpp>
#include <rmq/cuda/detail/block_codes.cuh>
#include <rmq/order.hpp>

#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <algorithm>

namespace vglcs::cuda {

namespace {

namespace cg = cooperative_groups;

constexpr unsigned all_lanes = 0xffffffff;
constexpr int threads = 256;

/// The closed window [first, last] of the letters that may precede letter `at`.
struct closed_range
{
    long long first, last;
};

__device__ closed_range before(device_limits const & limits, std::uint32_t at)
{
    long long const lo = limits.lo[std::size_t{at} * limits.lo_step], hi = limits.hi[std::size_t{at} * limits.hi_step];
    long long const position = at;
    return {max(0ll, position - 1 - hi), position - 1 - lo};
}

/// Stage 1 of one column: blocks of past rows, the newest one still filling.
template <block_code Code>
struct column_past
{
    using codes = rmq::cuda::block_codes<Code>;
    using code_type = typename codes::code_type;
    static constexpr unsigned block = codes::block;
    using order = rmq::max_leftmost;
    two_stage_problem const & p;
    std::uint32_t const * lca;
    std::size_t j;

    __device__ std::uint32_t value(std::uint32_t row) const { return p.table[row * p.stride + j]; }
    __device__ code_type & code(std::uint32_t b) const
    {
        return static_cast<code_type *>(p.past.codes)[b * p.stride + j];
    }
    /// All blocks are kept, each in the slot of its number.
    __device__ rmq::cuda::column_levels<std::uint32_t> levels(std::uint32_t b) const { return {p.past, j, b, b}; }

    /// The largest value of the rows l..r of one block.
    __device__ std::uint32_t in_block(std::uint32_t b, unsigned l, unsigned r) const
    {
        return value(b * block + codes::query(code(b), l, r, lca));
    }

    /// The largest value of the rows first..last.
    __device__ std::uint32_t maximum(std::uint32_t first, std::uint32_t last) const
    {
        std::uint32_t const from = first / block, to = last / block;
        if (from == to)
            return in_block(from, first % block, last % block);
        std::uint32_t const best = max(in_block(from, first % block, block - 1), in_block(to, 0, last % block));
        return to - from == 1 ? best : max(best, levels(to).template best<order>(from + 1, to - 1));
    }

    /// Appends row i's value.
    __device__ void push(std::uint32_t i, std::uint32_t v) const
    {
        unsigned const at = i % block;
        std::uint32_t const b = i / block;
        unsigned path = at ? p.past.path[j] : 0;
        code_type c = at ? code(b) : codes::empty();
        codes::template push<order>(
            c, path, at, v, [&](unsigned k) { return value(b * block + k); },
            [&](unsigned k) -> std::uint16_t & { return p.past.left_index[k * p.stride + j]; });
        code(b) = c;
        p.past.path[j] = static_cast<std::uint16_t>(path);
        if (at == block - 1)
            levels(b).template complete<order>(in_block(b, 0, block - 1));
    }
};

/// Arrays of one row; two sets alternate, so that a row may begin while the row before is still read.
struct row_arrays
{
    std::uint32_t *m, *prefix, *suffix, *blocks;
    std::size_t block_count;
    __device__ row_arrays(two_stage_problem const & p, std::uint32_t i)
        : m{p.row + (i & 1) * 3 * p.stride}, prefix{m + p.stride}, suffix{prefix + p.stride},
          blocks{p.column_blocks + (i & 1) * p.column_levels * (p.stride / block_columns)}, block_count{p.stride /
                                                                                                        block_columns}
    {
    }

    /// The largest M of the columns first..last.
    __device__ std::uint32_t maximum(std::uint32_t first, std::uint32_t last) const
    {
        std::uint32_t const from = first / block_columns, to = last / block_columns;
        std::uint32_t best = 0;
        if (from == to) {
            for (std::uint32_t k = first; k <= last; ++k)
                best = max(best, __ldcg(m + k));
            return best;
        }
        best = max(__ldcg(suffix + first), __ldcg(prefix + last));
        if (std::uint32_t const between = to - from - 1; between > 0) {
            std::uint32_t const level = rmq::cuda::detail::bit_width(between) - 1;
            best = max(best, max(__ldcg(blocks + level * block_count + to - 1),
                                 __ldcg(blocks + level * block_count + from + (1u << level))));
        }
        return best;
    }
};

template <block_code Code>
__global__ void __launch_bounds__(threads)
    two_stage_kernel(two_stage_problem const p, std::uint32_t first_row, std::uint32_t last_row)
{
    extern __shared__ std::uint32_t lca[];
    if constexpr (Code == block_code::catalan) {
        for (std::uint32_t k = threadIdx.x; k < rmq::cuda::packed_lca_words; k += threads)
            lca[k] = p.lca[k];
        __syncthreads();
    }
    cg::grid_group const grid = cg::this_grid();
    std::size_t const all = std::size_t{gridDim.x} * threads, mine = std::size_t{blockIdx.x} * threads + threadIdx.x;
    for (std::uint32_t i = first_row; i < last_row; ++i) {
        row_arrays const row{p, i};
        closed_range const rows = before(p.limits_a, i);
        bool const none = rows.first > rows.last;
        for (std::size_t j = mine; j < p.stride; j += all) {
            std::uint32_t m = 0;
            if (j < p.m && !none)
                m = column_past<Code>{p, lca, j}.maximum(static_cast<std::uint32_t>(rows.first),
                                                         static_cast<std::uint32_t>(rows.last));
            std::uint32_t prefix = m, suffix = m;
            for (unsigned d = 1; d < block_columns; d *= 2) {
                std::uint32_t const left = __shfl_up_sync(all_lanes, prefix, d, block_columns);
                std::uint32_t const right = __shfl_down_sync(all_lanes, suffix, d, block_columns);
                if (j % block_columns >= d)
                    prefix = max(prefix, left);
                if (j % block_columns + d < block_columns)
                    suffix = max(suffix, right);
            }
            __stcg(row.m + j, m);
            __stcg(row.prefix + j, prefix);
            __stcg(row.suffix + j, suffix);
            if (j % block_columns == 0)
                __stcg(row.blocks + j / block_columns, suffix);
        }
        grid.sync();
        // entry b of level k: the maximum of the 2^k blocks that end with b
        if (blockIdx.x == 0) {
            for (std::uint32_t level = 1; level < p.column_levels; ++level) {
                for (std::size_t b = threadIdx.x + (std::size_t{1} << level) - 1; b < row.block_count; b += threads)
                    __stcg(
                        row.blocks + level * row.block_count + b,
                        max(__ldcg(row.blocks + (level - 1) * row.block_count + b),
                            __ldcg(row.blocks + (level - 1) * row.block_count + b - (std::size_t{1} << (level - 1)))));
                __syncthreads();
            }
        }
        grid.sync();
        std::uint8_t const letter = p.a[i];
        for (std::size_t j = mine; j < p.m; j += all) {
            std::uint32_t v = 0;
            if (letter == p.b[j] && letter != 255) {
                closed_range const columns = before(p.limits_b, static_cast<std::uint32_t>(j));
                v = 1;
                if (columns.first <= columns.last)
                    v += row.maximum(static_cast<std::uint32_t>(columns.first),
                                     static_cast<std::uint32_t>(columns.last));
            }
            p.table[i * p.stride + j] = v;
            column_past<Code>{p, lca, j}.push(i, v);
            if (v > p.best_values[j]) {
                p.best_values[j] = v;
                p.best_rows[j] = i;
            }
        }
    }
}

} // namespace

void run_two_stage_async(block_code code, two_stage_problem const & p, std::uint32_t first, std::uint32_t last,
                         rmq::cuda::stream_handle stream)
{
    auto * const kernel =
        code == block_code::pops ? two_stage_kernel<block_code::pops> : two_stage_kernel<block_code::catalan>;
    std::size_t const lca_bytes = code == block_code::catalan ? rmq::cuda::packed_lca_words * sizeof(std::uint32_t) : 0;
    int device = 0, processors = 0, blocks = 0;
    RMQ_CUDA_CHECK(cudaGetDevice(&device));
    RMQ_CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    RMQ_CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, lca_bytes));
    auto const needed = static_cast<int>((p.stride + threads - 1) / threads);
    two_stage_problem problem = p;
    void * arguments[] = {&problem, &first, &last};
    RMQ_CUDA_CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<void const *>(kernel),
                                               dim3(static_cast<unsigned>(std::clamp(needed, 1, processors * blocks))),
                                               dim3(threads), arguments, lca_bytes, stream));
}

} // namespace vglcs::cuda
