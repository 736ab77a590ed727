// SPDX-License-Identifier: BSD-3-Clause
#include "base/shell_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace vglcs::tools {

namespace {

bool is_plain(char c)
{
    constexpr std::string_view others = "_@%+=:,./-";
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           others.find(c) != std::string_view::npos;
}

std::string quoted(std::string_view word)
{
    bool const control =
        std::ranges::any_of(word, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 127; });
    std::string out = control ? "$'" : "'";
    for (char const c : word)
        if (control && (static_cast<unsigned char>(c) < ' ' || c == 127))
            out += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
        else if (control && (c == '\'' || c == '\\'))
            out += {'\\', c};
        else if (c == '\'')
            out += "'\\''";
        else
            out += c;
    return out + '\'';
}

} // namespace

std::string shell_words(std::span<char const * const> words)
{
    std::string out;
    for (std::string_view const word : words) {
        if (!out.empty())
            out += ' ';
        if (!word.empty() && std::ranges::all_of(word, is_plain))
            out += word;
        else
            out += quoted(word);
    }
    return out;
}

} // namespace vglcs::tools
