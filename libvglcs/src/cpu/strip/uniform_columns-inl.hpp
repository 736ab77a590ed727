// SPDX-License-Identifier: BSD-3-Clause
/// Stage 2 where all columns of a strip have the same window, that of all rows or each row's own: of one length and
/// distance, or everything on the left.
/// Included once for each instruction set.
#if defined(VGLCS_CPU_STRIP_UNIFORM_COLUMNS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef VGLCS_CPU_STRIP_UNIFORM_COLUMNS_INL_HPP
#undef VGLCS_CPU_STRIP_UNIFORM_COLUMNS_INL_HPP
#else
#define VGLCS_CPU_STRIP_UNIFORM_COLUMNS_INL_HPP
#endif

#include "cpu/strip/column_tables-inl.hpp"
#include "cpu/strip/strip_row-inl.hpp"
#include "cpu/strip/windows-inl.hpp"

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace vglcs::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR
/// The same without tables, for windows of at most largest_passing_window columns.
template <int Length, class Value>
inline typename strip_row<Value>::V uniform_in_registers(strip_row<Value> const & r, std::uint8_t letter, Value * v)
{
    constexpr auto d = strip_row<Value>::d;
    constexpr std::size_t lanes = strip_row<Value>::lanes;
    if constexpr (Length < largest_passing_window)
        if (r.plan.uniform_length() > Length)
            return uniform_in_registers<Length + 1>(r, letter, v);
    passing_windows<Length> windows;
    Value const * const m = r.m;
    for (std::size_t k = passed_before; k != 0; k -= lanes)
        windows.next(hn::Load(d, m - k));
    return r.for_cells(letter, v, [&](std::size_t k) HWY_ATTR { return windows.next(hn::Load(d, m + k)); });
}
#endif

/// All columns have the window [j - 1 - distance - (length - 1), j - 1 - distance].
template <class Value>
inline typename strip_row<Value>::V uniform_columns(strip_row<Value> const & r, std::uint8_t letter, Value * v)
{
    constexpr auto d = strip_row<Value>::d;
#if HWY_TARGET != HWY_SCALAR
    if constexpr (sizeof(Value) == 2)
        if (r.plan.in_registers())
            return uniform_in_registers<1>(r, letter, v);
#endif
    std::size_t const level = r.strip.levels - 1, length = r.plan.uniform_length();
    Value const * const near = r.m + level * r.plan.stride() - 1 - r.plan.uniform_distance();
    Value const * const far = near - (length - (std::size_t{1} << level));
    return r.for_cells(letter, v,
                       [&](std::size_t k) HWY_ATTR { return hn::Max(hn::LoadU(d, near + k), hn::LoadU(d, far + k)); });
}

/// All columns have the window of row i.
template <class Value>
inline typename strip_row<Value>::V row_window_columns(strip_row<Value> const & r, std::size_t i, std::uint8_t letter,
                                                       Value * v, Value * left)
{
    constexpr auto d = strip_row<Value>::d;
    row_window const w = r.plan.of_row(i);
    if (w.length == 0)
        return r.for_cells(letter, v, [&](std::size_t) HWY_ATTR { return hn::Zero(d); });
    if (w.length == row_window::endless) { // from the halo's first column on; left[1] has what lies before it
        std::size_t const halo = r.plan.halo();
        Value * const prefix = r.m + r.plan.prefix_table() * r.plan.stride();
        running_maximum<true, Value>(r.m - halo, halo + r.width, prefix - halo);
        auto const before = hn::Set(d, left[1]);
        left[1] = std::max(left[1], *(prefix + r.width - halo - 1));
        Value const * const newest = prefix - 1 - w.distance;
        return r.for_cells(letter, v,
                           [&](std::size_t k) HWY_ATTR { return hn::Max(hn::LoadU(d, newest + k), before); });
    }
    std::size_t const level = static_cast<std::size_t>(std::bit_width(w.length)) - 1;
    build_levels(r, level + 1);
    Value const * const near = r.m + level * r.plan.stride() - 1 - w.distance;
    if (w.length == 1)
        return r.for_cells(letter, v, [&](std::size_t k) HWY_ATTR { return hn::LoadU(d, near + k); });
    Value const * const far = near - (w.length - (std::size_t{1} << level));
    return r.for_cells(letter, v,
                       [&](std::size_t k) HWY_ATTR { return hn::Max(hn::LoadU(d, near + k), hn::LoadU(d, far + k)); });
}

/// All columns have the window [0, j - 1].
template <class Value>
inline typename strip_row<Value>::V endless_columns(strip_row<Value> const & r, std::uint8_t letter, Value * v,
                                                    Value * left)
{
    using V = typename strip_row<Value>::V;
    constexpr auto d = strip_row<Value>::d;
    Value const * const prefix = r.m + r.plan.prefix_table() * r.plan.stride();
    std::uint16_t const * const codes = r.strip.codes.data();
    V const row_letter = hn::Set(d, Value{letter}), before = hn::Set(d, left[1]);
    left[1] = std::max(left[1], prefix[r.width - 1]);
    V best = hn::Zero(d);
    r.for_vectors(r.width, [&](std::size_t k) HWY_ATTR {
        V const x = r.cell(hn::Max(hn::LoadU(d, prefix + k - 1), before), codes + k, row_letter);
        best = hn::Max(best, x);
        hn::Store(x, d, v + k);
    });
    return best;
}

} // namespace vglcs::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
