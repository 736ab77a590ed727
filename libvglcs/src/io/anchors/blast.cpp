// SPDX-License-Identifier: BSD-3-Clause
/// Hits of genes: BLAST's outfmt 6, alone or with an order of genes, and DAGchainer's pairs.
#include "io/anchors/anchor_rows.hpp"
#include "io/bytes/parse_fault.hpp"
#include <vglcs/io/from_decimal.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace vglcs::detail {

namespace {

/// Closed ends that count from 1, in any order; true where they fall.
bool set_axis(text_reader & reader, std::int64_t first, std::int64_t last, std::int64_t & start, std::int64_t & length)
{
    if (std::min(first, last) < 1)
        reader.fail("a position below 1: this format counts from 1: check the line");
    start = std::min(first, last) - 1;
    length = std::max(first, last) - start;
    return first > last;
}

gene_place const & find_gene(text_reader const & reader, gene_order const & genes, std::string_view name)
{
    auto const at = genes.genes.find(std::string{name});
    if (at == genes.genes.end())
        reader.fail(fmt::format("gene {} is in no file of --genes: add it, or take the hit out", excerpt(name)));
    return at->second;
}

} // namespace

void read_blast(text_reader & reader, std::string_view line, gene_order const * genes, anchor_order order,
                anchor_rows & rows)
{
    std::vector<std::string_view> c;
    rows.with_names(true);
    do {
        if (line.empty() || line.starts_with('#'))
            continue;
        split_columns(line, c);
        if (c.size() < 12)
            reader.fail(fmt::format("{} columns, BLAST's outfmt 6 has 12: check the line", c.size()));
        raw_anchor a{.query = c[0], .target = c[1], .name_x = c[0], .name_y = c[1], .evalue = c[10]};
        a.weight = scaled_number(reader, c[11], "bit score", 1);
        bool const falls_x = set_axis(reader, whole_number(reader, c[6], "query start"),
                                      whole_number(reader, c[7], "query end"), a.x, a.length_x);
        bool const falls_y = set_axis(reader, whole_number(reader, c[8], "subject start"),
                                      whole_number(reader, c[9], "subject end"), a.y, a.length_y);
        a.falling = falls_x != falls_y;
        if (genes) {
            gene_place const & x = find_gene(reader, *genes, c[0]);
            gene_place const & y = find_gene(reader, *genes, c[1]);
            a.query = genes->chromosomes[x.chromosome];
            a.target = genes->chromosomes[y.chromosome];
            a.falling = x.reverse != y.reverse;
            bool const ranks = order == anchor_order::rank;
            a.x = ranks ? x.rank : x.start;
            a.y = ranks ? y.rank : y.start;
            a.length_x = ranks ? 1 : x.end - x.start;
            a.length_y = ranks ? 1 : y.end - y.start;
        }
        rows.add(a);
    } while (reader.next_line(line));
}

void read_dagchainer(text_reader & reader, std::string_view line, anchor_rows & rows)
{
    std::vector<std::string_view> c;
    rows.with_names(true);
    do {
        if (line.empty() || line.starts_with('#'))
            continue;
        split_columns(line, c);
        if (c.size() < 9)
            reader.fail(fmt::format("{} columns, DAGchainer's pairs have 9: check the line", c.size()));
        raw_anchor a{.query = c[0], .target = c[4], .name_x = c[1], .name_y = c[5], .evalue = c[8]};
        bool const falls_x =
            set_axis(reader, whole_number(reader, c[2], "start"), whole_number(reader, c[3], "end"), a.x, a.length_x);
        bool const falls_y =
            set_axis(reader, whole_number(reader, c[6], "start"), whole_number(reader, c[7], "end"), a.y, a.length_y);
        a.falling = falls_x != falls_y;
        // -log10 of the E-value, 1 to 50, as there
        double value = 0;
        auto const [end, fault] = from_decimal(c[8], value);
        if (end != c[8].data() + c[8].size() || (fault != std::errc{} && fault != std::errc::result_out_of_range))
            reader.fail(fmt::format("E-value '{}' is no number: check column 9", excerpt(c[8])));
        a.weight =
            value > 0 && fault == std::errc{} ? std::clamp<std::int64_t>(std::llround(-std::log10(value)), 1, 50) : 50;
        rows.add(a);
    } while (reader.next_line(line));
}

} // namespace vglcs::detail
