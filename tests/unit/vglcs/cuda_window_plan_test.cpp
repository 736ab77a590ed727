// SPDX-License-Identifier: BSD-3-Clause
/// The windows' programs, interpreted: each row's and each column's reads must give the window's maximum.
#include "cuda/strip/plan/window_plan.hpp"

#include <vglcs/problem.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace {

using namespace vglcs;
using namespace vglcs::cuda;

/// Limits of several kinds, by number; lo > 0 in the elastic and rigid kinds.
gap_limits make_limits(std::mt19937 & random, std::size_t n, int kind)
{
    gap_limits out{n, {}};
    auto const below = [&](std::uint32_t x) { return static_cast<std::uint32_t>(random() % x); };
    for (std::size_t k = 0; k < n; ++k) {
        gap_limit g;
        switch (kind) {
        case 0:
            g.hi = below(31);
            break;
        case 1:
            g.hi = below(8);
            break;
        case 2:
            g.hi = below(100);
            break;
        case 3:
            g.hi = below(static_cast<std::uint32_t>(n) + 10);
            break;
        case 4:
            g.hi = gap_limit::infinite;
            break;
        case 5:
            g.hi = below(50) ? below(31) : 500 + below(500);
            break;
        case 6:
            g.lo = below(60), g.hi = g.lo + below(60);
            break;
        case 7:
            g.lo = below(300), g.hi = g.lo;
            break;
        case 8:
            g.lo = below(200), g.hi = below(2) ? gap_limit::infinite : g.lo + below(400);
            break;
        default:
            g.hi = below(3) ? 31 + below(3) : 62 + below(5);
            break;
        }
        if (below(20) == 0)
            g.blocked = true;
        out.set(k, g);
    }
    return out;
}

problem one_sided(std::mt19937 & random, std::size_t n, int kind)
{
    std::vector<letter_code> letters(n);
    for (auto & c : letters)
        c = random() % 10 ? static_cast<letter_code>(random() % 4) : no_match;
    return problem{letters, {}, make_limits(random, n, kind), gap_limits{}};
}

std::vector<std::uint32_t> random_values(std::mt19937 & random, std::size_t n)
{
    std::vector<std::uint32_t> v(n);
    for (auto & x : v)
        x = random() % 3 ? 0 : 1 + random() % 1000;
    return v;
}

std::uint32_t window_maximum(std::vector<std::uint32_t> const & v, window w)
{
    std::uint32_t out = 0;
    for (std::int64_t k = w.first; k <= w.last; ++k)
        out = std::max(out, v[static_cast<std::size_t>(k)]);
    return out;
}

/// Runs a row plan on one column of values: `v[i]` is what row i's cell gets, whatever its window says.
/// @param late   the operations of a block are run half a block later, as they may be
void check_rows(problem const & p, std::vector<std::uint32_t> const & v, bool late)
{
    row_program const plan = make_row_program(p.a(), p.limits_a());
    ASSERT_EQ(plan.headers.size(), plan.rows + rows_per_block);
    constexpr std::uint32_t poison = 0xdeadbeef;
    std::vector<std::uint32_t> slots(plan.slots, poison), ring(ring_reach, poison);
    ring[ring_zero_row] = 0;
    std::vector<std::uint32_t> ring_before = ring; // a row's read comes before the writes of the row before
    std::vector<std::uint32_t> chunk_begin = slots,
                               early = slots; // at the beginning of the chunk and of the one before
    std::uint32_t newest[8] = {};
    std::uint32_t block_before = 0; // its maximum
    auto const run_operations = [&](std::size_t block) {
        for (std::uint32_t k = plan.operations_begin[block]; k < plan.operations_begin[block + 1]; ++k) {
            slot_operation const o = plan.operations[k];
            slots.at(o.target) = std::max(slots.at(o.left), slots.at(o.right));
        }
    };
    std::size_t write = 0;
    std::uint32_t far_rows = 0;
    for (std::size_t i = 0; i < plan.rows; ++i) {
        auto const h = row_header::unpacked(plan.headers[i]);
        bool const block_ends = i % rows_per_block == rows_per_block - 1;
        std::size_t const block = i / rows_per_block;
        if (plan.far() && i % rows_per_block == 0) {
            ASSERT_EQ(write, plan.writes_begin[block]);
        }
        if (i % rows_per_chunk == 0) {
            early = chunk_begin;
            chunk_begin = slots;
        }
        ASSERT_TRUE(plan.far() || (h.writes == 0 && h.level != ring_levels));
        far_rows += h.far;
        ASSERT_TRUE(h.far || !plan.far() ||
                    (!h.early && !h.late && !h.block && h.writes == 0 &&
                     (h.letter == row_header::no_letter || (h.level < 5 && plan.near_mask >> h.level & 1))));
        if (i < p.n() && p.a()[i] != no_match) {
            // without far windows the kernel does not tell "no level" from T_4
            bool const none = h.level == row_header::no_level;
            std::uint32_t value = std::max(ring_before[h.ring_row], !none        ? newest[h.level]
                                                                    : plan.far() ? 0
                                                                                 : newest[4]);
            auto const join = [&](slot_list const & list, std::vector<std::uint32_t> const & from) {
                for (std::uint32_t const slot : list.slots)
                    value = slot == slot_list::none ? value : std::max(value, from.at(slot));
            };
            if (h.block)
                value = std::max(value, block_before);
            if (h.early)
                join(plan.reads[i], early);
            if (h.late)
                join(plan.late_reads.at(plan.late_begin[block] + i % rows_per_block), slots);
            ASSERT_EQ(value, window_maximum(v, predecessors(p.limits_a(), i))) << "row " << i;
        } else {
            ASSERT_EQ(h.letter, row_header::no_letter);
        }
        ring_before = ring;
        for (std::uint32_t l = 0; l <= ring_levels; ++l) {
            auto const last = static_cast<std::int64_t>(i);
            std::int64_t const first = std::max<std::int64_t>(0, last + 1 - (std::int64_t{1} << l));
            newest[l] = window_maximum(v, {first, std::min<std::int64_t>(last, static_cast<std::int64_t>(p.n()) - 1)});
            std::uint32_t & place = ring[(1u << l) - 2 + (i & ((1u << l) - 1))];
            if (l >= 1 && l < ring_levels)
                place = h.keep >> (l - 1) & 1 ? newest[l] : poison;
        }
        for (std::uint32_t k = 0; k < h.writes; ++k, ++write)
            slots.at(plan.writes.at(write) & 0xfffffff) = newest[plan.writes.at(write) >> 28];
        if (block_ends)
            block_before = newest[ring_levels];
        if (plan.far() && block_ends && !late)
            run_operations(block);
        if (plan.far() && late && block > 0 && i % rows_per_block == rows_per_chunk - 1)
            run_operations(block - 1);
    }
    EXPECT_EQ(write, plan.writes.size());
    EXPECT_EQ(far_rows, plan.far_rows);
}

