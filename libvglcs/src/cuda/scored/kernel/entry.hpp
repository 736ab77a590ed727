// SPDX-License-Identifier: BSD-3-Clause
/// How the files that hold the kernels' instances are asked for one of them.
#pragma once

#include "cuda/scored/launch.hpp"

namespace vglcs::cuda::scored {

/// A kernel and its words of shared memory.
struct scored_entry
{
    void (*kernel)(scored_launch) = nullptr;
    int words = 0;
};

[[nodiscard]] scored_entry equal_entry_16(scored_shape shape); ///< all windows equal, 16-bit values
[[nodiscard]] scored_entry equal_entry_32(scored_shape shape); ///< the same with 32 bits
[[nodiscard]] scored_entry jump_entry_16(scored_shape shape);  ///< all windows equal, jumps over rows
[[nodiscard]] scored_entry jump_entry_32(scored_shape shape);
[[nodiscard]] scored_entry own_entry(scored_shape shape);   ///< windows that are each their own
[[nodiscard]] scored_entry table_entry(scored_shape shape); ///< the same from tables

} // namespace vglcs::cuda::scored
