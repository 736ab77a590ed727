// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip_entry.hpp"
#include "cuda/strip_rare_kernel.cuh"

namespace vglcs::cuda {

namespace {

template <int Words>
strip_entry rare_entry_of(strip_shape shape)
{
    using value = std::uint16_t;
    return {shape.keeps ? rare_strip_kernel<value, Words, true> : rare_strip_kernel<value, Words, false>,
            strip_layout<value, Words, 3, reach::rare>::words(false, 0),
            letter_words<value, Words, lookup::small>::count, 64};
}

} // namespace

strip_entry rare_entry(strip_shape shape)
{
    return shape.words == 1 ? rare_entry_of<1>(shape) : rare_entry_of<2>(shape);
}

} // namespace vglcs::cuda
