// SPDX-License-Identifier: BSD-3-Clause
/// Letters that take part in no chain leave before there is a table.
#pragma once

#include <vglcs/problem.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace vglcs::detail {

/// One in so many letters must go for a smaller table to pay for the positions of those that stay ...
inline constexpr std::size_t letters_for_one = 64;
/// ... and for what is lost with them where one limit holds for all, or distances are prices: strips take 1.3 to 1.4
/// times the instructions a cell where limits differ (constant 5 and 30, 2,500 x 2,500).
inline constexpr std::size_t letters_for_one_uniform = 4;

/// Gives every blocked letter the smaller `hi` of the nearest unblocked letters on either side, or of the one there is.
/// @param blocked, hi  [0..n-1]
void borrow_limits(std::span<std::uint8_t const> blocked, std::span<std::uint32_t> hi);

/// Which letters of a sequence stay. A letter that matches something stays, and one that may be an end of a jump: it is
/// landed on and a letter that matches has it within its limit, or a jump may pass it first and it has a letter that
/// matches within its own. Where a window of such letters would lose all that it holds, one of them stays in it, so
/// that windows are never empty: it has the value 0 and allows nothing.   O(n).
/// Views of the letters, limits and jumps: those have to outlive it.
class staying_letters
{
public:
    struct jump_arrays
    {
        std::vector<std::uint32_t> lo, hi, cost, leaving;
    };

    staying_letters(std::span<letter_code const> codes, limits_view limits, std::optional<jumps_view> jumps);

    /// Ascending.
    [[nodiscard]] std::span<std::uint32_t const> positions() const noexcept { return positions_; }
    /// Limits that count letters that stay; `lo` stays empty where it is 0 everywhere.
    void rewrite(std::vector<std::uint32_t> & lo, std::vector<std::uint32_t> & hi) const;
    /// The same for windows of jumps.
    [[nodiscard]] jump_arrays rewrite_jumps(jumps_view jumps) const;
    /// For each letter q, how many letters back a jump may land in front of it, q itself not counted.
    [[nodiscard]] std::vector<std::uint32_t> landing_hi() const;

private:
    /// What a letter stays for.
    enum role : std::uint8_t { none = 0, matching = 1, landed_on = 2, passed_first = 4, fills_a_window = 8 };

    void find_ends(jumps_view jumps);
    void fill_windows();
    /// Letters that stay in front of position p.
    [[nodiscard]] std::uint32_t before(std::int64_t p) const noexcept
    {
        return p <= 0 ? 0 : rank_[static_cast<std::size_t>(p)];
    }
    [[nodiscard]] std::int64_t lo_of(std::size_t k) const noexcept;

    std::span<letter_code const> codes_;
    limits_view limits_;
    std::vector<std::uint8_t> roles_;      ///< [0..n-1]
    std::vector<std::uint32_t> rank_;      ///< [0..n] letters that stay in front of each
    std::vector<std::uint32_t> positions_; ///< of letters that stay
};

} // namespace vglcs::detail
