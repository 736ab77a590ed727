// SPDX-License-Identifier: BSD-3-Clause
/// Incremental suffix and range extremum of many columns: a thread a column, row after row.
#include <rmq/cuda/detail/block_codes.cuh>
#include <rmq/cuda/suffix_maximum.hpp>

#include "device/kernel_launch.cuh"

namespace rmq::cuda::detail {

namespace {

/// Threads of a block; with Catalan indices a block has its own copy of the table.
template <block_code Code>
constexpr unsigned column_threads = Code == block_code::pops ? 128 : 512;

template <block_code Code, class Value, class Order>
__global__ void __launch_bounds__(column_threads<Code>) append_rows_kernel(columns_task<Value> const p)
{
    using codes = block_codes<Code>;
    using code_type = typename codes::code_type;
    constexpr unsigned block = codes::block, threads = column_threads<Code>;
    constexpr bool catalan = Code == block_code::catalan;
    extern __shared__ __align__(16) unsigned char shared[];
    auto * const newest_values = reinterpret_cast<Value *>(shared); ///< [block][threads] of the block that is filling
    auto * const left = reinterpret_cast<std::uint16_t *>(newest_values + block * threads); ///< [block][threads]
    auto * const lca = reinterpret_cast<std::uint32_t *>(left + (catalan ? block * threads : 0));
    if constexpr (catalan) {
        for (unsigned k = threadIdx.x; k < packed_lca_words; k += threads)
            lca[k] = p.lca[k];
        __syncthreads();
    }
    std::size_t const j = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (j >= p.columns)
        return;
    Value const * const column = p.rows + j;
    auto const value_at = [&](unsigned k) { return newest_values[k * threads + threadIdx.x]; };
    auto const left_at = [&](unsigned k) -> std::uint16_t & { return left[k * threads + threadIdx.x]; };

    // the block that was filling when the rows before ended
    std::uint32_t const b = p.first / block;
    column_levels<Value> levels{p.blocks, j, b, b % p.blocks.slots};
    unsigned path = 0;
    Value best = Order::template identity<Value>();
    auto * const all_codes = static_cast<code_type *>(p.blocks.codes) + j;
    code_type code = codes::empty();
    if (unsigned const filled = p.first % block) {
        path = p.blocks.path[j];
        best = p.best[j];
        code = all_codes[levels.newest_slot * p.blocks.stride];
        for (unsigned k = 0; k < filled; ++k) {
            newest_values[k * threads + threadIdx.x] = column[(std::size_t{b} * block + k) * p.columns];
            if constexpr (catalan)
                left_at(k) = p.blocks.left_index[k * p.blocks.stride + j];
        }
    }
    // value of the best row of a complete or of the newest block
    auto const in_block = [&](std::uint32_t of, unsigned l, unsigned r, unsigned at) {
        if (of == levels.newest) {
            if (Code == block_code::pops && r == at)
                return value_at(path_suffix(path, l));
            return value_at(codes::query(code, l, r, lca));
        }
        std::size_t const place = levels.slot_of(of) * p.blocks.stride;
        unsigned const row = Code == block_code::pops && r == block - 1 ? path_suffix(p.paths[place + j], l)
                                                                        : codes::query(all_codes[place], l, r, lca);
        return column[(std::size_t{of} * block + row) * p.columns];
    };
    Value next = column[std::size_t{p.first} * p.columns];
    for (std::uint32_t i = p.first; i < p.last; ++i) {
        unsigned const at = i % block;
        if (at == 0 && i != p.first) {
            ++levels.newest;
            levels.newest_slot = levels.newest_slot + 1 == p.blocks.slots ? 0 : levels.newest_slot + 1;
            path = 0;
            best = Order::template identity<Value>();
            code = codes::empty();
        }
        Value const value = next;
        if (i + 1 < p.last)
            next = column[(std::size_t{i} + 1) * p.columns];
        newest_values[at * threads + threadIdx.x] = value;
        codes::template push<Order>(code, path, at, value, value_at, left_at);
        best = Order::best(best, value);
        if (at == block - 1) {
            all_codes[levels.newest_slot * p.blocks.stride] = code;
            if constexpr (!catalan)
                p.paths[levels.newest_slot * p.blocks.stride + j] = static_cast<std::uint16_t>(path);
            levels.template complete<Order>(best);
        }

        std::uint32_t const length =
            p.windows.d_lengths[(i - p.first) * p.windows.row_step + j * p.windows.column_step];
        Value answer = Order::template identity<Value>();
        if (i >= p.windows.skip) {
            std::uint32_t const y = i - p.windows.skip, x = y + 1 >= length ? y + 1 - length : 0;
            std::uint32_t const x_block = x / block, y_block = y / block;
            unsigned const l = x % block, r = y % block;
            if (x_block == y_block) {
                answer = in_block(x_block, l, r, at);
            } else {
                std::uint32_t const full_first = x_block + (l != 0);
                bool const tail = y_block == levels.newest || r != block - 1;
                std::uint32_t const full_end = y_block + !tail;
                if (tail)
                    answer = y == i ? best : in_block(y_block, 0, r, at);
                if (full_first < full_end)
                    answer = Order::best(answer, levels.template best<Order>(full_first, full_end - 1));
                // peeking: the oldest block's inside counts only where something in the block is better
                if (l != 0 && Order::better(levels.at(0, x_block), answer))
                    answer = Order::best(answer, in_block(x_block, l, block - 1, at));
            }
        }
        p.out[std::size_t{i - p.first} * p.columns + j] = answer;
    }
    p.blocks.path[j] = static_cast<std::uint16_t>(path);
    p.best[j] = best;
    all_codes[levels.newest_slot * p.blocks.stride] = code;
    if constexpr (catalan)
        for (unsigned k = 0; k < p.last % block; ++k)
            p.blocks.left_index[k * p.blocks.stride + j] = left_at(k);
}

template <block_code Code, class Value, class Order>
void run(columns_task<Value> const & task)
{
    constexpr unsigned threads = column_threads<Code>, block = block_rows(Code);
    constexpr bool catalan = Code == block_code::catalan;
    constexpr std::size_t shared =
        block * threads * (sizeof(Value) + (catalan ? 2 : 0)) + (catalan ? packed_lca_words * 4 : 0);
    launch(append_rows_kernel<Code, Value, Order>, blocks_for(task.columns, threads), threads, shared, task.on, task);
}

} // namespace

template <class Value>
void append_rows_async(columns_task<Value> const & task)
{
    if (task.first == task.last)
        return;
    using enum block_code;
    if (task.minimum)
        task.code == pops ? run<pops, Value, min_leftmost>(task) : run<catalan, Value, min_leftmost>(task);
    else
        task.code == pops ? run<pops, Value, max_leftmost>(task) : run<catalan, Value, max_leftmost>(task);
}

template void append_rows_async<std::uint32_t>(columns_task<std::uint32_t> const &);
template void append_rows_async<std::int32_t>(columns_task<std::int32_t> const &);
template void append_rows_async<std::int64_t>(columns_task<std::int64_t> const &);

} // namespace rmq::cuda::detail
