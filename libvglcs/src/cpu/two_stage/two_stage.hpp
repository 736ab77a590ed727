// SPDX-License-Identifier: BSD-3-Clause
/// The row-by-row algorithm in two stages, over structures to choose from.
/// Row i of the table V needs, stage 1, the maxima M(j) of the rows i-1-hi(i)..i-1-lo(i) in every column j, and stage
/// 2, in every column that matches A[i], the maximum of M over that column's window. Columns are shared out to threads;
/// they meet once a row, between the stages, and for every level of a table that spans all columns.
/// Source: Yang, Liu, Wu 2017, Alg. 3 (and Alg. 1 with one thread and disjoint sets in both stages).
#pragma once

#include "cpu/machine_speed.hpp"
#include "cpu/two_stage/column_share.hpp"
#include "cpu/two_stage/match_lists.hpp"
#include "cpu/two_stage/row_maximum.hpp"
#include "solve/prepared.hpp"
#include "solve/traceback.hpp"

#include <vglcs/engine.hpp>

#include <rmq/detail/block_columns.hpp>
#include <rmq/detail/disjoint_set_columns.hpp>

#include <omp.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace vglcs::cpu {

/// Rows of V, all of them or the newest in a ring. A view: copies see the same rows.
template <class Value>
struct table_rows
{
    Value * data;
    std::size_t columns, count;

    [[nodiscard]] Value * operator()(std::size_t row) const noexcept { return data + row % count * columns; }
};

/// Stage 1 by disjoint sets: suffixes only.
template <class Value>
class disjoint_set_stage
{
public:
    static constexpr bool answers_ranges = false;

    disjoint_set_stage(std::size_t columns, std::size_t rows, std::size_t reach, table_rows<Value> table)
        : columns_{columns, rows, reach}, table_{table}
    {
    }
    [[nodiscard]] static std::size_t rows_needed(std::size_t) noexcept { return 1; }
    [[nodiscard]] static std::uint64_t bytes(std::size_t columns, std::size_t rows, std::size_t reach) noexcept
    {
        return rmq::disjoint_set_columns<Value>::bytes(columns, rows, reach);
    }
    void append(std::size_t row, column_share share, std::span<std::uint32_t const> changed) noexcept
    {
        columns_.append_row(row, share.first, share.last, changed, table_(row));
    }
    void query(window rows, std::size_t newest, column_share share, Value * out) noexcept
    {
        columns_.query_row(static_cast<std::size_t>(rows.first), newest, share.first, share.last, out);
    }

private:
    rmq::disjoint_set_columns<Value> columns_;
    table_rows<Value> table_;
};

/// Stage 1 by blocks of rows with the codes of `Code`.
template <class Value, class Code>
class block_stage
{
public:
    static constexpr bool answers_ranges = true;

    block_stage(std::size_t columns, std::size_t, std::size_t reach, table_rows<Value> table)
        : columns_{columns, reach, table}
    {
    }
    [[nodiscard]] static std::size_t rows_needed(std::size_t reach) noexcept { return structure::rows_needed(reach); }
    [[nodiscard]] static std::uint64_t bytes(std::size_t columns, std::size_t, std::size_t reach) noexcept
    {
        return structure::bytes(columns, reach);
    }
    void append(std::size_t row, column_share share, std::span<std::uint32_t const> changed) noexcept
    {
        columns_.append_row(row, share.first, share.last, changed);
    }
    void query(window rows, std::size_t newest, column_share share, Value * out) noexcept
    {
        columns_.query_rows(static_cast<std::size_t>(rows.first), static_cast<std::size_t>(rows.last), newest,
                            share.first, share.last, out);
    }

private:
    using structure = rmq::block_columns<Value, rmq::max_leftmost, Code, table_rows<Value>>;
    structure columns_;
};

/// How the table lies: the letters of A are its rows, or, in a problem whose sequences have changed places, those of B.
/// The canonical chain is that of A's rows, whatever lies where.
enum class table_order : std::uint8_t { rows_of_a, rows_of_b };

