// SPDX-License-Identifier: BSD-3-Clause
#include "base/commands.hpp"
#include "base/files.hpp"
#include "base/option_list.hpp"
#include "base/signals.hpp"
#include "commands/text_options.hpp"

#include <vglcs/io/output_file.hpp>

#include <fmt/format.h>

namespace vglcs::tools {

namespace {

struct index_job
{
    std::string input;
    text_options text;
    bool both_strands = false, check = false, info = false;
    unsigned index_bytes = 0;
};

void print_info(text_index const & index, output_file & out)
{
    text_collection const & all = index.collection();
    out.write(fmt::format("file             {}\n", all.path));
    out.write(fmt::format("version          {}\n", text_index::version));
    out.write(fmt::format("size             {} ({} bytes)\n", format_bytes(index.file_bytes()), index.file_bytes()));
    out.write(fmt::format("alphabet         {}\n", name(all.alphabet)));
    out.write(fmt::format("strands          {}\n", index.both_strands() ? "+ and -" : "+"));
    out.write(fmt::format("records          {}\n", all.records.all().size()));
    out.write(fmt::format("letters          {}\n", all.records.letters()));
    out.write(fmt::format("bits             {} a letter, {} a position\n", all.text.bits, index.index_bytes() * 8));
    out.write("sections\n");
    for (text_index::section const & s : index.sections())
        out.write(fmt::format("  {:<13}  {:>14} bytes at {:<14} {}\n", s.name, s.bytes, s.offset, s.sha256));
}

int index(index_job const & job, run_control & control)
{
    notes const out{job.text.quiet};
    options const o = job.text.run_options(control);
    if (job.check || job.info) {
        refuse_overwriting(job.text.output, {job.input});
        watch_mapped_file(job.input);
        text_index const opened{job.input, o.max_memory};
        output_file file{job.text.output, &control};
        if (job.info)
            print_info(opened, file);
        if (job.check) {
            opened.check(static_cast<unsigned>(o.threads), &control);
            file.write(fmt::format("{}: {} sections checked, all as written\n", job.input, opened.sections().size()));
        }
        opened.expect_unchanged();
        file.commit();
        return 0;
    }
    if (job.text.output.empty() || job.text.output == "-")
        throw usage_error{"index: no file to write to: use -o FILE (an index is mapped, so it cannot be a pipe)"};
    refuse_overwriting(job.text.output, {job.input});
    if (is_index_file(job.input))
        throw usage_error{fmt::format("{}: is an index: give the FASTA file, or use --info or --check", job.input)};
    if (job.index_bytes != 0 && job.index_bytes != 4 && job.index_bytes != 8)
        throw usage_error{fmt::format("--position-bytes {}: use 4 or 8", job.index_bytes)};
    build_index(job.input, job.text.output,
                {.reading = job.text.reading(o, out),
                 .both_strands = job.both_strands,
                 .device = o.device,
                 .device_number = o.device_number,
                 .index_bytes = job.index_bytes});
    return 0;
}

} // namespace

void add_index(option_list & app, command & chosen)
{
    auto job = std::make_shared<index_job>();
    option_list * sub = app.add_subcommand("index", "Suffix-array index of a sequence file, for lce and search");
    sub->add_option("REF", job->input, "FASTA or FASTQ file, plain or gzip; - is standard input")->required();
    sub->add_flag("--both-strands", job->both_strands,
                  "Also the reverse complement, for lce on strand - by ranks; twice the size");
    sub->add_option("--position-bytes", job->index_bytes, "4 or 8; default: the least that does")
        ->transform(only_decimal<decltype(job->index_bytes)>());
    sub->add_flag("--info", job->info, "REF is an index: print what is in it");
    sub->add_flag("--check", job->check, "REF is an index: compare every section with its checksum");
    job->text.add_to(*sub);
    sub->footer("Examples:\n"
                "  vglcs index genome.fa.gz -o genome.vgx\n"
                "  vglcs index --check genome.vgx");
    sub->callback([&chosen, job] { chosen = [job](context & run) { return index(*job, run.control); }; });
}

} // namespace vglcs::tools
