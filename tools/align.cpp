// SPDX-License-Identifier: BSD-3-Clause
#include "commands.hpp"
#include "result_sink.hpp"

#include <fmt/format.h>

#include <memory>

namespace vglcs::tools {

namespace {

/// The targets in order: those already read, then those still in the file.
class target_stream
{
public:
    target_stream(input & file, std::vector<shared_record> read) : file_{file}, read_{std::move(read)} {}
    shared_record next()
    {
        if (position_ < read_.size())
            return std::exchange(read_[position_++], nullptr);
        return read_.empty() ? file_.next() : nullptr;
    }

private:
    input & file_;
    std::vector<shared_record> read_;
    std::size_t position_ = 0;
};

int align(job_options const & job, context & run)
{
    notes const out{job.quiet};
    options const o = job.run_options(run.control);
    inputs in = open_inputs(job, run.control, out);
    pair_setting const setting{in.alphabet, job.chosen_strand(), o};
    result_sink sink{job, run, in, out};

    std::vector<shared_record> targets;
    if (sink.needs_targets_first())
        targets = in.b.rest();
    sink.begin(targets);
    target_stream target_records{in.b, targets};

    progress shown{run.control, job.quiet};
    job_block block{o.threads};
    auto const answer_block = [&] {
        answer(block.jobs(), setting, shown);
        for (pair_job const & answered : block.jobs()) {
            if (answered.failure)
                std::rethrow_exception(answered.failure);
            sink.write(answered);
        }
        block.clear();
    };
    while (true) {
        shared_record query = in.a.next();
        shared_record target = target_records.next();
        run.control.throw_if_stopped();
        if (!query && !target)
            break;
        if (!query || !target) {
            answer_block();
            refuse_counts(in.a, in.b);
        }
        block.add(std::move(query), std::move(target));
        if (block.full())
            answer_block();
    }
    answer_block();
    in.a.finish();
    in.b.finish();
    sink.finish();
    return 0;
}

} // namespace

void add_align(CLI::App & app, command & chosen)
{
    auto job = std::make_shared<job_options>();
    CLI::App * sub = app.add_subcommand("align", "Align record k of A with record k of B");
    sub->add_option("A", job->a, "FASTA or FASTQ file, plain or gzip; - is standard input")->required();
    sub->add_option("B", job->b, "FASTA or FASTQ file with as many records")->required();
    job->add_to(*sub, "paf");
    sub->footer("Examples:\n"
                "  vglcs align human.fa chimp.fa --gaps 5\n"
                "  vglcs align est.fa gene.fa --gaps-a 2 --gaps-b exons.gff3:exon=2,exon^=5000 --gap-default x\n"
                "  vglcs align a.faa b.faa --gaps 0..10 --format pretty\n"
                "  zcat reads.fq.gz | vglcs align - refs.fa --gaps qual --strand both --format tsv -o rows.tsv");
    sub->callback([&chosen, job] { chosen = [job](context & run) { return align(*job, run); }; });
}

} // namespace vglcs::tools
