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
#include "explain/row_kernels.hpp"
#include "solve/pruning.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace vglcs::detail {

/// to = max(to, x - price)
template <class Value>
inline void take_max(Value * to, Value const * x, Value price, index_range at) noexcept
{
    take_max(to + at.first, x + at.first, price, at.size());
}
/// to = x - price
template <class Value>
inline void take(Value * to, Value const * x, Value price, index_range at) noexcept
{
    take(to + at.first, x + at.first, price, at.size());
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
    /// What has to be kept to go on from here, in the columns that still matter; then nothing is left in others.
    [[nodiscard]] std::vector<Value> state(index_range at) const
    {
        std::vector<Value> out;
        out.reserve(std::size_t{plan_.slots} * at.size());
        for (std::size_t s = 0; s < plan_.slots; ++s) {
            auto const row = slots_.begin() + static_cast<std::ptrdiff_t>(s * columns_);
            out.insert(out.end(), row + static_cast<std::ptrdiff_t>(at.first),
                       row + static_cast<std::ptrdiff_t>(at.last));
        }
        return out;
    }
    void set_state(std::vector<Value> const & kept, index_range at)
    {
        std::ranges::fill(slots_, Value{0});
        auto from = kept.begin();
        for (std::size_t s = 0; s < plan_.slots; ++s, from += static_cast<std::ptrdiff_t>(at.size()))
            std::copy_n(from, at.size(), slots_.begin() + static_cast<std::ptrdiff_t>(s * columns_ + at.first));
    }

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
            answer(plan_.landed.answers(i + 1)[0], plan_.landed, work_row(), at);
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

    /// The steps of an answer, with the rows that they read.
    std::vector<row_step<Value>> const & steps_of(line::answer const & a, line const & of, index_range at)
    {
        steps_.clear();
        for (line::step const s : of.steps(a))
            steps_.push_back({slot(s.slot()) + at.first, price(s.lower), s.store()});
        return steps_;
    }
    /// The maximum of an answer; slots that are asked to keep what is reached on the way do.
    void answer(line::answer const & a, line const & of, Value * to, index_range at)
    {
        auto const & steps = steps_of(a, of, at);
        run_steps(to + at.first, steps.data(), steps.size(), at.size());
    }
    void push(line const & to, std::size_t i, Value const * v, Value lower, index_range at)
    {
        line::row const & r = to[i];
        if (r.merge == line::none) {
            take(slot(r.v), v, lower, at);
            return;
        }
        Value * const into = slot(r.merge) + at.first;
        merge(into, into, price(r.lower), v + at.first, lower, at.size());
    }
    void keep_waits(line const & of, std::size_t i, index_range at)
    {
        if (of.empty())
            return;
        for (line::wait const & w : of.waits(i))
            answer(w.from, of, slot(w.target), at);
    }

    /// The statements of `answer` from the last to the first, for a value that its result is worth.
    void offer(line::answer const & a, line const & of, Value const * worth, index_range at)
    {
        auto const & steps = steps_of(a, of, at);
        run_steps_back(worth + at.first, steps.data(), steps.size(), at.size());
    }
    void pull(line const & from, std::size_t i, Value * out, Value lower, index_range at)
    {
        line::row const & r = from[i];
        bool const own = r.merge == line::none; // what the slot held before was written over
        take_out(out + at.first, slot(own ? r.v : r.merge) + at.first, lower,
                 own ? std::numeric_limits<Value>::max() : price(r.lower), at.size());
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
    std::vector<row_step<Value>> steps_;
};

} // namespace vglcs::detail
