// SPDX-License-Identifier: BSD-3-Clause
/// The strip engine's driver: strips of columns as a one-way pipeline over threads.
#pragma once

#include "cpu/column_plan.hpp"
#include "cpu/row_program.hpp"
#include "cpu/strip_kernels.hpp"

#include <vglcs/options.hpp>
#include <vglcs/problem.hpp>

#include <cstddef>
#include <cstdint>

namespace vglcs::cpu {

/// Everything about a problem that does not depend on values, made before the run.
struct strip_plan
{
    strip_plan(problem const & p, strip_sizes const & sizes, std::size_t value_bytes);

    problem const & p;
    strip_sizes sizes;
    std::size_t value_bytes; ///< 2 or 4
    shared_letters letters;
    row_program rows;
    column_plan columns;

    /// Bytes of the plan and of a run with that many threads, the problem itself not included.
    [[nodiscard]] std::uint64_t bytes(int threads) const noexcept;
};

/// 2 where every value fits 16 bits, else 4.
[[nodiscard]] std::size_t value_bytes(problem const & p) noexcept;

/// Length and canonical last pair (value 0: no match at all). The same result for every number of threads and sizes.
/// Throws `interrupted`.
[[nodiscard]] best_cell run_strips(strip_plan const & plan, int threads, run_control * control);

} // namespace vglcs::cpu
