// SPDX-License-Identifier: BSD-3-Clause
#include "report/pair_report.hpp"

#include "base/files.hpp"
#include "pairs/inputs.hpp"
#include "report/features.hpp"
#include "report/json_explanations.hpp"
#include "report/pair_check.hpp"
#include "report/pair_rows.hpp"
#include "report/record_data.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <map>
#include <memory>
#include <set>
#include <tuple>

namespace vglcs::tools {

namespace {

/// The sequences that rows are checked against, where they are given.
struct opened_sequences
{
    explicit opened_sequences(report_job const & job, run_control & control, notes const & out, bool with_limits)
        : in{open_inputs(job, control, out, strands_to_read::all)}, queries{in.a}, targets{in.b},
          check{queries, targets, setting_of(job, in, job.options_as_given(control)), with_limits}
    {
        in.a.finish();
        in.b.finish();
    }

    inputs in;
    record_table queries, targets;
    pair_check check;
};

bool has_limits(report_job const & job)
{
    gap_options const & g = job.gaps;
    return g.bare || !g.both.empty() || !g.a.empty() || !g.b.empty() || !g.b_by_a.empty() || !g.a_by_b.empty() ||
           job.scores.is_scored();
}

/// Letters and limits of the records of one side that rows with chains name.
class side_data
{
public:
    side_data(char side, report_page & page, page_caps const & caps) : side_{side}, page_{page}, caps_{caps} {}

    void add(std::size_t place, shared_record const & record, strand direction, bool with_limits)
    {
        if (seen_.insert(place).second) {
            std::string const & letters = record->record.letters;
            letters_seen_ += letters.size();
            if (letters_seen_ <= caps_.letters)
                letters_.push_back(fmt::format("[{},{}]", place, keep_letters(letters, page_)));
            else
                ++records_without_letters_;
        }
        if (with_limits && limited_.insert({place, direction}).second) {
            packed_limits const limits{record->limits(direction)};
            limit_runs_ += limits.runs();
            if (limit_runs_ <= caps_.runs)
                limits_.push_back(
                    fmt::format("[{},{},{}]", place, direction == strand::reverse ? 1 : 0, limits.keep(page_)));
            else
                ++records_without_limits_;
        }
    }
    void add_to(page_object & contents, std::vector<std::string> & notes) const
    {
        contents.list(fmt::format("letters_{}", side_), letters_).list(fmt::format("limits_{}", side_), limits_);
        std::string_view const what = side_ == 'a' ? "queries" : "targets";
        if (records_without_letters_ != 0)
            notes.push_back(fmt::format("the letters of {} of {} {} are left out: --most-letters is {}",
                                        records_without_letters_, seen_.size(), what, caps_.letters));
        if (records_without_limits_ != 0)
            notes.push_back(fmt::format("the limits of {} of {} {} are left out: --most-runs is {}",
                                        records_without_limits_, limited_.size(), what, caps_.runs));
    }

private:
    char side_;
    report_page & page_;
    page_caps const & caps_;
    std::set<std::size_t> seen_;
    std::set<std::pair<std::size_t, strand>> limited_;
    std::vector<std::string> letters_, limits_;
    std::uint64_t letters_seen_ = 0, limit_runs_ = 0, records_without_letters_ = 0, records_without_limits_ = 0;
};

std::map<std::string, std::size_t> places_of(named_records const & records)
{
    std::map<std::string, std::size_t> out;
    for (std::size_t k = 0; k < records.all().size(); ++k)
        out.try_emplace(records.all()[k].name, k);
    return out;
}

} // namespace

told_report add_pairs(report_job const & job, run_control & control, notes const & out, report_page & page,
                      page_object & contents)
{
    bool const with_limits = has_limits(job);
    result_reader reader{job.result, std::nullopt, &control, reading_memory(job.max_memory)};
    std::unique_ptr<opened_sequences> sequences;
    if (!job.a.empty())
        sequences = std::make_unique<opened_sequences>(job, control, out, with_limits);
    else if (with_limits)
        throw usage_error{"report: limits and prices need the sequences: give A and B behind RESULT"};

    told_report told;
    pair_rows rows;
    std::optional<json_explanations> explanations; // which the reader passes over
    if (reader.kind() == format::json && job.result != "-")
        explanations.emplace(job.result, control, reading_memory(job.max_memory));
    std::vector<std::string> explained;
    side_data queries{'a', page, job.caps}, targets{'b', page, job.caps};
    std::uint64_t read = 0, runs = 0, chains_left_out = 0, chains = 0;
    std::string first_pair, why_no_chain;
    for (stated_pair row; reader.next(row);) {
        control.throw_if_stopped();
        std::optional<pair_job> pair;
        auto const refuse = [&](std::string const & fault, std::string_view advice) {
            throw verification_error{
                fmt::format("{}:{}: {} with {}: {}: {}", job.result, row.line, row.query, row.target, fault, advice)};
        };
        if (auto const fault = own_fault(row))
            refuse(*fault, "the row was changed: make the result anew");
        if (sequences)
            try {
                pair = sequences->check(row);
            } catch (verification_error const & e) {
                refuse(e.what(), "report the sequences of that run, with the limits that it had");
            }
        if (++read > job.caps.rows)
            continue; // counted, and checked
        bool const keep = row.has_chain && runs + row.runs.size() <= job.caps.runs;
        chains += row.has_chain;
        chains_left_out += row.has_chain && !keep;
        runs += keep ? row.runs.size() : 0;
        rows.add(row, keep);
        if (std::string_view const text = explanations && keep ? explanations->of(row.line) : std::string_view{};
            !text.empty())
            explained.push_back(fmt::format("[{},{}]", rows.rows() - 1, page.keep_bytes(text)));
        if (pair && keep) {
            queries.add(rows.last_query(), pair->query, row.strand, with_limits);
            targets.add(rows.last_target(), pair->target, strand::forward, with_limits);
        }
        if (read == 1)
            first_pair = row.query + " and " + row.target;
    }
    if (std::string const doubt = reader.end_warning(); !doubt.empty())
        out.warn(doubt);
    if (read == 0)
        throw usage_error{fmt::format("{}: no pair in it: there is nothing to draw", job.result)};
    if (read == 1 && chains == 0)
        throw usage_error{fmt::format("{}: the pair has no chain: there is nothing to draw: run it with --task "
                                      "alignment and --format json, paf or tsv",
                                      job.result)};
    if (read > job.caps.rows)
        told.notes.push_back(fmt::format("the first {} of {} rows are shown: --most-rows", job.caps.rows, read));
    if (chains_left_out != 0)
        told.notes.push_back(
            fmt::format("{} of {} chains are left out: --most-runs is {}", chains_left_out, chains, job.caps.runs));
    told.title = read == 1 ? first_pair : fmt::format("{} pairs", read);

    std::string features = tracks_json(job.tracks_a, "a", places_of(rows.queries()), job, control, told.notes);
    std::string const of_targets = tracks_json(job.tracks_b, "b", places_of(rows.targets()), job, control, told.notes);
    features += (features.empty() || of_targets.empty() ? "" : ",\n") + of_targets;
    rows.add_to(contents, page);
    queries.add_to(contents, told.notes);
    targets.add_to(contents, told.notes);
    contents.list("explained", explained).json("features", '[' + features + ']');
    if (sequences)
        contents.text("alphabet", name(sequences->in.alphabet));
    return told;
}

} // namespace vglcs::tools
