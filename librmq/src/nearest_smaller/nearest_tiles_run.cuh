// SPDX-License-Identifier: BSD-3-Clause
/// Plan and launches of nearest smaller values by tiles.
#pragma once

#include "nearest_smaller/nearest_launch.hpp"
#include "nearest_smaller/nearest_tiles_link.cuh"
#include "nearest_smaller/nearest_tiles_solve.cuh"

#include <cassert>

namespace rmq::cuda::detail {

/// Arrays of a run in its scratch; without memory it counts bytes.
template <class Key, class Index>
tiles_problem<Key, Index> plan_tiles(std::size_t n, scratch_carver & scratch)
{
    tiles_problem<Key, Index> p{};
    p.n = n;
    auto const tiles = static_cast<std::uint32_t>(blocks_for(n, tile_items));
    for (std::uint32_t count = tiles;; count = static_cast<std::uint32_t>(blocks_for(count, warp_lanes))) {
        p.tree.count[p.tree.levels] = count;
        p.tree.level[p.tree.levels++] = scratch.take<Key>(count);
        if (count <= 1)
            break;
    }
    p.open_keys = scratch.take<Key>(std::size_t{tiles} * 2 * open_capacity);
    p.open_at = scratch.take<std::uint16_t>(std::size_t{tiles} * 2 * open_capacity);
    p.open_count = scratch.take<std::uint32_t>(std::size_t{tiles} * 2);
    p.queue = scratch.take<std::uint32_t>(std::size_t{tiles} * 2);
    p.queue_length = scratch.take<std::uint32_t>(2);
    return p;
}

template <class Key, class Index, equal_side Equals, bool Parents>
void run_tiles(nearest_task const & task)
{
    scratch_carver scratch{task.scratch};
    auto p = plan_tiles<Key, Index>(task.n, scratch);
    p.values = static_cast<Key const *>(task.values);
    p.to_key = {task.kind, task.minimum};
    p.out[0] = static_cast<Index *>(task.left);
    p.out[1] = static_cast<Index *>(task.right);
    p.aligned = ((reinterpret_cast<std::uintptr_t>(task.values) | reinterpret_cast<std::uintptr_t>(task.left) |
                  reinterpret_cast<std::uintptr_t>(task.right)) &
                 15) == 0;
    std::uint32_t const tiles = p.tree.count[0];
    RMQ_CUDA_CHECK(cudaMemsetAsync(p.queue_length, 0, 2 * sizeof(std::uint32_t), task.on));
    launch(solve_tiles_kernel<Key, Index, Equals, Parents>, tiles, tile_threads, sizeof(tile_memory<Key>), task.on, p);
    if (tiles == 1)
        return;
    constexpr unsigned threads = 1024;
    unsigned top = 1;
    for (; top < p.tree.levels && p.tree.count[top - 1] > 8 * threads; ++top)
        launch(minima_level_kernel<Key>, blocks_for(p.tree.count[top - 1], threads), threads, 0, task.on, p.tree, top);
    if (top < p.tree.levels)
        launch(minima_top_kernel<Key>, 1, threads, 0, task.on, p.tree, top);
    constexpr std::size_t shared = sizeof(link_memory<Key, Index>);
    auto const link_many = [&](auto * kernel) {
        if (shared > 48 * 1024)
            RMQ_CUDA_CHECK(
                cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)));
        std::size_t const wave = resident_blocks(kernel, tile_threads, shared);
        launch(kernel, wave < tiles ? wave : tiles, tile_threads, shared, task.on, p);
    };
    auto const link_few = [&](unsigned first_side, unsigned sides) {
        launch(link_lists_kernel<Key, Index, Equals, Parents>,
               blocks_for(std::size_t{tiles} * sides * warp_lanes, link_threads), link_threads, 0, task.on, p,
               first_side, sides);
    };
    auto * const many_left = link_tiles_kernel<Key, Index, Equals, Parents, left_side>;
    auto * const many_right = link_tiles_kernel<Key, Index, Equals, Parents, right_side>;
    if constexpr (Parents) {
        // a parent is settled by the second of its two sides
        link_few(left_side, 1);
        link_many(many_left);
        link_few(right_side, 1);
        link_many(many_right);
    } else {
        link_few(left_side, 2);
        link_many(many_left);
        link_many(many_right);
    }
}

/// The instance that a task asks for.
template <class Key>
void run_tiles_of(nearest_task const & task)
{
    auto const run = [&]<class Index>(Index) {
        using enum rmq::detail::equal_side;
        if (task.parents)
            return task.equals == right ? run_tiles<Key, Index, right, true>(task)
                                        : run_tiles<Key, Index, left, true>(task);
        if (task.equals == none)
            return run_tiles<Key, Index, none, false>(task);
        return task.equals == right ? run_tiles<Key, Index, right, false>(task)
                                    : run_tiles<Key, Index, left, false>(task);
    };
    if (task.index_bytes == 4)
        run(std::uint32_t{});
    else
        run(std::uint64_t{});
}

} // namespace rmq::cuda::detail
