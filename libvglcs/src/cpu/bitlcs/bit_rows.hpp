// SPDX-License-Identifier: BSD-3-Clause
/// Rows of the length table as bit vectors, 64 columns a word: a 0 bit stands where the length of the row's prefix
/// grows.
#pragma once

#include "problem/shared_letters.hpp"

#include <vglcs/problem.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace vglcs::cpu {

using detail::shared_letters;

using word = std::uint64_t;
inline constexpr std::size_t word_bits = 64;
inline constexpr std::size_t rows_at_once =
    4; ///< rows whose carry chains run side by side, each a word behind the one above

/// x + y + carry, and the new carry.
[[nodiscard]] inline word add(word x, word y, unsigned char & carry) noexcept
{
#ifdef __x86_64__
    unsigned long long sum = 0;
    carry = _addcarry_u64(carry, x, y, &sum);
    return sum;
#else
    word sum = 0, all = 0;
    bool const a = __builtin_add_overflow(x, y, &sum);
    bool const b = __builtin_add_overflow(sum, word{carry}, &all);
    carry = static_cast<unsigned char>(a | b);
    return all;
#endif
}

/// One word of a row from the one above: a 0 bit stands where the length of the row's prefix grows; it moves left to
/// the first match of its segment, and the carry takes it across words.
[[nodiscard]] inline word step(word above, word matches, unsigned char & carry) noexcept
{
    word const hit = above & matches;
    return add(above, hit, carry) | (above ^ hit);
}

/// Where each letter stands in B, a bit a column; letters that B does not have share a row of zeros.
class match_bits
{
public:
    match_bits(problem const & p, shared_letters const & letters)
        : words_{(p.m() + word_bits - 1) / word_bits}, bits_((letters.size + 1) * words_), size_{letters.size}
    {
        for (std::size_t j = 0; j < p.m(); ++j)
            if (letters.b[j] != shared_letters::none)
                bits_[letters.b[j] * words_ + j / word_bits] |= word{1} << j % word_bits;
    }
    [[nodiscard]] std::size_t words() const noexcept { return words_; }
    [[nodiscard]] word const * of(std::uint8_t letter) const noexcept
    {
        return bits_.data() + std::min<std::size_t>(letter, size_) * words_;
    }

private:
    std::size_t words_;
    std::vector<word> bits_;
    std::size_t size_;
};

/// Rows of one strip of words. `row` holds the row above and then the last one; `carry[k]` what enters row k on the
/// left and then what leaves it on the right. Where `Keep`, row k goes to kept + k * kept_stride too.
template <std::size_t Rows, bool Keep>
void advance(word * row, std::size_t words, std::array<word const *, Rows> const & matches, unsigned char * carry,
             word * kept, std::size_t kept_stride) noexcept
{
    std::array<unsigned char, Rows> c;
    std::copy_n(carry, Rows, c.begin());
    std::array<word, Rows> pipe{}; // row k's newest word, which row k + 1 takes a step later
    auto const at = [&]<std::size_t K>(std::size_t t, std::integral_constant<std::size_t, K>) {
        std::size_t const w = t - K;
        word above;
        if constexpr (K == 0)
            above = row[w];
        else
            above = pipe[K - 1];
        pipe[K] = step(above, matches[K][w], c[K]);
        if constexpr (Keep)
            kept[K * kept_stride + w] = pipe[K];
        if constexpr (K == Rows - 1)
            row[w] = pipe[K];
    };
    // lowest row first: it takes what the row above made a step ago
    auto const all = [&]<std::size_t... K>(std::size_t t, std::index_sequence<K...>, auto const & reaches)
    {
        ((reaches(t, Rows - 1 - K) ? at(t, std::integral_constant<std::size_t, Rows - 1 - K>{}) : void()), ...);
    };
    constexpr auto rows = std::make_index_sequence<Rows>{};
    auto const inside = [&](std::size_t t, std::size_t k) { return t >= k && t - k < words; };
    auto const always = [](std::size_t, std::size_t) { return true; };
    std::size_t t = 0;
    for (; t < Rows - 1; ++t)
        all(t, rows, inside);
    for (; t < words; ++t)
        all(t, rows, always);
    for (; t < words + Rows - 1; ++t)
        all(t, rows, inside);
    std::copy_n(c.begin(), Rows, carry);
}

/// Rows first..last-1 of the words [first_word, first_word + words).
template <bool Keep>
void advance_rows(match_bits const & matches, std::vector<std::uint8_t> const & letters, word * row,
                  std::size_t first_word, std::size_t words, std::size_t first, std::size_t last, unsigned char * carry,
                  word * kept, std::size_t kept_stride) noexcept
{
    auto const of = [&](std::size_t i) { return matches.of(letters[i]) + first_word; };
    std::size_t i = first;
    for (; i + rows_at_once <= last; i += rows_at_once)
        advance<rows_at_once, Keep>(row, words, {of(i), of(i + 1), of(i + 2), of(i + 3)}, carry + (i - first),
                                    kept + (i - first) * kept_stride, kept_stride);
    for (; i < last; ++i)
        advance<1, Keep>(row, words, {of(i)}, carry + (i - first), kept + (i - first) * kept_stride, kept_stride);
}

} // namespace vglcs::cpu
