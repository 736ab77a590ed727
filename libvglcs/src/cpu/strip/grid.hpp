// SPDX-License-Identifier: BSD-3-Clause
/// How a table is cut into tiles whose rows come back for the traceback.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vglcs::cpu {

/// What a grid of tiles needs to know of a run.
struct grid_shape
{
    std::size_t rows = 0, strips = 0, width = 0; ///< columns of a strip
    std::uint64_t value_bytes = 0;
    std::uint64_t state_bytes = 0; ///< of the slots of one strip
    std::uint64_t flow_bytes = 0;  ///< of one row that cross the left edge of a strip
    std::size_t reach = 0;         ///< columns back from one to the furthest that it looks at
    /// False: every tile has all rows, since the walk goes up and down in them.
    bool cuts_rows = true;
    /// Strips that a block of one or two levels must have at least; with more levels `reach` rules.
    std::size_t narrowest = 1;
    /// Of what is computed: the rows of all strips together, the most rows of a strip, the most strips of a row.
    std::uint64_t rows_of_strips = std::uint64_t{rows} * strips;
    std::size_t most_rows = rows, most_strips = strips;
    [[nodiscard]] bool is_whole() const noexcept { return rows_of_strips == std::uint64_t{rows} * strips; }
};

/// Tables of at most this many bytes are simply kept.
inline constexpr std::uint64_t small_table = 32 << 20;

/// Into how many blocks of rows and of strips each tile of a level is cut.
struct strip_blocks
{
    std::size_t rows = 1, columns = 1;
};

/// Rows and strips of the tiles of a level; those at the table's lower and right edge may be smaller.
struct tile_size
{
    std::size_t rows = 0, strips = 0;
};

/// Checkpoints of a run whose chain is asked for. The table is cut into tiles, levels[0].rows x levels[0].columns of
/// them: the forward run keeps the slots of every strip before each block of rows, and what crosses the left edge of
/// each block of strips for all rows. A tile that the chain enters is computed again, up to where the chain enters it.
/// On that way it keeps the same for the tiles of the next level, into which it is cut in turn, and so on; a tile of
/// the last level keeps its values. A whole table (`keep_table`) needs no second computation.
struct strip_grid
{
    std::vector<strip_blocks> levels{strip_blocks{}};
    bool keep_table = false;

    /// Tiles of levels[level], of a table of n rows.
    [[nodiscard]] tile_size tile(std::size_t level, std::size_t n, std::size_t strips) const noexcept;
};

/// Bytes of the checkpoints and of the tiles while the chain is traced, beside those of the length.
[[nodiscard]] std::uint64_t grid_bytes(grid_shape const & table, strip_grid const & grid) noexcept;
/// Cells computed again while the chain is traced, as a share of those computed first: an estimate for a chain from
/// corner to corner.
[[nodiscard]] double grid_share(grid_shape const & table, strip_grid const & grid) noexcept;
/// The most rows that the strips of a tile of that size have together, of what is computed.
[[nodiscard]] std::size_t rows_of_tile(grid_shape const & table, tile_size const & tile) noexcept;
/// The smallest grid of one or two levels within `budget` bytes that computes at most a quarter of the table again;
/// where none is, the grid of any number of levels that computes least; where nothing fits, the smallest.
[[nodiscard]] strip_grid choose_grid(grid_shape const & table, std::uint64_t budget);

} // namespace vglcs::cpu
