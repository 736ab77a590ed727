// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip/kernel/instances.cuh"

namespace vglcs::cuda {

namespace {

/// One limit for all columns, of the level that four words a lane can do.
template <class Value>
strip_entry equal_entry_with(strip_shape shape)
{
    return shape.keeps ? make_entry<Value, 4, 3, lookup::equal, true>()
                       : make_entry<Value, 4, 3, lookup::equal, false>();
}

} // namespace

strip_entry wide_entry(strip_shape shape)
{
    if (shape.columns_by == lookup::equal)
        return shape.value_bytes == 2 ? equal_entry_with<std::uint16_t>(shape) : equal_entry_with<std::uint32_t>(shape);
    using value = std::uint16_t;
    return shape.levels <= 3 ? make_entry<value, 4, 3, lookup::direct, false>()
                             : make_entry<value, 4, 5, lookup::direct, false>();
}

} // namespace vglcs::cuda
