// SPDX-License-Identifier: BSD-3-Clause
#include "base/commands.hpp"
#include "base/files.hpp"
#include "base/notes.hpp"
#include "base/option_list.hpp"
#include "base/register_options.hpp"
#include "blocks/pair_job.hpp"
#include "blocks/pair_steps.hpp"
#include "blocks/stated_pair_check.hpp"
#include "pairs/inputs.hpp"
#include "pairs/record_table.hpp"
#include "splice/splice_job.hpp"
#include "splice/spliced_check.hpp"

#include <vglcs/io/output_file.hpp>
#include <vglcs/io/result_reader.hpp>
#include <vglcs/length_bound.hpp>
#include <vglcs/verify_result.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

namespace vglcs::tools {

namespace {

struct verify_job : job_options
{
    std::string result;
    bool full = false;
    bool spliced = false; ///< a result of splice, with its prices
    splice_job splice;    ///< its options of introns and annotation

    void check_splice() const
    {
        for (auto const & [option, text] : {std::pair{"--intron", &splice.intron},
                                            {"--genes", &splice.genes},
                                            {"--gene-limits", &splice.gene_limits}})
            if (!spliced && !text->empty())
                throw usage_error{fmt::format("{} {}: of results of splice alone: add --splice", option, *text)};
        if (!spliced && splice.preset != splice_job{}.preset)
            throw usage_error{fmt::format("--preset {}: of results of splice alone: add --splice", splice.preset)};
        if (splice.genes.empty() && !splice.gene_limits.empty())
            throw usage_error{"--gene-limits: limits of which genes: give --genes FILE"};
        if (full && !splice.genes.empty())
            throw usage_error{"--full: solves again without an annotation: leave out --full, or --genes"};
    }
};

/// An engine other than the one that `auto` takes, the fastest that fits.
engine const & second_opinion(problem const & p, options const & o)
{
    engine const & first = choose_engine(p, o);
    engine const * best = nullptr;
    double best_seconds = 0;
    bool any = false;
    for (engine const * e : engines()) {
        if (e == &first || e->device() == device::cuda || !e->supports(p, o.task))
            continue;
        any = true;
        cost const c = e->plan(p, o);
        if (c.host_bytes <= o.max_memory && (!best || c.seconds < best_seconds)) {
            best = e;
            best_seconds = c.seconds;
        }
    }
    if (!any)
        throw usage_error{fmt::format("verify --full: {} is the only engine for limits that the letters of both "
                                      "sequences give: leave --full out",
                                      first.name())};
    if (!best)
        throw resource_error{fmt::format("verify --full: no second engine fits the budget of {}: raise --max-memory, "
                                         "or leave --full out",
                                         format_bytes(o.max_memory))};
    return *best;
}

std::string_view text_of(strand_choice strands)
{
    switch (strands) {
    case strand_choice::forward:
        return "+";
    case strand_choice::reverse:
        return "-";
    case strand_choice::both:
        break;
    }
    return "both";
}

/// The strand that a pair was solved on. A pair without a chain is stated on + even where its run had --strand -, which
/// the row says (json) or else this command line.
strand solved_strand(stated_pair const & stated, pair_setting const & setting)
{
    bool const run_on_reverse = stated.strands ? *stated.strands == "-" : setting.strands == strand_choice::reverse;
    return stated.empty() && run_on_reverse ? strand::reverse : stated.strand;
}

/// The readings of strands and of the run's directions of transcripts, in the order in which ties go.
std::vector<pair_reading> readings_of(std::span<strand const> strands, pair_setting const & setting)
{
    std::vector<pair_reading> out;
    for (strand const direction : strands)
        for (strand const transcript : strands_of(setting.transcripts))
            out.push_back({direction, transcript});
    return out;
}

/// Solves pairs again, by engines that did not answer them.
class recomputation
{
public:
    recomputation(pair_job const & pair, pair_setting const & setting) : pair_{pair}, setting_{setting} {}

