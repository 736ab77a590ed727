// SPDX-License-Identifier: BSD-3-Clause
/// Strips of columns as a one-way pipeline over threads, over the whole table or a part of it.
#pragma once

#include "base/team.hpp"
#include "cpu/aligned_array.hpp"
#include "cpu/published_rows.hpp"
#include "cpu/strip/best_cell.hpp"
#include "cpu/strip/live_blocks.hpp"
#include "solve/pruning.hpp"

#include <vglcs/run_control.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace vglcs::cpu {

/// Rows [first_row, last_row) of the strips [first_strip, last_strip).
struct strip_region
{
    std::size_t first_row = 0, last_row = 0, first_strip = 0, last_strip = 0;
    [[nodiscard]] std::size_t rows() const noexcept { return last_row - first_row; }
    [[nodiscard]] std::size_t strips() const noexcept { return last_strip - first_strip; }
    /// Those of them that strip s takes part with.
    [[nodiscard]] index_range rows_of(strip_rows const & kept, std::size_t s) const noexcept
    {
        return common({first_row, last_row}, kept[s]);
    }
    /// Rows of the strips before each one, all of them last.
    [[nodiscard]] std::vector<std::size_t> places(strip_rows const & kept) const
    {
        std::vector<std::size_t> out(strips() + 1);
        for (std::size_t s = 0; s < strips(); ++s)
            out[s + 1] = out[s] + rows_of(kept, first_strip + s).size();
        return out;
    }
};

/// What crosses the left edge of a strip, for rows [first_row, ...): the halo of M and the values asked for by strips
/// further right. A run passes one such flow from strip to strip in place.
template <class Value>
struct strip_flow
{
    std::size_t first_row = 0, last_row = 0;
    aligned_array<Value> border; ///< [rows][halo]
    aligned_array<Value> left;   ///< [rows][left_slots], one element where there are no slots

    strip_flow() = default;
    /// Zero: the left edge of the table.
    template <class Plan>
    strip_flow(Plan const & plan, std::size_t first, std::size_t last)
        : first_row{first}, last_row{last}, border((last - first) * plan.halo(), Value{0}),
          left((last - first) * plan.left_slots() + 1, Value{0})
    {
    }
    /// Those of another one; rows that it does not have are zero.
    template <class Plan>
    strip_flow(Plan const & plan, strip_flow const & from, std::size_t first, std::size_t last)
        : strip_flow{plan, first, last}
    {
        if (auto const [begin, end] = common({first, last}, {from.first_row, from.last_row}); begin < end)
            copy_rows(plan, from, begin, end);
    }
    /// Rows [first, last) of `from`, which both have.
    template <class Plan>
    void copy_rows(Plan const & plan, strip_flow const & from, std::size_t first, std::size_t last)
    {
        auto const copy = [&](aligned_array<Value> const & source, aligned_array<Value> & target, std::size_t width) {
            std::copy_n(source.data() + (first - from.first_row) * width, (last - first) * width,
                        target.data() + (first - first_row) * width);
        };
        copy(from.border, border, plan.halo());
        copy(from.left, left, plan.left_slots());
    }
    [[nodiscard]] std::size_t bytes() const noexcept { return border.bytes() + left.bytes(); }
};

/// The slots of a strip between two rows; empty where they are all 0, or where the strip is done.
template <class Value>
using strip_state = aligned_array<Value>;

/// What a run keeps on its way. Threads write to it at different places only.
template <class Value>
struct strip_keep
{
    /// Ascending rows before which slots are kept: states[row][strip - first_strip].
    std::size_t first_strip = 0;
    std::vector<std::size_t> rows;
    std::vector<std::vector<strip_state<Value>>> states;
    /// Ascending strips whose left flow is kept: flows[index], made by the run.
    std::vector<std::size_t> strips;
    std::vector<strip_flow<Value>> flows;
    /// Largest V of each strip between two of `rows`: [rows + 1][strips]; not kept where empty.
    std::vector<std::vector<Value>> largest;
    /// V of every cell that the run computes: strip after strip, [rows][width] each; not kept where empty.
    aligned_array<Value> table;
    std::vector<std::size_t> places; ///< of the table: rows of the strips before each one
    /// Called when all rows of a strip whose right neighbour is in `strips` are done, by the thread that did them, with
    /// the index in `strips` and the best cell of the run's strips up to there; may be empty.
    std::function<void(std::size_t index, best_cell const & best)> flow_done;
    /// Where not null: blocks that cannot matter are left out, their values are 0.
    live_blocks * live = nullptr;
};

