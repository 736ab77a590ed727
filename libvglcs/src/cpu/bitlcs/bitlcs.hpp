// SPDX-License-Identifier: BSD-3-Clause
/// Plain LCS, 64 cells a step: rows of the length table as bit vectors.
#pragma once

#include <vglcs/problem.hpp>
#include <vglcs/result.hpp>
#include <vglcs/run_control.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace vglcs::cpu {

/// Sizes of the bit-parallel engine. All are free choices, so tests shrink them until small inputs reach every edge.
struct bit_sizes
{
    std::size_t words = 512;     ///< words of 64 columns in a strip
    std::size_t chunk = 512;     ///< rows between two signals to the strip on the right
    std::size_t block_rows = 0;  ///< rows between two kept rows; 0: about the square root of their number
    std::size_t part_strips = 0; ///< strips between two parts on disk; 0: as many as take some 10 seconds
};

/// Bytes of a run, the problem itself not included; `chain`: with the traceback; `parts`: with a folder for them.
[[nodiscard]] std::uint64_t bit_lcs_bytes(problem const & p, bit_sizes const & sizes, bool chain, int threads,
                                          bool parts = false);

/// Seconds of a run on the machine that plans reckon with.
[[nodiscard]] double bit_lcs_seconds(problem const & p, bool chain, int threads) noexcept;

/// Longest common subsequence and its canonical last pair; with `chain` the canonical chain too. Limits are not looked
/// at. O(n m / 64) time; kept rows take m / 8 bytes each. The same result for every number of threads and sizes.
/// Throws `interrupted`.
/// @param checkpoint  folder of a resumable run, empty for none; throws usage_error where it holds another problem,
///                    resource_error where it cannot be written
[[nodiscard]] result bit_lcs(problem const & p, bit_sizes const & sizes, bool chain, int threads, run_control * control,
                             std::string const & checkpoint = {});

} // namespace vglcs::cpu
