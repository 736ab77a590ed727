// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/detail/nearest_window.hpp>

#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "nearest_smaller/nearest_window.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace rmq::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET <= HWY_AVX3
inline constexpr bool has_mask_registers = true;
#else
inline constexpr bool has_mask_registers = false;
#endif

template <class D>
using vec = hn::Vec<D>;
template <class D>
using mask = hn::Mask<D>;

/// Bits of a mask, lane 0 lowest.
template <class D>
HWY_INLINE std::uint64_t bits_of(D d, mask<D> m)
{
    std::uint64_t bits = 0;
    hn::StoreMaskBits(d, m, reinterpret_cast<std::uint8_t *>(&bits));
    return bits;
}

/// The lowest lanes of `bits` as a mask.
template <class D>
HWY_INLINE mask<D> mask_of(D d, std::uint64_t bits)
{
    return hn::LoadMaskBits(d, reinterpret_cast<std::uint8_t const *>(&bits));
}

/// One comparison of nearest_distance, and all nearer ones. A chain of templates, because gcc does not inline a lambda
/// over an index sequence here and would pass vectors through memory.
template <int Step, bool Equal, int Distance, class D>
HWY_INLINE vec<D> compare_from(D d, hn::TFromD<D> const * keys, vec<D> here, vec<D> found)
{
    using key = hn::TFromD<D>;
    if constexpr (Distance == 0) {
        return found;
    } else {
        auto const there = hn::LoadU(d, keys + Step * Distance);
        if constexpr (has_mask_registers) {
            auto const code = hn::Set(d, static_cast<key>(Distance));
            if constexpr (Equal)
                found = hn::IfThenElse(hn::Lt(here, there), found, code);
            else
                found = hn::IfThenElse(hn::Lt(there, here), code, found);
        } else {
            // codes are small and positive: a signed maximum serves as well
            auto const code = hn::Set(d, static_cast<key>(window_reach + 1 - Distance));
            if constexpr (Equal)
                found = hn::Max(found, hn::AndNot(hn::VecFromMask(d, hn::Lt(here, there)), code));
            else
                found = hn::Max(found, hn::And(hn::VecFromMask(d, hn::Lt(there, here)), code));
        }
        return compare_from<Step, Equal, Distance - 1>(d, keys, here, found);
    }
}

/// Distance to the nearest match of each lane of keys[0..lanes-1], 0 where none is within the window.
/// Distances are tried from the farthest to the nearest, so that the last one written is the answer; without mask
/// registers a maximum of (window_reach + 1 - distance) is cheaper than a blend.
template <int Step, bool Equal, class D>
HWY_INLINE vec<D> nearest_distance(D d, hn::TFromD<D> const * keys)
{
    using key = hn::TFromD<D>;
    auto const zero = hn::Zero(d);
    auto const found = compare_from<Step, Equal, static_cast<int>(window_reach)>(d, keys, hn::LoadU(d, keys), zero);
    if constexpr (has_mask_registers)
        return found;
    else
        return hn::IfThenElseZero(hn::Gt(found, zero), hn::Sub(hn::Set(d, static_cast<key>(window_reach + 1)), found));
}

/// Writes first + relative, or all bits set where `open` is all ones.
template <class D, class Index>
HWY_INLINE void store_positions(D d, vec<D> relative, vec<D> open, Index first, Index * out)
{
    using key = hn::TFromD<D>;
    if constexpr (sizeof(key) == sizeof(Index)) {
        auto const position = hn::Or(hn::Add(relative, hn::Set(d, static_cast<key>(first))), open);
        hn::StoreU(position, d, reinterpret_cast<key *>(out));
    } else {
        alignas(64) std::array<key, HWY_MAX_BYTES / sizeof(key)> places;
        alignas(64) std::array<key, HWY_MAX_BYTES / sizeof(key)> missing;
        hn::Store(relative, d, places.data());
        hn::Store(open, d, missing.data());
        for (std::size_t k = 0; k < hn::Lanes(d); ++k) // a loop that the compiler turns into vectors
            out[k] = (first + static_cast<Index>(places[k])) | static_cast<Index>(missing[k]);
    }
}

