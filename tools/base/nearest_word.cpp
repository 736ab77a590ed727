// SPDX-License-Identifier: BSD-3-Clause
#include "base/nearest_word.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace vglcs::tools {

namespace {

/// Letters to insert, leave out, change or swap with their neighbour.
std::size_t distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> two_before(b.size() + 1), before(b.size() + 1), now(b.size() + 1);
    std::iota(before.begin(), before.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) { // invariant: before[j] is the distance of a[0..i-2] and b[0..j-1]
        now[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            now[j] = std::min({before[j] + 1, now[j - 1] + 1, before[j - 1] + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = std::min(now[j], two_before[j - 2] + 1);
        }
        two_before.swap(before);
        before.swap(now);
    }
    return before[b.size()];
}

} // namespace

std::string nearest_word(std::string_view word, std::span<std::string const> known)
{
    constexpr std::size_t most = 2;
    std::string best;
    std::size_t least = std::min(most, word.empty() ? 0 : (word.size() - 1) / 2) + 1;
    for (std::string const & k : known)
        if (std::size_t const d = distance(word, k); d < least) {
            best = k;
            least = d;
        }
    if (!best.empty())
        return best;
    auto const begins = [&](std::string const & k) { return !word.empty() && k.starts_with(word); };
    auto const longer = std::ranges::find_if(known, begins);
    return longer == known.end() ? std::string{} : *longer;
}

} // namespace vglcs::tools
