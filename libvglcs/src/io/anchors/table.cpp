// SPDX-License-Identifier: BSD-3-Clause
#include "io/anchors/anchor_rows.hpp"
#include "io/bytes/parse_fault.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace vglcs::detail {

void read_table(text_reader & reader, std::string_view line, anchor_reading const & how, anchor_rows & rows,
                anchor_table & out)
{
    std::string const header{line};
    std::vector<std::string_view> names, c;
    split_columns(header, names);
    std::map<std::string_view, std::size_t> column;
    for (std::size_t k = 0; k < names.size(); ++k)
        if (!column.emplace(names[k], k).second)
            reader.fail(fmt::format("the header has column {} twice: rename one", excerpt(names[k])));
    for (std::string_view const wanted : {"query", "target", "x", "y"})
        if (!column.contains(wanted))
            reader.fail(fmt::format("the header has no column {}: anchors have query, target, x, y, and may have "
                                    "length, strand, weight, length_y, lo_x, hi_x, lo_y, hi_y",
                                    wanted));
    for (std::string_view const ours : {"block", "rank_in_block", "status", "reason"})
        if (column.contains(ours))
            reader.fail(fmt::format("the header has a column {}, which the answer adds: rename it", ours));
    out.header = header;
    auto const find = [&](std::string_view name) { return column.contains(name) ? column[name] : names.size(); };
    std::size_t const query = column["query"], target = column["target"], x = column["x"], y = column["y"],
                      length = find("length"), length_y = find("length_y"), strand = find("strand"),
                      weight = find("weight"), name_x = find("name_x"), name_y = find("name_y"), none = names.size();
    std::array<std::size_t, 4> const limits{find("lo_x"), find("hi_x"), find("lo_y"), find("hi_y")};
    bool const has_limits = std::ranges::any_of(limits, [&](std::size_t k) { return k != none; });
    if (name_x != none && name_y != none)
        rows.with_names(false);
    while (reader.next_line(line)) {
        if (line.empty())
            continue;
        if (line == header)
            reader.fail("the header again: files that are joined have one header, at the top");
        split_columns(line, c);
        if (c.size() != names.size())
            reader.fail(fmt::format("{} columns, the header has {}: check the line", c.size(), names.size()));
        raw_anchor a{.query = c[query], .target = c[target]};
        a.x = whole_number(reader, c[x], "x");
        a.y = whole_number(reader, c[y], "y");
        if (length != none)
            a.length_x = whole_number(reader, c[length], "length");
        a.length_y =
            length_y != none && c[length_y] != "." ? whole_number(reader, c[length_y], "length_y") : a.length_x;
        if (weight != none)
            a.weight = whole_number(reader, c[weight], "weight");
        if (strand != none) {
            if (c[strand] != "+" && c[strand] != "-" && c[strand] != ".")
                reader.fail(fmt::format("strand '{}' is none: write +, - or .", excerpt(c[strand])));
            a.falling = c[strand] == "-";
        }
        if (name_x != none && name_y != none) {
            a.name_x = c[name_x];
            a.name_y = c[name_y];
        }
        rows.add(a, line);
        if (!has_limits)
            continue;
        link_limits l = how.limits;
        std::array<std::int64_t *, 4> const parts{&l.lo_x, &l.hi_x, &l.lo_y, &l.hi_y};
        for (std::size_t k = 0; k < parts.size(); ++k) {
            if (limits[k] == none || c[limits[k]] == ".")
                continue;
            *parts[k] = c[limits[k]] == "inf" && k % 2 == 1 ? link_limits::infinite
                                                            : whole_number(reader, c[limits[k]], names[limits[k]]);
        }
        if (l.lo_x < 0 || l.lo_y < 0 || l.lo_x > l.hi_x || l.lo_y > l.hi_y)
            reader.fail("a limit is below 0, or lo is above hi: write lo..hi from 0 on");
        rows.add_limits(l);
    }
}

} // namespace vglcs::detail
