// SPDX-License-Identifier: BSD-3-Clause
/// Nearest smaller values within a tile, and the lists of what stays open there.
#pragma once

#include "nearest_smaller/nearest_tiles_common.cuh"

namespace rmq::cuda::detail {

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
    return minimum_with_warps<Side>(warp_running_minimum<Side>(own).exclusive, chunks.warp_minimum);
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

} // namespace rmq::cuda::detail
