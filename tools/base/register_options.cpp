// SPDX-License-Identifier: BSD-3-Clause
#include "base/register_options.hpp"

#include "base/option_list.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

namespace vglcs::tools {

void add_gap_options(option_list & app, gap_options & gaps)
{
    app.add_option("--gaps", gaps.both,
                   "Gap limits of both sequences: N, LO..HI, inf, x, letter:A=3,*=2, after:AG=9,*=2, qual, or a file "
                   "(.bedgraph .bed .gff3:exon=5,exon^=50000 .gaps). Without a SPEC: each file's sidecar, else 10. Not "
                   "given: inf. May "
                   "be repeated, the later over the earlier")
        ->type_name("[SPEC]")
        ->one_word_each();
    app.add_flag("--gaps-from-sidecar", gaps.bare)->group("");
    app.add_option("--gaps-a", gaps.a, "Gap limits of A alone")->type_name("SPEC")->one_word_each();
    app.add_option("--gaps-b", gaps.b, "Gap limits of B alone")->type_name("SPEC")->one_word_each();
    app.add_option("--gaps-b-by-a", gaps.b_by_a,
                   "Letters that may be skipped in B, by the letter of A that is matched next: a SPEC of A. Holds "
                   "beside the limits of B (may be repeated)")
        ->type_name("SPEC")
        ->one_word_each();
    app.add_option("--gaps-a-by-b", gaps.a_by_b, "Letters that may be skipped in A, by the letter of B: a SPEC of B")
        ->type_name("SPEC")
        ->one_word_each();
    app.add_option("--gap-default", gaps.otherwise, "Limit of bases that a track leaves out")->capture_default_str();
    app.add_option("--rename", gaps.rename, "Name in a track = name of a record (may be repeated)")
        ->type_name("FROM=TO");
}

void add_scoring_options(option_list & app, scoring_options & scores)
{
    app.add_option("--match", scores.match, "What a pair of matching letters earns, 1 to 65535")
        ->capture_default_str()
        ->take_last();
    app.add_option("--skip", scores.skip, "What a skipped letter costs, of either sequence")
        ->capture_default_str()
        ->take_last();
    app.add_option("--skip-a", scores.skip_a, "The same, of A alone")->type_name("COST")->take_last();
    app.add_option("--skip-b", scores.skip_b, "The same, of B alone")->type_name("COST")->take_last();
    auto const add_specs = [&](char const * names, std::vector<std::string> & specs, char const * what) {
        app.add_option(names, specs, what)->type_name("SPEC")->one_word_each();
    };
    add_specs("--jump,--jump-b", scores.jump_b,
              "Jumps of B: over up to HI letters for a price, HI@COST or LO..HI@COST where it lands, . for none; for "
              "all letters, letter:A=..., or at:IUPAC=...,after:AG=...,*=..., a file (.bedgraph .gaps .bed:5@1 "
              ".gff3:exon^=5@1), or `sidecar` (may be repeated, the later over the earlier)");
    add_specs("--leave,--leave-b", scores.leave_b,
              "What a jump of B costs beside, by the letter that it passes first: COST, x for never; SPECs as of "
              "--jump");
    add_specs("--jump-a", scores.jump_a, "Jumps of A");
    add_specs("--leave-a", scores.leave_a, "What jumps of A cost by the letter that they pass first");
    app.add_option("--transcript", scores.transcript,
                   "Direction in which the sites of jumps are read: + (after:AG), - (its reverse complement CT, where "
                   "a jump begins) or both (the better of the two)")
        ->capture_default_str()
        ->take_last();
}

void add_common_options(option_list & app, job_options & job)
{
    add_gap_options(app, job.gaps);
    add_scoring_options(app, job.scores);
    app.add_option("--alphabet", job.alphabet, "auto, dna, rna, protein or raw. N and other codes match nothing")
        ->capture_default_str();
    app.add_option("--strand", job.strand, "Strand on which A is read: +, - or both (the better of the two)")
        ->capture_default_str();
    app.add_option("-o,--output", job.output, "Result file; appears when complete (default: standard output)")
        ->check(not_empty());
    app.add_option("-t,--threads", job.threads, "CPU threads, 0 = all")
        ->capture_default_str()
        ->transform(only_decimal<int>());
    app.add_option("--engine", job.engine, "Engine by name, see `vglcs info`")->capture_default_str();
    app.add_option("--device", job.device, "auto, cpu, cuda, cuda:N or cuda:all (every CUDA device of this machine)")
        ->capture_default_str();
    app.add_option("--max-memory", job.max_memory,
                   "Host memory to stay within, e.g. 8G (default: 80% of what is there)")
        ->check(not_empty());
    app.add_option("--max-gpu-memory", job.max_gpu_memory, "Device memory to stay within")->check(not_empty());
    app.add_flag("--full-table", job.full_table,
                 "Compute every cell of the table, those too that provably lie on no best chain");
    app.add_flag("--quiet", job.quiet, "No notes and no progress on standard error");
}

void add_job_options(option_list & app, job_options & job, std::string const & default_format)
{
    job.format = default_format;
    add_common_options(app, job);
    app.add_option("--task", job.task, "alignment (chain and length) or length")->capture_default_str();
    option const * const given =
        app.add_option("--format", job.format,
                       "paf, sam, tsv, pairs, json or pretty (not given: by the ending of -o, .gz behind it for BGZF)")
            ->capture_default_str();
    app.parse_complete_callback([&job, given] {
        if (given->count() != 0)
            return;
        if (ends_in(job.output, "bed"))
            throw usage_error{
                fmt::format("-o {}: BED is not written here: choose the ending .paf, .sam, .tsv, .json or "
                            ".txt, or give --format",
                            job.output)};
        if (auto const named = format_of_ending(job.output))
            job.format = name(*named);
    });
    app.add_option("--min-score", job.min_score, "No row for a smaller score; without prices a score is a length")
        ->type_name("S")
        ->transform(only_decimal<decltype(job.min_score)>());
    app.add_option("--rg", job.read_group,
                   "sam: the read group of all queries, as in '@RG\\tID:run1\\tSM:leaf', where \\t stands for a tab")
        ->type_name("@RG...")
        ->check(not_empty());
    app.add_flag("--keep-description", job.keep_description,
                 "tsv, json: what headers have behind the name, for both records");
    app.add_flag("--certificate", job.certificate,
                 "json: why cells that were not computed could not matter (bound, band, numbers of cells)");
    app.add_flag("--explain", job.explain,
                 "Why this chain: slack of its links, how far gaps slide, limits that block a better one, and how many "
                 "are as good (json, tsv, paf, pretty)");
    app.add_option("--confirm", job.confirm, "--explain: solve the N best blocking limits again, raised")
        ->type_name("N")
        ->transform(only_decimal<decltype(job.confirm)>());
    app.add_flag("--md", job.md, "sam: the tag MD, letters of the target that differ or are left out");
    app.add_option("--checkpoint", job.checkpoint, "Folder in which a long run leaves what it needs to be resumed")
        ->check(not_empty());
}

} // namespace vglcs::tools
