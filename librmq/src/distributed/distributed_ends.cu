// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/cuda/distributed_range_extremum.hpp>

#include "device/kernel_launch.cuh"

#include <stdexcept>

namespace rmq::cuda::detail {

namespace {

constexpr unsigned threads = 256;
constexpr std::uint32_t none = end_place::none;

/// A query as the ends that only an owner can answer, and the whole blocks [whole_first, whole_end) between.
struct split_query
{
    std::uint32_t left, right; ///< blocks, or none
    std::uint32_t whole_first, whole_end;
};

__device__ __forceinline__ std::uint32_t block_of(part_block const * blocks, std::uint32_t count,
                                                  std::uint64_t position)
{
    std::uint32_t low = 0, high = count - 1; // the last block whose first position is not behind it
    while (low < high) {
        std::uint32_t const middle = (low + high + 1) / 2;
        if (blocks[middle].first <= position)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

__device__ __forceinline__ split_query split(part_block const * blocks, std::uint32_t count, range<std::uint64_t> asked)
{
    std::uint32_t const l = block_of(blocks, count, asked.l), r = block_of(blocks, count, asked.r);
    bool const cut_left = asked.l != blocks[l].first, cut_right = asked.r != blocks[r].last;
    if (l == r && (cut_left || cut_right))
        return {l, none, l, l};
    return {cut_left ? l : none, cut_right ? r : none, l + cut_left, r + 1 - cut_right};
}

/// Places within a block's requests are given out by thread blocks, so that few threads meet at a counter.
__global__ void count_ends_kernel(distributed_task const task, std::uint32_t * d_counts)
{
    extern __shared__ std::uint32_t shared[];
    std::uint32_t * const here = shared;
    std::uint32_t * const base = shared + task.blocks;
    for (std::uint32_t b = threadIdx.x; b < task.blocks; b += blockDim.x)
        here[b] = 0;
    __syncthreads();
    std::size_t const i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    end_place left{none, 0}, right{none, 0};
    if (i < task.count) {
        split_query const s = split(task.d_blocks, task.blocks, task.d_queries[i]);
        left.block = s.left;
        right.block = s.right;
        if (s.left != none)
            left.at = atomicAdd(&here[s.left], 1u);
        if (s.right != none)
            right.at = atomicAdd(&here[s.right], 1u);
    }
    __syncthreads();
    for (std::uint32_t b = threadIdx.x; b < task.blocks; b += blockDim.x)
        base[b] = here[b] == 0 ? 0 : atomicAdd(&d_counts[b], here[b]);
    __syncthreads();
    if (i >= task.count)
        return;
    if (left.block != none)
        left.at += base[left.block];
    if (right.block != none)
        right.at += base[right.block];
    task.d_ends[2 * i] = left;
    task.d_ends[2 * i + 1] = right;
}

__global__ void write_requests_kernel(distributed_task const task, std::uint32_t const * d_starts,
                                      range<std::uint32_t> * d_requests)
{
    std::size_t const i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= task.count)
        return;
    range<std::uint64_t> const asked = task.d_queries[i];
    for (unsigned side = 0; side < 2; ++side) {
        end_place const end = task.d_ends[2 * i + side];
        if (end.block == none)
            continue;
        part_block const b = task.d_blocks[end.block];
        std::uint64_t const l = max(asked.l, b.first), r = min(asked.r, b.last);
        d_requests[d_starts[end.block] + end.at] = {static_cast<std::uint32_t>(l - b.first),
                                                    static_cast<std::uint32_t>(r - b.first)};
    }
}

template <class Key>
__global__ void write_answers_kernel(Key const * d_values, std::uint32_t const * d_at, std::size_t count,
                                     std::uint64_t first, ranked_value<Key> * d_out)
{
    std::size_t const i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count)
        d_out[i] = {d_values[d_at[i]], first + d_at[i]};
}

template <class Key>
__global__ void combine_kernel(distributed_task const task, key_map<Key> const key, std::uint32_t const * d_starts,
                               ranked_value<Key> const * d_answers, ranked_value<Key> * d_out)
{
    std::size_t const i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= task.count)
        return;
    split_query const s = split(task.d_blocks, task.blocks, task.d_queries[i]);
    ranked_value<Key> best{};
    bool any = false;
    // from left to right, so that ties are a matter of the comparison alone
    auto const take = [&](Key value, std::uint64_t position) {
        Key const next = key(value), old = key(best.value);
        if (!any || next < old || (task.rightmost && next == old))
            best = {value, position};
        any = true;
    };
    auto const take_end = [&](unsigned side) {
        end_place const end = task.d_ends[2 * i + side];
        if (end.block == none)
            return;
        ranked_value<Key> const answered = d_answers[d_starts[end.block] + end.at];
        take(answered.value, answered.position);
    };
    take_end(0);
    for (std::uint32_t b = s.whole_first; b < s.whole_end; ++b)
        take(static_cast<Key>(task.d_blocks[b].best_value), task.d_blocks[b].best);
    take_end(1);
    d_out[i] = best;
}

/// Calls f with a key of the values' size.
template <class Function>
void with_key(scalar_kind kind, Function const & f)
{
    if (size_of(kind) == 4)
        f(std::int32_t{});
    else
        f(std::int64_t{});
}

} // namespace

void count_ends_async(distributed_task const & task, std::uint32_t * d_counts)
{
    if (task.count > 0x7fffffff)
        throw std::length_error{"distributed_range_extremum: more than 2^31 - 1 queries at once: ask in parts"};
    launch(count_ends_kernel, blocks_for(task.count, threads), threads, 2 * task.blocks * sizeof(std::uint32_t),
           task.on, task, d_counts);
}

void write_requests_async(distributed_task const & task, std::uint32_t const * d_starts,
                          range<std::uint32_t> * d_requests)
{
    launch(write_requests_kernel, blocks_for(task.count, threads), threads, 0, task.on, task, d_starts, d_requests);
}

void write_answers_async(distributed_task const & task, void const * d_values, std::uint32_t const * d_at,
                         std::size_t count, std::uint64_t first, void * d_out)
{
    with_key(task.kind, [&]<class Key>(Key) {
        launch(write_answers_kernel<Key>, blocks_for(count, threads), threads, 0, task.on,
               static_cast<Key const *>(d_values), d_at, count, first, static_cast<ranked_value<Key> *>(d_out));
    });
}

void combine_ends_async(distributed_task const & task, std::uint32_t const * d_starts, void const * d_answers,
                        void * d_out)
{
    with_key(task.kind, [&]<class Key>(Key) {
        launch(combine_kernel<Key>, blocks_for(task.count, threads), threads, 0, task.on, task,
               key_map<Key>{task.kind, task.minimum}, d_starts, static_cast<ranked_value<Key> const *>(d_answers),
               static_cast<ranked_value<Key> *>(d_out));
    });
}

} // namespace rmq::cuda::detail
