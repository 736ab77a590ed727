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

std::string record_label(std::string_view side, sequence const & record)
{
    std::string out = fmt::format("{} record {}", side, record.number);
    return record.line == 0 ? out : out + fmt::format(" (line {})", record.line);
}

void check_table_names(pair_record const & pair, std::string_view format)
{
    auto const check = [&](std::string_view side, sequence const & record) {
        if (record.name.empty() || record.name.find_first_of("\t\n\r") != std::string::npos)
            throw input_error{fmt::format("{}: name '{}' is empty or has a tab or a line end, which {} cannot hold: "
                                          "rename it, or use --format json",
                                          record_label(side, record), excerpt(record.name), format)};
    };
    check("query", *pair.query);
    check("target", *pair.target);
}

std::string one_line(std::string_view text)
{
    std::string out{text};
    std::ranges::replace_if(
        out, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
    return out;
}

} // namespace vglcs::detail
