// SPDX-License-Identifier: BSD-3-Clause
#include "pairs/inputs.hpp"

#include "base/files.hpp"
#include "base/named_option.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <memory>
#include <utility>
#include <vector>

namespace vglcs::tools {

namespace {

/// The SPEC of one side: its own option, else --gaps, else the sidecar of a bare --gaps, else inf.
std::string spec_for(gap_options const & gaps, std::optional<std::string> const & own, std::string const & path,
                     notes const & out)
{
    if (own)
        return *own;
    if (gaps.both)
        return *gaps.both;
    if (!gaps.bare)
        return "inf";
    if (std::string sidecar = find_sidecar(path); !sidecar.empty()) {
        out.note(fmt::format("{}: limits from {}", path, sidecar));
        return sidecar;
    }
    out.note(fmt::format("{}: no sidecar with limits: every limit is 10", path));
    return "10";
}

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

/// Prices and jumps of both sides, and the directions of transcripts that make a difference.
void set_prices(scoring_options const & scores, inputs & in)
{
    strand_choice const asked = scores.chosen_transcript();
    if (asked != strand_choice::forward && in.alphabet != alphabet::dna && in.alphabet != alphabet::rna)
        throw usage_error{fmt::format("--transcript {}: {} letters have no reverse complement: use --transcript +, or "
                                      "--alphabet dna",
                                      scores.transcript, name(in.alphabet))};
    scores.check(in.alphabet);
    bool matters = false;
    auto const jumps_of = [&](std::vector<std::string> const & landing, std::vector<std::string> const & leaving) {
        if (landing.empty())
            return std::shared_ptr<jump_spec const>{};
        auto out = std::make_shared<jump_spec const>(landing, leaving, in.alphabet);
        if (asked != strand_choice::forward)
            name_option("--transcript", scores.transcript, [&] { out->check(strand::reverse); });
        matters = matters || out->reads_transcript();
        return out;
    };
    scoring const s = scores.chosen_scoring();
    in.a.set_prices({s.match, s.skip_a, jumps_of(scores.jump_a, scores.leave_a)});
    in.b.set_prices({s.match, s.skip_b, jumps_of(scores.jump_b, scores.leave_b)});
    in.transcripts = asked == strand_choice::both && !matters ? strand_choice::forward : asked;
}

} // namespace

gap_spec load_limits(gap_options const & gaps, std::string const & spec, std::optional<alphabet> letters,
                     notes const & out, std::uint64_t max_memory)
{
    return gap_spec{spec,
                    {.otherwise = parse_gap_limit(gaps.otherwise),
                     .rename = gaps.renames(),
                     .warn = [out](std::string const & text) { out.warn(text); },
                     .letters = letters,
                     .max_memory = max_memory}};
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
    std::string const spec_a = spec_for(job.gaps, job.gaps.a, job.a, out);
    std::string const spec_b = spec_for(job.gaps, job.gaps.b, job.b, out);
    refuse_overwriting(job.output, {}, {spec_a, spec_b});
    for (std::string const & spec : {spec_a, spec_b})
        if (gap_spec_path(spec) == "-" && (job.a == "-" || job.b == "-"))
            throw usage_error{
                fmt::format("{}: standard input is a sequence file already: give a file for one of them", spec)};
    gap_spec limits_a = load_limits(job.gaps, spec_a, letters, out, max_memory);
    bool const pipe_of_both = spec_a == spec_b && reads_once(gap_spec_path(spec_a));
    gap_spec limits_b = pipe_of_both ? limits_a.copy() : load_limits(job.gaps, spec_b, letters, out, max_memory);
    bool const all = reading == strands_to_read::all;
    inputs in{.a = {std::move(a), std::move(limits_a), all || strands != strand_choice::reverse,
                    all ? has_reverse : strands != strand_choice::forward, max_memory},
              .b = {std::move(b), std::move(limits_b), true, false, max_memory},
              .alphabet = letters};
    set_prices(job.scores, in);
    input::file_opener const open{
        .reader =
            [warn, &control, max_memory, letters, keep = job.keep_description](std::string const & path) {
                sequence_reader next{path, warn, &control, max_memory, keep};
                next.set_alphabet(letters);
                return next;
            },
        .limits = [gaps = job.gaps, letters, out,
                   max_memory](std::string const & spec) { return load_limits(gaps, spec, letters, out, max_memory); }};
    auto const add = [&](input & to, std::vector<std::string> const & more, std::optional<std::string> const & own) {
        refuse_overwriting(job.output, more);
        std::vector<input::further_file> files;
        files.reserve(more.size());
        for (std::string const & path : more) // a sidecar is a file's own, every other SPEC that of all
            files.push_back({path, job.gaps.bare && !own && !job.gaps.both
                                       ? std::optional{spec_for(job.gaps, own, path, out)}
                                       : std::nullopt});
        to.add_files(std::move(files), open);
    };
    add(in.a, job.more_a, job.gaps.a);
    add(in.b, job.more_b, job.gaps.b);
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
