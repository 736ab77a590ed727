// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/text_rows.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vglcs::tools {

/// A spliced alignment as a row states it.
struct spliced_row
{
    struct part
    {
        std::uint64_t first, end; ///< letters of the target, end excluded
    };
    std::string_view read, target;
    std::vector<part> exons;               ///< rising; introns lie between them
    bool reverse = false;                  ///< the read's reverse complement
    char transcript = '.';                 ///< strand of the transcript on the target, where the row says it
    std::int64_t quality = -1, score = -1; ///< MAPQ and AS; -1: not said
    bool other = false;                    ///< a secondary or supplementary alignment
};

/// Reads a row of SAM; nothing for a read that is not aligned. Throws input_error.
[[nodiscard]] std::optional<spliced_row> read_sam_row(table_row const & row);
/// Reads a row of PAF with a cigar (cg). Throws input_error.
[[nodiscard]] spliced_row read_spliced_paf_row(table_row const & row);
/// Reads a row of BED12. Throws input_error.
[[nodiscard]] spliced_row read_bed12_row(table_row const & row);

} // namespace vglcs::tools
