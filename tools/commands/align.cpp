// SPDX-License-Identifier: BSD-3-Clause
#include "base/commands.hpp"
#include "base/files.hpp"
#include "base/option_list.hpp"
#include "base/register_options.hpp"
#include "blocks/run_blocks.hpp"
#include "pairs/look_through.hpp"
#include "rows/row_output.hpp"

#include <memory>

namespace vglcs::tools {

namespace {

int align(job_options const & job, context & run)
{
    notes const out{job.quiet};
    job.check();
    options const o = job.options_as_given(run.control);
    inputs in = open_inputs(job, run.control, out);
    pair_filter const filter{.min_score = static_cast<std::uint64_t>(job.min_score),
                             .by_score = job.scores.is_scored()};
    row_output rows{job, run, in, out, {.failures_end_run = true, .filter = filter}};
    look_through faults{in, look_through::files::both_in_step, job.chosen_format(), run.control,
                        reading_memory(o.max_memory)};
    faults.start(in.a.first_letters() * in.b.first_letters());
    // a thread that reads both files keeps up with some cores, not with a device
    bool const side_by_side = o.device == device::cuda || o.threads >= 8;
    std::unique_ptr<pair_source> const pairs = make_zip_source(in, rows.needs_targets_first(), side_by_side);
    rows.keep_on_failure([&] {
        rows.begin(pairs->targets());
        block_source blocks{*pairs, false, {}};
        progress shown{run.control, job.quiet};
        try {
            run_blocks(
                blocks, [](std::uint64_t) { return true; }, {setting_of(job, in, o), filter, job.all_devices()}, rows,
                shown);
        } catch (interrupted const &) {
            faults.explain();
            throw;
        }
        pairs->finish();
        rows.finish();
    });
    return 0;
}

} // namespace

void add_align(option_list & app, command & chosen)
{
    auto job = std::make_shared<job_options>();
    option_list * sub = app.add_subcommand("align", "Align record k of A with record k of B");
    sub->add_option("A", job->a, "FASTA or FASTQ file, plain or gzip; - is standard input")->required();
    sub->add_option("B", job->b, "FASTA or FASTQ file with as many records")->required();
    add_job_options(*sub, *job, "paf");
    sub->footer("Examples:\n"
                "  vglcs align human.fa chimp.fa --gaps 5\n"
                "  vglcs align est.fa gene.fa --gaps-a 2 --gaps-b exons.gff3:exon=2,exon^=5000 --gap-default x\n"
                "  vglcs align a.faa b.faa --gaps 0..10 --format pretty\n"
                "  zcat reads.fq.gz | vglcs align - refs.fa --gaps qual --strand both --format tsv -o rows.tsv");
    sub->callback([&chosen, job] { chosen = [job](context & run) { return align(*job, run); }; });
}

} // namespace vglcs::tools
