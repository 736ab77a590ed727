// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/alphabet.hpp>
#include <vglcs/io/gap_spec.hpp>
#include <vglcs/scoring.hpp>
#include <vglcs/sequence.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace vglcs {

/// The two ends of jumps: what a letter has for those that land on it, and for those that pass it first.
enum class jump_part : std::uint8_t { landing, leaving };

/// The jumps that SPECs give to the records of one sequence file: one list of SPECs for landing, one for leaving. A
/// SPEC is what gap_spec says, but `qual`, with other values:
///   VALUE                             one value for every letter
///   letter:A=VALUE,C=VALUE,*=VALUE    a value per letter, * every other letter
///   at:IUPAC=VALUE,after:IUPAC=VALUE,*=VALUE    sites: letters that begin with the motif, letters directly after it;
///                                     the first that matches holds, * every letter that none matches
///   FILE.bedgraph, FILE.gaps, FILE.bed:VALUE, FILE.gff3:TYPE=VALUE,TYPE^=VALUE,TYPE$=VALUE and so on: tracks
/// where VALUE is HI@COST, LO..HI@COST or . (no jump) for landing, COST or x (no jump begins here) for leaving; HI may
/// be inf, a COST is 0..scoring::largest_cost.
///
/// A later SPEC of a list overrides the earlier ones where it says something; within a track the cheapest of several
/// values on a letter holds, then the larger HI. Where none says anything no jump lands, and leaving costs 0. Motifs
/// lie wholly in the record and are IUPAC codes; case does not count, U is T, a letter of the record that is none of
/// A C G T U matches no code but N. Sites are for dna and rna.
///
/// Parsed and loaded once, then asked for each record: by one thread `expect`, after that by any `for_record`.
class jump_spec
{
public:
    /// Of the options `letters` is the alphabet (without it `letter:` compares as if U were a letter of its own, and
    /// sites take the records for nucleotides) and `otherwise` is not looked at. Throws usage_error, which names the
    /// SPEC: a value that is none, LO above HI, a COST that is out of range, a code that is not IUPAC, something that
    /// stands twice, sites in another alphabet, leaving without landing; input_error with file and line of a track.
    jump_spec(std::span<std::string const> landing, std::span<std::string const> leaving,
              gap_spec_options const & options = {});
    /// The same with no option but the alphabet.
    jump_spec(std::span<std::string const> landing, std::span<std::string const> leaving, alphabet letters);
    ~jump_spec();
    jump_spec(jump_spec &&) noexcept;
    jump_spec & operator=(jump_spec &&) noexcept;
    /// The same jumps before any record was asked for, as gap_spec::copy.
    [[nodiscard]] jump_spec copy(bool silent = false) const;

    /// The record is one of the file: throws input_error where a track does not fit it or it has 2^32-1 letters and
    /// more, and counts for `finish`.
    void expect(sequence const & record);
    /// As gap_spec::finish, for every track.
    void finish();

    /// Jumps of the record, in the aligned orientation: on the reverse strand sites are looked up on the reverse
    /// complement, TYPE^ and TYPE$ are those of the direction; what belongs to letters as the file writes them moves
    /// with its junction, as `jumps::reversed` says.
    ///
    /// `transcript` is the direction in which introns are read. Where it is reverse the SPECs are those of the other
    /// direction's reading, mirrored junction by junction: a junction's landing cost there is its leaving cost here and
    /// the other way round (`after:AG` lies before a letter whose jump begins with CT). Windows stay with landing, so
    /// all that the SPECs name must be equal: else throws usage_error.
    /// O(n * motifs), O(1) where every value is uniform.
    /// Precondition: the record was expected, where there are tracks.
    [[nodiscard]] jumps for_record(sequence const & record, strand direction,
                                   strand transcript = strand::forward) const;

    /// Throws what `for_record` would of any record: the SPECs cannot be read in that direction.
    void check(strand transcript) const;
    /// True where the direction of transcripts makes a difference: not where every value holds for all letters.
    [[nodiscard]] bool reads_transcript() const noexcept;

private:
    struct state;
    explicit jump_spec(std::unique_ptr<state> s);
    std::unique_ptr<state> state_;
};

/// Throws what a jump_spec with this SPEC would for its grammar alone; opens no file.
void check_jump_spec(std::string_view text, jump_part part, std::optional<alphabet> letters = {});

/// The path of the file that a SPEC names; empty where it names none or cannot be read.
[[nodiscard]] std::string jump_spec_path(std::string_view text, jump_part part);

/// Writes one end of a record's jumps as bedGraph lines, as `write_bedgraph` does limits.
void write_bedgraph(std::string_view name, jumps const & given, jump_part part,
                    std::function<void(std::string_view)> const & write);

/// A comment line that says of which kind the lines behind it are, in a bedGraph or .gaps file that holds several.
[[nodiscard]] std::string limits_section();
[[nodiscard]] std::string jumps_section(jump_part part);

/// SHA-256, shortened to 16 hex digits, of all that one sequence has in a run with scores: its limits, what a pair
/// earns, what a letter skipped on its side costs, its jumps, and what its letters allow to be skipped in the other
/// sequence; in file orientation. Where a pair earns 1, nothing costs or jumps, and the other sequence has no limit by
/// them, it is `digest(limits)`.   O(n), O(1) where all is uniform.
/// @param for_partner  of no letters: no limits
[[nodiscard]] std::string digest(gap_limits const & limits, std::uint32_t match, std::uint32_t skip,
                                 jumps const & jumps, gap_limits const & for_partner = {});

} // namespace vglcs
