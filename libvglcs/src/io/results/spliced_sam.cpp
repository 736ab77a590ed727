// SPDX-License-Identifier: BSD-3-Clause
#include "io/results/cigar.hpp"
#include "io/results/sam_header.hpp"
#include "io/results/sam_letters.hpp"
#include "io/results/spliced_rows.hpp"

#include <vglcs/io/append_fields.hpp>

#include <utility>

namespace vglcs::detail {

namespace {

constexpr unsigned unmapped = 4, reverse_read = 16, secondary = 256, supplementary = 2048; // FLAG

/// What rows say of an alignment, and of the others of the read in SA.
struct placed_text
{
    std::uint64_t position = 0; ///< from 1
    std::string cigar;

    placed_text(spliced_alignment const & a, std::uint64_t letters)
    {
        intron_chain const introns{a};
        position = introns.chain.front().j + 1;
        auto const add = [&](char letter, std::uint64_t count) {
            if (count != 0) {
                append_field(cigar, count);
                cigar += letter;
            }
        };
        add('S', introns.chain.front().i);
        encode_cigar(introns.chain, introns.links, [&](char letter, std::uint64_t count) { add(letter, count); });
        add('S', letters - 1 - introns.chain.back().i);
    }
};

class sam_rows final : public spliced_rows::format_rows
{
public:
    explicit sam_rows(spliced_run run) : run_{std::move(run)}, group_{read_group_id(run_.read_group)}
    {
        check_sam_targets(targets(), "use --format paf, bed or gff3");
    }

    [[nodiscard]] std::string header() const override
    {
        return sam_header(targets(), run_.read_group, run_.version, run_.command_line);
    }

    void append(std::string & rows, spliced_read const & found, sequence const & read) const override
    {
        check_read_name(spliced_format::sam, read);
        if (found.alignments.empty()) {
            append_fields(rows, read.name, unmapped, "*\t0\t0\t*\t*\t0\t0", letters(read, strand::forward),
                          sam_quality(read, strand::forward));
            if (!found.reason.empty())
                rows += "\trs:Z:" + found.reason;
            end_row(rows);
            return;
        }
        std::vector<placed_text> texts;
        std::size_t whole = 0; // those that are not secondary
        for (spliced_alignment const & a : found.alignments) {
            texts.emplace_back(a, read.size());
            whole += !a.secondary;
        }
        for (std::size_t k = 0; k < texts.size(); ++k) {
            spliced_alignment const & a = found.alignments[k];
            strand const direction = direction_of(a);
            append_fields(rows, read.name,
                          (a.read_reverse ? reverse_read : 0) | (a.secondary ? secondary : 0) |
                              (a.supplementary ? supplementary : 0),
                          run_.targets[a.target].name, texts[k].position, unsigned{a.mapq}, texts[k].cigar, "*\t0\t0",
                          a.secondary ? std::string{"*"} : letters(read, direction),
                          a.secondary ? std::string{"*"} : sam_quality(read, direction));
            append_number(rows, "\tNM:i:", a.edits);
            append_number(rows, "\tAS:i:", a.score);
            append_number(rows, "\tvl:i:", a.length);
            append_number(rows, "\tvj:i:", a.junctions.size());
            rows += a.secondary ? "\ttp:A:S" : "\ttp:A:P";
            if (a.transcript_strand != '.') {
                (rows += "\tts:A:") += strand_on_read(a);
                (rows += "\tXS:A:") += a.transcript_strand;
            }
            if (!a.secondary && whole > 1)
                append_others(rows, found, texts, k);
            append_number(rows, "\tri:Z:", read.number);
            append_number(rows, ",", a.target + 1);
            end_row(rows);
        }
    }

private:
    [[nodiscard]] std::vector<sam_target> targets() const
    {
        std::vector<sam_target> out;
        for (genome_record const & t : run_.targets)
            out.push_back({.name = t.name, .letters = t.letters, .number = out.size() + 1});
        return out;
    }
    static std::string letters(sequence const & read, strand direction)
    {
        return sam_sequence(read, direction, alphabet::dna);
    }
    /// SA: the primary alignment first, then the others that are not secondary.
    void append_others(std::string & rows, spliced_read const & found, std::vector<placed_text> const & texts,
                       std::size_t self) const
    {
        rows += "\tSA:Z:";
        for (bool const supplementary_ones : {false, true})
            for (std::size_t k = 0; k < texts.size(); ++k) {
                spliced_alignment const & a = found.alignments[k];
                if (k == self || a.secondary || a.supplementary != supplementary_ones)
                    continue;
                rows += run_.targets[a.target].name;
                append_number(rows, ",", texts[k].position);
                rows += a.read_reverse ? ",-," : ",+,";
                rows += texts[k].cigar;
                append_number(rows, ",", unsigned{a.mapq});
                append_number(rows, ",", a.edits);
                rows += ';';
            }
    }
    void end_row(std::string & rows) const
    {
        if (!group_.empty())
            rows += "\tRG:Z:" + group_;
        rows += '\n';
    }

    spliced_run run_;
    std::string group_; // ID of the read group
};

} // namespace

format_rows_pointer make_spliced_sam(spliced_run run)
{
    return std::make_unique<sam_rows>(std::move(run));
}

} // namespace vglcs::detail
