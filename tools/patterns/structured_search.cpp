// SPDX-License-Identifier: BSD-3-Clause
#include "patterns/structured_search.hpp"

#include "base/files.hpp"
#include "base/progress.hpp"
#include "base/signals.hpp"
#include "patterns/hit_rows.hpp"
#include "patterns/record_batches.hpp"
#include "rows/keep_rows.hpp"

#include <vglcs/io/output_file.hpp>
#include <vglcs/text_index.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <future>
#include <tuple>

namespace vglcs::tools {

namespace {

bool writes_reads(structured_job const & job)
{
    return job.format == "fasta" || job.format == "fastq";
}

/// The text of a run: a reader of a sequence file, or an index.
class open_text
{
public:
    open_text(structured_job const & job, run_control & control)
    {
        // a letter of a batch: as read, with its quality, beside the batch that is read meanwhile
        constexpr std::uint64_t bytes_a_letter = 8, least = std::uint64_t{1} << 16, enough = std::uint64_t{4} << 20;
        std::uint64_t const letters = std::clamp(reading_memory(job.run.max_memory) / bytes_a_letter, least, enough);
        if (is_index_file(job.reference)) {
            watch_mapped_file(job.reference);
            index_ = std::make_unique<text_index>(job.reference, job.run.max_memory);
            text_collection const & text = index_->collection();
            if (job.alphabet && *job.alphabet != text.alphabet)
                throw usage_error{fmt::format("--alphabet {}: {} is an index of {}: leave the option out",
                                              name(*job.alphabet), job.reference, name(text.alphabet))};
            expect_nucleotides(text.alphabet);
            batches_.emplace(text, letters);
        } else {
            sequence_reader reader{job.reference,
                                   [out = notes{job.quiet}](std::string const & text) { out.warn(text); }, &control,
                                   reading_memory(job.run.max_memory)};
            alphabet const a = job.alphabet ? *job.alphabet : reader.guess_alphabet();
            expect_nucleotides(a);
            reader.set_alphabet(a);
            has_quality_ = reader.has_quality();
            batches_.emplace(std::move(reader), letters);
        }
    }

    [[nodiscard]] record_batches & batches() noexcept { return *batches_; }
    [[nodiscard]] bool has_quality() const noexcept { return has_quality_; }
    void expect_unchanged() const
    {
        if (index_)
            index_->expect_unchanged();
    }

private:
    static void expect_nucleotides(alphabet a)
    {
        if (a != alphabet::dna && a != alphabet::rna)
            throw usage_error{fmt::format("search: structured patterns are of nucleotides, the text is {}: use plain "
                                          "patterns",
                                          name(a))};
    }

    std::unique_ptr<text_index> index_;
    std::optional<record_batches> batches_;
    bool has_quality_ = false;
};

/// Of the hits of each record the best one of all patterns, the first pattern's on ties.
void keep_best_of_records(std::vector<pattern_hit> & hits)
{
    auto const rank = [](pattern_hit const & h) { return std::tuple{h.errors, h.indels, h.pattern}; };
    std::size_t kept = 0;
    for (pattern_hit const & hit : hits)
        if (kept == 0 || hits[kept - 1].record != hit.record)
            hits[kept++] = hit;
        else if (rank(hit) < rank(hits[kept - 1]))
            hits[kept - 1] = hit;
    hits.resize(kept);
}

class structured_run
{
public:
    structured_run(structured_job const & job, open_text & text, pattern_matcher const & matcher, hit_rows & rows,
                   run_control & control)
        : job_{job}, text_{text}, matcher_{matcher}, rows_{rows}, control_{control}, file_{output_file::for_text(
                                                                                         job.output, &control)}
    {
    }

    void run()
    {
        file_.write(rows_.head());
        keep_rows_on_failure(
            file_, [this] { search_all(); }, [this] { return written_; });
        text_.expect_unchanged(); // else no row is to be trusted
        file_.commit();
    }

private:
    void search_all()
    {
        record_batch now, then;
        text_.batches().next(now);
        while (now.count > 0) {
            std::future<void> reading; // its end is waited for, whatever happens here
            if (now.more)
                reading = std::async(std::launch::async, [this, &then] { text_.batches().next(then); });
            else
                then.count = 0;
            search(now);
            if (reading.valid())
                reading.get();
            std::swap(now, then);
        }
    }

