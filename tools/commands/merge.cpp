// SPDX-License-Identifier: BSD-3-Clause
#include "base/commands.hpp"
#include "base/option_checks.hpp"
#include "commands/row_order.hpp"
#include "pairs/inputs.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/distance_matrix.hpp>
#include <vglcs/io/output_file.hpp>
#include <vglcs/io/result_reader.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>

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
};

/// Reads the lines before the first row; leaves `line` at that row, or the stream at its end.
part_head read_head(std::string const & path, std::istream & in, std::string & line)
{
    part_head out;
    if (!std::getline(in, line))
        return out;
    if (line.starts_with("query\ttarget\tstrand\t")) { // tsv, pairs
        out.lines = out.same = {line};
        std::getline(in, line);
    } else if (line.starts_with("@HD\t")) { // sam: @PG has the command line, which names the part
        do {
            out.lines.push_back(line);
            if (!line.starts_with("@PG\t"))
                out.same.push_back(line);
        } while (std::getline(in, line) && line.starts_with('@'));
    } else if (!line.starts_with('{') && std::ranges::count(line, '\t') < 11) { // neither json nor paf
        throw input_error{path, 1, "no rows of tsv, paf, sam, pairs or json: give what `vglcs batch --shard` wrote"};
    }
    return out;
}

void join(merge_job const & job, run_control const & control)
{
    output_file out{job.output, &control};
    part_head first;
    std::optional<order_of_rows> order;
    for (std::size_t k = 0; k < job.parts.size(); ++k) {
        std::string const & path = job.parts[k];
        std::ifstream in{path, std::ios::binary};
        if (!in)
            throw input_error{path, 0, "cannot be read: give the parts in their order"};
        std::string line;
        part_head head = read_head(path, in, line);
        if (k == 0) {
            first = std::move(head);
            for (std::string const & l : first.lines)
                out.write(l + '\n');
            order.emplace(first.lines.empty() ? std::string_view{} : first.lines.front());
        } else if (head.same != first.same) {
            throw input_error{path, 1,
                              fmt::format("its header is not that of {}: give the parts of one run, all of one format",
                                          job.parts.front())};
        }
        for (bool more = static_cast<bool>(in); more; more = static_cast<bool>(std::getline(in, line))) {
            control.throw_if_stopped();
            if (in.eof())
                throw input_error{path, 0, "ends in the middle of a row: the part is not complete"};
            order->take(path, line);
            line += '\n';
            out.write(line);
        }
        if (in.bad())
            throw input_error{path, 0, "cannot be read to its end"};
    }
    out.commit();
    if (std::string const doubt = order->doubt(); !doubt.empty())
        notes{false}.warn(doubt);
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
    output_file out{job.output, &control};
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

void add_merge(CLI::App & app, command & chosen)
{
    auto job = std::make_shared<merge_job>();
    CLI::App * sub = app.add_subcommand("merge", "Join the parts that `vglcs batch --shard I/N` wrote");
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
