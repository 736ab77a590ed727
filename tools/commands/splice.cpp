// SPDX-License-Identifier: BSD-3-Clause
#include "base/build_info.hpp"
#include "base/commands.hpp"
#include "base/files.hpp"
#include "base/notes.hpp"
#include "base/option_list.hpp"
#include "base/options.hpp"
#include "base/progress.hpp"
#include "commands/text_options.hpp"
#include "rows/run_key.hpp"
#include "splice/splice_run.hpp"

#include <vglcs/io/sequence_reader.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace vglcs::tools {

namespace {

/// Letters of reads that are in memory at once, as read and with what is found for them.
constexpr std::uint64_t batch_letters = std::uint64_t{1} << 20;

std::unique_ptr<batch_journal> open_journal(splice_job const & job, context const & run, notes const & out)
{
    if (!job.resume)
        return nullptr;
    run_key key;
    key.add("splice");
    for (std::string const & word : {job.preset, job.intron, job.format, job.read_group})
        key.add(word);
    for (std::string const & name : job.rename)
        key.add(name);
    key.add(fmt::format("{} {} {} {} {} {} {}", job.flank, job.whole, job.keep_tails, job.seed, job.loci, job.secondary,
                        job.min_score));
    if (job.chosen_format() == spliced_format::sam) // its header states them
        key.add(run.command_line);
    for (std::string const & file : job.inputs())
        key.add_file(file);
    auto journal = std::make_unique<batch_journal>(job.output, key.digest());
    if (journal->size() != 0)
        out.note(fmt::format("{}.journal: {} block{} of reads done already", job.output, journal->size(),
                             journal->size() == 1 ? "" : "s"));
    return journal;
}

std::vector<genome_record> records_of(text_collection const & genome)
{
    std::vector<genome_record> out;
    for (text_record const & r : genome.records.all())
        out.push_back({std::string{r.name}, r.length});
    return out;
}

void say_counts(splice_counts const & counts, notes const & out)
{
    std::uint64_t const below = counts.reads - counts.aligned - counts.without_seeds;
    std::string text = fmt::format("{} of {} reads aligned", counts.aligned, counts.reads);
    if (counts.without_seeds != 0)
        text += fmt::format(", {} without seeds", counts.without_seeds);
    if (below != 0)
        text += fmt::format(", {} below --min-score or without a region", below);
    out.note(text);
}

int splice(splice_job const & job, context & run)
{
    job.check();
    notes const out{job.quiet};
    auto const warn = [&](std::string const & text) { out.warn(text); };
    text_options text;
    text.threads = job.threads;
    text.max_memory = job.max_memory;
    text.quiet = job.quiet;
    text.device = "cpu";
    options const o = text.run_options(run.control);
    std::vector<std::string> const inputs = job.inputs();
    refuse_overwriting(job.output, inputs);
    refuse_overwriting(job.junctions, inputs);
    if (!job.junctions.empty() && job.junctions == job.output)
        throw usage_error{fmt::format("--junctions {}: -o names the same file: give another one", job.junctions)};
    std::uint64_t const reading = reading_memory(o.max_memory);

    sequence_reader reader{job.reads, warn, &run.control, reading};
    loaded_text const loaded{job.genome, text.reading(o, out)};
    text_collection const & genome = loaded.collection();
    reader.set_alphabet(genome.alphabet);
    auto const threads = static_cast<unsigned>(o.threads);
    bool const seeds = !job.whole && job.regions.empty();
    splice_genome const index{genome, loaded.index(), seeds, threads, o.max_memory, &run.control};
    spliced_run about;
    about.targets = records_of(genome);
    about.command_line = run.command_line;
    about.version = version();
    about.read_group = job.chosen_read_group();
    std::optional<gene_annotation> genes;
    if (!job.genes.empty())
        genes.emplace(job.genes, about.targets,
                      annotation_options{
                          .rename = job.renames(), .limits = job.gene_limits, .warn = warn, .max_memory = reading});
    about.genes = genes ? &*genes : nullptr;
    std::optional<read_regions> regions;
    if (!job.regions.empty())
        regions.emplace(job.regions, genome, job.flank, run.control, reading);
    splice_options how = job.chosen_options();
    how.control = &run.control;
    how.max_memory = std::max<std::uint64_t>(o.max_memory / (2 * std::max(threads, 1u)), std::uint64_t{16} << 20);
    splicer const with{index, about.genes, how};

    progress const shown{run.control, job.quiet};
    splice_run work{job,         with,   std::move(about), regions ? &*regions : nullptr, open_journal(job, run, out),
                    run.control, threads};
    record_batches reads{std::move(reader), batch_letters};
    work.run(reads);
    loaded.expect_unchanged();
    say_counts(work.counts(), out);
    return 0;
}

} // namespace

