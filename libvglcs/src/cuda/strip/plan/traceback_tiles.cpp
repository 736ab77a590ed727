// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip/plan/traceback_tiles.hpp"

#include "cuda/strip/plan/strip_shape.hpp"

#include <algorithm>

namespace vglcs::cuda {

std::vector<traceback_tile> tiles_ahead(traceback_plan const & plan, std::uint32_t strips, std::uint32_t columns,
                                        traceback_location const & at)
{
    std::uint32_t const strip = at.column / columns, interval = plan.row_interval, panel = plan.panel_strips;
    std::uint32_t const band = interval ? at.row / interval : 0;
    auto const expected_column = [&](std::uint32_t row) {
        double const column = at.column - at.slope * static_cast<double>(at.row - row);
        return static_cast<std::uint32_t>(std::clamp(column, 0.0, static_cast<double>(at.column)));
    };
    std::vector<traceback_tile> out;
    for (std::uint32_t k = band + 1; k-- > 0 && out.size() < plan.tiles;) {
        traceback_tile tile{.row_begin = k ? k * interval - plan.rows_per_checkpoint : 0,
                            .row_end = k == band ? (at.row / rows_per_block + 1) * rows_per_block : (k + 1) * interval,
                            .first_strip = 0,
                            .last_strip = std::min(strip, strips - 1),
                            .checkpoint = k,
                            .end_column = at.column};
        if (k != band) {
            tile.end_column = expected_column(tile.row_end - 1);
            if (tile.end_column == 0) // the chain is expected to have begun
                break;
        }
        if (panel) {
            if (k != band) { // as much room on either side of the way
                std::uint32_t const right = tile.end_column / columns, left = expected_column(k * interval) / columns;
                std::uint32_t const way = right - left + 1;
                std::uint32_t const room = plan.table_strips > way ? plan.table_strips - way : 0;
                tile.last_strip = std::min(tile.last_strip, right + room / 2);
            }
            // the leftmost checkpoint from which the tile has room
            std::uint32_t const least =
                tile.last_strip + 1 > plan.table_strips ? tile.last_strip + 1 - plan.table_strips : 0;
            tile.first_strip = (least + panel - 1) / panel * panel;
            if (tile.first_strip > tile.last_strip)
                break;
        }
        out.push_back(tile);
    }
    return out;
}

} // namespace vglcs::cuda
