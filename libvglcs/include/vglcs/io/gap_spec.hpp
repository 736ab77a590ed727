// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/gap_limits.hpp>
#include <vglcs/sequence.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace vglcs {

/// How a SPEC is read: what --gap-default and --rename say, and where warnings go.
struct gap_spec_options
{
    gap_limit otherwise{};                     ///< bases that a track leaves out (--gap-default); inf unless set
    std::map<std::string, std::string> rename; ///< a track's name -> the record's name (--rename FROM=TO)
    std::function<void(std::string const &)> warn;
};

/// The gap limits that a SPEC gives to the records of one sequence file. A SPEC is one of
///   N | LO..HI | inf | x              one limit for every letter
///   letter:A=3,C=1,*=2                a limit per letter, * every other letter
///   qual                              the Phred quality of a FASTQ record
///   FILE.bedgraph[.gz] | FILE.bg      limit per interval
///   FILE.bed[.gz][:LIMIT]             score = limit, or LIMIT inside
///   FILE.gff3[.gz]:TYPE=LIMIT,TYPE^=LIMIT,...   inside features of a type; ^: their base that is read first
///   FILE.gaps[.gz]                    FASTA-like, one limit a letter, 5x100 repeats
/// Parsed and loaded once (throws usage_error, input_error), then asked for each record.
class gap_spec
{
public:
    gap_spec(std::string_view text, gap_spec_options options);
    ~gap_spec();
    gap_spec(gap_spec &&) noexcept;
    gap_spec & operator=(gap_spec &&) noexcept;

    /// Limits of the record, in the aligned orientation: on the reverse strand they are reversed with the letters, and
    /// TYPE^ is the base that is read first there. Throws input_error (a .gaps record of another length or an unknown
    /// name, `qual` without qualities).
    [[nodiscard]] gap_limits limits_for(sequence const & record, strand direction);
    /// To be called when all records were asked: warns of track names that no record had (with the count), throws
    /// input_error where the track applied to none.
    void finish();

    [[nodiscard]] std::string const & text() const noexcept; ///< the SPEC as given

private:
    struct source;
    std::unique_ptr<source> source_;
};

/// The sidecar of a sequence file that bare --gaps takes: a.fa.gaps, a.gaps, then .bedgraph; for a.fa.gz also those of
/// a.fa. Empty where there is none.
[[nodiscard]] std::string find_sidecar(std::string const & sequence_path);

/// A limit as a SPEC writes it: "5", "2..7", "inf", "x".
[[nodiscard]] std::string to_string(gap_limit limit);
/// Reads one limit. Throws usage_error naming the text: negative, no number, too large, LO > HI.
[[nodiscard]] gap_limit parse_gap_limit(std::string_view text);

/// SHA-256 of the limits in file orientation, shortened to 16 hex digits: equal limits, equal digest, however given.
[[nodiscard]] std::string digest(gap_limits const & limits);

} // namespace vglcs
