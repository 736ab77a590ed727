// SPDX-License-Identifier: BSD-3-Clause
/// The columns' program, interpreted: each column's reads must give its window's maximum.
#include "cuda/strip/plan/column_program.hpp"

#include "window_inputs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace {

using namespace vglcs;
using namespace vglcs::cuda;
using namespace vglcs::test;

/// What a strip that begins at `start` writes to a column slot.
std::uint32_t written(std::vector<std::uint32_t> const & v, column_slot_write const & what, std::int64_t start)
{
    return window_maximum(v, {start + (what.columns & 0xffff), start + (what.columns >> 16)});
}

/// Runs a program of few long windows among small ones on one row of values, strip by strip.
void check_few_columns(problem const & p, std::vector<std::uint32_t> v, table_shape shape, std::uint32_t panel)
{
    column_program const program = make_column_program(p.a(), p.limits_a(), shape, panel, column_form::small);
    std::size_t const width = shape.columns;
    v.resize(program.strips * width);
    std::vector<std::uint32_t> slots(program.slots, 0xdeadbeef);
    ASSERT_EQ(program.few_far_begin.size(), program.strips + 1);
    for (std::size_t s = 0; s < program.strips; ++s) {
        auto const strip_start = static_cast<std::int64_t>(s * width);
        std::vector<std::uint32_t> few_far(width, 0);
        EXPECT_LE(program.few_far_begin[s + 1] - program.few_far_begin[s], program.most_few_far);
        for (std::uint32_t k = program.few_far_begin[s]; k < program.few_far_begin[s + 1]; ++k) {
            std::uint32_t const x = program.few_far[k].window & 0xff;
            std::int64_t const first = strip_start + (program.few_far[k].window >> 8) - halo_columns;
            ASSERT_GE(first, 0);
            few_far.at(x) = window_maximum(v, {first, strip_start + x - 1});
            for (std::uint32_t const slot : program.few_far[k].list.slots)
                if (slot != slot_list::none)
                    few_far[x] = std::max(few_far[x], slots.at(slot));
        }
        for (std::size_t x = 0; x < width && s * width + x < p.n(); ++x) {
            auto const j = static_cast<std::int64_t>(s * width + x);
            if (p.a()[s * width + x] != no_match) {
                std::int64_t const length = program.addresses[s * width + x];
                ASSERT_LE(length, most_small_columns);
                ASSERT_EQ(std::max(few_far[x], window_maximum(v, {std::max<std::int64_t>(0, j - length), j - 1})),
                          window_maximum(v, predecessors(p.limits_a(), s * width + x)))
                    << "column " << j;
            }
        }
        if (!program.has_far())
            continue;
        for (std::uint32_t k = program.writes_begin[s]; k < program.writes_begin[s + 1]; ++k)
            slots.at(program.writes[k].slot) = written(v, program.writes[k], strip_start);
        for (std::uint32_t k = program.operations_begin[s]; k < program.operations_begin[s + 1]; ++k) {
            slot_operation const o = program.operations[k];
            slots.at(o.target) = std::max(slots.at(o.left), slots.at(o.right));
        }
    }
}

