// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/annotation.hpp>
#include <vglcs/io/output_file.hpp>
#include <vglcs/sequence.hpp>
#include <vglcs/spliced_alignment.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vglcs {

/// Formats of spliced alignments; docs/guide/formats.md defines each column.
enum class spliced_format : std::uint8_t {
    sam,
    paf,
    bed,       ///< BED12
    gff3,      ///< mRNA and exon features with Target
    exons,     ///< a table: which exons of which gene a read uses
    junctions, ///< introns of all reads, in the columns of STAR's SJ.out.tab: see junction_table
};

[[nodiscard]] std::string_view name(spliced_format f) noexcept;
[[nodiscard]] std::optional<spliced_format> parse_spliced_format(std::string_view text) noexcept;
/// The format that the ending of a file's name says, `.gz` behind it or not, in any case of letters: .sam, .paf, .bed,
/// .gff3 and .gff, .tsv for exons, .tab for junctions. Nothing for others.
[[nodiscard]] std::optional<spliced_format> spliced_format_of_ending(std::string_view path) noexcept;

/// "GT-AG", "GC-AG", "AT-AC", "other".
[[nodiscard]] std::string_view name(site_kind sites) noexcept;

/// What holds for all rows of a run.
struct spliced_run
{
    std::vector<genome_record> targets;      ///< all records of the genome
    gene_annotation const * genes = nullptr; ///< for exons; null: none. Has to outlive the rows
    std::string command_line, version;       ///< sam: of @PG
    std::string read_group;                  ///< sam: the @RG line, "@RG\tID:...", of all rows; empty: none
};

/// Makes the rows of reads in one format. The bytes depend on the arguments alone: not on locale, time or machine.
/// Immutable; any number of threads may call it.
class spliced_rows
{
public:
    /// Throws usage_error for junctions (see junction_table), input_error where the format cannot hold the names of the
    /// targets (sam).
    spliced_rows(spliced_format f, spliced_run run);
    ~spliced_rows();
    spliced_rows(spliced_rows &&) noexcept;

    /// Lines in front of all rows; may be empty.
    [[nodiscard]] std::string header() const;
    /// Adds the rows of a read: one for each alignment, for gff3 one more for each exon; for a read without alignments
    /// one in sam and exons, none elsewhere. Throws input_error before the first byte where the format cannot hold the
    /// read's name: see check_read_name.   O(alignments), exons beside it what find_gene_use takes.
    /// @param read   the letters and qualities of `found`, as the file has them; its number is > 0
    void append(std::string & rows, spliced_read const & found, sequence const & read) const;

    /// One format's rows; of the library alone.
    class format_rows;

private:
    std::unique_ptr<format_rows const> rows_;
};

/// Throws input_error where the format cannot hold the name of a read: an empty one, one with a tab or a line end; in
/// sam what SAM excludes. For callers that look through all reads before the work.
void check_read_name(spliced_format f, sequence const & read);

/// Introns of all reads, with how many reads have each: the rows of STAR's SJ.out.tab.
/// An alignment counts for each of its introns as unique where its MAPQ is 10 or more and it is not secondary, else as
/// multiple. The overhang is the largest of all alignments' of the shorter matched side. Introns of different strands
/// are different. Memory: 40 bytes for each different intron, at most twice that much while it is filled.
class junction_table
{
public:
    /// Adds the introns of a read.
    void add(spliced_read const & found);
    /// Adds what another table has: tables of parts of the reads make that of all of them, in any order.
    void add(junction_table const & other);
    /// Rows, sorted by target, place and strand: target, first and last letter of the intron from 1, strand (0 not
    /// known, 1 +, 2 -), sites (0 other, 1 GT-AG, 2 CT-AC, 3 GC-AG, 4 CT-GC, 5 AT-AC, 6 GT-AT, read on the target's +
    /// strand), annotated (0, 1), unique reads, multiple reads, overhang.
    void write(std::span<genome_record const> targets, output_file & out);

private:
    struct row
    {
        std::uint64_t target = 0, begin = 0, end = 0;
        std::uint32_t unique = 0, multiple = 0, overhang = 0;
        char strand = '.';
        site_kind sites = site_kind::other;
        bool annotated = false;
    };
    void add(row const & r);
    void settle();

    std::vector<row> rows_; ///< the first `settled_` sorted and different, the others as they came
    std::size_t settled_ = 0;
};

} // namespace vglcs
