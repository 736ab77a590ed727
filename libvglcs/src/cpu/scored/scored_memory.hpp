// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/aligned_array.hpp"
#include "cpu/scored/scored_plan.hpp"
#include "cpu/strip/pipeline.hpp"

#include <cstddef>

namespace vglcs::cpu {

/// What one thread works in, strip after strip.
template <class Value>
class scored_memory
{
public:
    explicit scored_memory(scored_plan const & plan)
        : slots(plan.slot_elements()), plan_{plan}, area_(area_elements(plan.lanes))
    {
    }

    aligned_array<Value> slots;

    /// Strip s, whose slots are set. Valid until the next call.
    /// @param best  of the strips that this thread has done
    [[nodiscard]] scored_tile<Value> tile(std::size_t s, std::size_t first_row, strip_flow<Value> & flow,
                                          aligned_array<Value> &, best_cell const & best)
    {
        area_.fill(0);
        // where columns are letters of B, an earlier row wins with the same value; else no cell further right does
        std::uint64_t const equal = plan_.rows_are_a && best.value != 0 ? 1 : 0;
        return {.rows = &plan_.rows,
                .lanes = &plan_.lanes,
                .strip = &plan_.lanes.strips()[s],
                .letters = plan_.row_letters().data(),
                .match = static_cast<Value>(plan_.p.scoring().match),
                .rows_are_a = plan_.rows_are_a,
                .slots = slots.data(),
                .area = area_.data(),
                .first_row = first_row,
                .border = flow.border.data(),
                .beaten = best.value - equal};
    }

private:
    scored_plan const & plan_;
    aligned_array<Value> area_;
};

} // namespace vglcs::cpu
