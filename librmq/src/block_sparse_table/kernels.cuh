// SPDX-License-Identifier: BSD-3-Clause
/// Kernels of the device's block_sparse_table: one pass over the array for levels 1 to 3, one block for what is above,
/// and batches of queries.
#pragma once

#include "block_sparse_table/layout.hpp"
#include "device/group_scan.cuh"

#include <cstdint>

namespace rmq::cuda::detail {

/// What kernels see. Positions are those of the array plus the phase.
template <class Key, class Index>
struct tree_view
{
    Key const * values = nullptr; ///< by position
    Index phase = 0, last = 0;    ///< positions of v[0] and v[n - 1]
    unsigned levels = 0, top_shift = 0, tops = 0, tops_stride = 0, table_levels = 0;
    Key * keys[tree_numbers::most_levels] = {};     ///< [level][entry]
    Index * places[tree_numbers::most_levels] = {}; ///< position of an entry's best, from level 2 on
    std::uint8_t * place1 = nullptr;                ///< the same in a block
    unsigned char * image = nullptr;                ///< what queries copy into shared memory
    key_map<Key> map;

    [[nodiscard]] __host__ __device__ unsigned image_bytes() const
    {
        unsigned const bytes = tops_stride * static_cast<unsigned>(sizeof(Key) + sizeof(Index)) +
                               table_levels * tops_stride * static_cast<unsigned>(sizeof(std::uint16_t));
        return (bytes + 15) / 16 * 16;
    }
};

/// The tops: bests of at most 2,048 equal parts of the array, and the number of the best of every 2^k of them.
template <class Key, class Index>
struct tops_view
{
    Key * keys;
    Index * places;
    std::uint16_t * table; ///< row k >= 1 at [(k - 1) * stride, ...)
    unsigned stride;

    __device__ tops_view(unsigned char * image, unsigned tops_stride)
        : keys{reinterpret_cast<Key *>(image)}, places{reinterpret_cast<Index *>(keys + tops_stride)},
          table{reinterpret_cast<std::uint16_t *>(places + tops_stride)}, stride{tops_stride}
    {
    }

