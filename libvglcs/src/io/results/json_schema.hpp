// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

namespace vglcs::detail {

/// Name and version of the json rows. The number after the slash grows when a key changes its meaning or goes; a
/// reader may meet new keys under the same number.
inline constexpr std::string_view json_schema = "vglcs.pair/1";

} // namespace vglcs::detail
