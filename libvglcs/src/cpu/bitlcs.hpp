// SPDX-License-Identifier: BSD-3-Clause
/// Plain LCS, 64 cells a step: rows of the length table as bit vectors.
#pragma once

#include <vglcs/problem.hpp>
#include <vglcs/result.hpp>
#include <vglcs/run_control.hpp>

#include <cstddef>
#include <cstdint>

namespace vglcs::cpu {

/// Sizes of the bit-parallel engine. All are free choices, so tests shrink them until small inputs reach every edge.
struct bit_sizes
{
    std::size_t words = 512;    ///< words of 64 columns in a strip
    std::size_t chunk = 512;    ///< rows between two signals to the strip on the right
    std::size_t block_rows = 0; ///< rows between two kept rows; 0: about the square root of their number
};

/// Bytes of a run, the problem itself not included; `chain`: with the traceback.
[[nodiscard]] std::uint64_t bit_lcs_bytes(problem const & p, bit_sizes const & sizes, bool chain, int threads);

/// Longest common subsequence and its canonical last pair; with `chain` the canonical chain too. Limits are not looked
/// at. O(n m / 64) time; kept rows take m / 8 bytes each. The same result for every number of threads and sizes.
/// Throws `interrupted`.
[[nodiscard]] result bit_lcs(problem const & p, bit_sizes const & sizes, bool chain, int threads,
                             run_control * control);

} // namespace vglcs::cpu
