// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace vglcs::detail {

/// Sorts `order` by keys[order[k]], ascending and stable.   O(bytes in which the keys differ * order.size()).
void sort_by_key(std::span<std::int64_t const> keys, std::vector<std::uint32_t> & order);

} // namespace vglcs::detail
