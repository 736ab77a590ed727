// SPDX-License-Identifier: BSD-3-Clause
/// Header lines of the two tables, which writers write and readers expect.
#pragma once

#include <cstddef>
#include <string_view>

namespace vglcs::detail {

inline constexpr std::string_view tsv_header =
    "query\ttarget\tstrand\tlength\tquery_length\ttarget_length\tquery_start\tquery_end\ttarget_start\ttarget_end\t"
    "identity\tcigar\tquery_record\ttarget_record\tstatus\tbound";
/// What stands behind it where rows have the descriptions of both records.
inline constexpr std::string_view tsv_description_header = "\tquery_description\ttarget_description";
/// What stands at the very end of both where a run has costs.
inline constexpr std::string_view tsv_score_header = "\tscore\tjumps";
/// And behind all of these where rows explain their chain.
inline constexpr std::string_view tsv_explain_header =
    "\tleast_slack\tbinding\tbest_chains_mod64\tbest_chains_log2\tshared_pairs\tblocking\tblockers";
inline constexpr std::size_t tsv_explain_columns = 7;
inline constexpr std::string_view pairs_jumps_header = "\tjumps";
inline constexpr std::string_view pairs_header = "query\ttarget\tstrand\ti\tj\tletter\tquery_record\ttarget_record";

} // namespace vglcs::detail
