// SPDX-License-Identifier: BSD-3-Clause
#include "io/anchors/anchor_rows.hpp"

#include "io/bytes/memory_budget.hpp"
#include "io/bytes/parse_fault.hpp"
#include <vglcs/io/append_fields.hpp>
#include <vglcs/io/from_decimal.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <numeric>

namespace vglcs::detail {

namespace {

/// What a row keeps beside its text: the anchor, its start, names.
constexpr std::uint64_t bytes_of_a_row = sizeof(anchor) + sizeof(std::uint64_t) + 3 * sizeof(std::uint32_t);

} // namespace

void split_columns(std::string_view line, std::vector<std::string_view> & columns)
{
    columns.clear();
    bool const tabs = line.find('\t') != std::string_view::npos;
    for (std::size_t first = 0; first <= line.size();) {
        std::size_t const stop =
            std::min(tabs ? line.find('\t', first) : line.find_first_of(" \t", first), line.size());
        if (tabs || stop > first)
            columns.push_back(line.substr(first, stop - first));
        first = stop + 1;
    }
}

std::int64_t whole_number(text_reader const & reader, std::string_view text, std::string_view what)
{
    std::int64_t value = 0;
    std::string_view const digits = text.starts_with('+') ? text.substr(1) : text;
    auto const [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (fault == std::errc::result_out_of_range)
        reader.fail(fmt::format("{} {} is too large: at most 2^60 is possible", what, excerpt(text)));
    if (fault != std::errc{} || end != digits.data() + digits.size())
        reader.fail(fmt::format("{} '{}' is no whole number: check the column", what, excerpt(text)));
    return value;
}

std::int64_t scaled_number(text_reader const & reader, std::string_view text, std::string_view what, std::int64_t scale)
{
    double value = 0; // exact enough: identities and bit scores have few digits
    auto const [end, fault] = from_decimal(text, value);
    if (fault != std::errc{} || end != text.data() + text.size() || !(value > -1e15 && value < 1e15))
        reader.fail(fmt::format("{} '{}' is no number: check the column", what, excerpt(text)));
    double const scaled = value * static_cast<double>(scale);
    auto const nearest = static_cast<std::int64_t>(scaled + (scaled < 0 ? -0.5 : 0.5));
    // 99.8 times 100 may come out a little below 9980
    if (std::abs(static_cast<double>(nearest) - scaled) < 1e-6)
        return nearest;
    auto const down = static_cast<std::int64_t>(scaled);
    return static_cast<double>(down) > scaled ? down - 1 : down;
}

anchor_rows::anchor_rows(anchor_table & out, text_reader & reader, std::uint64_t max_memory)
    : out_{&out}, reader_{&reader}, max_memory_{max_memory}
{
    out.words.assign(1, std::string{});
}

std::string anchor_rows::usual_header(bool names, bool evalues)
{
    std::string out = "query\ttarget\tx\ty\tlength\tstrand\tweight\tlength_y";
    if (names)
        out += "\tname_x\tname_y";
    if (evalues)
        out += "\tevalue";
    return out;
}

std::uint32_t anchor_rows::word(std::string_view text)
{
    if (text.empty())
        return 0;
    auto const [at, is_new] = words_.try_emplace(std::string{text}, static_cast<std::uint32_t>(out_->words.size()));
    if (is_new)
        out_->words.emplace_back(text);
    return at->second;
}

std::uint32_t anchor_rows::number(numbers & known, std::vector<anchor_table::sequence> & all, std::string_view name,
                                  std::int64_t end, std::int64_t length)
{
    auto const [at, is_new] = known.try_emplace(std::string{name}, static_cast<std::uint32_t>(all.size()));
    if (is_new)
        all.push_back({.name = std::string{name}, .length = 0});
    std::int64_t & longest = all[at->second].length;
    longest = std::max({longest, end, length});
    return at->second;
}

void anchor_rows::add(raw_anchor const & a)
{
    line_.clear();
    append_fields(line_, a.query, a.target, a.x, a.y, a.length_x, a.falling ? '-' : '+', a.weight, a.length_y);
    if (names_)
        append_fields(line_, "", a.name_x, a.name_y);
    if (evalues_)
        append_fields(line_, "", a.evalue);
    add(a, line_);
}

void anchor_rows::add(raw_anchor const & a, std::string_view text)
{
    if (a.length_x < 1 || a.length_y < 1)
        reader_->fail("a length is below 1: a point has length 1");
    constexpr std::int64_t furthest = std::int64_t{1} << 60;
    if (a.x < -furthest || a.y < -furthest || a.x > furthest - a.length_x || a.y > furthest - a.length_y)
        reader_->fail("a coordinate is beyond 2^60: use smaller ones");
    if (out_->anchors.size() >= UINT32_MAX - 1)
        reader_->fail("more than 4,294,967,293 anchors: split the file by its sequences");
    std::uint32_t const q = number(queries_, out_->queries, a.query, a.x + a.length_x, a.query_length);
    std::uint32_t const t = number(targets_, out_->targets, a.target, a.y + a.length_y, a.target_length);
    auto const [pair, is_new] = pairs_.try_emplace({q, t}, static_cast<std::uint32_t>(out_->pairs.size()));
    if (is_new)
        out_->pairs.push_back({.query = q, .target = t});
    out_->anchors.push_back({.x = a.x,
                             .y = a.y,
                             .length_x = a.length_x,
                             .length_y = a.length_y,
                             .weight = a.weight,
                             .sequences = pair->second,
                             .falling = a.falling});
    out_->text += text;
    out_->starts.push_back(out_->text.size());
    if (names_) {
        out_->names_x.push_back(word(a.name_x));
        out_->names_y.push_back(word(a.name_y));
    }
    if (evalues_)
        out_->evalues.push_back(word(a.evalue));
    memory_budget{max_memory_}.expect_room(out_->text.size() + out_->anchors.size() * bytes_of_a_row, reader_->path(),
                                           reader_->line_number(), "the anchors up to this line");
}

void anchor_rows::close()
{
    auto const by_name = [](std::vector<anchor_table::sequence> & all) {
        std::vector<std::uint32_t> order(all.size()), place(all.size());
        std::iota(order.begin(), order.end(), 0u);
        std::ranges::sort(order, {}, [&](std::uint32_t k) -> std::string const & { return all[k].name; });
        std::vector<anchor_table::sequence> sorted;
        for (std::uint32_t k = 0; k < order.size(); ++k) {
            place[order[k]] = k;
            sorted.push_back(std::move(all[order[k]]));
        }
        all = std::move(sorted);
        return place;
    };
    auto const query_place = by_name(out_->queries), target_place = by_name(out_->targets);
    for (auto & p : out_->pairs)
        p = {.query = query_place[p.query], .target = target_place[p.target]};
    std::vector<std::uint32_t> order(out_->pairs.size()), place(out_->pairs.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, {}, [&](std::uint32_t k) {
        return std::pair{out_->pairs[k].query, out_->pairs[k].target};
    });
    std::vector<anchor_table::sequence_pair> sorted;
    for (std::uint32_t k = 0; k < order.size(); ++k) {
        place[order[k]] = k;
        sorted.push_back(out_->pairs[order[k]]);
    }
    out_->pairs = std::move(sorted);
    for (anchor & a : out_->anchors)
        a.sequences = place[a.sequences];
    out_->text.shrink_to_fit();
    out_->anchors.shrink_to_fit();
}

} // namespace vglcs::detail
