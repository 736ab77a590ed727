// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace vglcs::tools {

/// The answers of all of `count` places, of which answers rise or fall with the place. Where both ends of a stretch
/// have the same answer, so has all between, and none is asked for there; else the place in the middle is. O(p log
/// count) calls for p stretches.
/// @param ask   the answer of one place; called in one thread, each place once at most
template <class Answer>
[[nodiscard]] std::vector<Answer> fill_curve(std::size_t count, std::function<Answer(std::size_t)> const & ask)
{
    std::vector<Answer> out(count);
    if (count == 0)
        return out;
    out[0] = ask(0);
    if (count == 1)
        return out;
    out[count - 1] = ask(count - 1);
    struct stretch
    {
        std::size_t first, last;
    };
    std::vector<stretch> open{{0, count - 1}};
    while (!open.empty()) {
        auto const [first, last] = open.back();
        open.pop_back();
        if (last - first < 2)
            continue;
        if (out[first] == out[last]) {
            for (std::size_t k = first + 1; k < last; ++k)
                out[k] = out[first];
            continue;
        }
        std::size_t const middle = first + (last - first) / 2;
        out[middle] = ask(middle);
        open.push_back({middle, last});
        open.push_back({first, middle});
    }
    return out;
}

} // namespace vglcs::tools