    /// The top with the best of tops [a..b].
    template <bool Rightmost>
    [[nodiscard]] __device__ unsigned best(unsigned a, unsigned b) const
    {
        unsigned const k = 31 - static_cast<unsigned>(__clz(static_cast<int>(b - a + 1)));
        if (k == 0)
            return a;
        std::uint16_t const * const row = table + (k - 1) * stride;
        unsigned const x = row[a], y = row[b + 1 - (1u << k)];
        return left_wins<Rightmost>(keys[x], keys[y]) ? x : y;
    }
};

/// Where all keys are the worst there is, the place is that of the end which counts.
template <bool Rightmost, class Key, class Index>
__device__ __forceinline__ void settle(keyed<Key, Index> & best, tree_view<Key, Index> const & v, Index first,
                                       Index last)
{
    if (best.key == worst_key<Key>)
        best.at = Rightmost ? (last < v.last ? last : v.last) : (first > v.phase ? first : v.phase);
}

namespace build_tuning {
inline constexpr unsigned threads = 256;
inline constexpr unsigned rounds = 4; ///< loads of 16 bytes (32-bit keys) in flight a thread
inline constexpr unsigned warp_values = 2048;
} // namespace build_tuning

/// Levels 1 to 3 of 16,384 values, a thread block each. A warp reads 2,048 values in four batches of 512; the four
/// blocks that a half-warp has in a batch are reduced together, so that at the end each lane has one block's best.
template <bool Rightmost, class Key, class Index>
__global__ void __launch_bounds__(build_tuning::threads)
    build_tiles_kernel(__grid_constant__ tree_view<Key, Index> const v)
{
    using namespace build_tuning;
    __shared__ Key upper_keys[tree_numbers::fan];
    __shared__ Index upper_places[tree_numbers::fan];
    unsigned const lane = threadIdx.x % warp_lanes, warp = threadIdx.x / warp_lanes;
    Index const tile = blockIdx.x;
    Index const tile_first = tile << tree_numbers::tile_shift;
    Index const warp_first = tile_first + warp * warp_values;
    bool const inside = tile_first >= v.phase && v.last - tile_first >= (Index{1} << tree_numbers::tile_shift) - 1 &&
                        v.last >= tile_first;

    keyed<Key, unsigned> mine{worst_key<Key>, 0}; // best of this lane's block, place in the block
    for (unsigned batch = 0; batch < 4; ++batch) {
        four_of<Key> x[rounds];
        Index const at = warp_first + batch * 512 + lane * 4;
        if (inside) {
            for (unsigned r = 0; r < rounds; ++r)
                x[r] = *reinterpret_cast<four_of<Key> const *>(v.values + at + r * 128);
        } else {
            for (unsigned r = 0; r < rounds; ++r)
                for (unsigned e = 0; e < 4; ++e) {
                    Index const position = at + r * 128 + e;
                    x[r].element[e] = position >= v.phase && position <= v.last ? v.values[position] : Key{0};
                }
        }
        keyed<Key, unsigned> items[rounds];
        for (unsigned r = 0; r < rounds; ++r) {
            for (unsigned e = 0; e < 4; ++e) {
                x[r].element[e] = v.map(x[r].element[e]);
                if (!inside) {
                    Index const position = at + r * 128 + e;
                    if (position < v.phase || position > v.last)
                        x[r].element[e] = worst_key<Key>;
                }
            }
            items[r] = best_of_four<Rightmost, Key, unsigned>(x[r]);
            items[r].at += lane % 16 * 4;
        }
        keyed<Key, unsigned> best = best_of_items<Rightmost>(items, lane);
        best = better_across<Rightmost>(best, 4);
        best = better_across<Rightmost>(best, 8);
        if (lane / 4 % 4 == batch)
            mine = best;
    }
    // lane = half * 16 + batch * 4 + round has block batch * 8 + round * 2 + half of the warp
    unsigned const number = lane / 4 % 4 * 8 + lane % 4 * 2 + lane / 16;
    Index const block = (warp_first >> tree_numbers::block_shift) + number;
    Index const block_first = block << tree_numbers::block_shift;
    constexpr Index block_last = (Index{1} << tree_numbers::block_shift) - 1;
    keyed<Key, Index> best{mine.key, block_first + mine.at};
    settle<Rightmost>(best, v, block_first, block_first + block_last);
    v.keys[1][block] = best.key;
    v.place1[block] = static_cast<std::uint8_t>(best.at - block_first);
    if (v.levels < 2)
        return;

    for (int mask : {1, 2, 4, 16})
        best = better_across<Rightmost>(best, mask);
    if (lane == 0 || lane == 8) {
        unsigned const entry = warp * 2 + lane / 8;
        Index const first = tile_first + (Index{entry} << tree_numbers::shift(2));
        settle<Rightmost>(best, v, first, first + (Index{1} << tree_numbers::shift(2)) - 1);
        v.keys[2][tile * tree_numbers::fan + entry] = best.key;
        v.places[2][tile * tree_numbers::fan + entry] = best.at;
        upper_keys[entry] = best.key;
        upper_places[entry] = best.at;
    }
    if (v.levels < 3)
        return;
    __syncthreads();
    if (warp > 0)
        return;
    best = {upper_keys[lane % 16], upper_places[lane % 16]};
    for (int mask : {1, 2, 4, 8})
        best = better_across<Rightmost>(best, mask);
    if (lane == 0) {
        settle<Rightmost>(best, v, tile_first, tile_first + (Index{1} << tree_numbers::tile_shift) - 1);
        v.keys[3][tile] = best.key;
        v.places[3][tile] = best.at;
    }
}

/// Position of the best of an entry of level 1 or more.
template <class Key, class Index>
[[nodiscard]] __device__ __forceinline__ Index place_of(tree_view<Key, Index> const & v, unsigned level, Index entry)
{
    return level == 1 ? (entry << tree_numbers::block_shift) + v.place1[entry] : v.places[level][entry];
}

namespace top_tuning {
inline constexpr unsigned threads = 1024;
}

/// Levels above the tiles, the tops and their sparse table, by one thread block.
template <bool Rightmost, class Key, class Index>
__global__ void __launch_bounds__(top_tuning::threads)
    build_tops_kernel(__grid_constant__ tree_view<Key, Index> const v)
{
    extern __shared__ __align__(16) unsigned char shared[];
    tops_view<Key, Index> const tops{shared, v.tops_stride};
    // the best of entries [first, first + count) of a level, one thread
    auto const best_of = [&](unsigned level, Index first, unsigned count) {
        Index const most = (v.last >> tree_numbers::shift(level)) + 1;
        if (most - first < count)
            count = static_cast<unsigned>(most - first);
        keyed<Key, Index> best{v.keys[level][first], first};
#pragma unroll 4
        for (unsigned i = 1; i < count; ++i) {
            Key const key = v.keys[level][first + i];
            if (!left_wins<Rightmost>(best.key, key))
                best = {key, first + i};
        }
        best.at = place_of(v, level, best.at);
        return best;
    };
    for (unsigned level = 4; level <= v.levels; ++level) {
        Index const count = (v.last >> tree_numbers::shift(level)) + 1;
        for (Index i = threadIdx.x; i < count; i += blockDim.x) {
            keyed<Key, Index> const best = best_of(level - 1, i << tree_numbers::fan_shift, tree_numbers::fan);
            v.keys[level][i] = best.key;
            v.places[level][i] = best.at;
        }
        __syncthreads(); // the block's own writes, read by its other threads
    }
    unsigned const under = v.top_shift - tree_numbers::shift(v.levels);
    for (unsigned i = threadIdx.x; i < v.tops; i += blockDim.x) {
        keyed<Key, Index> const best = best_of(v.levels, Index{i} << under, 1u << under);
        tops.keys[i] = best.key;
        tops.places[i] = best.at;
    }
    __syncthreads();
    for (unsigned k = 1; k <= v.table_levels; ++k) {
        std::uint16_t * const row = tops.table + (k - 1) * tops.stride;
        std::uint16_t const * const below = k == 1 ? row : row - tops.stride;
        unsigned const half = 1u << (k - 1);
        for (unsigned i = threadIdx.x; i + 2 * half <= v.tops; i += blockDim.x) {
            unsigned const x = k == 1 ? i : below[i], y = k == 1 ? i + half : below[i + half];
            row[i] = static_cast<std::uint16_t>(left_wins<Rightmost>(tops.keys[x], tops.keys[y]) ? x : y);
        }
        __syncthreads();
    }
    for (unsigned i = threadIdx.x; i < v.image_bytes() / 16; i += blockDim.x)
        reinterpret_cast<uint4 *>(v.image)[i] = reinterpret_cast<uint4 const *>(shared)[i];
}

// ---- queries --------------------------------------------------------------------------------------------------------

namespace query_tuning {
inline constexpr unsigned threads = 512;
inline constexpr unsigned blocks = 2;          ///< on a multiprocessor
inline constexpr unsigned queue = 64;          ///< a warp's waiting queries: fewer than a warp before, a warp's more
inline constexpr unsigned scanned_values = 64; ///< ranges up to here are read from the array at once
inline constexpr unsigned covering = 32;       ///< entries of the level whose blocks cover a range
} // namespace query_tuning

/// Queries of one warp that wait until there are enough of them for all of its lanes.
template <class Index>
struct query_queue
{
    Index * l;
    Index * r;
    Index * number;
    unsigned count = 0;

