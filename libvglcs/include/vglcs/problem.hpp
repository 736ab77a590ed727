// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/alphabet.hpp>
#include <vglcs/gap_limits.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vglcs {

/// Read-only limits of one sequence as the engines see them; a limit of at least the sequence's length is its length
/// (it can never bind), so that `position - 1 - hi` needs care for the sign only. Blocked letters are `no_match` codes
/// of the problem, not limits. One limit for all letters takes no memory a letter.
class limits_view
{
public:
    limits_view() = default;
    limits_view(std::span<std::uint32_t const> lo, std::span<std::uint32_t const> hi, std::uint32_t uniform_lo,
                std::uint32_t uniform_hi) noexcept
        : lo_{lo}, hi_{hi}, uniform_lo_{uniform_lo}, uniform_hi_{uniform_hi}
    {}

    [[nodiscard]] std::uint32_t lo(std::size_t position) const noexcept
    {
        return lo_.empty() ? uniform_lo_ : lo_[position];
    }
    [[nodiscard]] std::uint32_t hi(std::size_t position) const noexcept
    {
        return hi_.empty() ? uniform_hi_ : hi_[position];
    }
    /// True where one pair of limits holds for every letter.
    [[nodiscard]] bool is_uniform() const noexcept { return hi_.empty(); }
    /// True where a smallest limit is not 0 (elastic or rigid gaps).
    [[nodiscard]] bool is_elastic() const noexcept { return !lo_.empty() || uniform_lo_ != 0; }
    /// Largest `hi` of all letters, 0 for an empty sequence.   O(n), or O(1) where uniform.
    [[nodiscard]] std::uint32_t max_hi() const noexcept
    {
        return hi_.empty() ? uniform_hi_ : *std::ranges::max_element(hi_);
    }

private:
    std::span<std::uint32_t const> lo_, hi_;
    std::uint32_t uniform_lo_ = 0, uniform_hi_ = 0;
};

/// A closed window of positions [first, last] that the pair before may take; empty where first > last.
struct window
{
    std::int64_t first, last;
    [[nodiscard]] bool empty() const noexcept { return first > last; }
};

/// Positions that may precede `position`: [position-1-hi, position-1-lo], cut at 0.
[[nodiscard]] inline window predecessors(limits_view const & limits, std::size_t position) noexcept
{
    auto const p = static_cast<std::int64_t>(position);
    return {std::max<std::int64_t>(0, p - 1 - static_cast<std::int64_t>(limits.hi(position))),
            p - 1 - static_cast<std::int64_t>(limits.lo(position))};
}

/// Two encoded sequences and their limits: all that an engine sees. Owns its arrays; construction is the only door,
/// and it checks sizes (throws usage_error). Letters with a blocked limit become `no_match`.
class problem
{
public:
    problem(std::vector<letter_code> a, std::vector<letter_code> b, gap_limits const & limits_a,
            gap_limits const & limits_b);

    [[nodiscard]] std::span<letter_code const> a() const noexcept { return a_; }
    [[nodiscard]] std::span<letter_code const> b() const noexcept { return b_; }
    [[nodiscard]] limits_view limits_a() const noexcept { return limits_a_.view(); }
    [[nodiscard]] limits_view limits_b() const noexcept { return limits_b_.view(); }
    [[nodiscard]] std::size_t n() const noexcept { return a_.size(); }
    [[nodiscard]] std::size_t m() const noexcept { return b_.size(); }

    /// True where A[i] matches B[j].
    [[nodiscard]] bool matches(std::size_t i, std::size_t j) const noexcept
    {
        return a_[i] == b_[j] && a_[i] != no_match;
    }
    /// True where no limit of either sequence can bind: the plain LCS.
    [[nodiscard]] bool is_plain_lcs() const noexcept { return !limits_a_.binding && !limits_b_.binding; }

    /// Bytes of the letters and limits.
    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    struct side_limits
    {
        std::vector<std::uint32_t> lo, hi; ///< [0..n-1] or empty: uniform; lo is empty too where it is 0 everywhere
        std::uint32_t uniform_lo = 0, uniform_hi = 0;
        bool binding = true; ///< false where no limit can bind

        [[nodiscard]] limits_view view() const noexcept { return {lo, hi, uniform_lo, uniform_hi}; }
    };
    static side_limits prepare(char side, std::vector<letter_code> & codes, gap_limits const & limits);

    std::vector<letter_code> a_, b_;
    side_limits limits_a_, limits_b_;
};

} // namespace vglcs
