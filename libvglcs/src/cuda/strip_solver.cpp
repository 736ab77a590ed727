// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip_solver.hpp"

#include "cuda/engines.hpp"
#include "cuda/strip_buffers.hpp"
#include "cuda/strip_tuning.hpp"
#include "cuda/trace_launch.hpp"

#include <rmq/cuda/check.hpp>
#include <rmq/cuda/device.hpp>
#include <rmq/cuda/device_buffer.hpp>
#include <vglcs/machine.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <thread>

namespace vglcs::cuda {

namespace {

using rmq::cuda::device_buffer;
using rmq::cuda::device_span;

/// How many workers to start of those that can be resident. A strip goes at its left neighbour's pace, so that all go
/// at that of the fullest scheduler: a number that fills the multiprocessors' four schedulers evenly is better than a
/// few more. And each worker should have the same number of strips, or one less: the chip would be half empty in the
/// end.
std::uint32_t even_workers(std::uint32_t strips, std::uint32_t most, std::uint32_t multiprocessors)
{
    if (strips <= most)
        return strips;
    auto const turns = [&](std::uint32_t workers) { return (strips + workers - 1) / workers; };
    auto const fullest = [&](std::uint32_t workers) {
        return (workers + 4 * multiprocessors - 1) / (4 * multiprocessors);
    };
    std::uint32_t const even = most / (4 * multiprocessors) * 4 * multiprocessors;
    if (even != 0 && turns(even) * fullest(even) < turns(most) * fullest(most))
        most = even;
    return (strips + turns(most) - 1) / turns(most);
}

/// One problem under way: its plan, and where its arrays lie.
struct running
{
    problem const * p = nullptr;
    strip_plan plan;
    strip_problem device;
    std::size_t place = 0; ///< in the caller's order
    // offsets in the arena
    std::size_t headers, reads, late_reads, late_begin, writes, row_operations, writes_begin, row_operations_begin,
        addresses, letters, masks, far, far_columns, exports, operations, far_begin, exports_begin, operations_begin,
        a_lo, a_hi, b_lo, b_hi, rare, rare_begin;
};

/// Problems of one shape that share launches.
class strip_run
{
public:
    strip_run(std::vector<running> problems, options const & o, kernel_times * times)
        : problems_{std::move(problems)}, options_{o}, times_{times}
    {
    }

    void solve(std::span<result> out)
    {
        gather();
        allocate();
        std::vector<strip_problem> device;
        for (running const & r : problems_)
            device.push_back(r.device);
        float const milliseconds = launch(device, all_tasks(), true);
        if (times_)
            times_->strips += milliseconds;
        std::vector<table_cell> const cells = best_cells();
        for (std::size_t k = 0; k < problems_.size(); ++k) {
            result & r = out[problems_[k].place];
            r.engine = "strip";
            r.length = cells[k].value;
            if (r.length)
                r.last = pair_of(problems_[k], {cells[k].row, cells[k].column});
        }
        if (problems_.front().plan.what == task::alignment)
            chains(cells, out);
    }

private:
    /// The shape of all, with room for whoever needs most.
    strip_shape shape() const
    {
        strip_shape out = problems_.front().plan.shape;
        for (running const & r : problems_)
            out.most_exports = std::max(out.most_exports, r.plan.shape.most_exports),
            out.letters = std::max(out.letters, r.plan.shape.letters);
        return out;
    }

    /// Strips of all problems. Those that take longest alone are started first: the others fill the card beside them,
    /// where else the last ones would run on it alone.
    std::vector<strip_task> all_tasks() const
    {
        std::vector<std::uint32_t> order(problems_.size());
        std::iota(order.begin(), order.end(), 0u);
        std::ranges::stable_sort(order, std::greater{}, [this](std::uint32_t k) {
            strip_plan const & plan = problems_[k].plan;
            return static_cast<double>(plan.rows.rows) + default_tuning.rows_behind * plan.columns.strips;
        });
        std::vector<strip_task> out;
        for (std::uint32_t const k : order)
            for (std::uint32_t s = 0; s < problems_[k].plan.columns.strips; ++s)
                out.push_back({k, s});
        return out;
    }

