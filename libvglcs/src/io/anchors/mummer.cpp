// SPDX-License-Identifier: BSD-3-Clause
/// What MUMmer's programs print: show-coords, delta files, lists of maximal matches. The reference is the target.
#include "io/anchors/anchor_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace vglcs::detail {

namespace {

/// Sets one axis from closed ends that count from 1; true where they fall.
bool set_axis(text_reader & reader, std::int64_t first, std::int64_t last, std::int64_t & start, std::int64_t & length)
{
    if (std::min(first, last) < 1)
        reader.fail("a position below 1: this format counts from 1: check the line");
    start = std::min(first, last) - 1;
    length = std::max(first, last) - start;
    return first > last;
}

} // namespace

void read_coords(text_reader & reader, std::string_view line, anchor_rows & rows)
{
    std::vector<std::string_view> c;
    std::vector<std::string> names; // of the columns, without the two of the tags
    do {
        if (line.find_first_not_of(" \t") == std::string_view::npos || line.starts_with("==="))
            continue;
        if (line.find("[S1]") != std::string_view::npos) {
            names.clear();
            for (std::size_t at = 0; (at = line.find('[', at)) != std::string_view::npos; ++at)
                names.emplace_back(line.substr(at, line.find(']', at) - at + 1));
            std::erase(names, "[TAGS]");
            continue;
        }
        std::string blanks{line}; // with bars between columns, the tags alone have a tab between
        if (line.find('|') != std::string_view::npos)
            std::ranges::replace(blanks, '\t', ' ');
        split_columns(blanks, c);
        std::erase(c, "|");
        if (c.size() < 9) {
            if (names.empty()) // the paths and the program's name, in front of the header
                continue;
            reader.fail(fmt::format("{} columns, show-coords has at least 9: check the line", c.size()));
        }
        raw_anchor a{.query = c[c.size() - 1], .target = c[c.size() - 2]};
        bool const falls_y =
            set_axis(reader, whole_number(reader, c[0], "S1"), whole_number(reader, c[1], "E1"), a.y, a.length_y);
        bool const falls_x =
            set_axis(reader, whole_number(reader, c[2], "S2"), whole_number(reader, c[3], "E2"), a.x, a.length_x);
        a.falling = falls_x != falls_y;
        // identical columns, rounded down
        a.weight = std::max(a.length_x, a.length_y) * scaled_number(reader, c[6], "% IDY", 100) / 10'000;
        for (std::size_t k = 0; k < names.size() && k + 2 < c.size(); ++k) {
            if (names[k] == "[LEN R]")
                a.target_length = whole_number(reader, c[k], "LEN R");
            if (names[k] == "[LEN Q]")
                a.query_length = whole_number(reader, c[k], "LEN Q");
        }
        rows.add(a);
    } while (reader.next_line(line));
}

void read_delta(text_reader & reader, std::string_view line, anchor_rows & rows)
{
    std::vector<std::string_view> c;
    std::string reference, query;
    std::int64_t reference_length = 0, query_length = 0;
    bool in_alignment = false;
    do {
        if (line.starts_with('>')) {
            split_columns(line.substr(1), c);
            if (c.size() != 4)
                reader.fail("a header of a delta file is >REFERENCE QUERY LENGTH LENGTH: check the line");
            reference = c[0];
            query = c[1];
            reference_length = whole_number(reader, c[2], "length");
            query_length = whole_number(reader, c[3], "length");
            continue;
        }
        split_columns(line, c);
        if (in_alignment) {
            if (c.size() != 1)
                reader.fail("distances between indels end with a line 0: the file is cut or damaged");
            in_alignment = whole_number(reader, c[0], "distance") != 0;
            continue;
        }
        if (reference.empty() || c.empty())
            continue; // paths and the program's name
        if (c.size() != 7)
            reader.fail(fmt::format("{} columns, an alignment of a delta file has 7: check the line", c.size()));
        raw_anchor a{
            .query = query, .target = reference, .query_length = query_length, .target_length = reference_length};
        bool const falls_y =
            set_axis(reader, whole_number(reader, c[0], "start"), whole_number(reader, c[1], "end"), a.y, a.length_y);
        bool const falls_x =
            set_axis(reader, whole_number(reader, c[2], "start"), whole_number(reader, c[3], "end"), a.x, a.length_x);
        a.falling = falls_x != falls_y;
        a.weight = std::max(a.length_x, a.length_y) - whole_number(reader, c[4], "errors");
        rows.add(a);
        in_alignment = true;
    } while (reader.next_line(line));
    if (in_alignment)
        reader.fail("the file ends within an alignment: it is cut, make it anew");
}

void read_mums(text_reader & reader, std::string_view line, anchor_rows & rows)
{
    std::vector<std::string_view> c;
    std::string query;
    std::int64_t query_length = 0;
    bool reverse = false;
    do {
        if (line.find_first_not_of(" \t") == std::string_view::npos)
            continue;
        if (line.starts_with('>')) {
            split_columns(line.substr(1), c);
            if (c.empty())
                reader.fail("a header without a name: check the line");
            query = c[0];
            reverse = false;
            query_length = 0;
            for (std::size_t k = 1; k < c.size(); ++k) {
                if (c[k] == "Reverse")
                    reverse = true;
                if (c[k] == "Len" && k + 2 < c.size() && c[k + 1] == "=")
                    query_length = whole_number(reader, c[k + 2], "Len");
            }
            if (reverse && query_length == 0)
                reader.fail("matches of the reverse strand without the length of the query: run mummer with -L");
            continue;
        }
        split_columns(line, c);
        if (query.empty() || c.size() < 3 || c.size() > 4)
            reader.fail("a match is [reference name,] reference position, query position, length: check the line");
        bool const named = c.size() == 4; // several references
        std::size_t const k = named ? 1 : 0;
        raw_anchor a{
            .query = query, .target = named ? c[0] : "reference", .falling = reverse, .query_length = query_length};
        a.y = whole_number(reader, c[k], "reference position") - 1;
        a.x = whole_number(reader, c[k + 1], "query position") - 1;
        a.length_x = a.length_y = a.weight = whole_number(reader, c[k + 2], "length");
        if (a.x < 0 || a.y < 0)
            reader.fail("a position below 1: mummer counts from 1: check the line");
        if (reverse)
            a.x = query_length - a.x - a.length_x;
        rows.add(a);
    } while (reader.next_line(line));
}

} // namespace vglcs::detail
