// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip/plan/traceback_plan.hpp"

#include "cuda/strip/plan/strip_cost.hpp"
#include "cuda/strip/plan/tuning.hpp"
#include "cuda/strip/run/launch.hpp"
#include "cuda/trace/traceback_launch.hpp"

#include <algorithm>
#include <vector>

namespace vglcs::cuda {

namespace {

/// Tiles of one launch: its strips and speculative tracebacks stay well below what a grid may have.
constexpr std::uint32_t most_tiles = 4096;

} // namespace

traceback_planner::traceback_planner(traceback_setting const & s)
    : of_{s}, row_bytes_{std::uint64_t{s.shape.columns()} * s.shape.value_bytes},
      halo_bytes_{4 * std::uint64_t{s.shape.halo_row_words()}}, beside_{s.column_reach / s.shape.columns() + 2},
      rows_per_checkpoint_{std::max<std::uint64_t>(s.chunk, (s.row_reach + s.chunk - 1) / s.chunk * s.chunk)},
      steepness_{std::clamp(s.columns_a_row, 1.0, default_tuning.steepest_chain)}
{
}

traceback_plan traceback_planner::choose(std::uint64_t used, std::uint64_t budget,
                                         strip_overrides const & overrides) const
{
    std::vector<std::uint32_t> panels{0}, intervals{0};
    for (std::uint32_t k = 1; k < of_.strips; k *= 2)
        panels.push_back(k);
    for (std::uint64_t k = 2; of_.rows / k >= std::max<std::uint64_t>(rows_per_checkpoint_, 256); k *= 2)
        intervals.push_back(static_cast<std::uint32_t>((of_.rows / k + rows_per_block - 1) / rows_per_block) *
                            rows_per_block);
    if (overrides.panel_strips || overrides.row_interval) {
        panels = {overrides.panel_strips};
        intervals = {overrides.row_interval >= rows_per_checkpoint_ ? overrides.row_interval : 0};
    }
    strip_tuning const & t = default_tuning;
    std::uint64_t const most_strips =
        of_.columns_a_row > t.wide_table ? t.most_strips_beside_in_wide : t.most_strips_beside;
    traceback_plan best;
    bool best_fits = false;
    double best_seconds = 0;
    std::uint64_t best_bytes = 0;
    auto const look_at = [&](traceback_plan const & c) {
        std::uint64_t const bytes = used + bytes_of(c);
        double const seconds = seconds_of_chain(c);
        bool const fits = bytes <= budget;
        bool const better = fits != best_fits ? fits : fits ? seconds < best_seconds : bytes < best_bytes;
        if (best.table_strips == 0 || better)
            best = c, best_fits = fits, best_seconds = seconds, best_bytes = bytes;
    };
    for (std::uint32_t const panel : panels) {
        for (std::uint32_t const interval : intervals) {
            if (overrides.tiles) {
                look_at(sized(panel, interval, overrides.tiles));
                continue;
            }
            // tiles of all bands, or of as many as memory is worth
            std::uint32_t const bands = interval ? (of_.rows - 1) / interval + 1 : 1;
            for (std::uint32_t tiles = std::min(bands, most_tiles); tiles > 1; tiles = (tiles + 1) / 2)
                if (traceback_plan const c = sized(panel, interval, tiles);
                    std::uint64_t{tiles} * c.table_strips <= most_strips)
                    look_at(c);
            look_at(sized(panel, interval, 1));
        }
    }
    return best;
}

std::uint64_t traceback_planner::speculative_bytes(std::uint64_t rows, std::uint64_t tiles)
{
    speculative_tuning const & t = default_tuning.speculative;
    return rows < t.least_rows
               ? 0
               : rounded_bytes((8 * rows + 3 * (t.most_bands + 1 + tiles) * sizeof(table_cell)) * speculative_per_band);
}

std::uint64_t traceback_planner::bytes_of(traceback_plan const & c) const
{
    std::uint64_t const tiles = c.tiles, strips = tiles * c.table_strips;
    std::uint64_t bytes =
        rounded_bytes(strips * c.table_rows * row_bytes_) + 4096 + rounded_bytes(8 * std::uint64_t{of_.rows});
    if (c.in_tiles())
        bytes +=
            rounded_bytes(tiles * c.table_rows * halo_bytes_) +
            rounded_bytes(strips * (sizeof(strip_task) + 4) + tiles * (sizeof(strip_problem) + sizeof(traceback_task)));
    bytes += speculative_bytes(tiles * c.table_rows, tiles);
    if (c.panel_strips)
        bytes += rounded_bytes(std::uint64_t{of_.strips / c.panel_strips} * of_.rows * halo_bytes_);
    return bytes + rounded_bytes(std::uint64_t{c.checkpoints} * c.rows_per_checkpoint * of_.strips * row_bytes_);
}

double traceback_planner::seconds_of_traceback(traceback_plan const & c) const
{
    strip_tuning const & t = default_tuning;
    // the speculative tracebacks of all bands run at a time; then the traceback copies their paths one after the other
    std::uint32_t const together = c.row_interval ? std::min(c.row_interval, of_.rows) : of_.rows;
    std::uint32_t const bands = std::max(t.speculative.least_band_rows, of_.rows / t.speculative.most_bands + 1);
    bool const at_once = c.tiles == c.checkpoints + 1 && !(c.panel_strips && !c.row_interval);
    double const rows = of_.rows;
    if (of_.rows < t.speculative.least_rows || !at_once || together < t.speculative.least_band_rows)
        return rows * t.traceback_seconds_per_row_alone;
    return rows * t.traceback_seconds_per_row + std::min(together, bands) * t.speculative_seconds_per_row;
}

double traceback_planner::seconds_of_chain(traceback_plan const & c) const
{
    strip_tuning const & t = default_tuning;
    auto const bytes = static_cast<double>(bytes_of(c));
    double const seconds = of_.seconds + bytes * t.seconds_per_new_byte + seconds_of_traceback(c);
    if (!c.in_tiles())
        return seconds + bytes * t.seconds_per_kept_byte;
    std::uint32_t const panels = c.panel_strips ? of_.strips / c.panel_strips : 0, bands = 1 + c.checkpoints;
    // one tile after the other crosses borders of rows and of columns; of tiles side by side each is a band of rows,
    // where the guess is right: so it is where one launch holds all of them
    double const launches = c.tiles == bands ? 1.0 + (bands == 1) * panels
                            : c.tiles == 1   ? bands + panels
                                             : (bands + c.tiles - 1) / c.tiles + t.launches_for_guesses;
    return seconds + bands * t.seconds_per_band +
           launches *
               (t.seconds_per_launch_of_tiles +
                seconds_of(of_.shape, c.table_rows, std::uint64_t{c.table_strips} * of_.shape.columns(), c.tiles));
}

traceback_plan traceback_planner::sized(std::uint32_t panel, std::uint32_t interval, std::uint32_t tiles) const
{
    traceback_plan c{
        .panel_strips = panel, .row_interval = interval, .table_strips = of_.strips, .table_rows = of_.rows};
    if (panel) {
        std::uint64_t strips = panel + beside_;
        if (tiles > 1) // room for the way through a band, and for half a panel on either side of it
            strips += static_cast<std::uint64_t>(interval * steepness_) / of_.shape.columns() + panel;
        c.table_strips = static_cast<std::uint32_t>(std::min<std::uint64_t>(of_.strips, strips));
    }
    if (interval) {
        c.rows_per_checkpoint = static_cast<std::uint32_t>(rows_per_checkpoint_);
        c.checkpoints = (of_.rows - 1) / interval;
        c.table_rows = static_cast<std::uint32_t>(std::min<std::uint64_t>(of_.rows, interval + rows_per_checkpoint_));
        c.tiles = std::min(tiles, 1 + c.checkpoints);
    }
    return c;
}

} // namespace vglcs::cuda
