// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/cuda/tree_queries.hpp>

#include "device/kernel_launch.cuh"

namespace rmq::cuda::detail {

namespace {

constexpr unsigned threads = 256;

template <class Index, class Word>
__global__ void to_preorder_kernel(Index const * preorder, Word const * values, std::size_t n, Index * node_at,
                                   Word * values_in_preorder)
{
    std::size_t const v = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (v >= n)
        return;
    Index const k = preorder[v];
    node_at[k] = static_cast<Index>(v);
    values_in_preorder[k] = values[v];
}

template <class Index>
__global__ void subtree_ranges_kernel(Index const * preorder, Index const * size, Index const * node_at,
                                      Index const * nodes, std::size_t count, rmq::range<Index> * ranges)
{
    std::size_t const i = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (i >= count)
        return;
    Index const node = nodes ? nodes[i] : node_at[i];
    Index const first = nodes ? preorder[node] : static_cast<Index>(i);
    ranges[i] = {first, static_cast<Index>(first + size[node] - 1)};
}

template <class Index>
__global__ void nodes_of_places_kernel(Index const * node_at, Index const * places, std::size_t count, bool scatter,
                                       Index * out)
{
    std::size_t const i = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (i < count)
        out[scatter ? node_at[i] : i] = node_at[places[i]];
}

} // namespace

template <std::unsigned_integral Index>
void to_preorder_async(Index const * preorder, void const * values, unsigned value_bytes, std::size_t n,
                       Index * node_at, void * values_in_preorder, stream_handle on)
{
    auto const run = [&]<class Word>(Word) {
        launch(to_preorder_kernel<Index, Word>, blocks_for(n, threads), threads, 0, on, preorder,
               static_cast<Word const *>(values), n, node_at, static_cast<Word *>(values_in_preorder));
    };
    if (value_bytes == 4)
        run(std::uint32_t{});
    else
        run(std::uint64_t{});
}

template <std::unsigned_integral Index>
void subtree_ranges_async(Index const * preorder, Index const * size, Index const * node_at, Index const * nodes,
                          std::size_t count, rmq::range<Index> * ranges, stream_handle on)
{
    launch(subtree_ranges_kernel<Index>, blocks_for(count, threads), threads, 0, on, preorder, size, node_at, nodes,
           count, ranges);
}

template <std::unsigned_integral Index>
void nodes_of_places_async(Index const * node_at, Index const * places, std::size_t count, bool scatter, Index * out,
                           stream_handle on)
{
    launch(nodes_of_places_kernel<Index>, blocks_for(count, threads), threads, 0, on, node_at, places, count, scatter,
           out);
}

#define RMQ_INSTANCES(Index)                                                                                           \
    template void to_preorder_async<Index>(Index const *, void const *, unsigned, std::size_t, Index *, void *,        \
                                           stream_handle);                                                             \
    template void subtree_ranges_async<Index>(Index const *, Index const *, Index const *, Index const *, std::size_t, \
                                              rmq::range<Index> *, stream_handle);                                     \
    template void nodes_of_places_async<Index>(Index const *, Index const *, std::size_t, bool, Index *, stream_handle)
RMQ_INSTANCES(std::uint32_t);
RMQ_INSTANCES(std::uint64_t);
#undef RMQ_INSTANCES

} // namespace rmq::cuda::detail
