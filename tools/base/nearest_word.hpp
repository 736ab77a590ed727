// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace vglcs::tools {

/// The known word that a mistyped one most likely stands for: fewest letters to insert, leave out, change or swap with
/// their neighbour, at most 2 and fewer than half of the word's; else one that begins with it. Empty where there is
/// none; of equally near ones the first.
[[nodiscard]] std::string nearest_word(std::string_view word, std::span<std::string const> known);

} // namespace vglcs::tools
