// SPDX-License-Identifier: BSD-3-Clause
/// The cells of a row from its maxima M of earlier rows. Included once for each instruction set.
#if defined(VGLCS_CPU_SCORED_LANE_ROWS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef VGLCS_CPU_SCORED_LANE_ROWS_INL_HPP
#undef VGLCS_CPU_SCORED_LANE_ROWS_INL_HPP
#else
#define VGLCS_CPU_SCORED_LANE_ROWS_INL_HPP
#endif

#include "cpu/scored/kernels.hpp"
#include "cpu/scored/lane_windows-inl.hpp"
#include "cpu/scored/vectors-inl.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

HWY_BEFORE_NAMESPACE();
namespace vglcs::cpu::HWY_NAMESPACE {

/// The columns of one strip.
template <class Value>
class lane_rows
{
    using D = hn::ScalableTag<Value>;
    using V = hn::Vec<D>;
    static constexpr D d{};
    static constexpr std::size_t lanes = hn::MaxLanes(D{});

public:
    lane_rows(lane_plan const & plan, lane_strip const & strip, Value * area, Value match)
        : plan_{plan}, strip_{strip}, area_{area}, m_{area + plan.origin()}, width_{plan.width()}, match_{match}
    {
    }

    [[nodiscard]] Value * m() const noexcept { return m_; }

    /// The columns left of the strip come from `border`, which then gets this strip's last ones, in row i.
    void cross(std::size_t i, Value * border)
    {
        std::size_t const halo = plan_.halo();
        if (plan_.kernel() == lane_kernel::endless ||
            (plan_.kernel() == lane_kernel::rows && plan_.of_row(i).length == row_window::endless))
        {
            std::copy_n(border, halo, m_ - halo);
            run_to_the_right();
            std::copy_n(running() + width_ - halo, halo, border);
            return;
        }
        copy(border, halo, m_ - halo);
        copy(m_ + width_ - halo, halo, border);
    }

    /// V of row i, letter `letter`; returns the largest of each lane.
    V cells(std::size_t i, std::uint8_t letter, Value * v)
    {
        switch (plan_.kernel()) {
        case lane_kernel::registers:
            return in_registers(letter, v);
        case lane_kernel::uniform:
            return uniform(plan_.length(), plan_.distance(), letter, v);
        case lane_kernel::rows:
            return with_window_of(plan_.of_row(i), letter, v);
        case lane_kernel::endless: {
            Value const * const before = running() - 1;
            return for_cells(letter, v, [=](std::size_t k) HWY_ATTR { return hn::LoadU(d, before + k); });
        }
        case lane_kernel::lists:
            return by_runs(letter, v);
        case lane_kernel::jumps:
            return with_jumps(letter, v);
        case lane_kernel::general:
            break;
        }
        return general(letter, v);
    }

    [[nodiscard]] V row_maximum(Value const * v) const
    {
        V best = hn::Zero(d);
        for_vectors(d, width_, [&](std::size_t k) HWY_ATTR { best = hn::Max(best, hn::Load(d, v + k)); });
        return best;
    }

private:
    /// A few vectors: a call would take longer.
    static HWY_INLINE void copy(Value const * from, std::size_t count, Value * to)
    {
        for (std::size_t k = 0; k < count; k += lanes)
            hn::StoreU(hn::LoadU(d, from + k), d, to + k);
    }

    /// match + window(k) where a column's letter is the row's, else 0; window(k): of the columns from k on.
    template <class Window>
    HWY_INLINE V for_cells(std::uint8_t letter, Value * v, Window const & window) const
    {
        std::uint16_t const * const codes = strip_.codes.data();
        V const row_letter = hn::Set(d, Value{letter}), match = hn::Set(d, match_);
        V best = hn::Zero(d);
        for_vectors(d, width_, [&](std::size_t k) HWY_ATTR {
            V column;
            if constexpr (sizeof(Value) == 2)
                column = hn::Load(d, codes + k);
            else
                column = hn::PromoteTo(d, hn::LoadU(hn::Rebind<std::uint16_t, D>{}, codes + k));
            V const x = hn::IfThenElseZero(hn::Eq(column, row_letter), hn::Add(window(k), match));
            best = hn::Max(best, x);
            hn::Store(x, d, v + k);
        });
        return best;
    }

