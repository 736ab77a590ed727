// SPDX-License-Identifier: BSD-3-Clause
/// Lines of GFF3 and GTF.
#pragma once

#include "io/limits/track_lines.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace vglcs::detail {

enum class gff_flavour : std::uint8_t { gff3, gtf };

/// One feature; all parts point into the line.
struct feature_line
{
    std::string_view name, type;
    std::uint64_t first = 0, last = 0; ///< 0-based, half open
    char strand = '.';                 ///< as it stands, '.' where the column is empty
    std::string_view attributes;       ///< column 9, may be empty
};

/// Reads the columns of the line that `lines` gave last. Throws input_error at it: columns that are missing, places
/// that are no numbers, 0 or in the wrong order.
[[nodiscard]] feature_line parse_feature(track_lines const & lines, std::string_view line, gff_flavour written_as);

/// Value of the first attribute of that name in column 9, empty where there is none: `key=value;...` of GFF3, bytes
/// as they stand (see percent_decoded), or `key "value"; ...` of GTF, without the quotes.
[[nodiscard]] std::string_view attribute(std::string_view attributes, std::string_view key);
/// True where column 9 is written as GFF3 does.
[[nodiscard]] bool has_gff3_attributes(std::string_view attributes) noexcept;

} // namespace vglcs::detail
