// SPDX-License-Identifier: BSD-3-Clause
#include "base/commands.hpp"
#include "base/files.hpp"
#include "base/option_list.hpp"
#include "commands/text_options.hpp"
#include "patterns/pattern_operand.hpp"
#include "patterns/structured_search.hpp"
#include "rows/keep_rows.hpp"

#include <vglcs/io/append_fields.hpp>
#include <vglcs/io/output_file.hpp>
#include <vglcs/io/sequence_reader.hpp>
#include <vglcs/pattern_search.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

namespace vglcs::tools {

namespace {

struct search_job
{
    std::string reference, patterns, strand = "both", format = "bed", method = "auto";
    std::vector<std::string> given; ///< --pattern
    std::string hits, cut = "whole";
    bool format_given = false;
    int max_mismatches = 0;
    bool iupac = false;
    text_options text;
};

search_options chosen_search(search_job const & job, options const & o)
{
    search_options how;
    if (job.max_mismatches < 0)
        throw usage_error{fmt::format("--max-mismatch {}: negative: use 0 for exact occurrences", job.max_mismatches)};
    how.max_mismatches = static_cast<unsigned>(job.max_mismatches);
    how.iupac = job.iupac;
    job_options parse;
    parse.strand = job.strand;
    strand_choice const strands = parse.chosen_strand();
    how.forward = strands != strand_choice::reverse;
    how.reverse = strands != strand_choice::forward;
    if (job.method == "scan")
        how.method = search_method::scan;
    else if (job.method == "index")
        how.method = search_method::index;
    else if (job.method != "auto")
        throw usage_error{fmt::format("--method {}: no such method: use auto, scan or index", job.method)};
    if (job.format != "bed" && job.format != "tsv")
        throw usage_error{fmt::format("--format {}: no such format: use bed or tsv", job.format)};
    if (!job.hits.empty() || job.cut != "whole")
        throw usage_error{fmt::format("{}: plain patterns have none: it belongs to patterns with any of {{ ~ < ( @, or "
                                      "--pattern",
                                      job.hits.empty() ? "--cut" : "--hits")};
    how.device = o.device;
    how.device_number = o.device_number;
    how.threads = static_cast<unsigned>(o.threads);
    how.max_memory = reading_memory(o.max_memory);
    return how;
}

/// More at once save passes over the text, and hold more occurrences in memory.
constexpr std::size_t patterns_at_once = 4096;
/// A letter of a pattern while it is looked for: as read, and on both strands as codes, classes and packed.
constexpr std::uint64_t bytes_a_letter = 8;

/// The rows, and how many there are.
struct row_file
{
    output_file file;
    std::uint64_t rows = 0;
};

void write_rows(row_file & to, text_collection const & text, sequence const & pattern,
                std::vector<occurrence> const & found, bool bed)
{
    output_file & file = to.file;
    to.rows += found.size();
    constexpr std::size_t at_once = std::size_t{1} << 20; // bytes: names may be long and occurrences many
    std::string rows;
    for (occurrence const & x : found) {
        std::string_view const target = text.records.all()[x.record].name;
        std::uint64_t const end = x.start + pattern.size();
        char const strand = static_cast<char>(x.strand);
        if (bed)
            append_fields(rows, target, x.start, end, pattern.name, x.mismatches, strand);
        else
            append_fields(rows, pattern.name, target, strand, x.start, end, x.mismatches);
        rows += '\n';
        if (rows.size() >= at_once) {
            file.write(rows);
            rows.clear();
        }
    }
    file.write(rows);
}

/// Looks for all of the patterns at once; where what is found does not fit, for each half of them.
void write_answers(row_file & file, text_collection const & text, pattern_search & finder,
                   std::span<sequence const> patterns, bool bed)
{
    std::vector<std::string_view> letters;
    letters.reserve(patterns.size());
    for (sequence const & pattern : patterns)
        letters.push_back(pattern.letters);
    std::vector<std::vector<occurrence>> found;
    try {
        found = finder.find(letters);
    } catch (too_many_occurrences const &) {
        if (patterns.size() < 2)
            throw;
    }
    if (found.size() != patterns.size()) {
        write_answers(file, text, finder, patterns.first(patterns.size() / 2), bed);
        write_answers(file, text, finder, patterns.subspan(patterns.size() / 2), bed);
        return;
    }
    for (std::size_t k = 0; k < patterns.size(); ++k)
        write_rows(file, text, patterns[k], found[k], bed);
}

void expect_letters(std::string const & path, sequence const & pattern)
{
    if (pattern.letters.empty())
        throw input_error{
            path, pattern.line,
            fmt::format("record {} ({}): a pattern without letters: take it out", pattern.number, pattern.name)};
}

/// Faults of a file of patterns that can be read twice, and that takes no time to speak of, are said before the search.
void look_through_patterns(std::string const & path, alphabet letters, run_control const & control,
                           std::uint64_t max_memory)
{
    constexpr std::uint64_t little = std::uint64_t{32} << 20; // bytes
    std::error_code none;
    if (!std::filesystem::is_regular_file(path, none) || std::filesystem::file_size(path, none) > little)
        return;
    sequence_reader reader{path, {}, &control, max_memory};
    reader.set_alphabet(letters);
    for (sequence pattern; reader.next(pattern);) {
        control.throw_if_stopped();
        expect_letters(path, pattern);
    }
}

/// The format of structured patterns' rows that the ending of -o asks for; bed where it asks for none.
std::string structured_format_of(std::string const & output)
{
    constexpr std::pair<std::string_view, std::string_view> endings[] = {
        {"tsv", "tsv"},     {"gff3", "gff3"}, {"gff", "gff3"},    {"fa", "fasta"},
        {"fasta", "fasta"}, {"fq", "fastq"},  {"fastq", "fastq"},
    };
    for (auto const & [ending, format] : endings)
        if (ends_in(output, ending))
            return std::string{format};
    return "bed";
}

/// The search for structured patterns, where the job has them.
std::optional<structured_job> structured(search_job const & job, options const & o)
{
    std::optional<std::vector<structured_pattern>> patterns;
    if (!job.given.empty())
        patterns = patterns_given(job.given);
    else if (!(job.reference == "-" && job.patterns == "-"))
        patterns = structured_patterns_of(job.patterns);
    if (!patterns)
        return std::nullopt;
    if (job.max_mismatches != 0)
        throw usage_error{fmt::format("--max-mismatch {}: structured patterns say it themselves, as in TTGACA~1: leave "
                                      "it out",
                                      job.max_mismatches)};
    if (job.method != "auto" && job.method != "scan")
        throw usage_error{
            fmt::format("--method {}: structured patterns are found by a scan: leave it out", job.method)};
    job_options parse;
    parse.strand = job.strand;
    parse.alphabet = job.text.alphabet;
    strand_choice const strands = parse.chosen_strand();
    structured_job out{.reference = job.reference,
                       .patterns = std::move(*patterns),
                       .where = job.given.empty() ? job.patterns : "--pattern",
                       .format = job.format_given ? job.format : structured_format_of(job.text.output),
                       .hits = job.hits,
                       .cut = job.cut,
                       .output = job.text.output,
                       .alphabet = parse.chosen_alphabet(),
                       .forward = strands != strand_choice::reverse,
                       .reverse = strands != strand_choice::forward,
                       .quiet = job.text.quiet,
                       .run = o};
    std::vector<std::string> inputs{job.reference};
    if (job.given.empty())
        inputs.push_back(job.patterns);
    for (structured_pattern const & pattern : out.patterns)
        for (pattern_part const & part : pattern.parts)
            if (part.what == pattern_part::kind::list)
                inputs.push_back(part.list_path);
    refuse_overwriting(job.text.output, inputs);
    return out;
}

int search(search_job const & job, run_control & control)
{
    notes const out{job.text.quiet};
    options const o = job.text.run_options(control);
    if (std::optional<structured_job> patterns = structured(job, o)) {
        search_structured(std::move(*patterns), control);
        return 0;
    }
    search_options const how = chosen_search(job, o);
    if (job.reference == "-" && job.patterns == "-")
        throw usage_error{"REF and PATTERNS are both - (standard input): give a file for one of them"};
    refuse_overwriting(job.text.output, {job.reference, job.patterns});
    sequence_reader patterns{job.patterns, [&](std::string const & text) { out.warn(text); }, &control,
                             reading_memory(o.max_memory)};
    loaded_text const loaded{job.reference, job.text.reading(o, out)};
    text_collection const & text = loaded.collection();
    if (job.strand == "-" && !text.has_complement())
        throw usage_error{
            fmt::format("--strand -: {} letters have no reverse complement: use --strand +", name(text.alphabet))};
    patterns.set_alphabet(text.alphabet);
    pattern_search finder{text, loaded.index(), how};
    look_through_patterns(job.patterns, text.alphabet, control, reading_memory(o.max_memory));
    row_file file{output_file::for_text(job.text.output, &control)};
    bool const bed = job.format == "bed";
    if (!bed)
        file.file.write("pattern\ttarget\tstrand\tstart\tend\tmismatches\n");
    std::vector<sequence> batch;
    std::uint64_t batch_bytes = 0;
    std::uint64_t const most_bytes = reading_memory(o.max_memory) / bytes_a_letter;
    auto const answer = [&] {
        write_answers(file, text, finder, batch, bed);
        batch.clear();
        batch_bytes = 0;
    };
    auto const answer_all = [&] {
        for (sequence pattern; patterns.next(pattern); batch.push_back(std::move(pattern))) {
            control.throw_if_stopped();
            expect_letters(job.patterns, pattern);
            if (batch.size() == patterns_at_once || batch_bytes > most_bytes)
                answer();
            batch_bytes += pattern.letters.size() + pattern.name.size();
        }
        answer();
    };
    keep_rows_on_failure(file.file, answer_all, [&] { return file.rows; });
    loaded.expect_unchanged(); // else no row is to be trusted
    file.file.commit();
    return 0;
}

} // namespace

void add_search(option_list & app, command & chosen)
{
    auto job = std::make_shared<search_job>();
    option_list * sub = app.add_subcommand("search", "Every occurrence of patterns, exact or with some mismatches");
    sub->add_option("REF", job->reference, "Index file, or FASTA or FASTQ (searched without an index)")->required();
    sub->add_option("PATTERNS", job->patterns,
                    "FASTA or FASTQ file; - is standard input. Structured: FASTA-like, or name, tab, pattern");
    sub->add_option("--pattern", job->given, "A structured pattern in the place of PATTERNS; may be given again")
        ->type_name("P")
        ->check(not_empty());
    sub->add_option("--hits", job->hits,
                    "Structured: all, distinct (none that overlaps a better one) or best (one a record)");
    sub->add_option("--cut", job->cut,
                    "Structured, fasta and fastq: whole reads, or what is before, after or in the match")
        ->capture_default_str();
    sub->add_option("--max-mismatch", job->max_mismatches, "Letters that may differ")
        ->capture_default_str()
        ->transform(only_decimal<decltype(job->max_mismatches)>());
    sub->add_flag("--iupac", job->iupac, "Pattern letters are classes: R is A or G, ..., N is any of A C G T");
    sub->add_option("--strand", job->strand, "+, - or both (reverse complement as well; nucleotides)")
        ->capture_default_str();
    option const * const format =
        sub->add_option("--format", job->format,
                        "bed (score: mismatches) or tsv; structured also gff3, captures, fasta, fastq (not "
                        "given: by the ending of -o)")
            ->capture_default_str();
    sub->parse_complete_callback([job, format] {
        if (job->given.empty() == job->patterns.empty())
            throw usage_error{job->patterns.empty() ? "PATTERNS: none given: name a file, or use --pattern"
                                                    : "PATTERNS and --pattern: give one of them"};
        std::string const & output = job->text.output;
        job->format_given = format->count() != 0;
        if (job->format_given || output.empty() || ends_in(output, "bed") || ends_in(output, "txt"))
            return;
        if (ends_in(output, "tsv"))
            job->format = "tsv";
        else if (format_of_ending(output))
            throw usage_error{fmt::format("-o {}: search writes bed or tsv: choose the ending .bed or .tsv, or give "
                                          "--format",
                                          output)};
    });
    sub->add_option("--method", job->method, "auto, scan or index; all find the same")->capture_default_str();
    job->text.add_to(*sub);
    sub->footer(
        "Rows come pattern by pattern, by place, + before -. N in REF is a mismatch with every letter.\n"
        "Patterns with any of { ~ < ( @, and --pattern, are structured: docs/guide/patterns.md; their rows come "
        "record by record.\n\n"
        "Examples:\n"
        "  vglcs search genome.vgx primers.fa > hits.bed\n"
        "  vglcs search genome.fa.gz guides.fa --max-mismatch 2 --format tsv -o hits.tsv\n"
        "  printf '>m\\nTATAWAW\\n' | vglcs search genome.fa - --iupac\n"
        "  vglcs search genome.fa --pattern 'TTGACA~1 N{15,19} TATAAT~1' -o boxes.gff3\n"
        "  vglcs search reads.fq.gz --pattern '^<cb:@list.txt~1> <umi:N{12}>' --strand + -o tagged.fq.gz");
    sub->callback([&chosen, job] { chosen = [job](context & run) { return search(*job, run.control); }; });
}

} // namespace vglcs::tools