    static matched_pair pair_of(running const & r, chain_cell c)
    {
        return r.plan.columns_are_a ? matched_pair{c.column, c.row} : matched_pair{c.row, c.column};
    }

    void gather()
    {
        for (running & r : problems_) {
            row_plan const & rows = r.plan.rows;
            column_plan const & columns = r.plan.columns;
            r.headers = arena_.add(rows.headers);
            r.reads = arena_.add(rows.reads);
            r.late_reads = arena_.add(rows.late_reads);
            r.late_begin = arena_.add(rows.late_begin);
            r.writes = arena_.add(rows.writes);
            r.row_operations = arena_.add(rows.operations);
            r.writes_begin = arena_.add(rows.writes_begin);
            r.row_operations_begin = arena_.add(rows.operations_begin);
            r.addresses = arena_.add(columns.addresses);
            r.letters = arena_.add(columns.letters);
            r.masks = arena_.add(columns.level_masks);
            r.far = arena_.add(columns.far);
            r.far_columns = arena_.add(columns.far_columns);
            r.exports = arena_.add(columns.exports);
            r.operations = arena_.add(columns.operations);
            r.far_begin = arena_.add(columns.far_begin);
            r.exports_begin = arena_.add(columns.exports_begin);
            r.operations_begin = arena_.add(columns.operations_begin);
            r.rare = arena_.add(columns.rare);
            r.rare_begin = arena_.add(columns.rare_begin);
            if (r.plan.what == task::alignment) {
                auto const limits = [&](limits_view const & view, std::size_t n, std::size_t & lo, std::size_t & hi) {
                    std::vector<std::uint32_t> values(view.is_uniform() || !view.is_elastic() ? 1 : n);
                    for (std::size_t k = 0; k < values.size(); ++k)
                        values[k] = view.lo(k);
                    lo = arena_.add(values);
                    values.resize(view.is_uniform() ? 1 : n);
                    for (std::size_t k = 0; k < values.size(); ++k)
                        values[k] = view.hi(k);
                    hi = arena_.add(values);
                };
                limits(r.p->limits_a(), r.p->n(), r.a_lo, r.a_hi);
                limits(r.p->limits_b(), r.p->m(), r.b_lo, r.b_hi);
            }
        }
        d_arena_ = device_buffer<std::byte>{arena_.bytes(), stream_};
    }

    template <class T>
    T const * on_device(std::size_t offset) const
    {
        return reinterpret_cast<T const *>(d_arena_.data() + offset);
    }

