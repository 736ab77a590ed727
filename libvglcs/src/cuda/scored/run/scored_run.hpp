// SPDX-License-Identifier: BSD-3-Clause
/// Problems with costs of one shape on the CUDA strips, side by side in the same launches: from their plans to their
/// answers.
#pragma once

#include "cuda/scored/plan/scored_plan.hpp"
#include "cuda/strip/run/buffers.hpp"
#include "cuda/strip/run/solve_strips.hpp"

#include <rmq/cuda/device_buffer.hpp>
#include <rmq/cuda/stream.hpp>
#include <vglcs/engine.hpp>

#include <cstddef>
#include <deque>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace vglcs::cuda::scored {

/// One problem under way: its plan, and where its arrays lie.
struct running
{
    problem const * p = nullptr;
    std::shared_ptr<scored_plan const> plan;
    std::size_t place = 0; ///< in the caller's order
    scored_problem device{};
    std::vector<std::size_t> arrays; ///< offsets in the arena, in the order of for_each_array
};

class scored_run
{
    template <class T>
    using device_buffer = rmq::cuda::device_buffer<T>;
    template <class T>
    using device_span = rmq::cuda::device_span<T>;

public:
    scored_run(std::vector<running> problems, options const & o, kernel_times * times)
        : problems_{std::move(problems)}, options_{o}, times_{times}
    {
    }

    /// Answers in the caller's order.
    void solve(std::span<result> out);

private:
    [[nodiscard]] scored_shape shape() const;
    /// Strips of all problems, those first that take longest alone.
    [[nodiscard]] std::vector<strip_task> all_tasks() const;
    /// What the arena sends.
    void gather();
    /// Where what a problem computes lies in the buffer of all.
    struct work_offsets
    {
        std::uint64_t halo = 0, saved = 0, values = 0, rows = 0, table = 0, row_checkpoints = 0, chain = 0;
    };
    /// One buffer for all arrays, behind the arena, and what the kernels are told of it.
    void allocate();
    [[nodiscard]] std::vector<work_offsets> reserve(std::uint64_t & total);
    void point(std::size_t k, work_offsets const & at);
    void allocate_row_memory();
    template <class T>
    [[nodiscard]] T const * on_device(std::size_t offset) const
    {
        return reinterpret_cast<T const *>(d_work_.data() + offset);
    }
    template <class T>
    [[nodiscard]] T * in_work(std::uint64_t offset)
    {
        return reinterpret_cast<T *>(d_work_.data() + offset);
    }
    /// Enqueues strips.
    /// @param alone   all tasks are of one problem
    /// @param keeps   rows or halos are kept or given
    /// @param timed   what the kernel's milliseconds count as
    void launch(scored_problem const * d_problems, device_span<strip_task const> d_tasks, bool alone, bool keeps,
                float kernel_times::*timed);
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
    /// See watch_strips().
    void watch(std::size_t strips, bool count_cells);
    [[nodiscard]] static matched_pair pair_of(running const & r, std::uint32_t row, std::uint32_t column);

    /// The traceback of problem k through a table that was kept: that of the problem, or of a tile of it.
    [[nodiscard]] traceback_task traceback_of(std::size_t k, scored_problem const & d) const;
    /// Traces back from the cells on the device; cells become where it stopped.
    /// @param in_turn   tasks that one traceback goes through, one after the other
    void trace(std::span<traceback_task> tasks, std::uint32_t in_turn);
    void trace_tables();
    /// Runs tiles of the only problem's table again with their tables kept, and traces back through them, until the
    /// chain has begun.
    void trace_tiles();
    void chains(std::span<result> out);

    std::vector<running> problems_;
    options const & options_;
    kernel_times * times_;
    rmq::cuda::stream stream_; // before the buffers, which are given back on it
    arena arena_;
    std::vector<scored_problem> device_problems_;
    std::vector<strip_task> tasks_;
    std::vector<best_cell_task> best_tasks_;
    std::size_t device_problems_at_ = 0, tasks_at_ = 0, best_tasks_at_ = 0;
    device_buffer<std::byte> d_work_;
    device_buffer<std::uint32_t> d_row_memory_;
    std::size_t row_memory_words_ = 0; ///< of a worker
    std::uint32_t workers_ = 0;
    device_span<std::uint32_t> d_signals_;
    rmq::cuda::event cleared_;
    device_span<table_cell> d_cells_;     ///< best cells, then where the tracebacks are
    device_span<std::uint32_t> d_counts_; ///< cells that tracebacks have passed
    std::vector<std::uint64_t> chain_places_;
    std::pair<std::uint64_t, std::uint64_t> d_halos_, d_chains_; ///< where those of all problems lie
    std::uint64_t tile_halo_ = 0, tile_table_ = 0;               ///< places of a problem in tiles
    std::vector<table_cell> cells_;
    refilled_buffer<scored_problem> d_tiles_;
    refilled_buffer<strip_task> d_tile_tasks_;
    refilled_buffer<traceback_task> d_tracebacks_;
    std::uint32_t next_tag_ = 1;
    struct timed_work
    {
        float kernel_times::*what;
        rmq::cuda::event start, stop;
        explicit timed_work(float kernel_times::*w) : what{w} {}
    };
    std::deque<timed_work> timed_;
};

} // namespace vglcs::cuda::scored
