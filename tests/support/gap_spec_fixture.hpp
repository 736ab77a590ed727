// SPDX-License-Identifier: BSD-3-Clause
/// What tests of gap SPECs share: files in a folder of their own, warnings, messages of errors.
#pragma once

#include "temporary_folder.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/gap_spec.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

namespace vglcs {

/// What Google Test prints of limits.
inline void PrintTo(gap_limit limit, std::ostream * out)
{
    *out << to_string(limit);
}
inline void PrintTo(gap_limits const & limits, std::ostream * out)
{
    for (std::size_t k = 0; k < limits.size(); ++k)
        *out << (k ? " " : "") << to_string(limits[k]);
}

} // namespace vglcs

namespace vglcs::test {

/// The text of the error that `call` throws, which must be of this type exactly.
template <class Error, class Call>
std::string message_of(Call && call)
{
    try {
        call();
    } catch (error const & e) {
        if (typeid(e) != typeid(Error))
            return std::string{"error of another type: "} + e.what();
        return e.what();
    }
    return "no error";
}

/// "5 5 x 2..7": limits as a person writes them.
inline gap_limits limits(std::string_view words)
{
    std::vector<gap_limit> each;
    while (!words.empty()) {
        auto const end = std::min(words.find(' '), words.size());
        each.push_back(parse_gap_limit(words.substr(0, end)));
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    gap_limits out{each.size(), {}};
    for (std::size_t k = 0; k < each.size(); ++k)
        out.set(k, each[k]);
    return out;
}

class gap_spec_fixture : public testing::Test
{
protected:
    gap_spec open(std::string_view text) { return gap_spec{text, options}; }

    /// A SPEC of one file of these bytes: `file` is its name, `more` what stands after it.
    gap_spec open_file(std::string_view file, std::string_view bytes, std::string_view more = {})
    {
        return open(folder.write(file, bytes) + std::string{more});
    }

    /// The message of the input_error that such a file gives, without the folder in front.
    std::string file_error(std::string_view file, std::string_view bytes, std::string_view more = {})
    {
        return without_folder(message_of<input_error>([&] { (void)open_file(file, bytes, more); }));
    }

    static sequence record(std::string name, std::size_t length, std::uint64_t number = 1)
    {
        return {.name = std::move(name), .letters = std::string(length, 'A'), .number = number, .line = number};
    }

    std::string without_folder(std::string text) const
    {
        std::string const front = folder.path("");
        for (auto at = text.find(front); at != std::string::npos; at = text.find(front))
            text.erase(at, front.size());
        return text;
    }

    temporary_folder folder;
    std::vector<std::string> warnings; ///< without the folder
    gap_spec_options options{.warn = [this](std::string const & text) { warnings.push_back(without_folder(text)); }};
};

} // namespace vglcs::test
