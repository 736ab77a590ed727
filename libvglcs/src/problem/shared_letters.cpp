// SPDX-License-Identifier: BSD-3-Clause
#include "problem/shared_letters.hpp"

#include <algorithm>
#include <array>

namespace vglcs::detail {

shared_letters::shared_letters(problem const & p) : a(p.n()), b(p.m())
{
    std::array<std::size_t, 256> in_a{}, in_b{};
    for (letter_code const c : p.a())
        ++in_a[c];
    for (letter_code const c : p.b())
        ++in_b[c];
    std::array<std::uint8_t, 256> number{};
    number.fill(none);
    for (std::size_t c = 0; c < no_match; ++c) {
        if (in_a[c] == 0 || in_b[c] == 0)
            continue;
        number[c] = static_cast<std::uint8_t>(size++);
        share.push_back(static_cast<double>(in_a[c]) / static_cast<double>(p.n()));
    }
    std::ranges::transform(p.a(), a.begin(), [&](letter_code c) { return number[c]; });
    std::ranges::transform(p.b(), b.begin(), [&](letter_code c) { return number[c]; });
}

} // namespace vglcs::detail
