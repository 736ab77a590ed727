// SPDX-License-Identifier: BSD-3-Clause
/// The strip engine: what is compiled before a run, how its checkpoints are laid out, and the run itself.
#pragma once

#include "cpu/machine_speed.hpp"
#include "cpu/strip/column_program.hpp"
#include "cpu/strip/kernels.hpp"
#include "cpu/strip/row_program.hpp"

#include <vglcs/options.hpp>
#include <vglcs/problem.hpp>
#include <vglcs/result.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace vglcs::cpu {

/// Everything about a problem that does not depend on values, made before the run.
struct strip_plan
{
    strip_plan(problem const & p, strip_sizes const & sizes, std::size_t value_bytes);

    problem const & p;
    strip_sizes sizes;
    std::size_t value_bytes; ///< 2 or 4
    shared_letters letters;
    row_program rows;
    column_program columns;

    /// Bytes of the plan and of a run for the length with that many threads, the problem itself not included.
    [[nodiscard]] std::uint64_t bytes(int threads) const noexcept;
    /// Seconds of a run for the length on one thread of such a machine, an estimate; with the plan's own making.
    [[nodiscard]] double seconds(machine_speed const & speed = {}) const noexcept;
    /// Those of the rows alone.
    [[nodiscard]] double row_seconds(machine_speed const & speed) const noexcept;
    /// Bytes of the slots of one strip.
    [[nodiscard]] std::uint64_t state_bytes() const noexcept;
    /// Bytes of one row that cross the left edge of a strip.
    [[nodiscard]] std::uint64_t flow_bytes() const noexcept;
};

/// 2 where every value fits 16 bits, else 4. No value exceeds the shorter sequence, nor
/// their LCS without limits: for up to 131,070 letters that is asked of `bitlcs`, a hundredth of the work to come.
[[nodiscard]] std::size_t value_bytes(problem const & p, int threads = 1);

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
[[nodiscard]] std::uint64_t grid_bytes(strip_plan const & plan, strip_grid const & grid) noexcept;
/// Cells computed again while the chain is traced, as a share of the table: an estimate for a chain from corner to
/// corner.
[[nodiscard]] double grid_share(strip_grid const & grid) noexcept;
/// The smallest grid of one or two levels within `budget` bytes that computes at most a quarter of the table again;
/// where none is, the grid of any number of levels that computes least; where nothing fits, the smallest.
[[nodiscard]] strip_grid choose_grid(strip_plan const & plan, std::uint64_t budget);

/// Length and canonical last pair. The same result for every number of threads and sizes. Throws `interrupted`.
[[nodiscard]] result run_strips(strip_plan const & plan, int threads, run_control * control);

/// How a run with checkpoints goes on.
struct strip_job
{
    vglcs::task task = vglcs::task::alignment;
    strip_grid grid;        ///< under task::length only its column blocks count, as places to resume at
    std::string checkpoint; ///< folder to resume from and to write to; empty = none

    /// True where the run writes to its folder: it has edges of blocks of strips to keep.
    [[nodiscard]] bool writes_parts() const noexcept
    {
        return !checkpoint.empty() && grid.levels.front().columns > 1 &&
               (task == vglcs::task::length || !grid.keep_table);
    }
};

/// The same with the canonical chain where the task asks for it. Throws usage_error where the folder holds another
/// problem, resource_error where it cannot be written.
[[nodiscard]] result run_strips(strip_plan const & plan, strip_job const & job, int threads, run_control * control);

/// The job that the engine makes of a problem and its options, and what it takes.
[[nodiscard]] strip_job make_job(strip_plan const & plan, options const & o);

} // namespace vglcs::cpu
