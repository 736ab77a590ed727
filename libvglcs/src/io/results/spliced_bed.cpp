// SPDX-License-Identifier: BSD-3-Clause
#include "io/results/spliced_rows.hpp"

#include <vglcs/io/append_fields.hpp>

#include <utility>

namespace vglcs::detail {

namespace {

class bed_rows final : public spliced_rows::format_rows
{
public:
    explicit bed_rows(spliced_run run) : run_{std::move(run)} {}

    void append(std::string & rows, spliced_read const & found, sequence const & read) const override
    {
        check_read_name(spliced_format::bed, read);
        for (spliced_alignment const & a : found.alignments) {
            std::uint64_t const begin = a.exons.front().target_begin, end = a.exons.back().target_end;
            char const strand = a.transcript_strand != '.' ? a.transcript_strand : a.read_reverse ? '-' : '+';
            // nothing is drawn thick: what is translated is not known
            append_fields(rows, run_.targets[a.target].name, begin, end, read.name, unsigned{a.mapq}, strand, begin,
                          begin, '0', a.exons.size(), "");
            for (spliced_exon const & e : a.exons) {
                append_field(rows, e.target_end - e.target_begin);
                rows += ',';
            }
            rows += '\t';
            for (spliced_exon const & e : a.exons) {
                append_field(rows, e.target_begin - begin);
                rows += ',';
            }
            rows += '\n';
        }
    }

private:
    spliced_run run_;
};

} // namespace

format_rows_pointer make_spliced_bed(spliced_run run)
{
    return std::make_unique<bed_rows>(std::move(run));
}

} // namespace vglcs::detail
