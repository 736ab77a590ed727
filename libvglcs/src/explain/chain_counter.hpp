// SPDX-License-Identifier: BSD-3-Clause
/// How many best chains there are, and which pairs all of them have.
#pragma once

#include "explain/chain_number.hpp"

#include <vglcs/problem.hpp>
#include <vglcs/result.hpp>
#include <vglcs/run_control.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace vglcs::detail {

/// A cell of a row that lies on a best chain.
struct best_chain_cell
{
    std::uint32_t column;
    std::uint64_t value; ///< best score of a chain that ends in it
};

/// What a cell's chains are made of: their number, and the first cell, in the order of rows and columns, that any of
/// them has right before it.
struct cell_origin
{
    static constexpr std::uint64_t none = ~std::uint64_t{0};
    chain_number chains;
    std::uint64_t earliest = none; ///< number of a cell

    void add(chain_number const & more, std::uint64_t cell) noexcept
    {
        chains += more;
        earliest = cell < earliest ? cell : earliest;
    }
};

/// Counts chains of the best score while the cells that lie on them pass by in the order of rows and columns.
///
/// A cell's chains are those of the cells that may stand right before it and leave what it needs, and itself alone
/// where its value is that of one pair. Every cell is visited once for a pair of cells, whatever number of ways a step
/// has, so that chains are counted as sets of pairs. A pair is in all best chains where no step, begin or end of one
/// passes it by in the order of cells; that is so since every cell given lies on one.
class chain_counter
{
public:
    /// @param budget   bytes that cells may take; more are a resource_error
    [[nodiscard]] static std::unique_ptr<chain_counter> make(problem const & p, std::uint64_t best,
                                                             std::uint64_t budget, run_control const * control);
    virtual ~chain_counter() = default;

    /// The cells of a row on best chains, by column; all of them. Rows ascend.
    void add_row(std::size_t row, std::span<best_chain_cell const> cells);
    [[nodiscard]] chain_number const & total() const noexcept { return total_; }
    /// The pairs of the table that all best chains have, ascending. After the last row.
    [[nodiscard]] std::vector<matched_pair> shared() const;

protected:
    chain_counter(problem const & p, std::uint64_t best) : p_{p}, best_{best} {}

    /// The cells right before each of these, which are none of them.
    virtual void find_origins(std::size_t row, std::span<best_chain_cell const> cells,
                              std::span<cell_origin> origins) = 0;
    /// Takes them up; `first` is the number of the first one.
    virtual void keep(std::size_t row, std::span<best_chain_cell const> cells, std::span<cell_origin const> origins,
                      std::uint64_t first) = 0;

    problem const & p_;
    std::uint64_t best_;

private:
    struct candidate
    {
        std::uint64_t number;
        matched_pair at;
    };
    chain_number total_;
    std::uint64_t cells_ = 0, first_end_ = cell_origin::none;
    std::vector<candidate> candidates_;
    std::vector<cell_origin> origins_;
};

} // namespace vglcs::detail
