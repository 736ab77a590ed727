// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace vglcs::detail {

inline constexpr std::size_t sam_longest_name = 254;
inline constexpr std::string_view sam_advice = "use --format paf, tsv or json";
inline constexpr std::uint64_t sam_longest_target = 0x7fffffff; ///< LN of @SQ, letters

/// Throws input_error where SAM cannot hold the name of a target: as a query's, without \ , " ' ` ( ) [ ] { } < >
/// (SAMv1, 1.2.1).
/// @param label   what the message begins with: see record_label
/// @param advice  what the message has behind "rename it, or "
void check_sam_target_name(std::string_view name, std::string_view label, std::string_view advice = sam_advice);
/// The same of a query's name.
void check_sam_query_name(std::string_view name, std::string_view label, std::string_view advice);

} // namespace vglcs::detail
