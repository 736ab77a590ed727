// SPDX-License-Identifier: BSD-3-Clause
/// A whole run of strips: forward with what is kept on the way, on disk too, and back along the chain.
#pragma once

#include "cpu/strip/job.hpp"
#include "cpu/strip/pipeline.hpp"
#include "cpu/strip/tiles.hpp"
#include "solve/checkpoints.hpp"

#include <vglcs/result.hpp>
#include <vglcs/run_control.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vglcs::cpu {

/// A run of all strips, forward and then back along the chain. The Plan says what its best cell and its chain are:
/// `answer(value)` and `trace(result &, tiles, control)`.
template <class Plan, class Value>
class strip_run
{
public:
    strip_run(Plan const & plan, int threads, run_control * control)
        : plan_{plan}, threads_{threads}, control_{control}, n_{plan.row_count()}, strips_{plan.strip_count()},
          maxima_(plan.asks_for_maxima() ? n_ * strips_ : 0)
    {
        if (!plan.kept.is_all()) // of strips that leave rows out
            maxima_.fill(0);
    }

    result solve(strip_job const & job)
    {
        prepare(job);
        result r = forward(job);
        if (r.last && job.task == task::alignment && std::max(r.length, r.score) >= job.least) {
            strip_tiles<Plan, Value> tiles(plan_, job.grid, keep_, maxima_, threads_, control_, job.counts);
            plan_.trace(r, tiles, control_);
        }
        return r;
    }

private:
    /// Places where the forward run keeps its state.
    void prepare(strip_job const & job)
    {
        strip_grid const & grid = job.grid;
        strip_blocks const blocks = grid.levels.front();
        tile_size const tile = grid.tile(0, n_, strips_);
        bool const chain = job.task == task::alignment;
        if (chain && grid.keep_table) {
            keep_.places = strip_region{0, n_, 0, strips_}.places(plan_.kept);
            keep_.table = aligned_array<Value>(keep_.places.back() * plan_.width());
            return;
        }
        for (std::size_t row = tile.rows; row < n_ && blocks.rows > 1 && chain; row += tile.rows) {
            keep_.rows.push_back(row);
            keep_.states.emplace_back(strips_);
        }
        if (chain)
            keep_.largest.assign(keep_.rows.size() + 1, std::vector<Value>(strips_));
        for (std::size_t s = tile.strips; s < strips_ && blocks.columns > 1; s += tile.strips)
            keep_.strips.push_back(s);
        keep_.flows.resize(keep_.strips.size());
    }

    result forward(strip_job const & job)
    {
        strip_flow<Value> flow(plan_, 0, n_);
        std::optional<checkpoint_folder> folder;
        best_cell before;
        std::size_t first_strip = 0;
        if (!job.checkpoint.empty()) {
            folder.emplace(job.checkpoint, plan_.p, "strip",
                           fmt::format("{} bytes, strips of {}, {} rows of tiles, {} columns, {} cells, bound {}",
                                       sizeof(Value), plan_.width(), keep_.rows.size() + 1, keep_.strips.size() + 1,
                                       plan_.kept.cells(), plan_.certificate ? plan_.certificate->bound : 0));
            first_strip = resume(*folder, job.task == task::alignment, flow, before);
            keep_.flow_done = [&](std::size_t index, best_cell const & best) {
                write(*folder, index, before.loses_to(best) ? best : before);
                if (job.task == task::length)
                    keep_.flows[index] = {};
            };
        }
        strip_pipeline<Plan, Value> pipeline(plan_, maxima_, threads_, control_, job.counts);
        std::optional<live_blocks> live;
        std::uint64_t least = 0; // of the values that tell
        if (plan_.certificate) {
            std::uint64_t const match = plan_.match(), earned = plan_.p.scoring().match / match;
            least = (plan_.certificate->bound + earned - 1) / earned;
            live.emplace(plan_.kept, look_back{plan_.down()}, look_back{plan_.across()}, plan_.sizes.chunk, match,
                         least, first_strip);
            keep_.live = &*live;
        }
        best_cell best = pipeline.run({0, n_, first_strip, job.strips != 0 ? job.strips : strips_}, {}, flow, keep_);
        keep_.flow_done = {};
        keep_.live = nullptr;
        if (best.loses_to(before))
            best = before;
        if (best.value < least) // no chain has what is asked for
            best = {};
        result r = plan_.answer(best.value);
        r.engine = "strip";
        if (r.pruned = plan_.certificate; r.pruned) {
            r.pruned->cells -= pipeline.cells_left_out();
            r.pruned->cells_skipped += pipeline.cells_left_out();
        }
        if (best.value != 0)
            r.last = matched_pair{best.i, best.j};
        return r;
    }

