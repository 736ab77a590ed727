// SPDX-License-Identifier: BSD-3-Clause
#include "pairs/inputs.hpp"

#include "base/files.hpp"
#include "base/named_option.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/jump_spec.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace vglcs::tools {

namespace {

vglcs::alphabet settle_alphabet(job_options const & job, sequence_reader const & a, sequence_reader const & b,
                                notes const & out)
{
    if (auto const chosen = job.chosen_alphabet())
        return *chosen;
    alphabet const of_a = a.guess_alphabet(), of_b = b.guess_alphabet();
    if (of_a == of_b)
        return of_a;
    out.warn(fmt::format("{} looks like {}, {} like {}: both are read as protein (--alphabet decides)", a.path(),
                         name(of_a), b.path(), name(of_b)));
    return alphabet::protein;
}

bool names_sidecar(std::vector<std::string> const & landing, std::vector<std::string> const & leaving)
{
    return std::ranges::find(landing, sidecar_word) != landing.end() ||
           std::ranges::find(leaving, sidecar_word) != leaving.end();
}

gap_spec_options reading_options(gap_options const & gaps, std::optional<alphabet> letters, notes const & out,
                                 std::uint64_t max_memory)
{
    return {.otherwise = parse_gap_limit(gaps.otherwise),
            .rename = gaps.renames(),
            .warn = [out](std::string const & text) { out.warn(text); },
            .letters = letters,
            .max_memory = max_memory};
}

} // namespace

void check_scores(scoring_options const & scores, alphabet letters)
{
    if (scores.chosen_transcript() != strand_choice::forward && letters != alphabet::dna && letters != alphabet::rna)
        throw usage_error{fmt::format("--transcript {}: {} letters have no reverse complement: use --transcript +, or "
                                      "--alphabet dna",
                                      scores.transcript, name(letters))};
    scores.check(letters);
}

void refuse_second_reading(std::vector<std::string> const & sequences, side_specs const & a, side_specs b)
{
    if (a.limits == b.limits)
        b.limits.clear();
    std::vector<std::string> seen;
    for (side_specs const * side : {&a, &std::as_const(b)})
        for (std::string & path : tracks_in(*side)) {
            if (!reads_once(path))
                continue;
            if (path == "-" && std::ranges::find(sequences, path) != sequences.end())
                throw usage_error{
                    fmt::format("{}: standard input is a sequence file already: give a file for one of them", path)};
            if (std::ranges::find(seen, path) != seen.end())
                throw usage_error{fmt::format("{}: more than one SPEC reads it, which standard input and pipes cannot "
                                              "be: give a file",
                                              path)};
            seen.push_back(std::move(path));
        }
}

gap_spec load_limits(gap_options const & gaps, std::vector<std::string> const & specs, std::optional<alphabet> letters,
                     notes const & out, std::uint64_t max_memory)
{
    return gap_spec{specs, reading_options(gaps, letters, out, max_memory)};
}

std::shared_ptr<jump_spec> load_jumps(job_options const & job, side_specs const & specs, alphabet letters,
                                      notes const & out, std::uint64_t max_memory)
{
    if (specs.landing.empty())
        return nullptr;
    auto loaded =
        std::make_shared<jump_spec>(specs.landing, specs.leaving, reading_options(job.gaps, letters, out, max_memory));
    if (job.scores.chosen_transcript() != strand_choice::forward)
        name_option("--transcript", job.scores.transcript, [&] { loaded->check(strand::reverse); });
    return loaded;
}

