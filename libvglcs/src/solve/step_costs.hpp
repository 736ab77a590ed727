// SPDX-License-Identifier: BSD-3-Clause
/// What the steps to one letter cost, from the nearest letter before it to the farthest, as far as they are asked for.
#pragma once

#include <vglcs/problem.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace vglcs {

/// The costs of all steps p -> q of one side, for a fixed q. A traceback asks for p in descending order and stops where
/// it finds its pair: costs are made up to there, O(log n) each, after O(l log l) for the l letters that a jump may
/// land on in front of q.
class step_costs
{
public:
    static constexpr std::uint64_t forbidden = std::numeric_limits<std::uint64_t>::max();

    /// @param rule  what the partner's letter allows
    step_costs(step_side const & side, std::size_t q, gap_limit rule = {});

    /// No step begins in front of this letter; q where none does at all.
    [[nodiscard]] std::size_t first() const noexcept { return first_; }
    /// Cost of the step from p, or `forbidden`.   first() <= p < q
    [[nodiscard]] std::uint64_t operator[](std::size_t p)
    {
        while (costs_.size() < q_ - p)
            append();
        return costs_[q_ - 1 - p];
    }

private:
    /// A way on from all letters of [first, last].
    struct way
    {
        std::int64_t first, last;
        std::uint64_t cost;
    };
    /// Ways by where they begin to hold; those that hold as a heap, the cheapest on top.
    class ways_on
    {
    public:
        void expect(way w) { coming_.push_back(w); }
        void sort();
        void open(way w);
        /// The cheapest that holds at `at`, `forbidden` for none. `at` falls from call to call.
        [[nodiscard]] std::uint64_t cheapest(std::int64_t at);

    private:
        std::vector<way> coming_, open_;
    };

    void append();

    step_side side_;
    std::size_t q_, first_;
    window small_;                     ///< letters from which no jump is needed
    std::vector<std::uint64_t> costs_; ///< of q-1, q-2, ...
    ways_on landed_, left_;            ///< by the first letter jumped over; by the letter in front of a jump
};

} // namespace vglcs
