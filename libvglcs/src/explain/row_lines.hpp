// SPDX-License-Identifier: BSD-3-Clause
/// What steps down the rows do to whole rows of values, from either end of the table.
///
/// Forward, a row's cells take the best of the rows that may come before them, as `stream_plan` says. Backward, from
/// the last row on, they take the best of the rows that may come behind them. A limit belongs to the later letter, so
/// the rows behind one are no interval, and reversing the sequences does not help. But the programs of the plan are
/// linear in (max, +): run from their last statement to the first, with reads and writes exchanged, they carry values
/// of later rows to the earlier ones along the same steps at the same prices.
#pragma once

#include "cpu/scored/steps.hpp"
#include "cpu/scored/stream_plan.hpp"
#include "solve/pruning.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace vglcs::detail {

/// x - price, 0 where no more is left.
template <class Value>
[[nodiscard]] constexpr Value lowered(Value x, Value price) noexcept
{
    return static_cast<Value>(std::max(x, price) - price);
}

/// to = max(to, x - price)
template <class Value>
inline void take_max(Value * to, Value const * x, Value price, index_range at) noexcept
{
    if (price == 0) {
        for (std::size_t k = at.first; k < at.last; ++k)
            to[k] = std::max(to[k], x[k]);
        return;
    }
    for (std::size_t k = at.first; k < at.last; ++k)
        to[k] = std::max(to[k], lowered(x[k], price));
}
/// to = x - price
template <class Value>
inline void take(Value * to, Value const * x, Value price, index_range at) noexcept
{
    for (std::size_t k = at.first; k < at.last; ++k)
        to[k] = lowered(x[k], price);
}
template <class Value>
inline void clear(Value * to, index_range at) noexcept
{
    std::fill(to + at.first, to + at.last, Value{0});
}

/// The slots of a plan as rows of all columns, and one row to work in; all zero at first.
/// Calls name the columns that matter, whose ends rise from row to row (and fall backward).
template <class Value>
class row_lines
{
public:
    row_lines(cpu::stream_plan const & plan, std::vector<bool> const & matching, std::size_t columns)
        : plan_{plan}, matching_{matching}, columns_{columns}, slots_((plan.slots + 1) * columns), before_(columns),
          landing_(columns)
    {
    }
    [[nodiscard]] static std::uint64_t bytes(cpu::stream_plan const & plan, std::size_t columns)
    {
        return (std::uint64_t{plan.slots} + 3) * columns * sizeof(Value);
    }
    /// What has to be kept to go on from here.
    [[nodiscard]] std::vector<Value> const & state() const noexcept { return slots_; }
    void set_state(std::vector<Value> const & kept) { slots_ = kept; }

    // ---- forward: rows ascend; look_back(i), then take_values(i) ----

    /// m = the best that rows before i leave at it, where it has matches.
    /// @return what has landed on row i, null where no jump does
    Value const * look_back(std::size_t i, Value * m, index_range at)
    {
        auto const answers = plan_.x.answers(i);
        std::size_t next = 0;
        if (matching_[i])
            answer(answers[next++], plan_.x, m, at);
        if (!plan_.along.has_jumps)
            return nullptr;
        Value const * begins = nullptr;
        if (leaves(i)) {
            begins = m;
            if (!(matching_[i] && plan_.before_is_small(i))) {
                answer(answers[next], plan_.x, before_.data(), at);
                begins = before_.data();
            }
        }
        bool const lands = cpu::lands(plan_.along, i);
        if (lands) {
            answer(plan_.begun.answers(i)[0], plan_.begun, landing_.data(), at);
            take(landing_.data(), landing_.data(), price(plan_.along.jumps.cost(i)), at);
            push(plan_.landed, i, landing_.data(), 0, at);
        }
        if (begins)
            push(plan_.begun, i, begins, price(plan_.along.jumps.leaving(i)), at);
        keep_waits(plan_.begun, i, at);
        if (matching_[i]) {
            work(plan_.landed.answers(i + 1)[0], plan_.landed, at);
            take_max(m, work_row(), Value{0}, at);
        }
        return lands ? landing_.data() : nullptr;
    }
    /// Row i's values, where it has matches.
    void take_values(std::size_t i, Value const * v, index_range at)
    {
        if (matching_[i])
            push(plan_.x, i, v, 0, at);
        keep_waits(plan_.x, i, at);
    }

    // ---- backward: rows descend; give_values(i), then look_ahead(i) ----

