// SPDX-License-Identifier: BSD-3-Clause
#include "base/build_info.hpp"
#include "base/commands.hpp"
#include "base/files.hpp"
#include "base/option_list.hpp"
#include "base/register_options.hpp"
#include "report/block_report.hpp"
#include "report/curve_report.hpp"
#include "report/pair_report.hpp"
#include "report/shown_kind.hpp"
#include "report/spliced_report.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/output_file.hpp>

#include <fmt/format.h>

#include <memory>

namespace vglcs::tools {

namespace {

/// What to show: what was asked for, or what the file looks like.
shown_kind kind_of(report_job const & job, run_control const & control)
{
    if (job.shown_as == "pairs")
        return shown_kind::pairs;
    if (job.shown_as == "blocks")
        return shown_kind::blocks;
    if (job.shown_as == "spliced")
        return shown_kind::spliced;
    if (job.shown_as == "curves")
        return shown_kind::curves;
    if (job.shown_as != "auto")
        throw usage_error{
            fmt::format("--as {}: no such report: use auto, pairs, blocks, spliced or curves", job.shown_as)};
    return find_shown_kind(job.result, control, reading_memory(job.max_memory));
}

/// Limits and prices are of pairs alone.
void refuse_limits(report_job const & job, std::string_view what)
{
    gap_options const & g = job.gaps;
    if (g.bare || !g.both.empty() || !g.a.empty() || !g.b.empty() || job.scores.is_scored())
        throw usage_error{fmt::format("report: {} are drawn without limits and prices: leave them out", what)};
}

/// What needs the result alone.
void refuse_others(report_job const & job, std::string_view what)
{
    refuse_limits(job, what);
    if (!job.a.empty() || !job.tracks_a.empty() || !job.tracks_b.empty())
        throw usage_error{fmt::format("report: {} are drawn without sequences and tracks: give RESULT alone", what)};
}

int write_report(report_job const & job, run_control & control)
{
    notes const out{job.quiet};
    job.check(false);
    if (job.a.empty() != job.b.empty())
        throw usage_error{"report: A is given without B: give both sequence files, or neither"};
    if (job.result == "-" && (job.a == "-" || job.b == "-"))
        throw usage_error{"RESULT and a sequence file are both - (standard input): give a file for one of them"};
    std::vector<std::string> inputs{job.result, job.a, job.b};
    inputs.insert(inputs.end(), job.tracks_a.begin(), job.tracks_a.end());
    inputs.insert(inputs.end(), job.tracks_b.begin(), job.tracks_b.end());
    refuse_overwriting(job.output, inputs);

    report_page page;
    page_object contents;
    told_report told;
    switch (kind_of(job, control)) {
    case shown_kind::pairs:
        told = add_pairs(job, control, out, page, contents);
        contents.text("kind", "pairs");
        break;
    case shown_kind::blocks:
        refuse_others(job, "blocks");
        told = add_blocks(job, control, page, contents);
        contents.text("kind", "blocks");
        break;
    case shown_kind::curves:
        refuse_others(job, "curves");
        told = add_curves(job, control, page, contents);
        contents.text("kind", "curves");
        break;
    case shown_kind::spliced:
        refuse_limits(job, "spliced alignments");
        if (!job.tracks_a.empty())
            throw usage_error{"--track-a: reads have no border: use --track-b for features of the genome"};
        told = add_spliced(job, control, out, page, contents);
        contents.text("kind", "spliced");
        break;
    }
    if (!job.title.empty())
        told.title = job.title;
    for (std::string const & text : told.notes)
        out.warn(text);
    contents.text("title", told.title).texts("notes", told.notes).text("program", "vglcs " + version());
    output_file file{job.output, &control};
    page.write(told.title, contents, file);
    file.commit();
    return 0;
}

} // namespace

void add_report(option_list & app, command & chosen)
{
    auto job = std::make_shared<report_job>();
    option_list * sub = app.add_subcommand("report", "A picture of results in one HTML file that needs no network");
    sub->add_option("RESULT", job->result,
                    "Result of align, batch or explain (json, paf, sam, tsv, pairs), of chain (tsv, blocks), of sweep, "
                    "or spliced "
                    "alignments (sam, paf, bed of 12 columns), plain or gzip")
        ->required();
    sub->add_option("A", job->a, "The first input of that run: letters, digests are checked");
    sub->add_option("B", job->b, "The second input of that run");
    sub->add_option("-o,--output", job->output, "The page; appears when complete (default: standard output)")
        ->check(not_empty());
    sub->add_option("--title", job->title, "Title of the page (default: the names, or how many pairs)");
    sub->add_option("--as", job->shown_as,
                    "What RESULT is: auto (by its first lines), pairs, blocks, spliced or curves")
        ->capture_default_str();
    sub->add_option("--track-a", job->tracks_a, "Features of A to draw: .bed, .gff3, .gff or .gtf (may be repeated)")
        ->type_name("FILE")
        ->one_word_each();
    sub->add_option("--track-b", job->tracks_b, "Features of B to draw")->type_name("FILE")->one_word_each();
    add_gap_options(*sub, job->gaps);
    add_scoring_options(*sub, job->scores);
    sub->add_option("--alphabet", job->alphabet, "auto, dna, rna, protein or raw")->capture_default_str();
    sub->add_option("--strand", job->strand, "As the run had it; rows say theirs")->capture_default_str();
    auto const most = [&](char const * option, std::uint64_t & value, char const * help) {
        sub->add_option(option, value, help)->capture_default_str()->transform(only_decimal<std::uint64_t>());
    };
    most("--most-rows", job->caps.rows, "Rows that the page holds; others are counted, and said");
    most("--most-runs", job->caps.runs, "Runs of matched pairs of all chains together");
    most("--most-letters", job->caps.letters, "Letters of each side's records");
    most("--most-anchors", job->caps.anchors, "Anchors of chain");
    most("--most-features", job->caps.features, "Features of each track");
    sub->add_option("--max-memory", job->max_memory,
                    "Host memory to stay within, e.g. 8G (default: 80% of what is there)")
        ->check(not_empty());
    sub->add_flag("--quiet", job->quiet, "No notes on standard error");
    sub->footer(
        "Limits and prices are those of the run: with them they are drawn and checked, gaps are coloured by what "
        "they leave over, and digests must be equal.\nExit code 6 where the result does not fit the sequences.\n\n"
        "Examples:\n"
        "  vglcs report result.json a.fa b.fa --gaps 5 -o result.html\n"
        "  vglcs report rows.tsv -o rows.html\n"
        "  vglcs report chained.tsv -o blocks.html          (what `vglcs chain` wrote)\n"
        "  vglcs report spliced.sam reads.fa genome.fa --track-b genes.gff3 -o spliced.html\n"
        "  vglcs report est.json est.fa gene.fa --track-b exons.gff3 -o est.html");
    sub->callback([&chosen, job] { chosen = [job](context & run) { return write_report(*job, run.control); }; });
}

} // namespace vglcs::tools
