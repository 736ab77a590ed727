// SPDX-License-Identifier: BSD-3-Clause
/// Limits and values for tests that interpret programs of windows, and the definition that they are compared with.
#pragma once

#include <vglcs/problem.hpp>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace vglcs::test {

/// Limits of several kinds, by number; lo > 0 in the elastic and rigid kinds.
inline gap_limits make_limits(std::mt19937 & random, std::size_t n, int kind)
{
    gap_limits out{n, {}};
    auto const below = [&](std::uint32_t x) { return static_cast<std::uint32_t>(random() % x); };
    for (std::size_t k = 0; k < n; ++k) {
        gap_limit g;
        switch (kind) {
        case 0:
            g.hi = below(31);
            break;
        case 1:
            g.hi = below(8);
            break;
        case 2:
            g.hi = below(100);
            break;
        case 3:
            g.hi = below(static_cast<std::uint32_t>(n) + 10);
            break;
        case 4:
            g.hi = gap_limit::infinite;
            break;
        case 5:
            g.hi = below(50) ? below(31) : 500 + below(500);
            break;
        case 6:
            g.lo = below(60), g.hi = g.lo + below(60);
            break;
        case 7:
            g.lo = below(300), g.hi = g.lo;
            break;
        case 8:
            g.lo = below(200), g.hi = below(2) ? gap_limit::infinite : g.lo + below(400);
            break;
        default:
            g.hi = below(3) ? 31 + below(3) : 62 + below(5);
            break;
        }
        if (below(20) == 0)
            g.blocked = true;
        out.set(k, g);
    }
    return out;
}

/// Letters with such limits as the first sequence, the second one empty.
inline problem one_sided(std::mt19937 & random, std::size_t n, int kind)
{
    std::vector<letter_code> letters(n);
    for (auto & c : letters)
        c = random() % 10 ? static_cast<letter_code>(random() % 4) : no_match;
    return problem{letters, {}, make_limits(random, n, kind), gap_limits{}};
}

/// Values as cells may have them, a third of them 0.
inline std::vector<std::uint32_t> random_values(std::mt19937 & random, std::size_t n)
{
    std::vector<std::uint32_t> v(n);
    for (auto & x : v)
        x = random() % 3 ? 0 : 1 + random() % 1000;
    return v;
}

/// What a program has to find for a window.
inline std::uint32_t window_maximum(std::vector<std::uint32_t> const & v, window w)
{
    std::uint32_t out = 0;
    for (std::int64_t k = w.first; k <= w.last; ++k)
        out = std::max(out, v[static_cast<std::size_t>(k)]);
    return out;
}

/// Kinds of limits that make_limits() knows.
inline constexpr int limit_kinds = 10;
/// Sequence lengths around the borders of rings, blocks and strips.
inline constexpr std::size_t window_sizes[] = {0, 1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 300, 1000, 2111};

} // namespace vglcs::test
