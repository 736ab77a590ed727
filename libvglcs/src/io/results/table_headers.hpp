// SPDX-License-Identifier: BSD-3-Clause
/// Header lines of the two tables, which writers write and readers expect.
#pragma once

#include <string_view>

namespace vglcs::detail {

inline constexpr std::string_view tsv_header =
    "query\ttarget\tstrand\tlength\tquery_length\ttarget_length\tquery_start\tquery_end\ttarget_start\ttarget_end\t"
    "identity\tcigar\tquery_record\ttarget_record\tstatus\tbound";
/// What stands behind it where rows have the descriptions of both records.
inline constexpr std::string_view tsv_description_header = "\tquery_description\ttarget_description";
/// What stands at the very end of both where a run has costs.
inline constexpr std::string_view tsv_score_header = "\tscore\tjumps";
inline constexpr std::string_view pairs_jumps_header = "\tjumps";
inline constexpr std::string_view pairs_header = "query\ttarget\tstrand\ti\tj\tletter\tquery_record\ttarget_record";

} // namespace vglcs::detail