    /// Sizes of a problem's working memory, and its places in one buffer.
    void allocate()
    {
        std::uint64_t total = 0;
        auto const take = [&](std::uint64_t bytes) {
            std::uint64_t const at = total;
            total += rounded_bytes(bytes);
            return at;
        };
        struct places
        {
            std::uint64_t halo, slots, values, rows, table, saved, piece_halos, row_saves, chain;
        };
        std::vector<places> at;
        for (running const & r : problems_) {
            strip_plan const & plan = r.plan;
            std::uint64_t const columns = std::uint64_t{plan.columns.strips} * plan.shape.columns();
            std::uint64_t const halo = std::uint64_t{plan.rows.rows} * halo_columns * plan.shape.value_bytes;
            places x{};
            x.halo = take(halo);
            x.slots = take(std::uint64_t{plan.columns.slots} * plan.rows.rows * plan.shape.value_bytes);
            x.values = take(4 * columns);
            x.rows = take(4 * columns);
            chain_plan const & chain = plan.chain;
            std::uint64_t const row = std::uint64_t{plan.shape.columns()} * plan.shape.value_bytes; // of a strip
            x.table = take(std::uint64_t{chain.pieces} * chain.table_rows * chain.table_strips * row);
            if (chain.in_pieces())
                x.piece_halos =
                    take(std::uint64_t{chain.pieces} * chain.table_rows * halo_columns * plan.shape.value_bytes);
            if (chain.panel_strips)
                x.saved = take(std::uint64_t{plan.columns.strips / chain.panel_strips} * halo);
            x.row_saves = take(std::uint64_t{chain.saves} * chain.save_rows * plan.columns.strips * row);
            x.chain = take(plan.what == task::alignment ? 8 * std::uint64_t{plan.rows.rows} : 0);
            at.push_back(x);
        }
        d_work_ = device_buffer<std::byte>{total, stream_};
        for (std::size_t k = 0; k < problems_.size(); ++k) {
            running & r = problems_[k];
            auto const place = [&]<class T>(T *& pointer, std::uint64_t offset) {
                pointer = reinterpret_cast<T *>(d_work_.data() + offset);
            };
            strip_problem & d = r.device;
            strip_plan const & plan = r.plan;
            d.rows = d.rows_to_run = plan.rows.rows;
            d.headers = on_device<std::uint32_t>(r.headers);
            if (plan.rows.far()) {
                d.reads = on_device<slot_list>(r.reads);
                if (!plan.rows.late_begin.empty()) {
                    d.late_reads = on_device<slot_list>(r.late_reads);
                    d.late_begin = on_device<std::uint32_t>(r.late_begin);
                }
                d.writes = on_device<std::uint32_t>(r.writes);
                d.operations_of_rows = on_device<slot_operation>(r.row_operations);
                d.writes_begin = on_device<std::uint32_t>(r.writes_begin);
                d.operations_begin_of_rows = on_device<std::uint32_t>(r.row_operations_begin);
            }
            d.addresses = on_device<std::uint32_t>(r.addresses);
            d.letters = on_device<std::uint8_t>(r.letters);
            d.level_masks = on_device<std::uint32_t>(r.masks);
            if (plan.columns.has_far()) {
                d.far = on_device<far_group>(r.far);
                d.far_columns = on_device<std::uint8_t>(r.far_columns);
                d.exports = on_device<column_export>(r.exports);
                d.operations = on_device<slot_operation>(r.operations);
                d.far_begin = on_device<std::uint32_t>(r.far_begin);
                d.exports_begin = on_device<std::uint32_t>(r.exports_begin);
                d.operations_begin = on_device<std::uint32_t>(r.operations_begin);
            }
            d.rare = on_device<rare_column>(r.rare);
            d.rare_begin = on_device<std::uint32_t>(r.rare_begin);
            d.column_slots = d_work_.data() + at[k].slots;
            place(d.halo, at[k].halo);
            place(d.best_values, at[k].values);
            place(d.best_rows, at[k].rows);
            chain_plan const & chain = plan.chain;
            if (chain.table_strips && !chain.in_pieces())
                place(d.table, at[k].table);
            d.table_row_words = std::size_t{chain.table_strips} * plan.shape.words * 32;
            d.equal_columns = plan.equal_columns;
            if (chain.panel_strips) {
                place(d.saved_halo, at[k].saved);
                d.panel_strips = chain.panel_strips;
            }
            if (chain.row_interval) {
                place(d.row_saves, at[k].row_saves);
                d.save_interval = chain.row_interval;
                d.save_rows = chain.save_rows;
                d.row_save_count = chain.saves;
                d.saves_row_words = std::size_t{plan.columns.strips} * plan.shape.words * 32;
            }
            piece_halo_places_.push_back(at[k].piece_halos);
            table_places_.push_back(at[k].table);
            chain_places_.push_back(at[k].chain);
        }
        std::uint64_t slots = 0;
        workers_ = 0;
        for (running const & r : problems_) {
            slots = std::max<std::uint64_t>(slots, r.plan.rows.slots);
            workers_ += r.plan.workers;
        }
        worker_words_ = slots * shape().words * 32;
        workers_ = std::min(workers_, resident_workers(shape()));
        multiprocessors_ = static_cast<std::uint32_t>(rmq::cuda::device(options_.device_number).multiprocessors);
        if (slots) { // as many workers as the sum of the plans paid for
            std::uint64_t paid = 0;
            for (running const & r : problems_)
                paid += r.plan.worker_bytes;
            workers_ = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(paid / (worker_words_ * 4), 1, workers_));
        }
        d_row_slots_ = device_buffer<std::uint32_t>{worker_words_ * workers_, stream_};
        d_control_ = device_buffer<std::uint32_t>{2, stream_};
    }

