// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/aligned_array.hpp"
#include "cpu/strip/pipeline.hpp"
#include "cpu/strip/strip.hpp"

#include <cstddef>
#include <vector>

namespace vglcs::cpu {

/// What one thread works in, strip after strip.
template <class Value>
class strip_memory
{
public:
    explicit strip_memory(strip_plan const & plan)
        : slots(plan.slot_elements()), plan_{plan}, area_(plan.columns.tables() * plan.columns.stride())
    {
    }

    aligned_array<Value> slots;

    /// Strip s, whose slots are set. Valid until the next call.
    /// @param best  of the strips that this thread has done
    [[nodiscard]] strip_tile<Value> tile(std::size_t s, std::size_t first_row, strip_flow<Value> & flow,
                                         aligned_array<Value> & maxima, best_cell const & best)
    {
        column_program const & columns = plan_.columns;
        area_.fill(0);
        middles_.resize(columns.strips()[s].middles.size());
        strip_tile<Value> tile{.rows = &plan_.rows,
                               .plan = &columns,
                               .strip = &columns.strips()[s],
                               .number = s,
                               .letters = plan_.letters.a.data(),
                               .slots = slots.data(),
                               .area = area_.data(),
                               .middles = middles_.data(),
                               .first_row = first_row,
                               .border = flow.border.data(),
                               .left = flow.left.data(),
                               .maxima = maxima.size() != 0 ? maxima.data() : nullptr,
                               .strips = columns.strips().size()};
        // a cell further right wins only with a larger value, or with the same one in an earlier row
        tile.best.value = best.value == 0 ? 0 : best.value - 1;
        return tile;
    }

private:
    strip_plan const & plan_;
    aligned_array<Value> area_;
    std::vector<Value> middles_;
};

} // namespace vglcs::cpu
