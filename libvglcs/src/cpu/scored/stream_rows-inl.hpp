// SPDX-License-Identifier: BSD-3-Clause
/// A row's maxima of earlier rows, for all columns of a strip. Included once for each instruction set.
#if defined(VGLCS_CPU_SCORED_STREAM_ROWS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef VGLCS_CPU_SCORED_STREAM_ROWS_INL_HPP
#undef VGLCS_CPU_SCORED_STREAM_ROWS_INL_HPP
#else
#define VGLCS_CPU_SCORED_STREAM_ROWS_INL_HPP
#endif

#include "cpu/scored/kernels.hpp"
#include "cpu/scored/vectors-inl.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace vglcs::cpu::HWY_NAMESPACE {

/// The lines of a stream_plan over the columns of one strip.
template <class Value>
class stream_rows
{
    using D = hn::ScalableTag<Value>;
    using V = hn::Vec<D>;
    static constexpr D d{};
    using step = line_program::step;

public:
    /// @param scratch  two rows
    /// @param first    the row that comes next
    stream_rows(stream_plan const & plan, Value * slots, std::size_t width, Value * scratch, std::size_t first)
        : plan_{plan}, slots_{slots}, width_{width}, stride_{scored_stride(width)}, before_{scratch}, landing_{scratch +
                                                                                                               width}
    {
        if (keeps_state())
            set_state(first);
    }

    /// Where the row's V goes.
    [[nodiscard]] Value * values_of(std::size_t i) const
    {
        return plan_.small == small_windows::uniform ? state_.second : slot(plan_.x[i].v);
    }

    /// m = y(i), the best that may precede each column of row i, where the row asks; jumps that begin with it or land
    /// on it are noted.
    void look_back(std::size_t i, bool asks, Value * m)
    {
        if (plan_.jump == jump_windows::none) {
            find_small(i, asks, m);
            return;
        }
        if (plan_.jump == jump_windows::sliding) {
            if (plan_.small == small_windows::uniform)
                run_pass<jumps::slide>(i, m);
            else
                slide_program(i, asks, m);
            return;
        }
        step_side const & along = plan_.along;
        if (lands(along, i)) {
            answer(plan_.begun, plan_.begun.answers(i)[0], landing_);
            push(plan_.landed, i, landing_, as_price<Value>(along.jumps.cost(i)));
        }
        Value const * const before = find_small(i, asks, m);
        if (before && leaves(along, i))
            push(plan_.begun, i, before, as_price<Value>(along.jumps.leaving(i)));
        if (plan_.begun.has_waits(i))
            keep_waits(plan_.begun, i);
        if (asks)
            add_answer(plan_.landed, plan_.landed.answers(i + 1)[0], m);
    }

    /// Row i's V is there, or it has none.
    void take_values(std::size_t i, bool any, Value * v)
    {
        if (keeps_state())
            next_row();
        if (plan_.small == small_windows::uniform) {
            if (!any)
                std::fill_n(v, width_, Value{0});
            return;
        }
        line_program::row const & row = plan_.x[i];
        if (any && row.merge != line_program::none)
            merge(slot(row.merge), as_price<Value>(row.lower), v, slot(row.merge));
        if (plan_.x.has_waits(i))
            keep_waits(plan_.x, i);
    }

private:
    [[nodiscard]] Value * slot(std::uint32_t s) const { return slots_ + s * stride_; }
    [[nodiscard]] bool keeps_state() const
    {
        return plan_.small == small_windows::uniform || plan_.jump == jump_windows::sliding;
    }

    /// Small windows into m; returns what may stand before a jump that begins with row i, null where none does.
    Value const * find_small(std::size_t i, bool asks, Value * m)
    {
        bool const leaving = leaves(plan_.along, i);
        if (plan_.small == small_windows::uniform) {
            if (plan_.jump == jump_windows::program && leaving) {
                if (plan_.along.jumps.leaving(i) == 0)
                    run_pass<jumps::begin_free>(i, m);
                else
                    run_pass<jumps::begin>(i, m);
                return nullptr; // done in the same pass
            }
            run_pass<jumps::none>(i, m);
            return m;
        }
        auto const answers = plan_.x.answers(i);
        std::size_t next = 0;
        if (asks)
            answer(plan_.x, answers[next++], m);
        if (!leaving)
            return nullptr;
        if (asks && plan_.before_is_small(i))
            return m;
        Value * const to = before_;
        answer(plan_.x, answers[next], to);
        return to;
    }

