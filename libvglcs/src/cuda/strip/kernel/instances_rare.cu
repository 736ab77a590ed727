// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip/kernel/multi_warp_instances.cuh"

namespace vglcs::cuda {

namespace {

template <int Words>
strip_entry rare_entry_of(strip_shape shape)
{
    return shape.keeps ? team_entry_of<std::uint16_t, Words, reach::rare, true>()
                       : team_entry_of<std::uint16_t, Words, reach::rare, false>();
}

} // namespace

strip_entry rare_entry(strip_shape shape)
{
    return shape.words == 1 ? rare_entry_of<1>(shape) : rare_entry_of<2>(shape);
}

} // namespace vglcs::cuda