/// One combination of structures, as the engines choose it.
struct two_stage_method
{
    std::uint64_t (*host_bytes)(problem const &, options const &);
    result (*solve)(problem const &, options const &, table_order); ///< in rows and columns of the problem given
};

/// The algorithm with cells of type Value. @tparam Columns stage 1. @tparam Row stage 2.
template <class Value, class Columns, class Row>
class two_stage
{
public:
    [[nodiscard]] static constexpr two_stage_method method() noexcept
    {
        return {&two_stage::host_bytes, &two_stage::solve};
    }

    /// Peak of memory, the problem included.
    [[nodiscard]] static std::uint64_t host_bytes(problem const & p, options const & o)
    {
        std::uint64_t const m = p.m(), kept = rows_kept(p, o),
                            chain = o.task == task::alignment ? std::min(p.n(), p.m()) : 0;
        return p.bytes() + kept * m * sizeof(Value) + 2 * m * sizeof(Value) + match_lists::bytes(m) +
               Columns::bytes(p.m(), p.n(), reach(p)) + Row::bytes(p.limits_b(), p.m()) + chain * sizeof(matched_pair);
    }

    [[nodiscard]] static result solve(problem const & p, options const & o, table_order order)
    {
        if (p.n() == 0 || p.m() == 0)
            return {};
        two_stage run{p, o, order};
        return run.solve(o);
    }

private:
    /// Best cell that a thread has seen: largest value, then the first one by the order.
    struct alignas(64) best_cell
    {
        Value value = 0;
        std::size_t i = 0, j = 0;
    };

    two_stage(problem const & p, options const & o, table_order order)
        : p_{p}, order_{order}, matches_{p.b()}, cells_(rows_kept(p, o) * p.m()),
          table_{cells_.data(), p.m(), rows_kept(p, o)}, maxima_{std::vector<Value>(p.m()), std::vector<Value>(p.m())},
          columns_{p.m(), p.n(), reach(p), table_}, row_{p.limits_b(), p.m()}
    {
    }

    /// Rows that a window can look back.
    [[nodiscard]] static std::size_t reach(problem const & p)
    {
        return std::max<std::size_t>(1, std::min<std::size_t>(p.n(), std::size_t{p.limits_a().max_hi()} + 1));
    }
    /// Rows of V in memory: all for a chain, else what stage 1 reads.
    [[nodiscard]] static std::size_t rows_kept(problem const & p, options const & o)
    {
        return o.task == task::alignment ? p.n() : std::min(p.n(), Columns::rows_needed(reach(p)));
    }
    [[nodiscard]] static std::size_t thread_count(problem const & p, options const & o)
    {
        std::size_t const granules = (p.m() + column_share::granule - 1) / column_share::granule;
        return std::clamp<std::size_t>(granules, 1, static_cast<std::size_t>(std::max(1, o.threads)));
    }

    [[nodiscard]] result solve(options const & o)
    {
        std::size_t const n = p_.n(), threads = thread_count(p_, o);
        std::vector<best_cell> best(threads);
        // A few milliseconds of rows between two looks at the control.
        std::size_t const rows_a_time = std::max<std::size_t>(1, cells_between_checks / p_.m());
        for (std::size_t first = 0; first < n; first += rows_a_time) {
            if (o.control)
                o.control->throw_if_stopped();
            std::size_t const last = std::min(n, first + rows_a_time);
            if (threads == 1) {
                advance(first, last, column_share::of(p_.m(), 0, 1, barrier_), best[0]);
            } else {
#pragma omp parallel num_threads(static_cast <int>(threads))
                {
                    auto const thread = static_cast<std::size_t>(omp_get_thread_num());
                    auto const present = static_cast<std::size_t>(omp_get_num_threads());
                    advance(first, last, column_share::of(p_.m(), thread, present, barrier_), best[thread]);
                }
            }
            if (o.control)
                o.control->add_cells((last - first) * p_.m());
        }
        best_cell top;
        for (best_cell const & cell : best)
            if (cell.value > top.value || (cell.value == top.value && cell.value != 0 && place(cell) < place(top)))
                top = cell;
        result r;
        r.length = top.value;
        if (top.value != 0) {
            r.last = matched_pair{top.i, top.j};
            if (o.task == task::alignment)
                r.chain = order_ == table_order::rows_of_a
                              ? trace_back(p_, *r.last, r.length, table_, o.control)
                              : trace_back_by_columns(p_, *r.last, r.length, table_, o.control);
        }
        return r;
    }

