// SPDX-License-Identifier: BSD-3-Clause
/// Stage 2 where windows of at most 31 columns are found for every column of a strip, whether it matches or not, in
/// registers: by shuffles of 8 columns, or by permutes of 32. 16-bit values. Included once for each instruction set.
#if defined(VGLCS_CPU_STRIP_DENSE_COLUMNS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef VGLCS_CPU_STRIP_DENSE_COLUMNS_INL_HPP
#undef VGLCS_CPU_STRIP_DENSE_COLUMNS_INL_HPP
#else
#define VGLCS_CPU_STRIP_DENSE_COLUMNS_INL_HPP
#endif

#include "cpu/strip/strip_row-inl.hpp"
#include "cpu/strip/windows-inl.hpp"

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace vglcs::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR
/// Windows [j - w, j - 1] with w < 2^(Top + 1), every column by itself, whether it matches or not.
template <int Top, class Value>
inline typename strip_row<Value>::V dense_of(strip_row<Value> const & r, std::uint8_t letter, Value * v)
{
    constexpr auto d = strip_row<Value>::d;
    constexpr std::size_t lanes = strip_row<Value>::lanes;
    shuffled_windows<Top> windows;
    Value const * const m = r.m;
    for (std::size_t k = passed_before; k != 0; k -= lanes)
        windows.next(hn::Load(d, m - k), [&](std::size_t) HWY_ATTR { return hn::Zero(d); });
    constexpr std::size_t terms = dense_terms(Top);
    std::uint16_t const * const controls = r.strip.controls.data();
    return r.for_cells(letter, v, [&](std::size_t k) HWY_ATTR {
        std::uint16_t const * const own = controls + k / dense_group * terms * dense_group + k % dense_group;
        return windows.next(hn::Load(d, m + k),
                            [&](std::size_t t) HWY_ATTR { return hn::Load(d, own + t * dense_group); });
    });
}
#endif

/// By shuffles.
template <class Value>
inline typename strip_row<Value>::V dense_columns([[maybe_unused]] strip_row<Value> const & r,
                                                  [[maybe_unused]] std::uint8_t letter, [[maybe_unused]] Value * v)
{
#if HWY_TARGET != HWY_SCALAR
    if constexpr (sizeof(Value) == 2) {
        switch (r.plan.top()) {
        case 2:
            return dense_of<2>(r, letter, v);
        case 3:
            return dense_of<3>(r, letter, v);
        default:
            return dense_of<4>(r, letter, v);
        }
    }
#endif
    return hn::Zero(strip_row<Value>::d); // not reached: the program chooses it for blocks of 8 columns only
}

#if HWY_TARGET <= HWY_AVX3
/// Maxima of 1, 2, 3, 4, 8 and 16 columns that end before each of 32 columns.
template <int Top>
struct ending_before
{
    __m512i one, two, three;
    __m512i wide[Top - 1]; ///< of 4, 8, 16

    /// From M, and the tables of the 32 columns on the left.
    HWY_INLINE ending_before(std::uint16_t const * m, ending_before const * left)
        : one{_mm512_loadu_si512(m - 1)}, two{_mm512_max_epu16(one, _mm512_loadu_si512(m - 2))},
          three{_mm512_max_epu16(two, _mm512_loadu_si512(m - 3))}
    {
        __m512i const zero = _mm512_setzero_si512();
        auto const from = [&](int k) HWY_ATTR { return left ? left->wide[k] : zero; };
        wide[0] = _mm512_max_epu16(two, _mm512_alignr_epi32(two, left ? left->two : zero, 15));
        if constexpr (Top > 2)
            wide[1] = _mm512_max_epu16(wide[0], _mm512_alignr_epi32(wide[0], from(0), 14));
        if constexpr (Top > 3)
            wide[2] = _mm512_max_epu16(wide[1], _mm512_alignr_epi32(wide[1], from(1), 12));
    }
};

/// Windows [j - w, j - 1] with w < 2^(Top + 1), every column by itself. The largest 2^l <= w columns of a window
/// end where it does, so a blend by level picks them; as many begin where it does, which a permute of the 64
/// columns from the group on the left on brings here. All tables stay in registers.
template <int Top, class Value>
HWY_INLINE typename strip_row<Value>::V permute_of(strip_row<Value> const & r, std::uint8_t letter, Value * v)
{
    using V = typename strip_row<Value>::V;
    constexpr auto d = strip_row<Value>::d;
    constexpr std::size_t lanes = strip_row<Value>::lanes;
    static_assert(lanes == dense_group);
    constexpr std::size_t terms = permute_terms(Top);
    std::uint16_t const *controls = r.strip.controls.data(), *codes = r.strip.codes.data();
    Value const * const m = r.m;
    std::size_t const width = r.width;
    V const row_letter = hn::Set(d, Value{letter});
    V best = hn::Zero(d);
    ending_before<Top> left{m - dense_group, nullptr};
    for (std::size_t group = 0; group < width; group += dense_group, controls += terms * dense_group) {
        auto const control = [&](std::size_t k) HWY_ATTR { return _mm512_load_si512(controls + k * dense_group); };
        auto const blend = [](__m512i mask, __m512i yes, __m512i no)
                               HWY_ATTR { return _mm512_ternarylogic_epi32(mask, yes, no, 0xca); };
        ending_before<Top> const own{m + group, &left};
        __m512i window = _mm512_and_si512(control(0), own.one);
        window = blend(control(1), own.two, window);
        window = blend(control(2), own.three, window);
        for (std::size_t k = 0; k + 2 <= Top; ++k) {
            __m512i const begin = _mm512_permutex2var_epi16(own.wide[k], control(4 + 2 * k), left.wide[k]);
            window = blend(control(3 + 2 * k), _mm512_max_epu16(own.wide[k], begin), window);
        }
        V const x = r.cell(V{window}, codes + group, row_letter);
        best = hn::Max(best, x);
        hn::Store(x, d, v + group);
        left = own;
    }
    return best;
}
#endif

/// By permutes.
template <class Value>
inline typename strip_row<Value>::V permuted_columns([[maybe_unused]] strip_row<Value> const & r,
                                                     [[maybe_unused]] std::uint8_t letter, [[maybe_unused]] Value * v)
{
#if HWY_TARGET <= HWY_AVX3
    if constexpr (sizeof(Value) == 2) {
        switch (r.plan.top()) {
        case 2:
            return permute_of<2>(r, letter, v);
        case 3:
            return permute_of<3>(r, letter, v);
        default:
            return permute_of<4>(r, letter, v);
        }
    }
#endif
    return hn::Zero(strip_row<Value>::d); // not reached: the program chooses it for vectors of 64 bytes only
}

} // namespace vglcs::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
