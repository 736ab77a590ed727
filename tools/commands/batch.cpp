// SPDX-License-Identifier: BSD-3-Clause
#include "base/commands.hpp"
#include "base/files.hpp"
#include "base/option_list.hpp"
#include "base/register_options.hpp"
#include "blocks/run_blocks.hpp"
#include "commands/batch_options.hpp"
#include "pairs/look_through.hpp"
#include "ranks/mpi_ranks.hpp"
#include "rows/row_output.hpp"
#include "rows/run_key.hpp"

#include <rmq/cuda/device.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace vglcs::tools {

namespace {

/// What the rows of a run with scores depend on beside all else.
template <class Add>
void add_scores(batch_options const & job, Add const & add)
{
    scoring const s = job.scores.chosen_scoring();
    add(fmt::format("{} {} {} {}", s.match, s.skip_a, s.skip_b, job.min_score));
    for (auto const * specs : {&job.scores.jump_a, &job.scores.jump_b, &job.scores.leave_a, &job.scores.leave_b}) {
        add(fmt::format("{}", specs->size()));
        std::ranges::for_each(*specs, add);
    }
    add(job.scores.transcript);
}

/// All that the rows depend on.
std::string journal_key(batch_options const & job, inputs const & in, std::string const & command_line)
{
    run_key key;
    auto const add = [&](std::string_view part) { key.add(part); };
    for (std::string const & option : {job.all_vs_all, job.pairs, job.part, job.heuristic, in.a.spec(), in.b.spec(),
                                       job.gaps.otherwise, job.alphabet, job.strand, job.task, job.engine, job.format})
        add(option);
    for (std::string const & rename : job.gaps.rename)
        add(rename);
    for (input const * file : {&in.a, &in.b})
        if (gap_spec const * for_partner = file->limits_for_partner())
            add((file == &in.a ? "--gaps-b-by-a " : "--gaps-a-by-b ") + for_partner->text());
    add(fmt::format("{} {} {} {} {}", job.top, job.min_length, job.min_identity, job.show_pruned, job.no_prefilter));
    if (job.keep_description)
        add("--keep-description");
    if (job.explain)
        add(fmt::format("--explain {}", job.confirm));
    if (job.scores.is_scored() || job.min_score != 0)
        add_scores(job, add);
    if (job.format == "sam") // its header states them
        add(command_line);
    if (job.format == "json")
        add(job.device);
    for (std::string const & file : {job.a, job.b, job.pairs})
        key.add_file(file);
    for (std::vector<std::string> const & more : {job.more_a, job.more_b, in.tracks})
        for (std::string const & file : more)
            key.add_file(file);
    return key.digest();
}

/// Ranks of one host take its devices in turn, where the option names none.
void take_a_device(std::string const & option, rank_place const & place, options & o)
{
    if (option != "auto" && option != "cuda" && option != "cuda:all")
        return;
    if (auto const & here = rmq::cuda::devices().devices; !here.empty())
        o.device_number = here[place.on_host % here.size()].number;
}

/// The journal that --resume asks for, or null; says what it has already.
std::unique_ptr<batch_journal> open_journal(batch_options const & job, inputs const & in, context const & run,
                                            notes const & out)
{
    if (!job.resume)
        return nullptr;
    auto journal = std::make_unique<batch_journal>(job.output, journal_key(job, in, run.command_line));
    if (journal->size() != 0)
        out.note(fmt::format("{}.journal: {} block{} of pairs done already", job.output, journal->size(),
                             journal->size() == 1 ? "" : "s"));
    return journal;
}

/// Answers all blocks, or, with others, this rank's share of them.
void answer(block_source & blocks, block_setting const & setting, row_output & rows, ranks * others, progress & shown)
{
    auto const is_done = [&](std::uint64_t block) { return rows.is_done(block); };
    if (!others) {
        run_blocks(
            blocks, [&](std::uint64_t block) { return !is_done(block); }, setting, rows, shown);
        return;
    }
    others->begin(rows, is_done);
    std::exception_ptr fault;
    try {
        run_blocks(
            blocks, [&](std::uint64_t block) { return others->wanted(block); }, setting, others->sink(), shown);
    } catch (...) {
        fault = std::current_exception();
    }
    others->finish(fault);
}

/// A batch, or, with others, this rank's share of it. Only the first rank writes.
int share_of_batch(batch_options & job, context & run, ranks * others)
{
    bool const writes = !others || others->first();
    notes const out{job.quiet};
    job.check(!job.matrix() && parse_format(job.format)); // `settle` says more of a format that is none
    job.settle();
    if (std::string const once = job.read_once(); others && !once.empty())
        throw usage_error{fmt::format("{}: ranks of an MPI job read the same files each: give files instead of "
                                      "standard input and pipes",
                                      once)};
    options o = job.options_as_given(run.control);
    if (others)
        take_a_device(job.device, launched_as(), o);
    refuse_overwriting(job.output, {job.pairs});
    inputs in = open_inputs(job, run.control, out);
    pair_filter const filter = job.chosen_filter(in.alphabet);
    row_output rows{job,
                    run,
                    in,
                    out,
                    {.matrix = job.matrix(),
                     .filter = filter,
                     .part = job.chosen_shard(),
                     .journal = open_journal(job, in, run, out)}};
    // of other sets of pairs both files are read before the first pair
    bool const streams_queries = writes && job.reads_queries_one_by_one();
    std::optional<look_through> faults;
    if (streams_queries)
        faults.emplace(in, look_through::files::queries, job.matrix() ? format::tsv : job.chosen_format(), run.control,
                       reading_memory(o.max_memory));
    std::uint64_t const first_query = streams_queries ? in.a.first_letters() : 0;
    std::unique_ptr<pair_source> const pairs = open_pairs(job, in, run.control);
    if (writes)
        rows.begin(pairs->targets());
    if (writes && !job.matrix() && job.chosen_format() == format::sam)
        pairs->for_each_query(check_sam_query_name);
    if (faults) {
        std::uint64_t letters = 0;
        for (shared_record const & target : pairs->targets())
            letters += target->record.size();
        faults->start(first_query * letters, !others); // what stops one rank alone leaves the others waiting
    }
    rows.keep_on_failure([&] {
        block_source blocks{*pairs, filter.top != 0, job.chosen_shard()};
        progress shown{run.control, job.quiet};
        try {
            answer(blocks,
                   {.pairs = setting_of(job, in, o),
                    .filter = filter,
                    .all_devices = job.all_devices() && !others,
                    .shared = others != nullptr},
                   rows, others, shown);
        } catch (interrupted const &) {
            if (faults)
                faults->explain();
            throw;
        }
        if (!writes)
            return;
        pairs->finish();
        rows.finish();
    });
    if (!writes)
        return 0;
    if (rows.counts().pairs == 0 && job.part.empty())
        out.warn(job.pairs.empty() ? fmt::format("{}: one record makes no pair", job.a)
                                   : fmt::format("{}: names no pair", job.pairs));
    std::uint64_t const failed = rows.counts().failed;
    if (failed == 0)
        return 0;
    out.warn(fmt::format("{} pair{} failed: {}", failed, failed == 1 ? "" : "s", rows.reasons()));
    return static_cast<int>(exit_code::failed_pairs);
}

int batch(batch_options job, context & run)
{
    std::unique_ptr<ranks> const others = join_ranks(run.control);
    if (!others || others->first())
        return share_of_batch(job, run, others.get());
    job.quiet = true;
    job.resume = false;
    job.output.clear();
    try {
        return share_of_batch(job, run, others.get());
    } catch (interrupted const &) {
        throw;
    } catch (...) { // the first rank says it
        others->finish(std::current_exception());
        return 0;
    }
}

} // namespace

