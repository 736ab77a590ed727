// SPDX-License-Identifier: BSD-3-Clause
// Loops step by whole vectors whose length is a constant, which SVE's is not: there NEON is taken.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "explain/row_kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include "explain/row_kernels.hpp"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace vglcs::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class D, class V = hn::Vec<D>>
HWY_INLINE V less([[maybe_unused]] D d, V x, V price)
{
    if constexpr (sizeof(hn::TFromD<D>) == 2)
        return hn::SaturatedSub(x, price);
    else
        return hn::Sub(x, hn::Min(x, price));
}

/// vectors(k) for whole vectors, then single(k) for what is left.
template <class D, class Vectors, class Single>
HWY_INLINE void for_columns(D, std::size_t count, Vectors const & vectors, Single const & single)
{
    constexpr std::size_t lanes = hn::MaxLanes(D{});
    std::size_t k = 0;
    for (; k + 2 * lanes <= count; k += 2 * lanes) {
        vectors(k);
        vectors(k + lanes);
    }
    for (; k + lanes <= count; k += lanes)
        vectors(k);
    for (; k < count; ++k)
        single(k);
}

template <class Value>
void take_row(Value * to, Value const * x, Value price, std::size_t count)
{
    constexpr hn::ScalableTag<Value> d{};
    auto const lower = hn::Set(d, price);
    for_columns(
        d, count, [&](std::size_t k) { hn::StoreU(less(d, hn::LoadU(d, x + k), lower), d, to + k); },
        [&](std::size_t k) { to[k] = lowered(x[k], price); });
}

template <class Value>
void larger_row(Value * to, Value const * x, Value const * y, Value price, std::size_t count)
{
    constexpr hn::ScalableTag<Value> d{};
    auto const lower = hn::Set(d, price);
    for_columns(
        d, count,
        [&](std::size_t k) {
            hn::StoreU(hn::Max(hn::LoadU(d, x + k), less(d, hn::LoadU(d, y + k), lower)), d, to + k);
        },
        [&](std::size_t k) { to[k] = std::max(x[k], lowered(y[k], price)); });
}

template <class Value>
void steps_row(Value * to, row_step<Value> const * steps, std::size_t step_count, std::size_t count)
{
    constexpr hn::ScalableTag<Value> d{};
    constexpr std::size_t lanes = hn::MaxLanes(hn::ScalableTag<Value>{});
    std::size_t k = 0;
    for (; k + 2 * lanes <= count; k += 2 * lanes) { // two at a time, so that one waits while the other works
        auto x = hn::Zero(d), y = hn::Zero(d);
        for (row_step<Value> const * s = steps; s != steps + step_count; ++s) {
            auto const lower = hn::Set(d, s->lower);
            x = hn::Max(x, less(d, hn::LoadU(d, s->slot + k), lower));
            y = hn::Max(y, less(d, hn::LoadU(d, s->slot + k + lanes), lower));
            if (s->store) {
                hn::StoreU(x, d, s->slot + k);
                hn::StoreU(y, d, s->slot + k + lanes);
            }
        }
        hn::StoreU(x, d, to + k);
        hn::StoreU(y, d, to + k + lanes);
    }
    for (; k < count; ++k) {
        Value x = 0;
        for (row_step<Value> const * s = steps; s != steps + step_count; ++s) {
            x = std::max(x, lowered(s->slot[k], s->lower));
            if (s->store)
                s->slot[k] = x;
        }
        to[k] = x;
    }
}

template <class Value>
void steps_back_row(Value const * worth, row_step<Value> const * steps, std::size_t step_count, std::size_t count)
{
    constexpr hn::ScalableTag<Value> d{};
    constexpr std::size_t lanes = hn::MaxLanes(hn::ScalableTag<Value>{});
    std::size_t k = 0;
    for (; k + 2 * lanes <= count; k += 2 * lanes) {
        auto x = hn::LoadU(d, worth + k), y = hn::LoadU(d, worth + k + lanes);
        for (std::size_t n = step_count; n-- > 0;) {
            row_step<Value> const * const s = steps + n;
            auto const lower = hn::Set(d, s->lower);
            auto const slot_x = hn::LoadU(d, s->slot + k), slot_y = hn::LoadU(d, s->slot + k + lanes);
            if (s->store) {
                x = hn::Max(x, slot_x);
                y = hn::Max(y, slot_y);
                hn::StoreU(less(d, x, lower), d, s->slot + k);
                hn::StoreU(less(d, y, lower), d, s->slot + k + lanes);
            } else {
                hn::StoreU(hn::Max(slot_x, less(d, x, lower)), d, s->slot + k);
                hn::StoreU(hn::Max(slot_y, less(d, y, lower)), d, s->slot + k + lanes);
            }
        }
    }
    for (; k < count; ++k) {
        Value x = worth[k];
        for (std::size_t n = step_count; n-- > 0;) {
            row_step<Value> const * const s = steps + n;
            if (s->store) {
                x = std::max(x, s->slot[k]);
                s->slot[k] = lowered(x, s->lower);
            } else {
                s->slot[k] = std::max(s->slot[k], lowered(x, s->lower));
            }
        }
    }
}

