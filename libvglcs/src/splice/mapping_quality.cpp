// SPDX-License-Identifier: BSD-3-Clause
#include "splice/mapping_quality.hpp"

#include <algorithm>

namespace vglcs::detail {

std::uint8_t mapping_quality(std::int64_t score, std::int64_t second) noexcept
{
    if (score <= second)
        return 0;
    // each point of score that the second lacks makes it less likely; a short alignment never is certain
    std::int64_t const lead = score - second;
    return static_cast<std::uint8_t>(std::clamp<std::int64_t>(std::min(lead, score / 4 + 10), 1, 60));
}

} // namespace vglcs::detail
