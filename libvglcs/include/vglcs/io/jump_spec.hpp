// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/alphabet.hpp>
#include <vglcs/scoring.hpp>
#include <vglcs/sequence.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace vglcs {

/// The jumps that SPECs give to the records of one sequence file: one list of SPECs for landing, one for leaving. A
/// SPEC is one of
///   VALUE                             one value for every letter
///   letter:A=VALUE,C=VALUE,*=VALUE    a value per letter, * every other letter
///   at:IUPAC=VALUE,after:IUPAC=VALUE,*=VALUE    sites: letters that begin with the motif, letters directly after it;
///                                     the first that matches holds, * every letter that none matches
/// where VALUE is HI@COST, LO..HI@COST or . (no jump) for landing, COST or x (no jump begins here) for leaving; HI may
/// be inf, a COST is 0..scoring::largest_cost.
///
/// A later SPEC of a list overrides the earlier ones where it says something. Where none says anything no jump lands,
/// and leaving costs 0. Motifs lie wholly in the record and are IUPAC codes; case does not count, U is T, a letter of
/// the record that is none of A C G T U matches no code but N. Sites are for dna and rna.
///
/// Parsed once, then asked for each record, by any thread.
class jump_spec
{
public:
    /// `letters` is the alphabet; without it `letter:` compares as if U were a letter of its own, and sites take the
    /// records for nucleotides. Throws usage_error, which names the SPEC: a value that is none, LO above HI, a COST
    /// that is out of range, a code that is not IUPAC, something that stands twice, sites in another alphabet, leaving
    /// without landing.
    jump_spec(std::span<std::string const> landing, std::span<std::string const> leaving,
              std::optional<alphabet> letters = {});
    ~jump_spec();
    jump_spec(jump_spec &&) noexcept;
    jump_spec & operator=(jump_spec &&) noexcept;

    /// Jumps of the record, in the aligned orientation: on the reverse strand sites are looked up on the reverse
    /// complement; what belongs to letters as the file writes them (`letter:`) moves with its junction, as
    /// `jumps::reversed` says.
    ///
    /// `transcript` is the direction in which introns are read. Where it is reverse the SPECs are those of the other
    /// direction's reading, mirrored junction by junction: a junction's landing cost there is its leaving cost here and
    /// the other way round (`after:AG` lies before a letter whose jump begins with CT). Windows stay with landing, so
    /// all that the SPECs name must be equal: else throws usage_error. Throws input_error for a record of 2^32-1
    /// letters and more.   O(n * motifs), O(1) where every value is uniform.
    [[nodiscard]] jumps for_record(sequence const & record, strand direction,
                                   strand transcript = strand::forward) const;

    /// Throws what `for_record` would of any record: the SPECs cannot be read in that direction.
    void check(strand transcript) const;
    /// True where the direction of transcripts makes a difference: not where every value holds for all letters.
    [[nodiscard]] bool reads_transcript() const noexcept;

private:
    struct state;
    std::unique_ptr<state> state_;
};

/// SHA-256, shortened to 16 hex digits, of all that one sequence has in a run with scores: its limits, what a pair
/// earns, what a letter skipped on its side costs, and its jumps; in file orientation. Where a pair earns 1 and nothing
/// costs or jumps it is `digest(limits)`.   O(n), O(1) where all is uniform.
[[nodiscard]] std::string digest(gap_limits const & limits, std::uint32_t match, std::uint32_t skip,
                                 jumps const & jumps);

} // namespace vglcs
