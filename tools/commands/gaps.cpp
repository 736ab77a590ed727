// SPDX-License-Identifier: BSD-3-Clause
#include "base/commands.hpp"
#include "base/files.hpp"
#include "base/option_list.hpp"
#include "base/register_options.hpp"
#include "pairs/inputs.hpp"

#include <vglcs/io/jump_spec.hpp>
#include <vglcs/io/output_file.hpp>

#include <memory>

namespace vglcs::tools {

namespace {

struct gaps_job
{
    std::optional<std::string> spec;
    job_options options; ///< `a` is the file; --gap-default, --rename, --alphabet, --strand, prices and what all have
};

strand one_of(strand_choice chosen, std::string_view option)
{
    if (chosen == strand_choice::both)
        throw usage_error{fmt::format("{} both: letters are shown for one direction: use + or -", option)};
    return chosen == strand_choice::forward ? strand::forward : strand::reverse;
}

/// The jumps to show: those of either side, whatever it is called.
side_specs shown_specs(gaps_job const & job)
{
    scoring_options const & s = job.options.scores;
    if (!s.jump_a.empty() && !s.jump_b.empty())
        throw usage_error{"--jump-a: one file is shown, and --jump gives jumps already: leave one of them out"};
    bool const a = !s.jump_a.empty();
    side_specs out{.limits = {},
                   .landing = with_sidecar(a ? s.jump_a : s.jump_b, "--jump", job.options.a),
                   .leaving = with_sidecar(a ? s.leave_a : s.leave_b, "--leave", job.options.a)};
    if (job.spec)
        out.limits = {*job.spec};
    if (out.limits.empty() && out.landing.empty())
        throw usage_error{"gaps: there is nothing to show: give a SPEC of limits, or --jump"};
    return out;
}

/// What one record has, as bedGraph lines: limits alone as they are, else a section for each kind.
class record_printer
{
public:
    record_printer(output_file & file, std::optional<gap_spec> & limits, jump_spec const * given, strand direction,
                   strand transcript)
        : file_{file}, limits_{limits}, jumps_{given}, direction_{direction}, transcript_{transcript}
    {
    }

    void print(sequence const & record)
    {
        auto const write = [&](std::string_view text) { file_.write(text); };
        if (limits_) {
            if (jumps_)
                begin(limits_section());
            write_bedgraph(record.name, limits_->limits_for(record, direction_), write);
        }
        if (!jumps_)
            return;
        jumps const given = jumps_->for_record(record, direction_, transcript_);
        for (jump_part const part : {jump_part::landing, jump_part::leaving}) {
            begin(jumps_section(part));
            write_bedgraph(record.name, given, part, write);
        }
    }

private:
    void begin(std::string const & section) { file_.write(section + '\n'); }

    output_file & file_;
    std::optional<gap_spec> & limits_;
    jump_spec const * jumps_;
    strand direction_, transcript_;
};

int print_gaps(gaps_job const & job, run_control const & control)
{
    job_options const & options = job.options;
    notes const out{options.quiet};
    options.check(false);
    if (job.spec)
        check_spec("SPEC", *job.spec);
    strand const direction = one_of(options.chosen_strand(), "--strand");
    strand const transcript = one_of(options.scores.chosen_transcript(), "--transcript");
    side_specs const specs = shown_specs(job);
    refuse_overwriting(options.output, {options.a});
    refuse_overwriting(options.output, tracks_in(specs));
    refuse_second_reading({options.a}, specs, {});
    std::uint64_t const memory = reading_memory(options.max_memory);
    sequence_reader reader{options.a, [&](std::string const & text) { out.warn(text); }, &control, memory};
    alphabet const letters = options.alphabet == "auto" ? reader.guess_alphabet() : *options.chosen_alphabet();
    reader.set_alphabet(letters);
    check_scores(options.scores, letters);
    std::optional<gap_spec> limits;
    if (!specs.limits.empty())
        limits = load_limits(options.gaps, specs.limits, letters, out, memory);
    std::shared_ptr<jump_spec> const given = load_jumps(options, specs, letters, out, memory);
    output_file file = output_file::for_text(options.output, &control);
    record_printer printer{file, limits, given.get(), direction, transcript};
    for (sequence record; reader.next(record);) {
        if (given)
            given->expect(record);
        printer.print(record);
    }
    if (limits)
        limits->finish();
    if (given)
        given->finish();
    file.commit();
    return 0;
}

} // namespace

void add_gaps(option_list & app, command & chosen)
{
    auto job = std::make_shared<gaps_job>();
    option_list * sub = app.add_subcommand(
        "gaps", "Show what SPECs mean: the limit of every base, jumps and leaving costs, as bedGraph");
    job_options & o = job->options;
    sub->add_option("SEQ", o.a, "FASTA or FASTQ file; - is standard input")->required();
    sub->add_option("SPEC", job->spec, "Gap limits, as --gaps takes them; may be missing beside --jump");
    sub->add_option("--gap-default", o.gaps.otherwise, "Limit of bases that a track leaves out")->capture_default_str();
    sub->add_option("--rename", o.gaps.rename, "Name in a track = name of a record")->type_name("FROM=TO");
    add_scoring_options(*sub, o.scores);
    sub->add_option("--alphabet", o.alphabet, "auto, dna, rna, protein or raw")->capture_default_str();
    sub->add_option("--strand", o.strand, "+, or - for all as the reverse complement reads it")->capture_default_str();
    sub->add_option("-o,--output", o.output, "Result file (default: standard output)")->check(not_empty());
    sub->add_option("--max-memory", o.max_memory, "Host memory to stay within (default: 80% of what is there)")
        ->check(not_empty());
    sub->add_flag("--quiet", o.quiet, "No notes on standard error");
    sub->footer("Examples:\n"
                "  vglcs gaps gene.fa exons.gff3:exon=2,exon^=5000 --gap-default x\n"
                "  vglcs gaps reads.fq qual\n"
                "  vglcs gaps protein.faa letter:G=0,P=0,*=10\n"
                "  vglcs gaps gene.fa 3 --jump 'after:AG=20..5000@10,*=20..5000@18' --leave 'at:GT=0,*=8'");
    sub->callback([&chosen, job] { chosen = [job](context & run) { return print_gaps(*job, run.control); }; });
}

} // namespace vglcs::tools
