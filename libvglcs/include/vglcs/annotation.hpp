// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/spliced_alignment.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vglcs {

/// A record of the genome, as far as names and places need it.
struct genome_record
{
    std::string name;
    std::uint64_t letters = 0;
};

/// How many letters introns may have.
struct intron_limit
{
    std::uint64_t lo = 0, hi = 0; ///< letters, both included
    friend bool operator==(intron_limit const &, intron_limit const &) = default;
};

/// An exon of one transcript.
struct annotated_exon
{
    std::uint64_t begin = 0, end = 0; ///< 0-based, half open, on the record's + strand
    std::string id;                   ///< the file's, else the exon's number in its transcript, from 1, as it is read
};

/// A transcript of the annotation.
struct annotated_transcript
{
    std::string id;
    std::uint32_t gene = 0;            ///< place in gene_annotation::genes()
    std::vector<annotated_exon> exons; ///< by place, not overlapping
};

/// All transcripts of one gene on one strand of one record.
struct annotated_gene
{
    std::string id;
    std::uint64_t target = 0;               ///< place of the record in the genome, from 0
    char strand = '.';                      ///< '+', '-' or '.'
    std::uint64_t begin = 0, end = 0;       ///< what its transcripts cover: 0-based, half open
    std::vector<std::uint32_t> transcripts; ///< places in gene_annotation::transcripts(), in the file's order
    std::optional<intron_limit> introns;    ///< its own limit, where it has one
};

/// An intron of one transcript and more.
struct annotated_intron
{
    std::uint64_t begin = 0, end = 0; ///< 0-based, half open
    char strand = '.';                ///< of a transcript that has it
    friend auto operator<=>(annotated_intron const &, annotated_intron const &) = default;
};

/// An end of an annotated intron.
struct annotated_end
{
    std::uint64_t place = 0; ///< the intron's first letter, or the letter behind its last
    char strand = '.';
    friend auto operator<=>(annotated_end const &, annotated_end const &) = default;
};

/// How an annotation is read.
struct annotation_options
{
    std::map<std::string, std::string> rename; ///< a name in the annotation -> the genome's (--rename FROM=TO)
    std::string limits;                        ///< a table of limits of genes, see gene_annotation; empty: none
    std::function<void(std::string const &)> warn;
    std::uint64_t max_memory = 0; ///< bytes that the annotation may take, 0: any
};

/// Genes, transcripts and exons of a file, and fast answers about their introns.
///
/// Formats, plain or gzip, found from the first line that carries data: GTF (lines `exon` with transcript_id and
/// gene_id), GFF3 (lines `exon` whose Parent is the transcript, whose own Parent, up to the first line without one, is
/// the gene; a transcript without exons is made of its CDS), BED12 (a transcript a line, which is its own gene).
/// GTF and GFF3 count letters from 1, BED from 0. Exon ids are the attributes exon_id, ID or Name.
/// A gene's limit is the attribute max_intron=N or LO..HI of its line or of one of its transcripts (the widest holds),
/// or a line of the table `limits`, which stands above it: gene, tab, LO..HI or N. N is 0..N.
///
/// Const calls may run concurrently. Memory: about 100 bytes an exon, and the names.
class gene_annotation
{
public:
    /// No genes.
    gene_annotation();
    /// Reads a file; "-" is standard input. Throws input_error with file and line: damaged lines; places beyond the
    /// record (transcripts across the end of a circular record, which has Is_circular=true, are left out with a
    /// warning); blocks of BED12 that do not fit; no transcript at all; no name that is a record of the genome; limits
    /// of genes that it has not. Warns, with counts and the first line: of names without a record in the genome, of
    /// exons that a transcript has twice, of exons of one transcript that overlap (they count as one), of transcripts
    /// that have several places (each is one).   O(k log k) for k exons.
    gene_annotation(std::string const & path, std::span<genome_record const> genome,
                    annotation_options const & options);
    ~gene_annotation();
    gene_annotation(gene_annotation &&) noexcept;
    gene_annotation & operator=(gene_annotation &&) noexcept;

    [[nodiscard]] std::span<annotated_gene const> genes() const noexcept;             ///< by target, place, id
    [[nodiscard]] std::span<annotated_transcript const> transcripts() const noexcept; ///< in the file's order

    /// Different introns of a record, by place.
    [[nodiscard]] std::span<annotated_intron const> introns(std::uint64_t target) const noexcept;
    /// True where a transcript of either strand has this intron.   O(log k).
    [[nodiscard]] bool is_annotated(std::uint64_t target, std::uint64_t begin, std::uint64_t end) const noexcept;
    /// Different places first..last (closed) at which annotated introns begin, by place.   O(log k).
    [[nodiscard]] std::span<annotated_end const> starts(std::uint64_t target, std::uint64_t first,
                                                        std::uint64_t last) const noexcept;
    /// The same of the letters behind annotated introns.
    [[nodiscard]] std::span<annotated_end const> ends(std::uint64_t target, std::uint64_t first,
                                                      std::uint64_t last) const noexcept;
    /// Letters of the longest annotated intron that has a letter in begin..end-1; 0 where none has.
    [[nodiscard]] std::uint64_t longest_intron(std::uint64_t target, std::uint64_t begin,
                                               std::uint64_t end) const noexcept;
    /// The limit of genes that have a letter in begin..end-1: the widest of those that have one.
    [[nodiscard]] std::optional<intron_limit> limit_over(std::uint64_t target, std::uint64_t begin,
                                                         std::uint64_t end) const noexcept;
    /// Places in genes() of those that have a letter in begin..end-1, in order.
    [[nodiscard]] std::vector<std::uint32_t> genes_over(std::uint64_t target, std::uint64_t begin,
                                                        std::uint64_t end) const;

private:
    struct state;
    std::unique_ptr<state const> state_;
};

/// What an alignment says of the gene that it lies on.
struct gene_use
{
    annotated_gene const * gene = nullptr;             ///< null: it lies on none
    annotated_transcript const * transcript = nullptr; ///< the one that it fits best
    /// For each exon of the alignment that of the gene which it lies on, null where it lies on none.
    std::vector<annotated_exon const *> exons;
    std::vector<annotated_exon const *> skipped; ///< exons of the transcript that lie within one of its introns
};

/// The gene and the transcript that an alignment fits best: most introns in common, then most letters of exons in
/// common, then fewest skipped exons, then the first in genes(), then the first in the file. Genes of the other strand
/// than the transcript's, where that is known, come only after all others. An exon lies on the gene's exon, of any of
/// its transcripts, that has most letters in common with it; of several that of the fewest letters, then that of the
/// best transcript, then the first.   O(exons of the genes there).
[[nodiscard]] gene_use find_gene_use(gene_annotation const & annotation, spliced_alignment const & alignment);

} // namespace vglcs