/// Thread t works on strips t, t + threads, ... of the region, all rows of one strip before the next, and a strip may
/// work on a chunk of rows once the strip on its left has published it. Nothing flows to the left; no barrier.
/// A Plan says how many rows and strips there are and what a strip needs: see strip_plan and scored_plan. Its
/// `memory<Value>` is what a thread works in, and makes the tile of each strip for run_rows().
template <class Plan, class Value>
class strip_pipeline
{
public:
    /// @param maxima  [rows][strips] largest M of each strip, shared by all runs; empty where no strip asks
    /// @param counts  its cells are part of the progress that `control` shows
    strip_pipeline(Plan const & plan, aligned_array<Value> & maxima, int threads, run_control * control,
                   bool counts = true)
        : plan_{plan}, maxima_{maxima}, threads_{threads}, control_{control}, counts_{counts}
    {
    }

    /// Runs the region; `start` holds the slots before its first row (empty: row 0), `flow` its left edge, which is
    /// its right edge afterwards. Returns the best cell of the region. Throws `interrupted`, std::bad_alloc.
    best_cell run(strip_region const & region, std::span<strip_state<Value> const> start, strip_flow<Value> & flow,
                  strip_keep<Value> & keep)
    {
        region_ = region;
        start_ = start;
        flow_ = &flow;
        keep_ = &keep;
        done_ = std::vector<published_rows>(region.strips());
        for (published_rows & done : done_)
            done.publish(region.first_row);
        std::size_t const useful =
            std::min(region.strips(), 1 + region.rows() * region.strips() * plan_.width() / plan_.sizes.thread_cells);
        auto const team_size = std::clamp<std::size_t>(useful, 1, static_cast<std::size_t>(threads_));
        best_ = std::vector<best_cell>(region.strips());
        detail::run_team(
            team_size, [&](std::size_t t) { work_on(t, team_size); }, [&] { abandoned_.store(true); });
        if (control_)
            control_->throw_if_stopped();
        return best_of(region.strips());
    }

    /// Cells of the rows that strips take part with, but were not computed, over all runs.
    [[nodiscard]] std::uint64_t cells_left_out() const noexcept { return left_out_; }

private:
    /// Best cell of the region's first `strips` strips, all of them done.
    [[nodiscard]] best_cell best_of(std::size_t strips) const
    {
        best_cell all;
        for (std::size_t s = 0; s < strips; ++s)
            if (all.loses_to(best_[s]))
                all = best_[s];
        return all;
    }

    void work_on(std::size_t thread, std::size_t team_size)
    {
        typename Plan::template memory<Value> memory{plan_};
        best_cell best;
        for (std::size_t s = region_.first_strip + thread; s < region_.last_strip; s += team_size) {
            std::size_t const number = s - region_.first_strip;
            index_range const rows = region_.rows_of(plan_.kept, s);
            memory.slots.fill(0);
            if (!start_.empty() && start_[number].size() != 0 && rows.first == region_.first_row)
                std::copy_n(start_[number].data(), memory.slots.size(), memory.slots.data());
            auto tile = memory.tile(s, region_.first_row, *flow_, maxima_, best);
            if (keep_->live)
                tile.expect(keep_->live->bound());
            if (keep_->table.size() != 0) {
                tile.table = keep_->table.data() + keep_->places[number] * plan_.width();
                tile.table_row = rows.first;
            }
            if (!work_on(tile, memory.slots, s, rows))
                return;
            if (best.loses_to(tile.best))
                best = tile.best;
            if (std::size_t const index = index_in(keep_->strips, s + 1);
                keep_->flow_done && index < keep_->strips.size())
                keep_->flow_done(index, best_of(number + 1));
        }
    }

