// SPDX-License-Identifier: BSD-3-Clause
/// Pieces of a table: the first holds the walk's place and its window, all keep to their memory and to checkpoints.
#include "cuda/strip/plan/traceback_tiles.hpp"

#include "cuda/strip/plan/window_plan.hpp"

#include <gtest/gtest.h>

#include <random>

namespace {

using namespace vglcs::cuda;

constexpr std::uint32_t columns = 64;

/// Checkpoints as a plan lays them out for windows that reach `reach` rows and columns.
chain_plan make_plan(std::uint32_t strips, std::uint32_t rows, std::uint32_t panel, std::uint32_t interval,
                     std::uint32_t reach, std::uint32_t room, std::uint32_t pieces)
{
    chain_plan c{.panel_strips = panel, .row_interval = interval, .table_strips = strips, .table_rows = rows};
    if (panel)
        c.table_strips = std::min(strips, panel + reach / columns + 2 + room);
    if (interval) {
        c.save_rows = (reach + 15) / 16 * 16;
        c.saves = (rows - 1) / interval;
        c.table_rows = std::min(rows, interval + c.save_rows);
        c.pieces = std::min(pieces, 1 + c.saves);
    }
    return c;
}

TEST(cuda_chain_pieces, hold_the_place_and_keep_to_checkpoints)
{
    std::mt19937 random{7};
    auto const below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
    std::size_t several = 0;
    for (int turn = 0; turn < 20'000; ++turn) {
        std::uint32_t const strips = 1 + below(60), rows = rows_per_block * (1 + below(60));
        std::uint32_t const panel = below(3) ? 1u << below(5) : 0, interval = below(3) ? rows_per_block << below(4) : 0;
        std::uint32_t const reach = 1 + below(std::min(200u, interval ? interval : 200u));
        chain_plan const plan = make_plan(strips, rows, panel, interval, reach, below(12), 1 + below(8));
        walk_place const place{below(rows), below(strips * columns), 0.25 + below(16) * 0.25};
        auto const pieces = pieces_ahead(plan, strips, columns, place);
        ASSERT_FALSE(pieces.empty());
        ASSERT_LE(pieces.size(), plan.pieces);
        several += pieces.size() > 1;
        for (std::size_t k = 0; k < pieces.size(); ++k) {
            chain_piece const & p = pieces[k];
            ASSERT_LE(p.first_strip, p.last_strip);
            ASSERT_LE(p.last_strip, place.column / columns);
            ASSERT_LE(p.last_strip - p.first_strip + 1, plan.table_strips);
            ASSERT_LE(p.row_end - p.row_begin, plan.table_rows);
            ASSERT_EQ(panel ? p.first_strip % panel : p.first_strip, 0u);
            ASSERT_EQ(p.row_begin, p.save ? p.save * interval - plan.save_rows : 0);
            ASSERT_LE(p.save, plan.saves);
            if (k == 0)
                continue;
            ASSERT_EQ(p.save + 1, pieces[k - 1].save); // the band before
            ASSERT_EQ(p.row_end, (p.save + 1) * interval);
            ASSERT_LE(p.end_column, place.column);
        }
        chain_piece const & first = pieces.front();
        ASSERT_GT(first.row_end, place.row);
        ASSERT_EQ(first.last_strip, place.column / columns);
        ASSERT_EQ(first.end_column, place.column);
        std::uint32_t const leftmost = place.column - std::min(place.column, reach);
        ASSERT_LE(first.first_strip * columns, leftmost);
        std::uint32_t const topmost = place.row - std::min(place.row, reach);
        ASSERT_LE(first.row_begin, topmost);
    }
    EXPECT_GT(several, 1000u);
}

TEST(cuda_chain_pieces, lie_where_the_chain_is_expected)
{
    chain_plan const plan = make_plan(1000, 64'000, 8, 3200, 31, 60, 20);
    auto const pieces = pieces_ahead(plan, 1000, columns, {63'999, 63'999, 1.0});
    ASSERT_EQ(pieces.size(), 20u);
    for (std::size_t k = 1; k < pieces.size(); ++k) {
        chain_piece const & p = pieces[k];
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
