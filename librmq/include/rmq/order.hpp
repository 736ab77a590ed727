// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>

namespace rmq {

/// Which of two equal values a structure reports.
enum class tie : std::uint8_t { leftmost, rightmost };

/// The order of a range-extremum structure: what "best" means and how ties are resolved.
/// One algorithm serves minimum and maximum, leftmost and rightmost: it only ever asks an order.
/// `better(x, y)` is a strict weak order; `identity<V>()` loses or ties against every value.
template <bool Minimum, tie Tie>
struct basic_order
{
    static constexpr bool is_minimum = Minimum;
    static constexpr tie ties = Tie;

    /// True where x is strictly better than y.
    template <class Value>
    [[nodiscard]] static constexpr bool better(Value const & x, Value const & y) noexcept
    {
        if constexpr (Minimum)
            return x < y;
        else
            return y < x;
    }

    /// True where the value x at the LEFT position is the answer for the two positions {left: x, right: y}.
    template <class Value>
    [[nodiscard]] static constexpr bool left_wins(Value const & x, Value const & y) noexcept
    {
        if constexpr (Tie == tie::leftmost)
            return !better(y, x);
        else
            return better(x, y);
    }

    /// The better of two values.
    template <class Value>
    [[nodiscard]] static constexpr Value best(Value const & x, Value const & y) noexcept
    {
        return better(y, x) ? y : x;
    }

    /// A value that no value is worse than.
    template <class Value>
    [[nodiscard]] static constexpr Value identity() noexcept
    {
        if constexpr (Minimum)
            return std::numeric_limits<Value>::max();
        else
            return std::numeric_limits<Value>::lowest();
    }
};

using min_leftmost = basic_order<true, tie::leftmost>;
using min_rightmost = basic_order<true, tie::rightmost>;
using max_leftmost = basic_order<false, tie::leftmost>;
using max_rightmost = basic_order<false, tie::rightmost>;

} // namespace rmq
