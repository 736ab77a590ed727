// SPDX-License-Identifier: BSD-3-Clause
/// Small windows along a row of 16-bit values without tables in memory. Included once for each instruction set.
#if defined(VGLCS_CPU_SCORED_LANE_WINDOWS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef VGLCS_CPU_SCORED_LANE_WINDOWS_INL_HPP
#undef VGLCS_CPU_SCORED_LANE_WINDOWS_INL_HPP
#else
#define VGLCS_CPU_SCORED_LANE_WINDOWS_INL_HPP
#endif

#include "cpu/scored/lane_plan.hpp"
#include "cpu/scored/vectors-inl.hpp"
#include "cpu/strip/windows-inl.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace vglcs::cpu::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR

/// Maxima of Length columns that end one column left of each column, each lowered by `skip` a column further left, from
/// M vector by vector; passing_windows with prices.
template <int Length>
class lowered_windows
{
    using V = passing_row::V;
    static constexpr passing_row::D d{};
    static constexpr int levels = Length <= 1 ? 0 : Length <= 2 ? 1 : Length <= 4 ? 2 : Length <= 8 ? 3 : 4;

public:
    static_assert(Length >= 1 && Length <= 16);
    HWY_INLINE explicit lowered_windows(std::uint32_t skip)
        : one_{price(skip, 1)}, two_columns_{price(skip, 2)},
          four_columns_{price(skip, 4)}, rest_{price(skip, Length - (1 << std::max(levels - 1, 0)))}
    {
    }
    HWY_INLINE V next(V m)
    {
        V const block = m_.one_block(m);
        m_.pass(m);
        V const one = columns_before<1>(m, block);
        if constexpr (Length == 1)
            return one;
        V const two = hn::Max(one, lowered(d, columns_before<2>(m, block), one_));
        if constexpr (Length == 2)
            return two;
        V const block_2 = two_.one_block(two);
        two_.pass(two);
        if constexpr (Length <= 4)
            return hn::Max(two, lowered(d, columns_before<std::clamp(Length - 2, 0, 8)>(two, block_2), rest_));
        V const four = hn::Max(two, lowered(d, columns_before<2>(two, block_2), two_columns_));
        V const block_4 = four_.one_block(four);
        four_.pass(four);
        if constexpr (Length <= 8)
            return hn::Max(four, lowered(d, columns_before<std::clamp(Length - 4, 0, 8)>(four, block_4), rest_));
        V const eight = hn::Max(four, lowered(d, columns_before<4>(four, block_4), four_columns_));
        V const block_8 = eight_.one_block(eight);
        eight_.pass(eight);
        return hn::Max(eight, lowered(d, columns_before<std::clamp(Length - 8, 0, 8)>(eight, block_8), rest_));
    }

private:
    static HWY_INLINE V price(std::uint32_t skip, int columns)
    {
        return hn::Set(d, as_price<std::uint16_t>(std::uint64_t{skip} * static_cast<std::uint64_t>(columns)));
    }
    passing_row m_, two_, four_, eight_;
    V one_, two_columns_, four_columns_;
    V rest_; ///< of the columns between the ends of the two halves of a window
};

#endif // HWY_TARGET != HWY_SCALAR

/// `match` more than the largest of 8 columns.
HWY_INLINE void store_score(hn::Vec<hn::CappedTag<std::uint16_t, 8>> x, std::uint16_t match, std::uint16_t * to)
{
    constexpr hn::CappedTag<std::uint16_t, 8> block{};
#if HWY_TARGET <= HWY_SSE4 && defined(__x86_64__)
    // the smallest of the complements is 65,535 less the largest
    auto const smallest = _mm_minpos_epu16(hn::Xor(x, hn::Set(block, std::uint16_t{0xffff})).raw);
    *to = static_cast<std::uint16_t>(match - 1 - _mm_cvtsi128_si32(smallest));
#else
    *to = static_cast<std::uint16_t>(match + hn::GetLane(hn::MaxOfLanes(block, x)));
#endif
}

/// V of the columns of one letter whose windows have at most 32 columns, straight from M: runs of 8 or 16 columns less
/// the prices of their distances.
inline void lowered_runs(lane_strip const & strip, std::uint16_t const * prices, std::uint8_t letter,
                         std::uint16_t match, std::uint16_t const * area, std::uint16_t * v)
{
    constexpr hn::CappedTag<std::uint16_t, 8> block{};
    constexpr std::size_t step = hn::MaxLanes(block);
    auto const widest = [&](std::uint16_t const * x, std::uint16_t const * price, auto const & f) HWY_ATTR {
        auto best = hn::Zero(block);
        for (std::size_t k = 0; k < 8; k += step)
            best = hn::Max(best, f(hn::SaturatedSub(hn::LoadU(block, x + k), hn::LoadU(block, price + k)), k));
        return best;
    };
    auto const plain = [](auto x, std::size_t) HWY_ATTR { return x; };
    for (run_entry const & e : strip.below_8[letter]) {
        std::uint16_t const * const mask = direct_masks + e.b;
        store_score(widest(area + e.a, prices + e.prices_a,
                           [&](auto x, std::size_t k) HWY_ATTR { return hn::And(x, hn::LoadU(block, mask + k)); }),
                    match, v + e.column);
    }
    for (run_entry const & e : strip.up_to_16[letter])
        store_score(
            hn::Max(widest(area + e.a, prices + e.prices_a, plain), widest(area + e.b, prices + e.prices_b, plain)),
            match, v + e.column);
    for (run_entry const & e : strip.up_to_32[letter]) {
#if HWY_TARGET <= HWY_AVX2 && defined(__x86_64__)
        constexpr hn::FixedTag<std::uint16_t, 16> two_blocks{};
        auto const run = [&](std::uint16_t a, std::uint16_t p) HWY_ATTR {
            return hn::SaturatedSub(hn::LoadU(two_blocks, area + a), hn::LoadU(two_blocks, prices + p));
        };
        auto const x = hn::Max(run(e.a, e.prices_a), run(e.b, e.prices_b));
        store_score(hn::Max(hn::LowerHalf(block, x), hn::UpperHalf(block, x)), match, v + e.column);
#else
        auto const run = [&](std::uint16_t a, std::uint16_t p) HWY_ATTR {
            return hn::Max(widest(area + a, prices + p, plain), widest(area + a + 8, prices + p + 8, plain));
        };
        store_score(hn::Max(run(e.a, e.prices_a), run(e.b, e.prices_b)), match, v + e.column);
#endif
    }
}

} // namespace vglcs::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif // include guard for each instruction set
