// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>

namespace vglcs::tools {

/// The words as a shell would have to be given them, with a blank between: those with other characters than letters,
/// digits and _@%+=:,./- stand in quotes.
[[nodiscard]] std::string shell_words(std::span<char const * const> words);

} // namespace vglcs::tools
