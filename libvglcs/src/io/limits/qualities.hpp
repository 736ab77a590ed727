// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/gap_limits.hpp>
#include <vglcs/sequence.hpp>

namespace vglcs::detail {

/// Throws input_error where the record has no qualities, or a byte that is none.
void check_qualities(sequence const & record);

/// The SPEC `qual`: a letter's Phred quality is its limit.
/// @param byte   of a record that was checked
[[nodiscard]] gap_limit quality_limit(char byte) noexcept;

} // namespace vglcs::detail
