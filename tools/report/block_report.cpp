// SPDX-License-Identifier: BSD-3-Clause
#include "report/block_report.hpp"

#include "base/files.hpp"
#include "report/packed_texts.hpp"
#include "report/text_rows.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/line_reader.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace vglcs::tools {

namespace {

constexpr std::string_view blocks_header =
    "block\tscore\tanchors\tquery\ttarget\tstrand\tx_start\tx_end\ty_start\ty_end";
constexpr std::string_view anchors_end = "\tblock\trank_in_block\tstatus\treason";

/// Names by their first place, and how far their anchors reach.
class axis_names
{
public:
    [[nodiscard]] std::int64_t place(std::string_view name, std::int64_t end)
    {
        auto const [at, is_new] = places_.try_emplace(std::string{name}, names_.size());
        if (is_new) {
            names_.emplace_back(name);
            ends_.push_back(0);
        }
        ends_[at->second] = std::max(ends_[at->second], end);
        return static_cast<std::int64_t>(at->second);
    }
    void add_to(page_object & contents, std::string_view key, report_page & page) const
    {
        packed_steps ends;
        for (std::int64_t const end : ends_)
            ends.add(end);
        contents.json(key, page_object{}.texts("names", names_).json("ends", page.keep(ends)).str());
    }

private:
    std::map<std::string, std::size_t> places_;
    std::vector<std::string> names_;
    std::vector<std::int64_t> ends_;
};

/// Columns of the page: an anchor a row, or a block where the file tells no more.
class anchor_columns
{
public:
    struct anchor_row
    {
        std::string_view query, target;
        std::int64_t x, y, length_x, length_y, weight, block, rank; ///< block, rank: from 1, 0 for none
        bool falling;
        std::string_view status, reason;
    };

    void add(anchor_row const & a)
    {
        query_.add(queries_.place(a.query, a.x + a.length_x));
        target_.add(targets_.place(a.target, a.y + a.length_y));
        for (auto const & [column, value] :
             {std::pair{&x_, a.x}, std::pair{&y_, a.y}, std::pair{&length_x_, a.length_x},
              std::pair{&length_y_, a.length_y}, std::pair{&weight_, a.weight}, std::pair{&block_, a.block},
              std::pair{&rank_, a.rank}})
            column->add(value);
        falling_.add(a.falling);
        auto at = std::ranges::find(statuses_, a.status);
        if (at == statuses_.end())
            at = statuses_.emplace(at, a.status);
        status_.add(at - statuses_.begin());
        reasons_.add(a.reason == "." ? std::string_view{} : a.reason);
    }
    [[nodiscard]] std::size_t rows() const noexcept { return x_.count(); }
    void add_to(page_object & contents, report_page & page) const
    {
        contents.number("rows", static_cast<std::int64_t>(rows())).texts("statuses", statuses_);
        queries_.add_to(contents, "queries", page);
        targets_.add_to(contents, "targets", page);
        page_object columns;
        for (auto const & [name, column] :
             {std::pair{"query", &query_}, std::pair{"target", &target_}, std::pair{"x", &x_}, std::pair{"y", &y_},
              std::pair{"length_x", &length_x_}, std::pair{"length_y", &length_y_}, std::pair{"weight", &weight_},
              std::pair{"block", &block_}, std::pair{"rank", &rank_}, std::pair{"falling", &falling_},
              std::pair{"status", &status_}})
            columns.json(name, page.keep(*column));
        contents.json("columns", columns.str()).json("reasons", reasons_.keep(page));
    }

private:
    axis_names queries_, targets_;
    std::vector<std::string> statuses_;
    packed_steps query_, target_, x_, y_, length_x_, length_y_, weight_, block_, rank_, falling_, status_;
    packed_texts reasons_;
};

/// Where the columns of a table of anchors stand.
struct anchor_places
{
    explicit anchor_places(table_row const & header)
    {
        auto const find = [&](std::string_view name) -> std::optional<std::size_t> {
            auto const at = std::ranges::find(header.fields, name);
            return at == header.fields.end() ? std::nullopt : std::optional<std::size_t>{at - header.fields.begin()};
        };
        std::size_t k = 0;
        for (std::string_view const name : {"query", "target", "x", "y", "block", "rank_in_block", "status", "reason"})
        {
            auto const at = find(name);
            if (!at)
                header.refuse(fmt::format("the header has no column {}", name));
            needed[k++] = *at;
        }
        length_x = find("length");
        length_y = find("length_y");
        weight = find("weight");
        strand = find("strand");
        columns = header.fields.size();
    }
    std::array<std::size_t, 8> needed{};
    std::optional<std::size_t> length_x, length_y, weight, strand;
    std::size_t columns = 0;
};

anchor_columns::anchor_row read_anchor(table_row const & row, anchor_places const & at)
{
    auto const optional = [&](std::optional<std::size_t> column, std::int64_t otherwise) {
        return column && row.fields[*column] != "." ? row.number(*column) : otherwise;
    };
    auto const placed = [&](std::size_t column) { return row.fields[column] == "." ? 0 : row.number(column); };
    auto const & n = at.needed;
    std::int64_t const length_x = optional(at.length_x, 1);
    return {.query = row.fields[n[0]],
            .target = row.fields[n[1]],
            .x = row.number(n[2]),
            .y = row.number(n[3]),
            .length_x = length_x,
            .length_y = optional(at.length_y, length_x),
            .weight = optional(at.weight, 1),
            .block = placed(n[4]),
            .rank = placed(n[5]),
            .falling = at.strand && row.fields[*at.strand] == "-",
            .status = row.fields[n[6]],
            .reason = row.fields[n[7]]};
}

anchor_columns::anchor_row read_block(table_row const & row)
{
    std::int64_t const x = row.number(6), y = row.number(8);
    return {.query = row.fields[3],
            .target = row.fields[4],
            .x = x,
            .y = y,
            .length_x = row.number(7) - x,
            .length_y = row.number(9) - y,
            .weight = row.number(1),
            .block = row.number(0),
            .rank = 1,
            .falling = row.fields[5] == "-",
            .status = "in",
            .reason = "."};
}

} // namespace

