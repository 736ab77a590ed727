// SPDX-License-Identifier: BSD-3-Clause
#include "solve/tile_traceback.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

namespace vglcs {

namespace {

/// The canonical pair before `at`: largest i', then largest j', among the allowed cells of that value.
matched_pair before(problem const & p, matched_pair at, std::uint64_t value, table_rows & rows)
{
    window const r = p.rows_before(at.i, at.j), c = p.columns_before(at.i, at.j);
    if (!c.empty())
        for (std::int64_t i = r.last; i >= r.first; --i) {
            auto const row = static_cast<std::size_t>(i);
            if (p.a()[row] == no_match)
                continue;
            if (auto const j =
                    rows.find_last(row, static_cast<std::size_t>(c.first), static_cast<std::size_t>(c.last), value))
                return {row, *j};
        }
    throw error{exit_code::internal,
                fmt::format("traceback: no cell of value {} precedes ({}, {})", value, at.i, at.j)};
}

} // namespace

std::vector<matched_pair> trace_chain(problem const & p, matched_pair last, std::uint64_t length, table_rows & rows)
{
    std::vector<matched_pair> chain(length);
    for (std::uint64_t k = length; k-- > 0;) {
        chain[k] = last;
        if (k != 0)
            last = before(p, last, k, rows);
    }
    return chain;
}

} // namespace vglcs
