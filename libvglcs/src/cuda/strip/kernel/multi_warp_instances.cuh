// SPDX-License-Identifier: BSD-3-Clause
/// The kernels with several warps to a strip, spread over several files so that they compile side by side.
#pragma once

#include "cuda/strip/kernel/entry.hpp"
#include "cuda/strip/kernel/multi_warp_kernel.cuh"

namespace vglcs::cuda {

template <class Value, int Words, reach Reach, bool Keeps>
strip_entry make_multi_warp_entry()
{
    using layout = multi_warp_layout<Value, Words, Reach>;
    constexpr lookup by = Reach == reach::few_far ? lookup::small : lookup::chosen;
    return {multi_warp_kernel<Value, Words, Reach, Keeps>, layout::words, letter_words<Value, Words, by>::count,
            layout::threads};
}

} // namespace vglcs::cuda
