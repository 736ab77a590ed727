// SPDX-License-Identifier: BSD-3-Clause
#include "report/features.hpp"

#include "base/options.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/line_reader.hpp>

#include <fmt/format.h>

#include <charconv>
#include <string_view>

namespace vglcs::tools {

namespace {

std::vector<std::string_view> fields_of(std::string_view line)
{
    std::vector<std::string_view> out;
    for (std::size_t tab; (tab = line.find('\t')) != std::string_view::npos; line.remove_prefix(tab + 1))
        out.push_back(line.substr(0, tab));
    out.push_back(line);
    return out;
}

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

class feature_line
{
public:
    feature_line(std::string const & path, std::uint64_t number, std::string_view text, bool bed)
        : path_{path}, number_{number}, fields_{fields_of(text)}, bed_{bed}
    {
        if (fields_.size() < (bed ? 3u : 9u))
            refuse(fmt::format("{} columns, but {} has {} or more", fields_.size(), bed ? "BED" : "GFF", bed ? 3 : 9));
    }

    [[nodiscard]] std::string record() const { return std::string{fields_[0]}; }
    [[nodiscard]] feature read(std::size_t record) const
    {
        feature out{.record = record, .first = 0, .end = 0, .strand = '.', .type = {}, .name = {}};
        out.first = bed_ ? count(1) : count(3) - 1;
        out.end = bed_ ? count(2) : count(4);
        if (out.first > out.end || (!bed_ && count(3) == 0))
            refuse("it ends in front of its start");
        std::size_t const strand = bed_ ? 5 : 6;
        if (fields_.size() > strand && fields_[strand].size() == 1)
            out.strand = fields_[strand][0];
        if (bed_) {
            out.type = "feature";
            out.name = fields_.size() > 3 ? fields_[3] : std::string_view{};
            return out;
        }
        out.type = fields_[2];
        for (std::string_view const key : {"Name", "gene_name", "ID", "transcript_id", "gene_id", "Parent"})
            if (out.name.empty())
                out.name = attribute(fields_[8], key);
        return out;
    }

private:
    [[noreturn]] void refuse(std::string const & what) const
    {
        throw input_error{path_, number_, what + ": give a file in the format of its ending"};
    }
    [[nodiscard]] std::uint64_t count(std::size_t column) const
    {
        std::string_view const text = fields_[column];
        std::uint64_t value = 0;
        auto const [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (fault != std::errc{} || end != text.data() + text.size())
            refuse(fmt::format("'{}' is no place", text));
        return value;
    }

    std::string const & path_;
    std::uint64_t number_;
    std::vector<std::string_view> fields_;
    bool bed_;
};

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
    for (std::string line; lines.next(line);) {
        if (line.starts_with("##FASTA"))
            break;
        if (line.empty() || line[0] == '#' || (bed && (line.starts_with("track") || line.starts_with("browser"))))
            continue;
        feature_line const read{path, lines.number(), line, bed};
        if (auto const record = place(read.record()))
            out.push_back(read.read(*record));
    }
    return out;
}

std::string features_json(std::vector<feature> const & features, std::string_view side)
{
    std::string out;
    for (feature const & f : features)
        out += fmt::format("{}[{},{},{},{},{},{},{}]", out.empty() ? "" : ",\n", page_string(side), f.record, f.first,
                           f.end, page_string({&f.strand, 1}), page_string(f.type), page_string(f.name));
    return out;
}

} // namespace vglcs::tools
