// SPDX-License-Identifier: BSD-3-Clause
/// What all inner loops of the scored engine share. Included once for each instruction set.
#if defined(VGLCS_CPU_SCORED_VECTORS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef VGLCS_CPU_SCORED_VECTORS_INL_HPP
#undef VGLCS_CPU_SCORED_VECTORS_INL_HPP
#else
#define VGLCS_CPU_SCORED_VECTORS_INL_HPP
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace vglcs::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// x - price, at least 0.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V lowered([[maybe_unused]] D d, V x, V price)
{
    if constexpr (sizeof(hn::TFromD<D>) == 2)
        return hn::SaturatedSub(x, price);
    else
        return hn::Sub(x, hn::Min(x, price));
}
/// The same of one value.
template <class Value>
HWY_INLINE Value lowered_value(Value x, Value price)
{
    return static_cast<Value>(x - (x < price ? x : price));
}

/// f(k) for k = 0, lanes, ... below count, a multiple of 64: whole groups of 64 columns with constant offsets.
template <class D, class F>
HWY_INLINE void for_vectors(D, std::size_t count, F const & f)
{
    constexpr std::size_t lanes = hn::MaxLanes(D{});
    for (std::size_t group = 0; group < count; group += 64) {
#pragma GCC unroll 8
        for (std::size_t k = 0; k < 64; k += lanes)
            f(group + k);
    }
}

} // namespace vglcs::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif // include guard for each instruction set