    /// The best of the readings of some strands, the first of equal ones.
    [[nodiscard]] result best_of(std::span<strand const> strands, task t) const
    {
        options o = setting_.options;
        o.task = t;
        std::optional<result> best;
        for (pair_reading const reading : readings_of(strands, setting_)) {
            problem const p = make_problem(pair_, reading, setting_);
            options second = o;
            second.engine = second_opinion(p, o).name();
            second.device = device::cpu; // where that engine is
            if (result r = solve(p, second); !best || r.score > best->score)
                best = std::move(r);
        }
        return std::move(*best);
    }
    /// What no chain scores more than, by the letters alone.
    [[nodiscard]] std::uint64_t most_by_letters(std::span<strand const> strands) const
    {
        std::uint64_t most = 0;
        for (strand const direction : strands)
            most = std::max(most, composition_bound(make_problem(pair_, {direction, pair_.transcript}, setting_)));
        return setting_.scoring.match * most;
    }

private:
    pair_job const & pair_;
    pair_setting const & setting_;
};

/// What a recomputation says against a stated pair, if anything. Scores are compared: without costs they are lengths.
std::optional<std::string> recompute_fault(stated_pair const & stated, pair_job const & pair,
                                           pair_setting const & setting)
{
    auto const strands = strands_of(setting.strands);
    recomputation const again{pair, setting};
    std::string_view const measure = setting.scored ? "score" : "length";
    if (stated.bound) {
        // it is not above the bound that all others start from, which only counts letters
        if (result const r = again.best_of(strands, task::length); r.score > *stated.bound)
            return fmt::format("engine {} finds {} {}, more than the stated bound {}", r.engine, measure, r.score,
                               *stated.bound);
        if (std::uint64_t const most = again.most_by_letters(strands); *stated.bound > most)
            return fmt::format("the bound is {}, but the letters alone allow at most {}", *stated.bound, most);
        return std::nullopt;
    }
    if (!stated.ok())
        return std::nullopt;
    auto const own = std::ranges::find(strands, pair.strand);
    if (own == strands.end())
        return fmt::format("it is stated on strand {}, which --strand {} does not read", static_cast<char>(pair.strand),
                           text_of(setting.strands));
    result const r = again.best_of({own, 1}, stated.has_chain || stated.empty() ? task::alignment : task::length);
    std::optional<std::uint64_t> const value = setting.scored ? stated.score : stated.length;
    if (value && r.score != *value)
        return fmt::format("engine {} finds {} {}, stated is {}", r.engine, measure, r.score, *value);
    if (stated.has_chain && r.chain != stated.chain())
        return fmt::format("engine {} finds another chain of {} {}", r.engine, measure, r.score);
    if (stated.last && r.last && *stated.last != *r.last)
        return fmt::format("engine {} finds the last pair at ({}, {}), stated is ({}, {})", r.engine, r.last->i,
                           r.last->j, stated.last->i, stated.last->j);
    if (stated.last_j && r.last && *stated.last_j != r.last->j)
        return fmt::format("engine {} finds the last pair at {} of the target, stated is {}", r.engine, r.last->j,
                           *stated.last_j);
    if (setting.strands == strand_choice::both) {
        bool const forward = pair.strand == strand::forward;
        std::uint64_t const other =
            again.best_of(strands_of(forward ? strand_choice::reverse : strand_choice::forward), task::length).score;
        if (forward ? other > r.score : other >= r.score)
            return fmt::format("the other strand has a chain of {} {}, stated is {} on {}", measure, other, r.score,
                               static_cast<char>(pair.strand));
    }
    return std::nullopt;
}

std::optional<std::string> fault_of(stated_pair const & stated, record_table const & queries,
                                    record_table const & targets, pair_setting const & setting, bool full,
                                    spliced_check * introns)
{
    pair_job pair;
    try {
        if (stated.numbered && (stated.query_number == 0 || stated.target_number == 0))
            throw verification_error{"record 0 is stated, but records count from 1"};
        pair.query = queries.find(stated.query, stated.query_number);
        pair.target = targets.find(stated.target, stated.target_number);
    } catch (verification_error const & e) {
        return e.what();
    }
    pair.strand = solved_strand(stated, setting);
    auto fault = find_pair_fault(pair, stated, setting, [&](pair_inputs in, strand transcript) {
        in.descriptions = true;
        if (introns)
            in.target_jumps = &introns->jumps_of(pair.target->record, transcript);
        auto found = find_result_fault(stated, in);
        return !found && introns ? introns->limit_fault(stated, pair.target->record) : found;
    });
    if (!fault && full && stated.strands && *stated.strands != text_of(setting.strands))
        fault =
            fmt::format("the run had --strand {}, this one has --strand {}", *stated.strands, text_of(setting.strands));
    if (!fault && full)
        fault = recompute_fault(stated, pair, setting);
    return fault;
}

/// What the header of a sam file says of its targets.
std::optional<std::string> header_fault(result_reader const & reader, record_table const & targets)
{
    for (auto const & [name, length] : reader.header_targets())
        try {
            if (std::size_t const letters = targets.find(name, 0)->record.size(); letters != length)
                return fmt::format("@SQ {} has {} letters, but the file has {}", name, length, letters);
        } catch (verification_error const & e) {
            return fmt::format("@SQ: {}", e.what());
        }
    return std::nullopt;
}

/// The annotation of a run of splice.
spliced_check check_with_genes(verify_job const & job, record_table const & targets, notes const & out)
{
    std::vector<genome_record> genome;
    for (shared_record const & r : targets.all())
        genome.push_back({r->record.name, r->record.size()});
    annotation_options const how{.rename = job.gaps.renames(),
                                 .limits = job.splice.gene_limits,
                                 .warn = [&out](std::string const & text) { out.warn(text); },
                                 .max_memory = reading_memory(job.max_memory)};
    return {job.splice.chosen_options(), gene_annotation{job.splice.genes, genome, how}};
}

int verify(verify_job const & given, context & run)
{
    constexpr std::uint64_t most_shown = 20;
    given.check_splice();
    verify_job job = given;
    if (job.spliced)
        take_splice_prices(job, job.splice.chosen_options());
    notes const out{job.quiet};
    job.check(false);
    options const o = job.run_options(run.control);
    refuse_overwriting(job.output, {job.result});
    if (job.result == "-" && (job.a == "-" || job.b == "-"))
        throw usage_error{"RESULT and a sequence file are both - (standard input): give a file for one of them"};
    result_reader reader{job.result, std::nullopt, &run.control, reading_memory(job.max_memory)};
    inputs in = open_inputs(job, run.control, out, strands_to_read::all);
    pair_setting const setting = setting_of(job, in, o);
    record_table const queries{in.a}, targets{in.b};
    in.a.finish();
    in.b.finish();
    std::optional<spliced_check> introns;
    if (!job.splice.genes.empty())
        introns.emplace(check_with_genes(job, targets, out));

    if (std::error_code none; job.full && std::filesystem::is_regular_file(job.result, none)) {
        // a row that cannot be read is said before hours of solving the rows in front of it
        result_reader look{job.result, std::nullopt, &run.control, reading_memory(job.max_memory)};
        for (stated_pair stated; look.next(stated);)
            run.control.throw_if_stopped();
    }
    std::uint64_t checked = 0, wrong = 0;
    auto const header = header_fault(reader, targets);
    if (header)
        say(fmt::format("{}: {}\n", job.result, *header));
    for (stated_pair stated; reader.next(stated);) {
        run.control.throw_if_stopped();
        ++checked;
        auto const fault = fault_of(stated, queries, targets, setting, job.full, introns ? &*introns : nullptr);
        if (fault && ++wrong <= most_shown)
            say(fmt::format("{}:{}: {} with {}: {}\n", job.result, stated.line, stated.query, stated.target, *fault));
    }
    if (std::string const doubt = reader.end_warning(); !doubt.empty())
        out.warn(doubt);
    if (wrong > most_shown)
        say(fmt::format("{}: {} more faults\n", job.result, wrong - most_shown));
    if (checked == 0)
        out.warn(fmt::format("{}: no pair in it: right where no pair has a letter in common (paf, sam) or filters left "
                             "none, else rows were lost",
                             job.result));
    output_file report = output_file::for_text(job.output);
    report.write(fmt::format("{} pair{} checked, {} wrong\n", checked, checked == 1 ? "" : "s", wrong));
    report.commit();
    return static_cast<int>(wrong || header ? exit_code::verification : exit_code::ok);
}

} // namespace

void add_verify(option_list & app, command & chosen)
{
    auto job = std::make_shared<verify_job>();
    job->keep_description = true; // a result may carry them
    option_list * sub = app.add_subcommand("verify", "Check a result file against its inputs and limits");
    sub->add_option("RESULT", job->result,
                    "Result of align, batch or splice: paf, sam, tsv, pairs or json, plain or gzip")
        ->required();
    sub->add_option("A", job->a, "The first input of that run")->required();
    sub->add_option("B", job->b, "The second input of that run")->required();
    add_common_options(*sub, *job);
    sub->add_flag("--full", job->full,
                  "Also recompute each pair by a second engine: the chain must be the longest one");
    sub->add_flag("--splice", job->spliced, "The result is one of splice: its limits and prices");
    sub->add_option("--preset", job->splice.preset, "--splice: lengths of introns, as splice had it")
        ->capture_default_str();
    sub->add_option("--intron", job->splice.intron, "--splice: letters of an intron, as splice had it");
    sub->add_option("--genes", job->splice.genes, "--splice: the annotation that splice had")->check(not_empty());
    sub->add_option("--gene-limits", job->splice.gene_limits, "--splice: the table of limits that splice had")
        ->check(not_empty());
    sub->footer("Give the same limits, alphabet and strand as the run had. Every pair is checked in time linear in its "
                "length:\norder, matches, every limit, counts, digests. Exit code 6 where a pair is wrong.\n\n"
                "Examples:\n"
                "  vglcs verify result.paf a.fa b.fa --gaps 5\n"
                "  vglcs verify rows.tsv reads.fq refs.fa --gaps 3 --strand both --full\n"
                "  vglcs verify ests.sam ests.fa genome.fa --splice");
    sub->callback([&chosen, job] { chosen = [job](context & run) { return verify(*job, run); }; });
}

} // namespace vglcs::tools
