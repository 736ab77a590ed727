// SPDX-License-Identifier: BSD-3-Clause
/// Problems of one shape on the CUDA strips, side by side in the same launches: from their plans to their answers.
/// strip_run.cpp has what a length takes, strip_traceback.cpp what a chain takes beside it.
#pragma once

#include "cuda/strip/plan/strip_plan.hpp"
#include "cuda/strip/run/buffers.hpp"
#include "cuda/strip/run/launch.hpp"
#include "cuda/strip/run/solve_strips.hpp"
#include "cuda/trace/traceback_launch.hpp"

#include <rmq/cuda/device_buffer.hpp>
#include <rmq/cuda/stream.hpp>
#include <vglcs/engine.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace vglcs::cuda {

/// One problem under way: its plan, and where its arrays lie.
struct running
{
    problem const * p = nullptr;
    std::shared_ptr<strip_plan const> plan;
    strip_problem device;
    std::size_t index = 0; ///< in the caller's order
    // offsets in the arena
    std::vector<std::size_t> arrays;    ///< in the order of for_each_array
    std::size_t a_lo, a_hi, b_lo, b_hi; ///< limits, where there is a chain to find
};

/// Offsets of a problem's working memory in the run's buffer; those of what the plan has none of are 0 bytes long.
struct work_offsets
{
    std::uint64_t halo, tile_halos, panel_halos; // cleared before the first launch
    std::uint64_t column_slots, best_values, best_rows, table, checkpoint_rows, chain;
};

/// Problems of one shape that share launches.
class strip_run
{
    template <class T>
    using device_buffer = rmq::cuda::device_buffer<T>;
    template <class T>
    using device_span = rmq::cuda::device_span<T>;

public:
    strip_run(std::vector<running> problems, options const & o, kernel_times * times)
        : problems_{std::move(problems)}, options_{o}, times_{times}
    {
    }

    /// Answers in the caller's order.
    void solve(std::span<result> out);

private:
    // strip_run.cpp
    /// The shape of all, with room for whoever needs most.
    strip_shape shape() const;
    /// Strips of all problems. Those that take longest alone are started first: the others fill the card beside them,
    /// where else the last ones would run on it alone.
    std::vector<strip_task> all_tasks() const;
    static matched_pair pair_of(running const & r, chain_cell c);
    void gather();
    /// What lies at an offset of the run's buffer.
    template <class T>
    T * on_device(std::uint64_t offset) const
    {
        return reinterpret_cast<T *>(d_work_.data() + offset);
    }
    /// Lays out the working memory of all in one buffer, behind the arena, takes it, and clears what has to be.
    void allocate();
    /// Sets the pointers of a problem that the kernels see, to arena and working memory.
    void point(running & r, work_offsets const & at) const;
    /// How many workers there are, and the memory of their row slots.
    void allocate_row_slots();
    /// Enqueues strips.
    /// @param d_problems   what the tasks name
    /// @param alone        all tasks are of one problem
    /// @param timed        what the kernel's milliseconds count as
    void launch(strip_problem const * d_problems, device_span<strip_task const> d_tasks, bool alone,
                float kernel_times::*timed);
    /// Where somebody controls the run: until the stream is idle, passes a stop on to the strips that were launched,
    /// and the rows done to whoever watches. Returns at once where nobody does.
    /// @param count_cells  the strips are those of this run's problems, whole
    void watch(std::size_t strips, bool count_cells);
    /// Enqueues work whose time is counted.
    template <class Work>
    void in_time(float kernel_times::*what, Work const & work)
    {
        if (!times_)
            return work();
        timed_work & t = timed_.emplace_back(what);
        t.start.record(stream_);
        work();
        t.stop.record(stream_);
    }

    // strip_traceback.cpp
    device_limits limits_on_device(limits_view const & view, std::size_t lo, std::size_t hi) const;
    /// The traceback of problem k through a table that was kept: that of the problem, or of a tile of it.
    traceback_task traceback_of(std::size_t k, strip_problem const & d, std::uint32_t rows, std::uint32_t strips) const;
    /// Columns a row that a chain is expected to take: straight to the table's start where that is not too steep.
    static double expected_slope(table_cell at);
    /// Gives the traceback of one problem its speculative tracebacks, where it is long. Returns the most bands of a
    /// task, 0 without.
    std::uint32_t prepare_speculative(std::span<traceback_task> tasks, double slope);
    /// Traces every problem back through its table, or one problem through its tiles in turn, from the cells on the
    /// device; `cells` become those where the tracebacks stopped.
    void traceback(std::span<traceback_task> tasks, std::vector<table_cell> & cells, double slope);
    /// Traces all problems back through their whole tables.
    void traceback_in_tables(std::vector<table_cell> cells);
    /// Runs tiles of the only problem's table with their tables kept, and traces back through them, to the chain's
    /// start.
    void traceback_in_tiles(std::vector<table_cell> cells);
    void traceback_tiles_ahead(std::vector<table_cell> & cells, double slope);
    void chains(std::vector<table_cell> const & cells, std::span<result> out);

    std::vector<running> problems_;
    options const & options_;
    kernel_times * times_;
    rmq::cuda::stream stream_; // before the buffers, which are given back on it
    // what the arena sends of the whole run, beside the plans
    arena arena_;
    std::vector<strip_problem> device_problems_;
    std::vector<strip_task> tasks_;
    std::vector<best_cell_task> best_tasks_;
    std::size_t device_problems_at_ = 0, tasks_at_ = 0, best_tasks_at_ = 0;
    device_buffer<std::byte> d_work_;
    device_buffer<std::uint32_t> d_row_slots_;
    device_span<std::uint32_t> d_signals_; ///< of the launch under way: see strip_run.cpp; in d_work_
    rmq::cuda::event cleared_;             ///< they are
    device_span<table_cell> d_cells_;      ///< best cells, then where the tracebacks are; in d_work_
    // of tiles
    refilled_buffer<strip_problem> d_problems_;
    refilled_buffer<strip_task> d_tasks_;
    refilled_buffer<std::uint32_t> d_speculative_;
    refilled_buffer<traceback_task> d_tracebacks_;
    struct timed_work
    {
        explicit timed_work(float kernel_times::*counts_as) : what{counts_as} {}
        float kernel_times::*what;
        rmq::cuda::event start, stop;
    };
    std::deque<timed_work> timed_;
    std::vector<work_offsets> work_; ///< of each problem
    std::uint32_t workers_ = 0;
    std::uint64_t worker_words_ = 0;
    std::uint32_t multiprocessors_ = 1;
    std::uint32_t next_tag_ = 1; ///< of the coming launch's first strip
};

} // namespace vglcs::cuda