/// Runs a column program on one row of values, strip by strip.
void check_columns(problem const & p, std::vector<std::uint32_t> v, table_shape shape, std::uint32_t panel)
{
    column_program const program = make_column_program(p.a(), p.limits_a(), shape, panel);
    std::size_t const width = shape.columns;
    v.resize(program.strips * width);
    std::vector<std::uint32_t> slots(program.slots, 0xdeadbeef);
    for (std::size_t s = 0; s < program.strips; ++s) {
        auto const entry = [&](std::uint32_t address) -> std::uint32_t {
            if (address < table_shape::zero_bytes)
                return 0;
            std::uint32_t const level = (address - table_shape::zero_bytes) / shape.level_bytes();
            std::int64_t const offset = (address - shape.address(level, 0)) / shape.value_bytes;
            EXPECT_TRUE(program.level_masks[s] >> level & 1);
            std::int64_t const column = static_cast<std::int64_t>(s * width) - halo_columns + offset;
            std::int64_t const start = std::max<std::int64_t>(
                {0, static_cast<std::int64_t>(s * width) - halo_columns, column + 1 - (std::int64_t{1} << level)});
            return window_maximum(v, {start, column});
        };
        auto const two = [&](std::uint32_t pair) { return std::max(entry(pair & 0xffff), entry(pair >> 16)); };
        std::vector<std::uint32_t> far(width, 0);
        if (program.has_far())
            for (std::uint32_t k = program.far_begin[s]; k < program.far_begin[s + 1]; ++k)
                for (std::uint32_t c = program.far[k].columns_begin; c < program.far[k].columns_end; ++c)
                    for (std::uint32_t const slot : program.far[k].list.slots)
                        if (slot != slot_list::none)
                            far.at(program.far_columns[c]) = std::max(far[program.far_columns[c]], slots.at(slot));
        for (std::size_t x = 0; x < width && s * width + x < p.n(); ++x) {
            std::size_t const j = s * width + x;
            if (p.a()[j] != no_match) {
                ASSERT_EQ(std::max(two(program.addresses[j]), far[x]), window_maximum(v, predecessors(p.limits_a(), j)))
                    << "column " << j;
            }
        }
        if (!program.has_far())
            continue;
        for (std::uint32_t k = program.writes_begin[s]; k < program.writes_begin[s + 1]; ++k)
            slots.at(program.writes[k].slot) = written(v, program.writes[k], static_cast<std::int64_t>(s * width));
        for (std::uint32_t k = program.operations_begin[s]; k < program.operations_begin[s + 1]; ++k) {
            slot_operation const o = program.operations[k];
            slots.at(o.target) = std::max(slots.at(o.left), slots.at(o.right));
        }
    }
}

TEST(cuda_column_program, every_window)
{
    for (int kind = 0; kind < limit_kinds; ++kind) {
        for (std::size_t const n : window_sizes) {
            std::mt19937 random{static_cast<unsigned>(kind * 10000 + static_cast<int>(n))};
            problem const p = one_sided(random, n, kind);
            auto const v = random_values(random, n);
            SCOPED_TRACE(testing::Message() << "kind " << kind << ", " << n << " letters");
            for (std::uint32_t const columns : {32u, 64u, 128u, 256u})
                for (std::uint32_t const bytes : {2u, 4u})
                    check_columns(p, v, {columns, bytes}, kind % 2 ? 3 : 0);
            if (!p.limits_a().is_elastic())
                for (std::uint32_t const columns : {64u, 128u})
                    check_few_columns(p, v, {columns, 2}, kind % 2 ? 3 : 0);
            if (HasFatalFailure())
                return;
        }
    }
}

TEST(cuda_column_program, small_limits_need_no_slot)
{
    std::mt19937 random{1};
    problem const p = one_sided(random, 5000, 0);
    EXPECT_FALSE(make_column_program(p.a(), p.limits_a(), {128, 2}).has_far());
}

TEST(cuda_column_program, no_limit_at_all_takes_a_few_slots)
{
    problem const p{std::vector<letter_code>(100'000, 1), {}, gap_limits{100'000, {}}, gap_limits{}};
    EXPECT_LE(make_column_program(p.a(), p.limits_a(), {128, 2}).slots, 6u);
}

TEST(cuda_column_program, a_panel_keeps_what_later_panels_read)
{
    // one column far on the right reads from strip 0 on: its slot may not be overwritten by others
    gap_limits limits{1000, {.hi = 2}};
    limits.set(999, {.hi = 990});
    limits.set(300, {.hi = 200});
    limits.set(600, {.hi = 200});
    problem const p{std::vector<letter_code>(1000, 1), {}, limits, gap_limits{}};
    EXPECT_GE(make_column_program(p.a(), p.limits_a(), {64, 2}, 2).slots,
              make_column_program(p.a(), p.limits_a(), {64, 2}, 0).slots);
}

} // namespace
