// SPDX-License-Identifier: BSD-3-Clause
/// The kernels for teams of warps, spread over several files so that they compile side by side.
#pragma once

#include "cuda/strip/kernel/entry.hpp"
#include "cuda/strip/kernel/multi_warp_kernel.cuh"

namespace vglcs::cuda {

template <class Value, int Words, reach Reach, bool Keeps>
strip_entry team_entry_of()
{
    using layout = team_layout<Value, Words, Reach>;
    constexpr lookup by = Reach == reach::rare ? lookup::small : lookup::chosen;
    return {team_kernel<Value, Words, Reach, Keeps>, layout::words, letter_words<Value, Words, by>::count,
            layout::threads};
}

} // namespace vglcs::cuda
