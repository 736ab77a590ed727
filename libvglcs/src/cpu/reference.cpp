// SPDX-License-Identifier: BSD-3-Clause
/// The textbook recurrence: slow and obvious, the referee of every other engine.
#include "cpu/engines.hpp"
#include "cpu/machine_speed.hpp"
#include "solve/prepared.hpp"
#include "solve/traceback.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace vglcs::cpu {

namespace {

using table = std::vector<std::vector<std::uint64_t>>;

/// Every step of one side, by the definition: p -> q small, or over a jump from b to e.
class all_steps
{
public:
    struct step
    {
        std::size_t from;
        std::uint64_t cost;
    };

    explicit all_steps(step_side const & side) : to_(side.size)
    {
        constexpr auto none = std::numeric_limits<std::uint64_t>::max();
        std::uint64_t const skip = side.skip;
        auto const each = [](window w, auto const & f) {
            for (std::int64_t k = w.first; k <= w.last; ++k)
                f(static_cast<std::size_t>(k));
        };
        // up to letter e, jumped onto
        table landed(side.has_jumps ? side.size : 0);
        for (std::size_t e = 0; e < landed.size(); ++e) {
            landed[e].assign(e, none);
            each(side.takeoffs(e), [&](std::size_t b) {
                if (side.jumps.leaving(b) == jumps_view::never)
                    return;
                each(side.before(b), [&](std::size_t p) {
                    landed[e][p] =
                        std::min(landed[e][p], side.jumps.leaving(b) + side.jumps.cost(e) + skip * side.skipped(p, b));
                });
            });
        }
        for (std::size_t q = 0; q < side.size; ++q) {
            std::vector<std::uint64_t> cost(q, none);
            each(side.small(q), [&](std::size_t p) { cost[p] = skip * side.skipped(p, q); });
            if (side.has_jumps)
                each(side.landings(q), [&](std::size_t e) {
                    for (std::size_t p = 0; p < e; ++p)
                        if (landed[e][p] != none)
                            cost[p] = std::min(cost[p], landed[e][p] + skip * (side.position(q) - side.position(e)));
                });
            for (std::size_t p = q; p-- > 0;)
                if (cost[p] != none)
                    to_[q].push_back({p, cost[p]});
        }
    }

    /// Those to q, from the nearest letter on.
    [[nodiscard]] std::vector<step> const & to(std::size_t q) const { return to_[q]; }

    /// Bytes of the steps and of what they are made from, at most.
    [[nodiscard]] static std::uint64_t bytes(step_side const & side)
    {
        std::uint64_t const pairs = std::uint64_t{side.size} * side.size / 2;
        return pairs * (sizeof(step) * 2 + (side.has_jumps ? sizeof(std::uint64_t) : 0)) +
               side.size * 2 * sizeof(std::vector<step>);
    }

private:
    std::vector<std::vector<step>> to_;
};

class reference final : public engine
{
public:
    std::string_view name() const noexcept override { return "reference"; }
    std::string_view summary() const noexcept override { return "textbook recurrence, keeps the whole table"; }
    vglcs::device device() const noexcept override { return vglcs::device::cpu; }

    std::unique_ptr<prepared_run> prepare(problem const & p, options const & o) const override
    {
        return detail::prepared(cost_of(p), [&p, &o, this] { return p.is_unit() ? longest(p, o) : best(p, o); });
    }

private:
    static cost cost_of(problem const & p)
    {
        std::uint64_t const cells = std::uint64_t{p.n()} * p.m();
        return {.cells = cells,
                .host_bytes = p.bytes() + cells * sizeof(std::uint64_t) + p.n() * sizeof(table::value_type) +
                              (p.is_unit() ? 0 : all_steps::bytes(p.side_a()) + all_steps::bytes(p.side_b())),
                .seconds = static_cast<double>(cells) * 2e-8 * current_speed().scalar};
    }

    [[nodiscard]] result longest(problem const & p, options const & o) const
    {
        std::size_t const n = p.n(), m = p.m();
        table v(n, std::vector<std::uint64_t>(m, 0));
        std::vector<std::uint64_t> column_maxima(m);
        result r{.engine = name()};
        for (std::size_t i = 0; i < n; ++i) {
            if (o.control) {
                o.control->throw_if_stopped();
                o.control->add_cells(m);
            }
            window const rows = predecessors(p.limits_a(), i);
            std::ranges::fill(column_maxima, 0);
            for (std::int64_t k = rows.first; k <= rows.last; ++k)
                for (std::size_t j = 0; j < m; ++j)
                    column_maxima[j] = std::max(column_maxima[j], v[static_cast<std::size_t>(k)][j]);
            for (std::size_t j = 0; j < m; ++j) {
                if (!p.matches(i, j))
                    continue;
                std::uint64_t best = 0;
                window const columns = predecessors(p.limits_b(), j);
                for (std::int64_t k = columns.first; k <= columns.last; ++k)
                    best = std::max(best, column_maxima[static_cast<std::size_t>(k)]);
                v[i][j] = best + 1;
                if (v[i][j] > r.length) {
                    r.length = v[i][j];
                    r.last = matched_pair{i, j};
                }
            }
        }
        if (o.task == task::alignment && r.last) {
            r.chain = trace_back(
                p, *r.last, r.length, [&](std::size_t i) { return v[i].data(); }, o.control);
        }
        return r;
    }

    [[nodiscard]] result best(problem const & p, options const & o) const
    {
        std::size_t const n = p.n(), m = p.m();
        std::uint64_t const match = p.scoring().match;
        all_steps const rows{p.side_a()}, columns{p.side_b()};
        table v(n, std::vector<std::uint64_t>(m, 0));
        std::vector<std::uint64_t> left(m); // best value of each column after the step to row i
        result r{.engine = name()};
        for (std::size_t i = 0; i < n; ++i) {
            if (o.control) {
                o.control->throw_if_stopped();
                o.control->add_cells(m);
            }
            std::ranges::fill(left, 0);
            for (auto const & [k, cost] : rows.to(i))
                for (std::size_t j = 0; j < m; ++j)
                    if (v[k][j] > cost)
                        left[j] = std::max(left[j], v[k][j] - cost);
            for (std::size_t j = 0; j < m; ++j) {
                if (!p.matches(i, j))
                    continue;
                std::uint64_t most = 0;
                for (auto const & [k, cost] : columns.to(j))
                    if (left[k] > cost)
                        most = std::max(most, left[k] - cost);
                v[i][j] = match + most;
                if (v[i][j] > r.score) {
                    r.score = v[i][j];
                    r.last = matched_pair{i, j};
                }
            }
        }
        if (o.task == task::alignment && r.last) {
            // apart from the traceback of the other engines, so that one judges the other
            matched_pair at = *r.last;
            r.chain.push_back(at);
            while (v[at.i][at.j] != match) {
                at = before(v, rows.to(at.i), columns.to(at.j), v[at.i][at.j] - match);
                r.chain.push_back(at);
            }
            std::ranges::reverse(r.chain);
        }
        r.length = r.chain.size();
        return r;
    }

    [[nodiscard]] static matched_pair before(table const & v, std::vector<all_steps::step> const & rows,
                                             std::vector<all_steps::step> const & columns, std::uint64_t want)
    {
        for (auto const & [i, x] : rows)
            for (auto const & [j, y] : columns)
                if (v[i][j] == want + x + y)
                    return {i, j};
        throw error{exit_code::internal, "traceback: no cell precedes a pair of the chain"};
    }
};

} // namespace

engine const & reference_engine()
{
    static reference const instance;
    return instance;
}

} // namespace vglcs::cpu
