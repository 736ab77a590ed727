// SPDX-License-Identifier: BSD-3-Clause
/// Lowest common ancestors by inlabel numbers. Method: docs/algorithms/lca-gpu.md.
#include <rmq/cuda/lca.hpp>

#include "device/kernel_launch.cuh"

#include <bit>

namespace rmq::cuda::detail {

namespace {

constexpr unsigned threads = 256;
template <class Index>
constexpr Index none = rmq::no_position<Index>;

[[nodiscard]] __device__ __forceinline__ unsigned highest_one(std::uint32_t x)
{
    return 31 - static_cast<unsigned>(__clz(static_cast<int>(x)));
}
[[nodiscard]] __device__ __forceinline__ unsigned highest_one(std::uint64_t x)
{
    return 63 - static_cast<unsigned>(__clzll(static_cast<long long>(x)));
}
template <class Index>
[[nodiscard]] __device__ __forceinline__ Index lowest_one(Index x)
{
    return x & (Index{0} - x);
}

/// The number of [first, last] with the most trailing zeros, 1 <= first <= last.
template <class Index>
[[nodiscard]] __device__ __forceinline__ Index inlabel_of(Index first, Index last)
{
    unsigned const bit = highest_one(static_cast<Index>((first - 1) ^ last));
    return last >> bit << bit;
}

template <class Index>
__global__ void preorder_inlabels_kernel(Index const * preorder, Index const * size, std::size_t n,
                                         inlabel_entry<Index> * nodes)
{
    std::size_t const v = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (v >= n)
        return;
    Index const first = preorder[v];
    nodes[v] = {inlabel_of<Index>(first + 1, first + size[v]), 0, first, 0};
}

template <class Index>
__global__ void in_order_inlabels_kernel(Index const * left, Index const * right, std::size_t n,
                                         inlabel_entry<Index> * nodes)
{
    std::size_t const v = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (v >= n)
        return;
    // none + 1 is 0: the subtree is the positions first..last-1
    Index const first = left[v] + 1, last = right[v] == none<Index> ? static_cast<Index>(n) : right[v];
    // of two nodes of a path the higher one has the larger subtree
    nodes[v] = {inlabel_of<Index>(first + 1, last), 0, static_cast<Index>(n - (last - first)), 0};
}

/// Heads of paths write where their path hangs. up: the inlabel of the path above, 0 above the root's.
template <class Index>
__global__ void heads_kernel(Index const * parents, std::size_t n, inlabel_entry<Index> const * nodes,
                             inlabel_step<Index> * steps, Index * up)
{
    std::size_t const v = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (v >= n)
        return;
    Index const p = parents[v];
    Index const inlabel = nodes[v].inlabel;
    if (p == none<Index>) {
        steps[inlabel] = {none<Index>, 0};
        up[inlabel] = 0;
    } else if (inlabel_entry<Index> const above = nodes[p]; above.inlabel != inlabel) {
        steps[inlabel] = {p, above.key};
        up[inlabel] = above.inlabel;
    }
}

/// Ascendants of the paths whose inlabels have `zeros` trailing zeros; paths above have more.
template <class Index>
__global__ void ascendants_kernel(Index const * up, Index * ascendants, std::size_t n, unsigned zeros)
{
    std::size_t const k = std::size_t{blockIdx.x} * threads + threadIdx.x;
    std::size_t const w = (2 * k + 1) << zeros;
    if (w <= n)
        ascendants[w] = ascendants[up[w]] | Index{1} << zeros;
}

/// The same for all numbers of zeros from `most` down to `least`, in one block.
template <class Index>
__global__ void __launch_bounds__(1024)
    top_ascendants_kernel(Index const * up, Index * ascendants, std::size_t n, unsigned most, unsigned least)
{
    if (threadIdx.x == 0)
        ascendants[0] = 0;
    for (unsigned zeros = most + 1; zeros-- > least;) {
        __syncthreads();
        for (std::size_t w = (2 * std::size_t{threadIdx.x} + 1) << zeros; w <= n;
             w += std::size_t{blockDim.x} << (zeros + 1))
            ascendants[w] = ascendants[up[w]] | Index{1} << zeros;
    }
}

template <class Index>
__global__ void node_ascendants_kernel(inlabel_entry<Index> * nodes, Index const * ascendants, std::size_t n)
{
    std::size_t const v = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (v < n)
        nodes[v].ascendant = ascendants[nodes[v].inlabel];
}

/// `label` cut off at bit k, with a one there: the inlabel of the path of level k above it.
template <class Index>
[[nodiscard]] __device__ __forceinline__ Index path_at(Index label, unsigned k)
{
    return ((label >> k) | Index{1}) << k;
}

template <class Index>
__global__ void __launch_bounds__(threads)
    query_kernel(inlabel_entry<Index> const * __restrict__ nodes, inlabel_step<Index> const * __restrict__ steps,
                 rmq::range<Index> const * __restrict__ queries, std::size_t count, Index * __restrict__ out)
{
    std::size_t const q = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (q >= count)
        return;
    Index const u = queries[q].l, v = queries[q].r;
    inlabel_entry<Index> const a = nodes[u], b = nodes[v];
    if (a.inlabel == b.inlabel) {
        out[q] = a.key <= b.key ? u : v;
        return;
    }
    // the lowest path above both
    unsigned const differ = highest_one(static_cast<Index>(a.inlabel ^ b.inlabel));
    Index const above = static_cast<Index>((a.ascendant & b.ascendant) >> differ << differ);
    Index const path = path_at(a.inlabel, highest_one(lowest_one(above)));
    // the last path below it on the way up from each node
    auto const enters_at = [&](Index node, inlabel_entry<Index> const & e) {
        if (e.inlabel == path)
            return inlabel_step<Index>{node, e.key};
        Index const lower = e.ascendant & (lowest_one(path) - 1);
        return steps[path_at(e.inlabel, highest_one(lower))];
    };
    inlabel_step<Index> const x = enters_at(u, a), y = enters_at(v, b);
    out[q] = x.key <= y.key ? x.node : y.node;
}

} // namespace

template <std::unsigned_integral Index>
void inlabels_of_preorder_async(Index const * preorder, Index const * size, std::size_t n, inlabel_entry<Index> * nodes,
                                stream_handle on)
{
    launch(preorder_inlabels_kernel<Index>, blocks_for(n, threads), threads, 0, on, preorder, size, n, nodes);
}

template <std::unsigned_integral Index>
void inlabels_in_order_async(Index const * left, Index const * right, std::size_t n, inlabel_entry<Index> * nodes,
                             stream_handle on)
{
    launch(in_order_inlabels_kernel<Index>, blocks_for(n, threads), threads, 0, on, left, right, n, nodes);
}

template <std::unsigned_integral Index>
void inlabel_paths_async(Index const * parents, std::size_t n, inlabel_entry<Index> * nodes,
                         inlabel_step<Index> * steps, Index * up, Index * ascendants, stream_handle on)
{
    if (n == 0)
        return;
    std::size_t const blocks = blocks_for(n, threads);
    // inlabels that no node has lead nowhere
    fill_bytes(up, 0, (n + 1) * sizeof(Index), on);
    launch(heads_kernel<Index>, blocks, threads, 0, on, parents, n, nodes, steps, up);
    auto const most = static_cast<unsigned>(std::bit_width(n)) - 1;
    unsigned const least = most > 14 ? most - 14 : 0; // 2^15 inlabels in one block
    launch(top_ascendants_kernel<Index>, 1, 1024, 0, on, up, ascendants, n, most, least);
    for (unsigned zeros = least; zeros-- > 0;)
        launch(ascendants_kernel<Index>, blocks_for((n >> (zeros + 1)) + 1, threads), threads, 0, on, up, ascendants, n,
               zeros);
    launch(node_ascendants_kernel<Index>, blocks, threads, 0, on, nodes, ascendants, n);
}

template <std::unsigned_integral Index>
void inlabel_queries_async(inlabel_entry<Index> const * nodes, inlabel_step<Index> const * steps,
                           rmq::range<Index> const * queries, std::size_t count, Index * out, stream_handle on)
{
    launch(query_kernel<Index>, blocks_for(count, threads), threads, 0, on, nodes, steps, queries, count, out);
}

#define RMQ_INSTANCES(Index)                                                                                           \
    template void inlabels_of_preorder_async<Index>(Index const *, Index const *, std::size_t, inlabel_entry<Index> *, \
                                                    stream_handle);                                                    \
    template void inlabels_in_order_async<Index>(Index const *, Index const *, std::size_t, inlabel_entry<Index> *,    \
                                                 stream_handle);                                                       \
    template void inlabel_paths_async<Index>(Index const *, std::size_t, inlabel_entry<Index> *,                       \
                                             inlabel_step<Index> *, Index *, Index *, stream_handle);                  \
    template void inlabel_queries_async<Index>(inlabel_entry<Index> const *, inlabel_step<Index> const *,              \
                                               rmq::range<Index> const *, std::size_t, Index *, stream_handle)
RMQ_INSTANCES(std::uint32_t);
RMQ_INSTANCES(std::uint64_t);
#undef RMQ_INSTANCES

} // namespace rmq::cuda::detail
