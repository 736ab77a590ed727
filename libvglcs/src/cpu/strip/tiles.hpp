// SPDX-License-Identifier: BSD-3-Clause
/// Rows of the table for the traceback: tiles computed again from checkpoints of strips.
#pragma once

#include "cpu/strip/grid.hpp"
#include "cpu/strip/pipeline.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace vglcs::cpu {

/// A tree of tiles: the forward run's checkpoints at its root, below each tile those of its parts that the walk is in.
/// A window that is no wider than a tile touches two of a level at most, and no more are held, so that memory stays
/// within grid_bytes().
template <class Plan, class Value>
class strip_tiles
{
public:
    /// @param kept  checkpoints of the whole run, or its table
    strip_tiles(Plan const & plan, strip_grid const & grid, strip_keep<Value> const & kept,
                aligned_array<Value> & maxima, int threads, run_control * control, bool counts = true)
        : plan_{plan}, grid_{grid}, kept_{kept}, pipeline_{plan, maxima, threads, control, counts},
          rows_{plan.row_count()}, width_{plan.width()}, strips_{plan.strip_count()}, spare_(grid.levels.size())
    {
        for (std::size_t level = 0; level < grid.levels.size(); ++level)
            sizes_.push_back(grid.tile(level, rows_, strips_));
        most_rows_ = rows_of_tile(plan_.shape(), sizes_.back());
        root_.kept = &kept_;
        root_.region = {0, rows_, 0, strips_};
        last_row_ = rows_;
        last_strip_ = strips_;
    }

    /// From now on the walk looks at no row below `row` and no strip right of `strip`; neither ever rises.
    void stay_within(std::size_t row, std::size_t strip)
    {
        last_row_ = row;
        if (strip < last_strip_) {
            last_strip_ = strip;
            forget_right_of_walk(root_, 0);
        }
    }

    /// False where row i is not computed in the strip, or the forward run saw no such value among the strip's rows of
    /// this block: the tile need not come back.
    [[nodiscard]] bool may_hold(std::size_t i, std::size_t s, Value value) const
    {
        return plan_.kept[s].contains(i) && (grid_.keep_table || kept_.largest[i / sizes_[0].rows][s] >= value);
    }

    /// Row i of strip s, one of those computed, within the bounds that the walk stays in; where tiles have all rows,
    /// those above it stand `width` elements apart before it. Valid until the next call.
    [[nodiscard]] Value const * values(std::size_t i, std::size_t s)
    {
        if (grid_.keep_table)
            return kept_.table.data() + (kept_.places[s] + i - plan_.kept[s].first) * width_;
        tile * t = &root_;
        for (std::size_t level = 0; level < sizes_.size(); ++level)
            t = &part_of(*t, level, i, s);
        index_range const rows = t->region.rows_of(plan_.kept, s);
        return t->own.table.data() + (t->own.places[s - t->region.first_strip] + i - rows.first) * width_;
    }

    [[nodiscard]] std::size_t width() const noexcept { return width_; }
    /// Rows of strip s that are computed.
    [[nodiscard]] index_range rows_of(std::size_t s) const noexcept { return plan_.kept[s]; }

private:
    struct tile
    {
        std::size_t row_block = 0;
        strip_region region; ///< what has been computed: the tile up to where the walk came into it
        strip_keep<Value> own;
        strip_keep<Value> const * kept = nullptr;  ///< for its parts: `own`, or the forward run's
        std::span<strip_state<Value> const> start; ///< slots before its first row; empty: row 0
        strip_flow<Value> const * left = nullptr;  ///< its left edge; null: that of the table
        std::map<std::size_t, tile> parts;         ///< by number of the block of strips
    };

    /// The tile of that level that holds row i of strip s.
    [[nodiscard]] tile & part_of(tile & whole, std::size_t level, std::size_t i, std::size_t s)
    {
        std::size_t const number = (s - whole.region.first_strip) / sizes_[level].strips;
        std::size_t const row_block = (i - whole.region.first_row) / sizes_[level].rows;
        // memory is for two tiles: the one further away from this one makes room
        auto & parts = whole.parts;
        if (parts.size() == 2 && !parts.contains(number))
            give_up(parts, number > parts.begin()->first ? parts.begin() : std::prev(parts.end()), level);
        auto const [at, fresh] = parts.try_emplace(number);
        tile & t = at->second;
        if (fresh)
            t.own = std::exchange(spare_[level], {});
        if (fresh || t.row_block != row_block) {
            give_up_all(t.parts, level + 1);
            t.row_block = row_block;
            load(whole, t, level, number);
        }
        return t;
    }

