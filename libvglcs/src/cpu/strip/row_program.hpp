// SPDX-License-Identifier: BSD-3-Clause
/// Stage 1 compiled: which rows are kept, merged and read to give the window maximum of every row.
#pragma once

#include <vglcs/problem.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace vglcs::cpu {

/// A straight-line program over slots (vectors as wide as the strip) that yields, for each row i,
/// M = max of V over the rows [first, last] that may precede i. The row windows are the same for all columns and known
/// before the run, so the program is compiled once and replayed for every strip of columns.
///
/// How: rows that a later window begins at own a slot; every other row is merged into the newest slot. A slot points
/// to the next newer one and covers the rows from its own up to there; a window's maximum is the maximum along that
/// path, and the path is compressed as it is walked (link-eval with path compression, the offline form of the
/// disjoint-set suffix maximum). A window that ends before row i-1 is evaluated when its last row is pushed and waits
/// in a slot of its own. So limits of every kind, and any mixture, cost what their windows need: about 4 loads and 2
/// stores a row for limits random in 0..30, one load and store for an infinite one.
/// Build O(n a(n)) amortised in practice; 16 bytes a row and 4 bytes a step.
class row_program
{
public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    /// One read on a path, newest first: acc = max(acc, slot); `store()`: slot = acc.
    struct step
    {
        std::uint32_t code;
        [[nodiscard]] std::uint32_t slot() const noexcept { return code >> 1; }
        [[nodiscard]] bool store() const noexcept { return (code & 1) != 0; }
    };
    /// What row i does: M = the steps [steps, steps + count) (0 where count is 0); V goes to slot `v`; then
    /// merge = max(merge, V) unless none; then the waits [waits, next row's waits) are evaluated.
    struct row
    {
        std::uint32_t steps, count, v, merge;
        std::uint32_t waits;
    };
    /// A maximum for a later row, kept in slot `target`: the steps [steps, steps + count).
    struct wait
    {
        std::uint32_t target, steps, count;
    };

    /// @param active  [0..n-1] false where the row has no match at all: it asks for nothing and its V is 0
    row_program(limits_view const & limits, std::vector<bool> const & active);

    [[nodiscard]] std::size_t size() const noexcept { return rows_.size() - 1; }
    [[nodiscard]] row const & operator[](std::size_t i) const noexcept { return rows_[i]; }
    [[nodiscard]] std::span<step const> steps(std::uint32_t first, std::uint32_t count) const noexcept
    {
        return {steps_.data() + first, count};
    }
    [[nodiscard]] std::span<wait const> waits(std::size_t i) const noexcept
    {
        return {waits_.data() + rows_[i].waits, waits_.data() + rows_[i + 1].waits};
    }
    /// Slots that are ever in use; slot 0 is scratch.
    [[nodiscard]] std::uint32_t slots() const noexcept { return slots_; }
    [[nodiscard]] std::size_t bytes() const noexcept
    {
        return rows_.size() * sizeof(row) + steps_.size() * sizeof(step) + waits_.size() * sizeof(wait);
    }
    /// Reads and writes of whole slots, over all rows: the cost model's share of stage 1.
    [[nodiscard]] std::size_t passes() const noexcept { return passes_; }

private:
    class compiler;

    std::vector<row> rows_; ///< [0..n]: the last one closes the waits of row n-1
    std::vector<step> steps_;
    std::vector<wait> waits_;
    std::uint32_t slots_ = 1;
    std::size_t passes_ = 0;
};

} // namespace vglcs::cpu