    // ---- programs ----

    void answer(line_program const & line, line_program::answer const & a, Value * out) const
    {
        if (line.is_lowered())
            evaluate<true, false>(line.steps(a), out);
        else
            evaluate<false, false>(line.steps(a), out);
    }
    /// out = max(out, answer).
    void add_answer(line_program const & line, line_program::answer const & a, Value * out) const
    {
        if (a.count == 0)
            return;
        if (line.is_lowered())
            evaluate<true, true>(line.steps(a), out);
        else
            evaluate<false, true>(line.steps(a), out);
    }

    void keep_waits(line_program const & line, std::size_t i) const
    {
        for (line_program::wait const & w : line.waits(i))
            answer(line, w.from, slot(w.target));
    }

    /// Row i of a line is x - price.
    void push(line_program const & line, std::size_t i, Value const * x, Value price) const
    {
        line_program::row const & row = line[i];
        if (row.merge != line_program::none) {
            Value * const to = slot(row.merge);
            if (row.lower == 0 && price == 0)
                take_larger(x, to);
            else if (row.lower == 0)
                merge<false>(to, 0, x, price, to);
            else
                merge<true>(to, as_price<Value>(row.lower), x, price, to);
        } else {
            Value * const to = slot(row.v);
            V const p = hn::Set(d, price);
            for_vectors(d, width_,
                        [=](std::size_t k) HWY_ATTR { hn::Store(lowered(d, hn::Load(d, x + k), p), d, to + k); });
        }
    }

    /// to = max(to, x).
    void take_larger(Value const * x, Value * to) const
    {
        for_vectors(d, width_, [=](std::size_t k) HWY_ATTR {
            hn::Store(hn::Max(hn::Load(d, to + k), hn::Load(d, x + k)), d, to + k);
        });
    }

    /// to = max(from - lower, x - price).
    template <bool Lowered>
    HWY_INLINE void merge(Value const * from, Value lower, Value const * x, Value price, Value * to) const
    {
        V const l = hn::Set(d, lower), p = hn::Set(d, price);
        for_vectors(d, width_, [=](std::size_t k) HWY_ATTR {
            V old = hn::Load(d, from + k);
            if constexpr (Lowered)
                old = lowered(d, old, l);
            hn::Store(hn::Max(old, lowered(d, hn::Load(d, x + k), p)), d, to + k);
        });
    }
    /// to = max(from - lower, x).
    void merge(Value const * from, Value lower, Value const * x, Value * to) const
    {
        V const l = hn::Set(d, lower);
        for_vectors(d, width_, [=](std::size_t k) HWY_ATTR {
            hn::Store(hn::Max(lowered(d, hn::Load(d, from + k), l), hn::Load(d, x + k)), d, to + k);
        });
    }

    /// out = maximum of the slots on a path, newest first, or of that and what is there; the older ones keep what is in
    /// front of them.
    template <bool Lowered, bool Add>
    void evaluate(std::span<step const> path, Value * out) const
    {
        switch (path.size()) {
        case 0:
            if constexpr (!Add)
                std::fill_n(out, width_, Value{0});
            return;
        case 1:
            fold<1, Lowered, Add>(path.data(), out);
            return;
        case 2:
            fold<2, Lowered, Add>(path.data(), out);
            return;
        case 3:
            fold<3, Lowered, Add>(path.data(), out);
            return;
        case 4:
            fold<4, Lowered, Add>(path.data(), out);
            return;
        case 5:
            fold<5, Lowered, Add>(path.data(), out);
            return;
        default:
            break;
        }
        // what is kept must not hold what `out` held before
        Value * const sum = Add ? landing_ : out;
        fold<5, Lowered, false>(path.data(), sum);
        for (std::size_t k = 5; k < path.size(); ++k)
            extend<Lowered>(path[k], sum);
        if constexpr (Add)
            take_larger(sum, out);
    }