    /// Runs strips and waits, with an eye on the run's control. Returns the kernel's milliseconds.
    /// @param problems     what the tasks name
    /// @param whole        the tasks are those of this run's problems, whole
    float launch(std::span<strip_problem const> problems, std::span<strip_task const> tasks, bool whole)
    {
        device_span<strip_problem> const d_problems = d_problems_.fill(problems, stream_);
        device_span<strip_task> const d_tasks = d_tasks_.fill(tasks, stream_);
        device_span<std::uint32_t> const d_flags = d_flags_.take(tasks.size(), stream_);
        rmq::cuda::fill_bytes_async(d_flags, 0, stream_);
        d_control_.fill_bytes_async(0, stream_);
        strip_launch const what{.problems = d_problems.data(),
                                .tasks = d_tasks.data(),
                                .strips = static_cast<std::uint32_t>(tasks.size()),
                                .ticket = d_control_.data(),
                                .flags = d_flags.data(),
                                .stop = d_control_.data() + 1,
                                .row_slots = d_row_slots_.data(),
                                .row_slot_words = worker_words_};
        rmq::cuda::event start, stop;
        start.record(stream_);
        auto const strips = static_cast<std::uint32_t>(tasks.size());
        std::uint32_t const workers = problems.size() == 1 ? even_workers(strips, workers_, multiprocessors_)
                                                           : std::min(strips, workers_); // which do not wait for others
        run_strips_async(shape(), what, workers, stream_);
        stop.record(stream_);
        watch(tasks, d_flags, whole);
        stream_.synchronize();
        if (options_.control)
            options_.control->throw_if_stopped();
        return times_ ? rmq::cuda::event::milliseconds(start, stop) : 0;
    }

    /// Until the stream is idle: passes a stop on to the kernel, and the rows done to whoever watches.
    void watch(std::span<strip_task const> tasks, device_span<std::uint32_t> d_flags, bool count_cells)
    {
        if (!options_.control)
            return;
        using clock = std::chrono::steady_clock;
        auto const begin = clock::now();
        std::uint64_t counted = 0, all = 0;
        for (running const & r : problems_)
            all += std::uint64_t{r.p->n()} * r.p->m();
        std::optional<rmq::cuda::stream> side;
        std::vector<std::uint32_t> flags(tasks.size());
        bool told = false;
        for (auto report = begin + std::chrono::milliseconds{200}; !stream_.idle();) {
            if (clock::now() - begin < std::chrono::milliseconds{2})
                continue;
            std::this_thread::sleep_for(std::chrono::microseconds{200});
            if (!side && (options_.control->stopped() || clock::now() > report))
                side.emplace();
            if (options_.control->stopped() && !told) {
                std::uint32_t const one = 1;
                rmq::cuda::copy_async(std::span{&one, 1}, device_span<std::uint32_t>{d_control_.data() + 1, 1}, *side);
                side->synchronize();
                told = true;
            }
            if (clock::now() > report && count_cells && !told) {
                rmq::cuda::copy_async(device_span<std::uint32_t const>{d_flags}, std::span{flags}, *side);
                side->synchronize();
                std::uint64_t done = 0;
                for (std::size_t k = 0; k < tasks.size(); ++k)
                    done += std::uint64_t{flags[k]} * shape().columns();
                done = std::min(done, all);
                options_.control->add_cells(done - std::min(done, counted));
                counted = std::max(counted, done);
                report = clock::now() + std::chrono::milliseconds{200};
            }
        }
        if (count_cells && !told)
            options_.control->add_cells(all - counted);
    }

