// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace vglcs::detail {

/// The set of A C G T that an IUPAC code stands for, as bits 1 2 4 8; 0: no code. U is T, case does not count.
[[nodiscard]] constexpr std::uint8_t iupac_set(char code) noexcept
{
    constexpr std::string_view codes = "ACMGRSVTWYHKDBN"; // code k + 1 is its set
    char const upper = static_cast<char>(code & ~0x20);
    std::size_t const found = codes.find(upper == 'U' ? 'T' : upper);
    return found == std::string_view::npos ? std::uint8_t{0} : static_cast<std::uint8_t>(found + 1);
}

} // namespace vglcs::detail
