// SPDX-License-Identifier: BSD-3-Clause
/// Plans and launches of the device's succinct_index.
#pragma once

#include "block_sparse_table/run.cuh"
#include "succinct_index/kernels.cuh"

#include <algorithm>
#include <bit>

namespace rmq::cuda::detail {

template <bool Rightmost, class Key, class Index>
struct index_run
{
    using numbers = code_numbers;
    using low_tree = block_tree_run<true, key_of_index<Index>, std::uint32_t>;
    using value_tree = block_tree_run<Rightmost, Key, Index>;

    /// The lows' array as values of a tree: unsigned, the lowest, rightmost of equal ones.
    [[nodiscard]] static static_task low_task(code_lines<Index> const & code)
    {
        static_task task;
        task.values = code.lows;
        task.n = code.most_lines;
        task.kind = sizeof(Index) == 4 ? scalar_kind::uint32 : scalar_kind::uint64;
        task.rightmost = true;
        return task;
    }

    [[nodiscard]] static code_lines<Index> carve(static_task const & task, scratch_carver & memory)
    {
        require_positions<Index>(task.n + 128, "succinct_index", "use 64-bit ones");
        code_lines<Index> code;
        code.n = task.n;
        code.most_lines = (2 * task.n + numbers::line_bits - 1) / numbers::line_bits;
        code.words = memory.take<std::uint32_t>(code.most_lines * numbers::line_words);
        code.ranks = memory.take<Index>(code.most_lines + 1);
        code.hints = memory.take<std::uint32_t>(((task.n - 1) >> numbers::hint_shift) + 2);
        code.lows = memory.take<Index>(code.most_lines);
        code.lines = memory.take<std::uint32_t>(1);
        code.tree = low_tree::carve(low_task(code), 0, memory);
        return code;
    }
    [[nodiscard]] static depth_view<Key, Index> carve_scratch(static_task const & task, std::size_t phase,
                                                              scratch_carver & memory)
    {
        depth_view<Key, Index> d;
        d.tree = value_tree::carve(task, phase, memory);
        d.tiles = static_cast<std::uint32_t>(((task.n + phase - 1) >> numbers::tile_shift) + 1);
        d.depths = memory.take<std::uint16_t>(std::size_t{d.tiles} << numbers::tile_shift);
        d.links = memory.take<Index>(d.tiles);
        for (unsigned k : {0, 1}) {
            d.parents[k] = memory.take<std::uint32_t>(d.tiles);
            d.sums[k] = memory.take<Index>(d.tiles);
        }
        return d;
    }

    [[nodiscard]] static std::size_t bytes(static_task const & task)
    {
        scratch_carver memory;
        (void)carve(task, memory);
        return memory.used();
    }
    [[nodiscard]] static std::size_t scratch_bytes(static_task const & task)
    {
        scratch_carver memory;
        (void)carve_scratch(task, value_tree::line_bytes / sizeof(Key) - 1, memory);
        return memory.used();
    }

    static void build(static_task const & task)
    {
        scratch_carver memory{task.memory}, scratch{task.scratch};
        auto const code = carve(task, memory);
        auto const d = carve_scratch(task, value_tree::phase_of(task), scratch);
        RMQ_CUDA_CHECK(cudaMemsetAsync(code.words, 0, code.most_lines * (numbers::line_bits / 8), task.on));
        value_tree::build_view(d.tree, task.n, task.on);
        launch(tile_depths_kernel<Rightmost, Key, Index>, d.tiles, numbers::tile, 0, task.on, d);
        launch(link_chains_kernel<Key, Index>, blocks_for(d.tiles, 256), 256, 0, task.on, d);
        unsigned now = 0;
        for (std::size_t reach = 1; reach < d.tiles; reach *= 2, now ^= 1)
            launch(jump_chains_kernel<Key, Index>, blocks_for(d.tiles, 256), 256, 0, task.on, d, now);
        launch(write_code_kernel<Rightmost, Key, Index>, d.tiles, numbers::tile, 0, task.on, d, code, now);
        launch(line_lows_kernel<Index>, blocks_for(code.most_lines, index_tuning::threads), index_tuning::threads, 0,
               task.on, code);
        low_tree::build_view(code.tree, code.most_lines, task.on);
    }
    static void query(static_task const & task, index_pair<Index> const * queries, Index * out, std::size_t count)
    {
        scratch_carver memory{task.memory};
        launch(query_index_kernel<Index>, blocks_for(count, index_tuning::threads), index_tuning::threads, 0, task.on,
               carve(task, memory), queries, out, count);
    }
};

} // namespace rmq::cuda::detail
