// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>

namespace vglcs {

/// As std::from_chars, for a number of any type: libc++ 19 has that for whole numbers alone.   O(text).
template <class Number>
[[nodiscard]] std::from_chars_result from_decimal(std::string_view text, Number & value)
{
    char const * const begin = text.data();
    if constexpr (requires { std::from_chars(begin, begin, value); })
        return std::from_chars(begin, begin + text.size(), value);
    else {
        if (text.empty() || std::string_view{" \t\n\v\f\r+"}.find(text.front()) != std::string_view::npos ||
            text.find_first_of("xX") != std::string_view::npos)
            return {begin, std::errc::invalid_argument}; // strtod takes them
        std::string const ended{text};
        char * end = nullptr;
        errno = 0;
        value = std::strtod(ended.c_str(), &end); // the program stays in the locale "C"
        auto const fault = end == ended.c_str() ? std::errc::invalid_argument
                           : errno == ERANGE    ? std::errc::result_out_of_range
                                                : std::errc{};
        return {begin + (end - ended.c_str()), fault};
    }
}

} // namespace vglcs
