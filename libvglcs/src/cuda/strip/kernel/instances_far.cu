// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip/kernel/multi_warp_instances.cuh"

namespace vglcs::cuda {

strip_entry far_entry(strip_shape shape)
{
    if (shape.value_bytes == 4)
        return make_multi_warp_entry<std::uint32_t, 2, reach::far, true>();
    if (shape.words == 1)
        return make_multi_warp_entry<std::uint16_t, 1, reach::far, true>();
    return make_multi_warp_entry<std::uint16_t, 2, reach::far, true>();
}

} // namespace vglcs::cuda