    void search(record_batch const & batch)
    {
        std::vector<std::string_view> letters;
        letters.reserve(batch.count);
        for (sequence const & record : batch.records())
            letters.push_back(record.letters);
        pattern_hits found = matcher_.find(letters);
        if (writes_reads(job_))
            keep_best_of_records(found.hits);
        constexpr std::size_t at_once = std::size_t{1} << 20; // bytes
        std::string rows;
        for (pattern_hit const & hit : found.hits) {
            std::size_t const parts = matcher_.patterns()[hit.pattern].parts.size();
            rows_.add(rows, batch.records()[hit.record], hit, std::span{found.places}.subspan(hit.first_place, parts));
            if (rows.size() >= at_once) {
                control_.throw_if_stopped();
                file_.write(rows);
                rows.clear();
            }
        }
        file_.write(rows);
        written_ += found.hits.size();
        unsigned const strands = (job_.forward ? 1u : 0u) + (job_.reverse ? 1u : 0u);
        control_.add_cells(batch.letters * strands * matcher_.patterns().size());
    }

    structured_job const & job_;
    open_text & text_;
    pattern_matcher const & matcher_;
    hit_rows & rows_;
    run_control & control_;
    output_file file_;
    std::uint64_t written_ = 0;
};

} // namespace

void check_structured(structured_job const & job)
{
    auto const expect_one_of = [](std::string_view option, std::string const & word, auto const & words) {
        if (std::ranges::find(words, word) == words.end())
            throw usage_error{fmt::format("{} {}: not one of {}", option, word, fmt::join(words, ", "))};
    };
    expect_one_of("--format", job.format,
                  std::array<std::string_view, 6>{"bed", "tsv", "gff3", "captures", "fasta", "fastq"});
    if (!job.hits.empty())
        expect_one_of("--hits", job.hits, std::array<std::string_view, 3>{"all", "distinct", "best"});
    expect_one_of("--cut", job.cut, std::array<std::string_view, 4>{"whole", "before", "after", "match"});
    if (writes_reads(job) && !job.hits.empty() && job.hits != "best")
        throw usage_error{
            fmt::format("--hits {}: {} has each read once, with its best hit: leave it out", job.hits, job.format)};
    if (!writes_reads(job) && job.cut != "whole")
        throw usage_error{fmt::format("--cut {}: {} has no reads: use --format fastq or fasta", job.cut, job.format)};
    if (job.run.device == device::cuda)
        throw usage_error{"--device cuda: structured patterns are searched by the CPU: leave it out"};
}

void search_structured(structured_job job, run_control & control)
{
    check_structured(job);
    read_lists(job.patterns, job.where, reading_memory(job.run.max_memory));
    open_text text{job, control};
    if (job.format == "fastq" && !text.has_quality())
        throw usage_error{fmt::format("--format fastq: {} has no qualities: use --format fasta", job.reference)};
    matcher_options how;
    how.forward = job.forward;
    how.reverse = job.reverse;
    bool const reads = writes_reads(job) || job.format == "captures";
    if (job.hits == "best" || (job.hits.empty() && reads))
        how.hits = hit_choice::best;
    else if (job.hits == "distinct")
        how.hits = hit_choice::distinct;
    how.threads = static_cast<unsigned>(job.run.threads);
    how.max_memory = reading_memory(job.run.max_memory);
    how.control = &control;
    pattern_matcher const matcher{std::move(job.patterns), how};
    std::unique_ptr<hit_rows> const rows = writes_reads(job)
                                               ? reads_of(job.format == "fastq", job.cut, matcher.patterns())
                                               : rows_of(job.format, matcher.patterns());
    progress const shown{control, job.quiet};
    structured_run{job, text, matcher, *rows, control}.run();
}

} // namespace vglcs::tools
