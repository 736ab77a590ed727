// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/scored/run/scored_run.hpp"

#include "cuda/scored/run/scored_arrays.hpp"
#include "cuda/strip/run/signals.hpp"

#include <rmq/cuda/check.hpp>
#include <rmq/cuda/device.hpp>
#include <vglcs/error.hpp>
#include <vglcs/machine.hpp>

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace vglcs::cuda::scored {

namespace {

/// Rows that a strip starts behind its left neighbour.
constexpr double rows_behind = 14;
/// Columns a row that a chain is expected to take at most.
constexpr double steepest_chain = 4.5;

constexpr std::uint64_t rounded_bytes(std::uint64_t bytes)
{
    return (bytes + 255) / 256 * 256;
}

} // namespace

void scored_run::solve(std::span<result> out)
{
    gather();
    allocate();
    arena_.send(d_work_.span().subspan(0, arena_.size()), options_.threads > 0 ? options_.threads : available_threads(),
                stream_);
    launch(on_device<scored_problem>(device_problems_at_), {on_device<strip_task>(tasks_at_), tasks_.size()},
           problems_.size() == 1, problems_.front().plan->shape.keeps, &kernel_times::strips);
    in_time(&kernel_times::traceback, [&] {
        best_cells_async(on_device<best_cell_task>(best_tasks_at_), static_cast<std::uint32_t>(problems_.size()),
                         stream_);
    });
    watch(tasks_.size(), true);
    cells_ = rmq::cuda::to_host(device_span<table_cell const>{d_cells_}, stream_);
    for (std::size_t k = 0; k < problems_.size(); ++k) {
        result & r = out[problems_[k].place];
        r.engine = "strip";
        r.score = cells_[k].value;
        if (r.score)
            r.last = pair_of(problems_[k], cells_[k].row, cells_[k].column);
    }
    if (problems_.front().plan->what == task::alignment)
        chains(out);
    for (timed_work const & t : timed_)
        times_->*t.what += rmq::cuda::event::milliseconds(t.start, t.stop);
}

scored_shape scored_run::shape() const
{
    scored_shape out = problems_.front().plan->shape;
    for (running const & r : problems_)
        out.letters = std::max(out.letters, r.plan->shape.letters);
    return out;
}

std::vector<strip_task> scored_run::all_tasks() const
{
    std::vector<std::uint32_t> order(problems_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::stable_sort(order, std::greater{}, [this](std::uint32_t k) {
        scored_plan const & plan = *problems_[k].plan;
        return static_cast<double>(plan.rows) + rows_behind * plan.strips;
    });
    std::vector<strip_task> out;
    for (std::uint32_t const k : order)
        for (std::uint32_t s = 0; s < problems_[k].plan->strips; ++s)
            out.push_back({k, s});
    return out;
}

matched_pair scored_run::pair_of(running const & r, std::uint32_t row, std::uint32_t column)
{
    return r.plan->columns_are_a ? matched_pair{column, row} : matched_pair{row, column};
}

void scored_run::gather()
{
    for (running & r : problems_)
        for_each_array(*r.plan, r.device, [&](auto const & array, auto &) { r.arrays.push_back(arena_.add(array)); });
    // filled by allocate()
    device_problems_.resize(problems_.size());
    device_problems_at_ = arena_.add(device_problems_);
    best_tasks_.resize(problems_.size());
    best_tasks_at_ = arena_.add(best_tasks_);
    tasks_ = all_tasks();
    tasks_at_ = arena_.add(tasks_);
}

std::vector<scored_run::work_offsets> scored_run::reserve(std::uint64_t & total)
{
    auto const take = [&](std::uint64_t bytes) {
        std::uint64_t const at = total;
        total += rounded_bytes(bytes);
        return at;
    };
    std::vector<work_offsets> at(problems_.size());
    d_halos_.first = total;
    for (std::size_t k = 0; k < problems_.size(); ++k) { // side by side, since they are cleared
        scored_plan const & plan = *problems_[k].plan;
        std::uint64_t const halo = 4ull * plan.rows * plan.shape.halo_row_words();
        at[k].halo = take(halo);
        traceback_plan const & kept = plan.kept;
        if (kept.in_tiles())
            tile_halo_ = take(4ull * kept.tiles * kept.table_rows * plan.shape.halo_row_words());
        if (kept.panel_strips)
            at[k].saved = take(plan.strips / kept.panel_strips * halo);
    }
    d_halos_.second = total;
    for (std::size_t k = 0; k < problems_.size(); ++k) {
        scored_plan const & plan = *problems_[k].plan;
        std::uint64_t const columns = std::uint64_t{plan.strips} * plan.shape.columns(),
                            strip_row = std::uint64_t{plan.shape.columns()} * plan.shape.value_bytes;
        at[k].values = take(4 * columns);
        at[k].rows = take(4 * columns);
        at[k].table = take(std::uint64_t{plan.kept.tiles} * plan.kept.table_rows * plan.kept.table_strips * strip_row);
        at[k].row_checkpoints =
            take(std::uint64_t{plan.kept.checkpoints} * plan.kept.rows_per_checkpoint * plan.strips * strip_row);
    }
    d_chains_.first = total;
    for (std::size_t k = 0; k < problems_.size(); ++k) // side by side, since they are copied together
        at[k].chain =
            take(problems_[k].plan->what == task::alignment ? sizeof(chain_cell) * problems_[k].plan->rows : 0);
    d_chains_.second = total;
    return at;
}

void scored_run::allocate()
{
    std::uint64_t total = rounded_bytes(arena_.size());
    std::vector<work_offsets> const at = reserve(total);
    std::size_t most_strips = tasks_.size(); // of a launch
    for (running const & r : problems_)
        if (traceback_plan const & kept = r.plan->kept; kept.in_tiles())
            most_strips = std::max(most_strips, std::size_t{kept.tiles} * kept.table_strips);
    auto const take = [&](std::uint64_t bytes) { return std::exchange(total, total + rounded_bytes(bytes)); };
    std::uint64_t const signals_at = take(4 * (flags_at + most_strips)),
                        cells_at = take(problems_.size() * sizeof(table_cell)),
                        counts_at = take(problems_.size() * sizeof(std::uint32_t));
    d_work_ = device_buffer<std::byte>{total, stream_};
    d_signals_ = {in_work<std::uint32_t>(signals_at), flags_at + most_strips};
    d_cells_ = {in_work<table_cell>(cells_at), problems_.size()};
    d_counts_ = {in_work<std::uint32_t>(counts_at), problems_.size()};
    rmq::cuda::fill_bytes_async(d_work_.span().subspan(d_halos_.first, d_halos_.second - d_halos_.first), 0, stream_);
    rmq::cuda::fill_bytes_async(d_counts_, 0, stream_);
    for (std::size_t k = 0; k < problems_.size(); ++k) {
        point(k, at[k]);
        scored_plan const & plan = *problems_[k].plan;
        chain_places_.push_back(at[k].chain);
        device_problems_[k] = problems_[k].device;
        best_tasks_[k] = {.values = problems_[k].device.best_values,
                          .rows = problems_[k].device.best_rows,
                          .columns = plan.strips * plan.shape.columns(),
                          .columns_are_a = plan.columns_are_a,
                          .best = d_cells_.data() + k};
    }
    allocate_row_memory();
}

void scored_run::point(std::size_t k, work_offsets const & at)
{
    running & r = problems_[k];
    scored_plan const & plan = *r.plan;
    scored_problem & d = r.device;
    std::size_t number = 0;
    for_each_array(plan, d, [&]<class T>(std::vector<T> const & host, T const *& device) {
        std::size_t const offset = r.arrays[number++];
        device = host.empty() ? nullptr : on_device<T>(offset);
    });
    d.rows = d.rows_to_run = plan.rows;
    d.floor = plan.floor;
    d.match = plan.match;
    d.row_skip = plan.row_skip;
    d.column_skip = plan.column_skip;
    d.column_reach = plan.column_reach;
    d.slots = plan.slots;
    d.halo = in_work<std::uint32_t>(at.halo);
    d.best_values = in_work<std::uint32_t>(at.values);
    d.best_rows = in_work<std::uint32_t>(at.rows);
    traceback_plan const & kept = plan.kept;
    d.table_row_words = std::size_t{kept.table_strips} * plan.shape.words * 32;
    if (kept.panel_strips) {
        d.saved_halo = in_work<std::uint32_t>(at.saved);
        d.panel_strips = kept.panel_strips;
    }
    if (kept.in_tiles())
        tile_table_ = at.table;
    else if (kept.table_strips)
        d.table = in_work<std::uint32_t>(at.table);
    if (kept.row_interval) {
        d.row_checkpoints = in_work<std::uint32_t>(at.row_checkpoints);
        d.checkpoint_interval = kept.row_interval;
        d.rows_per_checkpoint = kept.rows_per_checkpoint;
        d.checkpoint_count = kept.checkpoints;
        d.checkpoint_row_words = std::size_t{plan.strips} * plan.shape.words * 32;
    }
}

void scored_run::allocate_row_memory()
{
    std::uint64_t most_worker_bytes = 0, all_workers = 0, paid = 0;
    for (running const & r : problems_) {
        most_worker_bytes = std::max(most_worker_bytes, r.plan->worker_bytes);
        all_workers += r.plan->workers;
        paid += r.plan->worker_bytes * r.plan->workers;
    }
    workers_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(all_workers, resident_workers(shape())));
    if (most_worker_bytes) // as many as the plans paid for
        workers_ = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(paid / most_worker_bytes, 1, workers_));
    row_memory_words_ = most_worker_bytes / 4;
    d_row_memory_ = device_buffer<std::uint32_t>{row_memory_words_ * workers_, stream_};
}

