// SPDX-License-Identifier: BSD-3-Clause
/// Stage 1: the maximum of a row's window of rows, for all columns of a strip. Included once for each instruction set.
#if defined(VGLCS_CPU_STRIP_ROW_PATHS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef VGLCS_CPU_STRIP_ROW_PATHS_INL_HPP
#undef VGLCS_CPU_STRIP_ROW_PATHS_INL_HPP
#else
#define VGLCS_CPU_STRIP_ROW_PATHS_INL_HPP
#endif

#include "cpu/strip/row_program.hpp"
#include "cpu/strip/strip_row-inl.hpp"

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <span>

HWY_BEFORE_NAMESPACE();
namespace vglcs::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// out = maximum of x, y and the first `Kept` of `older`, each of which stores in `kept` what it makes with those
/// before.
template <int Kept, class Value>
HWY_INLINE void fold(strip_row<Value> const & r, Value const * x, Value const * y, std::array<Value *, 3> const & older,
                     std::array<Value *, 3> const & kept, Value * out)
{
    using V = typename strip_row<Value>::V;
    constexpr auto d = strip_row<Value>::d;
    Value *const o0 = older[0], *const o1 = older[1], *const o2 = older[2];
    Value *const k0 = kept[0], *const k1 = kept[1], *const k2 = kept[2];
    r.for_vectors(r.width, [=](std::size_t k) HWY_ATTR {
        V best = hn::Max(hn::Load(d, x + k), hn::Load(d, y + k));
        if constexpr (Kept > 0) {
            best = hn::Max(best, hn::Load(d, o0 + k));
            hn::Store(best, d, k0 + k);
        }
        if constexpr (Kept > 1) {
            best = hn::Max(best, hn::Load(d, o1 + k));
            hn::Store(best, d, k1 + k);
        }
        if constexpr (Kept > 2) {
            best = hn::Max(best, hn::Load(d, o2 + k));
            hn::Store(best, d, k2 + k);
        }
        hn::Store(best, d, out + k);
    });
}

/// into = max(into, v).
template <class Value>
inline void merge(strip_row<Value> const & r, Value * into, Value const * v)
{
    constexpr auto d = strip_row<Value>::d;
    r.for_vectors(r.width, [=](std::size_t k) HWY_ATTR {
        hn::Store(hn::Max(hn::Load(d, into + k), hn::Load(d, v + k)), d, into + k);
    });
}

/// out = maximum of the slots on a path, newest first; the older ones keep what is in front of them.
template <class Value>
inline void evaluate(strip_row<Value> const & r, std::span<row_program::step const> path, Value * out)
{
    auto const source = [&](std::size_t k) { return r.slot(path[k].slot()); };
    // a slot that need not keep its maximum lets slot 0 have it, which saves a variant for each combination
    auto const keep = [&](std::size_t k) { return path[k].store() ? r.slot(path[k].slot()) : r.tile.slots; };
    switch (path.size()) {
    case 0:
        std::fill_n(out, r.width, Value{0});
        return;
    case 1:
        std::copy_n(source(0), r.width, out);
        return;
    case 2:
        fold<0>(r, source(0), source(1), {}, {}, out);
        return;
    case 3:
        fold<1>(r, source(0), source(1), {source(2)}, {keep(2)}, out);
        return;
    case 4:
        fold<2>(r, source(0), source(1), {source(2), source(3)}, {keep(2), keep(3)}, out);
        return;
    default:
        fold<3>(r, source(0), source(1), {source(2), source(3), source(4)}, {keep(2), keep(3), keep(4)}, out);
    }
    for (std::size_t k = 5; k < path.size(); ++k)
        fold<1>(r, out, out, {source(k)}, {keep(k)}, out);
}

} // namespace vglcs::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
