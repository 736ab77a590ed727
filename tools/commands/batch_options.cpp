// SPDX-License-Identifier: BSD-3-Clause
#include "commands/batch_options.hpp"

#include "base/files.hpp"
#include "base/option_list.hpp"
#include "pairs/inputs.hpp"
#include "pairs/side_specs.hpp"

#include <vglcs/io/from_decimal.hpp>
#include <vglcs/kmers.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace vglcs::tools {

namespace {

template <class Number>
bool read_number(std::string_view text, Number & out)
{
    auto const [end, fault] = from_decimal(text, out);
    return !text.empty() && fault == std::errc{} && end == text.data() + text.size();
}

} // namespace

void add_batch_options(option_list & app, batch_options & job)
{
    app.add_option("QUERIES", job.a, "FASTA or FASTQ file, plain or gzip; - is standard input");
    app.add_option("TARGETS", job.b, "FASTA or FASTQ file; held in memory");
    app.add_option("--all-vs-all", job.all_vs_all,
                   "Every record of this file with every later one; in place of QUERIES "
                   "TARGETS")
        ->type_name("FILE")
        ->check(not_empty());
    app.add_option(
           "--pairs", job.pairs,
           "Only the pairs that this list names: query, tab, target on each line; by name or "
           "as record:N; /dev/stdin is standard input. Without QUERIES TARGETS: pairs of files, every record of "
           "one with every one of the other")
        ->type_name("LIST")
        ->check(not_empty());
    app.add_option("--top", job.top,
                   "Of each query only its K best; of equal ones those that come first. 0, as not given: all")
        ->type_name("K")
        ->transform(only_decimal<decltype(job.top)>());
    app.add_option("--min-length", job.min_length, "No row for shorter chains")
        ->type_name("N")
        ->transform(only_decimal<decltype(job.min_length)>());
    app.add_option("--min-identity", job.min_identity, "No row for a smaller identity, 0 to 1")
        ->type_name("X")
        ->transform(only_decimal<double>());
    app.add_flag("--show-pruned", job.show_pruned, "A row, with the bound, for each pair that an upper bound settled");
    app.add_flag("--no-prefilter", job.no_prefilter, "Solve every pair, also where an upper bound would do");
    app.add_option("--heuristic-kmers", job.heuristic,
                   "Skip pairs that share less than SHARE of the k-mers of the one that has fewer. A heuristic: it may "
                   "miss pairs; such pairs have a row with the status skipped")
        ->type_name("K:SHARE")
        ->check(not_empty());
    app.add_flag("--resume", job.resume,
                 "Keep a journal beside the output, and go on where a run that was killed ended");
    app.add_option("--shard", job.part, "Only part I of N of the pairs; `vglcs merge` joins the parts")
        ->type_name("I/N")
        ->check(not_empty());
}

std::string batch_options::read_once() const
{
    for (std::vector<std::string> const & some : {{a, b, pairs},
                                                  more_a,
                                                  more_b,
                                                  tracks_in({gaps.both, scores.jump_a, scores.leave_a}),
                                                  tracks_in({gaps.a, scores.jump_b, scores.leave_b}),
                                                  tracks_in({gaps.b, {}, {}})})
        if (auto const one = std::ranges::find_if(some, reads_once); one != some.end())
            return *one;
    return {};
}

