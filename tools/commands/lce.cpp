// SPDX-License-Identifier: BSD-3-Clause
#include "base/commands.hpp"
#include "base/files.hpp"
#include "base/option_list.hpp"
#include "commands/text_options.hpp"
#include "rows/keep_rows.hpp"

#include <vglcs/extension.hpp>
#include <vglcs/io/append_fields.hpp>
#include <vglcs/io/output_file.hpp>
#include <vglcs/io/place_reader.hpp>

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <iterator>
#include <optional>
#include <utility>

namespace vglcs::tools {

namespace {

struct lce_job
{
    std::string reference, queries, second, method = "auto";
    text_options text;
};

rmq::lce_method chosen_method(std::string const & text)
{
    using enum rmq::lce_method;
    constexpr std::array<std::pair<std::string_view, rmq::lce_method>, 4> all{
        {{"auto", automatic}, {"direct", direct}, {"rank", rank}, {"fingerprint", fingerprint}}};
    for (auto const & [name, method] : all)
        if (text == name)
            return method;
    throw usage_error{fmt::format("--method {}: no such method: use auto, direct, rank or fingerprint", text)};
}

constexpr std::size_t batch = 1 << 17;

/// Faults of a table that can be read twice, and that takes no time to speak of, are said before the first answer. Of
/// a larger one reading is most of the run's work: its rows are kept where a later line has a fault.
void look_through_places(std::string const & path, text_collection const & a, text_collection const & b,
                         run_control const & control, std::uint64_t max_memory)
{
    constexpr std::uint64_t little = std::uint64_t{32} << 20; // bytes
    std::error_code none;
    if (!std::filesystem::is_regular_file(path, none) || std::filesystem::file_size(path, none) > little)
        return;
    place_reader reader{path, a, b, max_memory};
    for (std::vector<place_query> queries; reader.next(queries, batch);)
        control.throw_if_stopped();
}

int lce(lce_job const & job, run_control & control)
{
    notes const out{job.text.quiet};
    options const o = job.text.run_options(control);
    extension_options const how{.method = chosen_method(job.method),
                                .device = o.device,
                                .device_number = o.device_number,
                                .threads = static_cast<unsigned>(o.threads)};
    refuse_overwriting(job.text.output, {job.reference, job.queries, job.second});
    if (job.queries == "-" && (job.reference == "-" || job.second == "-"))
        throw usage_error{"REF or SECOND and QUERIES are both - (standard input): give a file for one of them"};
    loaded_text const first{job.reference, job.text.reading(o, out)};
    std::optional<loaded_text> second;
    if (!job.second.empty()) {
        sequence_set::options reading = job.text.reading(o, out);
        reading.alphabet = first.collection().alphabet; // what both must have
        second.emplace(job.second, reading);
    }
    text_collection const & a = first.collection();
    text_collection const & b = second ? second->collection() : a;
    look_through_places(job.queries, a, b, control, reading_memory(o.max_memory));
    extender extend{a, b, first.index(), how};
    place_reader reader{job.queries, a, b, reading_memory(o.max_memory)};
    output_file file = output_file::for_text(job.text.output, &control);
    constexpr std::string_view header = "a\tb\tstrand_a\tstrand_b\tlength\n";
    bool begun = false; // a run that fails at its first batch prints nothing
    std::vector<place_query> queries;
    std::vector<place_pair> places;
    std::vector<std::uint64_t> lengths;
    std::uint64_t written = 0;
    auto const answer_all = [&] {
        while (reader.next(queries, batch)) {
            control.throw_if_stopped();
            places.clear();
            for (place_query const & q : queries)
                places.push_back(q.places);
            lengths.resize(places.size());
            extend.extensions(places, lengths);
            std::string rows;
            if (!std::exchange(begun, true))
                rows = header;
            for (std::size_t k = 0; k < queries.size(); ++k) {
                append_fields(rows, queries[k].a, queries[k].b, static_cast<char>(places[k].a.strand),
                              static_cast<char>(places[k].b.strand), lengths[k]);
                rows += '\n';
            }
            file.write(rows);
            written += queries.size();
        }
        if (!begun)
            file.write(header);
    };
    keep_rows_on_failure(file, answer_all, [&] { return written; });
    first.expect_unchanged(); // else no row is to be trusted
    if (second)
        second->expect_unchanged();
    file.commit();
    return 0;
}

} // namespace

void add_lce(option_list & app, command & chosen)
{
    auto job = std::make_shared<lce_job>();
    option_list * sub =
        app.add_subcommand("lce", "Longest common extensions: how far two places agree, letter by letter");
    sub->add_option("REF", job->reference, "Index file, or FASTA or FASTQ")->required();
    sub->add_option("QUERIES", job->queries,
                    "Table, tabs between: two places, and a strand for each (+ unless given); - is standard input. A "
                    "place is NAME:POSITION, or the number of a letter through all records, from 0")
        ->required();
    sub->add_option("--second", job->second, "Sequence file that the second places are in (default: REF)")
        ->check(not_empty());
    sub->add_option("--method", job->method, "auto, direct, rank (needs an index) or fingerprint; all give the same")
        ->capture_default_str();
    job->text.add_to(*sub);
    sub->footer("On strand - an extension goes to the left, by complements. It ends with its record, and at N.\n\n"
                "Examples:\n"
                "  vglcs lce genome.vgx pairs.tsv -o lengths.tsv\n"
                "  printf 'chr1:1000\\tread7:0\\t+\\t-\\n' | vglcs lce genome.vgx - --second reads.fq");
    sub->callback([&chosen, job] { chosen = [job](context & run) { return lce(*job, run.control); }; });
}

} // namespace vglcs::tools
