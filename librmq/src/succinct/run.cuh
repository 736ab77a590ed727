// SPDX-License-Identifier: BSD-3-Clause
/// Plans and launches of the device's succinct structure.
#pragma once

#include "device/static_run.cuh"
#include "succinct/kernels.cuh"

#include <bit>

namespace rmq::cuda::detail {

template <bool Rightmost, class Key, class Index>
struct succinct_run
{
    using view_type = succinct_view<Key, Index>;

    [[nodiscard]] static view_type carve(static_task const & task, scratch_carver & memory)
    {
        using numbers = succinct_numbers;
        require_positions<Index>(task.n, "succinct", "use 64-bit ones");
        view_type v;
        v.values = static_cast<Key const *>(task.values);
        v.last = static_cast<Index>(task.n - 1);
        std::size_t const blocks = v.last_block() + std::size_t{1}, groups = v.last_group() + std::size_t{1},
                          sets = v.last_set() + std::size_t{1};
        v.top_levels = static_cast<unsigned>(std::bit_width(sets)) - 1;
        v.codes = memory.take<std::uint32_t>(blocks);
        v.block_windows = memory.take<std::uint16_t>(blocks);
        v.group_best = memory.take<Index>(groups);
        v.group_windows = memory.take<std::uint16_t>(groups * numbers::group_levels);
        v.set_best = memory.take<Index>(sets);
        v.top_windows = memory.take<Index>(sets * v.top_levels);
        v.map = {task.kind, task.minimum};
        return v;
    }
    [[nodiscard]] static view_type view(static_task const & task)
    {
        scratch_carver memory{task.memory};
        return carve(task, memory);
    }

    [[nodiscard]] static std::size_t bytes(static_task const & task)
    {
        scratch_carver memory;
        (void)carve(task, memory);
        return memory.used();
    }
    [[nodiscard]] static std::size_t scratch_bytes(static_task const &) { return 0; }

    static void build(static_task const & task)
    {
        auto const v = view(task);
        launch(build_groups_kernel<Rightmost, Key, Index>,
               blocks_for(v.last_block() + std::size_t{1}, succinct_tuning::build_threads),
               succinct_tuning::build_threads, 0, task.on, v);
        launch(build_sets_kernel<Rightmost, Key, Index>, v.last_set() + std::size_t{1}, succinct_tuning::set_threads, 0,
               task.on, v);
        if (v.top_levels > 0)
            launch(build_top_windows_kernel<Rightmost, Key, Index>, 1, succinct_tuning::set_threads, 0, task.on, v);
    }
    static void query(static_task const & task, index_pair<Index> const * queries, Index * out, std::size_t count)
    {
        launch(query_succinct_kernel<Rightmost, Key, Index>, blocks_for(count, succinct_tuning::query_threads),
               succinct_tuning::query_threads, 0, task.on, view(task), queries, out, count);
    }
};

} // namespace rmq::cuda::detail
