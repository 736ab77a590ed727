// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip_instances.cuh"

namespace vglcs::cuda {

strip_entry wide_entry_16(strip_shape shape)
{
    using value = std::uint16_t;
    bool const equal = shape.columns_by == lookup::equal;
    if (shape.levels <= 3)
        return equal ? entry_of<value, 4, 3, lookup::equal, false, false>(shape)
                     : entry_of<value, 4, 3, lookup::direct, false, false>(shape);
    return equal ? entry_of<value, 4, 5, lookup::equal, false, false>(shape)
                 : entry_of<value, 4, 5, lookup::direct, false, false>(shape);
}

} // namespace vglcs::cuda
