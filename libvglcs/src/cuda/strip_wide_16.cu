// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip_instances.cuh"

namespace vglcs::cuda {

strip_entry wide_entry_16(strip_shape shape)
{
    using value = std::uint16_t;
    return shape.levels <= 3 ? entry_of<value, 4, 3, lookup::direct, false, false>(shape)
                             : entry_of<value, 4, 5, lookup::direct, false, false>(shape);
}

} // namespace vglcs::cuda