bool is_chain_line(std::string_view line)
{
    bool const json = line.starts_with("{\"order\":\"") && line.ends_with("\"blocks\":[");
    bool const paf = line.find("\tbk:i:") != std::string_view::npos && line.find("\tcn:i:") != std::string_view::npos;
    return line == blocks_header || line.ends_with(anchors_end) || json || paf;
}

told_report add_blocks(report_job const & job, run_control const & control, report_page & page, page_object & contents)
{
    line_reader lines{job.result, &control, reading_memory(job.max_memory)};
    std::string line;
    bool const there = lines.next(line), blocks = there && line == blocks_header;
    if (!there || (!blocks && !line.ends_with(anchors_end)))
        throw input_error{job.result, 1, "not the header of `vglcs chain`: give its --format tsv or --format blocks"};
    std::string const header_line = line;
    table_row header{job.result, 1, {}};
    split_at_tabs(header_line, header.fields);
    std::optional<anchor_places> places;
    if (!blocks)
        places.emplace(header);
    anchor_columns columns;
    std::uint64_t read = 0;
    for (table_row row{job.result, 0, {}}; lines.next(line);) {
        if (++read % 65'536 == 0)
            control.throw_if_stopped();
        row.line = lines.number();
        split_at_tabs(line, row.fields);
        if (row.fields.size() != header.fields.size())
            row.refuse(fmt::format("{} columns under a header of {}", row.fields.size(), header.fields.size()));
        auto const anchor = blocks ? read_block(row) : read_anchor(row, *places);
        if (anchor.length_x < 0 || anchor.length_y < 0)
            row.refuse("it ends in front of its start");
        if (read <= job.caps.anchors)
            columns.add(anchor);
    }
    if (read == 0)
        throw usage_error{
            fmt::format("{}: no {} in it: there is nothing to draw", job.result, blocks ? "block" : "anchor")};
    told_report told;
    std::string_view const what = blocks ? "blocks" : "anchors";
    if (read > job.caps.anchors)
        told.notes.push_back(
            fmt::format("the first {} of {} {} are shown: --most-anchors", job.caps.anchors, read, what));
    told.title = fmt::format("{} {}", read, read == 1 ? what.substr(0, what.size() - 1) : what);
    contents.text("shown", what);
    columns.add_to(contents, page);
    return told;
}

} // namespace vglcs::tools
