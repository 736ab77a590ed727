// SPDX-License-Identifier: BSD-3-Clause
#include "report/json_explanations.hpp"

namespace vglcs::tools {

namespace {

/// The object that a text begins with, up to the bracket that closes it.
std::string_view object_of(std::string_view text)
{
    std::size_t depth = 0;
    bool in_string = false;
    for (std::size_t k = 0; k < text.size(); ++k) {
        char const c = text[k];
        if (in_string) {
            k += c == '\\';
            in_string = c != '"';
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if ((c == '}' || c == ']') && --depth == 0) {
            return text.substr(0, k + 1);
        }
    }
    return {};
}

} // namespace

std::string_view json_explanations::of(std::uint64_t line)
{
    while (lines_.number() < line)
        if (!lines_.next(line_))
            return {};
    // no name can hold these bytes: a quote in it has a backslash
    constexpr std::string_view key = ",\"explain\":";
    std::size_t const at = line_.find(key);
    if (at == std::string::npos || line_[at + key.size()] != '{')
        return {};
    return object_of(std::string_view{line_}.substr(at + key.size()));
}

} // namespace vglcs::tools
