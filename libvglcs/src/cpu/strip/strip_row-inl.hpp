// SPDX-License-Identifier: BSD-3-Clause
/// A strip and its memory as all passes over a row take them, and loops over its columns by whole vectors. Included
/// once for each instruction set.
#if defined(VGLCS_CPU_STRIP_STRIP_ROW_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef VGLCS_CPU_STRIP_STRIP_ROW_INL_HPP
#undef VGLCS_CPU_STRIP_STRIP_ROW_INL_HPP
#else
#define VGLCS_CPU_STRIP_STRIP_ROW_INL_HPP
#endif

#include "cpu/strip/kernels.hpp"

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace vglcs::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Every loop runs over `width` columns, a multiple of every vector's length.
template <class Value>
struct strip_row
{
    using D = hn::ScalableTag<Value>;
    using V = hn::Vec<D>;
    static constexpr D d{};
    static constexpr std::size_t lanes = hn::MaxLanes(D{});

    strip_tile<Value> & tile;
    column_program const & plan;
    strip_columns const & strip;
    std::size_t const width;
    Value * const m; ///< M, column 0 of the strip

    explicit strip_row(strip_tile<Value> & t)
        : tile{t}, plan{*t.plan}, strip{*t.strip}, width{plan.width()}, m{t.area + plan.origin()}
    {
    }

    [[nodiscard]] Value * slot(std::uint32_t s) const { return tile.slots + s * slot_stride(width); }

    [[nodiscard]] Value * left_of(std::size_t i) const { return tile.left + (i - tile.first_row) * plan.left_slots(); }

    [[nodiscard]] static Value lane_maximum(V x) { return hn::GetLane(hn::MaxOfLanes(d, x)); }

    // Members are copied to locals before loops: a store of a Value could change them, as far as the compiler knows.

    /// f(k) for k = 0, lanes, ... below count, a multiple of 64: whole groups of 64 columns with constant offsets.
    template <class F>
    static HWY_INLINE void for_vectors(std::size_t count, F const & f)
    {
        for (std::size_t group = 0; group < count; group += 64) {
#pragma GCC unroll 64
            for (std::size_t k = 0; k < 64; k += lanes)
                f(group + k);
        }
    }

    [[nodiscard]] V row_maximum(Value const * x) const
    {
        V best = hn::Zero(d);
        for_vectors(width, [&](std::size_t k) HWY_ATTR { best = hn::Max(best, hn::Load(d, x + k)); });
        return best;
    }

    /// 1 + window where the column's letter is the row's, else 0.
    static HWY_INLINE V cell(V window, std::uint16_t const * codes, V letter)
    {
        V column;
        if constexpr (sizeof(Value) == 2)
            column = hn::LoadU(d, codes);
        else
            column = hn::PromoteTo(d, hn::LoadU(hn::Rebind<std::uint16_t, D>{}, codes));
        return hn::IfThenElseZero(hn::Eq(column, letter), hn::Add(window, hn::Set(d, Value{1})));
    }

    /// Every column's V from window(k), the windows of the columns from k on; returns the largest of each lane.
    template <class Window>
    HWY_INLINE V for_cells(std::uint8_t letter, Value * v, Window const & window) const
    {
        std::uint16_t const * const codes = strip.codes.data();
        V const row_letter = hn::Set(d, Value{letter});
        V best = hn::Zero(d);
        for_vectors(width, [&](std::size_t k) HWY_ATTR {
            V const x = cell(window(k), codes + k, row_letter);
            best = hn::Max(best, x);
            hn::Store(x, d, v + k);
        });
        return best;
    }
};

} // namespace vglcs::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
