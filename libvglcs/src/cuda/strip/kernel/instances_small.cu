// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip/kernel/instances.cuh"

namespace vglcs::cuda {

namespace {

template <int Words>
strip_entry small_entry_of(strip_shape shape)
{
    return shape.keeps ? entry_of<std::uint16_t, Words, 3, lookup::small, true>()
                       : entry_of<std::uint16_t, Words, 3, lookup::small, false>();
}

} // namespace

strip_entry small_entry(strip_shape shape)
{
    if (shape.rare)
        return rare_entry(shape);
    switch (shape.words) {
    case 1:
        return small_entry_of<1>(shape);
    case 2:
        return small_entry_of<2>(shape);
    default:
        return small_entry_of<4>(shape);
    }
}

} // namespace vglcs::cuda