    /// Its memory goes to the next tile of the level: asked of the system again and again, page by page, it took an
    /// eighth of a run.
    void give_up(std::map<std::size_t, tile> & parts, typename std::map<std::size_t, tile>::iterator t,
                 std::size_t level)
    {
        give_up_all(t->second.parts, level + 1);
        spare_[level] = std::move(t->second.own);
        spare_[level].flows.clear();
        parts.erase(t);
    }
    void give_up_all(std::map<std::size_t, tile> & parts, std::size_t level)
    {
        while (!parts.empty())
            give_up(parts, std::prev(parts.end()), level);
    }

    /// The walk looks at no strip right of last_strip_ any more.
    void forget_right_of_walk(tile & whole, std::size_t level)
    {
        auto & parts = whole.parts;
        while (!parts.empty() &&
               whole.region.first_strip + std::prev(parts.end())->first * sizes_[level].strips > last_strip_)
            give_up(parts, std::prev(parts.end()), level);
        for (auto & [number, t] : parts)
            forget_right_of_walk(t, level + 1);
    }

    /// Computes a part of `whole`, block of strips `number`: rows and strips up to the walk.
    void load(tile & whole, tile & t, std::size_t level, std::size_t number)
    {
        tile_size const size = sizes_[level];
        std::size_t const first_row = whole.region.first_row + t.row_block * size.rows;
        std::size_t const first_strip = whole.region.first_strip + number * size.strips;
        std::size_t const last_strip =
            std::min({first_strip + size.strips, whole.region.last_strip, last_strip_ + 1}) - 1;
        std::size_t const rows_end = std::min({first_row + size.rows, whole.region.last_row, last_row_ + 1});
        t.region = {first_row, rows_end, first_strip, last_strip + 1};
        t.start =
            t.row_block > 0 ? std::span<strip_state<Value> const>{whole.kept->states[t.row_block - 1]} : whole.start;
        if (!t.start.empty())
            t.start = t.start.subspan(number * size.strips);
        t.left = number > 0 ? &whole.kept->flows[number - 1] : whole.left;
        t.kept = &t.own;
        t.own.first_strip = first_strip;
        t.own.flows.clear(); // before others are made
        strip_flow<Value> flow = t.left ? strip_flow<Value>(plan_, *t.left, first_row, rows_end)
                                        : strip_flow<Value>(plan_, first_row, rows_end);
        if (level + 1 == sizes_.size()) {
            t.own.rows.clear();
            t.own.strips.clear();
            t.own.places = t.region.places(plan_.kept);
            if (t.own.table.size() < t.own.places.back() * width_)
                t.own.table = aligned_array<Value>(most_rows_ * width_);
            run(t, t.region, flow);
        } else {
            keep_for_parts(t, sizes_[level + 1], flow);
        }
    }

    /// Computes the tile without its values, keeping what its parts start from: on the left of the part that the walk
    /// is in the rows up to the walk, in that part's strips the rows above it.
    void keep_for_parts(tile & t, tile_size const & part, strip_flow<Value> & flow)
    {
        std::size_t const row_block = (t.region.rows() - 1) / part.rows;
        std::size_t const number = (t.region.strips() - 1) / part.strips;
        t.own.rows.clear();
        t.own.states.resize(std::max(t.own.states.size(), row_block));
        for (std::size_t k = 1; k <= row_block; ++k) {
            t.own.rows.push_back(t.region.first_row + k * part.rows);
            auto & states = t.own.states[k - 1];
            states.resize(std::max(states.size(), t.region.strips()));
        }
        t.own.strips.clear();
        for (std::size_t k = 1; k <= number; ++k)
            t.own.strips.push_back(t.region.first_strip + k * part.strips);
        t.own.flows.resize(number);
        strip_region left = t.region, above = t.region;
        left.last_strip = above.first_strip = t.region.first_strip + number * part.strips;
        above.last_row = t.region.first_row + row_block * part.rows + 1; // slots are kept when the run gets there
        if (number > 0)
            run(t, left, flow);
        if (row_block > 0)
            run(t, above, flow);
    }

    void run(tile & t, strip_region const & region, strip_flow<Value> & flow)
    {
        auto start = t.start;
        if (!start.empty())
            start = start.subspan(region.first_strip - t.region.first_strip);
        static_cast<void>(pipeline_.run(region, start, flow, t.own));
    }

    Plan const & plan_;
    strip_grid const & grid_;
    strip_keep<Value> const & kept_;
    strip_pipeline<Plan, Value> pipeline_;
    std::size_t rows_, width_, strips_;
    std::vector<tile_size> sizes_;              ///< of the tiles of each level
    std::size_t most_rows_ = 0;                 ///< of the strips of a tile of the last level
    std::size_t last_row_ = 0, last_strip_ = 0; ///< the walk looks at none below or right of them
    tile root_;
    std::vector<strip_keep<Value>> spare_; ///< of each level: memory of a tile that was given up
};

} // namespace vglcs::cpu
