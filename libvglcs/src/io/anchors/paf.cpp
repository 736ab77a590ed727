// SPDX-License-Identifier: BSD-3-Clause
#include "io/anchors/anchor_rows.hpp"

#include <fmt/format.h>

namespace vglcs::detail {

void read_paf(text_reader & reader, std::string_view line, anchor_rows & rows)
{
    std::vector<std::string_view> c;
    do {
        if (line.empty())
            continue;
        split_columns(line, c);
        if (c.size() < 12)
            reader.fail(fmt::format("{} columns, PAF has at least 12: check the line", c.size()));
        if (c[4] != "+" && c[4] != "-")
            reader.fail("strand (column 5) is neither + nor -: check the line");
        raw_anchor a{.query = c[0], .target = c[5], .falling = c[4] == "-"};
        a.x = whole_number(reader, c[2], "query start");
        a.length_x = whole_number(reader, c[3], "query end") - a.x;
        a.y = whole_number(reader, c[7], "target start");
        a.length_y = whole_number(reader, c[8], "target end") - a.y;
        a.weight = whole_number(reader, c[9], "number of matches");
        a.query_length = whole_number(reader, c[1], "query length");
        a.target_length = whole_number(reader, c[6], "target length");
        if (a.x < 0 || a.y < 0 || a.x + a.length_x > a.query_length || a.y + a.length_y > a.target_length)
            reader.fail("an end lies outside of its sequence: check columns 2 to 4 and 7 to 9");
        rows.add(a);
    } while (reader.next_line(line));
}

} // namespace vglcs::detail
