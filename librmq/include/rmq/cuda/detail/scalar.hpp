// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace rmq::cuda {

/// Types of values that kernels know, as a number: host code names a type, device code gets bits.
enum class scalar_kind : std::uint8_t { int32, uint32, float32, int64, uint64, float64 };

/// The number of an arithmetic type of 4 or 8 bytes.
template <class Value>
requires(std::is_arithmetic_v<Value> &&
         (sizeof(Value) == 4 || sizeof(Value) == 8)) inline constexpr scalar_kind kind_of =
    static_cast<scalar_kind>((sizeof(Value) == 8 ? 3 : 0) + (std::floating_point<Value>      ? 2
                                                             : std::unsigned_integral<Value> ? 1
                                                                                             : 0));

/// Bytes of a value.
[[nodiscard]] constexpr unsigned size_of(scalar_kind kind) noexcept
{
    return kind < scalar_kind::int64 ? 4 : 8;
}

} // namespace rmq::cuda
