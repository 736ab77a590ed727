// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace vglcs {

/// The gap limit of one letter: between it and the matched letter before it, at least `lo` and at most `hi` letters
/// may be skipped. A blocked letter takes part in no chain.
struct gap_limit
{
    static constexpr std::uint32_t infinite = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t lo = 0;
    std::uint32_t hi = infinite;
    bool blocked = false;

    friend bool operator==(gap_limit const &, gap_limit const &) = default;
};

/// Gap limits of one sequence. One limit for all letters takes no memory a letter; arrays appear on the first `set`
/// that differs. Limits of 2^32-1 and more are the infinite one.
class gap_limits
{
public:
    gap_limits() = default;
    /// The same limit for `size` letters.
    gap_limits(std::size_t size, gap_limit every) : size_{size}, every_{every} {}

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] gap_limit operator[](std::size_t position) const noexcept;
    /// Sets the limits of the letters first..last-1 (half open), last <= size().
    void set(std::size_t first, std::size_t last, gap_limit limit);
    void set(std::size_t position, gap_limit limit) { set(position, position + 1, limit); }

    /// True where one limit holds for every letter and no arrays are kept.
    [[nodiscard]] bool is_uniform() const noexcept { return hi_.empty(); }
    /// Smallest and largest limits [0..n-1]; empty where `is_uniform()`.
    [[nodiscard]] std::span<std::uint32_t const> lo() const noexcept { return lo_; }
    [[nodiscard]] std::span<std::uint32_t const> hi() const noexcept { return hi_; }
    /// 1 where the letter is blocked [0..n-1]; empty where no letter is.
    [[nodiscard]] std::span<std::uint8_t const> blocked() const noexcept { return blocked_; }
    /// The limit of all letters, where `is_uniform()`.
    [[nodiscard]] gap_limit uniform() const noexcept { return every_; }

    /// The limits read from the other end, for the reverse complement.
    [[nodiscard]] gap_limits reversed() const;

    friend bool operator==(gap_limits const & x, gap_limits const & y) noexcept;

private:
    void spread();

    std::size_t size_ = 0;
    gap_limit every_{};
    std::vector<std::uint32_t> lo_, hi_;
    std::vector<std::uint8_t> blocked_;
};

/// Limits on the letters skipped in one sequence that the letters of its partner give: a link that ends at letter i of
/// A skips `b_by_a[i].lo` to `b_by_a[i].hi` letters of B, and one that ends at letter j of B as many of A as
/// `a_by_b[j]` says. They hold beside the limits of the sequence's own letters; behind a jump `hi` holds for the
/// letters between its end and the matched one, and `lo` for none. A blocked letter takes part in no chain, and counts
/// as an ambiguous one. Of no letters: there are none.
struct partner_limits
{
    gap_limits b_by_a; ///< one a letter of A
    gap_limits a_by_b; ///< one a letter of B
};

} // namespace vglcs
