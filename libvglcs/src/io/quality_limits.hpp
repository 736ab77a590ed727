// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/gap_limits.hpp>
#include <vglcs/sequence.hpp>

namespace vglcs::detail {

/// The SPEC `qual`: a letter's Phred quality is its limit. In the record's order. Throws input_error where the record
/// has no qualities.
[[nodiscard]] gap_limits quality_limits(sequence const & record);

} // namespace vglcs::detail