    // Members are copied to locals before loops: a store of a Value could change them, as far as the compiler knows.

    template <int Count, bool Lowered, bool Add>
    void fold(step const * path, Value * out) const
    {
        std::array<Value const *, Count> from;
        std::array<Value *, Count> kept;
        V price[Count]; // an std::array of vectors has a constructor that is not compiled for their instruction set
        for (int k = 0; k < Count; ++k) {
            step const & s = path[k];
            from[k] = slot(s.slot());
            // a slot that need not keep its maximum lets slot 0 have it, which saves a variant for each combination
            kept[k] = s.store() ? slot(s.slot()) : slots_;
            price[k] = hn::Set(d, as_price<Value>(s.lower));
        }
        for_vectors(d, width_, [=](std::size_t k) HWY_ATTR {
            V best = at<Lowered>(from[0] + k, price[0]);
#pragma GCC unroll 8
            for (int s = 1; s < Count; ++s) {
                best = hn::Max(best, at<Lowered>(from[s] + k, price[s]));
                if (s > 1) // the two newest keep theirs
                    hn::Store(best, d, kept[s] + k);
            }
            if constexpr (Add)
                best = hn::Max(best, hn::Load(d, out + k));
            hn::Store(best, d, out + k);
        });
    }

    template <bool Lowered>
    void extend(step const & s, Value * out) const
    {
        Value * const from = slot(s.slot());
        Value * const kept = s.store() ? from : slots_;
        V const price = hn::Set(d, as_price<Value>(s.lower));
        for_vectors(d, width_, [=](std::size_t k) HWY_ATTR {
            V const best = hn::Max(hn::Load(d, out + k), at<Lowered>(from + k, price));
            hn::Store(best, d, kept + k);
            hn::Store(best, d, out + k);
        });
    }

    template <bool Lowered>
    static HWY_INLINE V at(Value const * x, V price)
    {
        if constexpr (Lowered)
            return lowered(d, hn::Load(d, x), price);
        else
            return hn::Load(d, x);
    }

    // ---- the same window for all rows ----

    /// What a pass over uniform windows does with jumps.
    enum class jumps { none, begin, begin_free, slide };

    /// Slots that are used in turn, one a row.
    struct turning_slots
    {
        Value *now = nullptr, *first = nullptr, *end = nullptr;
        void set(Value * slots, std::size_t rows, std::size_t stride, std::size_t i)
        {
            first = slots;
            end = slots + rows * stride;
            now = slots + i % rows * stride;
        }
        HWY_INLINE void turn(std::size_t stride)
        {
            now += stride;
            if (now == end)
                now = first;
        }
    };

    /// Where a row of uniform and of sliding windows reads and writes; moved on row by row.
    struct uniform_state
    {
        Value *newest = nullptr, *second = nullptr; ///< V of the last two rows
        turning_slots x[5], j[5]; ///< tables of V and of J: read what they were, then what they become
        Value * newest_j = nullptr;
        std::array<Value, 6> price{}; ///< of level l, and last of the offset
        // the sliding window begins `ring` rows back and ends `lo` rows back: it is what is left of an older block,
        // whose rows hold maxima up to its end, and the running maximum of a newer one
        Value * running = nullptr;
        turning_slots begun, entering;
        std::size_t entered = 0;    ///< rows of the newer block
        bool is_entering = false;   ///< from row `lo` on
        std::size_t rows_to_lo = 0; ///< until then
        std::size_t rows_to_ring = 0;
    };

