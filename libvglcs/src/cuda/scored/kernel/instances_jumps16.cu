// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/scored/kernel/instances.cuh"

namespace vglcs::cuda::scored {

scored_entry jump_entry_16(scored_shape shape)
{
    return shape.words == 4 ? equal_entry_of<std::int16_t, 4, true>(shape)
                            : equal_entry_of<std::int16_t, 2, true>(shape);
}

} // namespace vglcs::cuda::scored
