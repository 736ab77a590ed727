// SPDX-License-Identifier: BSD-3-Clause
#include "explain/chain_counter.hpp"

#include "solve/step_costs.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace vglcs::detail {

namespace {

/// Keeps count of what cells take.
class cell_budget
{
public:
    explicit cell_budget(std::uint64_t bytes) : left_{bytes}, given_{bytes} {}
    void take(std::uint64_t bytes)
    {
        if (bytes > left_)
            throw resource_error{fmt::format("--explain: too many pairs lie on best chains for {}: the number of best "
                                             "chains cannot be counted: use a larger --max-memory, or smaller limits",
                                             format_bytes(given_))};
        left_ -= bytes;
    }
    void give(std::uint64_t bytes) noexcept { left_ += bytes; }

private:
    std::uint64_t left_, given_;
};

/// Without jumps a step's cost is a sum over both sides, so that the cells which leave what a cell needs are those of
/// one value, lowered or raised to a common place: cells are kept by that value, and those in the cell's two windows
/// are its origins. Long lists have their sums by 64 cells.
class by_value final : public chain_counter
{
public:
    by_value(problem const & p, std::uint64_t best, std::uint64_t budget, run_control const * control)
        : chain_counter{p, best}, rows_{p.side_a()}, columns_{p.side_b()}, budget_{budget}, control_{control},
          reach_{std::uint64_t{p.limits_a().max_hi()} + 1}
    {
    }

private:
    static constexpr std::size_t block_cells = 64;
    struct cell
    {
        std::uint32_t row, column;
        std::uint64_t number;
        chain_number chains;
    };
    struct block
    {
        std::uint32_t first_column = ~std::uint32_t{0}, last_column = 0;
        cell_origin all;
    };
    struct cell_list
    {
        std::vector<cell> cells;
        std::vector<block> blocks; ///< of complete ones
        [[nodiscard]] std::uint64_t bytes() const noexcept
        {
            return cells.size() * sizeof(cell) + blocks.size() * sizeof(block) + sizeof(cell_list) + 32;
        }
    };

    [[nodiscard]] std::uint64_t level(std::size_t row, std::size_t column, std::uint64_t value) const noexcept
    {
        return value + rows_.skip * rows_.position(row) + columns_.skip * columns_.position(column);
    }

    void find_origins(std::size_t row, std::span<best_chain_cell const> cells, std::span<cell_origin> origins) override
    {
        if (control_ && row % 64 == 0)
            control_->throw_if_stopped();
        window const rows = rows_.small(row);
        if (rows.empty())
            return;
        for (std::size_t k = 0; k < cells.size(); ++k) {
            std::size_t const column = cells[k].column;
            window const columns = columns_.small(column);
            if (columns.empty())
                continue;
            std::uint64_t const wanted = level(row, column, cells[k].value) - p_.scoring().match -
                                         std::uint64_t{rows_.skip} - std::uint64_t{columns_.skip};
            if (auto const found = lists_.find(wanted); found != lists_.end())
                add_cells(found->second, rows, columns, origins[k]);
        }
    }

    static void add_cells(cell_list const & list, window rows, window columns, cell_origin & to)
    {
        auto const begin = list.cells.begin();
        auto const in_rows = [&](std::int64_t row) {
            return static_cast<std::size_t>(
                std::ranges::lower_bound(list.cells, row, {},
                                         [](cell const & c) { return static_cast<std::int64_t>(c.row); }) -
                begin);
        };
        std::size_t const last = in_rows(rows.last + 1);
        for (std::size_t k = in_rows(rows.first); k < last;) {
            if (k % block_cells == 0 && k + block_cells <= last) {
                block const & all = list.blocks[k / block_cells];
                bool const outside = columns.last < all.first_column || all.last_column < columns.first;
                bool const inside = columns.first <= all.first_column && all.last_column <= columns.last;
                if (inside)
                    to.add(all.all.chains, all.all.earliest);
                if (inside || outside) {
                    k += block_cells;
                    continue;
                }
            }
            cell const & c = list.cells[k++];
            if (columns.first <= c.column && c.column <= columns.last)
                to.add(c.chains, c.number);
        }
    }

    void keep(std::size_t row, std::span<best_chain_cell const> cells, std::span<cell_origin const> origins,
              std::uint64_t first) override
    {
        for (std::size_t k = 0; k < cells.size(); ++k) {
            auto const [at, is_new] = lists_.try_emplace(level(row, cells[k].column, cells[k].value));
            cell_list & list = at->second;
            std::uint64_t const before = is_new ? 0 : list.bytes();
            list.cells.push_back({static_cast<std::uint32_t>(row), cells[k].column, first + k, origins[k].chains});
            if (list.cells.size() % block_cells == 0)
                close_block(list);
            budget_.take(list.bytes() - before);
        }
        if (row >= next_sweep_) { // lists that no window reaches any more
            std::erase_if(lists_, [&](auto const & entry) {
                bool const passed = entry.second.cells.back().row + reach_ < row;
                if (passed)
                    budget_.give(entry.second.bytes());
                return passed;
            });
            next_sweep_ = row + std::max<std::size_t>(256, std::min<std::size_t>(reach_, p_.n()));
        }
    }

