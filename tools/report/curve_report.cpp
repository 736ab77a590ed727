// SPDX-License-Identifier: BSD-3-Clause
#include "report/curve_report.hpp"

#include "base/files.hpp"
#include "report/text_rows.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/line_reader.hpp>

#include <fmt/format.h>

#include <array>
#include <map>
#include <tuple>

namespace vglcs::tools {

namespace {

constexpr std::string_view sweep_header = "query\ttarget\tparameter\tvalue\tstrand\tlength\tscore\tjumps";
constexpr std::string_view partner_header = "\tpartner\tpartner_length\tpartner_score\tpartner_jumps";
constexpr std::size_t own_columns = 8, all_columns = 12;

/// What belongs to one curve.
struct curve_name
{
    std::string query, target, parameter, partner;
    friend auto operator<=>(curve_name const &, curve_name const &) = default;
};

} // namespace

bool is_sweep_header(std::string_view line)
{
    return line.starts_with(sweep_header) &&
           (line.size() == sweep_header.size() || line.substr(sweep_header.size()) == partner_header);
}

told_report add_curves(report_job const & job, run_control const & control, report_page & page, page_object & contents)
{
    line_reader lines{job.result, &control, reading_memory(job.max_memory)};
    std::string line;
    if (!lines.next(line) || !is_sweep_header(line))
        throw input_error{job.result, 1, "not the header of `vglcs sweep`: give the table that it writes"};
    bool const has_partner = line.size() != sweep_header.size();
    std::map<curve_name, std::size_t> places;
    std::vector<std::string> curves;
    packed_steps curve, reverse;
    // value, length, score, jumps, and those of the partner
    constexpr std::array<std::string_view, 7> names{"value",          "length",        "score",        "jumps",
                                                    "partner_length", "partner_score", "partner_jumps"};
    constexpr std::array<std::size_t, 7> columns{3, 5, 6, 7, 9, 10, 11};
    std::array<packed_steps, 7> numbers;
    std::uint64_t read = 0;
    for (table_row row{job.result, 0, {}}; lines.next(line);) {
        row.line = lines.number();
        split_at_tabs(line, row.fields);
        std::size_t const expected = has_partner ? all_columns : own_columns;
        if (row.fields.size() != expected)
            row.refuse(fmt::format("{} columns under a header of {}", row.fields.size(), expected));
        if (row.fields[4] != "+" && row.fields[4] != "-")
            row.refuse(fmt::format("'{}' is no strand", row.fields[4].substr(0, 40)));
        if (++read > job.caps.rows)
            continue;
        curve_name const name{std::string{row.fields[0]}, std::string{row.fields[1]}, std::string{row.fields[2]},
                              std::string{has_partner ? row.fields[8] : std::string_view{}}};
        auto const [at, is_new] = places.try_emplace(name, curves.size());
        if (is_new)
            curves.push_back(page_object{}
                                 .text("query", name.query)
                                 .text("target", name.target)
                                 .text("parameter", name.parameter)
                                 .text("partner", name.partner)
                                 .str());
        curve.add(static_cast<std::int64_t>(at->second));
        reverse.add(row.fields[4] == "-");
        for (std::size_t k = 0; k < (has_partner ? names.size() : 4); ++k)
            numbers[k].add(static_cast<std::int64_t>(row.count(columns[k])));
    }
    if (read == 0)
        throw usage_error{fmt::format("{}: no row in it: there is nothing to draw", job.result)};
    told_report told;
    if (read > job.caps.rows)
        told.notes.push_back(fmt::format("the first {} of {} rows are shown: --most-rows", job.caps.rows, read));
    curve_name const & first = places.begin()->first;
    told.title = curves.size() == 1 ? fmt::format("{} and {}: {}", first.query, first.target, first.parameter)
                                    : fmt::format("{} curves", curves.size());
    page_object kept;
    kept.json("curve", page.keep(curve)).json("reverse", page.keep(reverse));
    for (std::size_t k = 0; k < (has_partner ? names.size() : 4); ++k)
        kept.json(names[k], page.keep(numbers[k]));
    contents.number("rows", static_cast<std::int64_t>(curve.count()))
        .list("curves", curves)
        .json("columns", kept.str());
    return told;
}

} // namespace vglcs::tools
