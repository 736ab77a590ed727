// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>

#include <rmq/order.hpp>

namespace rmq {

/// Marker for "there is none" in arrays of positions: all bits set.
template <class Index>
inline constexpr Index no_position = std::numeric_limits<Index>::max();

} // namespace rmq

namespace rmq::detail {

/// Which equal values count as a match: none, those on the left, those on the right.
enum class equal_side : std::uint8_t { none, left, right };

/// What a match of an element is, on either side, under an order and a rule for equal values.
template <class Order, equal_side Equals>
struct nearest_rule
{
    using order = Order;
    static constexpr equal_side equals = Equals;

    /// An element with value `other`, left of one with value x, is a match of it.
    template <class Value>
    [[nodiscard]] static constexpr bool on_left(Value const & other, Value const & x) noexcept
    {
        if constexpr (Equals == equal_side::left)
            return !Order::better(x, other);
        else
            return Order::better(other, x);
    }

    /// An element with value `other`, right of one with value x, is a match of it.
    template <class Value>
    [[nodiscard]] static constexpr bool on_right(Value const & other, Value const & x) noexcept
    {
        if constexpr (Equals == equal_side::right)
            return !Order::better(x, other);
        else
            return Order::better(other, x);
    }
};

} // namespace rmq::detail
