// SPDX-License-Identifier: BSD-3-Clause
#include "base/commands.hpp"
#include "base/files.hpp"
#include "base/option_list.hpp"
#include "base/register_options.hpp"
#include "blocks/blocks_ahead.hpp"
#include "blocks/pair_job.hpp"
#include "blocks/pair_steps.hpp"
#include "blocks/run_blocks.hpp"
#include "commands/batch_options.hpp"

#include <vglcs/io/output_file.hpp>
#include <vglcs/machine.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

namespace vglcs::tools {

namespace {

struct plan_job : batch_options
{
    bool every_pair = false; ///< as `batch` pairs records, not as `align` does
};

/// Memory of a record and its limits while a pair is answered, in bytes.
std::uint64_t bytes_of(limited_record const & r)
{
    return r.record.letters.capacity() + r.record.quality.capacity() + r.limits_bytes();
}

class planner
{
public:
    /// @param own_bytes    what the program has in memory before any record: code, libraries, buffers, tracks
    /// @param same_targets  every query meets the same targets, which `own_bytes` counts
    planner(pair_setting const & setting, output_file & file, std::uint64_t own_bytes, bool same_targets)
        : setting_{setting}, file_{file}, own_bytes_{own_bytes}, same_targets_{same_targets}
    {
        file_.write("query\ttarget\tstrand\tengine\tcells\thost_bytes\tgpu_bytes\tseconds\tfits\n");
    }

    /// Counts the records of a block of pairs; so many blocks are in memory together.
    void hold(pair_block const & block)
    {
        std::uint64_t bytes = 0;
        for (std::size_t k = 0; k < block.jobs.size(); ++k) {
            pair_job const & job = block.jobs[k];
            bytes += sizeof job + (same_targets_ ? 0 : bytes_of(*job.target));
            bytes += k != 0 && job.query == block.jobs[k - 1].query ? 0 : bytes_of(*job.query);
        }
        held_.push_back(bytes);
        held_bytes_ += bytes;
        if (held_.size() > blocks_in_memory(setting_.options.threads)) {
            held_bytes_ -= held_.front();
            held_.pop_front();
        }
    }

    void add(pair_job const & job)
    {
        for (strand const direction : strands_of(setting_.strands))
            for (strand const transcript : strands_of(setting_.transcripts))
                add(job, {direction, transcript});
    }

    /// The sums on standard error; true where every pair fits.
    bool finish(notes const & out)
    {
        double const seconds =
            seconds_ + seconds_side_by_side_ / static_cast<double>(std::clamp<std::uint64_t>(runs_, 1, threads()));
        out.note(fmt::format("{} run{}, {} cells, about {:.1f} s; largest needs {} of memory{}", runs_,
                             runs_ == 1 ? "" : "s", cells_, seconds, format_bytes(host_bytes_),
                             gpu_bytes_ ? fmt::format(" and {} of GPU memory", format_bytes(gpu_bytes_)) : ""));
        if (cells_left_out_)
            out.note(
                fmt::format("{} cells of the files are in no table: letters that take part in no chain, and end no "
                            "jump, leave first",
                            cells_left_out_));
        if (misfits_)
            out.note(fmt::format("{} run{} {} not fit: budget is {}: raise --max-memory, use --task length or "
                                 "smaller limits",
                                 misfits_, misfits_ == 1 ? "" : "s", misfits_ == 1 ? "does" : "do",
                                 format_bytes(setting_.options.max_memory)));
        return misfits_ == 0;
    }

private:
    [[nodiscard]] std::uint64_t threads() const { return static_cast<std::uint64_t>(setting_.options.threads); }

    void add(pair_job const & job, pair_reading reading)
    {
        problem const p = make_problem(job, reading, setting_);
        planned_run const planned{p, setting_.options};
        cost c = planned.cost();
        bool fits = planned.fits();
        if (setting_.explains) { // one behind the other, so that the larger need counts
            cost const reasons = plan_explain(explain_inputs_of(job, reading, p), setting_.options);
            c.cells += reasons.cells;
            c.seconds += reasons.seconds;
            c.host_bytes = std::max(c.host_bytes, reasons.host_bytes);
            fits = fits && reasons.host_bytes <= setting_.options.max_memory;
        }
        std::uint64_t const records = bytes_of(*job.query) + (same_targets_ ? 0 : bytes_of(*job.target));
        file_.write(fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{:.3f}\t{}\n", job.query->record.name,
                                job.target->record.name, static_cast<char>(reading.strand), planned.engine().name(),
                                c.cells, own_bytes_ + records + c.host_bytes, c.gpu_bytes, c.seconds,
                                fits ? "yes" : "no"));
        ++runs_;
        misfits_ += !fits;
        cells_ += c.cells;
        cells_left_out_ += p.cells_left_out();
        bool const side_by_side = job.cells() <= small_pair_cells;
        (side_by_side ? seconds_side_by_side_ : seconds_) += c.seconds;
        std::uint64_t const at_once = side_by_side ? std::min(threads(), runs_) : 1;
        host_bytes_ = std::max(host_bytes_, own_bytes_ + held_bytes_ + at_once * c.host_bytes);
        gpu_bytes_ = std::max(gpu_bytes_, c.gpu_bytes);
    }

