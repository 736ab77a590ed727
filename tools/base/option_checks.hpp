// SPDX-License-Identifier: BSD-3-Clause
/// CLI11 for those who register options, and checks of their values. What CLI11 needs for its help and for
/// configuration files, three seconds of every file that includes CLI/CLI.hpp, is compiled once, in
/// register_options.cpp.
#pragma once

#include <vglcs/io/from_decimal.hpp>

#include <CLI/App.hpp>

#include <string>
#include <system_error>
#include <type_traits>

namespace vglcs::tools {

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
