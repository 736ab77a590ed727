// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace vglcs::detail {

/// What is wrong with a text, without its place; the reader that knows file and line turns it into an input_error.
struct parse_fault : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// A text of any length and bytes, short and printable for a message.
[[nodiscard]] inline std::string excerpt(std::string_view text)
{
    constexpr std::size_t most = 40;
    std::string out;
    for (char const c : text.substr(0, most))
        out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
    return text.size() > most ? out + "..." : out;
}

/// Positions, lengths and counts of a result: no sequence has more letters.
inline constexpr std::uint64_t largest_count = UINT32_MAX;

/// Reads a whole number, digits only and no 0 in front, at most `most`. Throws parse_fault naming `what`.
[[nodiscard]] inline std::uint64_t parse_count(std::string_view text, std::string_view what,
                                               std::uint64_t most = largest_count)
{
    std::uint64_t value = 0;
    auto const [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure == std::errc::result_out_of_range || (failure == std::errc{} && value > most))
        throw parse_fault{fmt::format("{} {} is too large: at most {} is possible", what, excerpt(text), most)};
    if (failure != std::errc{} || end != text.data() + text.size())
        throw parse_fault{fmt::format("{} '{}' is not a whole number", what, excerpt(text))};
    if (text.size() > 1 && text[0] == '0')
        throw parse_fault{fmt::format("{} '{}' begins with 0", what, excerpt(text))};
    return value;
}

} // namespace vglcs::detail
