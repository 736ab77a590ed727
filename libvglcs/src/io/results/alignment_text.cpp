// SPDX-License-Identifier: BSD-3-Clause
#include "io/results/alignment_text.hpp"

#include "io/bytes/parse_fault.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace vglcs::detail {

extent extent_of(matched_pair first, matched_pair last, strand direction, std::uint64_t query_length)
{
    extent out{first.i, last.i + 1, first.j, last.j + 1};
    if (direction == strand::reverse) {
        out.query_start = query_length - (last.i + 1);
        out.query_end = query_length - first.i;
    }
    return out;
}

extent extent_of(pair_record const & pair)
{
    auto const & chain = pair.result.chain;
    return chain.empty() ? extent{} : extent_of(chain.front(), chain.back(), pair.strand, pair.query->size());
}

std::string identity_text(std::uint64_t length, std::uint64_t columns)
{
    if (columns == 0)
        return "NA";
    return fmt::format("{:.4f}", static_cast<double>(length) / static_cast<double>(columns));
}

std::string record_label(std::string_view side, std::uint64_t number, std::uint64_t line)
{
    std::string out = fmt::format("{} record {}", side, number);
    return line == 0 ? out : out + fmt::format(" (line {})", line);
}

std::string record_label(std::string_view side, sequence const & record)
{
    return record_label(side, record.number, record.line);
}

void check_table_name(std::string_view name, std::string_view label, std::string_view format, std::string_view advice)
{
    if (name.empty() || name.find_first_of("\t\n\r") != name.npos)
        throw input_error{fmt::format("{}: name '{}' is empty or has a tab or a line end, which {} cannot hold: {}",
                                      label, excerpt(name), format, advice)};
}

void check_table_names(pair_record const & pair, std::string_view format)
{
    constexpr std::string_view advice = "rename it, or use --format json";
    check_table_name(pair.query->name, record_label("query", *pair.query), format, advice);
    check_table_name(pair.target->name, record_label("target", *pair.target), format, advice);
}

std::string one_line(std::string_view text)
{
    std::string out{text};
    std::ranges::replace_if(
        out, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
    return out;
}

} // namespace vglcs::detail