    std::vector<table_cell> best_cells()
    {
        device_buffer<table_cell> const d_cells{problems_.size(), stream_};
        std::vector<best_cell_task> tasks;
        for (std::size_t k = 0; k < problems_.size(); ++k) {
            running const & r = problems_[k];
            tasks.push_back({.values = r.device.best_values,
                             .rows = r.device.best_rows,
                             .columns = r.plan.columns.strips * r.plan.shape.columns(),
                             .columns_are_a = r.plan.columns_are_a,
                             .best = d_cells.data() + k});
        }
        device_buffer<best_cell_task> const d_tasks{std::span<best_cell_task const>{tasks}, stream_};
        rmq::cuda::event start, stop;
        start.record(stream_);
        best_cells_async(d_tasks.data(), static_cast<std::uint32_t>(tasks.size()), stream_);
        stop.record(stream_);
        auto out = rmq::cuda::to_host(device_span<table_cell const>{d_cells.span()}, stream_);
        if (times_)
            times_->trace += rmq::cuda::event::milliseconds(start, stop);
        return out;
    }

    device_limits limits_on_device(limits_view const & view, std::size_t lo, std::size_t hi) const
    {
        return {.lo = on_device<std::uint32_t>(lo),
                .hi = on_device<std::uint32_t>(hi),
                .lo_step = view.is_uniform() || !view.is_elastic() ? 0u : 1u,
                .hi_step = view.is_uniform() ? 0u : 1u};
    }

    /// The walk of problem k through a table that was kept: that of the problem, or of a piece of it.
    trace_task trace_of(std::size_t k, strip_problem const & d, std::uint32_t rows, std::uint32_t strips) const
    {
        running const & r = problems_[k];
        std::uint32_t const columns = r.plan.shape.columns();
        device_limits const a = limits_on_device(r.p->limits_a(), r.a_lo, r.a_hi);
        device_limits const b = limits_on_device(r.p->limits_b(), r.b_lo, r.b_hi);
        return {.table = d.table,
                .row_values = std::size_t{r.plan.chain.table_strips} * columns,
                .first_row = d.table_first_row,
                .first_column = d.table_first_strip * columns,
                .row_count = rows,
                .column_count = strips * columns,
                .columns_are_a = r.plan.columns_are_a,
                .rows = r.plan.columns_are_a ? b : a,
                .columns = r.plan.columns_are_a ? a : b,
                .at = nullptr,
                .chain = reinterpret_cast<chain_cell *>(d_work_.data() + chain_places_[k])};
    }

    /// Columns a row that a chain is expected to take: straight to the table's start where that is not too steep.
    static double expected_slope(table_cell at)
    {
        double const ratio = at.row ? static_cast<double>(at.column) / at.row : 1;
        double const steepest = default_tuning.steepest_chain;
        return ratio * steepest > 1 && ratio < steepest ? ratio : 1;
    }

    /// Gives the walk of one problem its scouts, where it is long. Returns the most bands of a task, 0 without scouts.
    std::uint32_t prepare_scouts(std::span<trace_task> tasks, double slope)
    {
        scout_tuning const & tuning = default_tuning.scouts;
        std::uint32_t rows = 0, most_bands = 0;
        for (trace_task const & t : tasks)
            rows += t.scouts.last_row + 1;
        if (rows < tuning.least_rows)
            return 0;
        std::uint32_t const band_rows = std::max(tuning.least_band_rows, rows / tuning.most_bands + 1);
        auto const path_words = [](trace_task const & t) {
            return (std::size_t{t.scouts.last_row} + 1) * scouts_a_band;
        };
        std::size_t words = 0;
        for (trace_task & t : tasks) {
            t.scouts.bands = t.scouts.last_row / band_rows + 1;
            most_bands = std::max(most_bands, t.scouts.bands);
            words += path_words(t) + t.scouts.bands * scouts_a_band * (sizeof(table_cell) / 4);
        }
        device_span<std::uint32_t> const d_scouts = d_scouts_.take(words, stream_);
        std::uint32_t * next = d_scouts.data();
        for (trace_task & t : tasks) {
            t.scouts.paths = next;
            next += path_words(t);
            t.scouts.ends = reinterpret_cast<table_cell *>(next);
            next += t.scouts.bands * scouts_a_band * (sizeof(table_cell) / 4);
            t.scouts.band_rows = band_rows;
            t.scouts.slope = static_cast<float>(slope);
            t.scouts.spacing = std::max(4.f, static_cast<float>(band_rows) * tuning.spacing);
        }
        rmq::cuda::fill_bytes_async(d_scouts, 0, stream_);
        return most_bands;
    }