    void set_state(std::size_t i)
    {
        uniform_state & s = state_;
        std::uint64_t const skip = plan_.along.skip;
        for (int l = 0; l < plan_.levels; ++l)
            s.price[static_cast<std::size_t>(l)] = as_price<Value>(skip << l);
        s.price[5] = as_price<Value>(skip * plan_.offset);
        s.newest = slot(plan_.v_slots + static_cast<std::uint32_t>((i + 1) % 2));
        s.second = slot(plan_.v_slots + static_cast<std::uint32_t>(i % 2));
        for (int l = 1; l <= plan_.levels; ++l) {
            s.x[l].set(slot(plan_.x_slots[l]), plan_.table_rows(l), stride_, i);
            s.j[l].set(slot(plan_.j_slots[l]), plan_.table_rows(l), stride_, i);
        }
        s.newest_j = slot(plan_.j_slots[0]);
        if (plan_.jump != jump_windows::sliding)
            return;
        s.running = slot(plan_.running_slot);
        s.begun.set(slot(plan_.ring_slots), plan_.ring, stride_, i);
        s.entering.set(slot(plan_.ring_slots), plan_.ring, stride_, i < plan_.lo ? 0 : i - plan_.lo);
        s.rows_to_lo = i < plan_.lo ? plan_.lo - i : 0;
        s.rows_to_ring = i < plan_.ring ? plan_.ring - i : 0;
        s.entered = i < plan_.lo ? 0 : (i - plan_.lo) % plan_.ring_window;
    }

    HWY_INLINE void next_row()
    {
        uniform_state & s = state_;
        std::swap(s.newest, s.second);
        for (int l = 1; l <= plan_.levels; ++l)
            s.x[l].turn(stride_);
        if (plan_.jump != jump_windows::sliding)
            return;
        for (int l = 1; l <= plan_.levels; ++l)
            s.j[l].turn(stride_);
        s.begun.turn(stride_);
        s.rows_to_ring -= s.rows_to_ring != 0;
        if (s.rows_to_lo != 0) {
            --s.rows_to_lo;
            return;
        }
        if (++s.entered == plan_.ring_window) {
            turn_block();
            s.entered = 0;
        }
        s.entering.turn(stride_);
    }

    /// The window's end has reached the end of a block: each of the block's rows becomes the maximum from it on. No
    /// window asks for that of the first row, whose place the newest row has taken.
    HWY_NOINLINE void turn_block() const
    {
        std::size_t const width = width_;
        Value * next = state_.entering.now;
        for (std::size_t rows = plan_.ring_window; rows > 2; --rows) {
            Value * const to = (next == state_.entering.first ? state_.entering.end : next) - stride_;
            for_vectors(d, width, [=](std::size_t k) HWY_ATTR {
                hn::Store(hn::Max(hn::Load(d, to + k), hn::Load(d, next + k)), d, to + k);
            });
            next = to;
        }
        std::fill_n(state_.running, width, Value{0});
    }

    struct sliding_rows
    {
        Value * running;
        Value const *entering, *suffix;
        Value * begun;
        Value leaving, landing;
    };
    [[nodiscard]] HWY_INLINE sliding_rows sliding_at(std::size_t i) const
    {
        uniform_state const & s = state_;
        // a window that begins with a block lies in it
        bool const older = s.rows_to_ring == 0 && s.entered + 1 != plan_.ring_window;
        return {s.running,
                s.rows_to_lo == 0 ? s.entering.now : s.running,
                older ? s.begun.now : s.running, // of `ring` rows ago
                s.begun.now,
                as_price<Value>(leaving_cost(plan_.along, i)),
                as_price<Value>(landing_cost(plan_.along, i))};
    }

    template <jumps Mode>
    HWY_INLINE void run_pass(std::size_t i, Value * m) const
    {
        switch (plan_.length == 1 ? -1 : plan_.levels) {
        case -1:
            return run_levels<-1, Mode>(i, m);
        case 0:
            return run_levels<0, Mode>(i, m);
        case 1:
            return run_levels<1, Mode>(i, m);
        case 2:
            return run_levels<2, Mode>(i, m);
        case 3:
            return run_levels<3, Mode>(i, m);
        default:
            return run_levels<4, Mode>(i, m);
        }
    }

