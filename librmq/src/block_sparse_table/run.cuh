// SPDX-License-Identifier: BSD-3-Clause
/// Plans and launches of the device's block_sparse_table.
#pragma once

#include "block_sparse_table/kernels.cuh"
#include "device/static_run.cuh"

#include <algorithm>

namespace rmq::cuda::detail {

template <bool Rightmost, class Key, class Index>
struct block_tree_run
{
    using view_type = tree_view<Key, Index>;
    static constexpr std::size_t line_bytes = 128;

    /// Values between the start of the array's first cache line and the array.
    [[nodiscard]] static std::size_t phase_of(static_task const & task)
    {
        return reinterpret_cast<std::uintptr_t>(task.values) % line_bytes / sizeof(Key);
    }

    [[nodiscard]] static view_type carve(static_task const & task, std::size_t phase, scratch_carver & memory)
    {
        require_positions<Index>(task.n + phase, "block_sparse_table",
                                 "use 64-bit ones, or align the array to 128 bytes where that is enough");
        tree_shape const shape{task.n, phase};
        view_type v;
        v.values = static_cast<Key const *>(task.values) - phase;
        v.phase = static_cast<Index>(phase);
        v.last = static_cast<Index>(task.n + phase - 1);
        v.levels = shape.levels;
        v.top_shift = shape.top_shift;
        v.tops = shape.tops;
        v.tops_stride = shape.tops_stride;
        v.table_levels = shape.table_levels;
        for (unsigned level = 1; level <= shape.levels; ++level) {
            v.keys[level] = memory.take<Key>(shape.entries(level));
            if (level > 1)
                v.places[level] = memory.take<Index>(shape.entries(level));
        }
        v.place1 = memory.take<std::uint8_t>(shape.entries(1));
        v.image = memory.take<unsigned char>(v.image_bytes());
        v.map = {task.kind, task.minimum};
        return v;
    }
    [[nodiscard]] static view_type view(static_task const & task)
    {
        scratch_carver memory{task.memory};
        return carve(task, phase_of(task), memory);
    }

    /// Enough for every phase of the array: shapes grow with it.
    [[nodiscard]] static std::size_t bytes(static_task const & task)
    {
        std::size_t const most_phase = line_bytes / sizeof(Key) - 1;
        bool const aligned = task.n + most_phase - 1 > std::numeric_limits<Index>::max();
        scratch_carver memory;
        (void)carve(task, aligned ? 0 : most_phase, memory);
        return memory.used();
    }
    [[nodiscard]] static std::size_t scratch_bytes(static_task const &) { return 0; }

    static void build_view(view_type const & v, std::size_t n, stream_handle on)
    {
        launch(build_tiles_kernel<Rightmost, Key, Index>, tree_shape{n, v.phase}.tiles, build_tuning::threads, 0, on,
               v);
        launch(build_tops_kernel<Rightmost, Key, Index>, 1, top_tuning::threads, v.image_bytes(), on, v);
    }
    static void build(static_task const & task) { build_view(view(task), task.n, task.on); }

    template <scan_form Form>
    static void query_as(static_task const & task, index_pair<Index> const * queries, Index * out, std::size_t count)
    {
        auto const v = view(task);
        unsigned const shared = v.image_bytes() + query_queue<Index>::bytes * 2 * (query_tuning::threads / warp_lanes);
        auto * const kernel = query_tree_kernel<Form, Rightmost, Key, Index>;
        if (shared > 48 * 1024)
            RMQ_CUDA_CHECK(
                cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)));
        // what fills the device is known, and asking for it each time costs small batches more than they take
        int device = 0, processors = 0;
        RMQ_CUDA_CHECK(cudaGetDevice(&device));
        RMQ_CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
        std::size_t const blocks = std::min(static_cast<std::size_t>(processors) * query_tuning::blocks,
                                            blocks_for(count, query_tuning::threads));
        // queries in flight are known by numbers of the index type
        constexpr std::size_t part = std::size_t{1} << 31;
        for (std::size_t first = 0; first < count; first += part)
            launch(kernel, blocks, query_tuning::threads, shared, task.on, v, queries + first, out + first,
                   std::min(part, count - first));
    }
    static void query(static_task const & task, index_pair<Index> const * queries, Index * out, std::size_t count)
    {
        query_as<scan_form::plain>(task, queries, out, count);
    }
};

} // namespace rmq::cuda::detail
