// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/gap_limits.hpp>
#include <vglcs/sequence.hpp>

namespace vglcs::detail {

/// Throws input_error where the record has no qualities, or a byte that is none.
void check_qualities(sequence const & record);

/// The SPEC `qual`: a letter's Phred quality is its limit. In the record's order. Throws as
/// `check_qualities`.
[[nodiscard]] gap_limits quality_limits(sequence const & record);

} // namespace vglcs::detail
