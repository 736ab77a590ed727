// SPDX-License-Identifier: BSD-3-Clause
#include "commands/text_options.hpp"

#include "base/option_list.hpp"
#include "base/signals.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

namespace vglcs::tools {

void text_options::add_to(option_list & app)
{
    app.add_option("--alphabet", alphabet, "auto, dna, rna, protein or raw. N and other codes match nothing")
        ->capture_default_str();
    app.add_option("-o,--output", output, "Result file; appears when complete (default: standard output)")
        ->check(not_empty());
    app.add_option("-t,--threads", threads, "CPU threads, 0 = all")
        ->capture_default_str()
        ->transform(only_decimal<int>());
    app.add_option("--device", device, "auto, cpu, cuda or cuda:N")->capture_default_str();
    app.add_option("--max-memory", max_memory, "Host memory to stay within, e.g. 8G (default: 80% of what is there)")
        ->check(not_empty());
    app.add_flag("--quiet", quiet, "No notes on standard error");
}

options text_options::run_options(run_control & control) const
{
    job_options job;
    job.device = device;
    job.threads = threads;
    job.max_memory = max_memory;
    return job.run_options(control);
}

sequence_set::options text_options::reading(options const & o, notes const & out) const
{
    job_options job;
    job.alphabet = alphabet;
    return {.alphabet = job.chosen_alphabet(),
            .threads = static_cast<unsigned>(o.threads),
            .max_memory = o.max_memory,
            .control = o.control,
            .warn = [out](std::string const & text) { out.warn(text); }};
}

loaded_text::loaded_text(std::string const & path, sequence_set::options const & how)
{
    if (!is_index_file(path)) {
        set_ = std::make_unique<sequence_set>(path, how);
        return;
    }
    watch_mapped_file(path);
    index_ = std::make_unique<text_index>(path, how.max_memory);
    if (how.alphabet && *how.alphabet != index_->collection().alphabet)
        throw usage_error{fmt::format("--alphabet {}: {} is an index of {}: leave the option out", name(*how.alphabet),
                                      path, name(index_->collection().alphabet))};
}

} // namespace vglcs::tools