    [[nodiscard]] std::pair<std::size_t, std::size_t> place(best_cell const & cell) const noexcept
    {
        return order_ == table_order::rows_of_a ? std::pair{cell.i, cell.j} : std::pair{cell.j, cell.i};
    }

    /// V of the matching columns of row i from M, where windows are of another length in each row. Apart from the other
    /// loop, which stays as short as it is.
    [[gnu::noinline]] void look_up_windows(std::size_t i, std::span<std::uint32_t const> matching, Value const * maxima,
                                           int parity, Value * v) noexcept
    {
        if constexpr (requires(window w) { row_.query(maxima, w, parity); })
            for (std::uint32_t const j : matching) {
                window const w = p_.columns_before(i, j);
                v[j] = static_cast<Value>(1 + (w.empty() ? Value{0} : row_.query(maxima, w, parity)));
            }
    }

    /// The rows first..last-1 in one thread's columns.
    /// Invariant: rows before the current one are in stage 1, and no thread is more than one row ahead of another.
    void advance(std::size_t first, std::size_t last, column_share share, best_cell & best) noexcept
    {
        int parity = 0; // of the rows that pass stage 2
        for (std::size_t i = first; i < last; ++i) {
            letter_code const letter = p_.a()[i];
            auto const matching = matches_.of(letter, share.first, share.last);
            window const rows = predecessors(p_.limits_a(), i);
            Value * const v = table_(i);
            std::fill(v + share.first, v + share.last, Value{0});
            // All threads agree on this, since it does not look at a share.
            if (!rows.empty() && !matches_.of(letter).empty()) {
                parity ^= 1;
                Value * const maxima = maxima_[static_cast<std::size_t>(parity)].data();
                columns_.query(rows, i - 1, share, maxima);
                row_.prepare(maxima, share, parity);
                share.wait_for_all();
                row_.build(maxima, share, parity);
                if (p_.has_b_by_a())
                    look_up_windows(i, matching, maxima, parity, v);
                else
                    for (std::uint32_t const j : matching)
                        v[j] = static_cast<Value>(1 + row_.query(maxima, j, parity));
            } else {
                for (std::uint32_t const j : matching)
                    v[j] = 1;
            }
            for (std::uint32_t const j : matching)
                if (v[j] > best.value)
                    best = {v[j], i, j};
            if (order_ == table_order::rows_of_b) // a row that is later may come first
                for (std::uint32_t const j : matching)
                    if (j < best.j && v[j] == best.value)
                        best = {v[j], i, j};
            columns_.append(i, share, matching);
        }
    }

    static constexpr std::size_t cells_between_checks = std::size_t{1} << 20;

    problem const & p_;
    table_order order_;
    match_lists matches_;
    std::vector<Value> cells_;
    table_rows<Value> table_;
    std::array<std::vector<Value>, 2> maxima_; ///< M of this row and of the one before
    Columns columns_;
    Row row_;
    team_barrier barrier_;
};

/// Chooses cells of 16 or 32 bits: values are at most min(n, m).
template <template <class> class Columns, template <class> class Row>
[[nodiscard]] two_stage_method two_stage_for(problem const & p)
{
    if (std::min(p.n(), p.m()) <= std::numeric_limits<std::uint16_t>::max())
        return two_stage<std::uint16_t, Columns<std::uint16_t>, Row<std::uint16_t>>::method();
    return two_stage<std::uint32_t, Columns<std::uint32_t>, Row<std::uint32_t>>::method();
}

