// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>

namespace vglcs::tools {

/// "1G", "512M", "64K" or plain bytes (binary units). Throws usage_error naming the option.
[[nodiscard]] std::uint64_t parse_size(std::string const & option, std::string const & text);

} // namespace vglcs::tools
