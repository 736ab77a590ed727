// SPDX-License-Identifier: BSD-3-Clause
#include "io/results/spliced_rows.hpp"

#include <vglcs/io/append_fields.hpp>

#include <algorithm>
#include <utility>

namespace vglcs::detail {

namespace {

/// An id as a part of a list: what ends it or a column is an underscore.
std::string listed(std::string_view id)
{
    std::string out{id};
    std::ranges::replace_if(
        out, [](char c) { return c == ',' || (c >= '\0' && c < ' '); }, '_');
    return out.empty() ? "." : out;
}

/// Parts of all members, with commas between; "." for none.
template <class Range, class Append>
void append_list(std::string & rows, Range const & members, Append append)
{
    rows += '\t';
    bool first = true;
    for (auto const & m : members) {
        if (!std::exchange(first, false))
            rows += ',';
        append(m);
    }
    if (first)
        rows += '.';
}

void append_places(std::string & rows, std::uint64_t begin, std::uint64_t end)
{
    append_field(rows, begin);
    rows += '-';
    append_field(rows, end);
}

class exon_rows final : public spliced_rows::format_rows
{
public:
    explicit exon_rows(spliced_run run) : run_{std::move(run)} {}

    [[nodiscard]] std::string header() const override
    {
        return "read\tread_record\tkind\tread_strand\ttarget\tstrand\tmapq\tscore\tgene\ttranscript\texons\tskipped_"
               "exons\texon_places\tintrons\tsites\tannotated\tshifts\treason\n";
    }

    void append(std::string & rows, spliced_read const & found, sequence const & read) const override
    {
        check_read_name(spliced_format::exons, read);
        if (found.alignments.empty()) {
            append_fields(rows, read.name, read.number, "none", ".\t.\t.\t.\t.\t.\t.\t.\t.\t.\t.\t.\t.\t.",
                          found.reason.empty() ? "." : found.reason);
            rows += '\n';
            return;
        }
        for (spliced_alignment const & a : found.alignments)
            append(rows, a, read);
    }

private:
    void append(std::string & rows, spliced_alignment const & a, sequence const & read) const
    {
        gene_use use;
        use.exons.resize(a.exons.size());
        if (run_.genes)
            use = find_gene_use(*run_.genes, a);
        append_fields(rows, read.name, read.number,
                      a.secondary       ? "secondary"
                      : a.supplementary ? "supplementary"
                                        : "primary",
                      a.read_reverse ? '-' : '+', run_.targets[a.target].name, a.transcript_strand, unsigned{a.mapq},
                      a.score, use.gene ? listed(use.gene->id) : ".", use.gene ? listed(use.transcript->id) : ".");
        auto const append_id = [&](annotated_exon const * e) { rows += e ? listed(e->id) : "."; };
        append_list(rows, use.exons, append_id);
        append_list(rows, use.skipped, append_id);
        append_list(rows, a.exons, [&](spliced_exon const & e) { append_places(rows, e.target_begin, e.target_end); });
        append_list(rows, a.junctions, [&](junction const & j) { append_places(rows, j.begin, j.end); });
        append_list(rows, a.junctions, [&](junction const & j) { rows += name(j.sites); });
        append_list(rows, a.junctions, [&](junction const & j) { rows += j.annotated ? '1' : '0'; });
        append_list(rows, a.junctions, [&](junction const & j) {
            rows += '-';
            append_field(rows, j.shift_left);
            rows += '+';
            append_field(rows, j.shift_right);
        });
        rows += "\t.\n";
    }

    spliced_run run_;
};

} // namespace

format_rows_pointer make_spliced_exons(spliced_run run)
{
    return std::make_unique<exon_rows>(std::move(run));
}

} // namespace vglcs::detail
