// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip/plan/traceback_tiles.hpp"

#include "cuda/strip/plan/window_plan.hpp"

#include <algorithm>

namespace vglcs::cuda {

std::vector<chain_piece> pieces_ahead(chain_plan const & plan, std::uint32_t strips, std::uint32_t columns,
                                      walk_place const & place)
{
    std::uint32_t const strip = place.column / columns, interval = plan.row_interval, panel = plan.panel_strips;
    std::uint32_t const band = interval ? place.row / interval : 0;
    auto const expected_column = [&](std::uint32_t row) {
        double const column = place.column - place.slope * static_cast<double>(place.row - row);
        return static_cast<std::uint32_t>(std::clamp(column, 0.0, static_cast<double>(place.column)));
    };
    std::vector<chain_piece> out;
    for (std::uint32_t k = band + 1; k-- > 0 && out.size() < plan.pieces;) {
        chain_piece piece{.row_begin = k ? k * interval - plan.save_rows : 0,
                          .row_end = k == band ? (place.row / rows_per_block + 1) * rows_per_block : (k + 1) * interval,
                          .first_strip = 0,
                          .last_strip = std::min(strip, strips - 1),
                          .save = k,
                          .end_column = place.column};
        if (k != band) {
            piece.end_column = expected_column(piece.row_end - 1);
            if (piece.end_column == 0) // the chain is expected to have begun
                break;
        }
        if (panel) {
            if (k != band) { // as much room on either side of the way
                std::uint32_t const right = piece.end_column / columns, left = expected_column(k * interval) / columns;
                std::uint32_t const way = right - left + 1;
                std::uint32_t const room = plan.table_strips > way ? plan.table_strips - way : 0;
                piece.last_strip = std::min(piece.last_strip, right + room / 2);
            }
            // the leftmost checkpoint from which the piece has room
            std::uint32_t const least =
                piece.last_strip + 1 > plan.table_strips ? piece.last_strip + 1 - plan.table_strips : 0;
            piece.first_strip = (least + panel - 1) / panel * panel;
            if (piece.first_strip > piece.last_strip)
                break;
        }
        out.push_back(piece);
    }
    return out;
}

} // namespace vglcs::cuda
