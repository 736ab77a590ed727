// SPDX-License-Identifier: BSD-3-Clause
// Loops step by whole vectors whose length is a constant, which SVE's is not: there NEON is taken.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/scored/kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include "cpu/scored/kernels.hpp"
#include "cpu/scored/lane_rows-inl.hpp"
#include "cpu/scored/stream_rows-inl.hpp"

#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace vglcs::cpu::HWY_NAMESPACE {

/// Rows of one strip: what earlier rows offer, then what earlier columns do, then the cells.
template <class Value>
class scored_runner
{
    using D = hn::ScalableTag<Value>;
    using V = hn::Vec<D>;
    static constexpr D d{};
    static constexpr std::size_t lanes = hn::MaxLanes(D{});

public:
    scored_runner(scored_tile<Value> & tile, std::size_t first)
        : tile_{tile}, width_{tile.lanes->width()}, rows_{*tile.rows, tile.slots, width_,
                                                          tile.area + tile.lanes->tables() * tile.lanes->stride(),
                                                          first},
          columns_{*tile.lanes, *tile.strip, tile.area, tile.match}
    {
    }

    void run(std::size_t first, std::size_t last)
    {
        std::size_t const halo = tile_.lanes->halo();
        Value * const m = columns_.m();
        V largest = hn::Zero(d);
        for (std::size_t i = first; i < last; ++i) {
            std::uint8_t const letter = tile_.letters[i];
            bool const any = letter != no_letter;
            rows_.look_back(i, any, m);
            Value * const v = rows_.values_of(i);
            if (any) {
                columns_.cross(i, tile_.border + (i - tile_.first_row) * halo);
                V const best = columns_.cells(i, letter, v);
                largest = hn::Max(largest, best);
                if (!hn::AllFalse(d, hn::Gt(best, hn::Set(d, threshold()))))
                    note_best(i, best, v);
            }
            if (tile_.table)
                keep_row(i, any, v); // now: a waiting maximum may take the slot
            rows_.take_values(i, any, v);
        }
        tile_.largest = std::max(tile_.largest, hn::GetLane(hn::MaxOfLanes(d, largest)));
    }

private:
    static constexpr std::uint8_t no_letter = 255;

    /// Values above it are looked at: one like the best so far wins where it is of an earlier letter of A.
    [[nodiscard]] Value threshold() const
    {
        std::uint64_t const own = tile_.best.value;
        return static_cast<Value>(std::max(tile_.beaten, own - (own != 0 && !tile_.rows_are_a ? 1U : 0U)));
    }

    HWY_NOINLINE void note_best(std::size_t i, V best, Value const * v)
    {
        V const largest = hn::MaxOfLanes(d, best);
        std::size_t k = 0;
        while (hn::AllFalse(d, hn::Eq(hn::Load(d, v + k), largest)))
            k += lanes;
        while (v[k] != hn::GetLane(largest))
            ++k;
        std::size_t const j = tile_.strip->first + k;
        best_cell const here = tile_.rows_are_a ? best_cell{v[k], i, j} : best_cell{v[k], j, i};
        if (tile_.best.loses_to(here))
            tile_.best = here;
    }

    void keep_row(std::size_t i, bool any, Value const * v) const
    {
        Value * const to = tile_.table + (i - tile_.table_row) * width_;
        if (any)
            std::copy_n(v, width_, to);
        else
            std::fill_n(to, width_, Value{0});
    }

    scored_tile<Value> & tile_;
    std::size_t const width_;
    stream_rows<Value> rows_;
    lane_rows<Value> columns_;
};

void run_scored_16(scored_tile<std::uint16_t> & tile, std::size_t first, std::size_t last)
{
    scored_runner<std::uint16_t>{tile, first}.run(first, last);
}
void run_scored_32(scored_tile<std::uint32_t> & tile, std::size_t first, std::size_t last)
{
    scored_runner<std::uint32_t>{tile, first}.run(first, last);
}

template <class Value>
std::size_t last_at_least(Value const * x, std::size_t count, Value least)
{
    constexpr hn::ScalableTag<Value> d{};
    constexpr std::size_t lanes = hn::MaxLanes(hn::ScalableTag<Value>{});
    auto const wanted = hn::Set(d, least);
    for (; count >= lanes; count -= lanes)
        // x >= wanted where their maximum is x
        if (auto const now = hn::LoadU(d, x + count - lanes); !hn::AllFalse(d, hn::Eq(hn::Max(now, wanted), now)))
            break;
    while (count != 0 && x[count - 1] < least)
        --count;
    return count;
}
std::size_t last_at_least_16(std::uint16_t const * x, std::size_t count, std::uint16_t least)
{
    return last_at_least(x, count, least);
}
std::size_t last_at_least_32(std::uint32_t const * x, std::size_t count, std::uint32_t least)
{
    return last_at_least(x, count, least);
}

} // namespace vglcs::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vglcs::cpu {

HWY_EXPORT(run_scored_16);
HWY_EXPORT(run_scored_32);
HWY_EXPORT(last_at_least_16);
HWY_EXPORT(last_at_least_32);

void run_rows(scored_tile<std::uint16_t> & tile, std::size_t first, std::size_t last) noexcept
{
    HWY_DYNAMIC_DISPATCH(run_scored_16)(tile, first, last);
}
void run_rows(scored_tile<std::uint32_t> & tile, std::size_t first, std::size_t last) noexcept
{
    HWY_DYNAMIC_DISPATCH(run_scored_32)(tile, first, last);
}
std::size_t find_last_at_least(std::uint16_t const * x, std::size_t count, std::uint16_t least) noexcept
{
    return HWY_DYNAMIC_DISPATCH(last_at_least_16)(x, count, least);
}
std::size_t find_last_at_least(std::uint32_t const * x, std::size_t count, std::uint32_t least) noexcept
{
    return HWY_DYNAMIC_DISPATCH(last_at_least_32)(x, count, least);
}

} // namespace vglcs::cpu
#endif