    // ---- on disk: a part for each kept flow, with what the strips left of it and right of the one before made ----

    [[nodiscard]] static std::string part(std::size_t index) { return fmt::format("strip-{:04}", index); }
    [[nodiscard]] std::size_t part_begin(std::size_t index) const { return index == 0 ? 0 : keep_.strips[index - 1]; }

    /// Slots are kept before the rows keep_.rows[k] of strip s.
    [[nodiscard]] bool has_state(std::size_t k, std::size_t s) const
    {
        return keep_.rows[k] > plan_.kept[s].first && keep_.rows[k] < plan_.kept[s].last;
    }
    /// As the run keeps it: of the rows of the strip on the left.
    [[nodiscard]] strip_flow<Value> flow_left_of(std::size_t index, strip_flow<Value> const & flow) const
    {
        index_range const rows = plan_.kept[keep_.strips[index] - 1];
        return {plan_, flow, rows.first, rows.last};
    }

    void write(checkpoint_folder const & folder, std::size_t index, best_cell const & best) const
    {
        strip_flow<Value> const & flow = keep_.flows[index];
        std::size_t const strips = keep_.strips[index] - part_begin(index);
        strip_state<Value> nothing(plan_.slot_elements(), Value{0});
        byte_writer out{sizeof best + flow.bytes() +
                        strips * (keep_.states.size() * plan_.state_bytes() +
                                  (keep_.largest.size() + (maxima_.size() != 0 ? n_ : 0)) * sizeof(Value))};
        out.put(best);
        out.put(flow.border.span());
        out.put(flow.left.span());
        for (std::size_t s = part_begin(index); s < keep_.strips[index]; ++s) {
            for (std::size_t k = 0; k < keep_.rows.size(); ++k)
                if (has_state(k, s)) // one that is empty is 0
                    out.put(keep_.states[k][s].size() != 0 ? keep_.states[k][s].span() : nothing.span());
            for (auto const & largest : keep_.largest)
                out.put(largest[s]);
            for (std::size_t i = 0; i < n_ && maxima_.size() != 0; ++i)
                out.put(maxima_.data()[i * strips_ + s]);
        }
        folder.write(part(index), out.bytes());
    }

    /// Takes up the longest unbroken run of parts; returns the first strip that is still to be done.
    std::size_t resume(checkpoint_folder const & folder, bool chain, strip_flow<Value> & flow, best_cell & best)
    {
        std::size_t first_strip = 0;
        for (std::size_t index = 0; index < keep_.strips.size(); ++index) {
            auto const content = folder.read(part(index));
            if (!content || !take(*content, index, flow, best))
                break;
            first_strip = keep_.strips[index];
            if (chain)
                keep_.flows[index] = flow_left_of(index, flow);
        }
        if (control_)
            for (std::size_t s = 0; s < first_strip; ++s)
                control_->add_cells(plan_.kept[s].size() * plan_.width());
        return first_strip;
    }

    bool take(std::span<std::byte const> content, std::size_t index, strip_flow<Value> & flow, best_cell & best)
    {
        byte_reader in{content};
        strip_flow<Value> part = flow_left_of(index, flow);
        bool good = in.get(best) && in.get(part.border.span()) && in.get(part.left.span());
        flow.copy_rows(plan_, part, part.first_row, part.last_row);
        for (std::size_t s = part_begin(index); s < keep_.strips[index]; ++s) {
            for (std::size_t k = 0; k < keep_.rows.size(); ++k)
                if (has_state(k, s)) {
                    keep_.states[k][s] = strip_state<Value>(plan_.slot_elements());
                    good = good && in.get(keep_.states[k][s].span());
                }
            for (auto & largest : keep_.largest)
                good = good && in.get(largest[s]);
            for (std::size_t i = 0; i < n_ && maxima_.size() != 0; ++i)
                good = good && in.get(maxima_.data()[i * strips_ + s]);
        }
        return good;
    }

    Plan const & plan_;
    int threads_;
    run_control * control_;
    std::size_t n_, strips_;
    aligned_array<Value> maxima_;
    strip_keep<Value> keep_;
};

} // namespace vglcs::cpu
