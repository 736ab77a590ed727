// SPDX-License-Identifier: BSD-3-Clause
#include "io/limits/feature_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace vglcs::detail {

feature_line parse_feature(track_lines const & lines, std::string_view line, gff_flavour written_as)
{
    std::string_view const format = written_as == gff_flavour::gff3 ? "GFF3" : "GTF";
    std::array<std::string_view, 9> columns;
    std::size_t const count = line.find('\t') == line.npos ? 1 : track_lines::split(line, columns);
    // without a closing tab an empty last column is not to be seen
    if (count != columns.size() && count + 1 != columns.size())
        lines.fail(fmt::format("{} columns, {} has 9, separated by tabs: check the line", count, format));
    if (count < columns.size())
        columns[8] = {};
    std::uint64_t const first = lines.number(columns[3], "start"), last = lines.number(columns[4], "end");
    lines.check_order(first, last);
    if (first == 0)
        lines.fail(fmt::format("start 0: {} counts letters from 1: check the coordinates", format));
    return {.name = columns[0],
            .type = columns[2],
            .first = first - 1,
            .last = last,
            .strand = columns[6].empty() ? '.' : columns[6].front(),
            .attributes = columns[8]};
}

bool has_gff3_attributes(std::string_view attributes) noexcept
{
    auto const stop = attributes.find_first_of("= \"", attributes.find_first_not_of(' '));
    return stop != attributes.npos && attributes[stop] == '=';
}

std::string_view attribute(std::string_view attributes, std::string_view key)
{
    if (has_gff3_attributes(attributes)) {
        for (std::size_t first = 0; first < attributes.size();) {
            std::size_t const stop = std::min(attributes.find(';', first), attributes.size());
            std::string_view one = attributes.substr(first, stop - first);
            one.remove_prefix(std::min(one.find_first_not_of(' '), one.size()));
            if (one.size() > key.size() && one.starts_with(key) && one[key.size()] == '=')
                return one.substr(key.size() + 1);
            first = stop + 1;
        }
        return {};
    }
    for (std::size_t at = attributes.find_first_not_of("; "); at < attributes.size();) {
        std::size_t const key_end = std::min(attributes.find_first_of(" ;", at), attributes.size());
        std::string_view const name = attributes.substr(at, key_end - at);
        std::size_t first = std::min(attributes.find_first_not_of(' ', key_end), attributes.size());
        bool const quoted = first < attributes.size() && attributes[first] == '"';
        first += quoted;
        std::size_t const stop = std::min(attributes.find(quoted ? '"' : ';', first), attributes.size());
        if (name == key)
            return attributes.substr(first, stop - first);
        at = attributes.find_first_not_of("; ", stop + quoted);
    }
    return {};
}

} // namespace vglcs::detail
