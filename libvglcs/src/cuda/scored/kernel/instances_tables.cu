// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/scored/kernel/instances.cuh"

namespace vglcs::cuda::scored {

scored_entry table_entry(scored_shape shape)
{
    return shape.value_bytes == 2 ? entry_of<std::int16_t, 2, by_tables, false>(shape)
                                  : entry_of<std::int32_t, 2, by_tables, false>(shape);
}

} // namespace vglcs::cuda::scored
