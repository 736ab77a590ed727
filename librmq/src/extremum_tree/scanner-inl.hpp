// SPDX-License-Identifier: BSD-3-Clause
// Searches of extremum_tree among few values, by vectors. Compiled once for each instruction set; the guard is
// Highway's pattern for it.
#if defined(RMQ_TREE_SCANNER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef RMQ_TREE_SCANNER_INL
#undef RMQ_TREE_SCANNER_INL
#else
#define RMQ_TREE_SCANNER_INL
#endif

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <hwy/highway.h>

#include <rmq/detail/extremum_tree_view.hpp>

#include "extremum_tree/mask_bits-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace rmq::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// A value and where it is, relative to where the search began.
template <class Value>
struct found
{
    Value value;
    std::size_t place;
};

/// Entries [from, to) of a node; all `fan` entries from `entries` on are readable.
template <class Value>
struct node_part
{
    Value const * entries;
    std::size_t from, to;
};

/// Hides how a number came about, so that the compiler makes no branches out of its cases.
HWY_INLINE std::size_t opaque(std::size_t number)
{
#if defined(__GNUC__)
    asm("" : "+r"(number));
#endif
    return number;
}

#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR
/// Searches among few values, without vectors.
template <class Value, class Order>
struct scanner
{
    static constexpr std::size_t lanes = 1;
    static constexpr std::size_t fan = tree_shape<Value>::fan;

    template <std::size_t Limit>
    static found<Value> in_span(Value const * p, std::size_t count, std::size_t = 0)
    {
        std::size_t best = 0;
        for (std::size_t i = 1; i < count; ++i)
            best = Order::left_wins(p[best], p[i]) ? best : i;
        return {p[best], best};
    }

    static found<Value> in_node(Value const * p, std::size_t a, std::size_t b)
    {
        found<Value> const f = in_span<0>(p + a, b - a + 1);
        return {f.value, a + f.place};
    }

    template <std::size_t Count>
    static found<Value> in_parts(node_part<Value> const (&parts)[Count])
    {
        found<Value> best{Order::template identity<Value>(), Count * fan};
        for (std::size_t k = 0; k < Count; ++k)
            for (std::size_t i = parts[k].from; i < parts[k].to; ++i)
                if (best.place == Count * fan || !Order::left_wins(best.value, parts[k].entries[i]))
                    best = {parts[k].entries[i], k * fan + i};
        return best;
    }
};
#else
/// Searches among few values: branch-free, all of them at once.
template <class Value, class Order>
struct scanner
{
    using shape = tree_shape<Value>;
    using tag = hn::CappedTag<Value, shape::line>;
    using vector = hn::Vec<tag>;
    using mask = hn::Mask<tag>;
    static constexpr std::size_t lanes = hn::MaxLanes(tag{});

    static HWY_INLINE vector best(vector a, vector b)
    {
        if constexpr (Order::is_minimum)
            return hn::Min(a, b);
        else
            return hn::Max(a, b);
    }

    /// The best of all lanes, in every lane.
    static HWY_INLINE vector best_lane(vector v)
    {
        if constexpr (sizeof(Value) == 1) {
            // no reduction for bytes: fold by shifting lanes down inside a buffer
            HWY_ALIGN Value buffer[2 * lanes];
            for (std::size_t half = lanes / 2; half > 0; half /= 2) {
                hn::Store(v, tag{}, buffer);
                v = best(v, hn::LoadU(tag{}, buffer + half));
            }
            return hn::Set(tag{}, hn::GetLane(v));
        } else if constexpr (Order::is_minimum) {
            return hn::MinOfLanes(tag{}, v);
        } else {
            return hn::MaxOfLanes(tag{}, v);
        }
    }

    static HWY_INLINE std::uint64_t bits(mask m) { return mask_bits(tag{}, m); }

    /// Lanes [begin, end).
    static HWY_INLINE mask lanes_between(std::size_t begin, std::size_t end)
    {
        return hn::AndNot(hn::FirstN(tag{}, begin), hn::FirstN(tag{}, end));
    }

    static HWY_INLINE std::size_t first_or_last(std::uint64_t hits)
    {
        return static_cast<std::size_t>(Order::ties == tie::leftmost ? std::countr_zero(hits)
                                                                     : 63 - std::countl_zero(hits));
    }

