// SPDX-License-Identifier: BSD-3-Clause
/// Kernels and launches of window extrema on the device.
#pragma once

#include "block_sparse_table/run.cuh"

#include <rmq/cuda/detail/window_task.hpp>

namespace rmq::cuda::detail {

namespace window_tuning {
inline constexpr unsigned threads = 256;
inline constexpr unsigned items = 16; ///< answers of a thread where windows are narrow
inline constexpr unsigned tile = threads * items;
} // namespace window_tuning

/// Narrow windows of one width: a tile's values and the width - 1 before (forward: after) them lie in shared memory;
/// doubling makes them bests of 2^k values from each on, and a window is two of these.
template <class Key>
__global__ void __launch_bounds__(window_tuning::threads)
    narrow_windows_kernel(Key const * values, std::size_t n, unsigned width, bool forward, key_map<Key> map, Key * out)
{
    using namespace window_tuning;
    extern __shared__ __align__(16) unsigned char shared[];
    Key * const keys = reinterpret_cast<Key *>(shared);
    std::size_t const first = std::size_t{blockIdx.x} * tile;
    unsigned const before = forward ? 0 : width - 1, length = tile + width - 1;
    // keys[i] is value first - before + i; what lies outside the array is never better
    for (unsigned i = threadIdx.x; i < length; i += threads) {
        std::size_t const at = first + i; // before `before` is taken off
        keys[i] = at >= before && at - before < n ? map(values[at - before]) : worst_key<Key>;
    }
    unsigned covered = 1;
    constexpr unsigned most = (tile + narrow_window + threads - 1) / threads;
    while (2 * covered <= width) {
        __syncthreads();
        Key better[most];
#pragma unroll
        for (unsigned k = 0; k < most; ++k) {
            unsigned const i = k * threads + threadIdx.x;
            if (i < length)
                better[k] = i + covered < length && keys[i + covered] < keys[i] ? keys[i + covered] : keys[i];
        }
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < most; ++k)
            if (unsigned const i = k * threads + threadIdx.x; i < length)
                keys[i] = better[k];
        covered *= 2;
    }
    __syncthreads();
    for (unsigned k = 0; k < items; ++k) {
        unsigned const i = k * threads + threadIdx.x;
        if (first + i >= n)
            break;
        Key const a = keys[i], b = keys[i + width - covered];
        out[first + i] = bits_of(map, a < b ? a : b);
    }
}

/// Windows through a block_sparse_table of the array: a position a thread, neighbours in a warp.
template <bool Rightmost, class Key>
__global__ void __launch_bounds__(window_tuning::threads)
    windows_kernel(__grid_constant__ tree_view<Key, std::uint32_t> const v, window_task const task)
{
    std::size_t const i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    bool const mine = i < task.n;
    std::uint32_t l = 0, r = 0;
    if (mine) {
        std::size_t width = task.width;
        if (task.widths != nullptr)
            width = task.width_bytes == 4 ? static_cast<std::uint32_t const *>(task.widths)[i]
                                          : static_cast<std::uint64_t const *>(task.widths)[i];
        std::size_t const left = task.forward ? i : width > i ? 0 : i + 1 - width;
        std::size_t const right = !task.forward ? i : width >= task.n - i ? task.n - 1 : i + width - 1;
        l = static_cast<std::uint32_t>(left) + v.phase;
        r = static_cast<std::uint32_t>(right) + v.phase;
    }
    tops_view<Key, std::uint32_t> const tops{v.image, v.tops_stride};
    std::uint32_t const place = best_of_range<scan_form::plain, Rightmost>(v, tops, l, r, mine);
    if (!mine)
        return;
    if (task.index_bytes == 0)
        static_cast<Key *>(task.out)[i] = v.values[place];
    else if (task.index_bytes == 4)
        static_cast<std::uint32_t *>(task.out)[i] = place - v.phase;
    else
        static_cast<std::uint64_t *>(task.out)[i] = place - v.phase;
}

template <bool Rightmost, class Key>
void windows_by_tree(window_task const & task)
{
    using run = block_tree_run<Rightmost, Key, std::uint32_t>;
    static_task tree;
    tree.values = task.values;
    tree.n = task.n;
    tree.memory = task.scratch;
    tree.on = task.on;
    tree.kind = task.kind;
    tree.minimum = task.minimum;
    tree.rightmost = Rightmost;
    run::build(tree);
    launch(windows_kernel<Rightmost, Key>, blocks_for(task.n, window_tuning::threads), window_tuning::threads, 0,
           task.on, run::view(tree), task);
}

template <class Key>
void run_windows(window_task const & task)
{
    if (task.n == 0)
        return;
    std::size_t const width = std::min(task.width, task.n);
    if (task.widths == nullptr && task.index_bytes == 0 && width <= narrow_window) {
        launch(narrow_windows_kernel<Key>, blocks_for(task.n, window_tuning::tile), window_tuning::threads,
               (window_tuning::tile + width - 1) * sizeof(Key), task.on, static_cast<Key const *>(task.values), task.n,
               static_cast<unsigned>(width), task.forward, key_map<Key>{task.kind, task.minimum},
               static_cast<Key *>(task.out));
        return;
    }
    if (task.rightmost)
        windows_by_tree<true, Key>(task);
    else
        windows_by_tree<false, Key>(task);
}

template <class Key>
[[nodiscard]] std::size_t tree_scratch_bytes(scalar_kind kind, std::size_t n)
{
    static_task task;
    task.n = n;
    task.kind = kind;
    return n == 0 ? 0 : block_tree_run<false, Key, std::uint32_t>::bytes(task);
}

} // namespace rmq::cuda::detail
