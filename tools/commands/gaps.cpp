// SPDX-License-Identifier: BSD-3-Clause
#include "base/commands.hpp"
#include "base/files.hpp"
#include "base/option_list.hpp"
#include "pairs/inputs.hpp"

#include <vglcs/io/output_file.hpp>

#include <memory>

namespace vglcs::tools {

namespace {

struct gaps_job
{
    std::string sequences, spec, alphabet = "auto", strand = "+", output, max_memory;
    gap_options gaps; ///< --gap-default and --rename only
    bool quiet = false;
};

int print_gaps(gaps_job const & job, run_control const & control)
{
    notes const out{job.quiet};
    job_options parse;
    parse.alphabet = job.alphabet;
    parse.strand = job.strand;
    parse.gaps = job.gaps;
    parse.max_memory = job.max_memory;
    parse.check(false);
    check_spec("SPEC", job.spec);
    strand_choice const strands = parse.chosen_strand();
    if (strands == strand_choice::both)
        throw usage_error{"--strand both: limits are printed for one strand: use + or -"};
    refuse_overwriting(job.output, {job.sequences}, {job.spec});
    std::uint64_t const memory = reading_memory(job.max_memory);
    sequence_reader reader{job.sequences, [&](std::string const & text) { out.warn(text); }, &control, memory};
    alphabet const letters = job.alphabet == "auto" ? reader.guess_alphabet() : *parse.chosen_alphabet();
    reader.set_alphabet(letters);
    gap_spec limits = load_limits(job.gaps, job.spec, letters, out, memory);
    output_file file = output_file::for_text(job.output, &control);
    sequence record;
    while (reader.next(record))
        write_bedgraph(record.name,
                       limits.limits_for(record, strands == strand_choice::forward ? strand::forward : strand::reverse),
                       [&](std::string_view text) { file.write(text); });
    limits.finish();
    file.commit();
    return 0;
}

} // namespace

void add_gaps(option_list & app, command & chosen)
{
    auto job = std::make_shared<gaps_job>();
    option_list * sub = app.add_subcommand("gaps", "Show what a gap SPEC means: the limit of every base, as bedGraph");
    sub->add_option("SEQ", job->sequences, "FASTA or FASTQ file; - is standard input")->required();
    sub->add_option("SPEC", job->spec, "Gap limits, as --gaps takes them")->required();
    sub->add_option("--gap-default", job->gaps.otherwise, "Limit of bases that a track leaves out")
        ->capture_default_str();
    sub->add_option("--rename", job->gaps.rename, "Name in a track = name of a record")->type_name("FROM=TO");
    sub->add_option("--alphabet", job->alphabet, "auto, dna, rna, protein or raw")->capture_default_str();
    sub->add_option("--strand", job->strand, "+, or - for the limits as the reverse complement reads them")
        ->capture_default_str();
    sub->add_option("-o,--output", job->output, "Result file (default: standard output)")->check(not_empty());
    sub->add_option("--max-memory", job->max_memory, "Host memory to stay within (default: 80% of what is there)")
        ->check(not_empty());
    sub->add_flag("--quiet", job->quiet, "No notes on standard error");
    sub->footer("Examples:\n"
                "  vglcs gaps gene.fa exons.gff3:exon=2,exon^=5000 --gap-default x\n"
                "  vglcs gaps reads.fq qual\n"
                "  vglcs gaps protein.faa letter:G=0,P=0,*=10");
    sub->callback([&chosen, job] { chosen = [job](context & run) { return print_gaps(*job, run.control); }; });
}

} // namespace vglcs::tools
