// SPDX-License-Identifier: BSD-3-Clause
/// All nearest smaller values by tiles; the figures are in nearest_tiles_tuning.hpp, the method in
/// docs/algorithms/nearest-smaller-gpu.md. Keys are compared, smaller is better. "Open" on a side: no match yet there.
#pragma once

#include "detail/kernel_launch.cuh"
#include "detail/nearest_tiles_tuning.hpp"

#include <rmq/detail/nearest_rule.hpp>

#include <type_traits>

namespace rmq::cuda::detail {

using rmq::detail::equal_side;

enum side : unsigned { left_side = 0, right_side = 1 };

/// Minima of tiles, of 32 tiles, of 1,024 tiles, ...
template <class Key>
struct minima_tree
{
    static constexpr unsigned max_levels = 8;
    Key * level[max_levels];
    std::uint32_t count[max_levels];
    unsigned levels;
};

/// Everything that the kernels share.
template <class Key, class Index>
struct tiles_problem
{
    Key const * values; ///< bits
    std::size_t n;
    key_map<Key> to_key;
    Index * out[2]; ///< matches on the left and right; out[0] takes parents where these are asked for
    bool aligned;   ///< values and results lie on 16 bytes
    minima_tree<Key> tree;
    Key * open_keys;              ///< [tiles][2][open_capacity]
    std::uint16_t * open_at;      ///< [tiles][2][open_capacity] places in the tile
    std::uint32_t * open_count;   ///< [tiles][2]
    std::uint32_t * queue;        ///< [2][tiles] tiles with more open elements than a list takes
    std::uint32_t * queue_length; ///< [2]

