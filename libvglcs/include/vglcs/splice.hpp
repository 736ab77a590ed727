// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/run_control.hpp>
#include <vglcs/scoring.hpp>
#include <vglcs/sequence.hpp>
#include <vglcs/spliced_alignment.hpp>
#include <vglcs/text_collection.hpp>
#include <vglcs/text_index.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace vglcs {

class gene_annotation;

/// What an alignment earns and pays. An intron costs `intron`, and what its two ends cost beside. The ends are read on
/// the transcript's strand: the first two letters of the intron and its last two.
struct splice_prices
{
    std::uint32_t match = 2;        ///< what a pair of equal letters earns
    std::uint32_t skip = 2;         ///< of a letter skipped in the read or in the genome
    std::uint32_t gap = 3;          ///< most letters skipped on a side between two matched ones, or beside an intron
    std::uint32_t intron = 18;      ///< of an intron, however long
    std::uint32_t begin_gc = 7;     ///< of an intron that begins with GC; with GT it costs nothing
    std::uint32_t begin_at = 14;    ///< of one that begins with AT
    std::uint32_t begin_other = 16; ///< of one that begins with anything else
    std::uint32_t end_ac = 14;      ///< of one that ends with AC; with AG it costs nothing
    std::uint32_t end_other = 16;   ///< of one that ends with anything else
    std::uint32_t novel_end = 4;    ///< of each end, more, that lies in an annotated gene whose annotation has it not
    std::uint32_t known_intron = 8; ///< in the place of `intron` where the end is one of the annotation

    friend bool operator==(splice_prices const &, splice_prices const &) = default;
};

/// How reads are aligned. All have defaults; fill by name.
struct splice_options
{
    std::uint32_t least_intron = 20, most_intron = 5000; ///< letters, closed
    splice_prices prices;
    /// Shortest seed; 0: two letters more than it takes to tell places of the genome apart, at least 11.
    std::uint32_t seed = 0;
    std::uint32_t most_places = 32; ///< of a seed: where one has more, longer ones are taken until no more are left
    std::uint32_t most_loci = 5;    ///< places of a read that the table is computed for
    std::int64_t least_score = 60;  ///< alignments below are not given
    double secondary_part = 0.8;    ///< other places of the same letters are given from this part of the best score on
    /// Cells of a table that is made in a second try with all letters as far as introns reach, where the first
    /// alignment of a locus leaves out 20 letters of an end of the read, or scores less than half of its letters; 0:
    /// none
    std::uint64_t second_table = std::uint64_t{1} << 24;
    bool tails = true;            ///< poly-A and poly-T ends of reads, and what is behind them, stay out
    bool whole = false;           ///< the table has the whole genome: no seeds, no windows
    std::uint64_t max_memory = 0; ///< bytes that one table may take; 0: an eighth of what is there
    run_control * control = nullptr;
};

/// A genome that reads are aligned to: its letters, and a suffix array that finds seeds. Immutable; any number of
/// threads may use it.
class splice_genome
{
public:
    /// @param text        dna or rna; has to outlive it
    /// @param index       of `text`, has to outlive it; null: the suffix array is made here, 4 bytes a letter (9 while
    ///                    it is made)
    /// @param seeds       false: nothing is made, for runs without seeds
    /// @param max_memory  bytes, 0: 80% of what is there
    /// Throws usage_error for other alphabets, resource_error beyond max_memory, with the way out.
    splice_genome(text_collection const & text, text_index const * index, bool seeds = true, unsigned threads = 0,
                  std::uint64_t max_memory = 0, run_control const * control = nullptr);
    ~splice_genome();
    splice_genome(splice_genome &&) noexcept;

    [[nodiscard]] text_collection const & text() const noexcept { return *text_; }

    struct state;
    [[nodiscard]] state const & seeds() const noexcept { return *state_; } ///< of the library alone

private:
    text_collection const * text_;
    std::unique_ptr<state> state_;
};

/// Where a read is to be aligned: letters begin..end of a record.
struct splice_region
{
    std::size_t target = 0;                ///< number of the record
    std::uint64_t begin = 0, end = 0;      ///< 0-based, half open; behind the record's end: its end
    std::optional<vglcs::strand> strand{}; ///< of the read; nothing: both
};

/// Aligns transcripts to a genome under hard limits of introns.
///
/// An alignment is a scored chain (see result.hpp) of read and genome whose jumps, in the genome alone, are introns: at
/// most `gap` letters are skipped on a side between two pairs, or an intron of least_intron..most_intron letters is
/// passed, with up to `gap` letters skipped on each side of it. Both strands of the read are tried where seeds are, and
/// both strands of the transcript: its introns then run from CT to AC on the genome's + strand.
///
/// What is exact: the table gives the best chain of the read and the letters of the genome that it has. With `whole`,
/// and with regions that are given, these are all letters there. Else they are windows (docs/algorithms/splice.md):
/// around the maximal exact matches of a chain under the intron limit, between such matches of one exon, and in introns
/// and in front of and behind the outermost match where words of unaligned letters of the read occur, or an exon of
/// five and more letters between two sites that fits exactly between two others.
///
/// Loci are chains of seeds, the best first, up to most_loci; letters of the genome on which a better locus lies are
/// out of the tables of further ones. The alignment of the best score is the primary one (on ties that of the better
/// chain). One whose part of the read lies by more than half in that of a better one, or the reverse, is secondary to
/// it, and is given where its score is at least secondary_part of that one's; any other is supplementary.
///
/// MAPQ of primary and supplementary alignments: see docs/guide/splice.md. Secondary ones have 0.
///
/// The answer for a read depends on the read, the genome and the options alone.
class splicer
{
public:
    /// All have to outlive it. @param genes   may be null
    /// Throws usage_error where options are out of range.
    splicer(splice_genome const & genome, gene_annotation const * genes, splice_options const & how);

    /// Any number of threads may call it. Reads without an alignment have a reason.
    /// Throws resource_error where a table does not fit, `interrupted`.
    [[nodiscard]] spliced_read align(sequence const & read) const;
    /// The same with the whole table of each of the regions.
    [[nodiscard]] spliced_read align(sequence const & read, std::span<splice_region const> regions) const;

private:
    splice_genome const & genome_;
    gene_annotation const * genes_;
    splice_options how_;
};

/// The introns of a whole record as jumps of its letters: what a splicer with these options lets an alignment of it
/// pay, for transcripts of one strand. An intron that is longer than its gene's limit, and lands where the annotation
/// has one that long, is among them, whether it is that one or not.   O(letters).
/// @param target   number of the record in the genome, from 0
/// @param genes    may be null
[[nodiscard]] jumps intron_jumps(sequence const & record, std::size_t target, strand transcript,
                                 gene_annotation const * genes, splice_options const & how);

} // namespace vglcs
