// SPDX-License-Identifier: BSD-3-Clause
/// Numbers of the nodes of a tree: Euler tour and list ranking. Method: docs/algorithms/lca-gpu.md.
#include <rmq/cuda/rooted_tree.hpp>

#include "device/kernel_launch.cuh"
#include "suffix_array/sort_pairs.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <vector>

namespace rmq::cuda::detail {

namespace {

constexpr unsigned threads = 256;
constexpr std::size_t arcs_of_a_piece = 128; ///< on average

/// The two arcs of a node in one sector of memory: 2 v goes down into v, 2 v + 1 leaves it upwards. While the list is
/// walked, an arc holds its successor and, where it ends a piece, that piece's follower; afterwards its piece and the
/// sum of what lies before it in the piece.
template <class Index>
struct alignas(2 * sizeof(Index)) arc
{
    Index next;
    Index value;
};

/// Marks a successor that starts another piece.
template <class Index>
constexpr Index mark = Index{1} << (8 * sizeof(Index) - 1);
/// Successor of the last arc.
template <class Index>
constexpr Index end = mark<Index> - 1;
template <class Index>
constexpr Index none = rmq::no_position<Index>;

/// Arcs down, and arcs, of a piece or of all pieces from one on.
template <class Index>
struct piece_sum
{
    Index down, arcs, follower;
};

enum flaw : std::uint32_t { no_flaw = 0, bad_parent = 1 };

template <class Index>
struct tree_status
{
    Index root;
    std::uint32_t roots;
    std::uint32_t flaw;
};

template <class Index>
__global__ void check_parents_kernel(Index const * parents, std::size_t n, tree_status<Index> * status, Index * keys,
                                     Index * nodes)
{
    std::size_t const v = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (v >= n)
        return;
    Index const p = parents[v];
    if (p == none<Index>) {
        status->root = static_cast<Index>(v);
        atomicAdd(&status->roots, 1u);
    } else if (p >= n || p == v) {
        status->flaw = bad_parent;
    }
    if (keys) {
        keys[v] = p < n ? p : static_cast<Index>(n); // the root last, in few bits
        nodes[v] = static_cast<Index>(v);
    }
}

/// Links of the tour from children: a leaf's arc down is followed by its arc up.
template <class Index>
__global__ void leaf_links_kernel(arc<Index> * tour, std::size_t n)
{
    std::size_t const v = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (v < n)
        tour[2 * v].next = static_cast<Index>(2 * v + 1);
}

/// The others, from nodes sorted by their parents.
template <class Index>
__global__ void sorted_links_kernel(Index const * keys, Index const * nodes, std::size_t n, arc<Index> * tour)
{
    std::size_t const k = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (k >= n)
        return;
    Index const p = keys[k], v = nodes[k];
    if (p >= n) {
        tour[2 * std::size_t{v} + 1].next = end<Index>;
        return;
    }
    bool const has_sibling = k + 1 < n && keys[k + 1] == p;
    tour[2 * std::size_t{v} + 1].next =
        has_sibling ? static_cast<Index>(2 * nodes[k + 1]) : static_cast<Index>(2 * p + 1);
    if (k == 0 || keys[k - 1] != p)
        tour[2 * std::size_t{p}].next = static_cast<Index>(2 * v);
}

/// All links of a Cartesian tree.
template <class Index>
__global__ void cartesian_links_kernel(Index const * parents, Index const * left_child, Index const * right_child,
                                       std::size_t n, arc<Index> * tour)
{
    std::size_t const v = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (v >= n)
        return;
    Index const l = left_child[v], r = right_child[v], p = parents[v];
    Index const child = l != none<Index> ? l : r;
    tour[2 * v].next = static_cast<Index>(child != none<Index> ? 2 * child : 2 * v + 1);
    Index up = end<Index>;
    if (p != none<Index>) {
        Index const sibling = v < p ? right_child[p] : none<Index>;
        up = static_cast<Index>(sibling != none<Index> ? 2 * sibling : 2 * p + 1);
    }
    tour[2 * v + 1].next = up;
}

/// Cuts the list behind scattered arcs: piece k starts where one of them led to. An arc drawn twice cuts once, and the
/// last arc cuts nothing: such pieces start at the end.
template <class Index>
__global__ void cut_kernel(arc<Index> * tour, std::size_t arcs, tree_status<Index> const * status, Index * starts,
                           std::size_t pieces)
{
    std::size_t const k = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (k >= pieces)
        return;
    if (k == 0) {
        starts[0] = static_cast<Index>(2 * status->root);
        return;
    }
    std::uint64_t x = k * 0x9e3779b97f4a7c15ull;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    arc<Index> & cut = tour[(x ^ (x >> 31)) % arcs];
    using word = std::conditional_t<sizeof(Index) == 4, unsigned, unsigned long long>;
    auto const before =
        static_cast<Index>(atomicOr(reinterpret_cast<word *>(&cut.next), static_cast<word>(mark<Index>)));
    if (before & mark<Index>) {
        starts[k] = end<Index>;
    } else {
        starts[k] = before;
        cut.value = static_cast<Index>(k);
    }
}

/// Walks all pieces; a thread takes one after the other, without waiting for the other lanes of its warp.
template <class Index, bool Levels>
__global__ void __launch_bounds__(threads)
    walk_kernel(arc<Index> * tour, Index const * starts, std::size_t pieces, piece_sum<Index> * sums, Index * depth)
{
    std::size_t const all = std::size_t{gridDim.x} * threads;
    std::size_t k = std::size_t{blockIdx.x} * threads + threadIdx.x;
    Index at = k < pieces ? starts[k] : end<Index>;
    piece_sum<Index> sum{0, 0, none<Index>};
    while (k < pieces) {
        bool ended = at == end<Index>;
        if (!ended) {
            arc<Index> const a = tour[at];
            tour[at] = {static_cast<Index>(k), sum.down};
            if constexpr (Levels)
                if (at % 2 == 0)
                    depth[at / 2] = static_cast<Index>(2 * sum.down - sum.arcs); // arcs down less arcs up
            sum.down += at % 2 == 0;
            ++sum.arcs;
            at = a.next;
            if (a.next & mark<Index>) {
                ended = true;
                if (a.next != none<Index>)
                    sum.follower = a.value;
            } else {
                ended = at == end<Index>;
            }
        }
        if (ended) {
            sums[k] = sum;
            k += all;
            if (k < pieces)
                at = starts[k];
            sum = {0, 0, none<Index>};
        }
    }
}

/// One round of pointer doubling: sums of the 2^t pieces from each on.
template <class Index>
__global__ void double_kernel(piece_sum<Index> const * from, piece_sum<Index> * to, std::size_t pieces)
{
    std::size_t const k = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (k >= pieces)
        return;
    piece_sum<Index> sum = from[k];
    if (sum.follower != none<Index>) {
        piece_sum<Index> const next = from[sum.follower];
        sum = {static_cast<Index>(sum.down + next.down), static_cast<Index>(sum.arcs + next.arcs), next.follower};
    }
    to[k] = sum;
}

/// Numbers of the nodes: what lies before an arc is everything less what lies from its piece on, and its own sum.
template <class Index, bool Levels>
__global__ void numbers_kernel(arc<Index> const * tour, piece_sum<Index> const * sums, std::size_t pieces,
                               std::size_t n, Index * preorder, Index * size, Index * level)
{
    std::size_t const v = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (v >= n)
        return;
    arc<Index> const down = tour[2 * v], up = tour[2 * v + 1];
    piece_sum<Index> const all = sums[0];
    // links that no walk has replaced belong to nodes on a cycle; the caller finds out
    if (down.next >= pieces || up.next >= pieces)
        return;
    auto const before = [&](arc<Index> const & a) {
        return static_cast<Index>(all.down - sums[a.next].down + a.value);
    };
    Index const first = before(down);
    preorder[v] = first;
    size[v] = before(up) - first;
    if constexpr (Levels) {
        // arcs down less arcs up before the piece: 2 down - arcs
        piece_sum<Index> const from = sums[down.next];
        level[v] = static_cast<Index>(level[v] + 2 * (all.down - from.down) - (all.arcs - from.arcs));
    }
}

template <class Index>
struct numbering_memory
{
    arc<Index> * tour;
    Index * starts;
    piece_sum<Index> * sums[2];
    tree_status<Index> * status;
    Index *keys[2], *nodes[2];
    void * sort;
    std::size_t sort_bytes, pieces;

