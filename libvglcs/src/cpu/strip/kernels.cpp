// SPDX-License-Identifier: BSD-3-Clause
// Loops step by whole vectors whose length is a constant, which SVE's is not: there NEON is taken.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/strip/kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include "cpu/strip/kernels.hpp"
#include "cpu/strip/windows-inl.hpp"

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <span>

HWY_BEFORE_NAMESPACE();
namespace vglcs::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Passes over whole rows of a strip: every loop runs over `width` columns, a multiple of every vector's length.
template <class Value>
class tile_runner
{
    using D = hn::ScalableTag<Value>;
    using V = hn::Vec<D>;
    static constexpr D d{};
    static constexpr std::size_t lanes = hn::MaxLanes(D{});
    using step = row_program::step;

public:
    explicit tile_runner(strip_tile<Value> & tile)
        : tile_{tile}, plan_{*tile.plan}, strip_{*tile.strip}, width_{plan_.width()}, m_{tile.area + plan_.origin()}
    {
    }

    void run(std::size_t first, std::size_t last)
    {
        V largest = hn::Zero(d);
        for (std::size_t i = first; i < last; ++i) {
            fetch_ahead(std::min(i + 8, last - 1));
            row_program::row const & row = (*tile_.rows)[i];
            Value * const v = slot(row.v);
            if (std::uint8_t const letter = tile_.letters[i]; letter != shared_letters::none) {
                largest = hn::Max(largest, run_row(i, letter, row, v));
                if (row.merge != row_program::none)
                    merge(slot(row.merge), v);
            } else if (row.v != 0) {
                std::fill_n(v, width_, Value{0});
            }
            if (tile_.table)
                keep_row(i, v); // now: a waiting maximum may take the slot
            for (row_program::wait const & w : tile_.rows->waits(i))
                evaluate(tile_.rows->steps(w.steps, w.count), slot(w.target));
        }
        tile_.largest = std::max(tile_.largest, lane_maximum(largest));
    }

private:
    [[nodiscard]] Value * slot(std::uint32_t s) const { return tile_.slots + s * slot_stride(width_); }

    [[nodiscard]] Value * left_of(std::size_t i) const
    {
        return tile_.left + (i - tile_.first_row) * plan_.left_slots();
    }

    /// Left values of all rows pass by once in each strip, from beyond the caches where they are many, and a row takes
    /// a few here and there.
    void fetch_ahead(std::size_t i) const
    {
        std::size_t const slots = plan_.left_slots();
        if (slots > 512) // more than a row asks for
            return;
        Value const * const left = left_of(i);
        for (std::size_t k = 0; k < slots; k += 64 / sizeof(Value))
            hwy::Prefetch(left + k);
    }

    /// Returns the row's largest V of each lane.
    V run_row(std::size_t i, std::uint8_t letter, row_program::row const & row, Value * v)
    {
        std::size_t const halo = plan_.halo();
        Value * const border = tile_.border + (i - tile_.first_row) * halo;
        std::copy_n(border, halo, m_ - halo);
        evaluate(tile_.rows->steps(row.steps, row.count), m_);
        std::copy_n(m_ + strip_.width - halo, halo, border);
        build_levels();
        build_prefix_and_suffix();

        V best = hn::Zero(d);
        switch (plan_.kernel()) {
        case column_kernel::lists:
            std::fill_n(v, width_, Value{0});
            break;
        case column_kernel::dense:
            best = dense(letter, v);
            break;
        case column_kernel::permute:
            best = permute(letter, v);
            break;
        case column_kernel::uniform:
            best = uniform(letter, v);
            break;
        case column_kernel::endless:
            best = endless(letter, v, left_of(i));
            break;
        }
        for (near_entry const & e : strip_.near[letter])
            v[e.column] = static_cast<Value>(1 + std::max(tile_.area[e.a], tile_.area[e.b]));
        if constexpr (sizeof(Value) == 2)
            if (strip_.direct.any())
                direct_windows(strip_.direct, letter, tile_.area, v);

        auto const far = strip_.far[letter];
        auto const requests = strip_.requests[letter];
        if (!far.empty() || !requests.empty() || tile_.maxima)
            exchange(i, far, requests, v);
        if (plan_.kernel() == column_kernel::lists) {
            best = row_maximum(v);
        } else { // few: the kernel has seen the others
            Value most = 0;
            auto const look_at = [&](auto const & entries) {
                for (auto const & e : entries)
                    most = std::max(most, v[e.column]);
            };
            look_at(strip_.near[letter]);
            look_at(far);
            if (strip_.direct.any()) {
                look_at(strip_.direct.below_8[letter]);
                look_at(strip_.direct.up_to_16[letter]);
                look_at(strip_.direct.up_to_32[letter]);
            }
            if (most != 0)
                best = hn::Max(best, hn::Set(d, most));
        }
        if (!hn::AllFalse(d, hn::Gt(best, hn::Set(d, static_cast<Value>(tile_.best.value)))))
            note_best(i, best, v);
        return best;
    }

