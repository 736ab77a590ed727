// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/sequence.hpp>

#include <cstdint>

namespace vglcs::detail {

inline constexpr std::size_t sam_longest_name = 254;
inline constexpr std::uint64_t sam_longest_target = 0x7fffffff; ///< LN of @SQ, letters

/// Throws input_error where SAM cannot hold the name of a target: as a query's, without \ , " ' ` ( ) [ ] { } < >
/// (SAMv1, 1.2.1).
void check_sam_target_name(sequence const & target);

} // namespace vglcs::detail
