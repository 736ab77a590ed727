// SPDX-License-Identifier: BSD-3-Clause
#include "report/spliced_report.hpp"

#include "base/files.hpp"
#include "report/features.hpp"
#include "report/spliced_rows.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/line_reader.hpp>
#include <vglcs/io/sequence_reader.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <utility>

namespace vglcs::tools {

namespace {

using intron = std::pair<std::uint64_t, std::uint64_t>;

/// The rows as page/spliced_page.js reads them.
class spliced_columns
{
public:
    [[nodiscard]] std::size_t target_place(std::string const & name)
    {
        auto const [at, is_new] = places_.try_emplace(name, targets_.size());
        if (is_new)
            targets_.push_back(name);
        return at->second;
    }
    [[nodiscard]] std::vector<std::string> const & targets() const noexcept { return targets_; }
    [[nodiscard]] std::map<std::size_t, std::set<intron>> const & introns() const noexcept { return introns_; }
    [[nodiscard]] std::size_t rows() const noexcept { return target_.count(); }
    [[nodiscard]] std::uint64_t reach(std::size_t target) const { return reach_.at(target); }

    void add(spliced_row const & row)
    {
        std::size_t const target = target_place(std::string{row.target});
        target_.add(static_cast<std::int64_t>(target));
        names_.emplace_back(row.read);
        reverse_.add(row.reverse);
        transcript_.add(row.transcript == '+' ? 1 : row.transcript == '-' ? -1 : 0);
        quality_.add(row.quality);
        score_.add(row.score);
        other_.add(row.other);
        first_.add(static_cast<std::int64_t>(row.exons.front().first));
        exon_count_.add(static_cast<std::int64_t>(row.exons.size()));
        for (std::size_t k = 0; k < row.exons.size(); ++k) {
            auto const & [first, end] = row.exons[k];
            std::uint64_t const before = k == 0 ? first : row.exons[k - 1].end;
            exons_.add(static_cast<std::int64_t>(first - before));
            exons_.add(static_cast<std::int64_t>(end - first));
            if (k > 0)
                introns_[target].insert({before, first});
        }
        std::uint64_t & reach = reach_[target];
        reach = std::max(reach, row.exons.back().end);
    }
    void add_to(page_object & contents, report_page & page) const
    {
        contents.number("rows", static_cast<std::int64_t>(rows())).texts("targets", targets_).texts("reads", names_);
        page_object columns;
        for (auto const & [name, column] :
             {std::pair{"target", &target_}, std::pair{"reverse", &reverse_}, std::pair{"transcript", &transcript_},
              std::pair{"quality", &quality_}, std::pair{"score", &score_}, std::pair{"other", &other_},
              std::pair{"first", &first_}, std::pair{"exon_count", &exon_count_}})
            columns.json(name, page.keep(*column));
        contents.json("columns", columns.str()).json("exons", page.keep(exons_));
    }

private:
    std::map<std::string, std::size_t> places_;
    std::vector<std::string> targets_, names_;
    std::map<std::size_t, std::set<intron>> introns_;
    std::map<std::size_t, std::uint64_t> reach_;
    packed_steps target_, reverse_, transcript_, quality_, score_, other_, first_, exon_count_;
    packed_numbers exons_;
};

std::string upper(std::string text)
{
    std::ranges::transform(text, text.begin(),
                           [](char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); });
    return text;
}

/// The first and last two letters of every intron, from the genome's file; refuses targets that it does not have.
std::string intron_sites(report_job const & job, spliced_columns const & columns,
                         std::map<std::string, std::uint64_t> const & stated_lengths, run_control const & control,
                         notes const & out)
{
    std::map<std::string, std::size_t> wanted;
    for (std::size_t k = 0; k < columns.targets().size(); ++k)
        wanted.emplace(columns.targets()[k], k);
    std::string json;
    sequence_reader reader{job.b, [&](std::string const & text) { out.warn(text); }, &control,
                           reading_memory(job.max_memory)};
    reader.set_alphabet(job.alphabet == "auto" ? reader.guess_alphabet() : *job.chosen_alphabet());
    for (sequence record; reader.next(record);) {
        auto const at = wanted.find(record.name);
        if (at == wanted.end())
            continue;
        auto const stated = stated_lengths.find(record.name);
        if (stated != stated_lengths.end() && stated->second != record.size())
            throw verification_error{
                fmt::format("{}: @SQ {} has {} letters, but {} has {}: give the genome of that run", job.result,
                            record.name, stated->second, job.b, record.size())};
        if (columns.reach(at->second) > record.size())
            throw verification_error{fmt::format("{}: an alignment reaches letter {} of {}, but {} has {}: give the "
                                                 "genome of that run",
                                                 job.result, columns.reach(at->second), record.name, job.b,
                                                 record.size())};
        auto const introns = columns.introns().find(at->second);
        if (introns != columns.introns().end())
            for (auto const & [first, end] : introns->second)
                json += fmt::format("{}[{},{},{},{},{}]", json.empty() ? "" : ",\n", at->second, first, end,
                                    page_string(upper(record.letters.substr(first, 2))),
                                    page_string(upper(record.letters.substr(std::max(end, first + 2) - 2, 2))));
        wanted.erase(at);
    }
    if (!wanted.empty())
        throw verification_error{fmt::format("{}: {} has no record {}: give the genome of that run", job.result, job.b,
                                             wanted.begin()->first)};
    return json;
}

enum class spliced_text : std::uint8_t { sam, paf, bed12 };

/// What a row looks like. SAM and PAF of `align` and `batch` are pairs: of spliced reads they have the type of the
/// alignment (tp:A), and SAM of other programs has not the length of a chain (vl:i).
std::optional<spliced_text> spliced_format_of(std::vector<std::string_view> const & fields, std::string_view line)
{
    auto const of = [](std::string_view text, std::string_view characters) {
        return !text.empty() && text.find_first_not_of(characters) == std::string_view::npos;
    };
    constexpr std::string_view digits = "0123456789", list = "0123456789,", strand = "+-.",
                               cigar = "0123456789MIDNSHP=X*";
    auto const whole = [&](std::initializer_list<std::size_t> columns) {
        return std::ranges::all_of(columns, [&](std::size_t k) { return of(fields[k], digits); });
    };
    if (fields.size() < 11)
        return std::nullopt;
    bool const typed = line.find("\ttp:A:") != std::string_view::npos;
    bool const twelve = fields.size() >= 12;
    if (twelve && of(fields[5], strand) && whole({1, 2, 9}) && of(fields[10], list) && of(fields[11], list))
        return spliced_text::bed12;
    if (twelve && of(fields[4], "+-") && whole({1, 2, 3, 6, 7, 8, 11}))
        return typed ? std::optional{spliced_text::paf} : std::nullopt;
    if (whole({1, 3, 4}) && of(fields[5], cigar) && (typed || line.find("\tvl:i:") == std::string_view::npos))
        return spliced_text::sam;
    return std::nullopt;
}

std::optional<spliced_row> read_spliced_row(table_row const & row, spliced_text format)
{
    switch (format) {
    case spliced_text::bed12:
        return read_bed12_row(row);
    case spliced_text::paf:
        return read_spliced_paf_row(row);
    case spliced_text::sam:
        break;
    }
    return read_sam_row(row);
}

} // namespace

