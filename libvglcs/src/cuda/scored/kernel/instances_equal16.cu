// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/scored/kernel/instances.cuh"

namespace vglcs::cuda::scored {

scored_entry equal_entry_16(scored_shape shape)
{
    return shape.words == 4 ? equal_entry_of<std::int16_t, 4, false>(shape)
                            : equal_entry_of<std::int16_t, 2, false>(shape);
}

} // namespace vglcs::cuda::scored
