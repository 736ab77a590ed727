// SPDX-License-Identifier: BSD-3-Clause
/// The track formats: each function reads a whole file and throws input_error with file and line.
#pragma once

#include "io/limits/track.hpp"

#include <optional>
#include <string>
#include <vector>

namespace vglcs::detail {

/// Four columns: name, start, end (0-based, half open), limit.
[[nodiscard]] track read_bedgraph(std::string const & path, gap_spec_options const & options);

/// BED of three columns and more: name, start, end (0-based, half open); `inside` is the limit of every interval,
/// without it the fifth column (score) is.
[[nodiscard]] track read_bed(std::string const & path, std::optional<gap_limit> inside,
                             gap_spec_options const & options);

/// One TYPE=LIMIT or TYPE^=LIMIT of a GFF3 SPEC.
struct feature_limit
{
    std::string type;
    bool first_base = false; ///< TYPE^: only the feature's base that is read first
    gap_limit limit;
};

/// GFF3: limits of features by their type (column 3), coordinates 1-based and closed; names may be percent-encoded.
/// Ends at ##FASTA. A feature that begins at 1 and has Is_circular=true says how many letters its record has, and that
/// features which end beyond go on from the first letter.
[[nodiscard]] track read_gff3(std::string const & path, std::vector<feature_limit> const & types,
                              gap_spec_options const & options);

/// GTF (GFF of version 2): the same columns; names as they are, no circular records.
[[nodiscard]] track read_gtf(std::string const & path, std::vector<feature_limit> const & types,
                             gap_spec_options const & options);

/// FASTA-like: `>name`, then one limit for each letter, between blanks; `LIMITxCOUNT` stands for COUNT of them.
[[nodiscard]] track read_gaps(std::string const & path, gap_spec_options const & options);

} // namespace vglcs::detail
