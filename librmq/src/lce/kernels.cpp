// SPDX-License-Identifier: BSD-3-Clause
// The loops of extensions, plain code that the compiler vectorises, for several instruction sets.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lce/kernels.cpp"
#include "extremum_tree/targets.hpp"

#include <hwy/highway.h>

#include <bit>
#include <cstring>

#include <rmq/detail/direct_extension.hpp>

#include "lce/kernels.hpp"

HWY_BEFORE_NAMESPACE();
namespace rmq::detail::HWY_NAMESPACE {

static std::size_t long_extension(packed_view const & a, std::size_t i, packed_view const & b, std::size_t j,
                                  std::size_t limit)
{
    constexpr std::size_t block = 8; // words; less than the padding of a packed text
    std::size_t const per_word = a.per_word();
    std::uint64_t const * x = a.words + i * a.bits / 64;
    std::uint64_t const * y = b.words + j * b.bits / 64;
    unsigned const s = i * a.bits % 64, t = j * b.bits % 64;
    for (std::size_t done = 0; done < limit; done += block * per_word, x += block, y += block) {
        std::uint64_t difference[block], any = 0;
        for (std::size_t k = 0; k < block; ++k) {
            difference[k] = (x[k] >> s | x[k + 1] << 1 << (63 - s)) ^ (y[k] >> t | y[k + 1] << 1 << (63 - t));
            any |= difference[k];
        }
        if (any == 0)
            continue;
        std::size_t k = 0;
        while (difference[k] == 0)
            ++k;
        std::size_t const bit = static_cast<std::size_t>(std::countr_zero(difference[k]));
        std::size_t const length = done + k * per_word + (bit >> (a.bits == 2 ? 1 : 3));
        return length < limit ? length : limit;
    }
    return limit;
}

/// What an array of fields of `Bits` bits holds from position p on, lowest first: 29 fields of 2 bits, 8 of 8, 57 of 1.
template <unsigned Bits>
static std::uint64_t bits_from(void const * array, std::size_t p)
{
    static_assert(std::endian::native == std::endian::little);
    std::uint64_t x;
    std::memcpy(&x, static_cast<char const *>(array) + p * Bits / 8, sizeof x);
    if constexpr (Bits < 8)
        x >>= p % (8 / Bits) * Bits;
    return x;
}

template <unsigned Bits, class Index>
static std::size_t short_loop(packed_view const & a, packed_view const & b, lce_query<Index> const * queries,
                              std::size_t count, Index * out, std::uint32_t * open)
{
    constexpr std::size_t ahead = 24;
    constexpr std::uint64_t sure = Bits == 2 ? (std::uint64_t{1} << 58) - 1 : ~std::uint64_t{0};
    void const * const x = a.words;
    void const * const y = b.words;
    void const * const near_x = a.flags;
    void const * const near_y = b.flags;
    std::size_t opened = 0;
    for (std::size_t k = 0; k < count; ++k) {
        std::size_t const next = k + ahead < count ? k + ahead : count - 1;
        __builtin_prefetch(static_cast<char const *>(x) + std::size_t{queries[next].i} * Bits / 8);
        __builtin_prefetch(static_cast<char const *>(y) + std::size_t{queries[next].j} * Bits / 8);
        std::size_t const i = queries[k].i, j = queries[k].j;
        std::uint64_t const difference = (bits_from<Bits>(x, i) ^ bits_from<Bits>(y, j)) & sure;
        // the flags of the blocks of 64 positions that the letters may be in
        std::uint64_t const near = (bits_from<1>(near_x, i / 64) | bits_from<1>(near_y, j / 64)) & 3;
        std::size_t length = static_cast<std::size_t>(std::countr_zero(difference)) / Bits;
        if (near != 0) [[unlikely]] {
            std::size_t const limit = letters_to_barrier(a, i, b, j);
            length = length < limit ? length : limit;
            if (difference == 0 && limit <= 64 / Bits - (Bits == 2 ? 3 : 0)) {
                out[k] = static_cast<Index>(limit);
                continue;
            }
        }
        out[k] = static_cast<Index>(length);
        open[opened] = static_cast<std::uint32_t>(k);
        opened += difference == 0;
    }
    return opened;
}

static std::size_t short_batch32(packed_view const & a, packed_view const & b, lce_query<std::uint32_t> const * queries,
                                 std::size_t count, std::uint32_t * out, std::uint32_t * open)
{
    return a.bits == 2 ? short_loop<2>(a, b, queries, count, out, open)
                       : short_loop<8>(a, b, queries, count, out, open);
}
static std::size_t short_batch64(packed_view const & a, packed_view const & b, lce_query<std::uint64_t> const * queries,
                                 std::size_t count, std::uint64_t * out, std::uint32_t * open)
{
    return a.bits == 2 ? short_loop<2>(a, b, queries, count, out, open)
                       : short_loop<8>(a, b, queries, count, out, open);
}

template <class Index>
static void rank_batch(Index const * rank, minimum_view<Index> const & lcp, lce_query<Index> const * queries,
                       std::uint32_t const * which, Index * out, std::size_t count) noexcept
{
    // ranks are read `far` queries after they were asked for, minima `near` queries after that
    constexpr std::size_t far = 24, near = 12;
    constexpr std::size_t fan = minimum_layout::fan;
    Index low[near], high[near];
    Index const last = static_cast<Index>(lcp.size - 1);
    for (std::size_t k = 0; k < count + far + near; ++k) {
        if (k < count) {
            __builtin_prefetch(rank + queries[which[k]].i);
            __builtin_prefetch(rank + queries[which[k]].j);
        }
        if (k >= far + near) {
            std::size_t const slot = k % near;
            out[which[k - far - near]] = lcp.least(low[slot], high[slot]);
        }
        if (k >= far && k - far < count) {
            lce_query<Index> const & q = queries[which[k - far]];
            Index const x = rank[q.i], y = rank[q.j];
            Index l = (x < y ? x : y), r = (x < y ? y : x);
            r = r < last ? r : last;
            l = l < r ? l + 1 : r;
            low[k % near] = l;
            high[k % near] = r;
            if (lcp.layout.levels > 0 && r / fan - l / fan > 1) {
                Index const * const above = lcp.tree + lcp.layout.offset[1];
                __builtin_prefetch(above + l / fan);
                __builtin_prefetch(above + r / fan);
            } else {
                __builtin_prefetch(lcp.values + l);
                __builtin_prefetch(lcp.values + r);
            }
        }
    }
}

static void rank_batch32(std::uint32_t const * rank, minimum_view<std::uint32_t> const & lcp,
                         lce_query<std::uint32_t> const * queries, std::uint32_t const * which, std::uint32_t * out,
                         std::size_t count)
{
    rank_batch(rank, lcp, queries, which, out, count);
}
static void rank_batch64(std::uint64_t const * rank, minimum_view<std::uint64_t> const & lcp,
                         lce_query<std::uint64_t> const * queries, std::uint32_t const * which, std::uint64_t * out,
                         std::size_t count)
{
    rank_batch(rank, lcp, queries, which, out, count);
}

} // namespace rmq::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace rmq::detail {