template <class Value>
void merge_row(Value * to, Value const * x, Value first, Value const * y, Value second, std::size_t count)
{
    constexpr hn::ScalableTag<Value> d{};
    auto const lower_x = hn::Set(d, first), lower_y = hn::Set(d, second);
    for_columns(
        d, count,
        [&](std::size_t k) {
            hn::StoreU(hn::Max(less(d, hn::LoadU(d, x + k), lower_x), less(d, hn::LoadU(d, y + k), lower_y)), d,
                       to + k);
        },
        [&](std::size_t k) { to[k] = std::max(lowered(x[k], first), lowered(y[k], second)); });
}

template <class Value>
void take_out_row(Value * to, Value * x, Value price, Value second, std::size_t count)
{
    constexpr hn::ScalableTag<Value> d{};
    auto const lower = hn::Set(d, price), more = hn::Set(d, second);
    for_columns(
        d, count,
        [&](std::size_t k) {
            auto const now = hn::LoadU(d, x + k);
            hn::StoreU(less(d, now, lower), d, to + k);
            hn::StoreU(less(d, now, more), d, x + k);
        },
        [&](std::size_t k) {
            to[k] = lowered(x[k], price);
            x[k] = lowered(x[k], second);
        });
}

template <class Value>
void cells_row(Value * to, Value const * y, Value const * mask, Value match, std::size_t count)
{
    constexpr hn::ScalableTag<Value> d{};
    auto const more = hn::Set(d, match);
    for_columns(
        d, count,
        [&](std::size_t k) {
            hn::StoreU(hn::And(hn::Add(hn::LoadU(d, y + k), more), hn::LoadU(d, mask + k)), d, to + k);
        },
        [&](std::size_t k) { to[k] = static_cast<Value>((y[k] + match) & mask[k]); });
}

template <class Value>
void newer_row(Value * best, std::uint32_t * rows, Value const * x, std::uint32_t row, std::size_t count)
{
    constexpr hn::ScalableTag<std::uint32_t> d32{};
    constexpr hn::Rebind<Value, hn::ScalableTag<std::uint32_t>> d{};
    auto const now = hn::Set(d32, row);
    auto const wide = [&](auto v) {
        if constexpr (sizeof(Value) == 2)
            return hn::PromoteTo(d32, v);
        else
            return v;
    };
    for_columns(
        d, count,
        [&](std::size_t k) {
            auto const had = hn::LoadU(d, best + k), have = hn::LoadU(d, x + k);
            auto const most = hn::Max(had, have);
            auto const newer = hn::Eq(wide(most), wide(have));
            hn::StoreU(hn::IfThenElse(newer, now, hn::LoadU(d32, rows + k)), d32, rows + k);
            hn::StoreU(most, d, best + k);
        },
        [&](std::size_t k) {
            if (x[k] >= best[k]) {
                best[k] = x[k];
                rows[k] = row;
            }
        });
}

template <class Value>
Value gain_of_row(Value const * x, Value lower, Value const * y, Value best, std::size_t count)
{
    constexpr hn::ScalableTag<Value> d{};
    auto const down = hn::Set(d, lower), all = hn::Set(d, best);
    auto most = hn::Zero(d);
    Value rest = 0;
    for_columns(
        d, count,
        [&](std::size_t k) {
            auto const missing = less(d, all, hn::LoadU(d, y + k));
            most = hn::Max(most, less(d, less(d, hn::LoadU(d, x + k), down), missing));
        },
        [&](std::size_t k) { rest = std::max(rest, lowered(lowered(x[k], lower), lowered(best, y[k]))); });
    return std::max(rest, hn::GetLane(hn::MaxOfLanes(d, most)));
}