    numbering_memory(std::size_t n, bool cartesian, scratch_carver & scratch)
        : tour{scratch.take<arc<Index>>(2 * n)}, pieces{std::max<std::size_t>(1, 2 * n / arcs_of_a_piece)}
    {
        starts = scratch.take<Index>(pieces);
        for (auto & s : sums)
            s = scratch.take<piece_sum<Index>>(pieces);
        status = scratch.take<tree_status<Index>>(1);
        sort_bytes = cartesian ? 0 : sort_pairs_bytes(n, sizeof(Index));
        for (unsigned k = 0; k < 2; ++k) {
            keys[k] = scratch.take<Index>(cartesian ? 0 : n);
            nodes[k] = scratch.take<Index>(cartesian ? 0 : n);
        }
        sort = scratch.take<std::byte>(sort_bytes);
    }
};

template <class Index>
void run(numbering_task const & task)
{
    std::size_t const n = task.n, blocks = blocks_for(n, threads);
    bool const cartesian = task.left_child != nullptr;
    scratch_carver scratch{task.scratch};
    numbering_memory<Index> const m{n, cartesian, scratch};
    auto const * const parents = static_cast<Index const *>(task.parents);
    fill_bytes(m.status, 0, sizeof(*m.status), task.on);
    launch(check_parents_kernel<Index>, blocks, threads, 0, task.on, parents, n, m.status,
           cartesian ? nullptr : m.keys[0], m.nodes[0]);
    tree_status<Index> status{};
    copy_to_host(&status, m.status, sizeof(status), task.on);
    RMQ_CUDA_CHECK(cudaStreamSynchronize(task.on));
    if (status.flaw)
        throw std::invalid_argument("rooted tree: a parent is no other node");
    if (status.roots != 1)
        throw std::invalid_argument("rooted tree: exactly one node may have no parent");
    if (cartesian) {
        launch(cartesian_links_kernel<Index>, blocks, threads, 0, task.on, parents,
               static_cast<Index const *>(task.left_child), static_cast<Index const *>(task.right_child), n, m.tour);
    } else {
        sort_pairs_async({.keys_in = m.keys[0],
                          .keys_out = m.keys[1],
                          .values_in = m.nodes[0],
                          .values_out = m.nodes[1],
                          .n = n,
                          .bytes = sizeof(Index),
                          .bits = static_cast<int>(std::bit_width(n)),
                          .scratch = m.sort,
                          .scratch_bytes = m.sort_bytes,
                          .on = task.on});
        launch(leaf_links_kernel<Index>, blocks, threads, 0, task.on, m.tour, n);
        launch(sorted_links_kernel<Index>, blocks, threads, 0, task.on, m.keys[1], m.nodes[1], n, m.tour);
    }
    std::size_t const piece_blocks = blocks_for(m.pieces, threads);
    launch(cut_kernel<Index>, piece_blocks, threads, 0, task.on, m.tour, 2 * n, m.status, m.starts, m.pieces);
    auto * const level = static_cast<Index *>(task.level);
    auto * const walk = level ? walk_kernel<Index, true> : walk_kernel<Index, false>;
    launch(walk, std::min(piece_blocks, resident_blocks(walk, threads, 0)), threads, 0, task.on, m.tour, m.starts,
           m.pieces, m.sums[0], level);
    auto * from = m.sums[0];
    auto * to = m.sums[1];
    for (std::size_t reach = 1; reach < m.pieces; reach *= 2) {
        launch(double_kernel<Index>, piece_blocks, threads, 0, task.on, from, to, m.pieces);
        std::swap(from, to);
    }
    auto * const numbers = level ? numbers_kernel<Index, true> : numbers_kernel<Index, false>;
    launch(numbers, blocks, threads, 0, task.on, m.tour, from, m.pieces, n, static_cast<Index *>(task.preorder),
           static_cast<Index *>(task.size), level);
    piece_sum<Index> all{};
    copy_to_host(&all, from, sizeof(all), task.on);
    RMQ_CUDA_CHECK(cudaStreamSynchronize(task.on));
    if (all.down != n)
        throw std::invalid_argument("rooted tree: some nodes are on a cycle, not below the root");
}

} // namespace

std::size_t numbering_scratch_bytes(std::size_t n, unsigned index_bytes, bool cartesian)
{
    scratch_carver scratch;
    if (index_bytes == 4)
        (void)numbering_memory<std::uint32_t>{n, cartesian, scratch};
    else
        (void)numbering_memory<std::uint64_t>{n, cartesian, scratch};
    return scratch.used();
}

void number_nodes(numbering_task const & task)
{
    if (task.n == 0 || task.n >= (std::size_t{1} << (8 * task.index_bytes - 2)))
        throw std::invalid_argument("rooted tree: the number of nodes is 0 or too large for the index type");
    if (task.index_bytes == 4)
        run<std::uint32_t>(task);
    else
        run<std::uint64_t>(task);
}

} // namespace rmq::cuda::detail
