// SPDX-License-Identifier: BSD-3-Clause
#include "report/spliced_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace vglcs::tools {

namespace {

/// Cuts the target's letters of a cigar at its N.
std::vector<spliced_row::part> exons_of(std::string_view cigar, std::uint64_t first, table_row const & row)
{
    constexpr auto most = static_cast<std::uint64_t>(largest_number);
    std::vector<spliced_row::part> out{{first, first}};
    std::uint64_t count = 0;
    bool counted = false;
    for (char const c : cigar) {
        if (c >= '0' && c <= '9') {
            count = std::min(10 * count + static_cast<std::uint64_t>(c - '0'), most + 1);
            counted = true;
            continue;
        }
        if (!counted || std::string_view{"MIDNSHP=X"}.find(c) == std::string_view::npos)
            row.refuse(fmt::format("'{}' is no cigar", cigar.substr(0, 40)));
        std::uint64_t const end = out.back().end;
        if (count > most || end + count > most)
            row.refuse("the cigar reaches beyond 2^53");
        if (c == 'N')
            out.push_back({end + count, end + count});
        else if (c == 'M' || c == '=' || c == 'X' || c == 'D')
            out.back().end += count;
        count = 0;
        counted = false;
    }
    if (counted)
        row.refuse(fmt::format("'{}' is no cigar", cigar.substr(0, 40)));
    return out;
}

/// The numbers of a list with commas, of which one may stand at its end.
std::vector<std::uint64_t> comma_list(std::string_view text, table_row const & row)
{
    std::vector<std::uint64_t> out;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t const comma = std::min(text.find(',', at), text.size());
        std::uint64_t value = 0;
        auto const [end, fault] = std::from_chars(text.data() + at, text.data() + comma, value);
        if (fault != std::errc{} || end != text.data() + comma || value > static_cast<std::uint64_t>(largest_number))
            row.refuse(fmt::format("'{}' is no list of numbers", text.substr(0, 40)));
        out.push_back(value);
        at = comma + 1;
    }
    return out;
}

char turned(char strand)
{
    return strand == '+' ? '-' : '+';
}

/// Score and the transcript's strand. XS:A is of the target; ts:A of the read as it was given.
void read_tags(table_row const & row, std::size_t first, spliced_row & out)
{
    auto const strand_in = [](std::string_view tag, std::string_view name) {
        return tag.size() == 6 && tag.starts_with(name) && (tag[5] == '+' || tag[5] == '-');
    };
    for (std::size_t k = first; k < row.fields.size(); ++k) {
        std::string_view const tag = row.fields[k];
        if (tag.starts_with("AS:i:"))
            std::from_chars(tag.data() + 5, tag.data() + tag.size(), out.score);
        if (strand_in(tag, "XS:A:"))
            out.transcript = tag[5];
        if (strand_in(tag, "ts:A:") && out.transcript == '.')
            out.transcript = out.reverse ? turned(tag[5]) : tag[5];
    }
}

} // namespace

std::optional<spliced_row> read_sam_row(table_row const & row)
{
    if (row.fields.size() < 11)
        row.refuse(fmt::format("{} columns, but SAM has 11 or more", row.fields.size()));
    std::uint64_t const flag = row.count(1), place = row.count(3);
    if ((flag & 4) != 0 || row.fields[5] == "*" || place == 0)
        return std::nullopt;
    spliced_row out;
    out.read = row.fields[0];
    out.target = row.fields[2];
    out.reverse = (flag & 16) != 0;
    out.other = (flag & (256 | 2048)) != 0;
    out.quality = row.number(4);
    out.exons = exons_of(row.fields[5], place - 1, row);
    read_tags(row, 11, out);
    return out;
}

spliced_row read_spliced_paf_row(table_row const & row)
{
    if (row.fields.size() < 13)
        row.refuse(fmt::format("{} columns, but PAF with a cigar has 13 or more", row.fields.size()));
    spliced_row out;
    out.read = row.fields[0];
    out.target = row.fields[5];
    out.reverse = row.fields[4] == "-";
    out.quality = row.number(11);
    std::string_view cigar;
    for (std::size_t k = 12; k < row.fields.size(); ++k) {
        if (row.fields[k].starts_with("cg:Z:"))
            cigar = row.fields[k].substr(5);
        if (row.fields[k] == "tp:A:S" || row.fields[k] == "tp:A:s")
            out.other = true;
    }
    if (cigar.empty())
        row.refuse("there is no cigar (cg:Z)");
    out.exons = exons_of(cigar, row.count(7), row);
    if (out.exons.back().end != row.count(8))
        row.refuse("the cigar does not end where the row does");
    read_tags(row, 12, out);
    return out;
}

spliced_row read_bed12_row(table_row const & row)
{
    if (row.fields.size() < 12)
        row.refuse(fmt::format("{} columns, but BED12 has 12", row.fields.size()));
    spliced_row out;
    out.target = row.fields[0];
    out.read = row.fields[3];
    if (row.fields[5] == "+" || row.fields[5] == "-")
        out.transcript = row.fields[5][0];
    std::uint64_t const first = row.count(1), end = row.count(2);
    std::vector<std::uint64_t> const sizes = comma_list(row.fields[10], row), starts = comma_list(row.fields[11], row);
    if (sizes.size() != starts.size() || sizes.size() != row.count(9) || sizes.empty())
        row.refuse("blockCount, blockSizes and blockStarts do not fit");
    for (std::size_t k = 0; k < sizes.size(); ++k) {
        out.exons.push_back({first + starts[k], first + starts[k] + sizes[k]});
        if (k > 0 && out.exons[k].first < out.exons[k - 1].end)
            row.refuse("blocks overlap");
    }
    if (out.exons.back().end != end)
        row.refuse("the last block does not end where the row does");
    return out;
}

} // namespace vglcs::tools
