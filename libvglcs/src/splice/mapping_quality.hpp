// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace vglcs::detail {

/// Phred-scaled probability that the alignment is at a wrong place, by its score and the best score of the same letters
/// elsewhere (0: none): see docs/guide/splice.md.
[[nodiscard]] std::uint8_t mapping_quality(std::int64_t score, std::int64_t second) noexcept;

} // namespace vglcs::detail
