// SPDX-License-Identifier: BSD-3-Clause
/// The cheapest way from one letter to a later one on one side of a link.
#pragma once

#include <vglcs/problem.hpp>

#include <rmq/sparse_table.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace vglcs::detail {

/// Cost of a step, and its jump, if it has one: the first letter that is jumped over and the one that is landed on.
struct step
{
    struct jump_ends
    {
        std::size_t first, end;
    };
    std::uint64_t cost = 0;
    std::optional<jump_ends> jump;
};

/// The step from p to q > p as it is written (see `chain_link`), in the side's indices; nothing where none is allowed.
/// Ends of jumps between p and q alone are looked at: O(s log s) for s letters between them.
/// @param rule   what the partner's letter allows to be skipped on this side
/// @tparam Side  `step_side`, or what has its windows, skip, has_jumps, jumps.leaving(b) and jumps.cost(e)
template <class Side>
[[nodiscard]] std::optional<step> cheapest_step(Side const & side, std::size_t p, std::size_t q, gap_limit rule = {})
{
    auto const from = static_cast<std::int64_t>(p), to = static_cast<std::int64_t>(q);
    auto const holds = [](window w, std::int64_t k) { return w.first <= k && k <= w.last; };
    std::uint64_t const skip = side.skip;
    std::optional<step> best;
    if (holds(side.small(q, rule), from)) {
        best = step{skip * side.skipped(p, q), {}};
        if (best->cost == 0)
            return best;
    }
    if (!side.has_jumps || to - from < 2)
        return best;
    // landing letters that q allows, and the letters that a jump to one of them may pass first
    std::int64_t const first_end = std::max(from + 2, side.landings(q, rule).first);
    std::int64_t first_b = to, last_b = from;
    for (std::int64_t e = first_end; e <= to; ++e)
        if (window const w = side.takeoffs(static_cast<std::size_t>(e)); !w.empty()) {
            first_b = std::min(first_b, w.first);
            last_b = std::max(last_b, w.last);
        }
    first_b = std::max(first_b, from + 1);
    last_b = std::min(last_b, to - 1);
    if (best && skip != 0) // a jump must be cheaper than none: so few letters may stand before it
        while (last_b >= first_b && skip * side.skipped(p, static_cast<std::size_t>(last_b)) >= best->cost)
            --last_b;
    if (first_b > last_b)
        return best;
    constexpr std::uint64_t dear = std::numeric_limits<std::uint64_t>::max();
    std::vector<std::uint64_t> before(static_cast<std::size_t>(last_b - first_b + 1), dear); // up to each letter b
    for (std::int64_t b = first_b; b <= last_b; ++b) {
        auto const at = static_cast<std::size_t>(b);
        if (std::uint32_t const leaving = side.jumps.leaving(at);
            leaving != jumps::never && holds(side.before(at), from))
            before[static_cast<std::size_t>(b - first_b)] = leaving + skip * side.skipped(p, at);
    }
    // the cheapest b of a window, the smallest of several: fewer letters are skipped before it
    rmq::sparse_table<std::uint64_t> const cheapest{std::span<std::uint64_t const>{before}, 1};
    std::uint64_t fewest = dear;
    for (std::int64_t e = first_end; e <= to; ++e) {
        auto const end = static_cast<std::size_t>(e);
        window w = side.takeoffs(end);
        w = {std::max(w.first, first_b), std::min(w.last, last_b)};
        if (w.empty())
            continue;
        std::size_t const k =
            cheapest.query(static_cast<std::size_t>(w.first - first_b), static_cast<std::size_t>(w.last - first_b));
        if (before[k] == dear)
            continue;
        std::size_t const b = static_cast<std::size_t>(first_b) + k;
        std::uint64_t const behind = side.position(q) - side.position(end);
        std::uint64_t const cost = before[k] + side.jumps.cost(end) + skip * behind;
        std::uint64_t const beside = side.skipped(p, b) + behind;
        bool const better =
            !best || cost < best->cost ||
            (cost == best->cost && best->jump && (beside < fewest || (beside == fewest && b < best->jump->first)));
        if (better) {
            best = step{cost, step::jump_ends{b, end}};
            fewest = beside;
        }
    }
    return best;
}

} // namespace vglcs::detail
