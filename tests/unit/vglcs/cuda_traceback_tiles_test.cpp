// SPDX-License-Identifier: BSD-3-Clause
/// Tiles of a table: the first holds the traceback's cell and its window, all keep to their memory and to checkpoints.
#include "cuda/strip/plan/traceback_tiles.hpp"

#include "cuda/strip/plan/strip_shape.hpp"

#include <gtest/gtest.h>

#include <random>

namespace {

using namespace vglcs::cuda;

constexpr std::uint32_t columns = 64;

/// Checkpoints as a plan lays them out for windows that reach `reach` rows and columns.
traceback_plan make_plan(std::uint32_t strips, std::uint32_t rows, std::uint32_t panel, std::uint32_t interval,
                         std::uint32_t reach, std::uint32_t room, std::uint32_t tiles)
{
    traceback_plan c{.panel_strips = panel, .row_interval = interval, .table_strips = strips, .table_rows = rows};
    if (panel)
        c.table_strips = std::min(strips, panel + reach / columns + 2 + room);
    if (interval) {
        c.rows_per_checkpoint = (reach + 15) / 16 * 16;
        c.checkpoints = (rows - 1) / interval;
        c.table_rows = std::min(rows, interval + c.rows_per_checkpoint);
        c.tiles = std::min(tiles, 1 + c.checkpoints);
    }
    return c;
}

TEST(cuda_traceback_tiles, hold_the_cell_and_keep_to_checkpoints)
{
    std::mt19937 random{7};
    auto const below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
    std::size_t several = 0;
    for (int turn = 0; turn < 20'000; ++turn) {
        std::uint32_t const strips = 1 + below(60), rows = rows_per_block * (1 + below(60));
        std::uint32_t const panel = below(3) ? 1u << below(5) : 0, interval = below(3) ? rows_per_block << below(4) : 0;
        std::uint32_t const reach = 1 + below(std::min(200u, interval ? interval : 200u));
        traceback_plan const plan = make_plan(strips, rows, panel, interval, reach, below(12), 1 + below(8));
        traceback_location const at{below(rows), below(strips * columns), 0.25 + below(16) * 0.25};
        auto const tiles = tiles_ahead(plan, strips, columns, at);
        ASSERT_FALSE(tiles.empty());
        ASSERT_LE(tiles.size(), plan.tiles);
        several += tiles.size() > 1;
        for (std::size_t k = 0; k < tiles.size(); ++k) {
            traceback_tile const & p = tiles[k];
            ASSERT_LE(p.first_strip, p.last_strip);
            ASSERT_LE(p.last_strip, at.column / columns);
            ASSERT_LE(p.last_strip - p.first_strip + 1, plan.table_strips);
            ASSERT_LE(p.row_end - p.row_begin, plan.table_rows);
            ASSERT_EQ(panel ? p.first_strip % panel : p.first_strip, 0u);
            ASSERT_EQ(p.row_begin, p.checkpoint ? p.checkpoint * interval - plan.rows_per_checkpoint : 0);
            ASSERT_LE(p.checkpoint, plan.checkpoints);
            if (k == 0)
                continue;
            ASSERT_EQ(p.checkpoint + 1, tiles[k - 1].checkpoint); // the band before
            ASSERT_EQ(p.row_end, (p.checkpoint + 1) * interval);
            ASSERT_LE(p.end_column, at.column);
        }
        traceback_tile const & first = tiles.front();
        ASSERT_GT(first.row_end, at.row);
        ASSERT_EQ(first.last_strip, at.column / columns);
        ASSERT_EQ(first.end_column, at.column);
        std::uint32_t const leftmost = at.column - std::min(at.column, reach);
        ASSERT_LE(first.first_strip * columns, leftmost);
        std::uint32_t const topmost = at.row - std::min(at.row, reach);
        ASSERT_LE(first.row_begin, topmost);
    }
    EXPECT_GT(several, 1000u);
}

TEST(cuda_traceback_tiles, lie_where_the_chain_is_expected)
{
    traceback_plan const plan = make_plan(1000, 64'000, 8, 3200, 31, 60, 20);
    auto const tiles = tiles_ahead(plan, 1000, columns, {63'999, 63'999, 1.0});
    ASSERT_EQ(tiles.size(), 20u);
    for (std::size_t k = 1; k < tiles.size(); ++k) {
        traceback_tile const & p = tiles[k];
        std::uint32_t const left = (p.row_end - 3200) / columns, right = (p.row_end - 1) / columns;
        EXPECT_LE(p.first_strip, left);
        EXPECT_GE(p.last_strip, right);
        if (k > 1 && p.first_strip) { // room on either side
            EXPECT_LE(p.first_strip + 1, left);
            EXPECT_GE(p.last_strip, right + 1);
        }
    }
}

} // namespace