inputs open_inputs(job_options const & job, run_control const & control, notes const & out, strands_to_read reading)
{
    if (job.a == "-" && job.b == "-")
        throw usage_error{"A and B are both - (standard input): give a file for one of them"};
    refuse_overwriting(job.output, {job.a, job.b});
    strand_choice const strands = job.chosen_strand();
    auto const warn = [out](std::string const & text) { out.warn(text); };
    std::uint64_t const max_memory = reading_memory(job.max_memory);
    sequence_reader a{job.a, warn, &control, max_memory, job.keep_description};
    sequence_reader b{job.b, warn, &control, max_memory, job.keep_description};
    alphabet const letters = settle_alphabet(job, a, b, out);
    bool const has_reverse = letters == alphabet::dna || letters == alphabet::rna;
    if (strands != strand_choice::forward && !has_reverse)
        throw usage_error{fmt::format("--strand {}: {} letters have no reverse complement: use --strand +, or "
                                      "--alphabet dna",
                                      job.strand, name(letters))};
    a.set_alphabet(letters);
    b.set_alphabet(letters);
    check_scores(job.scores, letters);
    side_specs const specs_a = specs_for(job, run_side::a, job.a, out);
    side_specs const specs_b = specs_for(job, run_side::b, job.b, out);
    std::vector<std::string> tracks = tracks_in(specs_a);
    std::ranges::copy(tracks_in(specs_b), std::back_inserter(tracks));
    refuse_overwriting(job.output, tracks);
    refuse_second_reading({job.a, job.b}, specs_a, specs_b);
    gap_spec limits_a = load_limits(job.gaps, specs_a.limits, letters, out, max_memory);
    bool const pipe_of_both =
        specs_a.limits == specs_b.limits && std::ranges::any_of(tracks_in({specs_a.limits, {}, {}}), reads_once);
    gap_spec limits_b =
        pipe_of_both ? limits_a.copy() : load_limits(job.gaps, specs_b.limits, letters, out, max_memory);
    auto const jumps_a = load_jumps(job, specs_a, letters, out, max_memory);
    auto const jumps_b = load_jumps(job, specs_b, letters, out, max_memory);
    bool const all = reading == strands_to_read::all;
    inputs in{.a = {std::move(a), std::move(limits_a), all || strands != strand_choice::reverse,
                    all ? has_reverse : strands != strand_choice::forward, max_memory},
              .b = {std::move(b), std::move(limits_b), true, false, max_memory},
              .alphabet = letters,
              .transcripts = job.scores.chosen_transcript(),
              .tracks = std::move(tracks)};
    bool const directed = (jumps_a && jumps_a->reads_transcript()) || (jumps_b && jumps_b->reads_transcript());
    if (in.transcripts == strand_choice::both && !directed)
        in.transcripts = strand_choice::forward;
    scoring const prices = job.scores.chosen_scoring();
    in.a.set_prices({prices.match, prices.skip_a, jumps_a});
    in.b.set_prices({prices.match, prices.skip_b, jumps_b});
    auto const give_limits = [&](input & file, side_specs const & specs) {
        if (!specs.for_partner.empty())
            file.set_limits_for_partner(load_limits(job.gaps, specs.for_partner, letters, out, max_memory));
    };
    give_limits(in.a, specs_a);
    give_limits(in.b, specs_b);
    input::file_opener const open{
        .reader =
            [warn, &control, max_memory, letters, keep = job.keep_description](std::string const & path) {
                sequence_reader next{path, warn, &control, max_memory, keep};
                next.set_alphabet(letters);
                return next;
            },
        .limits =
            [gaps = job.gaps, letters, out, max_memory](std::vector<std::string> const & specs) {
                return load_limits(gaps, specs, letters, out, max_memory);
            }};
    auto const add = [&](input & to, std::vector<std::string> const & more, run_side side) {
        refuse_overwriting(job.output, more);
        bool const is_a = side == run_side::a;
        std::vector<std::string> const & own = is_a ? job.gaps.a : job.gaps.b;
        bool const own_limits = job.gaps.bare && own.empty() && job.gaps.both.empty();
        bool const own_jumps = is_a ? names_sidecar(job.scores.jump_a, job.scores.leave_a)
                                    : names_sidecar(job.scores.jump_b, job.scores.leave_b);
        std::vector<input::further_file> files;
        files.reserve(more.size());
        for (std::string const & path : more) { // a sidecar is a file's own, every other SPEC that of all
            input::further_file & next = files.emplace_back(input::further_file{.path = path});
            if (!own_limits && !own_jumps)
                continue;
            side_specs specs = specs_for(job, side, path, out);
            if (own_jumps)
                next.jumps = load_jumps(job, specs, letters, out, max_memory);
            if (own_limits)
                next.specs = std::move(specs.limits);
        }
        to.add_files(std::move(files), open);
    };
    add(in.a, job.more_a, run_side::a);
    add(in.b, job.more_b, run_side::b);
    return in;
}

void refuse_counts(counted_file const & a, counted_file const & b)
{
    bool const a_ended = a.records < b.records;
    counted_file const & shorter = a_ended ? a : b;
    counted_file const & longer = a_ended ? b : a;
    throw input_error{shorter.path, 0,
                      fmt::format("ended after {} record{} while {} has more: align pairs record k with record k; use "
                                  "`vglcs batch` for every query with every target",
                                  shorter.records, shorter.records == 1 ? "" : "s", longer.path)};
}

} // namespace vglcs::tools
