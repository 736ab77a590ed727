// SPDX-License-Identifier: BSD-3-Clause
#include "report/features.hpp"

#include "base/files.hpp"
#include "base/options.hpp"
#include "report/page_text.hpp"
#include "report/text_rows.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/line_reader.hpp>

#include <fmt/format.h>

#include <string_view>

namespace vglcs::tools {

namespace {

/// The value of an attribute of GFF3 (KEY=VALUE;) or GTF (KEY "VALUE";); empty where it is not there.
std::string_view attribute(std::string_view all, std::string_view key)
{
    for (std::size_t at = 0; (at = all.find(key, at)) != std::string_view::npos; ++at) {
        std::string_view rest = all.substr(at + key.size());
        bool const begins = at == 0 || all[at - 1] == ';' || all[at - 1] == ' ';
        if (!begins || rest.empty() || (rest[0] != '=' && rest[0] != ' '))
            continue;
        rest = rest.substr(1, rest.find(';') - 1);
        if (rest.size() >= 2 && rest.front() == '"' && rest.back() == '"')
            rest = rest.substr(1, rest.size() - 2);
        return rest;
    }
    return {};
}

/// A line of BED, or of GFF3 and GTF.
feature read_feature(table_row const & row, bool bed)
{
    feature out{.record = 0, .first = 0, .end = 0, .strand = '.', .type = {}, .name = {}};
    std::uint64_t const start = row.count(bed ? 1 : 3);
    out.first = bed ? start : start - 1;
    out.end = row.count(bed ? 2 : 4);
    if ((!bed && start == 0) || out.first > out.end)
        row.refuse("it ends in front of its start");
    std::size_t const strand = bed ? 5 : 6;
    if (row.fields.size() > strand && row.fields[strand].size() == 1)
        out.strand = row.fields[strand][0];
    if (bed) {
        out.type = "feature";
        out.name = row.fields.size() > 3 ? row.fields[3] : std::string_view{};
        return out;
    }
    out.type = row.fields[2];
    for (std::string_view const key : {"Name", "gene_name", "ID", "transcript_id", "gene_id", "Parent"})
        if (out.name.empty())
            out.name = attribute(row.fields[8], key);
    return out;
}

} // namespace

std::vector<feature> read_features(std::string const & path,
                                   std::function<std::optional<std::size_t>(std::string const &)> const & place,
                                   run_control const & control, std::uint64_t max_memory)
{
    bool const bed = ends_in(path, "bed");
    if (!bed && !ends_in(path, "gff3") && !ends_in(path, "gff") && !ends_in(path, "gtf"))
        throw usage_error{fmt::format("{}: a track is drawn from .bed, .gff3, .gff or .gtf, plain or .gz", path)};
    line_reader lines{path, &control, max_memory};
    std::vector<feature> out;
    table_row row{path, 0, {}};
    for (std::string line; lines.next(line);) {
        if (line.starts_with("##FASTA"))
            break;
        if (line.empty() || line[0] == '#' || (bed && (line.starts_with("track") || line.starts_with("browser"))))
            continue;
        row.line = lines.number();
        split_at_tabs(line, row.fields);
        if (row.fields.size() < (bed ? 3u : 9u))
            row.refuse(
                fmt::format("{} columns, but {} has {} or more", row.fields.size(), bed ? "BED" : "GFF", bed ? 3 : 9));
        feature read = read_feature(row, bed);
        if (auto const record = place(std::string{row.fields[0]})) {
            read.record = *record;
            out.push_back(std::move(read));
        }
    }
    return out;
}

std::string tracks_json(std::vector<std::string> const & tracks, std::string_view side,
                        std::map<std::string, std::size_t> const & places, report_job const & job,
                        run_control const & control, std::vector<std::string> & notes)
{
    std::map<std::string, std::string> const renames = job.gaps.renames();
    auto const place = [&](std::string const & name) -> std::optional<std::size_t> {
        auto const renamed = renames.find(name);
        auto const at = places.find(renamed == renames.end() ? name : renamed->second);
        return at == places.end() ? std::nullopt : std::optional{at->second};
    };
    std::string out;
    for (std::string const & track : tracks) {
        std::vector<feature> features = read_features(track, place, control, reading_memory(job.max_memory));
        if (features.empty())
            notes.push_back(
                fmt::format("{}: no feature of a sequence of the result: another name? --rename FROM=TO", track));
        if (features.size() > job.caps.features) {
            notes.push_back(fmt::format("{}: the first {} of {} features are shown: --most-features", track,
                                        job.caps.features, features.size()));
            features.resize(job.caps.features);
        }
        for (feature const & f : features)
            out += fmt::format("{}[{},{},{},{},{},{},{}]", out.empty() ? "" : ",\n", page_string(side), f.record,
                               f.first, f.end, page_string({&f.strand, 1}), page_string(f.type), page_string(f.name));
    }
    return out;
}

} // namespace vglcs::tools