void scored_run::launch(scored_problem const * d_problems, device_span<strip_task const> d_tasks, bool alone,
                        bool keeps, float kernel_times::*timed)
{
    auto const strips = static_cast<std::uint32_t>(d_tasks.size());
    rmq::cuda::fill_bytes_async(d_signals_.subspan(0, flags_at + strips), 0, stream_);
    cleared_.record(stream_);
    scored_launch const what{.problems = d_problems,
                             .tasks = d_tasks.data(),
                             .strips = strips,
                             .ticket = d_signals_.data(),
                             .started = alone ? d_signals_.data() + started_at : nullptr,
                             .flags = d_signals_.data() + flags_at,
                             .first_tag = next_tag_,
                             .stop = d_signals_.data() + stop_at,
                             .row_memory = d_row_memory_.data(),
                             .row_memory_words = row_memory_words_};
    next_tag_ += strips;
    auto const multiprocessors = static_cast<std::uint32_t>(rmq::cuda::device(options_.device_number).multiprocessors);
    std::uint32_t const workers = alone ? even_workers(strips, workers_, multiprocessors) : std::min(strips, workers_);
    scored_shape as = shape();
    as.keeps = keeps;
    in_time(timed, [&] { run_scored_async(as, what, workers, stream_); });
}

void scored_run::watch(std::size_t strips, bool count_cells)
{
    std::uint64_t cells = 0;
    for (running const & r : problems_)
        cells += std::uint64_t{r.p->n()} * r.p->m();
    watch_strips(options_.control, stream_, cleared_, d_signals_, strips, shape().columns(), count_cells ? cells : 0);
}

