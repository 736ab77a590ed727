// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace vglcs::detail {

/// Valid UTF-8 for any bytes, so that they can be had back: a byte that is no part of valid UTF-8, and a backslash,
/// become the four characters \xHH (upper-case hex).   O(size).
[[nodiscard]] std::string escape_utf8(std::string_view bytes);
/// True where the bytes are valid UTF-8.   O(size).
[[nodiscard]] bool is_utf8(std::string_view bytes) noexcept;
/// The bytes that escape_utf8 was given. Throws parse_fault where a backslash does not start \xHH.
[[nodiscard]] std::string unescape_utf8(std::string_view text);

} // namespace vglcs::detail
