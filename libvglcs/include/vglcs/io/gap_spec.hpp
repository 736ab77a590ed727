// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/alphabet.hpp>
#include <vglcs/gap_limits.hpp>
#include <vglcs/sequence.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace vglcs {

/// How a SPEC is read: what --gap-default and --rename say, and where warnings go.
struct gap_spec_options
{
    gap_limit otherwise{};                     ///< bases that a track leaves out (--gap-default); inf unless set
    std::map<std::string, std::string> rename; ///< a track's name -> the record's name (--rename FROM=TO)
    std::function<void(std::string const &)> warn;
    /// What `letter:` compares by: U is T in dna and rna, case counts in raw. Without it case does not count and U is
    /// a letter of its own.
    std::optional<alphabet> letters{};
    /// Bytes that a track may take, 0: any; a larger one is a resource_error.
    std::uint64_t max_memory = 0;
};

/// The gap limits that a SPEC gives to the records of one sequence file. A SPEC is one of
///   N | LO..HI | inf | x              one limit for every letter
///   letter:A=3,C=1,*=2                a limit per letter, * every other letter
///   at:GT=5,after:AG=50,*=2           a limit at sites: letters that begin with the motif, letters directly after it;
///                                     the first that matches holds, * every letter that none matches (dna, rna)
///   qual                              the Phred quality of a FASTQ record
///   FILE.bedgraph[.gz] | FILE.bg[.gz] limit per interval
///   FILE.bed[.gz][:LIMIT]             score = limit, or LIMIT inside
///   FILE.gff3[.gz]:TYPE=LIMIT,TYPE^=LIMIT,...   inside features of a type; ^: their base that is read first,
///                                     TYPE$=LIMIT: the base that is read next behind them
///   FILE.gff[.gz]:... | FILE.gtf[.gz]:...       the same: .gff is read as GFF3, .gtf as GTF
///   FILE.gaps[.gz]                    FASTA-like, one limit a letter, 5x100 repeats
///   FORMAT:PATH                       any of them, FORMAT being bedgraph, bed, gff3, gtf or gaps: a pipe, /dev/stdin
/// FILE is the longest part of the text, up to its end or a ':', that has such an ending (case does not count) and
/// exists. Parsed and loaded once (throws usage_error, input_error), then asked for each record.
/// docs/guide/gap-limits.md is the reference of the formats.
///
/// A track keeps runs of equal limits, 8 bytes a run, for all its names together; arrays a letter are made for the
/// asked record only. One thread at a time.
class gap_spec
{
public:
    gap_spec(std::string_view text, gap_spec_options options);
    /// Several SPECs: a later one overrides the earlier ones where it says something. What none says anything of gets
    /// `options.otherwise`.
    gap_spec(std::span<std::string const> texts, gap_spec_options options);
    ~gap_spec();
    gap_spec(gap_spec &&) noexcept;
    gap_spec & operator=(gap_spec &&) noexcept;
    /// The same limits before any record was asked for, for another sequence file (a pipe can be read only once) or
    /// another reading of this one. Precondition: none was asked for.
    /// @param silent   it gives no warnings
    [[nodiscard]] gap_spec copy(bool silent = false) const;

    /// Limits of the record, in the aligned orientation: on the reverse strand they are reversed with the letters,
    /// TYPE^ is the base that is read first there, and sites are looked up on the reverse complement. Throws
    /// input_error (a .gaps record of another length, coordinates beyond the record's end, `qual` without qualities).
    [[nodiscard]] gap_limits limits_for(sequence const & record, strand direction);

    /// Throws what `limits_for` would, and counts for `finish` as it does; makes no limits.   O(1), `qual` O(1) too.
    void expect(sequence const & record);

    /// True where limits depend on the record alone (letters, qualities): they can be made later, by any thread, since
    /// nothing is known of the records that were asked before.
    [[nodiscard]] bool can_wait() const noexcept;
    /// Throws what `limits_for` would. Where `can_wait`.   O(letters), some 0.1 instructions a letter.
    void check(sequence const & record) const;
    /// `limits_for` of a record that was checked. Where `can_wait`; from any thread.
    [[nodiscard]] gap_limits limits_later(sequence const & record, strand direction) const;

    /// To be called when all records were asked: warns of track names that no record had (with the count), of a .gaps
    /// file's missing records and of renames that fit no name. Throws input_error where the track applied to none, or
    /// where a .gaps file names a record that nobody asked for. Does nothing where no record was asked at all.
    void finish();

    [[nodiscard]] std::string const & text() const noexcept; ///< the SPEC as given, several with blanks between

private:
    struct source;
    explicit gap_spec(std::unique_ptr<source> s);
    std::unique_ptr<source> source_;
};

/// Throws what a gap_spec of this text would for its grammar alone (usage_error; input_error for LO above HI); opens no
/// file.
void check_gap_spec(std::string_view text);

/// The path of the file that a SPEC names; empty where it names none or cannot be read.
[[nodiscard]] std::string gap_spec_path(std::string_view text);

/// The sidecar of a sequence file that bare --gaps takes: a.fa.gaps, a.gaps, then .bedgraph; for a.fa.gz first
/// a.fa.gz.gaps; then the same names with .gz behind. Empty where there is none, and for "-".
[[nodiscard]] std::string find_sidecar(std::string const & sequence_path);

/// A limit as a SPEC writes it: "5", "2..7", "inf", "x".
[[nodiscard]] std::string to_string(gap_limit limit);
/// Reads one limit; 2^32-1 and more is inf, which no sequence can tell apart. Throws, naming the text, usage_error
/// (negative, no number, above 2^64-1) or input_error (LO > HI).
[[nodiscard]] gap_limit parse_gap_limit(std::string_view text);

/// SHA-256 of the limits in file orientation, shortened to 16 hex digits: equal limits, equal digest, however given;
/// what a blocked letter allows does not count.   O(1) where the limits are uniform, else O(n).
[[nodiscard]] std::string digest(gap_limits const & limits);

/// Writes the limits of one record as bedGraph lines, one for each run of equal limits, that a .bedgraph SPEC reads
/// back to the same limits: 0-based start, end excluded, limit as `to_string` writes it. `write` gets the text in
/// parts. Throws input_error for a name that a bedGraph line cannot hold (empty, blanks inside, # in front).
void write_bedgraph(std::string_view name, gap_limits const & limits,
                    std::function<void(std::string_view)> const & write);

} // namespace vglcs
