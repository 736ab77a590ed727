// SPDX-License-Identifier: BSD-3-Clause
/// Texts for everything about suffixes, as letters 1..4 with barriers (0).
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace rmq::test {

using text = std::vector<std::uint8_t>;

/// `size` random letters 1..sigma; one in `barrier_every` is a barrier (0: none).
[[nodiscard]] inline text random_text(std::size_t size, unsigned sigma, std::size_t barrier_every, std::uint64_t seed)
{
    std::mt19937_64 random{seed};
    text out(size);
    for (auto & letter : out)
        letter = barrier_every != 0 && random() % barrier_every == 0 ? std::uint8_t{0}
                                                                     : static_cast<std::uint8_t>(1 + random() % sigma);
    return out;
}

/// The unit again and again, up to `size` letters.
[[nodiscard]] inline text periodic_text(std::size_t size, text const & unit)
{
    text out(size);
    for (std::size_t p = 0; p < size; ++p)
        out[p] = unit[p % unit.size()];
    return out;
}

/// Fibonacci string: repeats at every scale.
[[nodiscard]] inline text fibonacci_text(std::size_t size)
{
    text a{1}, b{1, 2};
    while (b.size() < size) {
        text c = b;
        c.insert(c.end(), a.begin(), a.end());
        a = std::exchange(b, std::move(c));
    }
    b.resize(size);
    return b;
}

/// A C G T (U) as 1 2 3 4, every other character a barrier.
[[nodiscard]] inline text dna_text(std::string const & letters)
{
    text out(letters.size());
    for (std::size_t p = 0; p < out.size(); ++p)
        switch (letters[p] & ~0x20) {
        case 'A':
            out[p] = 1;
            break;
        case 'C':
            out[p] = 2;
            break;
        case 'G':
            out[p] = 3;
            break;
        case 'T':
        case 'U':
            out[p] = 4;
            break;
        default:
            out[p] = 0;
        }
    return out;
}

/// Longest common extension by definition.
[[nodiscard]] inline std::size_t extension_by_letters(text const & a, std::size_t i, text const & b, std::size_t j)
{
    std::size_t length = 0;
    while (i + length < a.size() && j + length < b.size() && a[i + length] != 0 && a[i + length] == b[j + length])
        ++length;
    return length;
}

} // namespace rmq::test
