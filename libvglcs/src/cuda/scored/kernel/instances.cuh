// SPDX-License-Identifier: BSD-3-Clause
/// The kernels of a launch's shape, spread over several files so that they compile side by side.
#pragma once

#include "cuda/scored/kernel/entry.hpp"
#include "cuda/scored/kernel/kernel.cuh"

namespace vglcs::cuda::scored {

template <class Value, int Words, int Equal, bool Jumps>
scored_entry entry_of(scored_shape shape)
{
    int const words = scored_layout<Value, Words, Equal, Jumps>::words(static_cast<int>(shape.letters));
    if (shape.keeps)
        return {scored_kernel<Value, Words, Equal, Jumps, true>, words};
    return {scored_kernel<Value, Words, Equal, Jumps, false>, words};
}

/// That of the shape's equal windows.
template <class Value, int Words, bool Jumps, int Equal = 1>
scored_entry equal_entry_of(scored_shape shape)
{
    if constexpr (Equal < static_cast<int>(Jumps ? most_equal_with_jumps : most_equal))
        if (shape.equal != Equal)
            return equal_entry_of<Value, Words, Jumps, Equal + 1>(shape);
    return entry_of<Value, Words, Equal, Jumps>(shape);
}

} // namespace vglcs::cuda::scored
