// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/scored/kernel/instances.cuh"

namespace vglcs::cuda::scored {

scored_entry equal_entry_32(scored_shape shape)
{
    return shape.words == 4 ? equal_entry_of<std::int32_t, 4, false>(shape)
                            : equal_entry_of<std::int32_t, 2, false>(shape);
}

} // namespace vglcs::cuda::scored
