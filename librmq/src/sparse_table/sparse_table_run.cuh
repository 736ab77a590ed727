// SPDX-License-Identifier: BSD-3-Clause
/// Kernels and launches of the device's sparse table.
#pragma once

#include "device/static_run.cuh"

#include <bit>

namespace rmq::cuda::detail {

template <class Key, class Index>
struct sparse_view
{
    Key const * values = nullptr;
    std::size_t n = 0;
    Index * table = nullptr; ///< level k >= 1 at [(k - 1) n, k n): best of 2^k values from here on
    key_map<Key> map;

    [[nodiscard]] __device__ __forceinline__ Index at(unsigned k, std::size_t i) const
    {
        return k == 0 ? static_cast<Index>(i) : table[(k - 1) * n + i];
    }
    template <bool Rightmost>
    [[nodiscard]] __device__ __forceinline__ Index better(Index left, Index right) const
    {
        return left_wins<Rightmost>(map(values[left]), map(values[right])) ? left : right;
    }
};

inline constexpr unsigned sparse_threads = 256;

/// Levels k and, where that exists, k + 1 from level k - 1: four entries of it make one of level k + 1.
template <bool Rightmost, class Key, class Index>
__global__ void __launch_bounds__(sparse_threads)
    build_levels_kernel(__grid_constant__ sparse_view<Key, Index> const v, unsigned k, bool both)
{
    std::size_t const i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x, half = std::size_t{1} << (k - 1);
    if (i + 2 * half > v.n)
        return;
    Index const first = v.template better<Rightmost>(v.at(k - 1, i), v.at(k - 1, i + half));
    v.table[(k - 1) * v.n + i] = first;
    if (both && i + 4 * half <= v.n)
        v.table[k * v.n + i] = v.template better<Rightmost>(
            first, v.template better<Rightmost>(v.at(k - 1, i + 2 * half), v.at(k - 1, i + 3 * half)));
}

template <bool Rightmost, class Key, class Index>
__global__ void __launch_bounds__(sparse_threads)
    query_sparse_kernel(__grid_constant__ sparse_view<Key, Index> const v, index_pair<Index> const * queries,
                        Index * out, std::size_t count)
{
    std::size_t const i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    std::size_t const l = queries[i].l, length = queries[i].r - l + 1;
    unsigned const k = 63 - static_cast<unsigned>(__clzll(static_cast<long long>(length)));
    Index const a = v.at(k, l), b = v.at(k, l + length - (std::size_t{1} << k));
    out[i] = a == b ? a : v.template better<Rightmost>(a, b);
}

template <bool Rightmost, class Key, class Index>
struct sparse_table_run
{
    [[nodiscard]] static unsigned levels(static_task const & task)
    {
        return static_cast<unsigned>(std::bit_width(task.n)) - 1;
    }
    [[nodiscard]] static sparse_view<Key, Index> view(static_task const & task)
    {
        return {static_cast<Key const *>(task.values),
                task.n,
                static_cast<Index *>(task.memory),
                {task.kind, task.minimum}};
    }
    [[nodiscard]] static std::size_t bytes(static_task const & task)
    {
        require_positions<Index>(task.n, "sparse_table", "use 64-bit ones");
        return task.n * levels(task) * sizeof(Index);
    }
    [[nodiscard]] static std::size_t scratch_bytes(static_task const &) { return 0; }

    static void build(static_task const & task)
    {
        unsigned const last = levels(task);
        for (unsigned k = 1; k <= last; k += 2)
            launch(build_levels_kernel<Rightmost, Key, Index>,
                   blocks_for(task.n + 1 - (std::size_t{1} << k), sparse_threads), sparse_threads, 0, task.on,
                   view(task), k, k < last);
    }
    static void query(static_task const & task, index_pair<Index> const * queries, Index * out, std::size_t count)
    {
        launch(query_sparse_kernel<Rightmost, Key, Index>, blocks_for(count, sparse_threads), sparse_threads, 0,
               task.on, view(task), queries, out, count);
    }
};

} // namespace rmq::cuda::detail