/// What a strip that begins at `start` keeps.
std::uint32_t exported(std::vector<std::uint32_t> const & v, column_slot_write const & what, std::int64_t start)
{
    return window_maximum(v, {start + (what.columns & 0xffff), start + (what.columns >> 16)});
}

/// Runs a plan of few long windows among small ones on one row of values, strip by strip.
void check_few_columns(problem const & p, std::vector<std::uint32_t> v, table_shape shape, std::uint32_t panel)
{
    column_program const plan = make_column_program(p.a(), p.limits_a(), shape, panel, column_form::small);
    std::size_t const width = shape.columns;
    v.resize(plan.strips * width);
    std::vector<std::uint32_t> slots(plan.slots, 0xdeadbeef);
    ASSERT_EQ(plan.few_far_begin.size(), plan.strips + 1);
    for (std::size_t s = 0; s < plan.strips; ++s) {
        auto const strip_start = static_cast<std::int64_t>(s * width);
        std::vector<std::uint32_t> few_far(width, 0);
        EXPECT_LE(plan.few_far_begin[s + 1] - plan.few_far_begin[s], plan.most_few_far);
        for (std::uint32_t k = plan.few_far_begin[s]; k < plan.few_far_begin[s + 1]; ++k) {
            std::uint32_t const x = plan.few_far[k].window & 0xff;
            std::int64_t const first = strip_start + (plan.few_far[k].window >> 8) - halo_columns;
            ASSERT_GE(first, 0);
            few_far.at(x) = window_maximum(v, {first, strip_start + x - 1});
            for (std::uint32_t const slot : plan.few_far[k].list.slots)
                if (slot != slot_list::none)
                    few_far[x] = std::max(few_far[x], slots.at(slot));
        }
        for (std::size_t x = 0; x < width && s * width + x < p.n(); ++x) {
            auto const j = static_cast<std::int64_t>(s * width + x);
            if (p.a()[s * width + x] != no_match) {
                std::int64_t const length = plan.addresses[s * width + x];
                ASSERT_LE(length, most_small_columns);
                ASSERT_EQ(std::max(few_far[x], window_maximum(v, {std::max<std::int64_t>(0, j - length), j - 1})),
                          window_maximum(v, predecessors(p.limits_a(), s * width + x)))
                    << "column " << j;
            }
        }
        if (!plan.has_far())
            continue;
        for (std::uint32_t k = plan.writes_begin[s]; k < plan.writes_begin[s + 1]; ++k)
            slots.at(plan.writes[k].slot) = exported(v, plan.writes[k], strip_start);
        for (std::uint32_t k = plan.operations_begin[s]; k < plan.operations_begin[s + 1]; ++k) {
            slot_operation const o = plan.operations[k];
            slots.at(o.target) = std::max(slots.at(o.left), slots.at(o.right));
        }
    }
}