    /// Best of the entries [a..b] of one node: `fan` entries from p on, all readable.
    static HWY_INLINE found<Value> in_node(Value const * p, std::size_t a, std::size_t b)
    {
        constexpr std::size_t parts = shape::fan / lanes;
        vector v[parts];
        mask in[parts];
        vector all = hn::Set(tag{}, Order::template identity<Value>());
        for (std::size_t i = 0; i < parts; ++i) {
            std::size_t const from = std::max(a, i * lanes) - i * lanes;
            std::size_t const to = std::max(b + 1, i * lanes) - i * lanes;
            in[i] = parts == 1 ? lanes_between(a, b + 1) : lanes_between(std::min(from, lanes), std::min(to, lanes));
            v[i] = hn::LoadU(tag{}, p + i * lanes);
            all = best(all, hn::IfThenElse(in[i], v[i], hn::Set(tag{}, Order::template identity<Value>())));
        }
        all = best_lane(all);
        std::uint64_t hits = 0;
        for (std::size_t i = 0; i < parts; ++i)
            hits |= bits(hn::And(in[i], hn::Eq(v[i], all))) << (i * lanes % 64);
        return {hn::GetLane(all), first_or_last(hits)};
    }

    /// Best of the parts of several nodes, which are given from left to right; at least one entry is in them.
    /// The place is node * fan + entry. One reduction for all of them.
    template <std::size_t Count>
    static HWY_INLINE found<Value> in_parts(node_part<Value> const (&parts)[Count])
    {
        constexpr std::size_t fan = shape::fan;
        constexpr std::size_t vectors = fan / lanes;
        vector const identity = hn::Set(tag{}, Order::template identity<Value>());
        vector v[Count][vectors];
        mask in[Count][vectors];
        vector all = identity;
        for (std::size_t k = 0; k < Count; ++k) {
            // a bit an entry
            std::uint64_t const wanted = low_bits(parts[k].to) & ~low_bits(parts[k].from);
            for (std::size_t i = 0; i < vectors; ++i) {
                in[k][i] = mask_of_bits(tag{}, wanted >> (i * lanes % 64));
                v[k][i] = hn::LoadU(tag{}, parts[k].entries + i * lanes);
                all = best(all, hn::IfThenElse(in[k][i], v[k][i], identity));
            }
        }
        all = best_lane(all);
        std::uint64_t hits[Count] = {};
        for (std::size_t k = 0; k < Count; ++k)
            for (std::size_t i = 0; i < vectors; ++i)
                hits[k] |= bits(hn::And(in[k][i], hn::Eq(v[k][i], all))) << (i * lanes % 64);
        if constexpr (Count * fan <= 64) {
            std::uint64_t together = hits[0];
            for (std::size_t k = 1; k < Count; ++k)
                together |= hits[k] << (k * fan);
            return {hn::GetLane(all), first_or_last(together)};
        } else {
            std::size_t node = Order::ties == tie::leftmost ? Count - 1 : 0;
            for (std::size_t k = 0; k < Count; ++k) {
                std::size_t const next = Order::ties == tie::leftmost ? Count - 1 - k : k;
                node = hits[next] != 0 ? next : node;
            }
            return {hn::GetLane(all), node * fan + first_or_last(hits[node])};
        }
    }

    /// The lowest `count` <= fan bits.
    static HWY_INLINE std::uint64_t low_bits(std::size_t count)
    {
        if constexpr (shape::fan == 64) {
            if (count == 64)
                return ~std::uint64_t{0};
        }
        return (std::uint64_t{1} << count) - 1;
    }

    /// Best of p[0..count-1], 0 < count <= Limit. Vectors overlap instead of reading past the end; where count is
    /// smaller than a vector, reads p[-skip .. lanes-1-skip], so that a caller can keep the read inside one cache line.
    template <std::size_t Limit>
    static HWY_INLINE found<Value> in_span(Value const * p, std::size_t count, std::size_t skip = 0)
    {
        constexpr std::size_t parts = std::max<std::size_t>(1, Limit / lanes);
        Value const * const start = p - skip;
        std::size_t const last = count >= lanes ? count - lanes : 0;
        mask const in = lanes_between(skip, skip + std::min(count, lanes));
        vector const identity = hn::Set(tag{}, Order::template identity<Value>());
        vector v[parts];
        std::size_t at[parts];
        vector all = identity;
        for (std::size_t i = 0; i < parts; ++i) {
            at[i] = opaque(std::min(i * lanes, last));
            v[i] = hn::LoadU(tag{}, start + at[i]);
            all = best(all, hn::IfThenElse(in, v[i], identity));
        }
        all = best_lane(all);
        std::uint64_t hits = 0;
        for (std::size_t i = 0; i < parts; ++i)
            hits |= bits(hn::And(in, hn::Eq(v[i], all))) << at[i];
        return {hn::GetLane(all), first_or_last(hits) - skip};
    }
};
#endif

} // namespace rmq::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
