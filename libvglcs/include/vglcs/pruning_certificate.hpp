// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace vglcs {

/// Why a run that did not compute the whole table has the canonical answer all the same. A chain of score `bound` is
/// known. No chain that goes through a cell (i, j) with j - i outside of [first_diagonal, last_diagonal] has so much:
/// too few letters stand before it and behind it, even if all of them matched. So every cell of every best chain lies
/// inside, all of these were computed, and what was left out can change none of them.
/// Diagonals and cells are those of the table: letters that have left it are not counted.
struct pruning_certificate
{
    std::uint64_t bound = 0;
    std::int64_t first_diagonal = 0, last_diagonal = 0; ///< closed
    std::uint64_t cells = 0;                            ///< computed on the way forward
    std::uint64_t cells_skipped = 0;                    ///< of the table, n * m - cells
    std::uint64_t cells_for_bound = 0;                  ///< computed beforehand, to find the bound
};

} // namespace vglcs
