// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include <rmq/order.hpp>

namespace rmq::detail {

/// Signed integer that holds every value of a type in its order.
template <class Value>
using nearest_key_type = std::conditional_t<(sizeof(Value) > 4), std::int64_t, std::int32_t>;

/// True where a value is its own key, so that vectors can read the caller's array.
template <class Order, class Value>
inline constexpr bool is_own_key = Order::is_minimum && std::same_as<Value, nearest_key_type<Value>>;

/// Key of a value: key(x) < key(y) exactly where Order::better(x, y). Values are arithmetic and not NaN; -0.0 and 0.0
/// are equal.
template <class Order, class Value>
[[nodiscard]] constexpr nearest_key_type<Value> nearest_key(Value value) noexcept
{
    static_assert(std::is_arithmetic_v<Value> && sizeof(Value) <= 8);
    using key = nearest_key_type<Value>;
    key k{};
    if constexpr (std::floating_point<Value>) {
        k = std::bit_cast<key>(value + Value{0}); // -0.0 + 0.0 is 0.0
        k ^= (k >> (8 * sizeof(key) - 1)) & std::numeric_limits<key>::max();
    } else if constexpr (std::unsigned_integral<Value> && sizeof(Value) == sizeof(key)) {
        k = static_cast<key>(value ^ (Value{1} << (8 * sizeof(Value) - 1)));
    } else {
        k = static_cast<key>(value);
    }
    return Order::is_minimum ? k : ~k;
}

} // namespace rmq::detail
