// SPDX-License-Identifier: BSD-3-Clause
/// Gap limits as text: the one grammar behind a SPEC, --gap-default and every track.
#pragma once

#include <vglcs/gap_limits.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace vglcs::detail {

/// Why a text is no gap limit.
enum class limit_fault : std::uint8_t { none, missing, negative, not_a_limit, too_large, reversed };

struct number_reading
{
    std::uint32_t value = 0;
    limit_fault fault = limit_fault::none;
};

/// Reads a whole number; 2^32-1 and more is 2^32-1.
[[nodiscard]] number_reading read_number(std::string_view text) noexcept;

struct limit_reading
{
    gap_limit limit;
    limit_fault fault = limit_fault::none;
};

/// Reads `N`, `LO..HI`, `inf` or `x`. Numbers of 2^32-1 and more are the infinite limit: no sequence is that long.
[[nodiscard]] limit_reading read_limit(std::string_view text) noexcept;

/// What is wrong and how to fix it, for people: "limit '-3' is negative: write ...".
[[nodiscard]] std::string describe(limit_fault fault, std::string_view text);

/// The same limit for the same letters always has the same fields: what a blocked letter allows does not matter.
[[nodiscard]] constexpr gap_limit canonical(gap_limit limit) noexcept
{
    return limit.blocked ? gap_limit{.blocked = true} : limit;
}

} // namespace vglcs::detail
