// SPDX-License-Identifier: BSD-3-Clause
/// What the kernels of nearest smaller values by tiles share; the figures are in nearest_tiles_tuning.hpp, the method
/// in docs/algorithms/nearest-smaller-gpu.md. Keys are compared, smaller is better. "Open" on a side: no match yet
/// there.
#pragma once

#include "device/kernel_launch.cuh"
#include "nearest_smaller/nearest_tiles_tuning.hpp"

#include <rmq/detail/nearest_rule.hpp>

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

/// The parent of an element whose matches on both sides are known: the worse one, ties as the order says.
template <equal_side Equals, class Key>
[[nodiscard]] __device__ __forceinline__ bool right_is_parent(Key left_key, Key right_key)
{
    return Equals == equal_side::right ? left_key < right_key : left_key <= right_key;
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

/// Minimum over the warp from the calling thread's own value on to that side, and the same without its own.
template <class Key>
struct running_minimum
{
    Key inclusive, exclusive;
};
template <unsigned Side, class Key>
[[nodiscard]] __device__ __forceinline__ running_minimum<Key> warp_running_minimum(Key own)
{
    constexpr bool left = Side == left_side;
#pragma unroll
    for (unsigned d = 1; d < warp_lanes; d *= 2) {
        Key const other = left ? __shfl_up_sync(all_lanes, own, d) : __shfl_down_sync(all_lanes, own, d);
        own = other < own ? other : own;
    }
    Key beyond = left ? __shfl_up_sync(all_lanes, own, 1) : __shfl_down_sync(all_lanes, own, 1);
    if (threadIdx.x % warp_lanes == (left ? 0 : warp_lanes - 1))
        beyond = worst_key<Key>();
    return {own, beyond};
}

/// Minimum of `beyond` and the block's warps on that side of the calling thread's.
template <unsigned Side, class Key>
[[nodiscard]] __device__ __forceinline__ Key minimum_with_warps(Key beyond, Key const * warp_minima)
{
    unsigned const warp = threadIdx.x / warp_lanes;
#pragma unroll
    for (unsigned w = 0; w < tile_threads / warp_lanes; ++w) {
        Key const other = warp_minima[w];
        if ((Side == left_side ? w < warp : w > warp) && other < beyond)
            beyond = other;
    }
    return beyond;
}

} // namespace rmq::cuda::detail
