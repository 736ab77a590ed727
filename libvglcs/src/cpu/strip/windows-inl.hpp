// SPDX-License-Identifier: BSD-3-Clause
/// Stage 2 of 16-bit values without tables in memory: windows of all columns in registers, and single windows by one
/// instruction that reduces 8 columns. Included once for each instruction set.
#if defined(VGLCS_CPU_STRIP_WINDOWS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef VGLCS_CPU_STRIP_WINDOWS_INL_HPP
#undef VGLCS_CPU_STRIP_WINDOWS_INL_HPP
#else
#define VGLCS_CPU_STRIP_WINDOWS_INL_HPP
#endif

#include "cpu/strip/column_program.hpp"

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace vglcs::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR

/// Columns left of the strip that windows in registers see first, and need: the halo has them.
inline constexpr std::size_t passed_before = 32;

/// The vectors of one row, from left to right, as blocks of 8 columns (128 bits).
class passing_row
{
public:
    using D = hn::ScalableTag<std::uint16_t>;
    using V = hn::Vec<D>;
    static constexpr D d{};
    static constexpr std::size_t lanes = hn::MaxLanes(D{});

    // constructors are written out: the implicit ones would be compiled without the instruction set
    HWY_INLINE passing_row() : last_{hn::Zero(d)}, before_last_{hn::Zero(d)} {}

    /// The vector one block left of `now`.
    [[nodiscard]] HWY_INLINE V one_block(V now) const
    {
        static_cast<void>(now);
        if constexpr (lanes == 8)
            return last_;
#if HWY_TARGET == HWY_AVX2
        return hn::ConcatLowerUpper(d, now, last_);
#elif HWY_TARGET <= HWY_AVX3
        return V{_mm512_alignr_epi64(now.raw, last_.raw, 6)};
#else
        return last_;
#endif
    }

    /// The vector two blocks left of `now`.
    [[nodiscard]] HWY_INLINE V two_blocks(V now) const
    {
        static_cast<void>(now);
        if constexpr (lanes == 8)
            return before_last_;
#if HWY_TARGET <= HWY_AVX3
        return V{_mm512_alignr_epi64(now.raw, last_.raw, 4)};
#else
        return last_;
#endif
    }

    HWY_INLINE void pass(V now)
    {
        if constexpr (lanes == 8)
            before_last_ = last_;
        last_ = now;
    }

private:
    V last_, before_last_;
};

/// Each column's value of K columns further left, K <= 8; `block` is `now` one block further left.
template <int K>
HWY_INLINE passing_row::V columns_before(passing_row::V now, passing_row::V block)
{
    if constexpr (K == 0)
        return now;
    else if constexpr (K == 8)
        return block;
    else
        return hn::CombineShiftRightBytes<16 - 2 * K>(passing_row::d, now, block);
}

/// Maxima of Length columns that end one column left of each column, from M vector by vector.
template <int Length>
class passing_windows
{
    using V = passing_row::V;

public:
    static_assert(Length >= 1 && Length <= largest_passing_window);
    HWY_INLINE passing_windows() {}
    HWY_INLINE V next(V m)
    {
        V const block = m_.one_block(m);
        m_.pass(m);
        V const one = columns_before<1>(m, block);
        if constexpr (Length == 1)
            return one;
        V const two = hn::Max(one, columns_before<2>(m, block));
        if constexpr (Length <= 2)
            return two;
        if constexpr (Length == 3)
            return hn::Max(two, columns_before<3>(m, block));
        V const block_2 = two_.one_block(two);
        two_.pass(two);
        V const four = hn::Max(two, columns_before<2>(two, block_2));
        if constexpr (Length <= 6)
            return hn::Max(four, columns_before<std::clamp(Length - 2, 0, 4)>(two, block_2));
        V const block_4 = four_.one_block(four);
        four_.pass(four);
        V const last_4 = columns_before<std::clamp(Length - 4, 0, 8)>(four, block_4);
        if constexpr (Length <= 8)
            return hn::Max(four, last_4);
        V const eight = hn::Max(four, columns_before<4>(four, block_4));
        if constexpr (Length <= 12)
            return hn::Max(eight, last_4);
        V const block_8 = eight_.one_block(eight);
        eight_.pass(eight);
        return hn::Max(eight, columns_before<std::clamp(Length - 8, 0, 8)>(eight, block_8));
    }

private:
    passing_row m_, two_, four_, eight_;
};

