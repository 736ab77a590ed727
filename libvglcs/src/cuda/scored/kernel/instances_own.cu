// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/scored/kernel/instances.cuh"

namespace vglcs::cuda::scored {

scored_entry own_entry(scored_shape shape)
{
    if (shape.jumps)
        return shape.value_bytes == 2 ? entry_of<std::int16_t, 2, 0, true>(shape)
                                      : entry_of<std::int32_t, 2, 0, true>(shape);
    return shape.value_bytes == 2 ? entry_of<std::int16_t, 2, 0, false>(shape)
                                  : entry_of<std::int32_t, 2, 0, false>(shape);
}

} // namespace vglcs::cuda::scored