void add_splice(option_list & app, command & chosen)
{
    auto job = std::make_shared<splice_job>();
    option_list * sub = app.add_subcommand("splice", "Transcripts to a genome, introns under hard limits");
    sub->add_option("READS", job->reads,
                    "Transcripts, cDNA or RNA reads: FASTA or FASTQ, plain or gzip; - is standard "
                    "input")
        ->required();
    sub->add_option("GENOME", job->genome, "FASTA, plain or gzip, or an index made by `vglcs index`")->required();
    sub->add_option("--preset", job->preset,
                    "Lengths of introns: plant (20..5000), fly (20..80000), human (20..400000)")
        ->capture_default_str();
    sub->add_option("--intron", job->intron,
                    "Letters of an intron, LO..HI or HI; no longer one is made (default: the "
                    "preset's)")
        ->check(not_empty());
    sub->add_option("--genes", job->genes,
                    "Annotation, GTF, GFF3 or BED12, plain or gzip: its introns are cheaper, and "
                    "may be longer")
        ->check(not_empty());
    sub->add_option("--gene-limits", job->gene_limits, "Table of introns of single genes: gene, tab, LO..HI")
        ->check(not_empty());
    sub->add_option("--rename", job->rename, "FROM=TO: FROM in the annotation is TO in the genome; may be given again")
        ->one_word_each()
        ->check(not_empty());
    sub->add_flag("--whole", job->whole, "The table of every read and the whole genome: slow, misses nothing");
    sub->add_option("--regions", job->regions, "PAF or BED of another program: where reads lie, in place of seeds")
        ->check(not_empty());
    sub->add_option("--flank", job->flank, "Letters on both sides of --regions")
        ->capture_default_str()
        ->transform(only_decimal<std::uint64_t>());
    sub->add_option("--min-score", job->min_score, "Only alignments of this score or more")
        ->capture_default_str()
        ->transform(only_decimal<std::int64_t>());
    sub->add_option("--secondary", job->secondary, "Other places of a read from this part of the best score on")
        ->capture_default_str()
        ->transform(only_decimal<double>());
    sub->add_option("--loci", job->loci, "Places of a read that are looked at")
        ->capture_default_str()
        ->transform(only_decimal<std::uint32_t>());
    sub->add_option("--seed", job->seed, "Letters of the shortest exact match that is a seed, 0: by the genome")
        ->capture_default_str()
        ->transform(only_decimal<std::uint32_t>());
    sub->add_flag("--keep-tails", job->keep_tails, "Poly-A and poly-T ends are letters like others");
    sub->add_option("--format", job->format,
                    "sam, paf, bed (BED12), gff3, exons or junctions (default: by the ending of -o, else sam)")
        ->check(not_empty());
    sub->add_option("-o,--output", job->output, "Result file; appears when complete (default: standard output)")
        ->check(not_empty());
    sub->add_option("--junctions", job->junctions, "A second result: the table of all introns, in STAR's columns")
        ->check(not_empty());
    sub->add_option("--rg", job->read_group, "sam: the read group of all rows, as in '@RG\\tID:a\\tSM:b'")
        ->check(not_empty());
    sub->add_flag("--resume", job->resume, "Keep what is done beside -o, and go on with it after a kill");
    sub->add_option("-t,--threads", job->threads, "CPU threads, 0 = all")
        ->capture_default_str()
        ->transform(only_decimal<int>());
    sub->add_option("--max-memory", job->max_memory,
                    "Host memory to stay within, e.g. 8G (default: 80% of what is there)")
        ->check(not_empty());
    sub->add_flag("--quiet", job->quiet, "No notes on standard error");
    sub->footer(
        "Rows come in the order of the reads. A read without an alignment has a row in sam and exons.\n\n"
        "Examples:\n"
        "  vglcs splice ests.fa genome.fa.gz -o ests.sam\n"
        "  vglcs splice cdna.fq.gz genome.vgx --preset human --genes genes.gtf.gz -o cdna.sam --junctions sj.tab\n"
        "  vglcs splice reads.fa gene.fa --intron 20..120000 --whole --format bed\n"
        "  minimap2 -x splice genome.fa reads.fq > r.paf; vglcs splice reads.fq genome.fa --regions r.paf -o r.sam");
    sub->callback([&chosen, job] { chosen = [job](context & run) { return splice(*job, run); }; });
}

} // namespace vglcs::tools