    pair_setting const & setting_;
    output_file & file_;
    std::uint64_t own_bytes_;
    bool same_targets_;
    std::deque<std::uint64_t> held_; ///< bytes of the newest blocks
    std::uint64_t held_bytes_ = 0, runs_ = 0, misfits_ = 0, cells_ = 0, cells_left_out_ = 0;
    std::uint64_t host_bytes_ = 0, gpu_bytes_ = 0;
    double seconds_ = 0, seconds_side_by_side_ = 0;
};

int plan(plan_job job, context & run)
{
    notes const out{job.quiet};
    job.check(false);
    if (job.every_pair)
        job.settle();
    options o = job.run_options(run.control);
    if (job.every_pair && job.matrix())
        o.task = task::length;
    else
        (void)job.chosen_format();
    refuse_overwriting(job.output, {job.pairs});
    inputs in = open_inputs(job, run.control, out);
    pair_setting setting = setting_of(job, in, o);
    pair_filter const filter = job.chosen_filter(in.alphabet);
    output_file file = output_file::for_text(job.output, &run.control);
    std::unique_ptr<pair_source> const pairs =
        job.every_pair ? open_pairs(job, in, run.control) : make_zip_source(in, false, false);
    block_source blocks{*pairs, filter.top != 0, job.chosen_shard()};
    planner sums{setting, file, resident_memory(), !pairs->targets().empty()};
    measure_speed();
    auto const add = [&](pair_block const & block) {
        sums.hold(block);
        for (pair_job const & pair : block.jobs) {
            run.control.throw_if_stopped();
            sums.add(pair);
        }
    };
    auto const next = [&](pair_block & block) { return blocks.next(block); };
    blocks_ahead first;
    (void)take_devices(next, false, setting.options, first); // as the run does
    for (pair_block & block : first.blocks)
        add(std::exchange(block, {}));
    for (pair_block block; next(block);)
        add(block);
    pairs->finish();
    file.commit();
    if (filter.leaves_out())
        out.note("filters are not looked at: what they leave out is known only when it has been computed");
    return sums.finish(out) ? 0 : static_cast<int>(exit_code::resources);
}

void add_kind(option_list & parent, std::string const & name, std::string const & what, bool every_pair,
              command & chosen)
{
    auto job = std::make_shared<plan_job>();
    job->every_pair = every_pair;
    option_list * sub = parent.add_subcommand(name, what);
    if (every_pair) {
        add_batch_options(*sub, *job);
    } else {
        sub->add_option("A", job->a, "FASTA or FASTQ file, plain or gzip; - is standard input")->required();
        sub->add_option("B", job->b, "FASTA or FASTQ file")->required();
    }
    add_job_options(*sub, *job, every_pair ? "tsv" : "paf");
    sub->parse_complete_callback(nullptr); // -o is the plan's own
    sub->callback([&chosen, job] { chosen = [job](context & run) { return plan(*job, run); }; });
}

} // namespace

void add_plan(option_list & app, command & chosen)
{
    option_list * sub =
        app.add_subcommand("plan", "Say what an align or batch would cost: engine, cells, memory, time, "
                                   "and whether it fits");
    sub->require_subcommand();
    add_kind(*sub, "align", "Plan of `vglcs align` with the same arguments", false, chosen);
    add_kind(*sub, "batch", "Plan of `vglcs batch` with the same arguments", true, chosen);
    sub->footer("A row a run on standard output, the sums on standard error; exit code 4 where a run would not fit.\n"
                "`vglcs plan A B` is `vglcs plan align A B`.\n\n"
                "Examples:\n"
                "  vglcs plan align a.fa b.fa --gaps 1000 --max-memory 2G\n"
                "  vglcs plan batch queries.fa targets.fa --task length");
}

} // namespace vglcs::tools
