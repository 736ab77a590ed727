// SPDX-License-Identifier: BSD-3-Clause
/// Explanations by the definition, slow and obvious: all chains of small problems one by one, and for larger ones
/// tables of pairs of cells.
#pragma once

#include "test_problem.hpp"

#include <vglcs/explain.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace vglcs::test {

/// One sequence with everything that links ask of it, in letters of the file. Blocked letters have the limit that they
/// borrow.
struct plain_side
{
    std::vector<std::uint64_t> lo, hi;
    std::vector<bool> blocked;
    std::vector<std::optional<jump>> landing;
    std::vector<std::optional<std::uint32_t>> leaving;
    std::uint64_t skip = 0;

    plain_side(gap_limits const & limits, jumps const & all, std::uint32_t skip_cost) : skip{skip_cost}
    {
        std::size_t const size = limits.size();
        for (std::size_t k = 0; k < size; ++k) {
            lo.push_back(limits[k].blocked ? 0 : limits[k].lo);
            hi.push_back(limits[k].hi);
            blocked.push_back(limits[k].blocked);
            landing.push_back(all.size() ? all.landing(k) : std::nullopt);
            leaving.push_back(all.size() ? all.leaving(k) : std::nullopt);
        }
        for (std::size_t k = 0; k < size; ++k) {
            if (!blocked[k])
                continue;
            std::optional<std::uint64_t> least;
            auto const borrow = [&](std::size_t from) { least = least ? std::min(*least, hi[from]) : hi[from]; };
            for (std::size_t left = k; left-- > 0;)
                if (!blocked[left]) {
                    borrow(left);
                    break;
                }
            for (std::size_t right = k + 1; right < size; ++right)
                if (!blocked[right]) {
                    borrow(right);
                    break;
                }
            hi[k] = least.value_or(0);
        }
    }

    /// What a step from p to q costs at its cheapest.
    [[nodiscard]] std::optional<std::uint64_t> step(std::size_t p, std::size_t q) const
    {
        std::optional<std::uint64_t> least;
        auto const take = [&](std::uint64_t cost) { least = least ? std::min(*least, cost) : cost; };
        if (std::uint64_t const skipped = q - p - 1; lo[q] <= skipped && skipped <= hi[q])
            take(skip * skipped);
        for (std::size_t e = p + 2; e <= q; ++e) {
            if (!landing[e] || q - e > hi[q])
                continue;
            for (std::size_t b = p + 1; b < e; ++b)
                if (leaving[b] && b - p - 1 <= hi[b] && std::max(1U, landing[e]->lo) <= e - b &&
                    e - b <= landing[e]->hi)
                    take(*leaving[b] + landing[e]->cost + skip * ((b - p - 1) + (q - e)));
        }
        return least;
    }
};

/// A problem as pairs of cells.
class plain_pair
{
public:
    using chain = std::vector<matched_pair>;

    explicit plain_pair(test_problem const & p)
        : a{p.limits_a, p.jumps_a, p.scoring.skip_a}, b{p.limits_b, p.jumps_b, p.scoring.skip_b}, match_{
                                                                                                      p.scoring.match}
    {
        auto const codes_a = encode(p.a, p.alphabet), codes_b = encode(p.b, p.alphabet);
        for (std::size_t i = 0; i < codes_a.size(); ++i)
            for (std::size_t j = 0; j < codes_b.size(); ++j)
                if (codes_a[i] == codes_b[j] && codes_a[i] != no_match && !a.blocked[i] && !b.blocked[j])
                    cells_.push_back({i, j});
    }

    plain_side a, b; ///< may be changed; prepare() then

    /// Works out what links cost.
    void prepare()
    {
        auto const fill = [](plain_side const & side, auto & to) {
            to.assign(side.hi.size(), std::vector<std::optional<std::uint64_t>>(side.hi.size()));
            for (std::size_t p = 0; p < side.hi.size(); ++p)
                for (std::size_t q = p + 1; q < side.hi.size(); ++q)
                    to[p][q] = side.step(p, q);
        };
        fill(a, steps_a_);
        fill(b, steps_b_);
    }

    [[nodiscard]] std::optional<std::int64_t> link(matched_pair x, matched_pair y) const
    {
        if (x.i >= y.i || x.j >= y.j)
            return std::nullopt;
        auto const down = steps_a_[x.i][y.i], across = steps_b_[x.j][y.j];
        if (!down || !across)
            return std::nullopt;
        return static_cast<std::int64_t>(*down + *across);
    }
    [[nodiscard]] std::optional<std::int64_t> score(chain const & c) const
    {
        std::int64_t sum = static_cast<std::int64_t>(match_ * c.size());
        for (std::size_t k = 0; k < c.size(); ++k) {
            if (std::ranges::find(cells_, c[k]) == cells_.end())
                return std::nullopt;
            if (k == 0)
                continue;
            auto const cost = link(c[k - 1], c[k]);
            if (!cost)
                return std::nullopt;
            sum -= *cost;
        }
        return sum;
    }

    /// Best score of each cell's chains.
    [[nodiscard]] std::vector<std::int64_t> values() const
    {
        std::vector<std::int64_t> v(cells_.size());
        for (std::size_t y = 0; y < cells_.size(); ++y) {
            std::int64_t most = 0;
            for (std::size_t x = 0; x < y; ++x)
                if (auto const cost = link(cells_[x], cells_[y]))
                    most = std::max(most, v[x] - *cost);
            v[y] = match() + most;
        }
        return v;
    }
    [[nodiscard]] std::int64_t best() const
    {
        auto const v = values();
        return v.empty() ? 0 : std::ranges::max(v);
    }