template <class Value>
void maxima_of_row(Value * out, Value const * x, Value const * ramp, std::size_t count)
{
    constexpr hn::ScalableTag<Value> d{};
    constexpr std::size_t lanes = hn::MaxLanes(hn::ScalableTag<Value>{});
    for (; count >= block_columns; count -= block_columns, x += block_columns) {
        auto most = hn::Zero(d);
        for (std::size_t k = 0; k < block_columns; k += lanes) {
            auto const now = hn::LoadU(d, x + k);
            most = hn::Max(most, ramp ? less(d, now, hn::LoadU(d, ramp + k)) : now);
        }
        *out++ = hn::GetLane(hn::MaxOfLanes(d, most));
    }
    if (count == 0)
        return;
    Value most = 0;
    for (std::size_t k = 0; k < count; ++k)
        most = std::max(most, ramp ? lowered(x[k], ramp[k]) : x[k]);
    *out = most;
}

// one of each for the table of what the machine can
void take_16(std::uint16_t * to, std::uint16_t const * x, std::uint16_t price, std::size_t count)
{
    take_row(to, x, price, count);
}
void take_32(std::uint32_t * to, std::uint32_t const * x, std::uint32_t price, std::size_t count)
{
    take_row(to, x, price, count);
}
void larger_16(std::uint16_t * to, std::uint16_t const * x, std::uint16_t const * y, std::uint16_t price,
               std::size_t count)
{
    larger_row(to, x, y, price, count);
}
void larger_32(std::uint32_t * to, std::uint32_t const * x, std::uint32_t const * y, std::uint32_t price,
               std::size_t count)
{
    larger_row(to, x, y, price, count);
}
void steps_16(std::uint16_t * to, row_step<std::uint16_t> const * steps, std::size_t step_count, std::size_t count)
{
    steps_row(to, steps, step_count, count);
}
void steps_back_16(std::uint16_t const * worth, row_step<std::uint16_t> const * steps, std::size_t step_count,
                   std::size_t count)
{
    steps_back_row(worth, steps, step_count, count);
}
void merge_16(std::uint16_t * to, std::uint16_t const * x, std::uint16_t first, std::uint16_t const * y,
              std::uint16_t second, std::size_t count)
{
    merge_row(to, x, first, y, second, count);
}
void take_out_16(std::uint16_t * to, std::uint16_t * x, std::uint16_t price, std::uint16_t second, std::size_t count)
{
    take_out_row(to, x, price, second, count);
}
void cells_16(std::uint16_t * to, std::uint16_t const * y, std::uint16_t const * mask, std::uint16_t match,
              std::size_t count)
{
    cells_row(to, y, mask, match, count);
}
void steps_32(std::uint32_t * to, row_step<std::uint32_t> const * steps, std::size_t step_count, std::size_t count)
{
    steps_row(to, steps, step_count, count);
}
void steps_back_32(std::uint32_t const * worth, row_step<std::uint32_t> const * steps, std::size_t step_count,
                   std::size_t count)
{
    steps_back_row(worth, steps, step_count, count);
}
void merge_32(std::uint32_t * to, std::uint32_t const * x, std::uint32_t first, std::uint32_t const * y,
              std::uint32_t second, std::size_t count)
{
    merge_row(to, x, first, y, second, count);
}
void take_out_32(std::uint32_t * to, std::uint32_t * x, std::uint32_t price, std::uint32_t second, std::size_t count)
{
    take_out_row(to, x, price, second, count);
}
void cells_32(std::uint32_t * to, std::uint32_t const * y, std::uint32_t const * mask, std::uint32_t match,
              std::size_t count)
{
    cells_row(to, y, mask, match, count);
}
void newer_16(std::uint16_t * best, std::uint32_t * rows, std::uint16_t const * x, std::uint32_t row, std::size_t count)
{
    newer_row(best, rows, x, row, count);
}
void newer_32(std::uint32_t * best, std::uint32_t * rows, std::uint32_t const * x, std::uint32_t row, std::size_t count)
{
    newer_row(best, rows, x, row, count);
}
std::uint16_t gain_16(std::uint16_t const * x, std::uint16_t lower, std::uint16_t const * y, std::uint16_t best,
                      std::size_t count)
{
    return gain_of_row(x, lower, y, best, count);
}
std::uint32_t gain_32(std::uint32_t const * x, std::uint32_t lower, std::uint32_t const * y, std::uint32_t best,
                      std::size_t count)
{
    return gain_of_row(x, lower, y, best, count);
}
void maxima_16(std::uint16_t * out, std::uint16_t const * x, std::uint16_t const * ramp, std::size_t count)
{
    maxima_of_row(out, x, ramp, count);
}
void maxima_32(std::uint32_t * out, std::uint32_t const * x, std::uint32_t const * ramp, std::size_t count)
{
    maxima_of_row(out, x, ramp, count);
}

} // namespace vglcs::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vglcs::detail {

