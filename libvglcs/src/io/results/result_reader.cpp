// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/io/result_reader.hpp>

#include "io/bytes/parse_fault.hpp"
#include "io/results/readers.hpp"
#include "io/results/table_headers.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace vglcs {

namespace {

constexpr std::string_view advice = "this is no result that vglcs wrote, or it is damaged";

bool is_sam_header(std::string_view line)
{
    auto const upper = [&](std::size_t k) { return line[k] >= 'A' && line[k] <= 'Z'; };
    return line.size() >= 7 && line[0] == '@' && upper(1) && upper(2) && line[3] == '\t' && line[6] == ':';
}

/// The format of a file by its first line; nothing where it is none that can be read back. An empty file is a paf
/// result without pairs.
std::optional<format> find_format(std::string const * first)
{
    if (!first || first->starts_with("#part ")) // a part without rows
        return format::paf;
    std::string_view line = *first;
    if (line.starts_with(detail::tsv_header) && line.ends_with(detail::tsv_explain_header))
        line.remove_suffix(detail::tsv_explain_header.size());
    auto const is_header = [&](std::string_view header, std::initializer_list<std::string_view> more) {
        return line.starts_with(header) && std::ranges::find(more, line.substr(header.size())) != more.end();
    };
    std::string const both = std::string{detail::tsv_description_header} + std::string{detail::tsv_score_header};
    if (is_header(detail::tsv_header, {"", detail::tsv_description_header, detail::tsv_score_header, both}))
        return format::tsv;
    if (is_header(detail::pairs_header, {"", detail::pairs_jumps_header}))
        return format::pairs;
    if (first->starts_with("{\""))
        return format::json;
    if (is_sam_header(*first))
        return format::sam;
    bool const other_table = first->starts_with("query\ttarget\tstrand\t"); // of another version, or damaged
    if (!other_table && std::ranges::count(*first, '\t') >= 11)
        return format::paf;
    return std::nullopt;
}

std::unique_ptr<detail::format_reader> make_reader(format f, detail::result_lines & lines)
{
    switch (f) {
    case format::paf:
        return detail::make_paf_reader(lines);
    case format::sam:
        return detail::make_sam_reader(lines);
    case format::tsv:
        return detail::make_tsv_reader(lines);
    case format::pairs:
        return detail::make_pairs_reader(lines);
    case format::json:
        return detail::make_json_reader(lines);
    case format::pretty:
        break;
    }
    throw usage_error{"--format pretty: it is for people and cannot be read back: use paf, sam, tsv, pairs or json"};
}

} // namespace

std::vector<matched_pair> stated_pair::chain() const
{
    std::vector<matched_pair> out;
    for (auto const & [i, j, count] : runs)
        for (std::size_t k = 0; k < count; ++k)
            out.push_back({i + k, j + k});
    return out;
}

struct result_reader::state
{
    state(std::string path, run_control const * control, std::uint64_t max_memory)
        : lines{std::move(path), control, detail::memory_budget{max_memory}}
    {
    }

    /// Calls `parse` and gives what it finds wrong its place.
    template <class Parse>
    auto located(Parse parse)
    {
        try {
            return parse();
        } catch (detail::parse_fault const & fault) {
            throw input_error{lines.name(), lines.number(), fmt::format("{}: {}", fault.what(), advice)};
        }
    }

    detail::result_lines lines;
    format kind = format::paf;
    std::unique_ptr<detail::format_reader> reader;
};

result_reader::result_reader(std::string path, std::optional<format> f, run_control const * control,
                             std::uint64_t max_memory)
    : state_{std::make_unique<state>(std::move(path), control, max_memory)}
{
    if (!f)
        f = find_format(state_->lines.peek());
    if (!f)
        throw input_error{
            state_->lines.name(), 1,
            fmt::format("in none of the formats paf, sam, tsv, pairs, json (pretty cannot be read back): {}", advice)};
    state_->kind = *f;
    state_->reader = state_->located([&] { return make_reader(*f, state_->lines); });
}

result_reader::~result_reader() = default;
result_reader::result_reader(result_reader &&) noexcept = default;
result_reader & result_reader::operator=(result_reader &&) noexcept = default;

format result_reader::kind() const noexcept
{
    return state_->kind;
}

std::string result_reader::end_warning() const
{
    return state_->lines.end_warning();
}

std::vector<result_reader::header_target> const & result_reader::header_targets() const noexcept
{
    return state_->reader->header_targets();
}

bool result_reader::next(stated_pair & out)
{
    out = {};
    bool const found = state_->located([&] { return state_->reader->next(out); });
    if (found && out.line == 0)
        out.line = state_->lines.number();
    return found;
}

} // namespace vglcs
