// SPDX-License-Identifier: BSD-3-Clause
/// The rows' program, interpreted: each row's reads must give its window's maximum.
#include "cuda/strip/plan/row_program.hpp"

#include "window_inputs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace {

using namespace vglcs;
using namespace vglcs::cuda;
using namespace vglcs::test;

/// Runs a row program on one column of values: `v[i]` is what row i's cell gets, whatever its window says.
/// @param late   the operations of a block are run half a block later, as they may be
void check_rows(problem const & p, std::vector<std::uint32_t> const & v, bool late)
{
    row_program const program = make_row_program(p.a(), p.limits_a());
    ASSERT_EQ(program.headers.size(), program.rows + rows_per_block);
    constexpr std::uint32_t poison = 0xdeadbeef;
    std::vector<std::uint32_t> slots(program.slots, poison), ring(ring_reach, poison);
    ring[ring_zero_row] = 0;
    std::vector<std::uint32_t> ring_before = ring; // a row's read comes before the writes of the row before
    std::vector<std::uint32_t> chunk_begin = slots,
                               early = slots; // at the beginning of the chunk and of the one before
    std::uint32_t newest[8] = {};
    std::uint32_t block_before = 0; // its maximum
    auto const run_operations = [&](std::size_t block) {
        for (std::uint32_t k = program.operations_begin[block]; k < program.operations_begin[block + 1]; ++k) {
            slot_operation const o = program.operations[k];
            slots.at(o.target) = std::max(slots.at(o.left), slots.at(o.right));
        }
    };
    std::size_t write = 0;
    std::uint32_t far_rows = 0;
    for (std::size_t i = 0; i < program.rows; ++i) {
        auto const h = row_header::unpacked(program.headers[i]);
        bool const block_ends = i % rows_per_block == rows_per_block - 1;
        std::size_t const block = i / rows_per_block;
        if (program.far() && i % rows_per_block == 0) {
            ASSERT_EQ(write, program.writes_begin[block]);
        }
        if (i % rows_per_chunk == 0) {
            early = chunk_begin;
            chunk_begin = slots;
        }
        ASSERT_TRUE(program.far() || (h.writes == 0 && h.level != ring_levels));
        far_rows += h.far;
        ASSERT_TRUE(h.far || !program.far() ||
                    (!h.early && !h.late && !h.block && h.writes == 0 &&
                     (h.letter == row_header::no_letter || (h.level < 5 && program.near_mask >> h.level & 1))));
        if (i < p.n() && p.a()[i] != no_match) {
            // without far windows the kernel does not tell "no level" from T_4
            bool const none = h.level == row_header::no_level;
            std::uint32_t value = std::max(ring_before[h.ring_row], !none           ? newest[h.level]
                                                                    : program.far() ? 0
                                                                                    : newest[4]);
            auto const join = [&](slot_list const & list, std::vector<std::uint32_t> const & from) {
                for (std::uint32_t const slot : list.slots)
                    value = slot == slot_list::none ? value : std::max(value, from.at(slot));
            };
            if (h.block)
                value = std::max(value, block_before);
            if (h.early)
                join(program.reads[i], early);
            if (h.late)
                join(program.late_reads.at(program.late_begin[block] + i % rows_per_block), slots);
            ASSERT_EQ(value, window_maximum(v, predecessors(p.limits_a(), i))) << "row " << i;
        } else {
            ASSERT_EQ(h.letter, row_header::no_letter);
        }
        ring_before = ring;
        for (std::uint32_t l = 0; l <= ring_levels; ++l) {
            auto const last = static_cast<std::int64_t>(i);
            std::int64_t const first = std::max<std::int64_t>(0, last + 1 - (std::int64_t{1} << l));
            newest[l] = window_maximum(v, {first, std::min<std::int64_t>(last, static_cast<std::int64_t>(p.n()) - 1)});
            std::uint32_t & in_ring = ring[(1u << l) - 2 + (i & ((1u << l) - 1))];
            if (l >= 1 && l < ring_levels)
                in_ring = h.keep >> (l - 1) & 1 ? newest[l] : poison;
        }
        for (std::uint32_t k = 0; k < h.writes; ++k, ++write)
            slots.at(program.writes.at(write) & 0xfffffff) = newest[program.writes.at(write) >> 28];
        if (block_ends)
            block_before = newest[ring_levels];
        if (program.far() && block_ends && !late)
            run_operations(block);
        if (program.far() && late && block > 0 && i % rows_per_block == rows_per_chunk - 1)
            run_operations(block - 1);
    }
    EXPECT_EQ(write, program.writes.size());
    EXPECT_EQ(far_rows, program.far_rows);
}

TEST(cuda_row_program, every_window)
{
    for (int kind = 0; kind < limit_kinds; ++kind) {
        for (std::size_t const n : window_sizes) {
            std::mt19937 random{static_cast<unsigned>(kind * 10000 + static_cast<int>(n))};
            problem const p = one_sided(random, n, kind);
            auto const v = random_values(random, n);
            SCOPED_TRACE(testing::Message() << "kind " << kind << ", " << n << " letters");
            check_rows(p, v, false);
            check_rows(p, v, true);
            if (HasFatalFailure())
                return;
        }
    }
}

TEST(cuda_row_program, small_limits_need_no_slot)
{
    std::mt19937 random{1};
    problem const p = one_sided(random, 5000, 0);
    row_program const rows = make_row_program(p.a(), p.limits_a());
    EXPECT_FALSE(rows.far());
    EXPECT_EQ(rows.slots, 0u);
    EXPECT_EQ(rows.level_mask, 31u);
}

TEST(cuda_row_program, no_limit_at_all_takes_a_few_slots)
{
    problem const p{std::vector<letter_code>(100'000, 1), {}, gap_limits{100'000, {}}, gap_limits{}};
    EXPECT_LE(make_row_program(p.a(), p.limits_a()).slots, 6u);
}

} // namespace