    /// u = the best that rows behind i leave for its cells, where it has matches.
    void give_values(std::size_t i, Value * u, index_range at)
    {
        drop_waits(plan_.x, i, at);
        if (matching_[i])
            pull(plan_.x, i, u, 0, at);
    }
    /// @param w       what row i's cells offer for steps that lead to it; where it has matches
    /// @param before  out: what is to be had behind a jump that begins with row i; null: is not asked for
    void look_ahead(std::size_t i, Value const * w, Value * before, index_range at)
    {
        bool const jumps = plan_.along.has_jumps, matching = matching_[i];
        Value * const begins = before ? before : before_.data();
        bool const leaving = jumps && leaves(i), shared = leaving && matching && plan_.before_is_small(i);
        if (jumps) {
            if (matching)
                offer(plan_.landed.answers(i + 1)[0], plan_.landed, w, at);
            drop_waits(plan_.begun, i, at);
            if (leaving)
                pull(plan_.begun, i, begins, price(plan_.along.jumps.leaving(i)), at);
            if (cpu::lands(plan_.along, i)) {
                pull(plan_.landed, i, landing_.data(), price(plan_.along.jumps.cost(i)), at);
                offer(plan_.begun.answers(i)[0], plan_.begun, landing_.data(), at);
            }
        }
        auto const answers = plan_.x.answers(i);
        if (leaving && !shared)
            offer(answers[matching ? 1 : 0], plan_.x, begins, at);
        if (!matching)
            return;
        if (!shared) {
            offer(answers[0], plan_.x, w, at);
            return;
        }
        take(landing_.data(), w, Value{0}, at);
        take_max(landing_.data(), begins, Value{0}, at);
        offer(answers[0], plan_.x, landing_.data(), at);
    }

private:
    using line = cpu::line_program;

    [[nodiscard]] bool leaves(std::size_t i) const { return cpu::leaves(plan_.along, i); }
    [[nodiscard]] static Value price(std::uint64_t cost) { return cpu::as_price<Value>(cost); }
    [[nodiscard]] Value * slot(std::uint32_t s) { return slots_.data() + std::size_t{s} * columns_; }
    [[nodiscard]] Value * work_row() { return slot(plan_.slots); }

    /// The maximum of an answer into the row to work in; slots that are asked to keep what is reached on the way do.
    void work(line::answer const & a, line const & of, index_range at)
    {
        Value * const acc = work_row();
        bool first = true;
        for (line::step const s : of.steps(a)) {
            if (std::exchange(first, false))
                take(acc, slot(s.slot()), price(s.lower), at);
            else
                take_max(acc, slot(s.slot()), price(s.lower), at);
            if (s.store())
                take(slot(s.slot()), acc, Value{0}, at);
        }
        if (first)
            clear(acc, at);
    }
    void answer(line::answer const & a, line const & of, Value * out, index_range at)
    {
        work(a, of, at);
        take(out, work_row(), Value{0}, at);
    }
    void push(line const & to, std::size_t i, Value const * v, Value lower, index_range at)
    {
        line::row const & r = to[i];
        if (r.merge == line::none) {
            take(slot(r.v), v, lower, at);
            return;
        }
        Value * const into = slot(r.merge);
        take(into, into, price(r.lower), at);
        take_max(into, v, lower, at);
    }
    void keep_waits(line const & of, std::size_t i, index_range at)
    {
        if (of.empty())
            return;
        for (line::wait const & w : of.waits(i))
            answer(w.from, of, slot(w.target), at);
    }

    /// The statements of `work` from the last to the first, for a value that its result is worth.
    void offer(line::answer const & a, line const & of, Value const * worth, index_range at)
    {
        auto const steps = of.steps(a);
        if (steps.empty())
            return;
        Value * const acc = work_row();
        if (worth != acc)
            take(acc, worth, Value{0}, at);
        for (std::size_t k = steps.size(); k-- > 0;) {
            line::step const s = steps[k];
            Value * const to = slot(s.slot());
            if (s.store()) {
                take_max(acc, to, Value{0}, at);
                take(to, acc, price(s.lower), at); // what it held is written over by this statement
            } else {
                take_max(to, acc, price(s.lower), at);
            }
        }
    }
    void pull(line const & from, std::size_t i, Value * out, Value lower, index_range at)
    {
        line::row const & r = from[i];
        if (r.merge == line::none) {
            take(out, slot(r.v), lower, at);
            clear(slot(r.v), at);
            return;
        }
        Value * const of = slot(r.merge);
        take(out, of, lower, at);
        take(of, of, price(r.lower), at);
    }
    void drop_waits(line const & of, std::size_t i, index_range at)
    {
        if (of.empty())
            return;
        auto const waits = of.waits(i);
        for (std::size_t k = waits.size(); k-- > 0;) {
            Value * const target = slot(waits[k].target);
            take(work_row(), target, Value{0}, at);
            clear(target, at);
            offer(waits[k].from, of, work_row(), at);
        }
    }

    cpu::stream_plan const & plan_;
    std::vector<bool> const & matching_;
    std::size_t columns_;
    std::vector<Value> slots_, before_, landing_;
};

} // namespace vglcs::detail
