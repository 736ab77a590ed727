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

    explicit all_steps(step_side const & side) : side_{side}, landed_(side.has_jumps ? side.size : 0), to_(side.size)
    {
        for (std::size_t e = 0; e < landed_.size(); ++e) {
            landed_[e].assign(e, none);
            each(side.takeoffs(e), [&](std::size_t b) {
                if (side.jumps.leaving(b) == jumps_view::never)
                    return;
                each(side.before(b), [&](std::size_t p) {
                    landed_[e][p] = std::min(landed_[e][p], side.jumps.leaving(b) + side.jumps.cost(e) +
                                                                std::uint64_t{side.skip} * side.skipped(p, b));
                });
            });
        }
        for (std::size_t q = 0; q < side.size; ++q)
            to_[q] = to(q, {});
    }

    /// Those to q, from the nearest letter on.
    [[nodiscard]] std::vector<step> const & to(std::size_t q) const { return to_[q]; }
    /// Those that the partner's letter allows.
    [[nodiscard]] std::vector<step> to(std::size_t q, gap_limit rule) const
    {
        std::uint64_t const skip = side_.skip;
        std::vector<std::uint64_t> cost(q, none);
        each(side_.small(q, rule), [&](std::size_t p) { cost[p] = skip * side_.skipped(p, q); });
        if (side_.has_jumps)
            each(side_.landings(q, rule), [&](std::size_t e) {
                for (std::size_t p = 0; p < e; ++p)
                    if (landed_[e][p] != none)
                        cost[p] = std::min(cost[p], landed_[e][p] + skip * (side_.position(q) - side_.position(e)));
            });
        std::vector<step> out;
        for (std::size_t p = q; p-- > 0;)
            if (cost[p] != none)
                out.push_back({p, cost[p]});
        return out;
    }

    /// Bytes of the steps and of what they are made from, at most.
    [[nodiscard]] static std::uint64_t bytes(step_side const & side)
    {
        std::uint64_t const pairs = std::uint64_t{side.size} * side.size / 2;
        return pairs * (sizeof(step) * 2 + (side.has_jumps ? sizeof(std::uint64_t) : 0)) +
               side.size * 2 * sizeof(std::vector<step>);
    }

private:
    static constexpr auto none = std::numeric_limits<std::uint64_t>::max();

    static void each(window w, auto const & f)
    {
        for (std::int64_t k = w.first; k <= w.last; ++k)
            f(static_cast<std::size_t>(k));
    }

    step_side side_;
    table landed_; ///< [e][p]: from p up to letter e, jumped onto
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
        return detail::prepared(cost_of(p), [&p, &o, this] {
            if (p.has_partner_limits())
                return p.is_unit() ? longest_by_cells(p, o) : best_by_cells(p, o);
            return p.is_unit() ? longest(p, o) : best(p, o);
        });
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

    /// The same with a window of rows and columns for each cell.
    [[nodiscard]] result longest_by_cells(problem const & p, options const & o) const
    {
        table v(p.n(), std::vector<std::uint64_t>(p.m(), 0));
        result r{.engine = name()};
        for_each_match(p, o, [&](std::size_t i, std::size_t j) {
            std::uint64_t best = 0;
            window const rows = p.rows_before(i, j), columns = p.columns_before(i, j);
            for (std::int64_t k = rows.first; k <= rows.last; ++k)
                for (std::int64_t l = columns.first; l <= columns.last; ++l)
                    best = std::max(best, v[static_cast<std::size_t>(k)][static_cast<std::size_t>(l)]);
            v[i][j] = best + 1;
            if (v[i][j] > r.length) {
                r.length = v[i][j];
                r.last = matched_pair{i, j};
            }
        });
        if (o.task == task::alignment && r.last)
            r.chain = trace_back(
                p, *r.last, r.length, [&](std::size_t i) { return v[i].data(); }, o.control);
        return r;
    }

    /// And with costs: the steps of each cell are its own.
    [[nodiscard]] result best_by_cells(problem const & p, options const & o) const
    {
        all_steps const rows{p.side_a()}, columns{p.side_b()};
        std::uint64_t const match = p.scoring().match;
        auto const to_row = [&](matched_pair at) { return rows.to(at.i, p.rule_for_a(at.j)); };
        auto const to_column = [&](matched_pair at) { return columns.to(at.j, p.rule_for_b(at.i)); };
        table v(p.n(), std::vector<std::uint64_t>(p.m(), 0));
        result r{.engine = name()};
        for_each_match(p, o, [&](std::size_t i, std::size_t j) {
            std::uint64_t most = 0;
            std::vector<all_steps::step> const across = to_column({i, j});
            for (auto const & [k, x] : to_row({i, j}))
                for (auto const & [l, y] : across)
                    if (v[k][l] > x + y)
                        most = std::max(most, v[k][l] - x - y);
            v[i][j] = match + most;
            if (v[i][j] > r.score) {
                r.score = v[i][j];
                r.last = matched_pair{i, j};
            }
        });
        if (o.task == task::alignment && r.last) {
            matched_pair at = *r.last;
            r.chain.push_back(at);
            while (v[at.i][at.j] != match) {
                at = before(v, to_row(at), to_column(at), v[at.i][at.j] - match);
                r.chain.push_back(at);
            }
            std::ranges::reverse(r.chain);
        }
        r.length = r.chain.size();
        return r;
    }

    /// Calls f(i, j) for all pairs of letters that match, row by row.
    template <class F>
    static void for_each_match(problem const & p, options const & o, F const & f)
    {
        for (std::size_t i = 0; i < p.n(); ++i) {
            if (o.control) {
                o.control->throw_if_stopped();
                o.control->add_cells(p.m());
            }
            for (std::size_t j = 0; j < p.m(); ++j)
                if (p.matches(i, j))
                    f(i, j);
        }
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
