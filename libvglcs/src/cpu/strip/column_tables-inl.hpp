// SPDX-License-Identifier: BSD-3-Clause
/// Tables of a row's M that lists of columns look their windows up in: dyadic levels, prefix and suffix maxima.
/// Included once for each instruction set.
#if defined(VGLCS_CPU_STRIP_COLUMN_TABLES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef VGLCS_CPU_STRIP_COLUMN_TABLES_INL_HPP
#undef VGLCS_CPU_STRIP_COLUMN_TABLES_INL_HPP
#else
#define VGLCS_CPU_STRIP_COLUMN_TABLES_INL_HPP
#endif

#include "cpu/strip/strip_row-inl.hpp"

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace vglcs::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Level l + 1 from level l, up to `levels` of them, over the halo and the strip.
template <class Value>
inline void build_levels(strip_row<Value> const & r, std::size_t levels)
{
    constexpr auto d = strip_row<Value>::d;
    std::size_t const halo = (r.plan.halo() + 63) / 64 * 64, stride = r.plan.stride();
    Value * from = r.m - halo;
    for (std::size_t l = 0; l + 1 < levels; ++l, from += stride) {
        Value const * const shifted = from - (std::ptrdiff_t{1} << l);
        Value * const to = from + stride;
        r.for_vectors(halo + r.width, [=](std::size_t k) HWY_ATTR {
            hn::Store(hn::Max(hn::Load(d, from + k), hn::LoadU(d, shifted + k)), d, to + k);
        });
    }
}

/// To `to`: maxima of the `width` values from `from` on, from the first one to each, or from each to the last.
template <bool Forward, class Value>
inline void running_maximum(Value const * from, std::size_t width, Value * to)
{
#if HWY_TARGET == HWY_SCALAR
    Value best = 0;
    for (std::size_t k = 0; k < width; ++k) {
        std::size_t const x = Forward ? k : width - 1 - k;
        to[x] = best = std::max(best, from[x]);
    }
#else
    // 128 bits at a time: three or two shifts within, and what came before to every lane
    constexpr hn::FixedTag<Value, 16 / sizeof(Value)> block{};
    constexpr hn::Repartition<std::uint8_t, decltype(block)> bytes{};
    constexpr std::size_t count = 16 / sizeof(Value);
    alignas(16) std::uint8_t last_lane[16];
    for (std::size_t k = 0; k < 16; ++k)
        last_lane[k] = static_cast<std::uint8_t>((Forward ? 16 - sizeof(Value) : 0) + k % sizeof(Value));
    auto const spread = hn::BitCast(block, hn::Load(bytes, last_lane));
    auto before = hn::Zero(block);
    for (std::size_t k = 0; k < width; k += count) {
        std::size_t const at = Forward ? k : width - count - k;
        auto x = hn::Load(block, from + at);
        if constexpr (Forward) {
            x = hn::Max(x, hn::ShiftLeftLanes<1>(block, x));
            x = hn::Max(x, hn::ShiftLeftLanes<2>(block, x));
            if constexpr (count == 8)
                x = hn::Max(x, hn::ShiftLeftLanes<4>(block, x));
        } else {
            x = hn::Max(x, hn::ShiftRightLanes<1>(block, x));
            x = hn::Max(x, hn::ShiftRightLanes<2>(block, x));
            if constexpr (count == 8)
                x = hn::Max(x, hn::ShiftRightLanes<4>(block, x));
        }
        x = hn::Max(x, before);
        hn::Store(x, block, to + at);
        before = hn::TableLookupBytes(x, spread);
    }
#endif
}

/// Running maxima from the strip's first column on, and from its last one back.
template <class Value>
inline void build_prefix_and_suffix(strip_row<Value> const & r)
{
    if (r.strip.prefix)
        running_maximum<true, Value>(r.m, r.width, r.m + r.plan.prefix_table() * r.plan.stride());
    if (r.strip.suffix)
        running_maximum<false, Value>(r.m, r.width, r.m + r.plan.suffix_table() * r.plan.stride());
}

} // namespace vglcs::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
