// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip/kernel/multi_warp_instances.cuh"

namespace vglcs::cuda {

namespace {

template <int Words>
strip_entry few_far_entry_with(strip_shape shape)
{
    return shape.keeps ? make_multi_warp_entry<std::uint16_t, Words, reach::few_far, true>()
                       : make_multi_warp_entry<std::uint16_t, Words, reach::few_far, false>();
}

} // namespace

strip_entry few_far_entry(strip_shape shape)
{
    return shape.words == 1 ? few_far_entry_with<1>(shape) : few_far_entry_with<2>(shape);
}

} // namespace vglcs::cuda
