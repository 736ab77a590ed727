// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/io/pattern_file.hpp>

#include "io/bytes/text_reader.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace vglcs {

namespace {

struct pattern_text
{
    std::string name, text;
    std::uint64_t line = 0;
};

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r";
    std::size_t const first = text.find_first_not_of(blanks);
    return first == text.npos ? std::string_view{} : text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

/// The patterns as text; nothing where the file is none of structured ones.
std::optional<std::vector<pattern_text>> read_texts(std::string const & path, std::uint64_t max_bytes)
{
    detail::text_reader lines{path, {}, detail::memory_budget{max_bytes}};
    std::vector<pattern_text> out;
    std::uint64_t bytes = 0;
    bool known = false, is_fasta = false, has_signs = false;
    for (std::string_view line; lines.next_line(line);) {
        bytes += line.size() + 1;
        if (bytes > max_bytes)
            return std::nullopt;
        std::string_view const all = trimmed(line);
        if (all.empty())
            continue;
        if (!known) {
            if (all[0] == '#' || all[0] == ';')
                continue;
            is_fasta = all[0] == '>';
            if (!is_fasta && (all[0] == '@' || line.find('\t') == line.npos))
                return std::nullopt;
            known = true;
        }
        if (!is_fasta) {
            if (all[0] == '#')
                continue;
            std::size_t const tab = line.find('\t');
            if (tab == line.npos)
                throw input_error{lines.name(), lines.line_number(),
                                  "a line without a tab: give a name, a tab and a pattern"};
            std::string_view const text = trimmed(line.substr(tab + 1));
            if (!out.empty() || line.substr(0, tab) != "name" || text != "pattern")
                out.push_back({std::string{trimmed(line.substr(0, tab))}, std::string{text}, lines.line_number()});
        } else if (all[0] == '>') {
            std::string_view const name = trimmed(all.substr(1));
            out.push_back({std::string{name.substr(0, name.find_first_of(" \t"))}, {}, lines.line_number()});
        } else {
            has_signs = has_signs || is_structured(all);
            out.back().text += out.back().text.empty() ? "" : " ";
            out.back().text += all;
        }
    }
    if (!known || (is_fasta && !has_signs))
        return std::nullopt;
    return out;
}

} // namespace

std::optional<std::vector<structured_pattern>>
read_structured_patterns(std::string const & path, std::string const & shown, std::uint64_t max_bytes)
{
    std::optional<std::vector<pattern_text>> texts;
    try {
        texts = read_texts(path, max_bytes);
    } catch (resource_error const &) { // no room: not of structured patterns
    }
    if (!texts)
        return std::nullopt;
    std::vector<structured_pattern> out;
    for (pattern_text & p : *texts)
        out.push_back(parse_pattern(p.text, p.name.empty() ? std::to_string(out.size() + 1) : std::move(p.name),
                                    fmt::format("{}:{}", shown, p.line)));
    return out;
}

} // namespace vglcs