/// True where keys[-window_reach .. 63 + window_reach] rise strictly (Rising) or fall strictly: round 1 then has
/// nothing to look for. Only the first vector that does not is paid for.
template <bool Rising, class Key>
HWY_INLINE bool strictly_sorted(Key const * keys)
{
    hn::ScalableTag<Key> const d;
    std::size_t const lanes = hn::Lanes(d);
    constexpr auto reach = static_cast<std::ptrdiff_t>(window_reach);
    // the last vector may overlap the one before it, so that nothing behind the window is read
    auto const sorted_at = [&](std::ptrdiff_t at) HWY_ATTR {
        auto const here = hn::LoadU(d, keys + at);
        auto const next = hn::LoadU(d, keys + at + 1);
        return Rising ? hn::AllTrue(d, hn::Lt(here, next)) : hn::AllTrue(d, hn::Lt(next, here));
    };
    std::ptrdiff_t const last = 63 + reach - static_cast<std::ptrdiff_t>(lanes);
    for (std::ptrdiff_t at = -reach; at < last; at += static_cast<std::ptrdiff_t>(lanes))
        if (!sorted_at(at))
            return false;
    return sorted_at(last);
}

/// Round 1: every element of the tile against its neighbours in the array.
template <bool LeftEqual, bool RightEqual, class Key, class Index>
void first_round(Key const * keys, std::size_t count, Index first, Index * left, Index * right,
                 std::uint64_t * left_open, std::uint64_t * right_open)
{
    hn::ScalableTag<Key> const d;
    std::size_t const lanes = hn::Lanes(d);
    auto const zero = hn::Zero(d);
    auto const lane = hn::Iota(d, Key{0});
    for (std::size_t word = 0; word < count / 64; ++word) {
        Key const * const block = keys + word * 64;
        auto const base = static_cast<Index>(first + static_cast<Index>(word * 64));
        bool const rising = block[0] < block[1];
        if (rising ? strictly_sorted<true>(block) : strictly_sorted<false>(block)) {
            Index * const found = (rising ? left : right) + word * 64;
            Index * const missing = (rising ? right : left) + word * 64;
            auto const near = static_cast<Index>(rising ? base - 1 : base + 1);
            for (std::size_t k = 0; k < 64; ++k) {
                found[k] = static_cast<Index>(near + static_cast<Index>(k));
                missing[k] = no_position<Index>;
            }
            left_open[word] = rising ? 0 : ~std::uint64_t{0};
            right_open[word] = rising ? ~std::uint64_t{0} : 0;
            continue;
        }
        std::uint64_t open_on_left = 0;
        std::uint64_t open_on_right = 0;
        for (std::size_t offset = 0; offset < 64; offset += lanes) {
            auto const place = hn::Add(lane, hn::Set(d, static_cast<Key>(offset)));
            auto const to_left = nearest_distance<-1, LeftEqual>(d, block + offset);
            auto const to_right = nearest_distance<1, RightEqual>(d, block + offset);
            auto const none_left = hn::Eq(to_left, zero);
            auto const none_right = hn::Eq(to_right, zero);
            std::size_t const at = word * 64 + offset;
            store_positions(d, hn::Sub(place, to_left), hn::VecFromMask(d, none_left), base, left + at);
            store_positions(d, hn::Add(place, to_right), hn::VecFromMask(d, none_right), base, right + at);
            open_on_left |= bits_of(d, none_left) << offset;
            open_on_right |= bits_of(d, none_right) << offset;
        }
        left_open[word] = open_on_left;
        right_open[word] = open_on_right;
    }
}

/// The open elements of a tile, packed: keys with room for the window at both ends, and for each its place in the tile
/// with two flags above it that say on which sides it is open.
template <class Key>
struct packed_tile
{
    static constexpr std::size_t capacity = window_tile_max / 4;
    static constexpr std::size_t margin = 64; // the widest vector of 8-byte keys, and the window
    static constexpr Key left_flag = Key{1} << (8 * sizeof(Key) - 2);
    static constexpr Key right_flag = Key{1} << (8 * sizeof(Key) - 3);
    static constexpr Key place_mask = right_flag - 1;

    std::size_t size{};
    alignas(64) Key keys[margin + capacity + margin];
    alignas(64) Key places[capacity + margin];
    alignas(64) Key to_left[capacity + margin];
    alignas(64) Key to_right[capacity + margin];
};

