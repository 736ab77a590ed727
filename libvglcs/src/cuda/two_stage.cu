// SPDX-License-Identifier: BSD-3-Clause
/// S2's two stages row by row, one column a thread. Stage 1: the maximum over a window of a column's past rows, by
/// blocks whose inside is answered by rightmost-pops codes (bst2) or by the online Catalan index and a table of lowest
/// common ancestors in shared memory (catalan). Stage 2: the maximum over a window of the row, by a blocked sparse
/// table with prefix and suffix maxima and a look at single values where a window lies in one block. Source: Yang, Liu,
/// Wu 2017, Alg. 3, 4, 5, 8 (signs of its last step exchanged) and 9; equation 2 corrected.
#include "cuda/two_stage_launch.hpp"

#include <rmq/cuda/check.hpp>
#include <rmq/detail/catalan.hpp>

#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <algorithm>

namespace vglcs::cuda {

namespace {

namespace cg = cooperative_groups;

constexpr unsigned all_lanes = 0xffffffff;
constexpr int threads = 256;
constexpr unsigned catalan_block = block_rows(block_code::catalan);

/// Numbers of trees, and of trees with more on the left, up to one block.
struct tree_numbers
{
    std::uint16_t number[catalan_block + 1];
    std::uint16_t before[catalan_block][catalan_block];
};

constexpr tree_numbers make_tree_numbers()
{
    tree_numbers out{};
    for (unsigned n = 0; n <= catalan_block; ++n)
        out.number[n] = static_cast<std::uint16_t>(rmq::detail::catalan.number[n]);
    for (unsigned left = 0; left < catalan_block; ++left)
        for (unsigned right = 0; left + right < catalan_block; ++right)
            out.before[left][right] = static_cast<std::uint16_t>(rmq::detail::catalan.before[left][right]);
    return out;
}

__constant__ tree_numbers trees = make_tree_numbers();

__device__ std::uint32_t tree_index(unsigned left_nodes, std::uint32_t left_index, unsigned right_nodes,
                                    std::uint32_t right_index)
{
    return trees.before[left_nodes][right_nodes] + left_index * trees.number[right_nodes] + right_index;
}

__device__ unsigned bit_width(unsigned x)
{
    return 32 - __clz(static_cast<int>(x));
}

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
    static constexpr unsigned block = block_rows(Code);
    two_stage_problem const & p;
    std::uint8_t const * lca;
    std::size_t j;

    __device__ std::uint32_t value(std::uint32_t row) const { return p.table[row * p.stride + j]; }

    /// The largest value of the rows l..r of one block.
    __device__ std::uint32_t in_block(std::uint32_t b, unsigned l, unsigned r) const
    {
        unsigned answer = l;
        if constexpr (Code == block_code::pops) {
            unsigned long long const code = static_cast<unsigned long long const *>(p.codes)[b * p.stride + j];
            int surplus = 0;
            for (unsigned k = l + 1; k <= r; ++k) {
                surplus += 1 - static_cast<int>(code >> (4 * k) & 15);
                if (surplus <= 0) {
                    answer = k;
                    surplus = 0;
                }
            }
        } else {
            std::uint32_t const code = static_cast<std::uint16_t const *>(p.codes)[b * p.stride + j];
            answer = lca[(code * block + l) * block + r];
        }
        return value(b * block + answer);
    }

    __device__ std::uint32_t blocks_at(std::uint32_t level, std::uint32_t b) const
    {
        std::size_t const blocks = (p.n + block - 1) / block;
        return p.row_blocks[(level * blocks + b) * p.stride + j];
    }

    /// The largest value of the rows first..last.
    __device__ std::uint32_t maximum(std::uint32_t first, std::uint32_t last) const
    {
        std::uint32_t const from = first / block, to = last / block;
        if (from == to)
            return in_block(from, first % block, last % block);
        std::uint32_t best = max(in_block(from, first % block, block - 1), in_block(to, 0, last % block));
        if (std::uint32_t const between = to - from - 1; between > 0) {
            std::uint32_t const level = bit_width(between) - 1;
            best = max(best, max(blocks_at(level, to - 1), blocks_at(level, from + (1u << level))));
        }
        return best;
    }

    /// Appends row i's value.
    __device__ void push(std::uint32_t i, std::uint32_t v) const
    {
        unsigned const at = i % block;
        std::uint32_t const b = i / block;
        unsigned path = at ? p.path[j] : 0;
        if constexpr (Code == block_code::pops) {
            auto & code = static_cast<unsigned long long *>(p.codes)[b * p.stride + j];
            unsigned long long pops = 0;
            for (; path != 0; ++pops) {
                unsigned const top = bit_width(path) - 1;
                if (value(b * block + top) >= v)
                    break;
                path ^= 1u << top;
            }
            code = (at ? code : 0) | pops << (4 * at);
        } else {
            auto & code = static_cast<std::uint16_t *>(p.codes)[b * p.stride + j];
            unsigned const to_come = block - at; // this one included: the virtual right path
            unsigned nodes = 0, padded_nodes = to_come;
            std::uint32_t index = 0, padded_index = trees.number[to_come] - 1u;
            while (path != 0) {
                unsigned const top = bit_width(path) - 1;
                if (value(b * block + top) >= v)
                    break;
                path ^= 1u << top;
                unsigned const left_nodes = top - bit_width(path);
                std::uint32_t const left = p.left_index[top * p.stride + j];
                index = tree_index(left_nodes, left, nodes, index);
                nodes += left_nodes + 1;
                padded_index = tree_index(left_nodes, left, padded_nodes, padded_index);
                padded_nodes += left_nodes + 1;
            }
            p.left_index[at * p.stride + j] = static_cast<std::uint16_t>(index);
            std::uint32_t const joined = tree_index(nodes, index, to_come - 1, trees.number[to_come - 1] - 1u);
            std::uint32_t const old = at ? code : trees.number[block] - 1u;
            code = static_cast<std::uint16_t>(old + joined - padded_index);
        }
        p.path[j] = static_cast<std::uint16_t>(path | 1u << at);
        if (at != block - 1)
            return;
        std::size_t const blocks = (p.n + block - 1) / block;
        std::uint32_t best = in_block(b, 0, block - 1);
        for (std::uint32_t level = 0;; ++level) {
            p.row_blocks[(level * blocks + b) * p.stride + j] = best;
            if (b + 1 < 2u << level)
                break;
            best = max(best, blocks_at(level, b - (1u << level)));
        }
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
            std::uint32_t const level = bit_width(between) - 1;
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
    extern __shared__ std::uint8_t lca[];
    if constexpr (Code == block_code::catalan) {
        for (std::uint32_t k = threadIdx.x; k < p.lca_bytes; k += threads)
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
    RMQ_CUDA_CHECK(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(p.lca_bytes)));
    int device = 0, processors = 0, blocks = 0;
    RMQ_CUDA_CHECK(cudaGetDevice(&device));
    RMQ_CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    RMQ_CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, p.lca_bytes));
    auto const needed = static_cast<int>((p.stride + threads - 1) / threads);
    two_stage_problem problem = p;
    void * arguments[] = {&problem, &first, &last};
    RMQ_CUDA_CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<void const *>(kernel),
                                               dim3(static_cast<unsigned>(std::clamp(needed, 1, processors * blocks))),
                                               dim3(threads), arguments, p.lca_bytes, stream));
}

} // namespace vglcs::cuda
