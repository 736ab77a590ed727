// SPDX-License-Identifier: BSD-3-Clause
/// Nearest smaller values in other tiles, found through a tree of the tiles' minima.
#pragma once

#include "nearest_smaller/nearest_tiles_common.cuh"

#include <type_traits>

namespace rmq::cuda::detail {

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

/// Minimum over the threads of the block on that side of the calling one.
template <unsigned Side, class Key>
__device__ Key beyond_minimum(Key own, Key * warp_minima)
{
    auto const [inclusive, beyond] = warp_running_minimum<Side>(own);
    if (threadIdx.x % warp_lanes == (Side == left_side ? warp_lanes - 1 : 0))
        warp_minima[threadIdx.x / warp_lanes] = inclusive;
    __syncthreads();
    Key const minimum = minimum_with_warps<Side>(beyond, warp_minima);
    __syncthreads();
    return minimum;
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
        running = beyond_minimum<Side>(running, warp_minima);
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
                minimum = beyond_minimum<1 - Side>(minimum, warp_minima);
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
