// SPDX-License-Identifier: BSD-3-Clause
#include "commands.hpp"
#include "result_sink.hpp"

#include <fmt/format.h>

#include <memory>

namespace vglcs::tools {

namespace {

int batch(job_options const & job, context & run)
{
    notes const out{job.quiet};
    options const o = job.run_options(run.control);
    inputs in = open_inputs(job, run.control, out);
    pair_setting const setting{in.alphabet, job.chosen_strand(), o};
    result_sink sink{job, run, in, out};

    std::vector<shared_record> const targets = in.b.rest();
    in.b.finish();
    sink.begin(targets);

    progress shown{run.control, job.quiet};
    job_block block{o.threads};
    std::uint64_t failed = 0;
    auto const answer_block = [&] {
        answer(block.jobs(), setting, shown);
        for (pair_job const & answered : block.jobs()) {
            failed += answered.failure != nullptr;
            sink.write(answered);
        }
        block.clear();
    };
    while (shared_record const query = in.a.next()) {
        for (shared_record const & target : targets) {
            run.control.throw_if_stopped();
            block.add(query, target);
            if (block.full())
                answer_block();
        }
    }
    answer_block();
    in.a.finish();
    sink.finish();
    if (failed == 0)
        return 0;
    out.warn(fmt::format("{} pair{} failed: see the column status", failed, failed == 1 ? "" : "s"));
    return static_cast<int>(exit_code::failed_pairs);
}

} // namespace

void add_batch(CLI::App & app, command & chosen)
{
    auto job = std::make_shared<job_options>();
    CLI::App * sub = app.add_subcommand("batch", "Align every query with every target, a row a pair");
    sub->add_option("QUERIES", job->a, "FASTA or FASTQ file, plain or gzip; - is standard input")->required();
    sub->add_option("TARGETS", job->b, "FASTA or FASTQ file; held in memory")->required();
    job->add_to(*sub, "tsv");
    sub->footer("Rows come query by query, target by target, whatever the number of threads. A pair that fails has its "
                "row with the\nreason in the column status, and the run ends with exit code 5.\n\n"
                "Examples:\n"
                "  vglcs batch proteins.faa proteins.faa --gaps 10 -o rows.tsv\n"
                "  vglcs batch ests.fa bac.fa --gaps-a 2 --gaps-b exons.gff3:exon=2,exon^=5000 --gap-default 2\n"
                "  vglcs batch reads.fq.gz phage.fa --gaps 3 --strand both --format sam -o reads.sam");
    sub->callback([&chosen, job] { chosen = [job](context & run) { return batch(*job, run); }; });
}

} // namespace vglcs::tools
