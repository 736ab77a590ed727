// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip/kernel/instances.cuh"

namespace vglcs::cuda {

strip_entry near_entry_16(strip_shape shape)
{
    return shape.words == 1 ? near_entry<std::uint16_t, 1>(shape) : near_entry<std::uint16_t, 2>(shape);
}

} // namespace vglcs::cuda