    /// All rows of one strip; false where the run is being stopped.
    template <class Tile>
    bool work_on(Tile & tile, aligned_array<Value> & slots, std::size_t s, index_range const & rows)
    {
        std::size_t const number = s - region_.first_strip;
        auto const state_at = [&](auto row) -> strip_state<Value> & {
            return keep_->states[static_cast<std::size_t>(row - keep_->rows.begin())][s - keep_->first_strip];
        };
        auto next_kept = keep_->rows.begin();
        for (; next_kept != keep_->rows.end() && *next_kept <= rows.first; ++next_kept)
            state_at(next_kept) = {};
        std::size_t const kept_flow = index_in(keep_->strips, s + 1);
        if (kept_flow < keep_->strips.size())
            keep_->flows[kept_flow] = strip_flow<Value>(plan_, rows.first, rows.last);
        bool slots_are_old = false; // after rows that were left out
        Value largest = 0;
        for (std::size_t i = rows.first; i < rows.last;) {
            if (next_kept != keep_->rows.end() && *next_kept == i) {
                largest = 0;
                if (slots_are_old)
                    state_at(next_kept) = {};
                else
                    keep_state(slots, state_at(next_kept));
                ++next_kept;
            }
            std::size_t end = std::min(rows.last, keep_->live ? keep_->live->end_of_block(i) : i + plan_.sizes.chunk);
            if (next_kept != keep_->rows.end())
                end = std::min(end, *next_kept);
            if (stopping() || (number > 0 && !done_[number - 1].wait_for(end, [&] { return stopping(); })))
                return false;
            if (!keep_->live || keep_->live->may_matter(s, i)) {
                if (std::exchange(slots_are_old, false))
                    slots.fill(0);
                tile.largest = 0;
                run_rows(tile, i, end);
                largest = std::max(largest, tile.largest);
                if (keep_->live)
                    keep_->live->note(s, i, tile.largest);
                if (kept_flow < keep_->strips.size())
                    keep_->flows[kept_flow].copy_rows(plan_, *flow_, i, end);
            } else {
                slots_are_old = true;
                leave_out(tile, s, i, end);
                left_out_ += (end - i) * tile.strip->width;
            }
            if (!keep_->largest.empty())
                keep_->largest[static_cast<std::size_t>(next_kept - keep_->rows.begin())][s] = largest;
            best_[number] = tile.best; // before the last chunk is published: who sees it sees the strip's best
            done_[number].publish(end);
            if (control_ && counts_)
                control_->add_cells((end - i) * tile.strip->width);
            i = end;
        }
        for (; next_kept != keep_->rows.end(); ++next_kept)
            state_at(next_kept) = {};
        done_[number].publish(region_.last_row);
        return true;
    }

    static void keep_state(aligned_array<Value> const & slots, strip_state<Value> & state)
    {
        if (state.size() != slots.size())
            state = strip_state<Value>(slots.size());
        std::copy_n(slots.data(), slots.size(), state.data());
    }

    /// The strip has nothing in these rows, and passes nothing on: nobody further right looks at what came from the
    /// left, or these rows would be reached.
    template <class Tile>
    void leave_out(Tile & tile, std::size_t s, std::size_t first, std::size_t last)
    {
        auto const clear = [&](aligned_array<Value> & rows, std::size_t width) {
            std::fill_n(rows.data() + (first - flow_->first_row) * width, (last - first) * width, Value{0});
        };
        clear(flow_->border, plan_.halo());
        clear(flow_->left, plan_.left_slots());
        for (std::size_t i = first; i < last && maxima_.size() != 0; ++i)
            maxima_.data()[i * plan_.strip_count() + s] = 0;
        if (tile.table)
            std::fill_n(tile.table + (first - tile.table_row) * plan_.width(), (last - first) * plan_.width(),
                        Value{0});
    }

    static std::size_t index_in(std::vector<std::size_t> const & sorted, std::size_t x)
    {
        auto const at = std::ranges::lower_bound(sorted, x);
        return at != sorted.end() && *at == x ? static_cast<std::size_t>(at - sorted.begin()) : sorted.size();
    }

    [[nodiscard]] bool stopping() const
    {
        return abandoned_.load(std::memory_order_relaxed) || (control_ && control_->stopped());
    }

    Plan const & plan_;
    aligned_array<Value> & maxima_;
    int threads_;
    run_control * control_;
    bool counts_;
    strip_region region_;
    std::span<strip_state<Value> const> start_;
    strip_flow<Value> * flow_ = nullptr;
    strip_keep<Value> * keep_ = nullptr;
    std::vector<published_rows> done_;
    std::vector<best_cell> best_; ///< of each strip; where nothing in it counts, less than that of a strip on its left
    std::atomic<bool> abandoned_{false};
    std::atomic<std::uint64_t> left_out_{0};
};

} // namespace vglcs::cpu
