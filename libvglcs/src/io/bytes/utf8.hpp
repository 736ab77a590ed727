// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/io/utf8.hpp>

#include <string>
#include <string_view>

namespace vglcs::detail {

/// The bytes that escape_utf8 was given. Throws parse_fault where a backslash does not start \xHH.
[[nodiscard]] std::string unescape_utf8(std::string_view text);

} // namespace vglcs::detail