template <class Value>
using pop_stage = block_stage<Value, rmq::detail::pop_path>;
template <class Value>
using catalan_stage = block_stage<Value, rmq::detail::catalan_path>;

/// Measured seconds a cell, DNA, one core: limits of tens of rows, and of a thousand or none.
struct cell_time
{
    double near, far;
};

/// An engine of this family: its name and which structures it takes for a problem.
class two_stage_engine : public engine
{
public:
    [[nodiscard]] vglcs::device device() const noexcept final { return vglcs::device::cpu; }
    [[nodiscard]] bool supports(problem const & p, task) const noexcept override
    {
        return p.is_unit() && takes_partner_limits(p);
    }

    [[nodiscard]] std::unique_ptr<prepared_run> prepare(problem const & p, options const & o) const final
    {
        if (!p.has_a_by_b()) {
            two_stage_method const method = choose(p);
            return detail::prepared(cost_of(p, o, method),
                                    [&p, &o, method, this] { return solve_by(method, p, o, table_order::rows_of_a); });
        }
        // windows of columns may differ from row to row, but not windows of rows from column to column
        auto const turned = std::make_shared<problem const>(p.swapped());
        two_stage_method const method = choose(*turned);
        cost c = cost_of(*turned, o, method);
        c.host_bytes += p.bytes();
        return detail::prepared(c, [turned, &o, method, this] {
            result r = solve_by(method, *turned, o, table_order::rows_of_b);
            auto const turn_back = [](matched_pair & at) { std::swap(at.i, at.j); };
            if (r.last)
                turn_back(*r.last);
            std::ranges::for_each(r.chain, turn_back);
            return r;
        });
    }

protected:
    /// Limits by letters of one sequence: those of both would make a window of rows and columns for each cell.
    [[nodiscard]] static bool takes_partner_limits(problem const & p) noexcept
    {
        return !p.has_b_by_a() || !p.has_a_by_b();
    }
    [[nodiscard]] virtual bool one_thread() const noexcept { return false; }
    [[nodiscard]] virtual two_stage_method choose(problem const &) const = 0;
    /// What a cell takes on one core; see docs/benchmarks/engines.md.
    [[nodiscard]] virtual cell_time time_of_cells() const noexcept = 0;

private:
    [[nodiscard]] result solve_by(two_stage_method const & method, problem const & p, options o,
                                  table_order order) const
    {
        if (one_thread())
            o.threads = 1;
        result r = method.solve(p, o, order);
        r.engine = name();
        return r;
    }
    /// Three ranges on a side with jumps, and every column is asked.
    [[nodiscard]] static cell_time time_of_scored_cells(problem const & p) noexcept
    {
        double const ranges = 1 + p.side_a().has_jumps + 2 * p.side_b().has_jumps;
        return {2e-8 * ranges, 2e-8 * ranges};
    }
    [[nodiscard]] cost cost_of(problem const & p, options const & o, two_stage_method const & method) const
    {
        auto const cells = static_cast<double>(p.n()) * static_cast<double>(p.m());
        double const threads = one_thread() || !p.is_unit() ? 1 : std::max(1, o.threads);
        cell_time const cell = p.is_unit() ? time_of_cells() : time_of_scored_cells(p);
        double const seconds = p.limits_a().max_hi() <= near_rows ? cell.near : cell.far;
        return {.cells = std::uint64_t{p.n()} * p.m(),
                .host_bytes = method.host_bytes(p, o),
                .seconds = 1e-6 + cells * seconds * current_speed().scalar / threads};
    }
    /// Rows up to which a column's structures stay in the first-level cache.
    static constexpr std::uint32_t near_rows = 64;
};

} // namespace vglcs::cpu
