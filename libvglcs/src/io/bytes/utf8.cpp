// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/utf8.hpp"

#include "io/bytes/parse_fault.hpp"

#include <fmt/format.h>

#include <iterator>

namespace vglcs {

namespace {

/// Bytes of the UTF-8 sequence that `text` starts with; 0 where it starts with none (Unicode 15, table 3-7: no overlong
/// forms, no surrogates, nothing above U+10FFFF).
std::size_t sequence_length(std::string_view text) noexcept
{
    auto const byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
    auto const within = [&](std::size_t k, unsigned first, unsigned last) {
        return k < text.size() && byte(k) >= first && byte(k) <= last;
    };
    unsigned const lead = byte(0);
    if (lead < 0x80)
        return 1;
    if (lead >= 0xc2 && lead <= 0xdf)
        return within(1, 0x80, 0xbf) ? 2 : 0;
    if (lead >= 0xe0 && lead <= 0xef) {
        bool const second = within(1, lead == 0xe0 ? 0xa0 : 0x80, lead == 0xed ? 0x9f : 0xbf);
        return second && within(2, 0x80, 0xbf) ? 3 : 0;
    }
    if (lead >= 0xf0 && lead <= 0xf4) {
        bool const second = within(1, lead == 0xf0 ? 0x90 : 0x80, lead == 0xf4 ? 0x8f : 0xbf);
        return second && within(2, 0x80, 0xbf) && within(3, 0x80, 0xbf) ? 4 : 0;
    }
    return 0;
}

} // namespace

bool is_utf8(std::string_view bytes) noexcept
{
    while (!bytes.empty()) {
        std::size_t const length = sequence_length(bytes);
        if (length == 0)
            return false;
        bytes.remove_prefix(length);
    }
    return true;
}

std::string escape_utf8(std::string_view bytes)
{
    std::string out;
    out.reserve(bytes.size());
    while (!bytes.empty()) {
        std::size_t const length = bytes[0] == '\\' ? 0 : sequence_length(bytes);
        if (length == 0)
            out += fmt::format("\\x{:02X}", static_cast<unsigned char>(bytes[0]));
        else
            out += bytes.substr(0, length);
        bytes.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return out;
}

namespace detail {

std::string unescape_utf8(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '\\') {
            out += text[at];
            continue;
        }
        unsigned value = 0;
        std::string_view const hex = text.substr(at).substr(0, 4);
        if (hex.size() != 4 || hex[1] != 'x' ||
            std::from_chars(hex.data() + 2, hex.data() + 4, value, 16).ptr != hex.data() + 4)
            throw parse_fault{fmt::format("'{}' has a backslash that starts no \\xHH", excerpt(text))};
        out += static_cast<char>(value);
        at += 3;
    }
    return out;
}

} // namespace detail

} // namespace vglcs
