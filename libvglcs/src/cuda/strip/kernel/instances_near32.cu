// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip/kernel/instances.cuh"

namespace vglcs::cuda {

strip_entry near_entry_32(strip_shape shape)
{
    return near_entry<std::uint32_t, 2>(shape);
}

} // namespace vglcs::cuda
