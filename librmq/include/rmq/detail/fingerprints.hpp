// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <rmq/detail/expects.hpp>
#include <rmq/detail/huge_pages.hpp>
#include <rmq/packed_text.hpp>

namespace rmq {

namespace detail {

inline constexpr std::uint64_t fingerprint_prime = (std::uint64_t{1} << 61) - 1;

/// x modulo 2^61 - 1, for any x.
[[nodiscard]] constexpr std::uint64_t reduced(std::uint64_t x) noexcept
{
    x = (x & fingerprint_prime) + (x >> 61);
    return x >= fingerprint_prime ? x - fingerprint_prime : x;
}

/// x * y modulo 2^61 - 1, for x, y below it.
[[nodiscard]] constexpr std::uint64_t product(std::uint64_t x, std::uint64_t y) noexcept
{
    __extension__ using wide = unsigned __int128;
    wide const z = static_cast<wide>(x) * y;
    return reduced((static_cast<std::uint64_t>(z) & fingerprint_prime) + static_cast<std::uint64_t>(z >> 61));
}

} // namespace detail

/// Powers of one base and the tables that take eight bits of letters at a time. Texts that are to be compared share
/// one.
struct fingerprint_tables
{
    /// @param bits   of a packed letter, 2 or 8
    /// @param base   2..2^61 - 3; a random one keeps equal fingerprints of unequal texts below n / 2^61 in probability
    explicit fingerprint_tables(unsigned bits, std::uint64_t base);

    unsigned bits;
    std::array<std::uint64_t, 65> power;                   ///< base^r, up to the letters of a word
    std::array<std::uint64_t, 64> square;                  ///< base^(2^k)
    std::array<std::array<std::uint64_t, 256>, 8> of_byte; ///< value of byte k of a word's letters
};

/// Karp-Rabin fingerprints of a text's prefixes modulo 2^61 - 1, one for each word of letters: a substring of any place
/// and length is compared with another in O(1), an extension of length L is found in O(log L) steps.
/// Source: the cooperative Rabin-Karp of Ashkiani 2017, section 2, whose fingerprints are prefix sums; here affine with
/// 61 bits instead of 32. Build O(n), parallel. 64 bits for every 32 letters of 2 bits.
/// Keeps a view of the text, which has to outlive it. Queries are const and may run concurrently.
class fingerprints
{
public:
    /// Throws std::bad_alloc.
    fingerprints(packed_view const & text, std::shared_ptr<fingerprint_tables const> tables, unsigned threads = 0);

    /// Fingerprint of the letters before p <= size; barriers count as the letter 1.
    [[nodiscard]] std::uint64_t prefix(std::size_t p) const noexcept
    {
        std::size_t const w = p / per_word_, r = p % per_word_;
        if (r == 0)
            return prefix_[w];
        std::uint64_t const letters = text_.words[w] << (per_word_ - r) * text_.bits;
        return detail::reduced(detail::product(prefix_[w], tables_->power[r]) + of_word(letters));
    }

    /// Longest common extension of this text at i and another (or this one) at j. Every step compares fingerprints, so
    /// without `verify` the answer is too long with probability below n log n / 2^61; with it the letters are compared
    /// as well, and the answer is exact.   O(log length), verified O(log length + length / 32).
    [[nodiscard]] std::size_t extension(std::size_t i, fingerprints const & other, std::size_t j,
                                        bool verify = true) const noexcept;

    [[nodiscard]] packed_view const & text() const noexcept { return text_; }
    /// Memory in bytes, the shared tables included.
    [[nodiscard]] std::size_t bytes() const noexcept
    {
        return prefix_.size() * sizeof(std::uint64_t) + sizeof(fingerprint_tables);
    }

private:
    /// Value of a word's letters, the highest one with the factor 1.
    [[nodiscard]] std::uint64_t of_word(std::uint64_t letters) const noexcept
    {
        std::uint64_t low = 0, high = 0; // four values below 2^61 fit a word
        for (unsigned k = 0; k < 4; ++k) {
            low += tables_->of_byte[k][letters >> 8 * k & 255];
            high += tables_->of_byte[k + 4][letters >> 8 * (k + 4) & 255];
        }
        return detail::reduced(detail::reduced(low) + detail::reduced(high));
    }

    packed_view text_;
    std::size_t per_word_;
    std::shared_ptr<fingerprint_tables const> tables_;
    huge_vector<std::uint64_t> prefix_; ///< [size / per_word + 1]
};

} // namespace rmq