template <class Key>
void pack(Key const * keys, std::size_t count, std::uint64_t const * left_open, std::uint64_t const * right_open,
          packed_tile<Key> & packed)
{
    using tile = packed_tile<Key>;
    hn::ScalableTag<Key> const d;
    std::size_t const lanes = hn::Lanes(d);
    auto const left_flag = hn::Set(d, tile::left_flag);
    auto const right_flag = hn::Set(d, tile::right_flag);
    auto const lane = hn::Iota(d, Key{0});
    std::size_t size = 0;
    for (std::size_t word = 0; word < count / 64; ++word)
        for (std::size_t offset = 0; offset < 64; offset += lanes) {
            std::uint64_t const lane_bits = lanes == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << lanes) - 1;
            std::uint64_t const on_left = (left_open[word] >> offset) & lane_bits;
            std::uint64_t const on_right = (right_open[word] >> offset) & lane_bits;
            auto const take = mask_of(d, on_left | on_right);
            std::size_t const at = word * 64 + offset;
            auto place = hn::Add(lane, hn::Set(d, static_cast<Key>(at)));
            place = hn::Or(place, hn::IfThenElseZero(mask_of(d, on_left), left_flag));
            place = hn::Or(place, hn::IfThenElseZero(mask_of(d, on_right), right_flag));
            // whole vectors: on x86 a compressing store is slower, and there is room behind the end
            hn::StoreU(hn::Compress(hn::LoadU(d, keys + at), take), d, packed.keys + tile::margin + size);
            hn::StoreU(hn::Compress(place, take), d, packed.places + size);
            size += static_cast<std::size_t>(std::popcount(on_left | on_right));
        }
    packed.size = size;
}

/// A later round: matches among the packed elements; those that remain open are packed again, in place.
template <bool LeftEqual, bool RightEqual, class Key, class Index>
void next_round(packed_tile<Key> & packed, Index first, Index * left, Index * right)
{
    using tile = packed_tile<Key>;
    hn::ScalableTag<Key> const d;
    std::size_t const lanes = hn::Lanes(d);
    std::size_t const size = packed.size;
    Key * const keys = packed.keys + tile::margin;
    for (std::size_t k = 1; k <= window_reach; ++k)
        keys[-static_cast<std::ptrdiff_t>(k)] = std::numeric_limits<Key>::max();
    for (std::size_t k = 0; k < tile::margin; ++k)
        keys[size + k] = std::numeric_limits<Key>::max();
    for (std::size_t at = 0; at < size; at += lanes) {
        hn::StoreU(nearest_distance<-1, LeftEqual>(d, keys + at), d, packed.to_left + at);
        hn::StoreU(nearest_distance<1, RightEqual>(d, keys + at), d, packed.to_right + at);
    }
    // where an equal key counts, the padding may look like a match
    if constexpr (LeftEqual)
        for (std::size_t k = 0; k < window_reach && k < size; ++k)
            if (packed.to_left[k] > static_cast<Key>(k))
                packed.to_left[k] = 0;
    if constexpr (RightEqual)
        for (std::size_t k = size > window_reach ? size - window_reach : 0; k < size; ++k)
            if (packed.to_right[k] >= static_cast<Key>(size - k))
                packed.to_right[k] = 0;

    auto const left_flag = hn::Set(d, tile::left_flag);
    auto const right_flag = hn::Set(d, tile::right_flag);
    auto const zero = hn::Zero(d);
    for (std::size_t k = size; k < size + lanes; ++k)
        packed.places[k] = 0; // the lanes behind the end are open on no side
    // matches first: they read the places of other elements
    std::uint64_t found_on_left[tile::capacity / 64 + 2] = {};
    std::uint64_t found_on_right[tile::capacity / 64 + 2] = {};
    for (std::size_t at = 0; at < size; at += lanes) {
        auto const places = hn::Load(d, packed.places + at);
        auto const hit_left =
            hn::And(hn::Eq(hn::And(places, left_flag), left_flag), hn::Gt(hn::Load(d, packed.to_left + at), zero));
        auto const hit_right =
            hn::And(hn::Eq(hn::And(places, right_flag), right_flag), hn::Gt(hn::Load(d, packed.to_right + at), zero));
        found_on_left[at / 64] |= bits_of(d, hit_left) << (at % 64);
        found_on_right[at / 64] |= bits_of(d, hit_right) << (at % 64);
    }
    auto const position = [&](std::size_t k) {
        return static_cast<Index>(first + static_cast<Index>(packed.places[k] & tile::place_mask));
    };
    for (std::size_t word = 0; word * 64 < size; ++word) {
        for (std::uint64_t bits = found_on_left[word]; bits != 0; bits &= bits - 1) {
            std::size_t const k = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
            left[packed.places[k] & tile::place_mask] = position(k - static_cast<std::size_t>(packed.to_left[k]));
        }
        for (std::uint64_t bits = found_on_right[word]; bits != 0; bits &= bits - 1) {
            std::size_t const k = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
            right[packed.places[k] & tile::place_mask] = position(k + static_cast<std::size_t>(packed.to_right[k]));
        }
    }
    std::size_t kept = 0;
    for (std::size_t at = 0; at < size; at += lanes) {
        auto places = hn::Load(d, packed.places + at);
        places = hn::AndNot(hn::IfThenElseZero(mask_of(d, found_on_left[at / 64] >> (at % 64)), left_flag), places);
        places = hn::AndNot(hn::IfThenElseZero(mask_of(d, found_on_right[at / 64] >> (at % 64)), right_flag), places);
        auto const open = hn::Gt(places, hn::Set(d, tile::place_mask));
        auto const here = hn::LoadU(d, keys + at);
        hn::StoreU(hn::Compress(here, open), d, keys + kept);
        hn::StoreU(hn::Compress(places, open), d, packed.places + kept);
        kept += hn::CountTrue(d, open);
    }
    packed.size = kept;
}

