// SPDX-License-Identifier: BSD-3-Clause
#include "splice/read_regions.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/line_reader.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace vglcs::tools {

namespace {

std::vector<std::string_view> columns_of(std::string_view line)
{
    std::vector<std::string_view> out;
    for (std::size_t at = 0;;) {
        std::size_t const tab = line.find('\t', at);
        out.push_back(line.substr(at, tab - at));
        if (tab == line.npos)
            return out;
        at = tab + 1;
    }
}

std::optional<std::uint64_t> number(std::string_view text)
{
    std::uint64_t value = 0;
    auto const [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || fault != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

bool is_strand(std::string_view text)
{
    return text == "+" || text == "-";
}

} // namespace

read_regions::read_regions(std::string const & path, text_collection const & genome, std::uint64_t flank,
                           run_control const & control, std::uint64_t max_memory)
    : path_{path}, genome_{genome}, flank_{flank}
{
    line_reader lines{path, &control, max_memory};
    std::optional<bool> paf;
    for (std::string line; lines.next(line);) {
        control.throw_if_stopped();
        if (!line.empty() && line.back() == '\r')
            line.pop_back();
        if (line.empty() || line[0] == '#' || line.starts_with("track") || line.starts_with("browser"))
            continue;
        if (!paf) { // by the first line that carries data
            auto const c = columns_of(line);
            constexpr std::size_t least_paf = 12;
            paf = c.size() >= least_paf && is_strand(c[4]) && number(c[2]) && number(c[7]) && number(c[8]);
        }
        add(line, lines.number(), *paf);
    }
    if (named_.empty() && of_all_.empty())
        throw input_error{path, 0, "no region: give lines of PAF or BED"};
}

void read_regions::add(std::string_view text, std::uint64_t line, bool paf)
{
    auto const columns = columns_of(text);
    constexpr std::size_t paf_columns = 12, bed_columns = 3;
    if (columns.size() < (paf ? paf_columns : bed_columns))
        throw input_error{path_, line,
                          fmt::format("{} columns, and {} has at least {}: mend the line", columns.size(),
                                      paf ? "PAF" : "BED", paf ? paf_columns : bed_columns)};
    std::string_view const target = columns[paf ? 5 : 0];
    auto const begin = number(columns[paf ? 7 : 1]), end = number(columns[paf ? 8 : 2]);
    if (!begin || !end || *begin >= *end)
        throw input_error{path_, line,
                          fmt::format("{}..{}: no region: write its first letter from 0 and the one behind its last",
                                      columns[paf ? 7 : 1], columns[paf ? 8 : 2])};
    auto const record = genome_.records.find(target);
    if (!record)
        throw input_error{path_, line,
                          fmt::format("{}: no record of {} has this name: use the genome that the file was made with",
                                      target, genome_.path)};
    std::uint64_t const letters = genome_.records.all()[*record].length;
    if (*end > letters)
        throw input_error{path_, line,
                          fmt::format("{}..{}: {} has {} letters: use the genome that the file was made with", *begin,
                                      *end, target, letters)};
    region r{{*record, *begin - std::min(*begin, flank_), *end, {}}, line};
    r.where.end = *end + std::min(letters - *end, flank_);
    // the strand of a BED line is that of the transcript, where it is one: nothing is said of the read
    if (paf && is_strand(columns[4]))
        r.where.strand = columns[4] == "+" ? vglcs::strand::forward : vglcs::strand::reverse;
    if (paf || columns.size() > bed_columns)
        named_[std::string{columns[paf ? 0 : 3]}].push_back(r);
    else
        of_all_.push_back(r);
}

std::vector<splice_region> read_regions::of(sequence const & read) const
{
    std::vector<splice_region> out;
    auto const take = [&](region const & r) {
        std::uint64_t const letters = r.where.end - r.where.begin;
        if (read.size() > letters)
            throw input_error{
                path_, r.line,
                fmt::format("the region has {} letters with its flanks, read {} has {}: raise --flank, or widen the "
                            "region",
                            letters, read.name, read.size())};
        out.push_back(r.where);
    };
    if (auto const named = named_.find(read.name); named != named_.end())
        std::ranges::for_each(named->second, take);
    std::ranges::for_each(of_all_, take);
    return out;
}

} // namespace vglcs::tools
