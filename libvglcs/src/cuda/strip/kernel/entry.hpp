// SPDX-License-Identifier: BSD-3-Clause
/// The compiled kernels by shape: one function for each file of instances.
#pragma once

#include "cuda/strip/run/launch.hpp"

namespace vglcs::cuda {

/// A kernel and what it needs in shared memory.
struct strip_entry
{
    void (*kernel)(strip_launch) = nullptr;
    int words = 0;        ///< words before the letters' words
    int letter_words = 0; ///< words of a lane for each letter
    int threads = 32;     ///< of a block, which is one worker
};

[[nodiscard]] strip_entry near_entry_16(strip_shape shape); ///< 16 bits, one or two words a lane, nothing far
[[nodiscard]] strip_entry wide_entry(strip_shape shape);    ///< four words a lane, nothing far
[[nodiscard]] strip_entry near_entry_32(strip_shape shape); ///< 32 bits, nothing far
[[nodiscard]] strip_entry far_entry(strip_shape shape);     ///< far windows
[[nodiscard]] strip_entry few_far_entry(strip_shape shape); ///< few far windows, one or two words a lane
[[nodiscard]] strip_entry small_entry(strip_shape shape);   ///< lookup::small, one, two or four words a lane

} // namespace vglcs::cuda
