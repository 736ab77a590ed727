// SPDX-License-Identifier: BSD-3-Clause
/// Letters for inputs that tests make themselves: the same ones everywhere.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace vglcs::test {

/// `count` letters drawn from `from`; another seed, another text.
[[nodiscard]] inline std::string made_letters(std::size_t count, std::uint32_t seed, std::string_view from = "ACGT")
{
    std::string out(count, '\0');
    std::uint64_t x = 0x9e3779b97f4a7c15u * (seed + 1u);
    for (char & c : out) {
        x = x * 6364136223846793005u + 1442695040888963407u;
        c = from[(x >> 33) % from.size()];
    }
    return out;
}

/// The text with every `step`-th letter left out.
[[nodiscard]] inline std::string without_every(std::size_t step, std::string_view text)
{
    std::string out;
    for (std::size_t k = 0; k < text.size(); ++k)
        if (k % step != step - 1)
            out += text[k];
    return out;
}

/// The text in lines of `width`, each with `line_end` behind it.
[[nodiscard]] inline std::string wrapped(std::string_view text, std::size_t width, std::string_view line_end = "\n")
{
    std::string out;
    for (; !text.empty(); text.remove_prefix(std::min(width, text.size()))) {
        out += text.substr(0, width);
        out += line_end;
    }
    return out;
}

} // namespace vglcs::test
