// SPDX-License-Identifier: BSD-3-Clause
/// Random answered pairs whose chains are valid: letters are made to fit the chain.
#pragma once

#include "answered_pair.hpp"

#include <algorithm>
#include <random>
#include <string>

namespace vglcs::test {

/// A pair with a chain of 0 to 40 matched letters, on either strand, with flanks and with gaps of up to 9 letters.
inline answered_pair random_pair(std::mt19937 & random, std::uint64_t number)
{
    auto const upto = [&](std::size_t most) { return random() % (most + 1); };
    auto const letters = [&](std::size_t count) {
        std::string out(count, 'A');
        std::ranges::generate(out, [&] { return "ACGTacgtNR"[upto(9)]; });
        return out;
    };
    answered_pair out;
    matched_pair at{upto(6), upto(6)};
    for (std::size_t k = upto(40); k > 0; --k) {
        out.chain.push_back(at);
        at.i += 1 + (upto(3) == 0 ? upto(9) : 0);
        at.j += 1 + (upto(3) == 0 ? upto(9) : 0);
    }
    std::string aligned = letters(at.i + 1 + upto(5)), target = letters(at.j + 1 + upto(5));
    for (auto const [i, j] : out.chain) {
        aligned[i] = "ACGTacgt"[upto(7)];
        target[j] = static_cast<char>(aligned[i] ^ (upto(1) ? 0x20 : 0)); // case does not matter
    }
    out.strand = !out.chain.empty() && upto(1) ? strand::reverse : strand::forward;
    out.query = {.name = "q" + std::to_string(number),
                 .letters = out.strand == strand::forward ? aligned : reverse_complement(aligned),
                 .number = number};
    if (upto(1)) {
        out.query.quality = out.query.letters;
        std::ranges::generate(out.query.quality, [&] { return static_cast<char>('!' + upto(40)); });
    }
    out.target = {.name = "t" + std::to_string(number), .letters = target, .number = number + 100};
    out.limit = {.hi = 9};
    return out;
}

} // namespace vglcs::test
