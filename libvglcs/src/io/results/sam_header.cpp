// SPDX-License-Identifier: BSD-3-Clause
#include "io/results/sam_header.hpp"

#include "io/results/alignment_text.hpp"
#include "io/results/sam_name.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/append_fields.hpp>
#include <vglcs/io/utf8.hpp>

#include <fmt/format.h>

#include <unordered_map>

namespace vglcs::detail {

void check_sam_targets(std::span<sam_target const> targets, std::string_view advice)
{
    std::unordered_map<std::string_view, std::uint64_t> seen;
    for (sam_target const & target : targets) {
        std::string const label = record_label("target", target.number, target.line);
        check_sam_target_name(target.name, label, advice);
        if (target.letters > sam_longest_target)
            throw input_error{fmt::format("{}: {} letters, but SAM can hold {}: {}", label, target.letters,
                                          sam_longest_target, advice)};
        if (auto const [other, is_new] = seen.emplace(target.name, target.number); !is_new)
            throw input_error{
                fmt::format("duplicate target name {} (records {} and {}), which SAM cannot hold: rename one, or {}",
                            target.name, other->second, target.number, advice)};
    }
}

std::string sam_header(std::span<sam_target const> targets, std::string_view read_group, std::string_view version,
                       std::string_view command_line)
{
    std::string out = "@HD\tVN:1.6\tSO:unsorted\n";
    for (sam_target const & target : targets) {
        if (target.letters == 0) // SAM has no empty references, and no row can name one
            continue;
        out += "@SQ\tSN:";
        out += target.name;
        out += "\tLN:";
        append_field(out, target.letters);
        out += '\n';
    }
    if (!read_group.empty())
        out.append(read_group) += '\n';
    out += "@PG\tID:vglcs\tPN:vglcs\tVN:" + one_line(version);
    out += "\tCL:" + one_line(is_utf8(command_line) ? std::string{command_line} : escape_utf8(command_line)) + '\n';
    return out;
}

std::string read_group_id(std::string_view line)
{
    constexpr std::string_view mark = "\tID:";
    auto const at = line.find(mark);
    return at == line.npos ? std::string{}
                           : std::string{line.substr(at + mark.size(), line.find('\t', at + 1) - at - mark.size())};
}

} // namespace vglcs::detail
