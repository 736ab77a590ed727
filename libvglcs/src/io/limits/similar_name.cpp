// SPDX-License-Identifier: BSD-3-Clause
#include "io/limits/similar_name.hpp"

#include <algorithm>
#include <charconv>

namespace vglcs::detail {

namespace {

/// What is left of a name without case, `chr` in front and a version behind.
std::string core_of(std::string_view name)
{
    constexpr std::string_view digits = "0123456789";
    if (auto const dot = name.rfind('.');
        dot != name.npos && dot != 0 && dot + 1 != name.size() && name.find_first_not_of(digits, dot + 1) == name.npos)
        name = name.substr(0, dot);
    std::string out{name};
    std::ranges::transform(out, out.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    constexpr std::string_view chromosome = "chr";
    if (out.size() > chromosome.size() && out.starts_with(chromosome))
        out.erase(0, chromosome.size());
    return out == "mt" ? "m" : out;
}

/// True where one name is a part of the other between | signs, or both have the same core.
bool alike(std::string_view x, std::string_view y)
{
    auto const has_part = [](std::string_view all, std::string_view part) {
        std::string const core = core_of(part);
        for (std::size_t at = 0; at <= all.size();) {
            std::size_t const end = std::min(all.find('|', at), all.size());
            if (end != at && core_of(all.substr(at, end - at)) == core)
                return true;
            at = end + 1;
        }
        return false;
    };
    return core_of(x) == core_of(y) || has_part(x, y) || has_part(y, x);
}

} // namespace

std::string percent_decoded(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (std::size_t k = 0; k < text.size(); ++k) {
        unsigned value = 0;
        std::string_view const hex = text[k] == '%' ? text.substr(k + 1).substr(0, 2) : std::string_view{};
        bool const coded =
            hex.size() == 2 && std::from_chars(hex.data(), hex.data() + 2, value, 16).ptr == hex.data() + 2;
        out += coded ? static_cast<char>(value) : text[k];
        k += coded ? 2 : 0;
    }
    return out;
}

std::string record_name(std::string_view name, bool coded, std::map<std::string, std::string> const & rename,
                        std::string * from)
{
    std::string own_name = coded ? percent_decoded(name) : std::string{name};
    for (std::string_view const text : {name, std::string_view{own_name}}) // as the file writes it, or as it reads
        if (auto const renamed = rename.find(std::string{text}); renamed != rename.end()) {
            if (from)
                *from = renamed->first;
            return renamed->second;
        }
    return own_name;
}

std::string similar_name(std::string_view name, std::span<std::string const> records)
{
    std::string const * found = nullptr;
    for (std::string const & record : records)
        if (alike(name, record)) {
            if (found && *found != record)
                return {};
            found = &record;
        }
    if (found)
        return *found;
    return records.size() == 1 ? records.front() : std::string{};
}

} // namespace vglcs::detail