void batch_options::settle()
{
    if (!all_vs_all.empty()) {
        if (!a.empty() || !pairs.empty())
            throw usage_error{"--all-vs-all: takes the place of QUERIES TARGETS and --pairs: leave them out"};
        if (reads_once(all_vs_all))
            throw usage_error{
                fmt::format("--all-vs-all {}: the file is read twice, which standard input and pipes cannot "
                            "be: give a file",
                            all_vs_all)};
        a = b = all_vs_all;
    }
    if (a.empty() && !pairs.empty()) {
        files = read_file_list(pairs);
        auto const read = [](std::vector<std::string> const & all, std::string & first,
                             std::vector<std::string> & more) {
            first = all.front();
            more.assign(all.begin() + 1, all.end());
        };
        read(files.queries, a, more_a);
        read(files.targets, b, more_b);
    }
    if (a.empty() || b.empty())
        throw usage_error{
            "batch: an input is missing: give QUERIES and TARGETS, --all-vs-all FILE, or --pairs LIST with "
            "names of files"};
    auto const refuse_negative = [](std::string_view option, std::int64_t value, std::string_view what) {
        if (value < 0)
            throw usage_error{fmt::format("--{} {}: negative: give {}", option, value, what)};
    };
    refuse_negative("top", top, "a number of pairs");
    refuse_negative("min-length", min_length, "a number of letters");
    if (!(min_identity >= 0 && min_identity <= 1))
        throw usage_error{fmt::format("--min-identity {}: not a part of one: give 0 to 1", min_identity)};
    if (min_identity > 0 && task == "length")
        throw usage_error{"--min-identity: --task length gives no identity: use --task alignment, or --min-length"};
    bool const scored = scores.is_scored();
    if (min_length > 0 && scored && task == "length")
        throw usage_error{"--min-length: --task length of a run with prices gives scores alone: use --task alignment, "
                          "or --min-score"};
    if (!part.empty() && reads_once(a))
        throw usage_error{fmt::format("--shard: the queries ({}) are read twice, which standard input and pipes cannot "
                                      "be: give a file",
                                      a)};
    if (resume && (output.empty() || output == "-"))
        throw usage_error{"--resume: needs an output file, beside which its journal lies: add -o FILE"};
    if (std::string const once = read_once(); resume && !once.empty())
        throw usage_error{fmt::format("--resume: {}: standard input and pipes cannot be read again, nor be known by "
                                      "their size and time: give a file",
                                      once)};
    if (matrix()) {
        if (explain)
            throw usage_error{"--explain: --format matrix has no room for it: use --format json, tsv, paf or pretty"};
        if (all_vs_all.empty())
            throw usage_error{"--format matrix: only for --all-vs-all: use --format tsv"};
        if (scored)
            throw usage_error{"--format matrix: distances are of lengths, not of scores: leave out --match, --skip and "
                              "--jump, or use --format tsv"};
        if (top != 0 || min_length != 0 || min_score != 0 || min_identity > 0 || !heuristic.empty())
            throw usage_error{"--format matrix: a matrix has every pair: leave out --top, --min-length, --min-score, "
                              "--min-identity and --heuristic-kmers"};
        if (!part.empty())
            throw usage_error{"--format matrix: not of a part: use --format tsv, then `vglcs merge --format matrix`"};
        task = "length"; // distances need no chain
    } else if (!parse_format(format))
        throw usage_error{
            fmt::format("--format {}: no such format: use tsv, paf, sam, json, pairs, pretty or matrix", format)};
    (void)chosen_shard();
}

pair_filter batch_options::chosen_filter(vglcs::alphabet letters) const
{
    pair_filter out{.top = static_cast<std::uint64_t>(top),
                    .min_length = static_cast<std::uint64_t>(min_length),
                    .min_score = static_cast<std::uint64_t>(min_score),
                    .min_identity = min_identity,
                    .by_score = scores.is_scored(),
                    .prefilter = !no_prefilter,
                    .show_pruned = show_pruned};
    if (heuristic.empty())
        return out;
    auto const colon = heuristic.find(':');
    std::string_view const text = heuristic;
    if (colon == heuristic.npos || !read_number(text.substr(0, colon), out.kmer) ||
        !read_number(text.substr(colon + 1), out.kmer_share) || !(out.kmer_share >= 0 && out.kmer_share <= 1))
        throw usage_error{
            fmt::format("--heuristic-kmers {}: not K:SHARE: give letters and a part of one, 11:0.05 say", heuristic)};
    if (out.kmer == 0 || out.kmer > longest_kmer(letters))
        throw usage_error{fmt::format("--heuristic-kmers {}: not possible with alphabet {}: give K from 1 to {}",
                                      heuristic, name(letters), longest_kmer(letters))};
    return out;
}

std::optional<shard> batch_options::chosen_shard() const
{
    if (part.empty())
        return std::nullopt;
    shard out;
    auto const slash = part.find('/');
    std::string_view const text = part;
    if (slash == part.npos || !read_number(text.substr(0, slash), out.index) ||
        !read_number(text.substr(slash + 1), out.count) || out.index == 0 || out.index > out.count)
        throw usage_error{fmt::format("--shard {}: not a part: give I/N with I from 1 to N", part)};
    return out;
}

std::unique_ptr<pair_source> open_pairs(batch_options const & job, inputs & in, run_control const & control)
{
    if (!job.all_vs_all.empty())
        return make_all_vs_all_source(in);
    if (!job.files.pairs.empty())
        return make_file_list_source(job.files, in, job.top != 0);
    if (!job.pairs.empty())
        return make_list_source(job.pairs, in, job.top != 0);
    return make_product_source(in, control);
}

} // namespace vglcs::tools
