// SPDX-License-Identifier: BSD-3-Clause
#include "result_sink.hpp"

#include "build_info.hpp"

#include <fmt/format.h>

namespace vglcs::tools {

result_sink::result_sink(job_options const & job, context const & run, inputs const & in, notes const & out)
    : format_{job.chosen_format()}, file_{job.output, &run.control}, notes_{out}
{
    run_.task = job.task == "length" ? task::length : task::alignment;
    writer_ = make_writer(format_, run_.task, file_);
    run_.alphabet = in.alphabet;
    run_.command_line = run.command_line;
    run_.gaps_a = in.a.spec();
    run_.gaps_b = in.b.spec();
    run_.strand = job.strand;
    run_.version = version();
    run_.build = build_summary();
    run_.device = job.device;
}

void result_sink::begin(std::vector<shared_record> const & targets)
{
    run_.targets.reserve(targets.size());
    for (shared_record const & t : targets)
        run_.targets.push_back(&t->record);
    writer_->begin(run_);
}

void result_sink::write(pair_job const & job)
{
    if (!job.failure && job.result.length == 0 && empty_++ == 0)
        first_empty_ = fmt::format("{} with {}", job.query->record.name, job.target->record.name);
    writer_->write(job.record(format_ == format::json));
}

void result_sink::finish()
{
    file_.commit();
    if (empty_ && omits_empty_pairs(format_))
        notes_.note(fmt::format("{} pair{} without a matching letter {} no line (first: {})", empty_,
                                empty_ == 1 ? "" : "s", empty_ == 1 ? "has" : "have", first_empty_));
}

} // namespace vglcs::tools