/// Maxima of a window for each column, of its own length below 2^Levels * 2 (of 8 at most where Levels is 2), vector by
/// vector. A column's controls choose from maxima of 1, 2, 3, 4, 8 and 16 columns that end one column left of it, by
/// masks, and from those of 4, 8 or 16 that begin where its window does, by shuffles of the blocks that can hold them.
template <int Levels>
class shuffled_windows
{
    using V = passing_row::V;

public:
    HWY_INLINE shuffled_windows() {}
    /// @param control  control(k): vector k of the columns' controls
    template <class Control>
    HWY_INLINE V next(V m, Control const & control)
    {
        auto const masked = [&](V x, std::size_t k) HWY_ATTR { return hn::And(x, control(k)); };
        auto const pick = [&](V x, std::size_t k) HWY_ATTR { return hn::TableLookupBytesOr0(x, control(k)); };
        V const block = m_.one_block(m);
        m_.pass(m);
        V const one = columns_before<1>(m, block), two = hn::Max(one, columns_before<2>(m, block));
        V const three = hn::Max(two, columns_before<3>(m, block)), four = hn::Max(three, columns_before<4>(m, block));
        V const block_4 = four_.one_block(four);
        four_.pass(four);
        V const near = hn::Max(one, hn::Max(masked(two, 0), masked(three, 1)));
        V window = hn::Max(near, hn::Or(pick(four, 2), pick(block_4, 3)));
        if constexpr (Levels == 2)
            return hn::Max(window, masked(four, 4));
        V const eight = hn::Max(four, columns_before<4>(four, block_4));
        V const block_8 = eight_.one_block(eight);
        window = hn::Max(window, hn::Max(masked(eight, 4), hn::Or(pick(eight, 5), pick(block_8, 6))));
        eight_.pass(eight);
        if constexpr (Levels == 4) {
            V const sixteen = hn::Max(eight, block_8);
            V const begin = hn::Or(hn::Or(pick(sixteen, 8), pick(sixteen_.one_block(sixteen), 9)),
                                   pick(sixteen_.two_blocks(sixteen), 10));
            window = hn::Max(window, hn::Max(masked(sixteen, 7), begin));
            sixteen_.pass(sixteen);
        }
        return window;
    }

private:
    passing_row m_, four_, eight_, sixteen_;
};

#endif // HWY_TARGET != HWY_SCALAR

/// 1 + the largest of 8 columns.
HWY_INLINE void store_cell(hn::Vec<hn::CappedTag<std::uint16_t, 8>> x, std::uint16_t * to)
{
    constexpr hn::CappedTag<std::uint16_t, 8> block{};
#if HWY_TARGET <= HWY_SSE4 && defined(__x86_64__)
    // the smallest of the complements is 65,535 less the largest, so its negative is what is asked for
    auto const smallest = _mm_minpos_epu16(hn::Xor(x, hn::Set(block, std::uint16_t{0xffff})).raw);
    *to = static_cast<std::uint16_t>(-_mm_cvtsi128_si32(smallest));
#else
    *to = static_cast<std::uint16_t>(1 + hn::GetLane(hn::MaxOfLanes(block, x)));
#endif
}

/// V of the columns of one letter whose windows have at most 32 columns, straight from M.
inline void direct_windows(direct_lists const & lists, std::uint8_t letter, std::uint16_t const * area,
                           std::uint16_t * v)
{
    constexpr hn::CappedTag<std::uint16_t, 8> block{};
    constexpr std::size_t step = hn::MaxLanes(block);
    auto const widest = [&](std::uint16_t const * x, auto const & f) HWY_ATTR {
        auto best = hn::Zero(block);
        for (std::size_t k = 0; k < 8; k += step)
            best = hn::Max(best, f(hn::LoadU(block, x + k), k));
        return best;
    };
    auto const plain = [](auto x, std::size_t) HWY_ATTR { return x; };
    for (near_entry const & e : lists.below_8[letter]) {
        std::uint16_t const * const mask = direct_masks + e.b;
        store_cell(
            widest(area + e.a, [&](auto x, std::size_t k) HWY_ATTR { return hn::And(x, hn::LoadU(block, mask + k)); }),
            v + e.column);
    }
    for (near_entry const & e : lists.up_to_16[letter])
        store_cell(hn::Max(widest(area + e.a, plain), widest(area + e.b, plain)), v + e.column);
    for (near_entry const & e : lists.up_to_32[letter]) {
#if HWY_TARGET <= HWY_AVX2 && defined(__x86_64__)
        constexpr hn::FixedTag<std::uint16_t, 16> two_blocks{};
        auto const x = hn::Max(hn::LoadU(two_blocks, area + e.a), hn::LoadU(two_blocks, area + e.b));
        store_cell(hn::Max(hn::LowerHalf(block, x), hn::UpperHalf(block, x)), v + e.column);
#else
        store_cell(hn::Max(hn::Max(widest(area + e.a, plain), widest(area + e.a + 8, plain)),
                           hn::Max(widest(area + e.b, plain), widest(area + e.b + 8, plain))),
                   v + e.column);
#endif
    }
}

} // namespace vglcs::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif // include guard for each instruction set
