// SPDX-License-Identifier: BSD-3-Clause
/// What crosses a strip's borders beyond the halo: windows of columns that reach further left, and values for strips
/// further right. Included once for each instruction set.
#if defined(VGLCS_CPU_STRIP_LEFT_VALUES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef VGLCS_CPU_STRIP_LEFT_VALUES_INL_HPP
#undef VGLCS_CPU_STRIP_LEFT_VALUES_INL_HPP
#else
#define VGLCS_CPU_STRIP_LEFT_VALUES_INL_HPP
#endif

#include "cpu/strip/strip_row-inl.hpp"

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

HWY_BEFORE_NAMESPACE();
namespace vglcs::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// The maximum of count >= 1 values.
template <class Value>
[[nodiscard]] inline Value scan(Value const * x, std::size_t count)
{
    using V = typename strip_row<Value>::V;
    constexpr auto d = strip_row<Value>::d;
    constexpr std::size_t lanes = strip_row<Value>::lanes;
    if (count < lanes)
        return *std::max_element(x, x + count);
    V best = hn::LoadU(d, x + count - lanes), other = best;
    std::size_t k = 0;
    for (; k + 4 * lanes <= count; k += 4 * lanes) {
        best = hn::Max(best, hn::Max(hn::LoadU(d, x + k), hn::LoadU(d, x + k + lanes)));
        other = hn::Max(other, hn::Max(hn::LoadU(d, x + k + 2 * lanes), hn::LoadU(d, x + k + 3 * lanes)));
    }
    for (; k + lanes < count; k += lanes)
        best = hn::Max(best, hn::LoadU(d, x + k));
    return strip_row<Value>::lane_maximum(hn::Max(best, other));
}

template <class Value>
[[nodiscard]] inline Value look_up(Value const * area, range_ref const & x)
{
    return x.scan ? scan(area + x.a, std::size_t{x.b} - x.a + 1) : std::max(area[x.a], area[x.b]);
}

/// Maxima over whole strips: sorted by the last strip, first ones falling, so that each adds to the one before.
template <class Value>
inline void find_middles(strip_row<Value> const & r, std::size_t i)
{
    constexpr std::size_t lanes = strip_row<Value>::lanes;
    Value const * const maxima = r.tile.maxima + i * r.tile.strips;
    r.tile.middles[0] = 0;
    Value best = 0;
    for (std::size_t k = 1; k < r.strip.middles.size(); ++k) {
        strip_range const now = r.strip.middles[k], before = r.strip.middles[k - 1];
        std::uint32_t from = before.first;
        if (k == 1 || before.last != now.last) {
            best = 0;
            from = now.last + 1;
        }
        // by vectors where they are many: limits of 50,000 reach over some 50 strips
        if (from - now.first >= lanes) {
            best = std::max(best, scan(maxima + now.first, from - now.first));
            from = now.first;
        }
        while (from > now.first)
            best = std::max(best, maxima[--from]);
        r.tile.middles[k] = best;
    }
}

/// What crosses the strip's borders beyond the halo.
template <class Value>
inline void exchange(strip_row<Value> const & r, std::size_t i, std::span<far_entry const> far,
                     std::span<request const> requests, Value * v)
{
    Value * const left = r.left_of(i);
    if (!far.empty()) {
        find_middles(r, i);
        for (far_entry const & e : far) {
            Value const own = std::max(look_up(r.tile.area, e.own), r.tile.middles[e.middle]);
            v[e.column] = static_cast<Value>(1 + std::max(own, std::max(left[e.first], left[e.last])));
        }
    }
    for (request const & q : requests)
        left[q.slot] = look_up(r.tile.area, q.own);
    if (r.tile.maxima)
        r.tile.maxima[i * r.tile.strips + r.tile.number] = r.lane_maximum(r.row_maximum(r.m));
}

} // namespace vglcs::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