traceback_task scored_run::traceback_of(std::size_t k, scored_problem const & d) const
{
    running const & r = problems_[k];
    scored_plan const & plan = *r.plan;
    return {.table = d.table,
            .row_words = d.table_row_words,
            .first_row = d.table_first_row,
            .first_column = d.table_first_strip * plan.shape.columns(),
            .end_row = d.rows_to_run,
            .end_column = std::min(plan.strips, d.table_first_strip + plan.kept.table_strips) * plan.shape.columns(),
            .columns_are_a = plan.columns_are_a,
            .floor = plan.floor,
            .match = plan.match,
            .value_bytes = plan.shape.value_bytes,
            .words = plan.shape.words,
            .equal = plan.shape.equal,
            .jumps = plan.shape.jumps,
            .row_skip = plan.row_skip,
            .column_skip = plan.column_skip,
            .headers = d.headers,
            .jump_windows = d.jump_windows,
            .column_lo = d.column_lo,
            .column_hi = d.column_hi,
            .column_positions = d.column_positions,
            .at = d_cells_.data() + k,
            .chain = reinterpret_cast<chain_cell *>(d_work_.data() + chain_places_[k]),
            .count = d_counts_.data() + k};
}

void scored_run::trace(std::span<traceback_task> tasks, std::uint32_t in_turn)
{
    device_span<traceback_task> const d_tasks = d_tracebacks_.fill(std::span<traceback_task const>{tasks}, stream_);
    in_time(&kernel_times::traceback, [&] {
        traceback_scored_async(shape().value_bytes, d_tasks.data(), static_cast<std::uint32_t>(tasks.size()), in_turn,
                               stream_);
    });
    cells_ = rmq::cuda::to_host(device_span<table_cell const>{d_cells_}, stream_);
    if (std::ranges::any_of(cells_, [](table_cell const & c) { return c.value == ~0u; }))
        throw error{exit_code::internal, "strip (cuda): no cell precedes a pair of the chain"};
}

void scored_run::trace_tables()
{
    std::vector<traceback_task> tasks;
    for (std::size_t k = 0; k < problems_.size(); ++k)
        tasks.push_back(traceback_of(k, problems_[k].device));
    trace(tasks, 1);
}

