// SPDX-License-Identifier: BSD-3-Clause
/// What is kept for a chain: all bands side by side where memory allows it, and never more than the budget where
/// anything fits.
#include "cuda/strip/plan/traceback_plan.hpp"

#include "cuda/strip/plan/strip_cost.hpp"
#include "cuda/strip/plan/tuning.hpp"

#include <gtest/gtest.h>

namespace {

using namespace vglcs::cuda;

constexpr std::uint64_t megabyte = 1'000'000;

/// Near windows of two random sequences.
traceback_setting setting(std::uint32_t rows, std::uint32_t columns, std::uint32_t words = 2)
{
    traceback_setting out{.shape = {.words = words, .keeps = true}};
    out.rows = (rows + rows_per_block - 1) / rows_per_block * rows_per_block;
    out.strips = (columns + out.shape.columns() - 1) / out.shape.columns();
    out.row_reach = out.column_reach = 31;
    out.columns_a_row = static_cast<double>(columns) / rows;
    out.seconds = seconds_of(out.shape, rows, columns);
    return out;
}

TEST(cuda_traceback_plan, all_bands_go_side_by_side_where_memory_allows_it)
{
    for (auto const & [rows, columns, words] :
         {std::tuple{20'000u, 20'000u, 1u}, {65'000u, 65'000u, 2u}, {65'000u, 400'000u, 2u}})
    {
        traceback_plan const c = traceback_planner{setting(rows, columns, words)}.choose(0, 100'000 * megabyte, {});
        EXPECT_GT(c.checkpoints, 0u) << rows << ' ' << columns;
        EXPECT_EQ(c.tiles, c.checkpoints + 1) << rows << ' ' << columns;
        EXPECT_GE(c.row_interval, default_tuning.speculative.least_band_rows) << rows << ' ' << columns;
    }
    // wide: more than the workers that can be resident
    traceback_plan const c = traceback_planner{setting(65'000, 400'000)}.choose(0, 100'000 * megabyte, {});
    EXPECT_EQ(c.tiles, 32u);
    EXPECT_EQ(c.panel_strips, 32u);
}

TEST(cuda_traceback_plan, tiles_of_a_large_square_table_are_no_more_than_can_be_resident)
{
    for (std::uint32_t const n : {400'000u, 1'000'000u}) {
        traceback_plan const c = traceback_planner{setting(n, n)}.choose(0, 100'000 * megabyte, {});
        EXPECT_GT(c.tiles, 1u);
        EXPECT_LE(c.tiles * c.table_strips, default_tuning.most_strips_beside) << n;
    }
}

TEST(cuda_traceback_plan, a_small_table_is_kept_whole)
{
    traceback_plan const c = traceback_planner{setting(2000, 2000, 1)}.choose(0, 100'000 * megabyte, {});
    EXPECT_FALSE(c.in_tiles());
    EXPECT_EQ(c.table_strips, 32u);
}

TEST(cuda_traceback_plan, budgets_are_kept)
{
    for (std::uint32_t const columns : {65'000u, 400'000u}) {
        traceback_planner const chooser{setting(65'000, columns)};
        std::uint64_t const least = chooser.bytes_of(chooser.choose(0, 0, {}));
        double seconds = 1e9;
        std::uint32_t fewer = 0;
        for (std::uint64_t budget = least; budget < 50'000 * megabyte; budget += budget / 7) {
            traceback_plan const c = chooser.choose(10 * megabyte, budget + 10 * megabyte, {});
            ASSERT_LE(chooser.bytes_of(c), budget);
            ASSERT_LE(chooser.seconds_of_chain(c), seconds) << "more memory, slower: " << budget;
            ASSERT_LE(c.tiles, c.checkpoints + 1);
            seconds = chooser.seconds_of_chain(c);
            fewer += c.tiles > 1 && c.tiles <= c.checkpoints;
        }
        EXPECT_TRUE(columns == 65'000u || fewer) << "no budget for some of the bands was met";
    }
}

TEST(cuda_traceback_plan, what_is_forced_is_taken)
{
    traceback_planner const chooser{setting(65'000, 65'000)};
    traceback_plan const c =
        chooser.choose(0, 100'000 * megabyte, {.panel_strips = 16, .row_interval = 4096, .tiles = 5});
    EXPECT_EQ(c.panel_strips, 16u);
    EXPECT_EQ(c.row_interval, 4096u);
    EXPECT_EQ(c.tiles, 5u);
}

} // namespace
