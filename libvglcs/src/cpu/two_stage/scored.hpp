// SPDX-License-Identifier: BSD-3-Clause
/// The two stages of problems with costs: the same line of range maxima, first along the rows of every column, then
/// along the columns of every row.
///
/// With x(p) the values along a line, costs of skipped letters taken off:
///     C(b) = max x(p), p in before(b), less leaving(b)          a jump begins that passes b first
///     J(e) = max C(b), b in takeoffs(e), less cost(e)           it has landed on e
///     y(q) = max of x(p), p in small(q), and J(e), e in landings(q)
/// A value that is lowered by `skip` a letter is kept with skip * position added to it, so that all three are plain
/// range maxima; what falls to 0 or below is no value. Source: Yang, Liu, Wu 2017, Alg. 3, with three ranges in the
/// place of one. One thread.
#pragma once

#include "cpu/two_stage/row_maximum.hpp"
#include "cpu/two_stage/two_stage.hpp"

#include <numeric>

namespace vglcs::cpu {

/// `value` without `cost`, nothing (0) where no more is left.
template <class Value>
[[nodiscard]] constexpr Value less(Value value, std::uint64_t cost) noexcept
{
    return value > cost ? static_cast<Value>(value - cost) : Value{0};
}

/// @tparam Value  holds every score with skip * position added. @tparam Code  of the blocks of stage 1.
template <class Value, class Code>
class scored_two_stage
{
public:
    [[nodiscard]] static constexpr two_stage_method method() noexcept
    {
        return {&scored_two_stage::host_bytes, &scored_two_stage::solve};
    }

    [[nodiscard]] static std::uint64_t host_bytes(problem const & p, options const & o)
    {
        std::uint64_t const m = p.m(), chain = o.task == task::alignment ? std::min(p.n(), p.m()) : 0;
        reaches const far{p};
        std::uint64_t const rows = kept_rows::bytes(p, far.values, o.task == task::alignment) +
                                   kept_rows::bytes(p, far.jumps, false) + kept_rows::bytes(p, far.landed, false);
        return p.bytes() + rows + 3 * (m * sizeof(Value) + blocked_row<Value>::bytes(every_window(m), p.m())) +
               2 * m * sizeof(Value) + m * sizeof(std::uint32_t) + match_lists::bytes(m) +
               chain * (sizeof(matched_pair) + 64);
    }

    [[nodiscard]] static result solve(problem const & p, options const & o, table_order order)
    {
        if (p.n() == 0 || p.m() == 0)
            return {};
        scored_two_stage run{p, o, order};
        return run.solve(o);
    }

private:
    /// How many rows back the three ranges of stage 1 look, the row itself counted; 0: there is no such range.
    struct reaches
    {
        std::size_t values, jumps = 0, landed = 0;

        explicit reaches(problem const & p)
        {
            step_side const side = p.side_a();
            auto const at_most = [&](std::uint64_t rows) {
                return static_cast<std::size_t>(std::clamp<std::uint64_t>(rows, 1, std::max<std::size_t>(1, p.n())));
            };
            values = at_most(std::uint64_t{p.limits_a().max_hi()} + 1);
            if (!side.has_jumps)
                return;
            std::uint64_t longest = 1, landings = 1;
            for (std::size_t e = 0; e < side.size; ++e) {
                longest = std::max<std::uint64_t>(longest, side.jumps.hi(e));
                window const w = side.landings(e);
                landings = std::max(landings, static_cast<std::uint64_t>(w.last - w.first) + 1);
            }
            jumps = at_most(longest + 1); // rows below the newest
            landed = at_most(landings);
        }
    };

    /// Rows of values, the newest of them, and their maxima.
    class kept_rows
    {
    public:
        kept_rows(problem const & p, std::size_t reach, bool all)
            : cells_(count(p, reach, all) * p.m()), rows_{cells_.data(), p.m(), count(p, reach, all)},
              maxima_{p.m(), std::max<std::size_t>(1, reach), rows_}
        {
        }
        [[nodiscard]] static std::uint64_t bytes(problem const & p, std::size_t reach, bool all)
        {
            return count(p, reach, all) * p.m() * sizeof(Value) +
                   structure::bytes(p.m(), std::max<std::size_t>(1, reach));
        }
        [[nodiscard]] Value * operator()(std::size_t row) const noexcept { return rows_(row); }
        void append(std::size_t row, std::span<std::uint32_t const> changed) noexcept
        {
            maxima_.append_row(row, 0, rows_.columns, changed);
        }
        void query(window w, std::size_t newest, Value * out) const noexcept
        {
            maxima_.query_rows(static_cast<std::size_t>(w.first), static_cast<std::size_t>(w.last), newest, 0,
                               rows_.columns, out);
        }