    /// What crosses the strip's borders beyond the halo.
    void exchange(std::size_t i, std::span<far_entry const> far, std::span<request const> requests, Value * v)
    {
        Value * const left = left_of(i);
        if (!far.empty()) {
            find_middles(i);
            for (far_entry const & e : far) {
                Value const own = std::max(look_up(e.own), tile_.middles[e.middle]);
                v[e.column] = static_cast<Value>(1 + std::max(own, std::max(left[e.first], left[e.last])));
            }
        }
        for (request const & r : requests)
            left[r.slot] = look_up(r.own);
        if (tile_.maxima)
            tile_.maxima[i * tile_.strips + tile_.number] = lane_maximum(row_maximum_vector(m_));
    }

    /// Maxima over whole strips: sorted by the last strip, first ones falling, so that each adds to the one before.
    void find_middles(std::size_t i)
    {
        Value const * const maxima = tile_.maxima + i * tile_.strips;
        tile_.middles[0] = 0;
        Value best = 0;
        for (std::size_t k = 1; k < strip_.middles.size(); ++k) {
            strip_range const now = strip_.middles[k], before = strip_.middles[k - 1];
            std::uint32_t from = before.first;
            if (k == 1 || before.last != now.last) {
                best = 0;
                from = now.last + 1;
            }
            // by vectors where they are many: limits of 50,000 reach over some 50 strips
            if (from - now.first >= lanes) {
                best = std::max(best, scan(maxima + now.first, from - now.first));
                from = now.first;
            }
            while (from > now.first)
                best = std::max(best, maxima[--from]);
            tile_.middles[k] = best;
        }
    }

    [[nodiscard]] Value look_up(range_ref const & r) const
    {
        return r.scan ? scan(tile_.area + r.a, std::size_t{r.b} - r.a + 1) : std::max(tile_.area[r.a], tile_.area[r.b]);
    }

    [[nodiscard]] static Value lane_maximum(V x) { return hn::GetLane(hn::MaxOfLanes(d, x)); }

    [[nodiscard]] static Value scan(Value const * x, std::size_t count)
    {
        if (count < lanes)
            return *std::max_element(x, x + count);
        V best = hn::LoadU(d, x + count - lanes), other = best;
        std::size_t k = 0;
        for (; k + 4 * lanes <= count; k += 4 * lanes) {
            best = hn::Max(best, hn::Max(hn::LoadU(d, x + k), hn::LoadU(d, x + k + lanes)));
            other = hn::Max(other, hn::Max(hn::LoadU(d, x + k + 2 * lanes), hn::LoadU(d, x + k + 3 * lanes)));
        }
        for (; k + lanes < count; k += lanes)
            best = hn::Max(best, hn::LoadU(d, x + k));
        return lane_maximum(hn::Max(best, other));
    }

    [[nodiscard]] V row_maximum_vector(Value const * x) const
    {
        V best = hn::Zero(d);
        for_vectors(width_, [&](std::size_t k) HWY_ATTR { best = hn::Max(best, hn::Load(d, x + k)); });
        return best;
    }