/// Runs a column plan on one row of values, strip by strip.
void check_columns(problem const & p, std::vector<std::uint32_t> v, table_shape shape, std::uint32_t panel)
{
    column_program const plan = make_column_program(p.a(), p.limits_a(), shape, panel);
    std::size_t const width = shape.columns;
    v.resize(plan.strips * width);
    std::vector<std::uint32_t> slots(plan.slots, 0xdeadbeef);
    for (std::size_t s = 0; s < plan.strips; ++s) {
        auto const entry = [&](std::uint32_t address) -> std::uint32_t {
            if (address < table_shape::zero_bytes)
                return 0;
            std::uint32_t const level = (address - table_shape::zero_bytes) / shape.level_bytes();
            std::int64_t const place = (address - shape.address(level, 0)) / shape.value_bytes;
            EXPECT_TRUE(plan.level_masks[s] >> level & 1);
            std::int64_t const column = static_cast<std::int64_t>(s * width) - halo_columns + place;
            std::int64_t const start = std::max<std::int64_t>(
                {0, static_cast<std::int64_t>(s * width) - halo_columns, column + 1 - (std::int64_t{1} << level)});
            return window_maximum(v, {start, column});
        };
        auto const two = [&](std::uint32_t pair) { return std::max(entry(pair & 0xffff), entry(pair >> 16)); };
        std::vector<std::uint32_t> far(width, 0);
        if (plan.has_far())
            for (std::uint32_t k = plan.far_begin[s]; k < plan.far_begin[s + 1]; ++k)
                for (std::uint32_t c = plan.far[k].columns_begin; c < plan.far[k].columns_end; ++c)
                    for (std::uint32_t const slot : plan.far[k].list.slots)
                        if (slot != slot_list::none)
                            far.at(plan.far_columns[c]) = std::max(far[plan.far_columns[c]], slots.at(slot));
        for (std::size_t x = 0; x < width && s * width + x < p.n(); ++x) {
            std::size_t const j = s * width + x;
            if (p.a()[j] != no_match) {
                ASSERT_EQ(std::max(two(plan.addresses[j]), far[x]), window_maximum(v, predecessors(p.limits_a(), j)))
                    << "column " << j;
            }
        }
        if (!plan.has_far())
            continue;
        for (std::uint32_t k = plan.writes_begin[s]; k < plan.writes_begin[s + 1]; ++k)
            slots.at(plan.writes[k].slot) = exported(v, plan.writes[k], static_cast<std::int64_t>(s * width));
        for (std::uint32_t k = plan.operations_begin[s]; k < plan.operations_begin[s + 1]; ++k) {
            slot_operation const o = plan.operations[k];
            slots.at(o.target) = std::max(slots.at(o.left), slots.at(o.right));
        }
    }
}

TEST(cuda_window_plan, every_window_of_rows_and_columns)
{
    for (int kind = 0; kind < 10; ++kind) {
        for (std::size_t const n : {0, 1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 300, 1000, 2111}) {
            std::mt19937 random{static_cast<unsigned>(kind * 10000 + static_cast<int>(n))};
            problem const p = one_sided(random, n, kind);
            auto const v = random_values(random, n);
            SCOPED_TRACE(testing::Message() << "kind " << kind << ", " << n << " letters");
            check_rows(p, v, false);
            check_rows(p, v, true);
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

TEST(cuda_window_plan, small_limits_need_nothing_kept)
{
    std::mt19937 random{1};
    problem const p = one_sided(random, 5000, 0);
    row_program const rows = make_row_program(p.a(), p.limits_a());
    EXPECT_FALSE(rows.far());
    EXPECT_EQ(rows.slots, 0u);
    EXPECT_EQ(rows.level_mask, 31u);
    EXPECT_FALSE(make_column_program(p.a(), p.limits_a(), {128, 2}).has_far());
}

TEST(cuda_window_plan, no_limit_at_all_keeps_a_few_vectors)
{
    problem const p{std::vector<letter_code>(100'000, 1), {}, gap_limits{100'000, {}}, gap_limits{}};
    EXPECT_LE(make_row_program(p.a(), p.limits_a()).slots, 6u);
    EXPECT_LE(make_column_program(p.a(), p.limits_a(), {128, 2}).slots, 6u);
}

TEST(cuda_window_plan, a_panel_keeps_what_later_panels_read)
{
    // one column far on the right reads from strip 0 on: its vector may not be overwritten by others
    gap_limits limits{1000, {.hi = 2}};
    limits.set(999, {.hi = 990});
    limits.set(300, {.hi = 200});
    limits.set(600, {.hi = 200});
    problem const p{std::vector<letter_code>(1000, 1), {}, limits, gap_limits{}};
    EXPECT_GE(make_column_program(p.a(), p.limits_a(), {64, 2}, 2).slots,
              make_column_program(p.a(), p.limits_a(), {64, 2}, 0).slots);
}

} // namespace
