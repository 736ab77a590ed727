// SPDX-License-Identifier: BSD-3-Clause
#include "io/anchors/anchor_rows.hpp"
#include "io/bytes/parse_fault.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace vglcs::detail {

namespace {

struct event
{
    std::int64_t time = 0, weight = 1;
    std::string name;
};

} // namespace

void read_events(text_reader & reader, std::string_view line, anchor_rows & rows)
{
    std::vector<std::string_view> c;
    split_columns(line, c);
    std::map<std::string_view, std::size_t> column;
    std::string const header{line}; // the reader's line does not last
    split_columns(header, c);
    for (std::size_t k = 0; k < c.size(); ++k)
        column[c[k]] = k;
    for (std::string_view const wanted : {"log", "time", "event"})
        if (!column.contains(wanted))
            reader.fail(fmt::format("the header has no column {}: events have log, time and event", wanted));
    std::size_t const width = c.size();
    std::map<std::string, std::vector<event>> logs;
    while (reader.next_line(line)) {
        if (line.empty())
            continue;
        split_columns(line, c);
        if (c.size() != width)
            reader.fail(fmt::format("{} columns, the header has {}: check the line", c.size(), width));
        event e{.time = whole_number(reader, c[column["time"]], "time"),
                .weight = 1,
                .name = std::string{c[column["event"]]}};
        if (column.contains("weight"))
            e.weight = whole_number(reader, c[column["weight"]], "weight");
        logs[std::string{c[column["log"]]}].push_back(std::move(e));
    }
    // an anchor for each two equal events of two logs
    rows.with_names(false);
    for (auto & [name, log] : logs)
        std::ranges::stable_sort(log, {}, [](event const & e) { return std::tie(e.name, e.time, e.weight); });
    for (auto p = logs.begin(); p != logs.end(); ++p)
        for (auto q = std::next(p); q != logs.end(); ++q)
            for (event const & e : p->second) {
                auto const [first, last] = std::ranges::equal_range(q->second, e.name, {}, &event::name);
                for (auto f = first; f != last; ++f)
                    rows.add({.query = p->first,
                              .target = q->first,
                              .x = e.time,
                              .y = f->time,
                              .weight = std::min(e.weight, f->weight),
                              .name_x = e.name,
                              .name_y = f->name});
            }
}

} // namespace vglcs::detail
