// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip/run/strip_run.hpp"

#include "cuda/strip/plan/tuning.hpp"
#include "cuda/strip/run/signals.hpp"
#include "cuda/strip/run/strip_arrays.hpp"

#include <rmq/cuda/check.hpp>
#include <rmq/cuda/device.hpp>
#include <vglcs/machine.hpp>

#include <algorithm>
#include <functional>
#include <numeric>

namespace vglcs::cuda {

void strip_run::solve(std::span<result> out)
{
    gather();
    allocate();
    arena_.send(d_work_.span().subspan(0, arena_.size()), options_.threads > 0 ? options_.threads : available_threads(),
                stream_);
    launch(on_device<strip_problem>(device_problems_at_), {on_device<strip_task>(tasks_at_), tasks_.size()},
           problems_.size() == 1, &kernel_times::strips);
    in_time(&kernel_times::traceback, [&] {
        best_cells_async(on_device<best_cell_task>(best_tasks_at_), static_cast<std::uint32_t>(problems_.size()),
                         stream_);
    });
    watch(tasks_.size(), true);
    std::vector<table_cell> const cells = rmq::cuda::to_host(device_span<table_cell const>{d_cells_}, stream_);
    for (std::size_t k = 0; k < problems_.size(); ++k) {
        result & r = out[problems_[k].index];
        r.engine = "strip";
        r.length = cells[k].value;
        if (r.length)
            r.last = pair_of(problems_[k], {cells[k].row, cells[k].column});
    }
    if (problems_.front().plan->what == task::alignment)
        chains(cells, out);
    for (timed_work const & t : timed_)
        times_->*t.what += rmq::cuda::event::milliseconds(t.start, t.stop);
}

strip_shape strip_run::shape() const
{
    strip_shape out = problems_.front().plan->shape;
    for (running const & r : problems_)
        out.letters = std::max(out.letters, r.plan->shape.letters);
    return out;
}

std::vector<strip_task> strip_run::all_tasks() const
{
    std::vector<std::uint32_t> order(problems_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::stable_sort(order, std::greater{}, [this](std::uint32_t k) {
        strip_plan const & plan = *problems_[k].plan;
        return static_cast<double>(plan.rows.rows) + default_tuning.rows_behind * plan.columns.strips;
    });
    std::vector<strip_task> out;
    for (std::uint32_t const k : order)
        for (std::uint32_t s = 0; s < problems_[k].plan->columns.strips; ++s)
            out.push_back({k, s});
    return out;
}

matched_pair strip_run::pair_of(running const & r, chain_cell c)
{
    return r.plan->columns_are_a ? matched_pair{c.column, c.row} : matched_pair{c.row, c.column};
}

void strip_run::gather()
{
    for (running & r : problems_) {
        for_each_array(r.plan->rows, r.plan->columns, r.device,
                       [&](auto const & array) { r.arrays.push_back(arena_.add(array.host)); });
        if (r.plan->what == task::alignment) {
            auto const limits = [&](limits_view const & view, std::size_t n, std::size_t & lo, std::size_t & hi) {
                std::vector<std::uint32_t> values(view.is_uniform() || !view.is_elastic() ? 1 : n);
                for (std::size_t k = 0; k < values.size(); ++k)
                    values[k] = view.lo(k);
                lo = arena_.keep(std::move(values));
                values.resize(view.is_uniform() ? 1 : n);
                for (std::size_t k = 0; k < values.size(); ++k)
                    values[k] = view.hi(k);
                hi = arena_.keep(std::move(values));
            };
            limits(r.p->limits_a(), r.p->n(), r.a_lo, r.a_hi);
            limits(r.p->limits_b(), r.p->m(), r.b_lo, r.b_hi);
        }
    }
    // filled by allocate()
    device_problems_.resize(problems_.size());
    device_problems_at_ = arena_.add(device_problems_);
    best_tasks_.resize(problems_.size());
    best_tasks_at_ = arena_.add(best_tasks_);
    tasks_ = all_tasks();
    tasks_at_ = arena_.add(tasks_);
}

void strip_run::allocate()
{
    std::uint64_t total = rounded_bytes(arena_.size());
    auto const take = [&](std::uint64_t bytes) {
        std::uint64_t const at = total;
        total += rounded_bytes(bytes);
        return at;
    };
    std::uint64_t const halos_begin = total;
    work_.resize(problems_.size());
    for (std::size_t k = 0; k < problems_.size(); ++k) { // the halos, side by side, since they are cleared
        strip_plan const & plan = *problems_[k].plan;
        std::uint64_t const halo_row = 4 * std::uint64_t{plan.shape.halo_row_words()}, halo = plan.rows.rows * halo_row;
        traceback_plan const & chain = plan.chain;
        work_[k].halo = take(halo);
        work_[k].tile_halos = take(chain.in_tiles() ? std::uint64_t{chain.tiles} * chain.table_rows * halo_row : 0);
        work_[k].panel_halos =
            take(chain.panel_strips ? std::uint64_t{plan.columns.strips / chain.panel_strips} * halo : 0);
    }
    std::uint64_t const halos_end = total;
    std::size_t most_strips = tasks_.size(); // of a launch
    for (std::size_t k = 0; k < problems_.size(); ++k) {
        strip_plan const & plan = *problems_[k].plan;
        work_offsets & at = work_[k];
        std::uint64_t const columns = std::uint64_t{plan.columns.strips} * plan.shape.columns();
        at.column_slots = take(std::uint64_t{plan.columns.slots} * plan.rows.rows * plan.shape.value_bytes);
        at.best_values = take(4 * columns);
        at.best_rows = take(4 * columns);
        traceback_plan const & chain = plan.chain;
        std::uint64_t const row = std::uint64_t{plan.shape.columns()} * plan.shape.value_bytes; // of a strip
        at.table = take(std::uint64_t{chain.tiles} * chain.table_rows * chain.table_strips * row);
        at.checkpoint_rows =
            take(std::uint64_t{chain.checkpoints} * chain.rows_per_checkpoint * plan.columns.strips * row);
        at.chain = take(plan.what == task::alignment ? 8 * std::uint64_t{plan.rows.rows} : 0);
        if (chain.in_tiles())
            most_strips = std::max(most_strips, std::size_t{chain.tiles} * chain.table_strips);
    }
    std::uint64_t const signals_at = take(4 * (flags_at + most_strips)),
                        cells_at = take(problems_.size() * sizeof(table_cell));
    d_work_ = device_buffer<std::byte>{total, stream_};
    d_signals_ = {on_device<std::uint32_t>(signals_at), flags_at + most_strips};
    d_cells_ = {on_device<table_cell>(cells_at), problems_.size()};
    rmq::cuda::fill_bytes_async(d_work_.span().subspan(halos_begin, halos_end - halos_begin), 0, stream_);
    for (std::size_t k = 0; k < problems_.size(); ++k) {
        running & r = problems_[k];
        point(r, work_[k]);
        device_problems_[k] = r.device;
        best_tasks_[k] = {.values = r.device.best_values,
                          .rows = r.device.best_rows,
                          .columns = r.plan->columns.strips * r.plan->shape.columns(),
                          .columns_are_a = r.plan->columns_are_a,
                          .best = d_cells_.data() + k};
    }
    allocate_row_slots();
}

void strip_run::point(running & r, work_offsets const & at) const
{
    strip_problem & d = r.device;
    strip_plan const & plan = *r.plan;
    std::size_t k = 0;
    for_each_array(plan.rows, plan.columns, d, [&]<class T>(strip_array<T> const & array) {
        std::size_t const offset = r.arrays[k++];
        array.device = array.is_there ? on_device<T>(offset) : nullptr;
    });
    d.rows = d.rows_to_run = plan.rows.rows;
    d.column_slots = on_device<std::byte>(at.column_slots);
    d.halo = on_device<std::uint32_t>(at.halo);
    d.best_values = on_device<std::uint32_t>(at.best_values);
    d.best_rows = on_device<std::uint32_t>(at.best_rows);
    d.equal_columns = plan.equal_columns;
    traceback_plan const & chain = plan.chain;
    if (chain.table_strips && !chain.in_tiles())
        d.table = on_device<std::uint32_t>(at.table);
    d.table_row_words = std::size_t{chain.table_strips} * plan.shape.words * 32;
    if (chain.panel_strips) {
        d.panel_halos = on_device<std::uint32_t>(at.panel_halos);
        d.panel_strips = chain.panel_strips;
    }
    if (chain.row_interval) {
        d.checkpoint_rows = on_device<std::uint32_t>(at.checkpoint_rows);
        d.checkpoint_interval = chain.row_interval;
        d.rows_per_checkpoint = chain.rows_per_checkpoint;
        d.checkpoints = chain.checkpoints;
        d.checkpoint_row_words = std::size_t{plan.columns.strips} * plan.shape.words * 32;
    }
}

void strip_run::allocate_row_slots()
{
    std::uint64_t slots = 0, paid = 0;
    workers_ = 0;
    for (running const & r : problems_) {
        slots = std::max<std::uint64_t>(slots, r.plan->rows.slots);
        paid += r.plan->worker_bytes;
        workers_ += r.plan->workers;
    }
    worker_words_ = slots * shape().words * 32;
    workers_ = std::min(workers_, resident_workers(shape()));
    multiprocessors_ = static_cast<std::uint32_t>(rmq::cuda::device(options_.device_number).multiprocessors);
    if (slots) // as many workers as the sum of the plans paid for
        workers_ = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(paid / (worker_words_ * 4), 1, workers_));
    d_row_slots_ = device_buffer<std::uint32_t>{worker_words_ * workers_, stream_};
}

void strip_run::launch(strip_problem const * d_problems, device_span<strip_task const> d_tasks, bool alone,
                       float kernel_times::*timed)
{
    auto const strips = static_cast<std::uint32_t>(d_tasks.size());
    rmq::cuda::fill_bytes_async(d_signals_.subspan(0, flags_at + strips), 0, stream_);
    cleared_.record(stream_);
    strip_launch const what{.problems = d_problems,
                            .tasks = d_tasks.data(),
                            .strips = strips,
                            .ticket = d_signals_.data(),
                            .started = alone ? d_signals_.data() + started_at : nullptr,
                            .flags = d_signals_.data() + flags_at,
                            .first_tag = next_tag_,
                            .stop = d_signals_.data() + stop_at,
                            .row_slots = d_row_slots_.data(),
                            .row_slot_words = worker_words_};
    next_tag_ += strips;
    std::uint32_t const workers = alone ? even_workers(strips, workers_, multiprocessors_)
                                        : std::min(strips, workers_); // which do not wait for others
    in_time(timed, [&] { run_strips_async(shape(), what, workers, stream_); });
}

void strip_run::watch(std::size_t strips, bool count_cells)
{
    std::uint64_t cells = 0;
    for (running const & r : problems_)
        cells += std::uint64_t{r.p->n()} * r.p->m();
    watch_strips(options_.control, stream_, cleared_, d_signals_, strips, shape().columns(), count_cells ? cells : 0);
}

} // namespace vglcs::cuda