    V in_registers(std::uint8_t letter, Value * v)
    {
#if HWY_TARGET != HWY_SCALAR
        if constexpr (sizeof(Value) == 2)
            return in_registers_of<1, 16>(letter, v);
#endif
        // the plan chooses registers for blocks of 8 columns only
        return uniform(plan_.length(), plan_.distance(), letter, v);
    }

#if HWY_TARGET != HWY_SCALAR
    /// By halves: a row of a narrow strip is short.
    template <int First, int Last>
    HWY_INLINE V in_registers_of(std::uint8_t letter, Value * v)
    {
        if constexpr (First == Last)
            return passing<First>(letter, v);
        else if (plan_.length() <= (First + Last) / 2)
            return in_registers_of<First, (First + Last) / 2>(letter, v);
        else
            return in_registers_of<(First + Last) / 2 + 1, Last>(letter, v);
    }
    template <int Length>
    HWY_NOINLINE V passing(std::uint8_t letter, Value * v) const
    {
        lowered_windows<Length> windows{plan_.across().skip};
        Value const * const m = m_;
        // 16 columns left of the strip are seen first; the halo has them
        for (std::size_t k = std::max<std::size_t>(16, lanes); k != 0; k -= lanes)
            windows.next(hn::Load(d, m - k));
        return for_cells(letter, v, [&](std::size_t k) HWY_ATTR { return windows.next(hn::Load(d, m + k)); });
    }
#endif

    [[nodiscard]] Value * table(std::size_t t) const
    {
        return m_ + t * plan_.stride();
    }
    [[nodiscard]] Value price(std::uint64_t columns) const
    {
        return as_price<Value>(plan_.across().skip * columns);
    }

    /// Tables of 2, 4, ... columns that end in each column, from `first` on, the table of single columns.
    template <bool Lowered>
    void build_tables(std::size_t first, std::size_t levels) const
    {
        std::size_t const halo = (plan_.halo() + 63) / 64 * 64, count = halo + width_;
        bool const even = is_even(plan_.across());
        for (std::size_t l = 0; l + 1 < levels; ++l) {
            Value const * const from = table(first + l) - halo;
            Value const * const left = from - (std::ptrdiff_t{1} << l);
            Value * const to = table(first + l + 1) - halo;
            if (!Lowered || even) {
                V const p = hn::Set(d, Lowered ? price(std::uint64_t{1} << l) : Value{0});
                for_vectors(d, count, [=](std::size_t k) HWY_ATTR {
                    V x = hn::LoadU(d, left + k);
                    if constexpr (Lowered)
                        x = lowered(d, x, p);
                    hn::Store(hn::Max(hn::Load(d, from + k), x), d, to + k);
                });
            } else {
                std::uint32_t const * const prices = strip_.table_prices.data() + l * count;
                for (std::size_t k = 0; k < count; ++k)
                    to[k] = std::max(from[k], lowered_value(left[k], as_price<Value>(prices[k])));
            }
        }
    }

    V with_window_of(row_window w, std::uint8_t letter, Value * v)
    {
        if (w.length == 0)
            return for_cells(letter, v, [](std::size_t) HWY_ATTR { return hn::Zero(d); });
        if (w.length != row_window::endless)
            return uniform(w.length, w.distance, letter, v);
        Value const * const newest = running() - 1 - w.distance;
        V const p = hn::Set(d, price(w.distance));
        return for_cells(letter, v, [=](std::size_t k) HWY_ATTR { return lowered(d, hn::LoadU(d, newest + k), p); });
    }

    V uniform(std::size_t length, std::size_t distance, std::uint8_t letter, Value * v)
    {
        std::size_t const level = static_cast<std::size_t>(std::bit_width(length)) - 1;
        build_tables<true>(0, level + 1);
        std::size_t const back = length - (std::size_t{1} << level);
        Value const * const near = table(level) - 1 - distance;
        Value const * const far = near - back;
        V const near_price = hn::Set(d, price(distance)), far_price = hn::Set(d, price(distance + back));
        return for_cells(letter, v, [=](std::size_t k) HWY_ATTR {
            return hn::Max(lowered(d, hn::LoadU(d, near + k), near_price),
                           lowered(d, hn::LoadU(d, far + k), far_price));
        });
    }

    V by_runs(std::uint8_t letter, Value * v)
    {
        std::fill_n(v, width_, Value{0});
        if constexpr (sizeof(Value) == 2)
            lowered_runs(strip_, plan_.falling_prices(), letter, match_, area_, v);
        return row_maximum(v);
    }

    // ---- endless ----

    [[nodiscard]] Value * running() const
    {
        return m_;
    }

    /// M becomes the best of everything up to each column, lowered to it.
    void run_to_the_right()
    {
        Value before = m_[-1];
        Value const skip = price(1);
#if HWY_TARGET == HWY_SCALAR
        for (std::size_t k = 0; k < width_; ++k)
            m_[k] = before = std::max(m_[k], lowered_value(before, skip));
#else
        // 128 bits at a time: two or three shifts within, and what came before to every lane
        constexpr hn::FixedTag<Value, 16 / sizeof(Value)> block{};
        constexpr std::size_t count = 16 / sizeof(Value);
        alignas(16) Value falling[count];
        for (std::size_t k = 0; k < count; ++k)
            falling[k] = price(k + 1);
        auto const distances = hn::Load(block, falling);
        auto const p1 = hn::Set(block, skip), p2 = hn::Set(block, price(2)), p4 = hn::Set(block, price(4));
        auto carry = hn::Set(block, before);
        for (std::size_t k = 0; k < width_; k += count) {
            auto x = hn::Load(block, m_ + k);
            x = hn::Max(x, lowered(block, hn::ShiftLeftLanes<1>(block, x), p1));
            x = hn::Max(x, lowered(block, hn::ShiftLeftLanes<2>(block, x), p2));
            if constexpr (count == 8)
                x = hn::Max(x, lowered(block, hn::ShiftLeftLanes<4>(block, x), p4));
            x = hn::Max(x, lowered(block, carry, distances));
            hn::Store(x, block, m_ + k);
            carry = hn::Set(block, m_[k + count - 1]);
        }
#endif
    }