template <bool LeftEqual, bool RightEqual, class Key, class Index>
void all_rounds(Key const * keys, std::size_t count, Index first, Index * left, Index * right,
                std::uint64_t * left_open, std::uint64_t * right_open)
{
    using tile = packed_tile<Key>;
    first_round<LeftEqual, RightEqual>(keys, count, first, left, right, left_open, right_open);
    std::size_t open = 0;
    for (std::size_t word = 0; word < count / 64; ++word)
        open += static_cast<std::size_t>(std::popcount(left_open[word] | right_open[word]));
    // dense tiles (sorted or equal values) would not shrink; a handful of elements is quicker on the stack
    if (open > count / 4 || open < 16)
        return;
    tile packed;
    pack(keys, count, left_open, right_open, packed);
    for (std::size_t before = 0; packed.size >= 16 && (before == 0 || packed.size * 2 < before);) {
        before = packed.size;
        next_round<LeftEqual, RightEqual>(packed, first, left, right);
    }
    std::memset(left_open, 0, count / 8);
    std::memset(right_open, 0, count / 8);
    for (std::size_t k = 0; k < packed.size; ++k) {
        Key const flagged = packed.places[k];
        auto const place = static_cast<std::size_t>(flagged & tile::place_mask);
        left_open[place / 64] |= std::uint64_t{(flagged & tile::left_flag) != 0} << (place % 64);
        right_open[place / 64] |= std::uint64_t{(flagged & tile::right_flag) != 0} << (place % 64);
    }
}

template <class Key, class Index>
void window_nearest_on_target(equal_side equals, Key const * keys, std::size_t count, Index first, Index * left,
                              Index * right, std::uint64_t * left_open, std::uint64_t * right_open)
{
    switch (equals) {
    case equal_side::none:
        return all_rounds<false, false>(keys, count, first, left, right, left_open, right_open);
    case equal_side::left:
        return all_rounds<true, false>(keys, count, first, left, right, left_open, right_open);
    case equal_side::right:
        return all_rounds<false, true>(keys, count, first, left, right, left_open, right_open);
    }
}

/// Stores value_at(k) to out[k], k = 0..count-1: whole vectors on their alignment, 16 bytes at a time at the ends,
/// which the next call completes to a line.
template <class Word, class VectorAt, class ValueAt>
HWY_INLINE void stream(Word * out, std::size_t count, VectorAt const & vector_at, ValueAt const & value_at)
{
    hn::ScalableTag<Word> const wide;
    hn::CappedTag<Word, 16 / sizeof(Word)> const narrow;
    auto const aligned = [&](std::size_t k, auto d) HWY_ATTR {
        return reinterpret_cast<std::uintptr_t>(out + k) % (hn::Lanes(d) * sizeof(Word)) == 0;
    };
    std::size_t k = 0;
    while (k < count) {
        if (k + hn::Lanes(wide) <= count && aligned(k, wide)) {
            for (; k + hn::Lanes(wide) <= count; k += hn::Lanes(wide))
                hn::Stream(vector_at(wide, k), wide, out + k);
        } else if (k + hn::Lanes(narrow) <= count && aligned(k, narrow)) {
            hn::Stream(vector_at(narrow, k), narrow, out + k);
            k += hn::Lanes(narrow);
        } else {
            out[k] = value_at(k);
            ++k;
        }
    }
}