    static constexpr unsigned bytes = query_tuning::queue * 3 * sizeof(Index);

    __device__ query_queue(unsigned char * memory, unsigned which)
        : l{reinterpret_cast<Index *>(memory) + which * 3 * query_tuning::queue}, r{l + query_tuning::queue},
          number{r + query_tuning::queue}
    {
    }
    __device__ __forceinline__ void push(bool wanted, Index left, Index right, Index which)
    {
        unsigned const lanes = __ballot_sync(all_lanes, wanted);
        if (lanes == 0)
            return;
        if (wanted) {
            unsigned const at = count + static_cast<unsigned>(__popc(lanes & ((1u << threadIdx.x % warp_lanes) - 1)));
            l[at] = left;
            r[at] = right;
            number[at] = which;
        }
        count += static_cast<unsigned>(__popc(lanes));
        __syncwarp();
    }
    /// The last 32 of them, or fewer; false in lanes that get none.
    __device__ __forceinline__ bool pop(Index & left, Index & right, Index & which)
    {
        unsigned const lane = threadIdx.x % warp_lanes;
        unsigned const taken = count < warp_lanes ? count : warp_lanes;
        count -= taken;
        bool const got = lane < taken;
        if (got) {
            left = l[count + lane];
            right = r[count + lane];
            which = number[count + lane];
        }
        __syncwarp();
        return got;
    }
};

/// The level whose blocks cover [l..r] with few entries: 0 is the array, levels + 1 the tops.
template <class Key, class Index>
[[nodiscard]] __device__ __forceinline__ unsigned covering_level(tree_view<Key, Index> const & v, Index l, Index r)
{
    if (r - l < query_tuning::scanned_values)
        return 0;
    unsigned level = 1;
    while (level <= v.levels &&
           (r >> tree_numbers::shift(level)) - (l >> tree_numbers::shift(level)) >= query_tuning::covering)
        ++level;
    return level;
}

template <class Key, class Index>
[[nodiscard]] __device__ __forceinline__ scanned_array<Key, Index> level_array(tree_view<Key, Index> const & v,
                                                                               unsigned level)
{
    if (level == 0)
        return {v.values, v.phase, v.last, true};
    return {v.keys[level], 0, static_cast<Index>(-1), false};
}

/// Best of a range so far: an entry of a level, whose place is looked up in the end.
template <class Key, class Index>
struct candidate
{
    Key key;
    Index entry;
    unsigned level;
    bool known;
};

/// What the entry `level` that holds the range's left (right) end can add: its part inside the range. Looks into it
/// only where it can be the answer.
template <scan_form Form, bool Left, bool Rightmost, class Key, class Index>
__device__ __forceinline__ void descend(tree_view<Key, Index> const & v, Index end, unsigned level, Key top_key,
                                        bool at_top, bool active, candidate<Key, Index> & best)
{
    auto const wins = [&](Key key) {
        if (!best.known)
            return true;
        return Left ? left_wins<Rightmost>(key, best.key) : !left_wins<Rightmost>(best.key, key);
    };
    while (__any_sync(all_lanes, active)) {
        Index a = 1, b = 0;
        unsigned below = 0;
        bool scan = false;
        if (active) {
            unsigned const shift = at_top ? v.top_shift : tree_numbers::shift(level);
            Index const entry = end >> shift;
            Key const key = at_top ? top_key : v.keys[level][entry];
            active = wins(key);
            if (active && !at_top) {
                Index const place = place_of(v, level, entry);
                if (Left ? place >= end : place <= end) {
                    best = {key, entry, level, true};
                    active = false;
                }
            }
            if (active) {
                below = at_top ? v.levels : level - 1;
                unsigned const step = shift - tree_numbers::shift(below);
                Index const inner = end >> tree_numbers::shift(below);
                if constexpr (Left) {
                    a = below == 0 ? end : inner + 1;
                    b = (entry << step) + ((Index{1} << step) - 1);
                } else {
                    a = entry << step;
                    b = below == 0 ? end : inner - 1;
                }
                scan = Left ? a <= b : below == 0 || inner > a;
            }
        }
        keyed<Key, Index> const found = scan_ranges<Form, Rightmost>(level_array(v, below), v.map, a, b, scan);
        if (scan && wins(found.key))
            best = {found.key, found.at, below, true};
        if (active) {
            level = below;
            at_top = false;
            active = below != 0;
        }
    }
}

/// Queries whose covering blocks' best lies outside them: what is inside without a doubt, then the ends. Of each lane
/// that has one (`mine`), the position of the best. All lanes of the warp call it.
template <scan_form Form, bool Rightmost, class Key, class Index>
[[nodiscard]] __device__ __forceinline__ Index best_by_ends(tree_view<Key, Index> const & v,
                                                            tops_view<Key, Index> const & tops, Index l, Index r,
                                                            bool mine)
{
    unsigned const level = mine ? covering_level(v, l, r) : 1;
    bool const at_top = level > v.levels;
    unsigned const shift = at_top ? v.top_shift : tree_numbers::shift(level);
    Index const a = l >> shift, b = r >> shift;
    bool const inner = mine && b - a >= 2;
    candidate<Key, Index> best{worst_key<Key>, 0, 0, false};
    bool const scan = inner && !at_top;
    keyed<Key, Index> const found =
        scan_ranges<Form, Rightmost>(level_array(v, at_top ? 1 : level), v.map, a + 1, b - 1, scan);
    if (scan)
        best = {found.key, found.at, level, true};
    Key left_key{}, right_key{};
    if (mine && at_top) {
        left_key = tops.keys[a];
        right_key = tops.keys[b];
        if (inner) {
            unsigned const top =
                tops.template best<Rightmost>(static_cast<unsigned>(a) + 1, static_cast<unsigned>(b) - 1);
            best = {tops.keys[top], top, v.levels + 1, true};
        }
    }
    descend<Form, true, Rightmost>(v, l, level, left_key, at_top, mine, best);
    descend<Form, false, Rightmost>(v, r, level, right_key, at_top, mine, best);
    return !mine || best.level == 0 ? best.entry
           : best.level > v.levels  ? tops.places[best.entry]
                                    : place_of(v, best.level, best.entry);
}

/// The best of the covering blocks of a level with few of them; right where it lies in [l..r], as it always does for
/// ranges that are read from the array. All lanes of the warp call it.
template <scan_form Form, bool Rightmost, class Key, class Index>
[[nodiscard]] __device__ __forceinline__ Index best_of_cover(tree_view<Key, Index> const & v, Index l, Index r,
                                                             bool mine)
{
    unsigned const level = mine ? covering_level(v, l, r) : 0;
    unsigned const shift = tree_numbers::shift(level);
    keyed<Key, Index> const found =
        scan_ranges<Form, Rightmost>(level_array(v, level), v.map, l >> shift, r >> shift, mine);
    return !mine || level == 0 ? found.at : place_of(v, level, found.at);
}

/// Is the range one for the tops?
template <class Key, class Index>
[[nodiscard]] __device__ __forceinline__ bool is_wide(tree_view<Key, Index> const & v, Index l, Index r)
{
    unsigned const shift = tree_numbers::shift(v.levels);
    return (r >> shift) - (l >> shift) >= query_tuning::covering;
}

/// The best of the tops that cover a wide range; right where it lies in it.
template <bool Rightmost, class Key, class Index>
[[nodiscard]] __device__ __forceinline__ Index best_of_tops(tree_view<Key, Index> const & v,
                                                            tops_view<Key, Index> const & tops, Index l, Index r)
{
    return tops.places[tops.template best<Rightmost>(static_cast<unsigned>(l >> v.top_shift),
                                                     static_cast<unsigned>(r >> v.top_shift))];
}

/// Position of the best of each lane's [l..r], whatever its length, without queues. All lanes of the warp call it.
template <scan_form Form, bool Rightmost, class Key, class Index>
[[nodiscard]] __device__ __forceinline__ Index best_of_range(tree_view<Key, Index> const & v,
                                                             tops_view<Key, Index> const & tops, Index l, Index r,
                                                             bool mine)
{
    bool const wide = mine && is_wide(v, l, r);
    Index place = best_of_cover<Form, Rightmost>(v, l, r, mine && !wide);
    if (wide)
        place = best_of_tops<Rightmost>(v, tops, l, r);
    bool const outside = mine && (place < l || place > r);
    if (__any_sync(all_lanes, outside)) {
        Index const found = best_by_ends<Form, Rightmost>(v, tops, l, r, outside);
        if (outside)
            place = found;
    }
    return place;
}

/// Answers queries: wide ranges by the tops in shared memory, all others from queues that fill a warp.
template <scan_form Form, bool Rightmost, class Key, class Index>
__global__ void __launch_bounds__(query_tuning::threads, query_tuning::blocks)
    query_tree_kernel(__grid_constant__ tree_view<Key, Index> const v, index_pair<Index> const * queries, Index * out,
                      std::size_t count)
{
    using namespace query_tuning;
    extern __shared__ __align__(16) unsigned char shared[];
    for (unsigned i = threadIdx.x; i < v.image_bytes() / 16; i += blockDim.x)
        reinterpret_cast<uint4 *>(shared)[i] = reinterpret_cast<uint4 const *>(v.image)[i];
    __syncthreads();
    tops_view<Key, Index> const tops{shared, v.tops_stride};
    unsigned const lane = threadIdx.x % warp_lanes, warp = threadIdx.x / warp_lanes;
    query_queue<Index> waiting{shared + v.image_bytes(), 2 * warp}, ends{shared + v.image_bytes(), 2 * warp + 1};

    // every step appears once in the code: which one comes next is decided by the queues
    std::size_t const stride = std::size_t{gridDim.x} * threads;
    std::size_t at = std::size_t{blockIdx.x} * threads + threadIdx.x;
    index_pair<Index> next{};
    if (at < count)
        next = queries[at];
    while (true) {
        bool const more = at - lane < count;
        Index l = 0, r = 0, number = 0;
        if (ends.count >= warp_lanes || (!more && waiting.count == 0 && ends.count > 0)) {
            bool const mine = ends.pop(l, r, number);
            Index const place = best_by_ends<Form, Rightmost>(v, tops, l, r, mine);
            if (mine)
                out[number] = place - v.phase;
        } else if (waiting.count >= warp_lanes || (!more && waiting.count > 0)) {
            bool const mine = waiting.pop(l, r, number);
            Index const place = best_of_cover<Form, Rightmost>(v, l, r, mine);
            bool const inside = mine && place >= l && place <= r;
            if (inside)
                out[number] = place - v.phase;
            ends.push(mine && !inside, l, r, number);
        } else if (more) {
            bool const mine = at < count;
            l = next.l + v.phase;
            r = next.r + v.phase;
            number = static_cast<Index>(at);
            at += stride;
            if (at < count)
                next = queries[at];
            bool const wide = mine && is_wide(v, l, r);
            Index const place = wide ? best_of_tops<Rightmost>(v, tops, l, r) : 0;
            bool const inside = wide && place >= l && place <= r;
            if (inside)
                out[number] = place - v.phase;
            ends.push(wide && !inside, l, r, number);
            waiting.push(mine && !wide, l, r, number);
        } else {
            break;
        }
    }
}

} // namespace rmq::cuda::detail
