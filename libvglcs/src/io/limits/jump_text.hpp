// SPDX-License-Identifier: BSD-3-Clause
/// Jumps and leaving costs as text: the one grammar of their values.
#pragma once

#include <vglcs/scoring.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vglcs::detail {

/// What the values of a SPEC are.
enum class value_kind : std::uint8_t {
    landing, ///< `HI@COST`, `LO..HI@COST`, `.`
    leaving  ///< `COST`, `x`
};

/// A value of either kind; a leaving cost has no window.
struct spec_value
{
    std::uint32_t lo = 0, hi = 0, cost = 0;
    bool none = false; ///< no jump lands here, or begins here

    friend bool operator==(spec_value const &, spec_value const &) = default;
};

/// How the kind's option is called: "jump", "leave".
[[nodiscard]] std::string_view option_word(value_kind kind) noexcept;

struct value_reading
{
    spec_value value;
    std::string fault{}; ///< what is wrong and how to fix it; empty: nothing
};

/// Reads one value. A window whose HI is 0 is no jump.
[[nodiscard]] value_reading read_value(std::string_view text, value_kind kind);

} // namespace vglcs::detail
