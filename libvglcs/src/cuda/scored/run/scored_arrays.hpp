// SPDX-License-Identifier: BSD-3-Clause
/// The one list of the arrays that a scored problem's program has on the host and on the device: what they take, how
/// they are sent and what the kernel's pointers are all come from it.
#pragma once

#include "cuda/scored/plan/scored_plan.hpp"

#include <tuple>

namespace vglcs::cuda::scored {

/// Calls f(host array, device pointer) for every array, always in the same order. A member that is added to
/// scored_program, or a pointer that is added to scored_pointers, does not compile until it is in this list.
template <class F>
void for_each_array(scored_program const & program, scored_pointers & p, F const & f)
{
    auto const & [row_letters, headers, table_rows, column_letters, column_lo, column_hi, column_positions,
                  jump_windows, suffix_masks] = program;
    auto const all = std::tuple{
        std::tie(row_letters, p.row_letters),
        std::tie(headers, p.headers),
        std::tie(table_rows, p.table_rows),
        std::tie(column_letters, p.column_letters),
        std::tie(column_lo, p.column_lo),
        std::tie(column_hi, p.column_hi),
        std::tie(column_positions, p.column_positions),
        std::tie(jump_windows, p.jump_windows),
        std::tie(suffix_masks, p.suffix_masks),
    };
    static_assert(std::tuple_size_v<decltype(all)> == sizeof(scored_pointers) / sizeof(void *),
                  "an array is missing in the list above");
    std::apply([&](auto const &... array) { (f(std::get<0>(array), std::get<1>(array)), ...); }, all);
}

} // namespace vglcs::cuda::scored
