// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace vglcs {

/// Valid UTF-8 for any bytes, so that they can be had back: a byte that is no part of valid UTF-8, and a backslash,
/// become the four characters \xHH (upper-case hex).   O(size).
[[nodiscard]] std::string escape_utf8(std::string_view bytes);
/// True where the bytes are valid UTF-8 (Unicode 15, table 3-7).   O(size).
[[nodiscard]] bool is_utf8(std::string_view bytes) noexcept;

} // namespace vglcs
