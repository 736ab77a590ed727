// SPDX-License-Identifier: BSD-3-Clause
#include "splice/read_tails.hpp"

#include <algorithm>

namespace vglcs::detail {

namespace {

/// Letters from the end on that are a tail of `tail` and what is behind it; `at(k)` is the k-th letter from the end.
template <class At>
std::size_t tail_length(std::size_t size, letter_code tail, At at)
{
    constexpr int reached = 12, alone = 18;
    constexpr std::size_t longest_adapter = 60;
    auto const worth = [&](std::size_t k) { return at(k) == tail ? 1 : -2; };
    int sum = 0, best = 0;
    std::size_t length = 0;
    for (std::size_t k = 0; k < size && sum > -40; ++k)
        if ((sum += worth(k)) > best) {
            best = sum;
            length = k + 1;
        }
    if (best >= reached)
        return length;
    // the best stretch that begins, seen from the end, within the adapter
    int running = 0;
    std::size_t begin = 0;
    best = 0;
    for (std::size_t k = 0; k < size; ++k) {
        if (running <= 0) {
            if (k > longest_adapter)
                break;
            running = 0;
            begin = k;
        }
        running += worth(k);
        if (running > best && begin <= longest_adapter) {
            best = running;
            length = k + 1;
        }
    }
    return best >= alone ? length : 0;
}

} // namespace

read_part without_tails(std::span<letter_code const> letters)
{
    constexpr letter_code a = 0, t = 3;
    std::size_t const n = letters.size();
    std::size_t const behind = tail_length(n, a, [&](std::size_t k) { return letters[n - 1 - k]; });
    std::size_t const before = tail_length(n, t, [&](std::size_t k) { return letters[k]; });
    if (before + behind >= n)
        return {0, 0};
    return {before, n - behind};
}

} // namespace vglcs::detail
