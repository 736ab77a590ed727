// SPDX-License-Identifier: BSD-3-Clause
/// The kernels of a launch's shape. They are spread over several files so that they compile side by side.
#pragma once

#include "cuda/strip_entry.hpp"
#include "cuda/strip_kernel.cuh"

namespace vglcs::cuda {

template <class Value, int Words, int Levels, lookup Lookup, bool Far, bool Keeps>
strip_entry entry_of(strip_shape shape)
{
    return {strip_kernel<Value, Words, Levels, Lookup, Far, Keeps>,
            strip_layout<Value, Words, Levels, Far>::words(shape.far_columns, shape.most_exports),
            letter_words<Value, Words, Lookup>::count};
}

template <class Value, int Words, int Levels, bool Keeps>
strip_entry near_entry(strip_shape shape)
{
    switch (shape.columns_by) {
    case lookup::equal:
        return entry_of<Value, Words, Levels, lookup::equal, false, Keeps>(shape);
    case lookup::direct:
        return entry_of<Value, Words, Levels, lookup::direct, false, Keeps>(shape);
    default:
        return entry_of<Value, Words, Levels, lookup::chosen, false, Keeps>(shape);
    }
}

/// Without far windows, three levels or five.
template <class Value, int Words>
strip_entry near_entry(strip_shape shape)
{
    if (shape.levels <= 3)
        return shape.keeps ? near_entry<Value, Words, 3, true>(shape) : near_entry<Value, Words, 3, false>(shape);
    return shape.keeps ? near_entry<Value, Words, 5, true>(shape) : near_entry<Value, Words, 5, false>(shape);
}

} // namespace vglcs::cuda
