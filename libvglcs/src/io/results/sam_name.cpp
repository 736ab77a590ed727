// SPDX-License-Identifier: BSD-3-Clause
#include "io/results/sam_name.hpp"

#include "io/bytes/parse_fault.hpp"
#include "io/results/alignment_text.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/writer.hpp>

#include <fmt/format.h>

namespace vglcs {

namespace {

/// [!-?A-~]{1,254}, not starting with * or =, and none of `refused`.
void check_sam_name(std::string_view side, std::string_view name, std::string_view label, std::string_view refused,
                    std::string_view advice)
{
    auto const fail = [&](std::string const & what) {
        throw input_error{fmt::format("{}: {}: rename it, or {}", label, what, advice)};
    };
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
    detail::check_sam_query_name(query.name, detail::record_label("query", query), detail::sam_advice);
}

void detail::check_sam_query_name(std::string_view name, std::string_view label, std::string_view advice)
{
    check_sam_name("query", name, label, {}, advice);
}

void detail::check_sam_target_name(std::string_view name, std::string_view label, std::string_view advice)
{
    check_sam_name("target", name, label, "\\,\"'`()[]{}<>", advice);
}

} // namespace vglcs