    // ---- jumps ----

    /// The same window for all columns, as two overlapping ones of 2^l columns from a table: the columns that each ends
    /// with, for column 0, and what the further one is lowered by.
    struct table_window
    {
        Value const *near, *far;
        V price;

        [[nodiscard]] HWY_INLINE V at(std::ptrdiff_t k) const
        {
            return hn::Max(hn::LoadU(d, near + k), lowered(d, hn::LoadU(d, far + k), price));
        }
    };
    /// Columns k - newest - length + 1 .. k - newest of the line whose tables begin with `first`, the newest at no
    /// price.
    [[nodiscard]] HWY_INLINE table_window window_of(std::size_t first, std::size_t levels, std::size_t newest,
                                                    std::size_t length, bool priced) const
    {
        std::size_t const back = length - (std::size_t{1} << (levels - 1));
        Value const * const near = table(first + levels - 1) - newest;
        return {near, near - back, hn::Set(d, priced ? price(back) : Value{0})};
    }

    V with_jumps(std::uint8_t letter, Value * v)
    {
        if constexpr (sizeof(Value) == 2)
            return with_jumps(letter, v, strip_.leaving_16.data(), strip_.landing_16.data());
        else
            return with_jumps(letter, v, strip_.leaving_32.data(), strip_.landing_32.data());
    }

    V with_jumps(std::uint8_t letter, Value * v, Value const * leaving, Value const * landing)
    {
        std::size_t const small = plan_.small_levels(), begun = plan_.begun_levels(), halo = plan_.halo();
        std::size_t const landed = small + begun, lo = plan_.jump_lo(), length = plan_.length();
        build_tables<true>(0, small);
        table_window const before = window_of(0, small, 1, length, true);
        Value * const l = table(small) - halo;
        for_vectors(d, halo + width_, [&](std::size_t k) HWY_ATTR {
            V const c = before.at(static_cast<std::ptrdiff_t>(k) - static_cast<std::ptrdiff_t>(halo));
            hn::Store(lowered(d, c, hn::Load(d, leaving + k)), d, l + k);
        });
        build_tables<false>(small, begun);
        table_window const jump = window_of(small, begun, lo, plan_.jump_hi() - lo + 1, false);
        Value * const j = table(landed) - halo;
        for_vectors(d, halo + width_, [&](std::size_t k) HWY_ATTR {
            V const best = jump.at(static_cast<std::ptrdiff_t>(k) - static_cast<std::ptrdiff_t>(halo));
            hn::Store(lowered(d, best, hn::Load(d, landing + k)), d, j + k);
        });
        build_tables<true>(landed, plan_.landed_levels());
        table_window const behind = window_of(landed, plan_.landed_levels(), 0, length, true);
        return for_cells(letter, v, [&](std::size_t k) HWY_ATTR {
            auto const at = static_cast<std::ptrdiff_t>(k);
            return hn::Max(before.at(at), behind.at(at));
        });
    }

    // ---- general ----

    [[nodiscard]] HWY_INLINE Value look_up(lane_lookup const & l) const
    {
        Value const a = lowered_value(area_[l.a], as_price<Value>(l.lower_a));
        Value const b = lowered_value(area_[l.b], as_price<Value>(l.lower_b));
        return a < b ? b : a;
    }

    V general(std::uint8_t letter, Value * v)
    {
        std::size_t const small = plan_.small_levels(), begun = plan_.begun_levels();
        build_tables<true>(0, small);
        bool const jumps = begun != 0;
        if (jumps) {
            Value * const l = table(small);
            for (end_entry const & e : strip_.begins)
                l[e.column] = lowered_value(look_up(e.from), as_price<Value>(e.cost));
            build_tables<false>(small, begun);
            Value * const j = table(small + begun);
            for (end_entry const & e : strip_.lands)
                j[e.column] = lowered_value(look_up(e.from), as_price<Value>(e.cost));
            build_tables<true>(small + begun, plan_.landed_levels());
        }
        std::fill_n(v, width_, Value{0});
        for (cell_entry const & e : strip_.cells[letter]) {
            Value best = look_up(e.small);
            if (jumps)
                best = std::max(best, look_up(e.jumps));
            v[e.column] = static_cast<Value>(match_ + best);
        }
        return row_maximum(v);
    }

    lane_plan const & plan_;
    lane_strip const & strip_;
    Value * area_;
    Value * m_;
    std::size_t width_;
    Value match_;
};

} // namespace vglcs::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif // include guard for each instruction set