    static void close_block(cell_list & list)
    {
        block now;
        for (cell const & c : std::span{list.cells}.last(block_cells)) {
            now.first_column = std::min(now.first_column, c.column);
            now.last_column = std::max(now.last_column, c.column);
            now.all.add(c.chains, c.number);
        }
        list.blocks.push_back(now);
    }

    step_side rows_, columns_;
    cell_budget budget_;
    run_control const * control_;
    std::uint64_t reach_;
    std::size_t next_sweep_ = 0;
    std::unordered_map<std::uint64_t, cell_list> lists_;
};

/// With jumps each pair of cells is looked at, its steps at their cheapest.
class pair_by_pair final : public chain_counter
{
public:
    pair_by_pair(problem const & p, std::uint64_t best, std::uint64_t budget, run_control const * control)
        : chain_counter{p, best}, budget_{budget}, control_{control}
    {
    }

private:
    struct cell
    {
        std::uint32_t column;
        std::uint64_t value, number;
        chain_number chains;
    };
    struct cell_row
    {
        std::size_t row;
        std::vector<cell> cells;
    };

    /// Costs of the steps to a column, kept while there is room.
    step_costs & costs_to(std::size_t column)
    {
        constexpr std::size_t most_kept = 4096;
        if (columns_.size() >= most_kept)
            columns_.clear();
        return columns_.try_emplace(column, p_.side_b(), column).first->second;
    }

    void find_origins(std::size_t row, std::span<best_chain_cell const> cells, std::span<cell_origin> origins) override
    {
        if (control_)
            control_->throw_if_stopped();
        step_costs to_row{p_.side_a(), row};
        for (std::size_t r = kept_.size(); r-- > 0 && kept_[r].row >= to_row.first();) {
            std::uint64_t const down = to_row[kept_[r].row];
            if (down == step_costs::forbidden)
                continue;
            for (std::size_t k = 0; k < cells.size(); ++k) {
                std::uint64_t const wanted = cells[k].value - p_.scoring().match + down;
                for (cell const & c : kept_[r].cells) {
                    if (c.column >= cells[k].column)
                        break;
                    if (c.value < wanted)
                        continue;
                    step_costs & to_column = costs_to(cells[k].column);
                    if (c.column < to_column.first())
                        continue;
                    std::uint64_t const across = to_column[c.column];
                    if (across != step_costs::forbidden && c.value == wanted + across)
                        origins[k].add(c.chains, c.number);
                }
            }
        }
    }

    void keep(std::size_t row, std::span<best_chain_cell const> cells, std::span<cell_origin const> origins,
              std::uint64_t first) override
    {
        budget_.take(sizeof(cell_row) + cells.size() * sizeof(cell));
        cell_row & now = kept_.emplace_back(cell_row{row, {}});
        for (std::size_t k = 0; k < cells.size(); ++k)
            now.cells.push_back({cells[k].column, cells[k].value, first + k, origins[k].chains});
    }

    cell_budget budget_;
    run_control const * control_;
    std::vector<cell_row> kept_;
    std::unordered_map<std::size_t, step_costs> columns_;
};

} // namespace

std::unique_ptr<chain_counter> chain_counter::make(problem const & p, std::uint64_t best, std::uint64_t budget,
                                                   run_control const * control)
{
    if (p.side_a().has_jumps || p.side_b().has_jumps)
        return std::make_unique<pair_by_pair>(p, best, budget, control);
    return std::make_unique<by_value>(p, best, budget, control);
}

void chain_counter::add_row(std::size_t row, std::span<best_chain_cell const> cells)
{
    if (cells.empty())
        return;
    origins_.assign(cells.size(), {});
    find_origins(row, cells, origins_);
    for (std::size_t k = 0; k < cells.size(); ++k) {
        bool const begins = cells[k].value == p_.scoring().match, ends = cells[k].value == best_;
        std::uint64_t const number = cells_ + k;
        // what a step or a begin passes by is not in all chains
        while (!candidates_.empty() && (begins || candidates_.back().number > origins_[k].earliest))
            candidates_.pop_back();
        candidates_.push_back({number, {row, cells[k].column}});
        if (begins)
            origins_[k].chains += chain_number::one();
        if (ends) {
            total_ += origins_[k].chains;
            first_end_ = std::min(first_end_, number);
        }
    }
    keep(row, cells, origins_, cells_);
    cells_ += cells.size();
}

std::vector<matched_pair> chain_counter::shared() const
{
    std::vector<matched_pair> out;
    for (candidate const & c : candidates_)
        if (c.number <= first_end_)
            out.push_back(c.at);
    return out;
}

} // namespace vglcs::detail
