// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip/run/strip_run.hpp"

#include "cuda/strip/plan/tuning.hpp"

#include <vglcs/error.hpp>

#include <algorithm>

namespace vglcs::cuda {

device_limits strip_run::limits_on_device(limits_view const & view, std::size_t lo, std::size_t hi) const
{
    return {.lo = on_device<std::uint32_t>(lo),
            .hi = on_device<std::uint32_t>(hi),
            .lo_step = view.is_uniform() || !view.is_elastic() ? 0u : 1u,
            .hi_step = view.is_uniform() ? 0u : 1u};
}

traceback_task strip_run::traceback_of(std::size_t k, strip_problem const & d, std::uint32_t rows,
                                       std::uint32_t strips) const
{
    running const & r = problems_[k];
    std::uint32_t const columns = r.plan->shape.columns();
    device_limits const a = limits_on_device(r.p->limits_a(), r.a_lo, r.a_hi);
    device_limits const b = limits_on_device(r.p->limits_b(), r.b_lo, r.b_hi);
    return {.table = d.table,
            .row_values = std::size_t{r.plan->chain.table_strips} * columns,
            .first_row = d.table_first_row,
            .first_column = d.table_first_strip * columns,
            .row_count = rows,
            .column_count = strips * columns,
            .columns_are_a = r.plan->columns_are_a,
            .rows = r.plan->columns_are_a ? b : a,
            .columns = r.plan->columns_are_a ? a : b,
            .at = nullptr,
            .chain = on_device<chain_cell>(work_[k].chain)};
}

double strip_run::expected_slope(table_cell at)
{
    double const ratio = at.row ? static_cast<double>(at.column) / at.row : 1;
    double const steepest = default_tuning.steepest_chain;
    return ratio * steepest > 1 && ratio < steepest ? ratio : 1;
}

std::uint32_t strip_run::prepare_speculative(std::span<traceback_task> tasks, double slope)
{
    speculative_tuning const & tuning = default_tuning.speculative;
    std::uint32_t rows = 0, most_bands = 0;
    for (traceback_task const & t : tasks)
        rows += t.speculative.last_row + 1;
    if (rows < tuning.least_rows)
        return 0;
    std::uint32_t const band_rows = std::max(tuning.least_band_rows, rows / tuning.most_bands + 1);
    auto const path_words = [](traceback_task const & t) {
        return (std::size_t{t.speculative.last_row} + 1) * speculative_per_band;
    };
    auto const cells = [](traceback_task const & t) { return std::size_t{t.speculative.bands} * speculative_per_band; };
    constexpr std::size_t cell_words = sizeof(table_cell) / 4;
    std::size_t words = 0;
    for (traceback_task & t : tasks) {
        t.speculative.bands = t.speculative.last_row / band_rows + 1;
        most_bands = std::max(most_bands, t.speculative.bands);
        words += 2 * path_words(t) + 3 * cells(t) * cell_words;
    }
    device_span<std::uint32_t> const d_speculative = d_speculative_.take(words, stream_);
    std::uint32_t * next = d_speculative.data();
    for (traceback_task & t : tasks) {
        for (std::uint32_t ** const path : {&t.speculative.paths, &t.speculative.links}) {
            *path = next;
            next += path_words(t);
        }
        for (table_cell ** const ends : {&t.speculative.ends, &t.speculative.link_begins, &t.speculative.link_ends}) {
            *ends = reinterpret_cast<table_cell *>(next);
            next += cells(t) * cell_words;
        }
        t.speculative.band_rows = band_rows;
        t.speculative.slope = static_cast<float>(slope);
        t.speculative.spacing = std::max(4.f, static_cast<float>(band_rows) * tuning.spacing);
    }
    rmq::cuda::fill_bytes_async(d_speculative, 0, stream_);
    return most_bands;
}

void strip_run::traceback(std::span<traceback_task> tasks, std::vector<table_cell> & cells, double slope)
{
    bool const alone = cells.size() == 1;
    for (std::size_t k = 0; k < tasks.size(); ++k)
        tasks[k].at = d_cells_.data() + (alone ? 0 : k);
    std::uint32_t const bands = alone ? prepare_speculative(tasks, slope) : 0;
    device_span<traceback_task> const d_tasks = d_tracebacks_.fill(std::span<traceback_task const>{tasks}, stream_);
    auto const count = static_cast<std::uint32_t>(tasks.size());
    std::uint32_t const value_bytes = shape().value_bytes;
    in_time(&kernel_times::traceback, [&] {
        if (bands)
            speculative_traceback_async(value_bytes, d_tasks.data(), count, bands, stream_);
        traceback_async(value_bytes, d_tasks.data(), count, alone ? count : 1, stream_);
    });
    cells = rmq::cuda::to_host(device_span<table_cell const>{d_cells_}, stream_);
    if (std::ranges::any_of(cells, [](table_cell const & c) { return c.value == ~0u; }))
        throw error{exit_code::internal, "strip (cuda): no cell precedes a pair of the chain"};
}

void strip_run::traceback_in_tables(std::vector<table_cell> cells)
{
    std::vector<traceback_task> tasks;
    for (std::size_t k = 0; k < problems_.size(); ++k) {
        traceback_plan const & chain = problems_[k].plan->chain;
        tasks.push_back(traceback_of(k, problems_[k].device, chain.table_rows, chain.table_strips));
    }
    tasks.front().speculative.last_row = cells.front().row;
    tasks.front().speculative.last_column = cells.front().column;
    double const slope = expected_slope(cells.front());
    traceback(tasks, cells, slope);
}

void strip_run::traceback_in_tiles(std::vector<table_cell> cells)
{
    constexpr std::uint32_t rows_that_tell = 256; // of a traceback, its slope
    double slope = expected_slope(cells.front());
    while (cells.front().value > 0) {
        if (options_.control)
            options_.control->throw_if_stopped();
        table_cell const from = cells.front();
        traceback_tiles_ahead(cells, slope);
        table_cell const to = cells.front();
        if (from.row - to.row >= rows_that_tell)
            slope = std::clamp(static_cast<double>(from.column - to.column) / (from.row - to.row),
                               1 / default_tuning.steepest_chain, default_tuning.steepest_chain);
    }
}

void strip_run::traceback_tiles_ahead(std::vector<table_cell> & cells, double slope)
{
    running const & r = problems_.front();
    traceback_plan const & chain = r.plan->chain;
    table_cell const cell = cells.front();
    std::uint32_t const columns = r.plan->shape.columns(), halo_words = r.plan->shape.halo_row_words();
    std::vector<traceback_tile> const tiles =
        tiles_ahead(chain, r.plan->columns.strips, columns, {cell.row, cell.column, slope});
    window const w = predecessors(r.plan->columns_are_a ? r.p->limits_a() : r.p->limits_b(), cell.column);
    if (!w.empty() && static_cast<std::uint64_t>(w.first) / columns < tiles.front().first_strip)
        throw error{exit_code::internal, "strip (cuda): a piece of the table does not hold a window"};
    std::vector<strip_problem> device;
    std::vector<strip_task> tasks;
    std::vector<traceback_task> traces;
    for (std::uint32_t k = 0; k < tiles.size(); ++k) {
        traceback_tile const & tile = tiles[k];
        std::uint32_t const rows = tile.row_end - tile.row_begin, strips = tile.last_strip - tile.first_strip + 1;
        if (strips > chain.table_strips || rows > chain.table_rows)
            throw error{exit_code::internal, "strip (cuda): a piece of the table exceeds its memory"};
        strip_problem d = r.device; // best cells are written again, and count for nothing
        d.row_begin = tile.row_begin;
        d.rows_to_run = tile.row_end;
        if (tile.checkpoint)
            d.given_rows = d.checkpoint_rows +
                           std::size_t{tile.checkpoint - 1} * chain.rows_per_checkpoint * d.checkpoint_row_words;
        d.first_strip = tile.first_strip;
        d.halo = on_device<std::uint32_t>(work_.front().tile_halos) + std::size_t{k} * chain.table_rows * halo_words;
        if (tile.first_strip) {
            std::size_t const panel = tile.first_strip / chain.panel_strips - 1;
            d.halo_in = d.panel_halos + (panel * d.rows + tile.row_begin) * halo_words;
        }
        d.table = on_device<std::uint32_t>(work_.front().table) + std::size_t{k} * chain.table_rows * d.table_row_words;
        d.table_first_strip = tile.first_strip;
        d.table_first_row = tile.row_begin;
        device.push_back(d);
        for (std::uint32_t s = tile.first_strip; s <= tile.last_strip; ++s)
            tasks.push_back({k, s});
        traces.push_back(traceback_of(0, d, rows, strips));
        speculative_setting & speculative = traces.back().speculative;
        std::uint32_t const first_column = tile.first_strip * columns;
        speculative.last_row = (k ? tile.row_end - 1 : cell.row) - tile.row_begin;
        speculative.last_column = tile.end_column > first_column ? tile.end_column - first_column : 0;
    }
    auto const d_tasks = d_tasks_.fill(std::span<strip_task const>{tasks}, stream_);
    launch(d_problems_.fill(std::span<strip_problem const>{device}, stream_).data(), d_tasks, device.size() == 1,
           &kernel_times::tiles);
    watch(tasks.size(), false);
    traceback(traces, cells, slope);
}

void strip_run::chains(std::vector<table_cell> const & cells, std::span<result> out)
{
    std::vector<std::uint64_t> lengths;
    for (table_cell const & c : cells)
        lengths.push_back(c.value);
    if (problems_.front().plan->chain.in_tiles())
        traceback_in_tiles(cells);
    else
        traceback_in_tables(cells);
    for (std::size_t k = 0; k < problems_.size(); ++k) {
        result & r = out[problems_[k].index];
        if (lengths[k] == 0)
            continue;
        device_span<chain_cell const> const d_chain{on_device<chain_cell const>(work_[k].chain), lengths[k]};
        std::vector<chain_cell> const chain = rmq::cuda::to_host(d_chain, stream_);
        r.chain.resize(chain.size());
        std::ranges::transform(chain, r.chain.begin(), [&](chain_cell c) { return pair_of(problems_[k], c); });
    }
}

} // namespace vglcs::cuda
