// SPDX-License-Identifier: BSD-3-Clause
/// Best entries of short ranges: every lane of a warp has a range of its own in some array of keys, and the lanes of a
/// quad work on their four ranges together, so that a load of a warp touches eight lines of memory instead of 32.
/// After Ashkiani 2017, section 5.4.1: lanes own the work, a group of lanes does it.
#pragma once

#include "device/kernel_launch.cuh"

#include <cstdint>

namespace rmq::cuda::detail {

template <class Key>
inline constexpr Key worst_key = std::numeric_limits<Key>::max();

/// The bits of the value that a key stands for; of zeros, the positive one.
template <class Key>
[[nodiscard]] __device__ __forceinline__ Key bits_of(key_map<Key> const & map, Key key)
{
    key ^= map.flip;
    if (map.floating)
        key ^= (key >> (8 * sizeof(Key) - 1)) & std::numeric_limits<Key>::max();
    return key;
}

/// Is the left one of two equal keys' owners the answer? Smaller keys are better.
template <bool Rightmost, class Key>
[[nodiscard]] __device__ __forceinline__ bool left_wins(Key left, Key right)
{
    return Rightmost ? left < right : left <= right;
}

/// A range of a batch, as the device reads it.
template <class Index>
struct alignas(2 * sizeof(Index)) index_pair
{
    Index l, r;
};

/// A key and where it is; positions decide between equal keys.
template <class Key, class Place>
struct keyed
{
    Key key;
    Place at;
};

template <bool Rightmost, class Key, class Place>
[[nodiscard]] __device__ __forceinline__ bool beats(keyed<Key, Place> const & x, keyed<Key, Place> const & y)
{
    return x.key < y.key || (x.key == y.key && (Rightmost ? x.at > y.at : x.at < y.at));
}

/// The better of this lane's and another lane's.
template <bool Rightmost, class Key, class Place>
[[nodiscard]] __device__ __forceinline__ keyed<Key, Place> better_across(keyed<Key, Place> mine, int lane_mask)
{
    keyed<Key, Place> const other{__shfl_xor_sync(all_lanes, mine.key, lane_mask),
                                  __shfl_xor_sync(all_lanes, mine.at, lane_mask)};
    return beats<Rightmost>(other, mine) ? other : mine;
}

/// Four neighbouring elements, aligned to as many of them as 16 bytes hold.
template <class T>
struct alignas(16) four_of
{
    T element[4];
};

/// Best of four keys and its number.
template <bool Rightmost, class Key, class Place>
[[nodiscard]] __device__ __forceinline__ keyed<Key, Place> best_of_four(four_of<Key> const & x)
{
    bool const low = left_wins<Rightmost>(x.element[0], x.element[1]);
    bool const high = left_wins<Rightmost>(x.element[2], x.element[3]);
    Key const a = low ? x.element[0] : x.element[1], b = high ? x.element[2] : x.element[3];
    bool const left = left_wins<Rightmost>(a, b);
    return {left ? a : b, static_cast<Place>(left ? (low ? 0 : 1) : (high ? 2 : 3))};
}

/// Four lanes have four items each, item j with the parts of lanes 0..3; afterwards lane j has the best of item j.
/// Places are larger in higher lanes.
template <bool Rightmost, class Key, class Place>
[[nodiscard]] __device__ __forceinline__ keyed<Key, Place> best_of_items(keyed<Key, Place> const (&items)[4],
                                                                         unsigned lane)
{
    bool const odd = lane & 1, high = lane & 2;
    keyed<Key, Place> half[2];
    for (unsigned i = 0; i < 2; ++i) {
        keyed<Key, Place> const keep = odd ? items[2 * i + 1] : items[2 * i];
        keyed<Key, Place> const give = odd ? items[2 * i] : items[2 * i + 1];
        keyed<Key, Place> const got{__shfl_xor_sync(all_lanes, give.key, 1), __shfl_xor_sync(all_lanes, give.at, 1)};
        half[i] = beats<Rightmost>(got, keep) ? got : keep;
    }
    keyed<Key, Place> const keep = high ? half[1] : half[0];
    keyed<Key, Place> const give = high ? half[0] : half[1];
    keyed<Key, Place> const got{__shfl_xor_sync(all_lanes, give.key, 2), __shfl_xor_sync(all_lanes, give.at, 2)};
    return beats<Rightmost>(got, keep) ? got : keep;
}

/// An array that lanes look through. Entry 0 lies at a multiple of 64 bytes.
template <class Key, class Index>
struct scanned_array
{
    Key const * entries = nullptr;
    Index first = 0, last = 0; ///< of the entries that may be read
    bool raw = false;          ///< bits of values instead of keys
};

/// How a warp looks through its lanes' ranges: each lane by itself, or four lanes together through one after another.
enum class scan_form : std::uint8_t { plain, quads };

/// Best of entries [a..b] of each lane's own array, at[] in entries; a > b: nothing, and the result means nothing.
/// Ranges are looked through 16 entries at a time, from left to right. All lanes of the warp call it.
template <scan_form Form, bool Rightmost, class Key, class Index>
[[nodiscard]] __device__ __forceinline__ keyed<Key, Index>
scan_ranges(scanned_array<Key, Index> const & array, key_map<Key> const & map, Index a, Index b, bool wanted)
{
    constexpr unsigned group = 16;
    unsigned const lane = threadIdx.x % warp_lanes, quarter = lane % 4;
    keyed<Key, Index> best{worst_key<Key>, 0};
    bool found = false;
    Index g = a / group;
    Index const last_group = b / group;
    bool live = wanted && a <= b;

    auto const load = [&](Key const * p, unsigned wanted4, bool edge, bool raw) {
        four_of<Key> x;
        if (!edge)
            x = *reinterpret_cast<four_of<Key> const *>(p);
        else
            for (unsigned e = 0; e < 4; ++e)
                x.element[e] = wanted4 >> e & 1 ? p[e] : Key{0};
        for (unsigned e = 0; e < 4; ++e) {
            Key const key = raw ? map(x.element[e]) : x.element[e];
            x.element[e] = wanted4 >> e & 1 ? key : worst_key<Key>;
        }
        return x;
    };

    while (__any_sync(all_lanes, live)) {
        Index const start = g * group;
        // bits 0..15: entries of the group that are wanted; 16: not all may be read; 17: bits of values
        unsigned mask = 0;
        if (live) {
            unsigned const low = a > start ? static_cast<unsigned>(a - start) : 0;
            unsigned const high = b - start < group ? static_cast<unsigned>(b - start) : group - 1;
            mask = (0xffffu << low) & (0xffffu >> (group - 1 - high));
            mask |= (start < array.first || array.last - start < group - 1 ? 1u << 16 : 0) | (array.raw ? 1u << 17 : 0);
        }
        unsigned const in = mask & 0xffff;
        keyed<Key, unsigned> here;
        if constexpr (Form == scan_form::quads) {
            auto const address = reinterpret_cast<unsigned long long>(array.entries + start);
            unsigned masks[4];
            four_of<Key> x[4];
            for (unsigned j = 0; j < 4; ++j) {
                masks[j] = __shfl_sync(all_lanes, mask, static_cast<int>(j), 4);
                auto const * const p =
                    reinterpret_cast<Key const *>(__shfl_sync(all_lanes, address, static_cast<int>(j), 4));
                unsigned const mine = masks[j] >> (4 * quarter) & 15;
                if (mine != 0)
                    x[j] = load(p + 4 * quarter, mine, masks[j] >> 16 & 1, masks[j] >> 17 & 1);
                else
                    x[j] = {worst_key<Key>, worst_key<Key>, worst_key<Key>, worst_key<Key>};
            }
            keyed<Key, unsigned> items[4];
            for (unsigned j = 0; j < 4; ++j) {
                items[j] = best_of_four<Rightmost, Key, unsigned>(x[j]);
                items[j].at += 4 * quarter;
            }
            here = best_of_items<Rightmost>(items, lane);
        } else {
            here = {worst_key<Key>, 0};
            four_of<Key> x[4];
            for (unsigned q = 0; q < 4; ++q) {
                unsigned const mine = in >> (4 * q) & 15;
                if (mine != 0)
                    x[q] = load(array.entries + start + 4 * q, mine, mask >> 16 & 1, mask >> 17 & 1);
                else
                    x[q] = {worst_key<Key>, worst_key<Key>, worst_key<Key>, worst_key<Key>};
            }
            for (unsigned q = 0; q < 4; ++q) {
                auto four = best_of_four<Rightmost, Key, unsigned>(x[q]);
                four.at += 4 * q;
                if (q == 0 || !left_wins<Rightmost>(here.key, four.key))
                    here = four;
            }
        }
        if (live) {
            // entries that are not wanted have the worst key: among wanted ones of that key the end counts
            if (here.key == worst_key<Key>)
                here.at = static_cast<unsigned>(Rightmost ? 31 - __clz(static_cast<int>(in))
                                                          : __ffs(static_cast<int>(in)) - 1);
            if (!found || !left_wins<Rightmost>(best.key, here.key))
                best = {here.key, start + here.at};
            found = true;
            live = g < last_group;
            ++g;
        }
    }
    return best;
}

} // namespace rmq::cuda::detail
