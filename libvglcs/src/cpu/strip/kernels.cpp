// SPDX-License-Identifier: BSD-3-Clause
// Loops step by whole vectors whose length is a constant, which SVE's is not: there NEON is taken.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/strip/kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include "cpu/strip/column_tables-inl.hpp"
#include "cpu/strip/dense_columns-inl.hpp"
#include "cpu/strip/kernels.hpp"
#include "cpu/strip/left_values-inl.hpp"
#include "cpu/strip/row_paths-inl.hpp"
#include "cpu/strip/strip_row-inl.hpp"
#include "cpu/strip/uniform_columns-inl.hpp"
#include "cpu/strip/windows-inl.hpp"

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <span>

HWY_BEFORE_NAMESPACE();
namespace vglcs::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Runs rows of a strip: stage 1 for all columns, then stage 2 by the forms that the program has chosen.
template <class Value>
class tile_runner
{
    using row_of = strip_row<Value>;
    using V = typename row_of::V;
    static constexpr auto d = row_of::d;
    static constexpr std::size_t lanes = row_of::lanes;

public:
    explicit tile_runner(strip_tile<Value> & tile) : r_{tile} {}

    void run(std::size_t first, std::size_t last)
    {
        V largest = hn::Zero(d);
        for (std::size_t i = first; i < last; ++i) {
            fetch_ahead(std::min(i + 8, last - 1));
            row_program::row const & row = (*r_.tile.rows)[i];
            Value * const v = r_.slot(row.v);
            if (std::uint8_t const letter = r_.tile.letters[i]; letter != shared_letters::none) {
                largest = hn::Max(largest, run_row(i, letter, row, v));
                if (row.merge != row_program::none)
                    merge(r_, r_.slot(row.merge), v);
            } else if (row.v != 0) {
                std::fill_n(v, r_.width, Value{0});
            }
            if (r_.tile.table)
                keep_row(i, v); // now: a waiting maximum may take the slot
            for (row_program::wait const & w : r_.tile.rows->waits(i))
                evaluate(r_, r_.tile.rows->steps(w.steps, w.count), r_.slot(w.target));
        }
        r_.tile.largest = std::max(r_.tile.largest, r_.lane_maximum(largest));
    }

private:
    /// Left values of all rows pass by once in each strip, from beyond the caches where they are many, and a row takes
    /// a few here and there.
    void fetch_ahead(std::size_t i) const
    {
        std::size_t const slots = r_.plan.left_slots();
        if (slots > 512) // more than a row asks for
            return;
        Value const * const left = r_.left_of(i);
        for (std::size_t k = 0; k < slots; k += 64 / sizeof(Value))
            hwy::Prefetch(left + k);
    }

    /// Returns the row's largest V of each lane.
    V run_row(std::size_t i, std::uint8_t letter, row_program::row const & row, Value * v)
    {
        std::size_t const halo = r_.plan.halo();
        Value * const border = r_.tile.border + (i - r_.tile.first_row) * halo;
        std::copy_n(border, halo, r_.m - halo);
        evaluate(r_, r_.tile.rows->steps(row.steps, row.count), r_.m);
        std::copy_n(r_.m + r_.strip.width - halo, halo, border);
        build_levels(r_, r_.strip.levels);
        build_prefix_and_suffix(r_);

        V best = hn::Zero(d);
        switch (r_.plan.kernel()) {
        case column_kernel::lists:
            std::fill_n(v, r_.width, Value{0});
            break;
        case column_kernel::dense:
            best = dense_columns(r_, letter, v);
            break;
        case column_kernel::permute:
            best = permuted_columns(r_, letter, v);
            break;
        case column_kernel::uniform:
            best = uniform_columns(r_, letter, v);
            break;
        case column_kernel::endless:
            best = endless_columns(r_, letter, v, r_.left_of(i));
            break;
        case column_kernel::rows:
            best = row_window_columns(r_, i, letter, v, r_.left_of(i));
            break;
        }
        for (near_entry const & e : r_.strip.near[letter])
            v[e.column] = static_cast<Value>(1 + std::max(r_.tile.area[e.a], r_.tile.area[e.b]));
        if constexpr (sizeof(Value) == 2)
            if (r_.strip.direct.any())
                direct_windows(r_.strip.direct, letter, r_.tile.area, v);

        auto const far = r_.strip.far[letter];
        auto const requests = r_.strip.requests[letter];
        if (!far.empty() || !requests.empty() || r_.tile.maxima)
            exchange(r_, i, far, requests, v);
        if (r_.plan.kernel() == column_kernel::lists) {
            best = row_maximum(v);
        } else { // few: the kernel has seen the others
            Value most = 0;
            auto const look_at = [&](auto const & entries) {
                for (auto const & e : entries)
                    most = std::max(most, v[e.column]);
            };
            look_at(r_.strip.near[letter]);
            look_at(far);
            if (r_.strip.direct.any()) {
                look_at(r_.strip.direct.below_8[letter]);
                look_at(r_.strip.direct.up_to_16[letter]);
                look_at(r_.strip.direct.up_to_32[letter]);
            }
            if (most != 0)
                best = hn::Max(best, hn::Set(d, most));
        }
        if (!hn::AllFalse(d, hn::Gt(best, hn::Set(d, static_cast<Value>(r_.tile.best.value)))))
            note_best(i, best, v);
        return best;
    }

    [[nodiscard]] HWY_NOINLINE V row_maximum(Value const * v) const { return r_.row_maximum(v); }

    /// Row i holds a value beyond the best so far; `best` has the largest of each lane.
    HWY_NOINLINE void note_best(std::size_t i, V best, Value const * v) const
    {
        V const largest = hn::MaxOfLanes(d, best);
        std::size_t k = 0;
        while (hn::AllFalse(d, hn::Eq(hn::Load(d, v + k), largest)))
            k += lanes;
        while (v[k] != hn::GetLane(largest))
            ++k;
        r_.tile.best = {v[k], i, r_.strip.first + k};
    }

    void keep_row(std::size_t i, Value const * v) const
    {
        Value * const to = r_.tile.table + (i - r_.tile.table_row) * r_.width;
        if (r_.tile.letters[i] == shared_letters::none)
            std::fill_n(to, r_.width, Value{0});
        else
            std::copy_n(v, r_.width, to);
    }

    strip_row<Value> const r_;
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
