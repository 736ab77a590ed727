// SPDX-License-Identifier: BSD-3-Clause
/// The canonical chain from a whole table V.
#pragma once

#include <vglcs/problem.hpp>
#include <vglcs/result.hpp>
#include <vglcs/run_control.hpp>

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
        window const rows = predecessors(p.limits_a(), at.i), columns = predecessors(p.limits_b(), at.j);
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

} // namespace vglcs
