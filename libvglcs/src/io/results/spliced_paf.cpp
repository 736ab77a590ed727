// SPDX-License-Identifier: BSD-3-Clause
#include "io/results/alignment_text.hpp"
#include "io/results/cigar.hpp"
#include "io/results/spliced_rows.hpp"

#include <vglcs/io/append_fields.hpp>

#include <utility>

namespace vglcs::detail {

namespace {

class paf_rows final : public spliced_rows::format_rows
{
public:
    explicit paf_rows(spliced_run run) : run_{std::move(run)} {}

    void append(std::string & rows, spliced_read const & found, sequence const & read) const override
    {
        check_read_name(spliced_format::paf, read);
        for (spliced_alignment const & a : found.alignments) {
            intron_chain const introns{a};
            cigar_counts const counts = count_cigar(introns.chain, introns.links);
            extent const at = extent_of(introns.chain.front(), introns.chain.back(), direction_of(a), read.size());
            genome_record const & target = run_.targets[a.target];
            append_fields(rows, read.name, read.size(), at.query_start, at.query_end, a.read_reverse ? '-' : '+',
                          target.name, target.letters, at.target_start, at.target_end, counts.matches, counts.columns(),
                          unsigned{a.mapq});
            append_number(rows, "\tAS:i:", a.score);
            append_number(rows, "\tvl:i:", a.length);
            append_number(rows, "\tvj:i:", a.junctions.size());
            append_number(rows, "\tNM:i:", counts.edits());
            rows += a.secondary ? "\ttp:A:S" : "\ttp:A:P";
            if (a.transcript_strand != '.')
                (rows += "\tts:A:") += strand_on_read(a);
            append_number(rows, "\tri:Z:", read.number);
            append_number(rows, ",", a.target + 1);
            rows += "\tcg:Z:";
            encode_cigar(introns.chain, introns.links, [&](char letter, std::uint64_t count) {
                append_field(rows, count);
                rows += letter;
            });
            rows += '\n';
        }
    }

private:
    spliced_run run_;
};

} // namespace

format_rows_pointer make_spliced_paf(spliced_run run)
{
    return std::make_unique<paf_rows>(std::move(run));
}

} // namespace vglcs::detail
