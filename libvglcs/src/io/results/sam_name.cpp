// SPDX-License-Identifier: BSD-3-Clause
#include "io/results/sam_name.hpp"

#include "io/bytes/parse_fault.hpp"
#include "io/results/alignment_text.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/writer.hpp>

#include <fmt/format.h>

namespace vglcs {

namespace {

constexpr std::string_view advice = "rename it, or use --format paf, tsv or json";

/// [!-?A-~]{1,254}, not starting with * or =, and none of `refused`.
void check_sam_name(std::string_view side, sequence const & record, std::string_view refused)
{
    auto const fail = [&](std::string const & what) {
        throw input_error{fmt::format("{}: {}: {}", detail::record_label(side, record), what, advice)};
    };
    std::string const & name = record.name;
    if (name.empty())
        fail("the name is empty, which SAM cannot hold");
    if (name.size() > detail::sam_longest_name)
        fail(fmt::format("name longer than {} ({} bytes, '{}'), which SAM cannot hold", detail::sam_longest_name,
                         name.size(), detail::excerpt(name)));
    if (name[0] == '*' || name[0] == '=' || name[0] == '@')
        fail(fmt::format("name '{}' begins with '{}', which SAM cannot hold", detail::excerpt(name), name[0]));
    for (char const c : name) {
        if (c >= '!' && c <= '~' && c != '@' && refused.find(c) == std::string_view::npos)
            continue;
        std::string const shown = c >= '!' && c <= '~'
                                      ? fmt::format("'{}'", c)
                                      : fmt::format("the byte 0x{:02X}", static_cast<unsigned char>(c));
        fail(fmt::format("name '{}' has {}, which SAM cannot hold in the name of a {}", detail::excerpt(name), shown,
                         side));
    }
}

} // namespace

void check_sam_query_name(sequence const & query)
{
    check_sam_name("query", query, {});
}

void detail::check_sam_target_name(sequence const & target)
{
    check_sam_name("target", target, "\\,\"'`()[]{}<>");
}

} // namespace vglcs
