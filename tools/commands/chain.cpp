// SPDX-License-Identifier: BSD-3-Clause
#include "base/commands.hpp"
#include "base/files.hpp"
#include "base/notes.hpp"
#include "base/option_list.hpp"
#include "base/options.hpp"

#include <vglcs/io/anchor_table.hpp>
#include <vglcs/io/chain_writer.hpp>

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vglcs::tools {

namespace {

struct chain_job
{
    std::string anchors, from = "auto", gaps_x = "inf", gaps_y = "inf", overlap = "none", strand = "both", order,
                         format;
    std::int64_t link = 0, skip_x = 0, skip_y = 0, min_score = 1;
    std::optional<std::uint64_t> blocks;
    std::optional<std::int64_t> tandem, weight;
    std::vector<std::string> genes;
    bool self = false, quiet = false;
    std::string output, max_memory;
    int threads = 0;
};

std::optional<std::int64_t> whole(std::string_view text)
{
    std::int64_t value = 0;
    auto const [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc{} || end != text.data() + text.size() || value < 0)
        return std::nullopt;
    return value;
}

/// LO..HI, HI alone, or inf.
std::pair<std::int64_t, std::int64_t> chosen_gaps(std::string const & option, std::string const & text)
{
    auto const bound = [&](std::string_view word, bool upper) {
        if (upper && word == "inf")
            return link_limits::infinite;
        if (auto const value = whole(word))
            return *value;
        throw usage_error{fmt::format("{} {}: no limit: write HI, LO..HI, or inf for HI", option, text)};
    };
    std::size_t const dots = text.find("..");
    std::int64_t const lo = dots == std::string::npos ? 0 : bound(std::string_view{text}.substr(0, dots), false);
    std::int64_t const hi = bound(dots == std::string::npos ? text : std::string_view{text}.substr(dots + 2), true);
    if (lo > hi)
        throw usage_error{fmt::format("{} {}: the smallest is above the largest: write LO..HI", option, text)};
    return {lo, hi};
}

anchor_order chosen_order(std::string const & text)
{
    if (text == "bp")
        return anchor_order::bp;
    if (text == "rank")
        return anchor_order::rank;
    if (text == "time")
        return anchor_order::time;
    throw usage_error{fmt::format("--order {}: no such order: use bp, rank or time", text)};
}

chain_rules chosen_rules(chain_job const & job, anchor_order order, run_control & control)
{
    chain_rules rules;
    std::tie(rules.limits.lo_x, rules.limits.hi_x) = chosen_gaps("--gaps-x", job.gaps_x);
    std::tie(rules.limits.lo_y, rules.limits.hi_y) = chosen_gaps("--gaps-y", job.gaps_y);
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    for (auto const & [option, value] :
         {std::pair{"--link", job.link}, std::pair{"--skip-x", job.skip_x}, std::pair{"--skip-y", job.skip_y}})
        if (value < 0 || value > most)
            throw usage_error{fmt::format("{} {}: a cost is 0 to {}", option, value, most)};
    rules.link_cost = job.link;
    rules.skip_x = job.skip_x;
    rules.skip_y = job.skip_y;
    rules.least_score = job.min_score;
    if (job.blocks)
        rules.most_blocks = *job.blocks;
    if (job.overlap == "trim") {
        rules.overlap = overlap_rule::trimmed;
    } else if (job.overlap != "none") {
        auto const units = whole(job.overlap);
        if (!units)
            throw usage_error{
                fmt::format("--overlap {}: no such rule: use none, trim, or a number of units", job.overlap)};
        rules.overlap = overlap_rule::allowed;
        rules.most_overlap = *units;
    }
    if (job.strand != "+" && job.strand != "-" && job.strand != "both")
        throw usage_error{fmt::format("--strand {}: no such strand: use +, - or both", job.strand)};
    rules.rising = job.strand != "-";
    rules.falling = job.strand != "+";
    rules.either_direction = order == anchor_order::rank;
    if (order == anchor_order::time) {
        if (job.strand == "-")
            throw usage_error{"--strand -: time does not run backwards: use --order bp or rank"};
        rules.falling = false;
        rules.either_direction = true; // strands say nothing of times
    }
    rules.threads = static_cast<unsigned>(job.threads);
    rules.control = &control;
    return rules;
}

/// The format that is asked for, or else that of the ending of the result's name (.gz behind it or not), or tsv.
chain_format chosen_format(chain_job const & job)
{
    if (!job.format.empty()) {
        if (auto const f = parse_chain_format(job.format))
            return *f;
        throw usage_error{fmt::format(
            "--format {}: no such format: use tsv, blocks, paf, collinearity, anchors, json or svg", job.format)};
    }
    for (std::string_view const other : {"bed", "sam"})
        if (ends_in(job.output, other))
            throw usage_error{fmt::format("-o {}: chain writes no {}: choose the ending .tsv, .blocks, .paf, "
                                          ".collinearity, .anchors, .json or .svg, or give --format",
                                          job.output, other)};
    for (std::string_view const ending : {"blocks", "paf", "collinearity", "anchors", "json", "svg"})
        if (ends_in(job.output, ending))
            return *parse_chain_format(ending);
    return chain_format::tsv;
}

/// What chaining takes beside the table, where all anchors are of one pair of sequences.
constexpr std::uint64_t bytes_an_anchor_and_direction = 370;

int chain(chain_job const & job, run_control & control)
{
    notes const out{job.quiet};
    auto const from = parse_anchor_format(job.from);
    if (!from)
        throw usage_error{fmt::format("--from {}: no such format: use auto, tsv, paf, coords, delta, mums, blast, "
                                      "dagchainer or events",
                                      job.from)};
    chain_format const format = chosen_format(job);
    anchor_reading how{.format = *from};
    if (!job.order.empty())
        how.order = chosen_order(job.order);
    chain_rules rules =
        chosen_rules(job, how.order.value_or(anchor_order::bp), control); // wrong options before reading
    if (job.tandem && *job.tandem < 0)
        throw usage_error{fmt::format("--tandem {}: a distance is 0 or more", *job.tandem)};
    if (job.threads < 0 || job.threads > max_threads)
        throw usage_error{fmt::format("--threads {}: use 0 (all) to {}", job.threads, max_threads)};
    job_options sizes;
    sizes.max_memory = job.max_memory;
    std::uint64_t const memory = sizes.options_as_given(control).max_memory;
    how.genes = job.genes;
    how.filters = {.self = job.self, .tandem = job.tandem, .weight = job.weight};
    how.limits = rules.limits;
    how.max_memory = reading_memory(memory);
    how.control = &control;
    std::vector<std::string> inputs = job.genes;
    inputs.push_back(job.anchors);
    refuse_overwriting(job.output, inputs);
    anchor_table const table = read_anchors(job.anchors, how);
    rules = chosen_rules(job, table.order, control);
    std::uint64_t const directions = rules.either_direction && rules.rising && rules.falling ? 2 : 1;
    std::uint64_t const needed =
        table.text.size() + table.anchors.size() * (100 + directions * bytes_an_anchor_and_direction);
    if (memory != 0 && needed > memory)
        throw resource_error{
            fmt::format("{}: {} anchors need up to {}, the budget is {}: use a larger --max-memory, or a "
                        "file for each pair of sequences",
                        job.anchors, table.anchors.size(), format_bytes(needed), format_bytes(memory))};
    table_blocks const found = chain_table(table, rules, needs_reasons(format));
    output_file file = output_file::for_text(job.output, &control);
    write_chain(format, table, found, rules, file);
    file.commit();
    std::size_t members = 0;
    for (std::size_t k = 0; k < found.given; ++k)
        members += found.blocks.blocks[k].size;
    out.note(fmt::format("{} anchors of {} pairs of sequences, {} in {} blocks", table.anchors.size(),
                         table.pairs.size(), members, found.given));
    return 0;
}

} // namespace

void add_chain(option_list & app, command & chosen)
{
    auto job = std::make_shared<chain_job>();
    option_list * sub =
        app.add_subcommand("chain", "Blocks of anchors, genes or events under hard gap limits, with reasons");
    sub->add_option("ANCHORS", job->anchors, "Anchors, plain or gzip; - is standard input")->required();
    sub->add_option("--from", job->from,
                    "What ANCHORS is: auto, tsv (header: query target x y ...), paf, coords, delta, mums, blast, "
                    "dagchainer or events")
        ->capture_default_str();
    sub->add_option("--gaps-x", job->gaps_x, "Units that a link may skip on the query: HI, LO..HI, inf")
        ->capture_default_str();
    sub->add_option("--gaps-y", job->gaps_y, "Units that a link may skip on the target")->capture_default_str();
    auto const number = [&](char const * option, std::int64_t & value, char const * help) {
        sub->add_option(option, value, help)->capture_default_str()->transform(only_decimal<std::int64_t>());
    };
    number("--link", job->link, "Cost of a link");
    number("--skip-x", job->skip_x, "Cost of a unit skipped on the query");
    number("--skip-y", job->skip_y, "Cost of a unit skipped on the target");
    sub->add_option("--overlap", job->overlap, "What linked anchors may share: none, K units, or trim")
        ->capture_default_str();
    sub->add_option("--blocks", job->blocks, "So many blocks, the best first (default: all)")
        ->transform(only_decimal<std::uint64_t>());
    number("--min-score", job->min_score, "Only blocks of this score or more");
    sub->add_option("--strand", job->strand, "Blocks in which the target rises (+), falls (-), or both")
        ->capture_default_str();
    sub->add_option("--order", job->order,
                    "Units: bp, rank (genes; without --genes: places of anchors) or time (default: by the input)")
        ->check(not_empty());
    sub->add_option("--genes", job->genes, "Order of genes for BLAST hits: BED, GFF3 or MCScanX's gff; may be repeated")
        ->check(not_empty());
    sub->add_flag("--self", job->self, "Query and target are the same: leave out the diagonal and mirror images");
    sub->add_option("--tandem", job->tandem, "Of hits of one place at most so many units apart, keep the heaviest")
        ->transform(only_decimal<std::int64_t>());
    sub->add_option("--weight", job->weight, "Weight of every anchor, in place of the input's")
        ->transform(only_decimal<std::int64_t>());
    sub->add_option("--format", job->format,
                    "tsv (a row an anchor, with reasons), blocks, paf, collinearity, anchors, json or svg (a dot plot) "
                    "(default: by the ending of -o, else tsv)")
        ->check(not_empty());
    sub->add_option("-o,--output", job->output, "Result file; appears when complete (default: standard output)")
        ->check(not_empty());
    sub->add_option("-t,--threads", job->threads, "CPU threads, 0 = all")
        ->capture_default_str()
        ->transform(only_decimal<int>());
    sub->add_option("--max-memory", job->max_memory,
                    "Host memory to stay within, e.g. 8G (default: 80% of what is there)")
        ->check(not_empty());
    sub->add_flag("--quiet", job->quiet, "No notes on standard error");
    sub->footer("The best chain of all anchors is block 1, the best of the anchors left block 2, and so on.\n\n"
                "Examples:\n"
                "  vglcs chain a_b.blast --genes a.bed --genes b.bed --gaps-x 25 --gaps-y 25 --min-score 250\n"
                "  vglcs chain a_b.paf --gaps-x 50000 --gaps-y 50000 --format blocks\n"
                "  vglcs chain anchors.tsv --gaps-x 0..1000 --gaps-y 0..1000 --skip-x 1 -o reasons.tsv");
    sub->callback([&chosen, job] { chosen = [job](context & run) { return chain(*job, run.control); }; });
}

} // namespace vglcs::tools
