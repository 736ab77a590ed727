// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip_solver.hpp"

#include "cuda/engines.hpp"
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
#include <memory>
#include <optional>
#include <thread>

namespace vglcs::cuda {

namespace {

using rmq::cuda::device_buffer;
using rmq::cuda::device_span;

/// Host bytes gathered for one copy to the device; parts start at multiples of 16 bytes.
class arena
{
public:
    template <class T>
    std::size_t add(std::span<T const> part)
    {
        std::size_t const at = (bytes_.size() + 15) / 16 * 16;
        bytes_.resize(at + part.size_bytes());
        if (!part.empty())
            std::memcpy(bytes_.data() + at, part.data(), part.size_bytes());
        return at;
    }
    template <class T>
    std::size_t add(std::vector<T> const & part)
    {
        return add(std::span<T const>{part});
    }
    [[nodiscard]] std::span<std::byte const> bytes() const noexcept { return bytes_; }

private:
    std::vector<std::byte> bytes_;
};

/// Device memory that is filled again and again: to give small buffers back and take them anew for every part of a
/// chain would cost more than the part, since memory goes back to the system when the stream has run dry.
template <class T>
class refilled_buffer
{
public:
    /// At least `size` elements, uninitialised where it has to grow.
    device_span<T> take(std::size_t size, rmq::cuda::stream const & on)
    {
        if (buffer_.size() < size)
            buffer_ = device_buffer<T>{size, on};
        return buffer_.span().subspan(0, size);
    }
    device_span<T> fill(std::span<T const> from, rmq::cuda::stream const & on)
    {
        device_span<T> const to = take(from.size(), on);
        rmq::cuda::copy_async(from, to, on);
        return to;
    }

private:
    device_buffer<T> buffer_;
};

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
        a_lo, a_hi, b_lo, b_hi;
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
        std::vector<strip_task> tasks;
        for (std::uint32_t k = 0; k < problems_.size(); ++k)
            for (std::uint32_t s = 0; s < problems_[k].plan.columns.strips; ++s)
                tasks.push_back({k, s});
        launch(tasks, true);
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
            std::uint64_t halo, slots, values, rows, table, saved, widened, row_saves, chain;
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
            x.table = take(std::uint64_t{chain.table_rows} * chain.table_strips * row);
            if (chain.panel_strips) {
                x.saved = take(std::uint64_t{plan.columns.strips / chain.panel_strips} * plan.rows.rows *
                               chain.saved_words * 4);
                x.widened = take(std::uint64_t{chain.table_rows} * halo_columns * plan.shape.value_bytes);
            }
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
            d.column_slots = d_work_.data() + at[k].slots;
            place(d.halo, at[k].halo);
            place(d.best_values, at[k].values);
            place(d.best_rows, at[k].rows);
            chain_plan const & chain = plan.chain;
            if (chain.table_strips && !chain.in_parts())
                place(d.table, at[k].table);
            d.table_row_words = std::size_t{chain.table_strips} * plan.shape.words * 32;
            d.equal_columns = plan.equal_columns;
            if (chain.panel_strips) {
                place(d.saved_halo, at[k].saved);
                d.panel_strips = chain.panel_strips;
                d.saved_words = chain.saved_words;
            }
            if (chain.row_interval) {
                place(d.row_saves, at[k].row_saves);
                d.save_interval = chain.row_interval;
                d.save_rows = chain.save_rows;
                d.row_save_count = chain.saves;
                d.saves_row_words = std::size_t{plan.columns.strips} * plan.shape.words * 32;
            }
            widened_places_.push_back(at[k].widened);
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
        if (slots) { // as many workers as the sum of the plans paid for
            std::uint64_t paid = 0;
            for (running const & r : problems_)
                paid += r.plan.worker_bytes;
            workers_ = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(paid / (worker_words_ * 4), 1, workers_));
        }
        d_row_slots_ = device_buffer<std::uint32_t>{worker_words_ * workers_, stream_};
        d_control_ = device_buffer<std::uint32_t>{2, stream_};
    }

    /// Runs strips and waits, with an eye on the run's control.
    void launch(std::span<strip_task const> tasks, bool count_cells)
    {
        if (tasks.empty())
            return;
        std::vector<strip_problem> device;
        for (running const & r : problems_)
            device.push_back(r.device);
        device_span<strip_problem> const d_problems = d_problems_.fill(std::span<strip_problem const>{device}, stream_);
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
        run_strips_async(shape(), what, std::min<std::uint32_t>(workers_, static_cast<std::uint32_t>(tasks.size())),
                         stream_);
        stop.record(stream_);
        watch(tasks, d_flags, count_cells);
        stream_.synchronize();
        if (times_)
            times_->strips += rmq::cuda::event::milliseconds(start, stop);
        if (options_.control)
            options_.control->throw_if_stopped();
    }

    /// Until the stream is idle: passes a stop on to the kernel, and the rows done to whoever watches.
    void watch(std::span<strip_task const> tasks, device_span<std::uint32_t> d_flags, bool count_cells)
    {
        if (!options_.control)
            return;
        using clock = std::chrono::steady_clock;
        auto const begin = clock::now();
        std::uint64_t counted = 0, all = 0;
        for (strip_task const & t : tasks)
            all += cells_of(t, problems_[t.problem].p->n() * problems_[t.problem].p->m());
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

    /// A problem's cells, counted at its first strip.
    static std::uint64_t cells_of(strip_task t, std::uint64_t cells) { return t.strip == 0 ? cells : 0; }

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

    trace_task trace_of(std::size_t k) const
    {
        running const & r = problems_[k];
        device_limits const a = limits_on_device(r.p->limits_a(), r.a_lo, r.a_hi);
        device_limits const b = limits_on_device(r.p->limits_b(), r.b_lo, r.b_hi);
        return {.table = r.device.table,
                .row_values = std::size_t{r.plan.chain.table_strips} * r.plan.shape.columns(),
                .first_row = r.device.table_first_row,
                .first_column = r.device.table_first_strip * r.plan.shape.columns(),
                .columns_are_a = r.plan.columns_are_a,
                .rows = r.plan.columns_are_a ? b : a,
                .columns = r.plan.columns_are_a ? a : b,
                .at = nullptr,
                .chain = reinterpret_cast<chain_cell *>(d_work_.data() + chain_places_[k])};
    }

    /// Gives a walk that is alone and long its scouts. Returns the number of bands, 0 where none are worth it.
    std::uint32_t send_scouts(std::span<trace_task> tasks, std::span<table_cell const> cells)
    {
        scout_tuning const & tuning = default_tuning.scouts;
        if (tasks.size() != 1)
            return 0;
        trace_task & t = tasks.front();
        std::uint32_t const row = cells.front().row - t.first_row, column = cells.front().column - t.first_column;
        if (row < tuning.least_rows)
            return 0;
        std::uint32_t const band_rows = std::max(tuning.least_band_rows, row / tuning.most_bands + 1);
        std::uint32_t const bands = row / band_rows + 1;
        std::size_t const path_words = (std::size_t{row} + 1) * scouts_a_band,
                          words = path_words + bands * scouts_a_band * (sizeof(table_cell) / 4);
        device_span<std::uint32_t> const d_scouts = d_scouts_.take(words, stream_);
        scout_words_ = words;
        // the chain goes straight to the table's start where that is likely, else as many columns as rows
        float const ratio = static_cast<float>(column) / static_cast<float>(row);
        t.scouts = {.paths = d_scouts.data(),
                    .ends = reinterpret_cast<table_cell *>(d_scouts.data() + path_words),
                    .band_rows = band_rows,
                    .slope = ratio > 0.8f && ratio < 1.25f ? ratio : 1.f,
                    .spacing = std::max(4.f, static_cast<float>(band_rows) * tuning.spacing)};
        return bands;
    }

    /// Walks all problems as far as their tables reach; cells become where the walks stopped.
    void walk(std::vector<table_cell> & cells)
    {
        device_span<table_cell> const d_cells = d_cells_.fill(std::span<table_cell const>{cells}, stream_);
        std::vector<trace_task> tasks;
        for (std::size_t k = 0; k < problems_.size(); ++k) {
            tasks.push_back(trace_of(k));
            tasks.back().at = d_cells.data() + k;
        }
        std::uint32_t const bands = send_scouts(tasks, cells);
        device_span<trace_task> const d_tasks = d_walks_.fill(std::span<trace_task const>{tasks}, stream_);
        rmq::cuda::event start, stop;
        start.record(stream_);
        if (bands) {
            rmq::cuda::fill_bytes_async(device_span<std::uint32_t>{tasks.front().scouts.paths, scout_words_}, 0,
                                        stream_);
            scout_async(shape().value_bytes, d_tasks.data(), bands, stream_);
        }
        trace_async(shape().value_bytes, d_tasks.data(), static_cast<std::uint32_t>(tasks.size()), stream_);
        stop.record(stream_);
        cells = rmq::cuda::to_host(device_span<table_cell const>{d_cells}, stream_);
        if (times_)
            times_->trace += rmq::cuda::event::milliseconds(start, stop);
        if (std::ranges::any_of(cells, [](table_cell const & c) { return c.value == ~0u; }))
            throw error{exit_code::internal, "strip (cuda): no cell precedes a pair of the chain"};
    }

    void chains(std::vector<table_cell> cells, std::span<result> out)
    {
        std::vector<std::uint64_t> lengths;
        for (table_cell const & c : cells)
            lengths.push_back(c.value);
        if (!problems_.front().plan.chain.in_parts()) {
            walk(cells);
        } else {
            while (cells.front().value > 0) {
                if (options_.control)
                    options_.control->throw_if_stopped();
                run_part_before(cells.front());
                walk(cells);
            }
        }
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

    /// Runs the part of the table that a cell and its window lie in, with its table kept: from the panel in which the
    /// window starts to the cell's strip, and from the last checkpoint of rows to the cell's row. (A run in parts has
    /// one problem.)
    void run_part_before(table_cell cell)
    {
        running & r = problems_.front();
        strip_plan const & plan = r.plan;
        chain_plan const & chain = plan.chain;
        strip_problem & d = r.device;
        std::uint32_t const columns = plan.shape.columns(), strip = cell.column / columns;
        std::uint32_t first = 0;
        d.row_begin = 0;
        d.given_rows = nullptr;
        if (std::uint32_t const k = chain.row_interval ? cell.row / chain.row_interval : 0) {
            d.row_begin = k * chain.row_interval - chain.save_rows;
            d.given_rows = d.row_saves + std::size_t{k - 1} * chain.save_rows * d.saves_row_words;
        }
        d.rows_to_run = (cell.row / rows_per_block + 1) * rows_per_block;
        if (chain.panel_strips) {
            limits_view const limits = plan.columns_are_a ? r.p->limits_a() : r.p->limits_b();
            window const w = predecessors(limits, cell.column);
            auto const leftmost =
                static_cast<std::uint32_t>(w.empty() ? cell.column : static_cast<std::uint64_t>(w.first));
            std::uint32_t const panel = leftmost / columns / chain.panel_strips;
            first = panel * chain.panel_strips;
            d.halo_in = nullptr;
            if (panel) {
                std::uint32_t const * const saved =
                    d.saved_halo + (std::size_t{panel - 1} * d.rows + d.row_begin) * chain.saved_words;
                auto * const widened = reinterpret_cast<std::uint32_t *>(d_work_.data() + widened_places_.front());
                widen_halo_async(saved, chain.saved_words, widened, plan.shape.halo_words(),
                                 d.rows_to_run - d.row_begin, stream_);
                d.halo_in = widened;
            }
        }
        if (strip - first >= chain.table_strips || d.rows_to_run - d.row_begin > chain.table_rows)
            throw error{exit_code::internal, "strip (cuda): a part of the table does not hold a window"};
        d.first_strip = first;
        d.table = reinterpret_cast<std::uint32_t *>(d_work_.data() + table_places_.front());
        d.table_first_strip = first;
        d.table_first_row = d.row_begin;
        std::vector<strip_task> tasks;
        for (std::uint32_t s = first; s <= strip; ++s)
            tasks.push_back({0, s});
        launch(tasks, false);
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
    std::size_t scout_words_ = 0;
    std::vector<std::uint64_t> table_places_, widened_places_, chain_places_;
    std::uint32_t workers_ = 0;
    std::uint64_t worker_words_ = 0;
};

/// Shape, kind and panels as one number: problems of equal keys share launches.
std::uint64_t group_key(strip_plan const & plan)
{
    strip_shape const & s = plan.shape;
    return s.value_bytes | s.words << 4 | s.levels << 8 | std::uint64_t{s.far} << 12 |
           std::uint64_t{s.far_columns} << 13 | static_cast<std::uint64_t>(s.columns_by) << 14;
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
            if (r.plan.chain.in_parts()) {
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
