// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip/kernel/instances.cuh"

namespace vglcs::cuda {

namespace {

template <int Words>
strip_entry small_entry_with(strip_shape shape)
{
    return shape.keeps ? make_entry<std::uint16_t, Words, 3, lookup::small, true>()
                       : make_entry<std::uint16_t, Words, 3, lookup::small, false>();
}

} // namespace

strip_entry small_entry(strip_shape shape)
{
    if (shape.few_far)
        return few_far_entry(shape);
    switch (shape.words) {
    case 1:
        return small_entry_with<1>(shape);
    case 2:
        return small_entry_with<2>(shape);
    default:
        return small_entry_with<4>(shape);
    }
}

} // namespace vglcs::cuda