    /// Number of best chains modulo 2^64, and the pairs that all have.
    struct counted
    {
        std::uint64_t chains = 0;
        std::set<matched_pair> shared;
    };
    /// Every chain there is.
    [[nodiscard]] counted count_all(std::int64_t wanted) const
    {
        counted out;
        chain now;
        for (std::size_t x = 0; x < cells_.size(); ++x)
            visit(x, match(), wanted, now, out);
        return out;
    }
    /// The same by tables: chains up to each cell times chains from it on, modulo 2^64 and a prime.
    [[nodiscard]] counted count_by_tables(std::int64_t wanted) const
    {
        constexpr std::uint64_t prime = 2'147'483'647;
        std::size_t const size = cells_.size();
        auto const v = values();
        struct number
        {
            std::uint64_t whole = 0, rest = 0;
        };
        std::vector<number> up(size), on(size);
        auto const add = [&](number & to, number const & more) {
            to.whole += more.whole;
            to.rest = (to.rest + more.rest) % prime;
        };
        number total;
        for (std::size_t y = 0; y < size; ++y) {
            if (v[y] == match())
                add(up[y], {1, 1});
            for (std::size_t x = 0; x < y; ++x)
                if (auto const cost = link(cells_[x], cells_[y]); cost && v[x] - *cost == v[y] - match())
                    add(up[y], up[x]);
            if (v[y] == wanted)
                add(total, up[y]);
        }
        for (std::size_t x = size; x-- > 0;) {
            if (v[x] == wanted)
                add(on[x], {1, 1});
            for (std::size_t y = x + 1; y < size; ++y)
                if (auto const cost = link(cells_[x], cells_[y]); cost && v[x] - *cost == v[y] - match())
                    add(on[x], on[y]);
        }
        counted out{total.whole, {}};
        for (std::size_t x = 0; x < size; ++x)
            if (up[x].whole * on[x].whole == total.whole && up[x].rest * on[x].rest % prime == total.rest &&
                total.rest != 0)
                out.shared.insert(cells_[x]);
        return out;
    }

private:
    [[nodiscard]] std::int64_t match() const { return static_cast<std::int64_t>(match_); }

    void visit(std::size_t x, std::int64_t score, std::int64_t wanted, chain & now, counted & out) const
    {
        now.push_back(cells_[x]);
        if (score == wanted) {
            std::set<matched_pair> const pairs{now.begin(), now.end()};
            if (out.chains++ == 0)
                out.shared = pairs;
            else
                std::erase_if(out.shared, [&](matched_pair const & p) { return !pairs.contains(p); });
        }
        for (std::size_t y = x + 1; y < cells_.size(); ++y)
            if (auto const cost = link(cells_[x], cells_[y]))
                visit(y, score + match() - *cost, wanted, now, out);
        now.pop_back();
    }

    std::uint64_t match_;
    std::vector<matched_pair> cells_; ///< by row, then column
    std::vector<std::vector<std::optional<std::uint64_t>>> steps_a_, steps_b_;
};

/// All letters whose infinite limit gives a better score, found by trying each; by side and letter.
[[nodiscard]] inline std::vector<blocking_limit> plain_blockers(plain_pair p)
{
    std::int64_t const best = p.best();
    std::vector<blocking_limit> out;
    for (char const side : {'a', 'b'}) {
        plain_side & own = side == 'a' ? p.a : p.b;
        for (std::size_t k = 0; k < own.hi.size(); ++k) {
            if (own.blocked[k])
                continue;
            std::uint64_t const limit = own.hi[k];
            auto const with = [&](std::uint64_t hi) {
                own.hi[k] = hi;
                p.prepare();
                return p.best();
            };
            if (std::int64_t const most = with(gap_limit::infinite); most > best) {
                std::uint64_t raise = 1;
                while (with(limit + raise) != most)
                    ++raise;
                out.push_back({side, k, raise, static_cast<std::uint64_t>(most - best)});
            }
            with(limit);
        }
    }
    return out;
}

/// How far each gap slides, by making every chain on the way.
[[nodiscard]] inline std::vector<link_shift> plain_shifts(plain_pair const & p, plain_pair::chain const & chain)
{
    std::vector<link_shift> out;
    auto const score = p.score(chain);
    for (std::size_t k = 1; k < chain.size(); ++k) {
        std::size_t const rows = chain[k].i - chain[k - 1].i, columns = chain[k].j - chain[k - 1].j;
        if (rows == 1 && columns == 1)
            continue;
        link_shift now{k, 0, 0};
        auto moved = chain;
        // a pair behind the gap comes to stand in front of it, as long as one is left that follows it directly
        for (std::size_t at = k;
             at + 1 < chain.size() && chain[at + 1].i == chain[at].i + 1 && chain[at + 1].j == chain[at].j + 1; ++at)
        {
            moved[at] = {chain[at].i - (rows - 1), chain[at].j - (columns - 1)};
            if (p.score(moved) != score)
                break;
            ++now.right;
        }
        moved = chain;
        for (std::size_t at = k - 1; at > 0 && chain[at].i == chain[at - 1].i + 1 && chain[at].j == chain[at - 1].j + 1;
             --at) {
            moved[at] = {chain[at].i + (rows - 1), chain[at].j + (columns - 1)};
            if (p.score(moved) != score)
                break;
            ++now.left;
        }
        out.push_back(now);
    }
    return out;
}

} // namespace vglcs::test