    /// out = maximum of the slots on a path, newest first; the older ones keep what is in front of them.
    void evaluate(std::span<step const> path, Value * out) const
    {
        auto const source = [&](std::size_t k) { return slot(path[k].slot()); };
        // a slot that need not keep its maximum lets slot 0 have it, which saves a variant for each combination
        auto const keep = [&](std::size_t k) { return path[k].store() ? slot(path[k].slot()) : tile_.slots; };
        switch (path.size()) {
        case 0:
            std::fill_n(out, width_, Value{0});
            return;
        case 1:
            std::copy_n(source(0), width_, out);
            return;
        case 2:
            fold<0>(source(0), source(1), {}, {}, out);
            return;
        case 3:
            fold<1>(source(0), source(1), {source(2)}, {keep(2)}, out);
            return;
        case 4:
            fold<2>(source(0), source(1), {source(2), source(3)}, {keep(2), keep(3)}, out);
            return;
        default:
            fold<3>(source(0), source(1), {source(2), source(3), source(4)}, {keep(2), keep(3), keep(4)}, out);
        }
        for (std::size_t k = 5; k < path.size(); ++k)
            fold<1>(out, out, {source(k)}, {keep(k)}, out);
    }

    // Members are copied to locals before loops: a store of a Value could change them, as far as the compiler knows.

    /// f(k) for k = 0, lanes, ... below count, a multiple of 64: whole groups of 64 columns with constant offsets.
    template <class F>
    static HWY_INLINE void for_vectors(std::size_t count, F const & f)
    {
        for (std::size_t group = 0; group < count; group += 64) {
#pragma GCC unroll 64
            for (std::size_t k = 0; k < 64; k += lanes)
                f(group + k);
        }
    }

    template <int Kept>
    HWY_INLINE void fold(Value const * x, Value const * y, std::array<Value *, 3> const & older,
                         std::array<Value *, 3> const & kept, Value * out) const
    {
        Value *const o0 = older[0], *const o1 = older[1], *const o2 = older[2];
        Value *const k0 = kept[0], *const k1 = kept[1], *const k2 = kept[2];
        for_vectors(width_, [=](std::size_t k) HWY_ATTR {
            V best = hn::Max(hn::Load(d, x + k), hn::Load(d, y + k));
            if constexpr (Kept > 0) {
                best = hn::Max(best, hn::Load(d, o0 + k));
                hn::Store(best, d, k0 + k);
            }
            if constexpr (Kept > 1) {
                best = hn::Max(best, hn::Load(d, o1 + k));
                hn::Store(best, d, k1 + k);
            }
            if constexpr (Kept > 2) {
                best = hn::Max(best, hn::Load(d, o2 + k));
                hn::Store(best, d, k2 + k);
            }
            hn::Store(best, d, out + k);
        });
    }

    void merge(Value * into, Value const * v) const
    {
        for_vectors(width_, [=](std::size_t k) HWY_ATTR {
            hn::Store(hn::Max(hn::Load(d, into + k), hn::Load(d, v + k)), d, into + k);
        });
    }

    /// Level l + 1 from level l, over the halo and the strip.
    void build_levels() const
    {
        std::size_t const halo = (plan_.halo() + 63) / 64 * 64, stride = plan_.stride(), levels = strip_.levels;
        Value * from = m_ - halo;
        for (std::size_t l = 0; l + 1 < levels; ++l, from += stride) {
            Value const * const shifted = from - (std::ptrdiff_t{1} << l);
            Value * const to = from + stride;
            for_vectors(halo + width_, [=](std::size_t k) HWY_ATTR {
                hn::Store(hn::Max(hn::Load(d, from + k), hn::LoadU(d, shifted + k)), d, to + k);
            });
        }
    }

    /// Running maxima from the strip's first column on, and from its last one back.
    void build_prefix_and_suffix() const
    {
        if (strip_.prefix)
            running_maximum<true>(m_ + plan_.prefix_table() * plan_.stride());
        if (strip_.suffix)
            running_maximum<false>(m_ + plan_.suffix_table() * plan_.stride());
    }

