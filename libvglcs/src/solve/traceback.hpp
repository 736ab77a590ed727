// SPDX-License-Identifier: BSD-3-Clause
/// The canonical chain from a whole table V.
#pragma once

#include "solve/step_costs.hpp"

#include <vglcs/problem.hpp>
#include <vglcs/result.hpp>
#include <vglcs/run_control.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace vglcs {

/// The canonical chain of `length` pairs that ends in `last`: the pair before (i, j) is, among the allowed cells with
/// V(i, j) - 1, the one of largest i', then largest j'.
/// Rows are searched from the newest on, and the next pair's search starts above the row where this one ended: a row
/// is searched once at most, and in it one window of columns. So the whole chain costs O(n * min(m, max window)), never
/// more than one pass over the table.
/// @param row      row(i) gives V(i, 0..m-1)
/// @param control  asked to stop or go on every few milliseconds; may be null
template <class Rows>
[[nodiscard]] std::vector<matched_pair> trace_back(problem const & p, matched_pair last, std::uint64_t length,
                                                   Rows const & row, run_control * control = nullptr)
{
    constexpr std::int64_t cells_between_checks = std::int64_t{1} << 23;
    std::int64_t searched = 0;
    auto const before = [&](matched_pair at) -> matched_pair {
        auto const want = row(at.i)[at.j] - 1;
        window const rows = p.rows_before(at.i, at.j), columns = p.columns_before(at.i, at.j);
        for (std::int64_t i = rows.last; i >= rows.first; --i) {
            auto const * const v = row(static_cast<std::size_t>(i));
            std::int64_t j = columns.last;
            while (j >= columns.first && v[j] != want)
                --j;
            if (j >= columns.first)
                return {static_cast<std::size_t>(i), static_cast<std::size_t>(j)};
            searched += columns.last - columns.first + 1;
            if (control && searched >= cells_between_checks) {
                searched = 0;
                control->throw_if_stopped();
            }
        }
        throw error{exit_code::internal, "traceback: no cell precedes a pair of the chain"};
    };
    std::vector<matched_pair> chain(length);
    for (std::uint64_t k = length; k-- > 0;) {
        chain[k] = last;
        if (k)
            last = before(last);
    }
    return chain;
}

/// The same of a problem with costs: the chain of score V(last). Rows and columns are searched as far as steps may go;
/// a step that costs more than any score leaves is none.   O(window of rows * window of columns) a pair.
template <class Rows>
[[nodiscard]] std::vector<matched_pair> trace_back_scored(problem const & p, matched_pair last, Rows const & row,
                                                          run_control * control = nullptr)
{
    constexpr std::uint64_t cells_between_checks = std::uint64_t{1} << 23;
    std::uint64_t searched = 0;
    step_side const side_a = p.side_a(), side_b = p.side_b();
    auto const before = [&](matched_pair at, std::uint64_t want) -> matched_pair {
        step_costs rows{side_a, at.i, p.rule_for_a(at.j)}, columns{side_b, at.j, p.rule_for_b(at.i)};
        for (std::size_t i = at.i; i-- > rows.first();) {
            std::uint64_t const x = rows[i];
            if (x == step_costs::forbidden || p.a()[i] == no_match)
                continue;
            auto const v = row(i);
            for (std::size_t j = at.j; j-- > columns.first();) {
                std::uint64_t const value = v[j];
                if (value < want + x)
                    continue;
                if (std::uint64_t const y = columns[j]; y == value - want - x)
                    return {i, j};
            }
            searched += at.j - columns.first();
            if (control && searched >= cells_between_checks) {
                searched = 0;
                control->throw_if_stopped();
            }
        }
        throw error{exit_code::internal, "traceback: no cell precedes a pair of the chain"};
    };
    std::vector<matched_pair> chain{last};
    for (std::uint64_t const match = p.scoring().match; row(last.i)[last.j] != match; chain.push_back(last))
        last = before(last, row(last.i)[last.j] - match);
    std::ranges::reverse(chain);
    return chain;
}

/// The same of a problem whose sequences have changed places: the pair before (i, j) is the one of largest j', then
/// largest i'. Rows from the newest on, each only right of the best column so far.
template <class Rows>
[[nodiscard]] std::vector<matched_pair> trace_back_by_columns(problem const & p, matched_pair last,
                                                              std::uint64_t length, Rows const & row,
                                                              run_control * control = nullptr)
{
    auto const before = [&](matched_pair at) -> matched_pair {
        auto const want = row(at.i)[at.j] - 1;
        window const rows = p.rows_before(at.i, at.j), columns = p.columns_before(at.i, at.j);
        std::int64_t best_row = -1, first = columns.first;
        for (std::int64_t i = rows.last; i >= rows.first && first <= columns.last; --i) {
            auto const * const v = row(static_cast<std::size_t>(i));
            for (std::int64_t j = columns.last; j >= first; --j)
                if (v[j] == want) {
                    best_row = i;
                    first = j + 1;
                    break;
                }
        }
        if (control)
            control->throw_if_stopped();
        if (best_row < 0)
            throw error{exit_code::internal, "traceback: no cell precedes a pair of the chain"};
        return {static_cast<std::size_t>(best_row), static_cast<std::size_t>(first - 1)};
    };
    std::vector<matched_pair> chain(length);
    for (std::uint64_t k = length; k-- > 0;) {
        chain[k] = last;
        if (k)
            last = before(last);
    }
    return chain;
}

/// And with costs.
template <class Rows>
[[nodiscard]] std::vector<matched_pair> trace_back_scored_by_columns(problem const & p, matched_pair last,
                                                                     Rows const & row, run_control * control = nullptr)
{
    step_side const side_a = p.side_a(), side_b = p.side_b();
    auto const before = [&](matched_pair at, std::uint64_t want) -> matched_pair {
        step_costs rows{side_a, at.i, p.rule_for_a(at.j)}, columns{side_b, at.j, p.rule_for_b(at.i)};
        matched_pair best{at.i, 0};
        std::size_t first = columns.first();
        for (std::size_t i = at.i; i-- > rows.first();) {
            std::uint64_t const x = rows[i];
            if (x == step_costs::forbidden || p.a()[i] == no_match)
                continue;
            auto const v = row(i);
            for (std::size_t j = at.j; j-- > first;) {
                std::uint64_t const value = v[j];
                if (value < want + x || columns[j] != value - want - x)
                    continue;
                best = {i, j};
                first = j + 1;
                break;
            }
        }
        if (control)
            control->throw_if_stopped();
        if (best.i == at.i)
            throw error{exit_code::internal, "traceback: no cell precedes a pair of the chain"};
        return best;
    };
    std::vector<matched_pair> chain{last};
    for (std::uint64_t const match = p.scoring().match; row(last.i)[last.j] != match; chain.push_back(last))
        last = before(last, row(last.i)[last.j] - match);
    std::ranges::reverse(chain);
    return chain;
}

} // namespace vglcs
