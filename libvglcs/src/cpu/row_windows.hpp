// SPDX-License-Identifier: BSD-3-Clause
/// Windows of columns that are the same for all columns of a row, and another one in each row: letters of one sequence
/// give limits for the other, whose own limits are one for all letters. The sequence that gives them goes down the
/// rows.
#pragma once

#include <vglcs/problem.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace vglcs::cpu {

/// The window of every column j: [j - distance - length, j - 1 - distance].
struct row_window
{
    static constexpr std::uint32_t endless = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t length = 0; ///< 0: it is empty; `endless`: it begins with the first column
    std::uint32_t distance = 0;
};

/// Columns that a row's window may reach back, unless it has no end: what lies in front of a strip is copied for each
/// row, and kept with it.
inline constexpr std::size_t largest_row_reach = 8192;

/// The window of each row.   O(rows). Precondition: letters of that sequence alone give limits, and those of the other
/// one are uniform.
[[nodiscard]] inline std::vector<row_window> row_windows(problem const & p, bool rows_are_a)
{
    limits_view const own = rows_are_a ? p.limits_b() : p.limits_a();
    std::size_t const rows = rows_are_a ? p.n() : p.m(), columns = rows_are_a ? p.m() : p.n();
    std::vector<row_window> out(rows);
    for (std::size_t k = 0; k < rows; ++k) {
        gap_limit const rule = rows_are_a ? p.rule_for_b(k) : p.rule_for_a(k);
        std::uint32_t const lo = std::max(own.lo(0), rule.lo), hi = std::min(own.hi(0), rule.hi);
        if (lo > hi)
            continue;
        bool const binds = std::size_t{hi} + 2 < columns; // as many letters as there are between two
        out[k] = {.length = binds ? hi - lo + 1 : row_window::endless, .distance = lo};
    }
    return out;
}

/// Columns in front of a strip that its rows look at: of a window without an end only those right of its end, since
/// running maxima hold the others.
[[nodiscard]] inline std::size_t reach_of(std::span<row_window const> windows) noexcept
{
    std::size_t reach = 0;
    for (row_window const & w : windows)
        if (w.length != 0)
            reach = std::max(reach, std::size_t{w.distance} + (w.length == row_window::endless ? 1 : w.length));
    return reach;
}

/// True where a problem's windows are such, and none that ends reaches too far.   O(n + m)
[[nodiscard]] inline bool has_row_windows(problem const & p)
{
    if (p.has_b_by_a() == p.has_a_by_b())
        return false;
    bool const rows_are_a = p.has_b_by_a();
    limits_view const own = rows_are_a ? p.limits_b() : p.limits_a();
    return own.is_uniform() && reach_of(row_windows(p, rows_are_a)) <= largest_row_reach;
}

} // namespace vglcs::cpu