    template <bool Forward>
    void running_maximum(Value * to) const
    {
        std::size_t const width = width_;
#if HWY_TARGET == HWY_SCALAR
        Value best = 0;
        for (std::size_t k = 0; k < width; ++k) {
            std::size_t const x = Forward ? k : width - 1 - k;
            to[x] = best = std::max(best, m_[x]);
        }
#else
        // 128 bits at a time: three or two shifts within, and what came before to every lane
        constexpr hn::FixedTag<Value, 16 / sizeof(Value)> block{};
        constexpr hn::Repartition<std::uint8_t, decltype(block)> bytes{};
        constexpr std::size_t count = 16 / sizeof(Value);
        alignas(16) std::uint8_t last_lane[16];
        for (std::size_t k = 0; k < 16; ++k)
            last_lane[k] = static_cast<std::uint8_t>((Forward ? 16 - sizeof(Value) : 0) + k % sizeof(Value));
        auto const spread = hn::BitCast(block, hn::Load(bytes, last_lane));
        auto before = hn::Zero(block);
        for (std::size_t k = 0; k < width; k += count) {
            std::size_t const at = Forward ? k : width - count - k;
            auto x = hn::Load(block, m_ + at);
            if constexpr (Forward) {
                x = hn::Max(x, hn::ShiftLeftLanes<1>(block, x));
                x = hn::Max(x, hn::ShiftLeftLanes<2>(block, x));
                if constexpr (count == 8)
                    x = hn::Max(x, hn::ShiftLeftLanes<4>(block, x));
            } else {
                x = hn::Max(x, hn::ShiftRightLanes<1>(block, x));
                x = hn::Max(x, hn::ShiftRightLanes<2>(block, x));
                if constexpr (count == 8)
                    x = hn::Max(x, hn::ShiftRightLanes<4>(block, x));
            }
            x = hn::Max(x, before);
            hn::Store(x, block, to + at);
            before = hn::TableLookupBytes(x, spread);
        }
#endif
    }

    /// 1 + window where the column's letter is the row's, else 0.
    static HWY_INLINE V cell(V window, std::uint16_t const * codes, V letter)
    {
        V column;
        if constexpr (sizeof(Value) == 2)
            column = hn::LoadU(d, codes);
        else
            column = hn::PromoteTo(d, hn::LoadU(hn::Rebind<std::uint16_t, D>{}, codes));
        return hn::IfThenElseZero(hn::Eq(column, letter), hn::Add(window, hn::Set(d, Value{1})));
    }

    /// All columns have the window [j - 1 - distance - (length - 1), j - 1 - distance].
    V uniform(std::uint8_t letter, Value * v) const
    {
#if HWY_TARGET != HWY_SCALAR
        if constexpr (sizeof(Value) == 2)
            if (plan_.in_registers())
                return uniform_in_registers<1>(letter, v);
#endif
        std::size_t const level = strip_.levels - 1, length = plan_.uniform_length();
        Value const * const near = m_ + level * plan_.stride() - 1 - plan_.uniform_distance();
        Value const * const far = near - (length - (std::size_t{1} << level));
        return for_cells(
            letter, v, [&](std::size_t k) HWY_ATTR { return hn::Max(hn::LoadU(d, near + k), hn::LoadU(d, far + k)); });
    }

    /// Every column's V from window(k), the windows of the columns from k on; returns the largest of each lane.
    template <class Window>
    HWY_INLINE V for_cells(std::uint8_t letter, Value * v, Window const & window) const
    {
        std::uint16_t const * const codes = strip_.codes.data();
        V const row_letter = hn::Set(d, Value{letter});
        V best = hn::Zero(d);
        for_vectors(width_, [&](std::size_t k) HWY_ATTR {
            V const x = cell(window(k), codes + k, row_letter);
            best = hn::Max(best, x);
            hn::Store(x, d, v + k);
        });
        return best;
    }

#if HWY_TARGET != HWY_SCALAR
    template <int Length>
    V uniform_in_registers(std::uint8_t letter, Value * v) const
    {
        if constexpr (Length < largest_passing_window)
            if (plan_.uniform_length() > Length)
                return uniform_in_registers<Length + 1>(letter, v);
        passing_windows<Length> windows;
        Value const * const m = m_;
        for (std::size_t k = passed_before; k != 0; k -= lanes)
            windows.next(hn::Load(d, m - k));
        return for_cells(letter, v, [&](std::size_t k) HWY_ATTR { return windows.next(hn::Load(d, m + k)); });
    }
    /// Columns left of the strip that windows in registers see first, and need: the halo has them.
    static constexpr std::size_t passed_before = 32;
#endif

