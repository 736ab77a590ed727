// SPDX-License-Identifier: BSD-3-Clause
/// CLI11 for those who register options, and checks of their values. What CLI11 needs for its help and for
/// configuration files, three seconds of every file that includes CLI/CLI.hpp, is compiled once, in options.cpp.
#pragma once

#include <CLI/App.hpp>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>

namespace vglcs::tools {

/// As std::from_chars, for a number of any type: libc++ 19 has that for whole numbers alone.
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

/// Transform of an option whose value is a number: decimal digits and nothing else, as everywhere in this program.
/// CLI11 alone takes 010 for 8, 0x10 for 16, an empty word for 0 and 2^64 for 2^64 - 1.
template <class Number>
[[nodiscard]] CLI::Validator only_decimal()
{
    auto const settle = [](std::string & word) {
        Number value{};
        auto const [end, fault] = from_decimal(word, value);
        if (end != word.data() + word.size() || fault == std::errc::invalid_argument)
            return '"' + word + (std::is_integral_v<Number> ? "\" is not a whole number" : "\" is not a number");
        if (fault != std::errc{})
            return word + " is out of range";
        if constexpr (std::is_integral_v<Number>)
            word = std::to_string(value);
        return std::string{};
    };
    return {settle, ""};
}

/// Check of an option that names something: an empty word comes from a variable of a script that is not set.
[[nodiscard]] inline CLI::Validator not_empty()
{
    return {[](std::string & word) {
                return word.empty() ? std::string{"an empty word: leave it out, or give a value"} : "";
            },
            ""};
}

} // namespace vglcs::tools