    /// Windows of more than 2^Levels and at most 2^(Levels + 1) rows; one row where Levels is -1.
    template <int Levels, jumps Mode>
    HWY_NOINLINE void run_levels(std::size_t i, Value * m) const
    {
        uniform_state const & s = state_;
        V prices[5];
        Value *x_tables[5], *j_tables[5];
        for (int l = 0; l < Levels; ++l)
            prices[l] = hn::Set(d, s.price[static_cast<std::size_t>(l)]);
        for (int l = 1; l <= Levels; ++l) {
            x_tables[l] = s.x[l].now;
            j_tables[l] = s.j[l].now;
        }
        V const offset = hn::Set(d, s.price[5]);
        Value const *const newest = s.newest, *const second = s.second;
        Value * const newest_j = s.newest_j;
        // the window that ends with `last`, from it, the row before and the tables
        auto const window = [&](V last, V before, Value * const * tables, std::size_t k) HWY_ATTR {
            V x = last;
            if constexpr (Levels == 0)
                x = hn::Max(x, lowered(d, before, offset));
            if constexpr (Levels > 0) {
                x = hn::Max(x, lowered(d, before, prices[0]));
#pragma GCC unroll 8
                for (int l = 1; l <= Levels; ++l) {
                    V const old = hn::Load(d, tables[l] + k);
                    hn::Store(x, d, tables[l] + k);
                    x = hn::Max(x, lowered(d, old, l == Levels ? offset : prices[l]));
                }
            }
            return x;
        };
        auto const small = [&](std::size_t k) HWY_ATTR {
            return window(hn::Load(d, newest + k), Levels >= 0 ? hn::Load(d, second + k) : hn::Zero(d), x_tables, k);
        };
        if constexpr (Mode == jumps::none) {
            for_vectors(d, width_, [&](std::size_t k) HWY_ATTR { hn::Store(small(k), d, m + k); });
        } else if constexpr (Mode == jumps::begin || Mode == jumps::begin_free) {
            line_program::row const & row = plan_.begun[i];
            Value * const begun = slot(row.merge != line_program::none ? row.merge : row.v);
            if (row.merge == line_program::none)
                std::fill_n(begun, width_, Value{0});
            V const leaving = hn::Set(d, as_price<Value>(plan_.along.jumps.leaving(i)));
            for_vectors(d, width_, [&](std::size_t k) HWY_ATTR {
                V x = small(k);
                hn::Store(x, d, m + k);
                if constexpr (Mode == jumps::begin)
                    x = lowered(d, x, leaving);
                hn::Store(hn::Max(x, hn::Load(d, begun + k)), d, begun + k);
            });
        } else {
            sliding_rows const r = sliding_at(i);
            V const leaving = hn::Set(d, r.leaving), landing = hn::Set(d, r.landing);
            for_vectors(d, width_, [&](std::size_t k) HWY_ATTR {
                V const x = small(k);
                V const landed = slide(r, x, leaving, landing, k);
                V const before = Levels >= 0 ? hn::Load(d, newest_j + k) : hn::Zero(d);
                if constexpr (Levels >= 0)
                    hn::Store(landed, d, newest_j + k);
                hn::Store(hn::Max(x, window(landed, before, j_tables, k)), d, m + k);
            });
        }
    }

    /// What has landed; what may stand before a jump goes into the ring.
    static HWY_INLINE V slide(sliding_rows const & r, V before, V leaving, V landing, std::size_t k)
    {
        V const running = hn::Max(hn::Load(d, r.running + k), hn::Load(d, r.entering + k));
        V const landed = lowered(d, hn::Max(running, hn::Load(d, r.suffix + k)), landing);
        hn::Store(running, d, r.running + k);
        hn::Store(lowered(d, before, leaving), d, r.begun + k);
        return landed;
    }

    /// Sliding jump windows above small windows by program.
    void slide_program(std::size_t i, bool asks, Value * m)
    {
        Value const * const found = find_small(i, asks, m);
        Value const * const before = found ? found : m; // where none begins the price is above every value
        sliding_rows const r = sliding_at(i);
        V const leaving = hn::Set(d, r.leaving), landing = hn::Set(d, r.landing);
        Value * const out = landing_;
        for_vectors(d, width_, [&](std::size_t k) HWY_ATTR {
            hn::Store(slide(r, hn::Load(d, before + k), leaving, landing, k), d, out + k);
        });
        if (lands(plan_.along, i))
            push(plan_.landed, i, landing_, 0);
        if (asks)
            add_answer(plan_.landed, plan_.landed.answers(i + 1)[0], m);
    }

    stream_plan const & plan_;
    Value * slots_;
    std::size_t width_, stride_;
    Value *before_, *landing_;
    uniform_state state_;
};

} // namespace vglcs::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif // include guard for each instruction set