    /// Walks every problem through its table, or one problem through its pieces in turn; cells become where the walks
    /// stopped.
    void walk(std::span<trace_task> tasks, std::vector<table_cell> & cells, double slope)
    {
        bool const alone = cells.size() == 1;
        device_span<table_cell> const d_cells = d_cells_.fill(std::span<table_cell const>{cells}, stream_);
        for (std::size_t k = 0; k < tasks.size(); ++k)
            tasks[k].at = d_cells.data() + (alone ? 0 : k);
        std::uint32_t const bands = alone ? prepare_scouts(tasks, slope) : 0;
        device_span<trace_task> const d_tasks = d_walks_.fill(std::span<trace_task const>{tasks}, stream_);
        auto const count = static_cast<std::uint32_t>(tasks.size());
        std::uint32_t const value_bytes = shape().value_bytes;
        rmq::cuda::event start, stop;
        start.record(stream_);
        if (bands)
            scout_async(value_bytes, d_tasks.data(), count, bands, stream_);
        if (alone)
            for (std::uint32_t k = 0; k < count; ++k)
                trace_async(value_bytes, d_tasks.data() + k, 1, stream_);
        else
            trace_async(value_bytes, d_tasks.data(), count, stream_);
        stop.record(stream_);
        cells = rmq::cuda::to_host(device_span<table_cell const>{d_cells}, stream_);
        if (times_)
            times_->trace += rmq::cuda::event::milliseconds(start, stop);
        if (std::ranges::any_of(cells, [](table_cell const & c) { return c.value == ~0u; }))
            throw error{exit_code::internal, "strip (cuda): no cell precedes a pair of the chain"};
    }

    /// Walks all problems through their whole tables.
    void walk_tables(std::vector<table_cell> cells)
    {
        std::vector<trace_task> tasks;
        for (std::size_t k = 0; k < problems_.size(); ++k) {
            chain_plan const & chain = problems_[k].plan.chain;
            tasks.push_back(trace_of(k, problems_[k].device, chain.table_rows, chain.table_strips));
        }
        tasks.front().scouts.last_row = cells.front().row;
        tasks.front().scouts.last_column = cells.front().column;
        double const slope = expected_slope(cells.front());
        walk(tasks, cells, slope);
    }

    /// Runs pieces of the only problem's table with their tables kept, and walks through them, until all is walked.
    void walk_pieces(std::vector<table_cell> cells)
    {
        constexpr std::uint32_t rows_that_tell = 256; // of a walk, how it goes on
        double slope = expected_slope(cells.front());
        while (cells.front().value > 0) {
            if (options_.control)
                options_.control->throw_if_stopped();
            table_cell const from = cells.front();
            walk_pieces_ahead(cells, slope);
            table_cell const to = cells.front();
            if (from.row - to.row >= rows_that_tell)
                slope = std::clamp(static_cast<double>(from.column - to.column) / (from.row - to.row),
                                   1 / default_tuning.steepest_chain, default_tuning.steepest_chain);
        }
    }

