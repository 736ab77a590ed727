// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/scored/kernel/instances.cuh"

namespace vglcs::cuda::scored {

scored_entry jump_entry_32(scored_shape shape)
{
    return equal_entry_of<std::int32_t, 2, true>(shape);
}

} // namespace vglcs::cuda::scored
