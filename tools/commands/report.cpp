// SPDX-License-Identifier: BSD-3-Clause
#include "base/build_info.hpp"
#include "base/commands.hpp"
#include "base/files.hpp"
#include "base/option_list.hpp"
#include "base/register_options.hpp"
#include "report/pair_report.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/output_file.hpp>

#include <fmt/format.h>

#include <memory>

namespace vglcs::tools {

namespace {

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
    told_report told = add_pairs(job, control, out, page, contents);
    if (!job.title.empty())
        told.title = job.title;
    for (std::string const & text : told.notes)
        out.warn(text);
    contents.text("kind", "pairs")
        .text("title", told.title)
        .texts("notes", told.notes)
        .text("program", "vglcs " + version());
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
                    "Result of align, batch or explain: json, paf, sam, tsv or pairs, plain or gzip")
        ->required();
    sub->add_option("A", job->a, "The first input of that run: letters, digests are checked");
    sub->add_option("B", job->b, "The second input of that run");
    sub->add_option("-o,--output", job->output, "The page; appears when complete (default: standard output)")
        ->check(not_empty());
    sub->add_option("--title", job->title, "Title of the page (default: the names, or how many pairs)");
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
        "  vglcs report est.json est.fa gene.fa --track-b exons.gff3 -o est.html");
    sub->callback([&chosen, job] { chosen = [job](context & run) { return write_report(*job, run.control); }; });
}

} // namespace vglcs::tools