bool is_sam_header_line(std::string_view line)
{
    return line.size() > 3 && line[0] == '@' && std::isupper(static_cast<unsigned char>(line[1])) != 0 &&
           std::isupper(static_cast<unsigned char>(line[2])) != 0 && line[3] == '\t';
}

bool is_spliced_row(std::string_view line)
{
    std::vector<std::string_view> fields;
    split_at_tabs(line, fields);
    return spliced_format_of(fields, line).has_value();
}

told_report add_spliced(report_job const & job, run_control & control, notes const & out, report_page & page,
                        page_object & contents)
{
    line_reader lines{job.result, &control, reading_memory(job.max_memory)};
    std::map<std::string, std::uint64_t> stated_lengths;
    spliced_columns columns;
    std::uint64_t read = 0, not_aligned = 0;
    std::optional<spliced_text> format;
    table_row row{job.result, 0, {}};
    for (std::string line; lines.next(line);) {
        row.line = lines.number();
        split_at_tabs(line, row.fields);
        if (is_sam_header_line(line)) {
            if (line.starts_with("@SQ\t") && row.fields.size() >= 3 && row.fields[1].starts_with("SN:") &&
                row.fields[2].starts_with("LN:"))
            {
                row.fields[2].remove_prefix(3);
                stated_lengths[std::string{row.fields[1].substr(3)}] = row.count(2);
            }
            continue;
        }
        if (line.empty() || line[0] == '#' || line.starts_with("track") || line.starts_with("browser"))
            continue;
        if (++read % 4096 == 0)
            control.throw_if_stopped();
        if (!format) // of the first row; one that looks like none is read as SAM, which says what is wrong
            format = spliced_format_of(row.fields, line).value_or(spliced_text::sam);
        std::optional<spliced_row> const spliced = read_spliced_row(row, *format);
        if (!spliced)
            ++not_aligned;
        else if (read - not_aligned <= job.caps.rows)
            columns.add(*spliced);
    }
    if (columns.rows() == 0)
        throw usage_error{fmt::format("{}: no alignment in it: there is nothing to draw", job.result)};
    told_report told;
    std::uint64_t const aligned = read - not_aligned;
    if (aligned > job.caps.rows)
        told.notes.push_back(
            fmt::format("the first {} of {} alignments are shown: --most-rows", job.caps.rows, aligned));
    if (not_aligned != 0)
        told.notes.push_back(fmt::format("{} of {} rows are of reads without an alignment", not_aligned, read));
    told.title = aligned == 1 ? "1 spliced alignment" : fmt::format("{} spliced alignments", aligned);
    if (!job.b.empty())
        contents.json("sites", '[' + intron_sites(job, columns, stated_lengths, control, out) + ']');
    std::map<std::string, std::size_t> places;
    for (std::size_t k = 0; k < columns.targets().size(); ++k)
        places.emplace(columns.targets()[k], k);
    contents.json("features", '[' + tracks_json(job.tracks_b, "b", places, job, control, told.notes) + ']');
    columns.add_to(contents, page);
    return told;
}

} // namespace vglcs::tools