HWY_EXPORT(long_extension);
HWY_EXPORT(short_batch32);
HWY_EXPORT(short_batch64);
HWY_EXPORT(rank_batch32);
HWY_EXPORT(rank_batch64);

std::size_t long_extension(packed_view const & a, std::size_t i, packed_view const & b, std::size_t j,
                           std::size_t limit) noexcept
{
    return HWY_DYNAMIC_DISPATCH(long_extension)(a, i, b, j, limit);
}

template <>
std::size_t short_batch(packed_view const & a, packed_view const & b, lce_query<std::uint32_t> const * queries,
                        std::size_t count, std::uint32_t * out, std::uint32_t * open) noexcept
{
    return HWY_DYNAMIC_DISPATCH(short_batch32)(a, b, queries, count, out, open);
}
template <>
std::size_t short_batch(packed_view const & a, packed_view const & b, lce_query<std::uint64_t> const * queries,
                        std::size_t count, std::uint64_t * out, std::uint32_t * open) noexcept
{
    return HWY_DYNAMIC_DISPATCH(short_batch64)(a, b, queries, count, out, open);
}

template <>
void rank_batch(std::uint32_t const * rank, minimum_view<std::uint32_t> const & lcp,
                lce_query<std::uint32_t> const * queries, std::uint32_t const * which, std::uint32_t * out,
                std::size_t count) noexcept
{
    HWY_DYNAMIC_DISPATCH(rank_batch32)(rank, lcp, queries, which, out, count);
}
template <>
void rank_batch(std::uint64_t const * rank, minimum_view<std::uint64_t> const & lcp,
                lce_query<std::uint64_t> const * queries, std::uint32_t const * which, std::uint64_t * out,
                std::size_t count) noexcept
{
    HWY_DYNAMIC_DISPATCH(rank_batch64)(rank, lcp, queries, which, out, count);
}

} // namespace rmq::detail
#endif