    private:
        using structure = rmq::block_columns<Value, rmq::max_leftmost, Code, table_rows<Value>>;
        [[nodiscard]] static std::size_t count(problem const & p, std::size_t reach, bool all)
        {
            return all ? p.n() : reach == 0 ? 1 : std::min(p.n(), structure::rows_needed(reach));
        }

        std::vector<Value> cells_;
        table_rows<Value> rows_;
        structure maxima_;
    };

    /// Rows of V as the traceback reads them.
    struct value_row
    {
        Value const * cells;
        std::uint64_t raised; ///< what was added to each value
        [[nodiscard]] std::uint64_t operator[](std::size_t j) const noexcept { return less(cells[j], raised); }
    };

    scored_two_stage(problem const & p, options const & o, table_order order)
        : p_{p}, order_{order}, rows_{p.side_a()}, columns_{p.side_b()}, reach_{p}, matches_{p.b()},
          values_{p, reach_.values, o.task == task::alignment}, jumps_{p, reach_.jumps, false}, landed_{p,
                                                                                                        reach_.landed,
                                                                                                        false},
          every_column_(p.m()), maxima_(p.m()), found_(p.m()), lines_{row_line{p.m()}, row_line{p.m()}, row_line{p.m()}}
    {
        std::iota(every_column_.begin(), every_column_.end(), 0U);
    }

    [[nodiscard]] static limits_view every_window(std::size_t m) { return {{}, {}, 0, static_cast<std::uint32_t>(m)}; }

    /// Values of one row, and their maxima.
    struct row_line
    {
        std::vector<Value> values;
        blocked_row<Value> maxima;

        explicit row_line(std::size_t m) : values(m), maxima{every_window(m), m} {}
        void build(column_share share)
        {
            maxima.prepare(values.data(), share, 0);
            maxima.build(values.data(), share, 0);
        }
        [[nodiscard]] Value query(window w) const noexcept
        {
            return w.empty() ? Value{0} : maxima.query(values.data(), w, 0);
        }
    };

    [[nodiscard]] result solve(options const & o)
    {
        constexpr std::size_t cells_between_checks = std::size_t{1} << 18;
        std::size_t const n = p_.n(), rows_a_time = std::max<std::size_t>(1, cells_between_checks / p_.m());
        result r;
        for (std::size_t i = 0; i < n; ++i) {
            if (o.control && i % rows_a_time == 0)
                o.control->throw_if_stopped();
            advance(i, r);
            if (o.control)
                o.control->add_cells(p_.m());
        }
        auto const row = [&](std::size_t i) {
            return value_row{values_(i), std::uint64_t{rows_.skip} * rows_.position(i)};
        };
        if (o.task == task::alignment && r.last)
            r.chain = order_ == table_order::rows_of_a ? trace_back_scored(p_, *r.last, row, o.control)
                                                       : trace_back_scored_by_columns(p_, *r.last, row, o.control);
        r.length = r.chain.size();
        return r;
    }

    void advance(std::size_t i, result & best)
    {
        std::uint64_t const raised = std::uint64_t{rows_.skip} * rows_.position(i);
        if (rows_.has_jumps)
            jump_onto(i, raised);
        auto const matching = matches_.of(p_.a()[i]);
        Value * const v = values_(i);
        std::fill(v, v + p_.m(), Value{0});
        if (!matching.empty()) {
            bool const any = take_best_rows(i, raised);
            if (any)
                along_the_row();
            for (std::uint32_t const j : matching) {
                std::uint64_t const value = p_.scoring().match + (any ? best_before(i, j) : Value{0});
                // where the rows are those of B, a row that is later may come first
                if (value > best.score || (order_ == table_order::rows_of_b && value == best.score && j < best.last->j))
                {
                    best.score = value;
                    best.last = matched_pair{i, j};
                }
                v[j] = static_cast<Value>(value + raised);
            }
        }
        values_.append(i, matching);
    }

