// SPDX-License-Identifier: BSD-3-Clause
/// The one list of the arrays that a problem's programs have on the host and on the device: what they take, how they
/// are sent and what the kernel's pointers are all come from it.
#pragma once

#include "cuda/strip/plan/strip_plan.hpp"
#include "cuda/strip/run/launch.hpp"

#include <cstdint>
#include <tuple>
#include <vector>

namespace vglcs::cuda {

/// One of them.
template <class T>
struct strip_array
{
    using value_type = T;
    std::vector<T> const & host;
    T const *& device; ///< null where the kernel is to see that there is none
    bool is_there;     ///< else `device` stays null, and `host` is empty
};

/// Calls f(strip_array) for every array, always in the same order. A member that is added to one of the programs, or a
/// pointer that is added to program_pointers, does not compile until it is in this list.
template <class F>
void for_each_array(row_program const & rows, column_program const & columns, program_pointers & p, F const & f)
{
    [[maybe_unused]] auto const & [row_count, headers, level_mask, near_mask, far_rows, row_slots, reads, late_reads,
                                   late_begin, row_writes, row_operations, row_writes_begin, row_operations_begin] =
        rows;
    [[maybe_unused]] auto const & [shape, strips, addresses, letters, level_masks, far, far_columns, writes, operations,
                                   far_begin, writes_begin, operations_begin, column_slots, few_far, few_far_begin,
                                   most_few_far] = columns;
    bool const rows_are_far = rows.far(), rows_read_late = rows_are_far && !late_begin.empty(),
               columns_are_far = columns.has_far();
    std::tuple const all{
        strip_array{headers, p.headers, true},
        strip_array{reads, p.reads, rows_are_far},
        strip_array{late_reads, p.late_reads, rows_read_late},
        strip_array{late_begin, p.late_begin, rows_read_late},
        strip_array{row_writes, p.writes, rows_are_far},
        strip_array{row_operations, p.operations_of_rows, rows_are_far},
        strip_array{row_writes_begin, p.writes_begin, rows_are_far},
        strip_array{row_operations_begin, p.operations_begin_of_rows, rows_are_far},
        strip_array{addresses, p.addresses, true},
        strip_array{letters, p.letters, true},
        strip_array{level_masks, p.level_masks, true},
        strip_array{far, p.far, columns_are_far},
        strip_array{far_columns, p.far_columns, columns_are_far},
        strip_array{writes, p.column_writes, columns_are_far},
        strip_array{operations, p.operations, columns_are_far},
        strip_array{far_begin, p.far_begin, columns_are_far},
        strip_array{writes_begin, p.column_writes_begin, columns_are_far},
        strip_array{operations_begin, p.operations_begin, columns_are_far},
        strip_array{few_far, p.few_far, true},
        strip_array{few_far_begin, p.few_far_begin, true},
    };
    static_assert(std::tuple_size_v<decltype(all)> == sizeof(program_pointers) / sizeof(void *),
                  "an array is missing in the list above");
    std::apply([&](auto const &... array) { (f(array), ...); }, all);
}

/// Bytes of all arrays.
[[nodiscard]] inline std::uint64_t array_bytes(row_program const & rows, column_program const & columns)
{
    std::uint64_t out = 0;
    program_pointers none;
    for_each_array(rows, columns, none, [&](auto const & array) { out += array.host.size() * sizeof(array.host[0]); });
    return out;
}

} // namespace vglcs::cuda