    [[nodiscard]] __device__ std::uint32_t tiles() const { return tree.count[0]; }
    [[nodiscard]] __device__ std::size_t list(std::uint32_t tile, unsigned side) const
    {
        return (std::size_t{tile} * 2 + side) * open_capacity;
    }
};

/// An element with key `other` on that side of an element with key `x` is a match of it.
template <equal_side Equals>
[[nodiscard]] __device__ __forceinline__ bool matches(unsigned side, auto other, auto x)
{
    if constexpr (Equals == equal_side::none)
        return other < x;
    else
        return other < x || (other == x && side == (Equals == equal_side::left ? left_side : right_side));
}

template <class Key>
[[nodiscard]] __device__ constexpr Key worst_key()
{
    return std::numeric_limits<Key>::max();
}

/// One element in `chunk_items` consecutive ones belongs to a thread; rows are padded against bank conflicts.
template <class Key>
struct tile_rows
{
    static constexpr unsigned stride = chunk_items + vector_of<Key>::size;
    Key key[tile_threads * stride];
    [[nodiscard]] __device__ static unsigned at(unsigned position)
    {
        return position / chunk_items * stride + position % chunk_items;
    }
};

/// Reads a tile into shared rows, as keys; what lies behind the end is the worst key.
template <class Key, class Index>
__device__ void load_tile(tiles_problem<Key, Index> const & p, std::uint32_t tile, tile_rows<Key> & rows)
{
    constexpr unsigned per = vector_of<Key>::size;
    std::size_t const base = std::size_t{tile} * tile_items;
    if (p.aligned && base + tile_items <= p.n) {
        auto const * from = reinterpret_cast<vector_of<Key> const *>(p.values + base);
        vector_of<Key> v[chunk_items / per];
#pragma unroll
        for (unsigned k = 0; k < chunk_items / per; ++k)
            v[k] = from[threadIdx.x + k * tile_threads];
#pragma unroll
        for (unsigned k = 0; k < chunk_items / per; ++k) {
#pragma unroll
            for (Key & x : v[k].element)
                x = p.to_key(x);
            *reinterpret_cast<vector_of<Key> *>(rows.key + rows.at((threadIdx.x + k * tile_threads) * per)) = v[k];
        }
    } else {
        for (unsigned i = threadIdx.x; i < tile_items; i += tile_threads)
            rows.key[rows.at(i)] = base + i < p.n ? p.to_key(p.values[base + i]) : worst_key<Key>();
    }
}

/// A thread's own elements.
template <class Key>
__device__ __forceinline__ void own_chunk(tile_rows<Key> const & rows, Key (&key)[chunk_items])
{
    constexpr unsigned per = vector_of<Key>::size;
#pragma unroll
    for (unsigned k = 0; k < chunk_items / per; ++k) {
        auto const v = *reinterpret_cast<vector_of<Key> const *>(rows.key + threadIdx.x * rows.stride + k * per);
#pragma unroll
        for (unsigned e = 0; e < per; ++e)
            key[k * per + e] = v.element[e];
    }
}

inline constexpr std::uint32_t open_mark = 0x8000; ///< in a place: no match in the tile so far

/// Matches within chunks on one side: every pair, the nearest written last. Places go to `place` [tile_items];
/// returns the chunk's open elements, a bit each.
template <equal_side Equals, unsigned Side, class Key>
__device__ __forceinline__ unsigned match_in_chunk(Key const (&key)[chunk_items], std::uint16_t * place)
{
    std::uint32_t at[chunk_items];
#pragma unroll
    for (std::uint32_t & a : at)
        a = open_mark;
#pragma unroll
    for (unsigned i = 0; i < chunk_items; ++i) {
        if constexpr (Side == left_side) {
#pragma unroll
            for (unsigned j = 0; j < i; ++j)
                if (matches<Equals>(Side, key[j], key[i]))
                    at[i] = j;
        } else {
#pragma unroll
            for (unsigned j = chunk_items - 1; j > i; --j)
                if (matches<Equals>(Side, key[j], key[i]))
                    at[i] = j;
        }
    }
    unsigned open = 0;
    std::uint32_t const base = threadIdx.x * chunk_items * 0x10001;
    vector_of<std::uint32_t> * const to =
        reinterpret_cast<vector_of<std::uint32_t> *>(place + threadIdx.x * chunk_items);
#pragma unroll
    for (unsigned k = 0; k < chunk_items / 8; ++k) {
        vector_of<std::uint32_t> v;
#pragma unroll
        for (unsigned e = 0; e < 4; ++e) {
            std::uint32_t const both = at[8 * k + 2 * e] | at[8 * k + 2 * e + 1] << 16;
            open |= (both >> 15 & 1) << (8 * k + 2 * e) | (both >> 31) << (8 * k + 2 * e + 1);
            v.element[e] = both | base;
        }
        to[k] = v;
    }
    return open;
}

/// What a tile knows of its chunks.
template <class Key>
struct chunk_summary
{
    Key minimum[tile_threads];
    Key warp_minimum[tile_threads / warp_lanes];
    std::uint16_t open[2][tile_threads]; ///< elements without a match in their chunk
    std::uint8_t near[2]
                     [tile_threads]; ///< nearest chunk of the warp with a smaller minimum, itself where there is none
    std::uint8_t link[2][tile_threads]; ///< the same in the whole tile
};

/// Lane of the nearest lane on that side with a smaller value, its own where there is none: windows of 1, 2, 4, 8, 16
/// lanes, then a descent.
template <unsigned Side, class Key>
__device__ __forceinline__ unsigned warp_nearest(Key x)
{
    constexpr bool left = Side == left_side;
    auto const lane = static_cast<int>(threadIdx.x % warp_lanes);
    Key window[5];
    window[0] = x;
#pragma unroll
    for (int k = 1; k < 5; ++k) {
        Key const next = left ? __shfl_up_sync(all_lanes, window[k - 1], 1u << (k - 1))
                              : __shfl_down_sync(all_lanes, window[k - 1], 1u << (k - 1));
        window[k] = next < window[k - 1] ? next : window[k - 1];
    }
    int at = left ? lane - 1 : lane + 1;
#pragma unroll
    for (int k = 4; k >= 0; --k) {
        Key const best = __shfl_sync(all_lanes, window[k], at & 31);
        if (at >= 0 && at < 32 && !(best < x))
            at += left ? -(1 << k) : 1 << k;
    }
    return static_cast<unsigned>(at >= 0 && at < 32 ? at : lane);
}

/// Minimum of all chunks of the tile on that side of the calling thread's own; chunks.warp_minimum must be there.
template <unsigned Side, class Key>
__device__ __forceinline__ Key minimum_beyond(Key own, chunk_summary<Key> const & chunks)
{
    constexpr bool left = Side == left_side;
    unsigned const lane = threadIdx.x % warp_lanes, warp = threadIdx.x / warp_lanes;
#pragma unroll
    for (unsigned d = 1; d < warp_lanes; d *= 2) {
        Key const other = left ? __shfl_up_sync(all_lanes, own, d) : __shfl_down_sync(all_lanes, own, d);
        own = other < own ? other : own;
    }
    Key beyond = left ? __shfl_up_sync(all_lanes, own, 1) : __shfl_down_sync(all_lanes, own, 1);
    if (lane == (left ? 0 : warp_lanes - 1))
        beyond = worst_key<Key>();
#pragma unroll
    for (unsigned w = 0; w < tile_threads / warp_lanes; ++w) {
        Key const other = chunks.warp_minimum[w];
        if ((left ? w < warp : w > warp) && other < beyond)
            beyond = other;
    }
    return beyond;
}

/// Link of the calling thread's chunk: where its warp has none, through the warps and then along their own ones.
template <unsigned Side, class Key>
__device__ __forceinline__ void link_chunk(chunk_summary<Key> & chunks, Key minimum, Key beyond)
{
    constexpr bool left = Side == left_side;
    unsigned link = chunks.near[Side][threadIdx.x];
    if (link == threadIdx.x && beyond < minimum) {
        unsigned warp = threadIdx.x / warp_lanes;
        do
            left ? --warp : ++warp;
        while (!(chunks.warp_minimum[warp] < minimum));
        link = warp * warp_lanes + (left ? warp_lanes - 1 : 0);
        while (!(chunks.minimum[link] < minimum))
            link = chunks.near[Side][link];
    }
    chunks.link[Side][threadIdx.x] = static_cast<std::uint8_t>(link);
}

/// The stair of a chunk's mask that is next to the asker.
template <unsigned Side>
[[nodiscard]] __device__ __forceinline__ unsigned near_stair(unsigned stairs)
{
    return static_cast<unsigned>(Side == left_side ? 31 - __clz(static_cast<int>(stairs))
                                                   : __ffs(static_cast<int>(stairs)) - 1);
}

/// Matches in other chunks of the tile where a warp has few open elements that have one: they are spread over the
/// lanes, each finds the chunk along the links and then the stair.
template <equal_side Equals, unsigned Side, class Key>
__device__ __forceinline__ void match_listed(tile_rows<Key> const & rows, chunk_summary<Key> const & chunks,
                                             std::uint16_t * place, std::uint16_t const * list, unsigned count)
{
    for (unsigned e = threadIdx.x % warp_lanes; e < count; e += warp_lanes) {
        unsigned const i = list[e];
        Key const x = rows.key[rows.at(i)];
        unsigned chunk = i / chunk_items;
        Side == left_side ? --chunk : ++chunk;
        while (!matches<Equals>(Side, chunks.minimum[chunk], x))
            chunk = chunks.link[Side][chunk];
        unsigned stairs = chunks.open[1 - Side][chunk];
        unsigned stair = near_stair<Side>(stairs);
        while (!matches<Equals>(Side, rows.key[chunk * rows.stride + stair], x)) {
            stairs ^= 1u << stair;
            stair = near_stair<Side>(stairs);
        }
        place[i] = static_cast<std::uint16_t>(chunk * chunk_items + stair);
    }
}

/// The same where there are many: a thread takes its own chunk's. Its elements' values fall from the near one to the
/// far one, so each goes on where the one before ended: every probe that fails takes a stair or a chunk away for good.
template <equal_side Equals, unsigned Side, class Key>
__device__ __forceinline__ void match_own(tile_rows<Key> const & rows, chunk_summary<Key> const & chunks,
                                          std::uint16_t * place, unsigned open)
{
    if (open == 0)
        return;
    constexpr unsigned other_side = 1 - Side;
    unsigned chunk = threadIdx.x;
    Side == left_side ? --chunk : ++chunk;
    unsigned stairs = chunks.open[other_side][chunk];
    while (open != 0) {
        // the near one's stair is the other side's near end of the mask
        unsigned const mine = near_stair<other_side>(open);
        Key const x = rows.key[threadIdx.x * rows.stride + mine];
        while (!matches<Equals>(Side, chunks.minimum[chunk], x)) {
            chunk = chunks.link[Side][chunk];
            stairs = chunks.open[other_side][chunk];
        }
        unsigned stair = near_stair<Side>(stairs);
        while (!matches<Equals>(Side, rows.key[chunk * rows.stride + stair], x)) {
            stairs ^= 1u << stair;
            stair = near_stair<Side>(stairs);
        }
        place[threadIdx.x * chunk_items + mine] = static_cast<std::uint16_t>(chunk * chunk_items + stair);
        open ^= 1u << mine;
    }
}

/// Matches of a warp's open elements in other chunks of the tile, where there are any.
/// @param open   open elements of the calling thread's chunk that have one
/// @param list   [list_capacity] the warp's
template <equal_side Equals, unsigned Side, class Key>
__device__ __forceinline__ void match_in_tile(tile_rows<Key> const & rows, chunk_summary<Key> const & chunks,
                                              std::uint16_t * place, std::uint16_t * list, unsigned open)
{
    unsigned const lane = threadIdx.x % warp_lanes;
    auto const own = static_cast<unsigned>(__popc(open));
    unsigned before = own;
#pragma unroll
    for (unsigned d = 1; d < warp_lanes; d *= 2) {
        unsigned const other = __shfl_up_sync(all_lanes, before, d);
        before += lane >= d ? other : 0;
    }
    unsigned const count = __shfl_sync(all_lanes, before, warp_lanes - 1);
    if (count > list_capacity)
        return match_own<Equals, Side>(rows, chunks, place, open);
    std::uint16_t * to = list + (before - own);
    for (; open != 0; open &= open - 1)
        *to++ = static_cast<std::uint16_t>(threadIdx.x * chunk_items +
                                           static_cast<unsigned>(__ffs(static_cast<int>(open))) - 1);
    __syncwarp();
    match_listed<Equals, Side>(rows, chunks, place, list, count);
    __syncwarp();
}

/// The parent of an element whose matches on both sides are known: the worse one, ties as the order says.
template <equal_side Equals, class Key>
[[nodiscard]] __device__ __forceinline__ bool right_is_parent(Key left_key, Key right_key)
{
    return Equals == equal_side::right ? left_key < right_key : left_key <= right_key;
}

/// Shared memory of solve_tiles_kernel.
template <class Key>
struct tile_memory
{
    tile_rows<Key> rows;
    alignas(16) std::uint16_t place[2][tile_items]; ///< match of every element in the tile, or open_mark and anything
    chunk_summary<Key> chunks;
    std::uint16_t lists[tile_threads / warp_lanes][list_capacity];
    std::uint32_t open_count[2];
};

/// The kernel that does nearly everything: one tile a block.
template <class Key, class Index, equal_side Equals, bool Parents>
__global__ void __launch_bounds__(tile_threads, tile_blocks<Key>) solve_tiles_kernel(tiles_problem<Key, Index> const p)
{
    extern __shared__ __align__(16) unsigned char shared[];
    auto & [rows, place, chunks, lists, open_count] = *reinterpret_cast<tile_memory<Key> *>(shared);
    std::uint32_t const tile = blockIdx.x;
    std::size_t const base = std::size_t{tile} * tile_items;
    auto const valid = static_cast<unsigned>(p.n - base < tile_items ? p.n - base : tile_items);
    unsigned const lane = threadIdx.x % warp_lanes;
    if (threadIdx.x < 2)
        open_count[threadIdx.x] = 0;
    load_tile(p, tile, rows);
    __syncthreads();
    unsigned open[2], inside[2]; // no match in the chunk; of these, a match in the tile
    {
        Key key[chunk_items];
        own_chunk(rows, key);
        Key minimum = key[0];
#pragma unroll
        for (unsigned i = 1; i < chunk_items; ++i)
            minimum = key[i] < minimum ? key[i] : minimum;
        open[0] = match_in_chunk<Equals, left_side>(key, place[0]);
        open[1] = match_in_chunk<Equals, right_side>(key, place[1]);
        unsigned const first_chunk = threadIdx.x - lane;
        chunks.minimum[threadIdx.x] = minimum;
        chunks.open[0][threadIdx.x] = static_cast<std::uint16_t>(open[0]);
        chunks.open[1][threadIdx.x] = static_cast<std::uint16_t>(open[1]);
        chunks.near[0][threadIdx.x] = static_cast<std::uint8_t>(first_chunk + warp_nearest<left_side>(minimum));
        chunks.near[1][threadIdx.x] = static_cast<std::uint8_t>(first_chunk + warp_nearest<right_side>(minimum));
        Key warp_minimum = minimum;
        for (unsigned d = 1; d < warp_lanes; d *= 2) {
            Key const other = __shfl_xor_sync(all_lanes, warp_minimum, static_cast<int>(d));
            warp_minimum = other < warp_minimum ? other : warp_minimum;
        }
        if (lane == 0)
            chunks.warp_minimum[threadIdx.x / warp_lanes] = warp_minimum;
        __syncthreads();
        Key const before = minimum_beyond<left_side>(minimum, chunks),
                  behind = minimum_beyond<right_side>(minimum, chunks);
        link_chunk<left_side>(chunks, minimum, before);
        link_chunk<right_side>(chunks, minimum, behind);
        inside[0] = inside[1] = 0;
#pragma unroll
        for (unsigned i = 0; i < chunk_items; ++i) {
            if (matches<Equals>(left_side, before, key[i]))
                inside[0] |= 1u << i;
            if (matches<Equals>(right_side, behind, key[i]))
                inside[1] |= 1u << i;
        }
        // the ends of the tile have nothing beyond them
        inside[0] = threadIdx.x == 0 ? 0 : inside[0] & open[0];
        inside[1] = threadIdx.x == tile_threads - 1 ? 0 : inside[1] & open[1];
        open[0] ^= inside[0];
        open[1] ^= inside[1];
    }
    __syncthreads();
    {
        std::uint16_t * const list = lists[threadIdx.x / warp_lanes];
        match_in_tile<Equals, left_side>(rows, chunks, place[0], list, inside[0]);
        match_in_tile<Equals, right_side>(rows, chunks, place[1], list, inside[1]);
    }

    // lists of what stays open; elements behind the end do not count
    unsigned const first = threadIdx.x * chunk_items;
    unsigned const exist = first >= valid                 ? 0
                           : valid - first >= chunk_items ? (1u << chunk_items) - 1
                                                          : (1u << (valid - first)) - 1;
#pragma unroll
    for (unsigned s = 0; s < 2; ++s) {
        open[s] &= exist;
        if (open[s] == 0)
            continue;
        unsigned slot = atomicAdd(&open_count[s], static_cast<std::uint32_t>(__popc(open[s])));
        for (; open[s] != 0 && slot < open_capacity; ++slot) {
            auto const i = static_cast<unsigned>(__ffs(static_cast<int>(open[s])) - 1);
            open[s] &= open[s] - 1;
            p.open_keys[p.list(tile, s) + slot] = rows.key[threadIdx.x * rows.stride + i];
            p.open_at[p.list(tile, s) + slot] = static_cast<std::uint16_t>(first + i);
        }
    }
    __syncthreads();
    if (threadIdx.x < 2) {
        std::uint32_t const count = open_count[threadIdx.x];
        p.open_count[tile * 2 + threadIdx.x] = count;
        if (count > open_capacity)
            p.queue[threadIdx.x * p.tiles() + atomicAdd(&p.queue_length[threadIdx.x], 1u)] = tile;
    }
    if (threadIdx.x == 2) {
        Key minimum = chunks.warp_minimum[0];
        for (unsigned w = 1; w < tile_threads / warp_lanes; ++w)
            minimum = chunks.warp_minimum[w] < minimum ? chunks.warp_minimum[w] : minimum;
        p.tree.level[0][tile] = minimum;
    }

    // places to indices, consecutive threads to consecutive elements
    constexpr unsigned per = 4;
    constexpr Index none = rmq::no_position<Index>;
    bool const whole = p.aligned && valid == tile_items;
#pragma unroll
    for (unsigned s = 0; s < (Parents ? 1 : 2); ++s) {
        bool const others_store = !Parents && open_count[s] > open_capacity && p.tiles() > 1;
        for (unsigned k = 0; k < tile_items / per / tile_threads; ++k) {
            unsigned const i = (threadIdx.x + k * tile_threads) * per;
            Index result[per];
            unsigned open_here = 0;
            if constexpr (Parents) {
                auto const l = *reinterpret_cast<ushort4 const *>(place[0] + i);
                auto const r = *reinterpret_cast<ushort4 const *>(place[1] + i);
                unsigned const ls[per] = {l.x, l.y, l.z, l.w}, rs[per] = {r.x, r.y, r.z, r.w};
#pragma unroll
                for (unsigned e = 0; e < per; ++e) {
                    // a place behind the end is none
                    bool const has_l = !(ls[e] & open_mark), has_r = !(rs[e] & open_mark) && rs[e] < valid;
                    bool take_right = has_r;
                    if (has_l && has_r)
                        take_right = right_is_parent<Equals>(rows.key[rows.at(ls[e])], rows.key[rows.at(rs[e])]);
                    result[e] = has_l || has_r ? static_cast<Index>(base + (take_right ? rs[e] : ls[e])) : none;
                }
            } else {
                auto const at = *reinterpret_cast<ushort4 const *>(place[s] + i);
                unsigned const places[per] = {at.x, at.y, at.z, at.w};
#pragma unroll
                for (unsigned e = 0; e < per; ++e) {
                    bool const is_open = places[e] & open_mark;
                    open_here += is_open;
                    result[e] = is_open || (!whole && s == right_side && places[e] >= valid)
                                    ? none
                                    : static_cast<Index>(base + places[e]);
                }
            }
            if (whole) {
                // whole vectors of open elements are left to the kernel for tiles with many of them
                if (others_store && open_here == per)
                    continue;
                constexpr unsigned vector = vector_of<Index>::size;
#pragma unroll
                for (unsigned v = 0; v < per; v += vector) {
                    vector_of<Index> out;
#pragma unroll
                    for (unsigned e = 0; e < vector; ++e)
                        out.element[e] = result[v + e];
                    *reinterpret_cast<vector_of<Index> *>(p.out[s] + base + i + v) = out;
                }
            } else {
#pragma unroll
                for (unsigned e = 0; e < per; ++e)
                    if (i + e < valid)
                        p.out[s][base + i + e] = result[e];
            }
        }
    }
}

/// Minima of groups of 32: level `first` of the tree from the level below.
template <class Key>
__global__ void minima_level_kernel(minima_tree<Key> const tree, unsigned level)
{
    std::uint32_t const i = blockIdx.x * blockDim.x + threadIdx.x;
    Key minimum = i < tree.count[level - 1] ? tree.level[level - 1][i] : worst_key<Key>();
    for (unsigned d = 1; d < warp_lanes; d *= 2) {
        Key const other = __shfl_xor_sync(all_lanes, minimum, static_cast<int>(d));
        minimum = other < minimum ? other : minimum;
    }
    if (i % warp_lanes == 0 && i / warp_lanes < tree.count[level])
        tree.level[level][i / warp_lanes] = minimum;
}

/// All levels from `first` on, in one block.
template <class Key>
__global__ void __launch_bounds__(1024) minima_top_kernel(minima_tree<Key> const tree, unsigned first)
{
    for (unsigned level = first; level < tree.levels; ++level) {
        std::uint32_t const below = tree.count[level - 1];
        for (std::uint32_t i = threadIdx.x; i < (below + 31) / 32 * 32; i += blockDim.x) {
            Key minimum = i < below ? tree.level[level - 1][i] : worst_key<Key>();
            for (unsigned d = 1; d < warp_lanes; d *= 2) {
                Key const other = __shfl_xor_sync(all_lanes, minimum, static_cast<int>(d));
                minimum = other < minimum ? other : minimum;
            }
            if (i % warp_lanes == 0)
                tree.level[level][i / warp_lanes] = minimum;
        }
        __syncthreads();
    }
}

/// The nearest tile at or beyond `from` with a minimum that matches x, or -1. By all lanes of a warp.   O(levels).
template <equal_side Equals, class Key>
__device__ std::int64_t find_tile(minima_tree<Key> const & tree, unsigned side, std::int64_t from, Key x)
{
    auto const lane = static_cast<std::int64_t>(threadIdx.x % warp_lanes);
    unsigned level = 0;
    unsigned hits = 0;
    for (;; ++level) {
        if (from < 0 || level == tree.levels || from >= static_cast<std::int64_t>(tree.count[level]))
            return -1;
        std::int64_t const i = from / 32 * 32 + lane;
        bool const hit =
            (side == left_side ? i <= from : i >= from && i < static_cast<std::int64_t>(tree.count[level])) &&
            matches<Equals>(side, tree.level[level][i], x);
        hits = __ballot_sync(all_lanes, hit);
        if (hits)
            break;
        from = from / 32 + (side == left_side ? -1 : 1);
    }
    auto const nearest = [&] {
        return side == left_side ? 31 - __clz(static_cast<int>(hits)) : __ffs(static_cast<int>(hits)) - 1;
    };
    from = from / 32 * 32 + nearest();
    while (level-- > 0) {
        std::int64_t const i = from * 32 + lane;
        hits = __ballot_sync(all_lanes, i < static_cast<std::int64_t>(tree.count[level]) &&
                                            matches<Equals>(side, tree.level[level][i], x));
        from = from * 32 + nearest();
    }
    return from;
}

/// Writes a match found in another tile.
template <equal_side Equals, bool Parents, class Key, class Index>
__device__ void store_match(tiles_problem<Key, Index> const & p, unsigned side, std::size_t i, std::size_t match,
                            Key match_key)
{
    if constexpr (Parents) {
        // what is there is the match on the other side, if there is one
        Index const other = p.out[0][i];
        if (other != rmq::no_position<Index>) {
            Key const other_key = p.to_key(p.values[other]);
            bool const take_right = side == right_side ? right_is_parent<Equals>(other_key, match_key)
                                                       : right_is_parent<Equals>(match_key, other_key);
            if (take_right != (side == right_side))
                return;
        }
        p.out[0][i] = static_cast<Index>(match);
    } else {
        p.out[side][i] = static_cast<Index>(match);
    }
}

/// Matches in other tiles of tiles with few open elements: a warp takes a tile and one side, a lane an element.
template <class Key, class Index, equal_side Equals, bool Parents>
__global__ void __launch_bounds__(link_threads)
    link_lists_kernel(tiles_problem<Key, Index> const p, unsigned first_side, unsigned sides)
{
    std::size_t const warp = (std::size_t{blockIdx.x} * link_threads + threadIdx.x) / warp_lanes;
    if (warp >= std::size_t{p.tiles()} * sides)
        return;
    auto const tile = static_cast<std::uint32_t>(warp / sides);
    unsigned const side = first_side + static_cast<unsigned>(warp % sides);
    bool const left = side == left_side;
    unsigned const lane = threadIdx.x % warp_lanes;
    std::uint32_t const count = p.open_count[tile * 2 + side];
    if (count > open_capacity)
        return;
    bool waits = lane < count;
    Key const x = waits ? p.open_keys[p.list(tile, side) + lane] : std::numeric_limits<Key>::min();
    std::size_t const i = std::size_t{tile} * tile_items + (waits ? p.open_at[p.list(tile, side) + lane] : 0);
    std::int64_t other = tile;
    while (__any_sync(all_lanes, waits)) {
        Key loosest = warp_max(waits ? x : std::numeric_limits<Key>::min());
        other = find_tile<Equals>(p.tree, side, other + (left ? -1 : 1), loosest);
        if (other < 0)
            return;
        std::size_t const base = static_cast<std::size_t>(other) * tile_items;
        auto const there = static_cast<std::uint32_t>(other);
        std::uint32_t const there_count = p.open_count[there * 2 + (1 - side)];
        if (there_count <= open_capacity) {
            // a match is open towards this tile; lists have no order, so the nearest place is looked for
            Key const key = lane < there_count ? p.open_keys[p.list(there, 1 - side) + lane] : Key{0};
            int const place = lane < there_count ? p.open_at[p.list(there, 1 - side) + lane] : 0;
            int best = left ? -1 : static_cast<int>(tile_items);
            Key best_key = 0;
            for (unsigned e = 0; e < there_count; ++e) {
                Key const k = __shfl_sync(all_lanes, key, static_cast<int>(e));
                int const at = __shfl_sync(all_lanes, place, static_cast<int>(e));
                if (waits && matches<Equals>(side, k, x) && (left ? at > best : at < best)) {
                    best = at;
                    best_key = k;
                }
            }
            if (waits && best >= 0 && best < static_cast<int>(tile_items)) {
                store_match<Equals, Parents>(p, side, i, base + static_cast<std::size_t>(best), best_key);
                waits = false;
            }
            continue;
        }
        // many there: walk over the elements themselves, 32 at a time, from the near end
        std::size_t const size = p.n - base < tile_items ? p.n - base : tile_items;
        for (unsigned step = 0; step < tile_items / warp_lanes; ++step) {
            std::size_t const at = (left ? tile_items / warp_lanes - 1 - step : step) * warp_lanes + lane;
            Key const key = at < size ? p.to_key(p.values[base + at]) : worst_key<Key>();
            bool more = false;
            for (;;) {
                loosest = warp_max(waits ? x : std::numeric_limits<Key>::min());
                more = __any_sync(all_lanes, waits);
                unsigned const hits =
                    __ballot_sync(all_lanes, more && at < size && matches<Equals>(side, key, loosest));
                if (!hits)
                    break;
                int const nearest = left ? 31 - __clz(static_cast<int>(hits)) : __ffs(static_cast<int>(hits)) - 1;
                Key const k = __shfl_sync(all_lanes, key, nearest);
                if (waits && matches<Equals>(side, k, x)) {
                    store_match<Equals, Parents>(p, side, i, base + at - lane + static_cast<std::size_t>(nearest), k);
                    waits = false;
                }
            }
            if (!more)
                return;
        }
    }
}

/// Exclusive minimum over the threads of a block on one side: of all threads behind (right side) or before (left side).
template <class Key>
__device__ Key beyond_minimum(Key own, unsigned side, Key * warp_minima)
{
    bool const left = side == left_side;
    unsigned const lane = threadIdx.x % warp_lanes, warp = threadIdx.x / warp_lanes;
    Key inclusive = own;
    for (unsigned d = 1; d < warp_lanes; d *= 2) {
        Key const other = left ? __shfl_up_sync(all_lanes, inclusive, d) : __shfl_down_sync(all_lanes, inclusive, d);
        inclusive = other < inclusive ? other : inclusive;
    }
    Key beyond = left ? __shfl_up_sync(all_lanes, inclusive, 1) : __shfl_down_sync(all_lanes, inclusive, 1);
    if (lane == (left ? 0 : warp_lanes - 1))
        beyond = worst_key<Key>();
    if (lane == (left ? warp_lanes - 1 : 0))
        warp_minima[warp] = inclusive;
    __syncthreads();
    for (unsigned w = 0; w < tile_threads / warp_lanes; ++w)
        if (left ? w < warp : w > warp)
            beyond = warp_minima[w] < beyond ? warp_minima[w] : beyond;
    __syncthreads();
    return beyond;
}

/// Shared memory of link_tiles_kernel: the keys of the tile, which its results replace, and the other tile.
template <class Key, class Index>
struct link_memory
{
    using slot = std::conditional_t<(sizeof(Index) > sizeof(Key)), Index, Key>;
    static constexpr unsigned stride = chunk_items + vector_of<slot>::size;
    tile_rows<Key> rows;
    alignas(16) slot own[tile_threads * stride];
    std::uint16_t open[tile_threads]; ///< elements that were open when this kernel began, a bit each
};

/// Matches in other tiles of tiles with many open elements: a block takes one at a time. Both tiles
/// lie in shared memory; the other one's minima from its near end on fall, and each thread searches them for its own
/// elements, going on where the element before it ended.
template <class Key, class Index, equal_side Equals, bool Parents, unsigned Side>
__global__ void __launch_bounds__(tile_threads) link_tiles_kernel(tiles_problem<Key, Index> const p)
{
    extern __shared__ __align__(16) unsigned char shared[];
    using memory = link_memory<Key, Index>;
    using slot = typename memory::slot;
    auto & [rows, own, open] = *reinterpret_cast<memory *>(shared);
    slot * const mine = own + threadIdx.x * memory::stride;
    __shared__ Key warp_minima[tile_threads / warp_lanes];
    __shared__ std::int64_t next_tile;
    __shared__ Key list_key[open_capacity];
    __shared__ std::uint16_t list_at[open_capacity];
    constexpr Index none = rmq::no_position<Index>;
    constexpr unsigned side = Side;
    constexpr bool left = Side == left_side;
    std::uint32_t const items = p.queue_length[Side];
    for (std::uint32_t item = blockIdx.x; item < items; item += gridDim.x) {
        std::uint32_t const tile = p.queue[Side * p.tiles() + item];
        std::size_t const base = std::size_t{tile} * tile_items;
        auto const valid = static_cast<unsigned>(p.n - base < tile_items ? p.n - base : tile_items);
        load_tile(p, tile, rows);
        __syncthreads();
        Key key[chunk_items];
        own_chunk(rows, key);
        Key running = key[0];
#pragma unroll
        for (unsigned i = 1; i < chunk_items; ++i)
            running = key[i] < running ? key[i] : running;
        running = beyond_minimum(running, side, warp_minima);
        unsigned waits = 0;
        unsigned const first = threadIdx.x * chunk_items;
        bool const outermost = left ? threadIdx.x == 0 : first + chunk_items >= valid;
        bool seen = !outermost;
#pragma unroll
        for (unsigned k = 0; k < chunk_items; ++k) {
            unsigned const i = left ? k : chunk_items - 1 - k;
            bool const exists = first + i < valid;
            if (exists && !(seen && matches<Equals>(side, running, key[i])))
                waits |= 1u << i;
            if (exists) {
                running = seen && running < key[i] ? running : key[i];
                seen = true;
            }
        }
        constexpr unsigned slots = vector_of<slot>::size;
#pragma unroll
        for (unsigned i = 0; i < chunk_items; i += slots) {
            vector_of<slot> v;
#pragma unroll
            for (unsigned e = 0; e < slots; ++e)
                v.element[e] = static_cast<slot>(key[i + e]);
            *reinterpret_cast<vector_of<slot> *>(mine + i) = v;
        }
        open[threadIdx.x] = static_cast<std::uint16_t>(waits);
        auto const nearest = [&] {
            return static_cast<unsigned>(left ? __ffs(static_cast<int>(waits)) - 1
                                              : 31 - __clz(static_cast<int>(waits)));
        };
        auto const key_of = [&](unsigned i) { return static_cast<Key>(mine[i]); };
        std::int64_t other = tile;
        for (;;) {
            Key const loosest = waits ? key_of(nearest()) : std::numeric_limits<Key>::min();
            Key const warp_loosest = warp_max(loosest);
            if (threadIdx.x % warp_lanes == 0)
                warp_minima[threadIdx.x / warp_lanes] = warp_loosest;
            if (__syncthreads_or(waits != 0) == 0)
                break;
            if (threadIdx.x < warp_lanes) {
                Key block_loosest = warp_minima[0];
                for (unsigned w = 1; w < tile_threads / warp_lanes; ++w)
                    block_loosest = warp_minima[w] < block_loosest ? block_loosest : warp_minima[w];
                std::int64_t const found = find_tile<Equals>(p.tree, side, other + (left ? -1 : 1), block_loosest);
                if (threadIdx.x == 0)
                    next_tile = found;
            }
            __syncthreads();
            other = next_tile;
            if (other < 0)
                break;
            auto const there = static_cast<std::uint32_t>(other);
            std::size_t const there_base = static_cast<std::size_t>(there) * tile_items;
            std::uint32_t const there_count = p.open_count[there * 2 + (1 - side)];
            auto const found = [&](unsigned i, unsigned place, Key match_key) {
                if constexpr (Parents)
                    store_match<Equals, Parents>(p, side, base + first + i, there_base + place, match_key);
                else
                    mine[i] = static_cast<slot>(static_cast<Index>(there_base + place));
                waits ^= 1u << i;
            };
            if (there_count <= open_capacity) {
                if (threadIdx.x < there_count) {
                    list_key[threadIdx.x] = p.open_keys[p.list(there, 1 - side) + threadIdx.x];
                    list_at[threadIdx.x] = p.open_at[p.list(there, 1 - side) + threadIdx.x];
                }
                __syncthreads();
                while (waits) {
                    unsigned const i = nearest();
                    Key const x = key_of(i);
                    int best = left ? -1 : static_cast<int>(tile_items);
                    Key best_key = 0;
                    for (unsigned e = 0; e < there_count; ++e)
                        if (int const at = list_at[e];
                            matches<Equals>(side, list_key[e], x) && (left ? at > best : at < best)) {
                            best = at;
                            best_key = list_key[e];
                        }
                    if (best < 0 || best >= static_cast<int>(tile_items))
                        break;
                    found(i, static_cast<unsigned>(best), best_key);
                }
                __syncthreads();
                continue;
            }
            load_tile(p, there, rows);
            __syncthreads();
            Key minimum;
            {
                Key theirs[chunk_items];
                own_chunk(rows, theirs);
                // from the near end on: its left end for matches on the right
                minimum = theirs[0];
#pragma unroll
                for (unsigned i = 1; i < chunk_items; ++i)
                    minimum = theirs[i] < minimum ? theirs[i] : minimum;
                minimum = beyond_minimum(minimum, left ? right_side : left_side, warp_minima);
#pragma unroll
                for (unsigned k = 0; k < chunk_items; ++k) {
                    unsigned const i = left ? chunk_items - 1 - k : k;
                    minimum = theirs[i] < minimum ? theirs[i] : minimum;
                    rows.key[threadIdx.x * rows.stride + i] = minimum;
                }
            }
            __syncthreads();
            auto const minimum_at = [&](unsigned steps) {
                return rows.key[rows.at(left ? tile_items - 1 - steps : steps)];
            };
            unsigned from = 0; // steps from the near end; minima before it match no element that still waits
            while (waits) {
                unsigned const i = nearest();
                Key const x = key_of(i);
                unsigned width = 1;
                while (from + width <= tile_items && !matches<Equals>(side, minimum_at(from + width - 1), x)) {
                    from += width;
                    width *= 2;
                }
                // the first match is among `width` minima from `from` on, or behind the end
                unsigned end = from + width - 1 < tile_items ? from + width - 1 : tile_items;
                while (from < end) {
                    unsigned const middle = (from + end) / 2;
                    if (matches<Equals>(side, minimum_at(middle), x))
                        end = middle;
                    else
                        from = middle + 1;
                }
                unsigned const place = left ? tile_items - 1 - from : from;
                if (from >= tile_items || there_base + place >= p.n)
                    break;
                found(i, place, minimum_at(from));
            }
            __syncthreads();
        }
        if constexpr (!Parents) {
            for (; waits != 0; waits &= waits - 1)
                mine[__ffs(static_cast<int>(waits)) - 1] = static_cast<slot>(none);
            __syncthreads();
            constexpr unsigned per = vector_of<Index>::size;
            for (unsigned i = threadIdx.x * per; i < tile_items; i += tile_threads * per) {
                unsigned const written = open[i / chunk_items] >> (i % chunk_items) & ((1u << per) - 1);
                slot const * const from = own + i / chunk_items * memory::stride + i % chunk_items;
                vector_of<Index> v;
#pragma unroll
                for (unsigned e = 0; e < per; ++e)
                    v.element[e] = static_cast<Index>(from[e]);
                if (p.aligned && written == (1u << per) - 1) {
                    *reinterpret_cast<vector_of<Index> *>(p.out[side] + base + i) = v;
                } else {
#pragma unroll
                    for (unsigned e = 0; e < per; ++e)
                        if (written >> e & 1)
                            p.out[side][base + i + e] = v.element[e];
                }
            }
        }
        __syncthreads();
    }
}

} // namespace rmq::cuda::detail
