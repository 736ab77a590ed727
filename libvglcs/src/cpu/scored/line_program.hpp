// SPDX-License-Identifier: BSD-3-Clause
/// Window maxima down the rows of a table, with a price for each row that a value has passed, compiled for the run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace vglcs::cpu {

/// What is asked of a line of rows x(0), x(1), ...: before row `time` is pushed, the maximum of
/// x(p) - skip * (reference - position(p)) over first <= p <= last < time, or 0.
struct line_request
{
    std::uint32_t time, first, last;
    std::int64_t reference; ///< at least position(last)
};

/// A straight-line program over slots (vectors as wide as the columns at hand) that answers requests known beforehand;
/// row_program with lowered values. A slot holds the maximum of the rows that it covers, lowered to the newest of them
/// or to a later reference; whoever reads it lowers it further by what has been passed since. Lowering saturates at 0,
/// so it may be done in steps.
class line_program
{
public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    /// One read on a path, newest first: acc = max(acc, slot - lower); `store()`: slot = acc.
    struct step
    {
        std::uint32_t code;
        std::uint32_t lower;
        [[nodiscard]] std::uint32_t slot() const noexcept { return code >> 1; }
        [[nodiscard]] bool store() const noexcept { return (code & 1) != 0; }
    };
    /// An answer: the maximum over `count` steps from `steps` on.
    struct answer
    {
        std::uint32_t steps, count;
    };
    /// What row i does: its answers are [answers, next row's answers); its values go to slot `v`, or where merge is not
    /// none to merge = max(merge - lower, values); then the waits [waits, next row's waits) are kept.
    struct row
    {
        std::uint32_t answers, waits, v, merge, lower;
    };
    /// A maximum for a later request, kept in slot `target`.
    struct wait
    {
        std::uint32_t target;
        answer from;
    };

    line_program() = default;
    /// @param active     [rows] false where a row has no values: it is never pushed
    /// @param requests   by time; those of one time are answered in their order. An empty one has an answer of 0 steps.
    /// @param positions  [rows] or empty: the indices
    /// @param first_slot number of the first slot; slot first_slot is a place for what nobody needs
    line_program(std::vector<bool> const & active, std::span<line_request const> requests,
                 std::span<std::uint32_t const> positions, std::uint32_t skip, std::uint32_t first_slot);

    [[nodiscard]] bool empty() const noexcept { return rows_.empty(); }
    [[nodiscard]] row const & operator[](std::size_t i) const noexcept { return rows_[i]; }
    [[nodiscard]] std::span<answer const> answers(std::size_t i) const noexcept
    {
        return {answers_.data() + rows_[i].answers, answers_.data() + rows_[i + 1].answers};
    }
    [[nodiscard]] std::span<wait const> waits(std::size_t i) const noexcept
    {
        return {waits_.data() + rows_[i].waits, waits_.data() + rows_[i + 1].waits};
    }
    [[nodiscard]] bool has_waits(std::size_t i) const noexcept { return rows_[i].waits != rows_[i + 1].waits; }
    [[nodiscard]] std::span<step const> steps(answer const & a) const noexcept
    {
        return {steps_.data() + a.steps, a.count};
    }
    /// The slot after the last one in use.
    [[nodiscard]] std::uint32_t last_slot() const noexcept { return slots_; }
    /// True where some value is lowered at all.
    [[nodiscard]] bool is_lowered() const noexcept { return lowered_; }
    [[nodiscard]] std::size_t bytes() const noexcept
    {
        return rows_.size() * sizeof(row) + steps_.size() * sizeof(step) + waits_.size() * sizeof(wait) +
               answers_.size() * sizeof(answer);
    }
    /// Reads and writes of whole slots, over all rows.
    [[nodiscard]] std::size_t passes() const noexcept { return passes_; }

private:
    class compiler;

    std::vector<row> rows_; ///< [0..rows + 1]: requests of time `rows` come after the last row
    std::vector<step> steps_;
    std::vector<answer> answers_;
    std::vector<wait> waits_;
    std::uint32_t slots_ = 1;
    bool lowered_ = false;
    std::size_t passes_ = 0;
};

} // namespace vglcs::cpu
