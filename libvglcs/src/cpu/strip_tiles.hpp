// SPDX-License-Identifier: BSD-3-Clause
/// Rows of the table for the traceback: tiles computed again from the strip engine's checkpoints.
#pragma once

#include "cpu/strip_pipeline.hpp"
#include "tile_traceback.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace vglcs::cpu {

/// At most two tiles are held, so that memory stays within grid_bytes().
template <class Value>
class strip_tiles final : public table_rows
{
public:
    /// @param kept  checkpoints of the whole run, or its table
    strip_tiles(strip_plan const & plan, strip_grid const & grid, strip_keep<Value> const & kept,
                aligned_array<Value> & maxima, int threads, run_control * control)
        : plan_{plan}, grid_{grid}, kept_{kept}, pipeline_{plan, maxima, threads, control},
          width_{plan.columns.width()}, strips_{plan.columns.strips().size()}
    {
    }

    std::optional<std::size_t> find_last(std::size_t i, std::size_t first, std::size_t last,
                                         std::uint64_t value) override
    {
        auto const wanted = static_cast<Value>(value);
        for (std::size_t s = last / width_ + 1; s-- > first / width_;) {
            if (!may_hold(i, s, wanted))
                continue;
            Value const * const row = values(i, s, last / width_);
            std::size_t const start = s * width_, from = std::max(first, start);
            for (std::size_t j = std::min(last, start + width_ - 1) + 1; j-- > from;)
                if (row[j - start] == wanted)
                    return j;
        }
        return std::nullopt;
    }

private:
    /// Values of one tile's rows [region.first_row, region.last_row), from a start that is kept for its other rows.
    struct tile
    {
        std::size_t row_block = 0;
        strip_region region;
        strip_keep<Value> rows; ///< its table, and the slots before its sub-blocks
    };

    /// False where the forward run saw no such value among the strip's rows of this block: the tile need not come back.
    [[nodiscard]] bool may_hold(std::size_t i, std::size_t s, Value value) const
    {
        return grid_.keep_table || kept_.largest[i / grid_.row_block(plan_.p.n())][s] >= value;
    }

    /// @param last_strip  of the window: the walk looks at no strip right of it any more
    [[nodiscard]] Value const * values(std::size_t i, std::size_t s, std::size_t last_strip)
    {
        if (grid_.keep_table)
            return kept_.table.data() + (s * plan_.p.n() + i) * width_;
        std::size_t const block = grid_.column_block(strips_), number = s / block;
        while (!tiles_.empty() && tiles_.rbegin()->first > last_strip / block)
            give_up(std::prev(tiles_.end()));
        // memory is for two tiles: the one further away from this one makes room
        if (tiles_.size() == 2 && !tiles_.contains(number))
            give_up(number > tiles_.begin()->first ? tiles_.begin() : std::prev(tiles_.end()));
        tile & t = tiles_[number];
        if (i < t.region.first_row || i >= t.region.last_row)
            load(t, number, i, std::min(last_strip, number * block + block - 1));
        return t.rows.table.data() + ((s - t.region.first_strip) * t.region.rows() + i - t.region.first_row) * width_;
    }

    /// Its memory goes to the next tile: asked of the system again for each sub-block, it took an eighth of the run.
    void give_up(typename std::map<std::size_t, tile>::iterator t)
    {
        spare_ = std::move(t->second.rows);
        tiles_.erase(t);
    }

    /// Rows up to i of the sub-block that holds i, strips up to s.
    void load(tile & t, std::size_t number, std::size_t i, std::size_t s)
    {
        std::size_t const n = plan_.p.n(), height = grid_.row_block(n), row_block = i / height;
        std::size_t const sub_height = (height + grid_.sub_blocks - 1) / grid_.sub_blocks;
        std::size_t const first_row = row_block * height, sub = (i - first_row) / sub_height;
        bool const same_tile = t.region.rows() != 0 && t.row_block == row_block;
        if (t.rows.table.size() == 0) {
            t.rows = std::exchange(spare_, {});
            t.rows.first_strip = number * grid_.column_block(strips_);
        }
        aligned_array<Value> table = std::exchange(t.rows.table, {});
        if (table.size() == 0)
            table = aligned_array<Value>(grid_.column_block(strips_) * sub_height * width_);
        t.row_block = row_block;
        t.region.first_strip = t.rows.first_strip = number * grid_.column_block(strips_);
        if (!same_tile) {
            t.region.last_strip = s + 1;
            t.rows.rows.clear();
        }
        std::span<strip_state<Value> const> start;
        if (row_block > 0)
            start = std::span{kept_.states[row_block - 1]}.subspan(t.region.first_strip, t.region.strips());
        std::size_t const sub_row = first_row + sub * sub_height;
        if (sub > 0) {
            if (!same_tile) { // a first pass that keeps only the slots before each sub-block
                t.rows.states.resize(std::max(t.rows.states.size(), sub));
                for (std::size_t k = 1; k <= sub; ++k) {
                    t.rows.rows.push_back(first_row + k * sub_height);
                    auto & states = t.rows.states[k - 1];
                    states.resize(std::max(states.size(), t.region.strips()));
                }
                t.region.first_row = first_row;
                t.region.last_row = sub_row + 1; // the slots before sub_row are kept when the pass gets there
                run(t, number, start);
            }
            start = std::span{t.rows.states[sub - 1]}.first(t.region.strips());
        }
        t.region.first_row = sub_row;
        t.region.last_row = i + 1;
        t.rows.table = std::move(table);
        auto rows = std::exchange(t.rows.rows, {});
        run(t, number, start);
        t.rows.rows = std::move(rows);
    }

    void run(tile & t, std::size_t number, std::span<strip_state<Value> const> start)
    {
        strip_flow<Value> flow =
            number == 0 ? strip_flow<Value>(plan_, t.region.first_row, t.region.last_row)
                        : strip_flow<Value>(plan_, kept_.flows[number - 1], t.region.first_row, t.region.last_row);
        static_cast<void>(pipeline_.run(t.region, start, flow, t.rows));
    }

    strip_plan const & plan_;
    strip_grid const & grid_;
    strip_keep<Value> const & kept_;
    strip_pipeline<Value> pipeline_;
    std::size_t width_, strips_;
    std::map<std::size_t, tile> tiles_;
    strip_keep<Value> spare_; ///< memory of a tile that was given up
};

} // namespace vglcs::cpu