void add_batch(option_list & app, command & chosen)
{
    auto job = std::make_shared<batch_options>();
    option_list * sub =
        app.add_subcommand("batch", "Align every query with every target, or other sets of pairs, a row a "
                                    "pair");
    add_batch_options(*sub, *job);
    add_job_options(*sub, *job, "tsv");
    sub->get_option("--format")->description("tsv, paf, sam, json, pairs, pretty, or matrix (distances, PHYLIP)");
    sub->footer("Rows come query by query, target by target, whatever the number of threads and devices. A pair that "
                "fails has its\nrow with the reason in the column status, and the run ends with exit code 5. Filters "
                "leave rows out and never change\ntheir order.\n\n"
                "Examples:\n"
                "  vglcs batch proteins.faa proteins.faa --gaps 10 -o rows.tsv\n"
                "  vglcs batch --all-vs-all genomes.fa --gaps 10 --format matrix -o genomes.phy\n"
                "  vglcs batch --pairs files.tsv --gaps 10 -o rows.tsv   (a.fa, a tab, b.fa on each line)\n"
                "  vglcs batch reads.fq.gz phages.fa --gaps 1 --strand both --top 1 --min-length 60\n"
                "  vglcs batch ests.fa bac.fa --gaps-a 2 --gaps-b exons.gff3:exon=2,exon^=5000 --gap-default 2\n"
                "  vglcs batch reads.fq.gz phage.fa --gaps 3 --strand both --format sam -o reads.sam\n"
                "  vglcs batch q.fa t.fa --gaps 5 --shard 3/16 --resume -o rows.3.tsv\n"
                "  mpirun -n 8 vglcs batch q.fa t.fa --gaps 5 --resume -o rows.tsv");
    sub->callback([&chosen, job] { chosen = [job](context & run) { return batch(*job, run); }; });
}

} // namespace vglcs::tools
