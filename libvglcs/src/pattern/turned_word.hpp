// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/structured_pattern.hpp>

#include <cstdint>

namespace vglcs::detail {

/// The reverse complement of a word: its sets from the end, A and T, C and G exchanged.
[[nodiscard]] inline pattern_word turned(pattern_word const & word)
{
    pattern_word out;
    out.reserve(word.size());
    for (auto set = word.rbegin(); set != word.rend(); ++set)
        out.push_back(static_cast<std::uint8_t>((*set & 1) << 3 | (*set & 2) << 1 | (*set & 4) >> 1 | (*set & 8) >> 3));
    return out;
}

} // namespace vglcs::detail