    void walk_pieces_ahead(std::vector<table_cell> & cells, double slope)
    {
        running const & r = problems_.front();
        chain_plan const & chain = r.plan.chain;
        table_cell const cell = cells.front();
        std::uint32_t const columns = r.plan.shape.columns(), halo_words = r.plan.shape.halo_words();
        std::vector<chain_piece> const pieces =
            pieces_ahead(chain, r.plan.columns.strips, columns, {cell.row, cell.column, slope});
        window const w = predecessors(r.plan.columns_are_a ? r.p->limits_a() : r.p->limits_b(), cell.column);
        if (!w.empty() && static_cast<std::uint64_t>(w.first) / columns < pieces.front().first_strip)
            throw error{exit_code::internal, "strip (cuda): a piece of the table does not hold a window"};
        std::vector<strip_problem> device;
        std::vector<strip_task> tasks;
        std::vector<trace_task> traces;
        for (std::uint32_t k = 0; k < pieces.size(); ++k) {
            chain_piece const & piece = pieces[k];
            std::uint32_t const rows = piece.row_end - piece.row_begin,
                                strips = piece.last_strip - piece.first_strip + 1;
            if (strips > chain.table_strips || rows > chain.table_rows)
                throw error{exit_code::internal, "strip (cuda): a piece of the table exceeds its memory"};
            strip_problem d = r.device; // best cells are written again, and count for nothing
            d.row_begin = piece.row_begin;
            d.rows_to_run = piece.row_end;
            if (piece.save)
                d.given_rows = d.row_saves + std::size_t{piece.save - 1} * chain.save_rows * d.saves_row_words;
            d.first_strip = piece.first_strip;
            d.halo = reinterpret_cast<std::uint32_t *>(d_work_.data() + piece_halo_places_.front()) +
                     std::size_t{k} * chain.table_rows * halo_words;
            if (piece.first_strip) {
                std::size_t const panel = piece.first_strip / chain.panel_strips - 1;
                d.halo_in = d.saved_halo + (panel * d.rows + piece.row_begin) * halo_words;
            }
            d.table = reinterpret_cast<std::uint32_t *>(d_work_.data() + table_places_.front()) +
                      std::size_t{k} * chain.table_rows * d.table_row_words;
            d.table_first_strip = piece.first_strip;
            d.table_first_row = piece.row_begin;
            device.push_back(d);
            for (std::uint32_t s = piece.first_strip; s <= piece.last_strip; ++s)
                tasks.push_back({k, s});
            traces.push_back(trace_of(0, d, rows, strips));
            scout_setting & scouts = traces.back().scouts;
            std::uint32_t const first_column = piece.first_strip * columns;
            scouts.last_row = (k ? piece.row_end - 1 : cell.row) - piece.row_begin;
            scouts.last_column = piece.end_column > first_column ? piece.end_column - first_column : 0;
        }
        float const milliseconds = launch(device, tasks, false);
        if (times_)
            times_->pieces += milliseconds;
        walk(traces, cells, slope);
    }

    void chains(std::vector<table_cell> const & cells, std::span<result> out)
    {
        std::vector<std::uint64_t> lengths;
        for (table_cell const & c : cells)
            lengths.push_back(c.value);
        if (problems_.front().plan.chain.in_pieces())
            walk_pieces(cells);
        else
            walk_tables(cells);
        for (std::size_t k = 0; k < problems_.size(); ++k) {
            result & r = out[problems_[k].place];
            if (lengths[k] == 0)
                continue;
            device_span<chain_cell const> const d_chain{
                reinterpret_cast<chain_cell const *>(d_work_.data() + chain_places_[k]), lengths[k]};
            std::vector<chain_cell> const chain = rmq::cuda::to_host(d_chain, stream_);
            r.chain.resize(chain.size());
            std::ranges::transform(chain, r.chain.begin(), [&](chain_cell c) { return pair_of(problems_[k], c); });
        }
    }

    std::vector<running> problems_;
    options const & options_;
    kernel_times * times_;
    rmq::cuda::stream stream_; // before the buffers, which are given back on it
    arena arena_;
    device_buffer<std::byte> d_arena_, d_work_;
    device_buffer<std::uint32_t> d_row_slots_, d_control_;
    refilled_buffer<strip_problem> d_problems_;
    refilled_buffer<strip_task> d_tasks_;
    refilled_buffer<std::uint32_t> d_flags_, d_scouts_;
    refilled_buffer<table_cell> d_cells_;
    refilled_buffer<trace_task> d_walks_;
    std::vector<std::uint64_t> table_places_, piece_halo_places_, chain_places_;
    std::uint32_t workers_ = 0;
    std::uint64_t worker_words_ = 0;
    std::uint32_t multiprocessors_ = 1;
};

/// Shape, kind and panels as one number: problems of equal keys share launches.
std::uint64_t group_key(strip_plan const & plan)
{
    strip_shape const & s = plan.shape;
    return s.value_bytes | s.words << 4 | s.levels << 8 | std::uint64_t{s.far} << 12 |
           std::uint64_t{s.far_columns} << 13 | static_cast<std::uint64_t>(s.columns_by) << 14 |
           std::uint64_t{s.rare} << 16;
}

} // namespace

