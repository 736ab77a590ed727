// SPDX-License-Identifier: BSD-3-Clause
#include "io/results/spliced_rows.hpp"

#include <vglcs/io/append_fields.hpp>

#include <fmt/format.h>

#include <utility>

namespace vglcs::detail {

namespace {

/// Text with the bytes that GFF3 gives a meaning, blanks and control characters as %HH.
std::string percent_coded(std::string_view text, std::string_view meaning)
{
    std::string out;
    for (char const c : text) {
        auto const byte = static_cast<unsigned char>(c);
        if (byte <= ' ' || byte == 0x7f || c == '%' || meaning.find(c) != meaning.npos)
            out += fmt::format("%{:02X}", byte);
        else
            out += c;
    }
    return out;
}

class gff3_rows final : public spliced_rows::format_rows
{
public:
    explicit gff3_rows(spliced_run run) : run_{std::move(run)} {}

    [[nodiscard]] std::string header() const override { return "##gff-version 3\n"; }

    void append(std::string & rows, spliced_read const & found, sequence const & read) const override
    {
        check_read_name(spliced_format::gff3, read);
        std::string const shown = percent_coded(read.name, ";=&,");
        std::size_t number = 0;
        for (spliced_alignment const & a : found.alignments) {
            std::string id = "a"; // names of reads may be there twice
            append_field(id, read.number);
            id += '.';
            append_field(id, ++number);
            std::string const target = percent_coded(run_.targets[a.target].name, ">;=&,");
            std::uint32_t const first = a.exons.front().read_begin, last = a.exons.back().read_end;
            append_fields(rows, target, "vglcs\tmRNA", a.exons.front().target_begin + 1, a.exons.back().target_end,
                          a.score, a.transcript_strand, '.', "ID=" + id + ";Name=" + shown);
            rows += ";mapq=";
            append_field(rows, unsigned{a.mapq});
            rows += ";matches=";
            append_field(rows, a.length);
            rows += ";kind=";
            rows += a.secondary ? "secondary" : a.supplementary ? "supplementary" : "primary";
            append_target(rows, shown, a, read.size(), first, last);
            for (spliced_exon const & e : a.exons) {
                append_fields(rows, target, "vglcs\texon", e.target_begin + 1, e.target_end, '.', a.transcript_strand,
                              '.', "Parent=" + id);
                append_target(rows, shown, a, read.size(), e.read_begin, e.read_end);
            }
        }
    }

private:
    /// Target, and the end of the row: the part of the read as the file has it, and its strand relative to the
    /// feature's.
    static void append_target(std::string & rows, std::string const & shown, spliced_alignment const & a,
                              std::uint64_t letters, std::uint64_t begin, std::uint64_t end)
    {
        if (a.read_reverse)
            begin = letters - std::exchange(end, letters - begin);
        char const strand = a.transcript_strand != '.' ? strand_on_read(a) : a.read_reverse ? '-' : '+';
        rows += ";Target=" + shown + ' ';
        append_field(rows, begin + 1);
        rows += ' ';
        append_field(rows, end);
        rows += ' ';
        rows += strand;
        rows += '\n';
    }

    spliced_run run_;
};

} // namespace

format_rows_pointer make_spliced_gff3(spliced_run run)
{
    return std::make_unique<gff3_rows>(std::move(run));
}

} // namespace vglcs::detail
