// SPDX-License-Identifier: BSD-3-Clause
/// Traceback without the whole table: what is stored of it, and which tiles are run again, side by side, where the
/// chain is expected.
#pragma once

#include <cstdint>
#include <vector>

namespace vglcs::cuda {

/// What is kept for a chain. The table is kept whole where nothing else is set; else checkpoints of columns (halos) and
/// of rows divide it, and tiles of it are run again, from the end to the start.
struct traceback_plan
{
    std::uint32_t panel_strips = 0;        ///< strips between two checkpoints of columns; 0: there are none
    std::uint32_t row_interval = 0;        ///< rows between two checkpoints of rows, whole blocks; 0: there are none
    std::uint32_t rows_per_checkpoint = 0; ///< rows of V in one: as many as any window reaches, in whole chunks
    std::uint32_t checkpoints = 0;         ///< checkpoints of rows
    std::uint32_t table_strips = 0;        ///< strips and rows of the table, or of a tile, that are kept at a time
    std::uint32_t table_rows = 0;
    std::uint32_t tiles = 1; ///< most tiles that run side by side
    [[nodiscard]] bool in_tiles() const noexcept { return panel_strips || row_interval; }
};

/// A rectangle of the table to be run again: one band of rows (from checkpoint to checkpoint, with the checkpoint's
/// rows before it), and strips from a checkpoint of columns on.
struct traceback_tile
{
    std::uint32_t row_begin, row_end;      ///< whole blocks, or whole chunks where there are checkpoints; half open
    std::uint32_t first_strip, last_strip; ///< closed
    std::uint32_t checkpoint = 0;          ///< 1 + the checkpoint of rows that it starts from; 0: from row 0
    std::uint32_t end_column = 0;          ///< where the chain is expected in its last row
};

/// Where a traceback has come to.
struct traceback_location
{
    std::uint32_t row, column;
    double slope; ///< columns a row that the chain is expected to take from here on
};

/// Tiles for the next launch, in the order in which the chain passes them. The first one holds the traceback's cell and
/// its window; the others, a band of rows each, hold the path that is expected. O(tiles).
/// @param strips   of the table
/// @param columns  of a strip
[[nodiscard]] std::vector<traceback_tile> tiles_ahead(traceback_plan const & plan, std::uint32_t strips,
                                                      std::uint32_t columns, traceback_location const & at);

} // namespace vglcs::cuda
