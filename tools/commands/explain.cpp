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
#include "rows/row_output.hpp"

#include <vglcs/io/output_file.hpp>
#include <vglcs/io/result_reader.hpp>
#include <vglcs/link.hpp>
#include <vglcs/verify_result.hpp>

#include <fmt/format.h>

#include <memory>
#include <optional>

namespace vglcs::tools {

namespace {

struct explain_job : job_options
{
    std::string result;
};

/// The pair that a row states, with its chain: everything but the reasons. Throws verification_error where the row
/// does not agree with the inputs.
pair_job pair_of(stated_pair const & stated, record_table const & queries, record_table const & targets,
                 pair_setting const & setting)
{
    pair_job pair;
    if (stated.numbered && (stated.query_number == 0 || stated.target_number == 0))
        throw verification_error{"record 0 is stated, but records count from 1"};
    pair.query = queries.find(stated.query, stated.query_number);
    pair.target = targets.find(stated.target, stated.target_number);
    pair.strand = stated.strand;
    if (auto const fault = find_pair_fault(pair, stated, setting))
        throw verification_error{*fault};
    pair.result.chain = stated.chain();
    pair.result.length = pair.result.chain.size();
    if (!pair.result.chain.empty())
        pair.result.last = pair.result.chain.back();
    return pair;
}

void add_reasons(pair_job & pair, pair_setting const & setting)
{
    pair_reading const reading{pair.strand, pair.transcript};
    problem const p = make_problem(pair, reading, setting);
    pair.result.score = static_cast<std::uint64_t>(score_of(p, pair.result.chain).value_or(0));
    pair.reasons = std::make_shared<explanation const>(
        explain(explain_inputs_of(pair, reading, p), pair.result.chain, setting.options, setting.confirm));
    pair.fate = pair_fate::answered;
}

int explain_result(explain_job & job, context & run)
{
    notes const out{job.quiet};
    job.explain = true;
    job.check();
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

    format const shown = job.chosen_format();
    output_file file = output_file::for_text(job.output, &run.control);
    std::unique_ptr<writer> const rows = make_writer(shown, task::alignment, file);
    rows->begin(run_record_of(job, run, in));
    wanted_digests const wanted{.limits = shown == format::paf || shown == format::json,
                                .letters = shown == format::json};
    std::uint64_t explained = 0, without = 0;
    for (stated_pair stated; reader.next(stated);) {
        run.control.throw_if_stopped();
        if (!stated.ok()) {
            ++without;
            continue;
        }
        if (!stated.has_chain)
            throw usage_error{fmt::format("{}:{}: the row has no chain, which --task length does not make: run it "
                                          "again without",
                                          job.result, stated.line)};
        try {
            pair_job pair = pair_of(stated, queries, targets, setting);
            add_reasons(pair, setting);
            rows->write(record_of(pair, wanted, setting.scoring));
        } catch (verification_error const & e) {
            throw verification_error{
                fmt::format("{}:{}: {} with {}: {}", job.result, stated.line, stated.query, stated.target, e.what())};
        }
        ++explained;
    }
    if (std::string const doubt = reader.end_warning(); !doubt.empty())
        out.warn(doubt);
    if (without != 0)
        out.note(fmt::format("{} row{} without an answer {} left out", without, without == 1 ? "" : "s",
                             without == 1 ? "is" : "are"));
    if (explained == 0)
        out.warn(fmt::format("{}: no pair in it that could be explained", job.result));
    file.commit();
    return 0;
}

} // namespace

void add_explain(option_list & app, command & chosen)
{
    auto job = std::make_shared<explain_job>();
    job->format = "pretty";
    option_list * sub = app.add_subcommand("explain", "Say why the chains of a result are as they are: what limits "
                                                      "leave, what slides, what blocks, how many are as good");
    sub->add_option("RESULT", job->result, "Result of align or batch: paf, sam, tsv, pairs or json, plain or gzip")
        ->required();
    sub->add_option("A", job->a, "The first input of that run")->required();
    sub->add_option("B", job->b, "The second input of that run")->required();
    add_common_options(*sub, *job);
    option const * const given =
        sub->add_option("--format", job->format,
                        "pretty, json, tsv or paf (not given: by the ending of -o, .gz behind it for BGZF)")
            ->capture_default_str();
    sub->parse_complete_callback([job, given] {
        if (given->count() == 0)
            if (auto const named = format_of_ending(job->output))
                job->format = name(*named);
    });
    sub->add_option("--confirm", job->confirm, "Solve the N best blocking limits again, raised")
        ->type_name("N")
        ->transform(only_decimal<decltype(job->confirm)>());
    sub->footer(
        "Give the same limits, prices, alphabet and strand as the run had. `align --explain` and `batch --explain` "
        "say the\nsame at once. Exit code 6 where a row does not agree with the inputs, or its chain is not the "
        "best one; 2 where it\nhas no chain.\n\n"
        "Examples:\n"
        "  vglcs explain result.paf a.fa b.fa --gaps 5\n"
        "  vglcs explain rows.tsv reads.fq refs.fa --gaps 3 --confirm 5 --format json");
    sub->callback([&chosen, job] { chosen = [job](context & run) { return explain_result(*job, run); }; });
}

} // namespace vglcs::tools
