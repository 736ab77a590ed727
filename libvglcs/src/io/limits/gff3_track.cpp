// SPDX-License-Identifier: BSD-3-Clause
#include "io/limits/feature_line.hpp"
#include "io/limits/interval_track.hpp"
#include "io/limits/track_formats.hpp"
#include "io/limits/track_lines.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <algorithm>
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

track read_features(std::string const & path, std::vector<feature_value> const & types, value_kind kind,
                    gap_spec_options const & options, gff_flavour written_as)
{
    bool const gff3 = written_as == gff_flavour::gff3;
    track_lines lines{path, kind, options};
    if (gff3)
        lines.end_at_fasta();
    interval_track out{path, kind, options};
    if (gff3)
        out.take_gff3_names();
    std::set<std::string, std::less<>> present;
    for (std::string_view line; lines.next(line);) {
        auto const [name, type, first, last, strand, attributes] = parse_feature(lines, line, written_as);
        if (gff3 && first == 0 && attribute(attributes, "Is_circular") == "true")
            out.set_circular(name, last);
        if (!present.contains(type))
            present.emplace(type);
        for (feature_value const & wanted : types) {
            if (wanted.type != type)
                continue;
            if (wanted.part == feature_part::all)
                out.add(name, first, last, wanted.value, lines.line_number());
            else
                out.add_mark(name, first, last, wanted.part, wanted.value, lines.line_number());
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
    return read_features(path, types, kind, options, gff_flavour::gff3);
}

track read_gtf(std::string const & path, std::vector<feature_value> const & types, value_kind kind,
               gap_spec_options const & options)
{
    return read_features(path, types, kind, options, gff_flavour::gtf);
}

} // namespace vglcs::detail