    /// All columns have the window [0, j - 1].
    V endless(std::uint8_t letter, Value * v, Value * left) const
    {
        Value const * const prefix = m_ + plan_.prefix_table() * plan_.stride();
        std::uint16_t const * const codes = strip_.codes.data();
        V const row_letter = hn::Set(d, Value{letter}), before = hn::Set(d, left[1]);
        left[1] = std::max(left[1], prefix[width_ - 1]);
        V best = hn::Zero(d);
        for_vectors(width_, [&](std::size_t k) HWY_ATTR {
            V const x = cell(hn::Max(hn::LoadU(d, prefix + k - 1), before), codes + k, row_letter);
            best = hn::Max(best, x);
            hn::Store(x, d, v + k);
        });
        return best;
    }

    V dense(std::uint8_t letter, Value * v) const
    {
#if HWY_TARGET != HWY_SCALAR
        if constexpr (sizeof(Value) == 2) {
            switch (plan_.top()) {
            case 2:
                return dense_of<2>(letter, v);
            case 3:
                return dense_of<3>(letter, v);
            default:
                return dense_of<4>(letter, v);
            }
        }
#endif
        static_cast<void>(letter), static_cast<void>(v); // the plan chooses it for blocks of 8 columns only
        return hn::Zero(d);
    }

#if HWY_TARGET != HWY_SCALAR
    /// Windows [j - w, j - 1] with w < 2^(Top + 1), every column by itself, whether it matches or not.
    template <int Top>
    V dense_of(std::uint8_t letter, Value * v) const
    {
        shuffled_windows<Top> windows;
        Value const * const m = m_;
        for (std::size_t k = passed_before; k != 0; k -= lanes)
            windows.next(hn::Load(d, m - k), [](std::size_t) HWY_ATTR { return hn::Zero(d); });
        constexpr std::size_t terms = dense_terms(Top);
        std::uint16_t const * const controls = strip_.controls.data();
        return for_cells(letter, v, [&](std::size_t k) HWY_ATTR {
            std::uint16_t const * const own = controls + k / dense_group * terms * dense_group + k % dense_group;
            return windows.next(hn::Load(d, m + k),
                                [&](std::size_t t) HWY_ATTR { return hn::Load(d, own + t * dense_group); });
        });
    }
#endif

    V permute(std::uint8_t letter, Value * v) const
    {
#if HWY_TARGET <= HWY_AVX3
        if constexpr (sizeof(Value) == 2) {
            switch (plan_.top()) {
            case 2:
                return permute_of<2>(letter, v);
            case 3:
                return permute_of<3>(letter, v);
            default:
                return permute_of<4>(letter, v);
            }
        }
#endif
        static_cast<void>(letter), static_cast<void>(v); // the plan chooses it for vectors of 64 bytes only
        return hn::Zero(d);
    }

#if HWY_TARGET <= HWY_AVX3
    /// Maxima of 1, 2, 3, 4, 8 and 16 columns that end before each of 32 columns.
    template <int Top>
    struct ending_before
    {
        __m512i one, two, three;
        __m512i wide[Top - 1]; ///< of 4, 8, 16

        /// From M, and the tables of the 32 columns on the left.
        HWY_INLINE ending_before(Value const * m, ending_before const * left)
            : one{_mm512_loadu_si512(m - 1)}, two{_mm512_max_epu16(one, _mm512_loadu_si512(m - 2))},
              three{_mm512_max_epu16(two, _mm512_loadu_si512(m - 3))}
        {
            __m512i const zero = _mm512_setzero_si512();
            auto const from = [&](int k) HWY_ATTR { return left ? left->wide[k] : zero; };
            wide[0] = _mm512_max_epu16(two, _mm512_alignr_epi32(two, left ? left->two : zero, 15));
            if constexpr (Top > 2)
                wide[1] = _mm512_max_epu16(wide[0], _mm512_alignr_epi32(wide[0], from(0), 14));
            if constexpr (Top > 3)
                wide[2] = _mm512_max_epu16(wide[1], _mm512_alignr_epi32(wide[1], from(1), 12));
        }
    };

