// SPDX-License-Identifier: BSD-3-Clause
/// The track formats: each function reads a whole file of values of one kind and throws input_error with file and line.
#pragma once

#include "io/limits/spec_grammar.hpp"
#include "io/limits/track.hpp"

#include <optional>
#include <string>
#include <vector>

namespace vglcs::detail {

/// The track that a SPEC names.
[[nodiscard]] track read_track(track_spec const & spec, value_kind kind, gap_spec_options const & options);

/// Four columns: name, start, end (0-based, half open), value. See `section_lines` for files of several kinds.
[[nodiscard]] track read_bedgraph(std::string const & path, value_kind kind, gap_spec_options const & options);

/// BED of three columns and more: name, start, end (0-based, half open); `inside` is the value of every interval,
/// without it the fifth column (score) is, as a limit.
[[nodiscard]] track read_bed(std::string const & path, std::optional<spec_value> inside, value_kind kind,
                             gap_spec_options const & options);

/// GFF3: values of features by their type (column 3), coordinates 1-based and closed; names may be percent-encoded.
/// Ends at ##FASTA. A feature that begins at 1 and has Is_circular=true says how many letters its record has, and that
/// features which end beyond go on from the first letter.
[[nodiscard]] track read_gff3(std::string const & path, std::vector<feature_value> const & types, value_kind kind,
                              gap_spec_options const & options);

/// GTF (GFF of version 2): the same columns; names as they are, no circular records.
[[nodiscard]] track read_gtf(std::string const & path, std::vector<feature_value> const & types, value_kind kind,
                             gap_spec_options const & options);

/// FASTA-like: `>name`, then one value for each letter, between blanks; `VALUExCOUNT` stands for COUNT of them.
[[nodiscard]] track read_gaps(std::string const & path, value_kind kind, gap_spec_options const & options);

} // namespace vglcs::detail
