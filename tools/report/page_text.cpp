// SPDX-License-Identifier: BSD-3-Clause
#include "report/page_text.hpp"

#include <vglcs/io/utf8.hpp>

namespace vglcs::tools {

std::string page_string(std::string_view bytes)
{
    constexpr std::string_view hex = "0123456789abcdef";
    std::string const escaped = is_utf8(bytes) ? std::string{} : escape_utf8(bytes);
    std::string out = "\"";
    for (char const c : escaped.empty() ? bytes : std::string_view{escaped}) {
        auto const byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7f || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&') {
            out += "\\u00";
            out += hex[byte >> 4];
            out += hex[byte & 15];
        } else {
            out += c;
        }
    }
    return out + '"';
}

page_object & page_object::json(std::string_view key, std::string_view value)
{
    if (!members_.empty())
        members_ += ",\n";
    members_ += page_string(key) + ':';
    members_ += value;
    return *this;
}

page_object & page_object::text(std::string_view key, std::string_view value)
{
    return json(key, page_string(value));
}

page_object & page_object::number(std::string_view key, std::int64_t value)
{
    return json(key, std::to_string(value));
}

page_object & page_object::flag(std::string_view key, bool value)
{
    return json(key, value ? "true" : "false");
}

page_object & page_object::list(std::string_view key, std::vector<std::string> const & values)
{
    std::string out = "[";
    for (std::string const & value : values) {
        if (out.size() > 1)
            out += ",\n";
        out += value;
    }
    return json(key, out + ']');
}

page_object & page_object::texts(std::string_view key, std::vector<std::string> const & values)
{
    std::vector<std::string> quoted;
    quoted.reserve(values.size());
    for (std::string const & value : values)
        quoted.push_back(page_string(value));
    return list(key, quoted);
}

} // namespace vglcs::tools
