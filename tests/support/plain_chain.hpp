// SPDX-License-Identifier: BSD-3-Clause
/// The answer by the definition alone: every cell looks at all cells before it, every link tries all its ways. Slow,
/// and it shares nothing with the engines.
#pragma once

#include "test_problem.hpp"

#include <vglcs/result.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vglcs::test {

/// One sequence of a problem, and what a step on it costs.
class plain_side
{
public:
    plain_side(std::string const & letters, gap_limits const & limits, jumps const & given, std::uint32_t skip)
        : limits_{limits}, jumps_{given}, skip_{skip}, hi_(letters.size())
    {
        auto const nearest = [&](std::size_t k, int way) -> std::optional<std::uint64_t> {
            for (auto at = static_cast<std::int64_t>(k); at >= 0 && at < static_cast<std::int64_t>(hi_.size());
                 at += way)
                if (!limits[static_cast<std::size_t>(at)].blocked)
                    return limits[static_cast<std::size_t>(at)].hi;
            return std::nullopt;
        };
        for (std::size_t k = 0; k < hi_.size(); ++k) { // a blocked letter has the smaller limit of its neighbours
            auto const left = nearest(k, -1), right = nearest(k, 1);
            hi_[k] = left && right ? std::min(*left, *right) : left.value_or(right.value_or(0));
        }
    }

    /// Nothing where no step leads from letter p to letter q.
    /// @param rule  what the other sequence's letter at the link's end says
    [[nodiscard]] std::optional<std::uint64_t> cost(std::size_t p, std::size_t q, gap_limit rule) const
    {
        std::optional<std::uint64_t> best;
        auto const offer = [&](std::uint64_t x) { best = std::min(x, best.value_or(x)); };
        std::uint64_t const skipped = q - p - 1, skip = skip_;
        if (limits_[q].lo <= skipped && skipped <= hi_[q] && rule.lo <= skipped && skipped <= rule.hi)
            offer(skip * skipped);
        for (std::size_t e = p + 2; jumps_.size() != 0 && e <= q; ++e)
            for (std::size_t b = p + 1; b < e; ++b) {
                auto const land = jumps_.landing(e);
                auto const leave = jumps_.leaving(b);
                std::uint64_t const over = e - b, ahead = b - p - 1, behind = q - e;
                if (land && leave && over >= land->lo && over <= land->hi && ahead <= hi_[b] && behind <= hi_[q] &&
                    behind <= rule.hi)
                    offer(*leave + land->cost + skip * (ahead + behind));
            }
        return best;
    }

private:
    gap_limits const & limits_;
    jumps const & jumps_;
    std::uint32_t skip_;
    std::vector<std::uint64_t> hi_;
};

/// The canonical answer to a problem of DNA.
[[nodiscard]] inline result plain_answer(test_problem const & p)
{
    plain_side const side_a{p.a, p.limits_a, p.jumps_a, p.scoring.skip_a},
        side_b{p.b, p.limits_b, p.jumps_b, p.scoring.skip_b};
    std::size_t const n = p.a.size(), m = p.b.size();
    auto const rule = [](gap_limits const & given, std::size_t k) { return given.size() ? given[k] : gap_limit{}; };
    auto const matches = [&](std::size_t i, std::size_t j) {
        return p.a[i] == p.b[j] && std::string{"ACGT"}.find(p.a[i]) != std::string::npos && !p.limits_a[i].blocked &&
               !p.limits_b[j].blocked && !rule(p.by_partner.b_by_a, i).blocked && !rule(p.by_partner.a_by_b, j).blocked;
    };
    auto const link = [&](matched_pair from, matched_pair to) -> std::optional<std::uint64_t> {
        auto const x = side_a.cost(from.i, to.i, rule(p.by_partner.a_by_b, to.j)),
                   y = side_b.cost(from.j, to.j, rule(p.by_partner.b_by_a, to.i));
        return x && y ? std::optional{*x + *y} : std::nullopt;
    };
    struct cell
    {
        std::uint64_t score = 0;
        std::optional<matched_pair> before{};
    };
    std::vector<std::vector<cell>> v(n, std::vector<cell>(m));
    result best{.engine = "plain"};
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < m; ++j) {
            if (!matches(i, j))
                continue;
            cell & here = v[i][j];
            std::uint64_t gain = 0;
            // later rows and columns over earlier ones of the same gain
            for (std::size_t k = i; k-- > 0;)
                for (std::size_t l = j; l-- > 0;)
                    if (v[k][l].score != 0)
                        if (auto const cost = link({k, l}, {i, j}); cost && v[k][l].score > *cost + gain) {
                            gain = v[k][l].score - *cost;
                            here.before = matched_pair{k, l};
                        }
            here.score = p.scoring.match + gain;
            if (here.score > best.score) {
                best.score = here.score;
                best.last = matched_pair{i, j};
            }
        }
    for (std::optional<matched_pair> at = best.last; at; at = v[at->i][at->j].before)
        best.chain.push_back(*at);
    std::ranges::reverse(best.chain);
    best.length = best.chain.size();
    return best;
}

} // namespace vglcs::test