void scored_run::trace_tiles()
{
    running const & r = problems_.front();
    scored_plan const & plan = *r.plan;
    traceback_plan const & kept = plan.kept;
    std::uint32_t const columns = plan.shape.columns(), halo_words = plan.shape.halo_row_words();
    auto const sane = [](double slope) { return std::clamp(slope, 1 / steepest_chain, steepest_chain); };
    // straight to the table's start where that is not too steep
    double slope = cells_.front().row ? static_cast<double>(cells_.front().column) / cells_.front().row : 1;
    slope = slope == sane(slope) ? slope : 1;
    while (cells_.front().value > 0) {
        if (options_.control)
            options_.control->throw_if_stopped();
        table_cell const from = cells_.front();
        std::vector<traceback_tile> const tiles =
            tiles_ahead(kept, plan.strips, columns, {from.row, from.column, slope});
        std::vector<scored_problem> device;
        std::vector<strip_task> tasks;
        std::vector<traceback_task> tracebacks;
        for (std::uint32_t k = 0; k < tiles.size(); ++k) {
            traceback_tile const & tile = tiles[k];
            if (tile.last_strip - tile.first_strip >= kept.table_strips ||
                tile.row_end - tile.row_begin > kept.table_rows)
                throw error{exit_code::internal, "strip (cuda): a tile of the table exceeds its memory"};
            scored_problem d = r.device; // best cells are written again, and count for nothing
            d.row_begin = tile.checkpoint ? tile.row_begin + kept.rows_per_checkpoint : 0;
            d.rows_to_run = tile.row_end;
            if (tile.checkpoint)
                d.given_rows = d.row_checkpoints +
                               std::size_t{tile.checkpoint - 1} * kept.rows_per_checkpoint * d.checkpoint_row_words;
            d.first_strip = tile.first_strip;
            d.halo = reinterpret_cast<std::uint32_t *>(d_work_.data() + tile_halo_) +
                     std::size_t{k} * kept.table_rows * halo_words;
            if (tile.first_strip)
                d.halo_in = d.saved_halo +
                            (std::size_t{tile.first_strip / kept.panel_strips - 1} * d.rows + d.row_begin) * halo_words;
            d.table = reinterpret_cast<std::uint32_t *>(d_work_.data() + tile_table_) +
                      std::size_t{k} * kept.table_rows * d.table_row_words;
            d.table_first_strip = tile.first_strip;
            d.table_first_row = tile.row_begin;
            device.push_back(d);
            for (std::uint32_t s = tile.first_strip; s <= tile.last_strip; ++s)
                tasks.push_back({k, s});
            tracebacks.push_back(traceback_of(0, d));
            tracebacks.back().end_column = (tile.last_strip + 1) * columns;
        }
        auto const d_tasks = d_tile_tasks_.fill(std::span<strip_task const>{tasks}, stream_);
        launch(d_tiles_.fill(std::span<scored_problem const>{device}, stream_).data(), d_tasks, device.size() == 1,
               true, &kernel_times::tiles);
        watch(tasks.size(), false);
        trace(tracebacks, static_cast<std::uint32_t>(tracebacks.size()));
        table_cell const to = cells_.front();
        if (to.row == from.row && to.value > 0)
            throw error{exit_code::internal, "strip (cuda): a tile of the table does not hold a window"};
        constexpr std::uint32_t rows_that_tell = 256; // of a traceback, how it goes on
        if (to.value > 0 && from.row - to.row >= rows_that_tell)
            slope = sane(static_cast<double>(from.column - to.column) / (from.row - to.row));
    }
}

void scored_run::chains(std::span<result> out)
{
    if (problems_.front().plan->kept.in_tiles())
        trace_tiles();
    else
        trace_tables();
    std::vector<std::uint32_t> const counts = rmq::cuda::to_host(device_span<std::uint32_t const>{d_counts_}, stream_);
    // of many all at once: a copy takes longer to ask for than to make
    bool const alone = problems_.size() == 1;
    std::uint64_t const begin = d_chains_.first,
                        bytes = alone ? sizeof(chain_cell) * counts.front() : d_chains_.second - begin;
    std::vector<std::byte> const cells =
        rmq::cuda::to_host(device_span<std::byte const>{d_work_.data() + begin, bytes}, stream_);
    for (std::size_t k = 0; k < problems_.size(); ++k) {
        result & r = out[problems_[k].place];
        r.chain.resize(counts[k]);
        auto const * const chain = reinterpret_cast<chain_cell const *>(cells.data() + (chain_places_[k] - begin));
        std::transform(chain, chain + counts[k], r.chain.rbegin(),
                       [&](chain_cell c) { return pair_of(problems_[k], c.row, c.column); });
        r.length = r.chain.size();
    }
}

} // namespace vglcs::cuda::scored
