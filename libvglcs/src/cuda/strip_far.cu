// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip_instances.cuh"

namespace vglcs::cuda {

strip_entry far_entry(strip_shape shape)
{
    if (shape.value_bytes == 4)
        return entry_of<std::uint32_t, 2, 5, lookup::chosen, reach::far, true>(shape);
    if (shape.words == 1)
        return entry_of<std::uint16_t, 1, 5, lookup::chosen, reach::far, true>(shape);
    return entry_of<std::uint16_t, 2, 5, lookup::chosen, reach::far, true>(shape);
}

} // namespace vglcs::cuda