namespace {

/// Plans of problems [first, last), made by all threads; an empty problem has none.
std::vector<std::optional<strip_plan>> plans_of(std::span<problem const * const> problems, options const & o,
                                                std::uint64_t budget, strip_overrides const & overrides)
{
    std::vector<std::optional<strip_plan>> out(problems.size());
    std::exception_ptr fault;
    auto const count = static_cast<std::ptrdiff_t>(problems.size());
#pragma omp parallel if (count > 1) num_threads(std::max(1, o.threads > 0 ? o.threads : available_threads()))
    {
#pragma omp for schedule(dynamic, 4)
        for (std::ptrdiff_t k = 0; k < count; ++k) {
            problem const & p = *problems[static_cast<std::size_t>(k)];
            try {
                rmq::cuda::device_guard const guard{o.device_number};
                if (p.n() && p.m())
                    out[static_cast<std::size_t>(k)] = make_strip_plan(p, o.task, budget, overrides);
            } catch (...) {
#pragma omp critical(vglcs_cuda_plans)
                fault = std::current_exception();
            }
        }
    }
    if (fault)
        std::rethrow_exception(fault);
    return out;
}

} // namespace

std::uint64_t device_budget(options const & o)
{
    if (o.max_gpu_memory)
        return o.max_gpu_memory;
    return static_cast<std::uint64_t>(static_cast<double>(rmq::cuda::free_bytes()) * default_tuning.memory_share);
}

std::vector<result> solve_strips(std::span<problem const * const> problems, options const & o,
                                 strip_overrides const & overrides, kernel_times * times)
{
    std::vector<result> out(problems.size());
    return guarded("strip", [&] {
        rmq::cuda::device_guard const guard{o.device_number};
        std::uint64_t const budget = device_budget(o);
        struct group
        {
            std::uint64_t key, bytes;
            std::vector<running> problems;
        };
        std::vector<group> open;
        auto const run = [&](group & g) { strip_run{std::move(g.problems), o, times}.solve(out); };
        constexpr std::size_t planned_at_a_time = 1024;
        std::vector<std::optional<strip_plan>> plans;
        for (std::size_t k = 0; k < problems.size(); ++k) {
            if (k % planned_at_a_time == 0)
                plans = plans_of(problems.subspan(k, std::min(planned_at_a_time, problems.size() - k)), o, budget,
                                 overrides);
            out[k].engine = "strip";
            std::optional<strip_plan> & plan = plans[k % planned_at_a_time];
            if (!plan)
                continue;
            running r{.p = problems[k], .plan = std::move(*plan), .place = k};
            if (r.plan.bytes() > budget)
                throw resource_error{fmt::format(
                    "engine strip (cuda): {} of device memory needed ({} bytes), budget is {} ({} bytes): use "
                    "--task length, smaller limits, --device cpu, or a larger --max-gpu-memory",
                    format_bytes(r.plan.bytes()), r.plan.bytes(), format_bytes(budget), budget)};
            if (r.plan.chain.in_pieces()) {
                group alone{0, 0, {}};
                alone.problems.push_back(std::move(r));
                run(alone);
                continue;
            }
            std::uint64_t const key = group_key(r.plan);
            auto g = std::ranges::find(open, key, &group::key);
            if (g == open.end())
                g = open.insert(open.end(), {key, 0, {}});
            if (g->bytes + r.plan.bytes() > budget / 2 && !g->problems.empty()) {
                run(*g);
                *g = {key, 0, {}};
            }
            g->bytes += r.plan.bytes();
            g->problems.push_back(std::move(r));
        }
        for (group & g : open)
            run(g);
        return std::move(out);
    });
}

} // namespace vglcs::cuda