template <class Word>
HWY_INLINE void stream_fill_on_target(Word * out, std::size_t count, Word value)
{
    stream(
        out, count, [=](auto d, std::size_t) HWY_ATTR { return hn::Set(d, value); },
        [=](std::size_t) { return value; });
}

template <class Word>
HWY_INLINE void stream_copy_on_target(Word const * from, std::size_t count, Word * out)
{
    stream(
        out, count, [=](auto d, std::size_t k) HWY_ATTR { return hn::LoadU(d, from + k); },
        [=](std::size_t k) { return from[k]; });
}

void stream_fill_4(std::uint32_t * out, std::size_t count, std::uint32_t value)
{
    stream_fill_on_target(out, count, value);
}
void stream_fill_8(std::uint64_t * out, std::size_t count, std::uint64_t value)
{
    stream_fill_on_target(out, count, value);
}
void stream_copy_4(std::uint32_t const * from, std::size_t count, std::uint32_t * out)
{
    stream_copy_on_target(from, count, out);
}
void stream_copy_8(std::uint64_t const * from, std::size_t count, std::uint64_t * out)
{
    stream_copy_on_target(from, count, out);
}

// Highway exports functions, not templates: one name per pair of types.
#define RMQ_WINDOW_NEAREST(NAME, KEY, INDEX)                                                                           \
    void NAME(equal_side equals, KEY const * keys, std::size_t count, INDEX first, INDEX * left, INDEX * right,        \
              std::uint64_t * left_open, std::uint64_t * right_open)                                                   \
    {                                                                                                                  \
        window_nearest_on_target(equals, keys, count, first, left, right, left_open, right_open);                      \
    }
RMQ_WINDOW_NEAREST(window_nearest_4_4, std::int32_t, std::uint32_t)
RMQ_WINDOW_NEAREST(window_nearest_4_8, std::int32_t, std::uint64_t)
RMQ_WINDOW_NEAREST(window_nearest_8_4, std::int64_t, std::uint32_t)
RMQ_WINDOW_NEAREST(window_nearest_8_8, std::int64_t, std::uint64_t)
#undef RMQ_WINDOW_NEAREST

} // namespace rmq::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace rmq::detail {
namespace {
HWY_EXPORT(window_nearest_4_4);
HWY_EXPORT(window_nearest_4_8);
HWY_EXPORT(window_nearest_8_4);
HWY_EXPORT(window_nearest_8_8);
HWY_EXPORT(stream_fill_4);
HWY_EXPORT(stream_fill_8);
HWY_EXPORT(stream_copy_4);
HWY_EXPORT(stream_copy_8);
} // namespace

void stream_fill(std::uint32_t * out, std::size_t count, std::uint32_t value)
{
    HWY_DYNAMIC_DISPATCH(stream_fill_4)(out, count, value);
}
void stream_fill(std::uint64_t * out, std::size_t count, std::uint64_t value)
{
    HWY_DYNAMIC_DISPATCH(stream_fill_8)(out, count, value);
}
void stream_copy(std::uint32_t const * from, std::size_t count, std::uint32_t * out)
{
    HWY_DYNAMIC_DISPATCH(stream_copy_4)(from, count, out);
}
void stream_copy(std::uint64_t const * from, std::size_t count, std::uint64_t * out)
{
    HWY_DYNAMIC_DISPATCH(stream_copy_8)(from, count, out);
}
void stream_fence()
{
    hwy::FlushStream();
}

#define RMQ_WINDOW_NEAREST(NAME, KEY, INDEX)                                                                           \
    template <>                                                                                                        \
    void window_nearest(equal_side equals, KEY const * keys, std::size_t count, INDEX first, INDEX * left,             \
                        INDEX * right, std::uint64_t * left_open, std::uint64_t * right_open)                          \
    {                                                                                                                  \
        HWY_DYNAMIC_DISPATCH(NAME)(equals, keys, count, first, left, right, left_open, right_open);                    \
    }
RMQ_WINDOW_NEAREST(window_nearest_4_4, std::int32_t, std::uint32_t)
RMQ_WINDOW_NEAREST(window_nearest_4_8, std::int32_t, std::uint64_t)
RMQ_WINDOW_NEAREST(window_nearest_8_4, std::int64_t, std::uint32_t)
RMQ_WINDOW_NEAREST(window_nearest_8_8, std::int64_t, std::uint64_t)
#undef RMQ_WINDOW_NEAREST

} // namespace rmq::detail
#endif