HWY_EXPORT(take_16);
HWY_EXPORT(take_32);
HWY_EXPORT(larger_16);
HWY_EXPORT(larger_32);
HWY_EXPORT(steps_16);
HWY_EXPORT(steps_back_16);
HWY_EXPORT(merge_16);
HWY_EXPORT(take_out_16);
HWY_EXPORT(cells_16);
HWY_EXPORT(steps_32);
HWY_EXPORT(steps_back_32);
HWY_EXPORT(merge_32);
HWY_EXPORT(take_out_32);
HWY_EXPORT(cells_32);
HWY_EXPORT(newer_16);
HWY_EXPORT(newer_32);
HWY_EXPORT(gain_16);
HWY_EXPORT(gain_32);
HWY_EXPORT(maxima_16);
HWY_EXPORT(maxima_32);

#define VGLCS_ROW_KERNELS(Value, bits)                                                                                 \
    void take(Value * to, Value const * x, Value price, std::size_t count)                                             \
    {                                                                                                                  \
        HWY_DYNAMIC_DISPATCH(take_##bits)(to, x, price, count);                                                        \
    }                                                                                                                  \
    void take_max(Value * to, Value const * x, Value price, std::size_t count)                                         \
    {                                                                                                                  \
        HWY_DYNAMIC_DISPATCH(larger_##bits)(to, to, x, price, count);                                                  \
    }                                                                                                                  \
    void larger_of(Value * to, Value const * x, Value const * y, Value price, std::size_t count)                       \
    {                                                                                                                  \
        HWY_DYNAMIC_DISPATCH(larger_##bits)(to, x, y, price, count);                                                   \
    }                                                                                                                  \
    void run_steps(Value * to, row_step<Value> const * steps, std::size_t step_count, std::size_t count)               \
    {                                                                                                                  \
        HWY_DYNAMIC_DISPATCH(steps_##bits)(to, steps, step_count, count);                                              \
    }                                                                                                                  \
    void run_steps_back(Value const * worth, row_step<Value> const * steps, std::size_t step_count, std::size_t count) \
    {                                                                                                                  \
        HWY_DYNAMIC_DISPATCH(steps_back_##bits)(worth, steps, step_count, count);                                      \
    }                                                                                                                  \
    void merge(Value * to, Value const * x, Value first, Value const * y, Value second, std::size_t count)             \
    {                                                                                                                  \
        HWY_DYNAMIC_DISPATCH(merge_##bits)(to, x, first, y, second, count);                                            \
    }                                                                                                                  \
    void take_out(Value * to, Value * x, Value price, Value second, std::size_t count)                                 \
    {                                                                                                                  \
        HWY_DYNAMIC_DISPATCH(take_out_##bits)(to, x, price, second, count);                                            \
    }                                                                                                                  \
    void cells_of(Value * to, Value const * y, Value const * mask, Value match, std::size_t count)                     \
    {                                                                                                                  \
        HWY_DYNAMIC_DISPATCH(cells_##bits)(to, y, mask, match, count);                                                 \
    }                                                                                                                  \
    void take_newer(Value * best, std::uint32_t * rows, Value const * x, std::uint32_t row, std::size_t count)         \
    {                                                                                                                  \
        HWY_DYNAMIC_DISPATCH(newer_##bits)(best, rows, x, row, count);                                                 \
    }                                                                                                                  \
    Value largest_gain(Value const * x, Value lower, Value const * y, Value best, std::size_t count)                   \
    {                                                                                                                  \
        return HWY_DYNAMIC_DISPATCH(gain_##bits)(x, lower, y, best, count);                                            \
    }                                                                                                                  \
    void block_maxima(Value * out, Value const * x, Value const * ramp, std::size_t count)                             \
    {                                                                                                                  \
        HWY_DYNAMIC_DISPATCH(maxima_##bits)(out, x, ramp, count);                                                      \
    }

VGLCS_ROW_KERNELS(std::uint16_t, 16)
VGLCS_ROW_KERNELS(std::uint32_t, 32)

} // namespace vglcs::detail
#endif
