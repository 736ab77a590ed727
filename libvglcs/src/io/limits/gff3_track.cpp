// SPDX-License-Identifier: BSD-3-Clause
#include "io/limits/interval_track.hpp"
#include "io/limits/track_formats.hpp"
#include "io/limits/track_lines.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace vglcs::detail {

namespace {

/// A few of the names, for a message: "CDS, exon, gene, ...".
std::string some_of(std::set<std::string, std::less<>> const & names)
{
    constexpr std::size_t shown = 8;
    std::string out;
    std::size_t count = 0;
    for (std::string const & name : names) {
        if (count == shown)
            return out + ", ...";
        out += (count++ ? ", " : "") + name;
    }
    return out;
}

/// The attribute that stands on the landmark of a circular record.
bool is_circular(std::string_view attributes)
{
    while (!attributes.empty()) {
        std::string_view const item = attributes.substr(0, attributes.find(';'));
        attributes.remove_prefix(std::min(item.size() + 1, attributes.size()));
        if (item == "Is_circular=true")
            return true;
    }
    return false;
}

enum class flavour : std::uint8_t { gff3, gtf };

track read_features(std::string const & path, std::vector<feature_value> const & types, value_kind kind,
                    gap_spec_options const & options, flavour written_as)
{
    bool const gff3 = written_as == flavour::gff3;
    track_lines lines{path, kind, options};
    if (gff3)
        lines.end_at_fasta();
    interval_track out{path, kind, options};
    if (gff3)
        out.take_gff3_names();
    std::set<std::string, std::less<>> present;
    std::array<std::string_view, 9> columns;
    for (std::string_view line; lines.next(line);) {
        std::size_t const count = line.find('\t') == std::string_view::npos ? 1 : lines.split(line, columns);
        // without a closing tab an empty last column is not to be seen
        if (count != columns.size() && count + 1 != columns.size())
            lines.fail(
                fmt::format("{} columns, {} has 9, separated by tabs: check the line", count, gff3 ? "GFF3" : "GTF"));
        if (count < columns.size())
            columns[8] = {};
        std::string_view const name = columns[0], type = columns[2];
        std::uint64_t const first = lines.number(columns[3], "start"), last = lines.number(columns[4], "end");
        lines.check_order(first, last);
        if (first == 0)
            lines.fail(fmt::format("start 0: {} counts letters from 1: check the coordinates", gff3 ? "GFF3" : "GTF"));
        if (gff3 && first == 1 && is_circular(columns[8]))
            out.set_circular(name, last);
        if (!present.contains(type))
            present.emplace(type);
        for (feature_value const & wanted : types) {
            if (wanted.type != type)
                continue;
            if (wanted.part == feature_part::all)
                out.add(name, first - 1, last, wanted.value, lines.line_number());
            else
                out.add_mark(name, first - 1, last, wanted.part, wanted.value, lines.line_number());
        }
    }
    std::set<std::string, std::less<>> absent;
    for (feature_value const & wanted : types)
        if (!present.contains(wanted.type))
            absent.insert(wanted.type);
    bool const any = std::ranges::any_of(types, [&](feature_value const & f) { return present.contains(f.type); });
    if (!any)
        throw input_error{path, 0,
                          present.empty() ? std::string{"holds no feature: check that it is the file you mean"}
                                          : fmt::format("holds no feature of the type {}: its types (column 3) are {}",
                                                        some_of(absent), some_of(present))};
    if (!absent.empty() && options.warn)
        options.warn(fmt::format("{}: holds no feature of the type {}: its types (column 3) are {}", path,
                                 some_of(absent), some_of(present)));
    return std::move(out).close();
}

} // namespace

track read_gff3(std::string const & path, std::vector<feature_value> const & types, value_kind kind,
                gap_spec_options const & options)
{
    return read_features(path, types, kind, options, flavour::gff3);
}

track read_gtf(std::string const & path, std::vector<feature_value> const & types, value_kind kind,
               gap_spec_options const & options)
{
    return read_features(path, types, kind, options, flavour::gtf);
}

} // namespace vglcs::detail
