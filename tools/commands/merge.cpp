// SPDX-License-Identifier: BSD-3-Clause
#include "base/commands.hpp"
#include "base/files.hpp"
#include "base/notes.hpp"
#include "base/option_list.hpp"
#include "commands/row_order.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/distance_matrix.hpp>
#include <vglcs/io/line_reader.hpp>
#include <vglcs/io/output_file.hpp>
#include <vglcs/io/part_mark.hpp>
#include <vglcs/io/result_reader.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace vglcs::tools {

namespace {

struct merge_job
{
    std::vector<std::string> parts;
    std::string output, format;
};

/// Refuses a part that is given twice: each has rows of its own.
void refuse_twice(std::vector<std::string> const & parts)
{
    std::error_code unknown; // what is not there is said where it is opened
    for (std::size_t k = 0; k < parts.size(); ++k)
        for (std::size_t before = 0; before < k; ++before)
            if (std::filesystem::is_regular_file(parts[k], unknown) &&
                std::filesystem::equivalent(parts[k], parts[before], unknown))
                throw usage_error{fmt::format("{}: is given twice: give each part once", parts[k])};
}

/// What stands before the rows of a part.
struct part_head
{
    std::vector<std::string> lines; ///< as they are
    std::vector<std::string> same;  ///< those in which the parts of a run agree
    format kind = format::paf;      ///< as far as they and the first row show
};

/// Reads the lines before the first row; leaves `line` at that row, or the stream at its end.
/// `more` is false at the end of the file.
part_head read_head(std::string const & path, line_reader & in, std::string & line, bool & more)
{
    part_head out;
    more = in.next(line);
    if (!more)
        return out;
    if (line.starts_with("query\ttarget\tstrand\t")) { // tsv, pairs
        out.lines = out.same = {line};
        out.kind = line.find("\tcigar\t") != line.npos ? format::tsv : format::pairs;
        more = in.next(line);
    } else if (line.starts_with("@HD\t")) { // sam: @PG has the command line, which names the part
        out.kind = format::sam;
        do {
            out.lines.push_back(line);
            if (!line.starts_with("@PG\t"))
                out.same.push_back(line);
            more = in.next(line);
        } while (more && line.starts_with('@') && !std::string_view{line}.starts_with("@CO\tpart "));
    } else if (line.starts_with('{')) {
        out.kind = format::json;
    } else if (!line.starts_with("#part ") && std::ranges::count(line, '\t') < 11) { // nor paf
        throw input_error{path, 1, "no rows of tsv, paf, sam, pairs or json: give what `vglcs batch --shard` wrote"};
    }
    return out;
}

/// What the parts that were joined say of themselves.
class parts_seen
{
public:
    /// The end of a part with so many lines of rows.
    void end(std::string const & path, std::uint64_t rows, std::optional<part_mark> const & mark)
    {
        if (mark && mark->rows != rows)
            throw input_error{
                path, 0, fmt::format("holds {} of its {} rows: rows were lost: make the part again", rows, mark->rows)};
        if (!mark && first_without_.empty())
            first_without_ = path;
        if (!mark)
            return;
        if (count_ != 0 && count_ != mark->count)
            throw input_error{
                path, 0,
                fmt::format("is a part of {}, others are of {}: give the parts of one run", mark->count, count_)};
        count_ = mark->count;
        if (!seen_.insert(mark->index).second)
            throw input_error{path, 0, fmt::format("is part {} of {}, which was given already", mark->index, count_)};
    }
    /// After the last part. Throws where one was cut, or is missing.
    void check() const
    {
        if (seen_.empty())
            return;
        if (!first_without_.empty())
            throw input_error{first_without_, 0,
                              "does not end as a part does, others do: it was cut: make the part again"};
        for (std::uint64_t k = 1; k <= count_; ++k)
            if (!seen_.contains(k))
                throw input_error{first_path_, 0, fmt::format("part {} of {} is missing: give all parts", k, count_)};
    }
    /// True where parts have marks, so that no row can be missing.
    [[nodiscard]] bool marked() const noexcept { return !seen_.empty(); }
    void begin(std::string const & path)
    {
        if (first_path_.empty())
            first_path_ = path;
    }

private:
    std::string first_path_, first_without_;
    std::uint64_t count_ = 0;
    std::set<std::uint64_t> seen_;
};

/// Throws usage_error where the name of the output says another format than the parts have.
void check_ending(std::string const & output, format kind)
{
    auto const named = format_of_ending(output);
    if (named && *named != kind)
        throw usage_error{
            fmt::format("-o {}: the parts are {}: parts keep their format: choose another ending", output, name(kind))};
}

void join(merge_job const & job, run_control const & control)
{
    output_file out = output_file::for_text(job.output, &control);
    notes const notes{false};
    part_head first;
    parts_seen parts;
    std::optional<order_of_rows> order;
    for (std::size_t k = 0; k < job.parts.size(); ++k) {
        std::string const & path = job.parts[k];
        parts.begin(path);
        line_reader in{path, &control};
        std::string line;
        bool more = false;
        part_head head = read_head(path, in, line, more);
        if (k == 0) {
            first = std::move(head);
            check_ending(job.output, first.kind);
            for (std::string const & l : first.lines)
                out.write(l + '\n');
            order.emplace(first.lines.empty() ? std::string_view{} : first.lines.front());
        } else if (head.same != first.same) {
            throw input_error{path, 1,
                              fmt::format("its header is not that of {}: give the parts of one run, all of one format",
                                          job.parts.front())};
        }
        std::optional<part_mark> mark;
        std::uint64_t rows = 0;
        for (; more; more = in.next(line)) {
            control.throw_if_stopped();
            if (mark)
                throw input_error{path, in.number(),
                                  "goes on behind the end of a part: give each part as a file of its own"};
            mark = take_part_mark(line);
            if (mark && line.empty())
                continue;
            ++rows;
            order->take(path, line);
            line += '\n';
            out.write(line);
        }
        if (std::string const doubt = in.end_warning(); !doubt.empty())
            notes.warn(doubt);
        parts.end(path, rows, mark);
    }
    parts.check();
    if (std::string const hole = order->hole(); !hole.empty() && !parts.marked())
        throw input_error{job.parts.front(), 0, hole};
    out.commit();
    if (std::string const doubt = order->doubt(); !doubt.empty())
        notes.warn(doubt);
}

/// A row of --all-vs-all; of records from 0.
struct found_pair
{
    std::uint64_t i, j;
    std::optional<std::uint64_t> length; ///< empty: the pair failed
};

/// Throws input_error where a pair of the matrix has no row.
void refuse_gaps(std::vector<found_pair> const & pairs, distance_matrix const & matrix, std::string const & path)
{
    std::vector<bool> has_row(matrix.size() * matrix.size());
    for (found_pair const & p : pairs)
        has_row[std::min(p.i, p.j) * matrix.size() + std::max(p.i, p.j)] = true;
    for (std::size_t i = 0; i < matrix.size(); ++i)
        for (std::size_t j = i + 1; j < matrix.size(); ++j)
            if (!has_row[i * matrix.size() + j])
                throw input_error{
                    path, 0,
                    fmt::format("no row has records {} and {}: a matrix needs every pair: give all parts, "
                                "without filters",
                                i + 1, j + 1)};
}

void matrix_of(merge_job const & job, run_control const & control)
{
    std::vector<found_pair> pairs;
    std::map<std::uint64_t, std::pair<std::string, std::uint64_t>> sequences;
    for (std::string const & path : job.parts) {
        result_reader reader{path, format::tsv, &control};
        for (stated_pair row; reader.next(row);) {
            if (row.scored)
                throw usage_error{fmt::format("--format matrix: distances are of lengths, not of scores, which {} has: "
                                              "leave it out, or give rows of a run without --match, --skip and --jump",
                                              path)};
            auto const take = [&](std::uint64_t number, std::string const & name, std::uint64_t letters) {
                if (number == 0)
                    throw input_error{path, row.line, "a record has no number: a matrix needs all-vs-all rows"};
                auto const [at, is_new] = sequences.emplace(number, std::pair{name, letters});
                if (!is_new && at->second != std::pair{name, letters})
                    throw input_error{path, row.line,
                                      fmt::format("record {} is {} here and {} further up: a matrix needs the rows of "
                                                  "one --all-vs-all",
                                                  number, name, at->second.first)};
            };
            take(row.query_number, row.query, row.query_length.value_or(0));
            take(row.target_number, row.target, row.target_length.value_or(0));
            if (row.query_number != row.target_number)
                pairs.push_back(
                    {row.query_number - 1, row.target_number - 1, row.ok() ? std::optional{row.length} : std::nullopt});
            if (!row.ok())
                notes{false}.warn(fmt::format("{} with {}: {}", row.query, row.target, *row.status));
        }
    }
    distance_matrix matrix;
    for (auto const & [number, sequence] : sequences) {
        if (number != matrix.size() + 1)
            throw input_error{job.parts.front(), 0,
                              fmt::format("no row has record {}: a matrix needs every pair: give all parts, without "
                                          "filters",
                                          matrix.size() + 1)};
        matrix.add(sequence.first, sequence.second);
    }
    matrix.check_names();
    refuse_gaps(pairs, matrix, job.parts.front());
    for (found_pair const & p : pairs)
        matrix.set(p.i, p.j, p.length);
    output_file out = output_file::for_text(job.output, &control);
    matrix.write(out);
    out.commit();
}

int merge(merge_job const & job, context & run)
{
    refuse_overwriting(job.output, job.parts);
    refuse_twice(job.parts);
    if (job.format.empty())
        join(job, run.control);
    else if (job.format == "matrix")
        matrix_of(job, run.control);
    else
        throw usage_error{fmt::format("--format {}: parts keep their format: leave it out, or use matrix", job.format)};
    return 0;
}

} // namespace

void add_merge(option_list & app, command & chosen)
{
    auto job = std::make_shared<merge_job>();
    option_list * sub = app.add_subcommand("merge", "Join the parts that `vglcs batch --shard I/N` wrote");
    sub->add_option("PARTS", job->parts, "The parts in their order, all of one format: tsv, paf, sam, pairs or json")
        ->required();
    sub->add_option("-o,--output", job->output, "Result file; appears when complete (default: standard output)")
        ->check(not_empty());
    sub->add_option("--format", job->format, "matrix: distances from the tsv rows of --all-vs-all");
    sub->footer(
        "The joined file has the bytes of a run without --shard (but for the command line in the header of sam)."
        "\n\n"
        "Examples:\n"
        "  vglcs merge rows.1.tsv rows.2.tsv rows.3.tsv -o rows.tsv\n"
        "  vglcs merge --format matrix rows.1.tsv rows.2.tsv -o genomes.phy");
    sub->callback([&chosen, job] { chosen = [job](context & run) { return merge(*job, run); }; });
}

} // namespace vglcs::tools
