// SPDX-License-Identifier: BSD-3-Clause
/// What the SPECs give to a letter: a gap limit, a jump that lands on it, or the cost of a jump that passes it first.
/// One type and one grammar for all three, so that every kind of SPEC and every track format can hold any of them.
#pragma once

#include "io/limits/limit_text.hpp"

#include <vglcs/gap_limits.hpp>
#include <vglcs/io/jump_spec.hpp>
#include <vglcs/scoring.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vglcs::detail {

enum class value_kind : std::uint8_t {
    limit,   ///< `N`, `LO..HI`, `inf`, `x`
    landing, ///< `HI@COST`, `LO..HI@COST`, `.`
    leaving  ///< `COST`, `x`
};

/// A value of any kind: a limit has no cost, a leaving cost no window.
struct spec_value
{
    std::uint32_t lo = 0, hi = 0, cost = 0;
    bool none = false; ///< the letter is blocked; no jump lands on it; no jump passes it first

    friend bool operator==(spec_value const &, spec_value const &) = default;
};

[[nodiscard]] constexpr spec_value value_of(gap_limit limit) noexcept
{
    return limit.blocked ? spec_value{.none = true} : spec_value{.lo = limit.lo, .hi = limit.hi};
}
[[nodiscard]] constexpr gap_limit as_limit(spec_value value) noexcept
{
    return value.none ? gap_limit{.blocked = true} : gap_limit{.lo = value.lo, .hi = value.hi};
}
[[nodiscard]] constexpr std::optional<jump> as_landing(spec_value value) noexcept
{
    return value.none ? std::nullopt : std::optional{jump{value.lo, value.hi, value.cost}};
}
[[nodiscard]] constexpr std::optional<std::uint32_t> as_leaving(spec_value value) noexcept
{
    return value.none ? std::nullopt : std::optional{value.cost};
}

[[nodiscard]] constexpr spec_value value_of(std::optional<jump> landing) noexcept
{
    return landing ? spec_value{.lo = landing->lo, .hi = landing->hi, .cost = landing->cost} : spec_value{.none = true};
}
[[nodiscard]] constexpr spec_value value_of(std::optional<std::uint32_t> leaving) noexcept
{
    return leaving ? spec_value{.cost = *leaving} : spec_value{.none = true};
}

[[nodiscard]] constexpr value_kind kind_of(jump_part part) noexcept
{
    return part == jump_part::landing ? value_kind::landing : value_kind::leaving;
}

/// How the kind's SPEC is called: "gap", "jump", "leave".
[[nodiscard]] std::string_view spec_word(value_kind kind) noexcept;
/// How its values are called: "limit", "jump", "leaving cost".
[[nodiscard]] std::string_view value_word(value_kind kind) noexcept;

/// Reads one value; nothing where the text is none. A window whose HI is 0 is no jump.
[[nodiscard]] std::optional<spec_value> read_value(std::string_view text, value_kind kind) noexcept;

/// What is wrong with a text that `read_value` does not take, and how to fix it.
[[nodiscard]] std::string value_fault(std::string_view text, value_kind kind);

/// The value as `read_value` takes it.
[[nodiscard]] std::string to_text(spec_value value, value_kind kind);

/// True where a letter that has both values keeps `y`. Of limits the larger: a letter over x, then the larger HI, then
/// the smaller LO. Of jumps and leaving costs the cheapest, then the larger HI, then the smaller LO; none is the last.
[[nodiscard]] bool is_weaker(spec_value x, spec_value y, value_kind kind) noexcept;

} // namespace vglcs::detail