    /// C and J of row i, in every column.
    void jump_onto(std::size_t i, std::uint64_t raised)
    {
        std::size_t const m = p_.m();
        Value *const begun = jumps_(i), *const landed = landed_(i);
        std::uint32_t const leaving = rows_.jumps.leaving(i);
        window const before = rows_.before(i), takeoffs = rows_.takeoffs(i);
        bool const begins = leaving != jumps_view::never && !before.empty();
        if (begins) {
            values_.query(before, i - 1, begun);
            std::uint64_t const cost = raised - rows_.skip + leaving;
            for (std::size_t j = 0; j < m; ++j)
                begun[j] = less(begun[j], cost);
        } else {
            std::fill(begun, begun + m, Value{0});
        }
        jumps_.append(i, begins ? std::span<std::uint32_t const>{every_column_} : std::span<std::uint32_t const>{});
        bool const lands = !takeoffs.empty();
        if (lands) {
            jumps_.query(takeoffs, i, landed);
            for (std::size_t j = 0; j < m; ++j) {
                Value const left = less(landed[j], rows_.jumps.cost(i));
                landed[j] = left == 0 ? Value{0} : static_cast<Value>(left + raised);
            }
        } else {
            std::fill(landed, landed + m, Value{0});
        }
        landed_.append(i, lands ? std::span<std::uint32_t const>{every_column_} : std::span<std::uint32_t const>{});
    }

    /// The best that each column's rows leave at row i, into maxima_; false where that is nothing.
    bool take_best_rows(std::size_t i, std::uint64_t raised)
    {
        std::size_t const m = p_.m();
        window const small = rows_.small(i);
        Value any = 0;
        if (!small.empty()) {
            values_.query(small, i - 1, maxima_.data());
            for (Value & x : maxima_) {
                x = less(x, raised - rows_.skip);
                any = std::max(any, x);
            }
        } else {
            std::ranges::fill(maxima_, Value{0});
        }
        if (rows_.has_jumps) {
            landed_.query(rows_.landings(i), i, found_.data());
            for (std::size_t j = 0; j < m; ++j) {
                maxima_[j] = std::max(maxima_[j], less(found_[j], raised));
                any = std::max(any, maxima_[j]);
            }
        }
        return any != 0;
    }

    /// C and J of every column, of the maxima.
    void along_the_row()
    {
        std::size_t const m = p_.m();
        column_share const all = column_share::of(m, 0, 1, barrier_);
        auto & [values, begun, landed] = lines_;
        auto const raised = [&](std::size_t j) { return std::uint64_t{columns_.skip} * columns_.position(j); };
        for (std::size_t j = 0; j < m; ++j)
            values.values[j] = maxima_[j] == 0 ? Value{0} : static_cast<Value>(maxima_[j] + raised(j));
        values.build(all);
        if (!columns_.has_jumps)
            return;
        for (std::size_t b = 0; b < m; ++b) {
            std::uint32_t const leaving = columns_.jumps.leaving(b);
            begun.values[b] = leaving == jumps_view::never || b == 0
                                  ? Value{0}
                                  : less(values.query(columns_.before(b)), raised(b) - columns_.skip + leaving);
        }
        begun.build(all);
        for (std::size_t e = 0; e < m; ++e) {
            Value const left = less(begun.query(columns_.takeoffs(e)), columns_.jumps.cost(e));
            landed.values[e] = left == 0 ? Value{0} : static_cast<Value>(left + raised(e));
        }
        landed.build(all);
    }

    [[nodiscard]] Value best_before(std::size_t i, std::size_t j) const
    {
        gap_limit const rule = p_.rule_for_b(i);
        auto const & [values, begun, landed] = lines_;
        std::uint64_t const raised = std::uint64_t{columns_.skip} * columns_.position(j);
        Value const small =
            less(values.query(columns_.small(j, rule)), raised - std::min<std::uint64_t>(raised, columns_.skip));
        return columns_.has_jumps ? std::max(small, less(landed.query(columns_.landings(j, rule)), raised)) : small;
    }

    problem const & p_;
    table_order order_;
    step_side rows_, columns_;
    reaches reach_;
    match_lists matches_;
    kept_rows values_, jumps_, landed_; ///< x, C and J of stage 1; x and J raised by skip * position
    std::vector<std::uint32_t> every_column_;
    std::vector<Value> maxima_, found_;
    std::array<row_line, 3> lines_; ///< x, C and J of stage 2, raised likewise
    team_barrier barrier_;
};

/// Chooses values of 32 or 64 bits.
template <class Code>
[[nodiscard]] two_stage_method scored_two_stage_for(problem const & p)
{
    std::uint64_t const raised =
        std::max(std::uint64_t{p.scoring().skip_a} * p.file_n(), std::uint64_t{p.scoring().skip_b} * p.file_m());
    if (p.score_bound() + raised <= std::numeric_limits<std::uint32_t>::max())
        return scored_two_stage<std::uint32_t, Code>::method();
    return scored_two_stage<std::uint64_t, Code>::method();
}

} // namespace vglcs::cpu