    /// Windows [j - w, j - 1] with w < 2^(Top + 1), every column by itself. The largest 2^l <= w columns of a window
    /// end where it does, so a blend by level picks them; as many begin where it does, which a permute of the 64
    /// columns from the group on the left on brings here. All tables stay in registers.
    template <int Top>
    HWY_INLINE V permute_of(std::uint8_t letter, Value * v) const
    {
        static_assert(lanes == dense_group);
        constexpr std::size_t terms = permute_terms(Top);
        std::uint16_t const *controls = strip_.controls.data(), *codes = strip_.codes.data();
        Value const * const m = m_;
        std::size_t const width = width_;
        V const row_letter = hn::Set(d, Value{letter});
        V best = hn::Zero(d);
        ending_before<Top> left{m - dense_group, nullptr};
        for (std::size_t group = 0; group < width; group += dense_group, controls += terms * dense_group) {
            auto const control = [&](std::size_t k) HWY_ATTR { return _mm512_load_si512(controls + k * dense_group); };
            auto const blend = [](__m512i mask, __m512i yes, __m512i no)
                                   HWY_ATTR { return _mm512_ternarylogic_epi32(mask, yes, no, 0xca); };
            ending_before<Top> const own{m + group, &left};
            __m512i window = _mm512_and_si512(control(0), own.one);
            window = blend(control(1), own.two, window);
            window = blend(control(2), own.three, window);
            for (std::size_t k = 0; k + 2 <= Top; ++k) {
                __m512i const begin = _mm512_permutex2var_epi16(own.wide[k], control(4 + 2 * k), left.wide[k]);
                window = blend(control(3 + 2 * k), _mm512_max_epu16(own.wide[k], begin), window);
            }
            V const x = cell(V{window}, codes + group, row_letter);
            best = hn::Max(best, x);
            hn::Store(x, d, v + group);
            left = own;
        }
        return best;
    }
#endif

    [[nodiscard]] HWY_NOINLINE V row_maximum(Value const * v) const
    {
        return row_maximum_vector(v);
    }

    /// Row i holds a value beyond the best so far; `best` has the largest of each lane.
    HWY_NOINLINE void note_best(std::size_t i, V best, Value const * v) const
    {
        V const largest = hn::MaxOfLanes(d, best);
        std::size_t k = 0;
        while (hn::AllFalse(d, hn::Eq(hn::Load(d, v + k), largest)))
            k += lanes;
        while (v[k] != hn::GetLane(largest))
            ++k;
        tile_.best = {v[k], i, strip_.first + k};
    }

    void keep_row(std::size_t i, Value const * v) const
    {
        Value * const to = tile_.table + (i - tile_.first_row) * width_;
        if (tile_.letters[i] == shared_letters::none)
            std::fill_n(to, width_, Value{0});
        else
            std::copy_n(v, width_, to);
    }

    strip_tile<Value> & tile_;
    column_program const & plan_;
    strip_columns const & strip_;
    std::size_t const width_;
    Value * const m_; ///< M, column 0 of the strip
};

void run_rows_16(strip_tile<std::uint16_t> & tile, std::size_t first, std::size_t last)
{
    tile_runner<std::uint16_t>{tile}.run(first, last);
}
void run_rows_32(strip_tile<std::uint32_t> & tile, std::size_t first, std::size_t last)
{
    tile_runner<std::uint32_t>{tile}.run(first, last);
}
std::size_t bytes_of_vector()
{
    return hn::MaxLanes(hn::ScalableTag<std::uint8_t>{});
}
char const * target_name()
{
    return hwy::TargetName(HWY_TARGET);
}

} // namespace vglcs::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vglcs::cpu {

HWY_EXPORT(run_rows_16);
HWY_EXPORT(run_rows_32);
HWY_EXPORT(bytes_of_vector);
HWY_EXPORT(target_name);

void run_rows(strip_tile<std::uint16_t> & tile, std::size_t first, std::size_t last) noexcept
{
    HWY_DYNAMIC_DISPATCH(run_rows_16)(tile, first, last);
}
void run_rows(strip_tile<std::uint32_t> & tile, std::size_t first, std::size_t last) noexcept
{
    HWY_DYNAMIC_DISPATCH(run_rows_32)(tile, first, last);
}
std::size_t vector_bytes() noexcept
{
    return HWY_DYNAMIC_DISPATCH(bytes_of_vector)();
}
char const * strip_target() noexcept
{
    return HWY_DYNAMIC_DISPATCH(target_name)();
}

} // namespace vglcs::cpu
#endif
