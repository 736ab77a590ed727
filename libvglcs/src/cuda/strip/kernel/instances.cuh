// SPDX-License-Identifier: BSD-3-Clause
/// The kernels of a launch's shape. They are spread over several files so that they compile side by side.
#pragma once

#include "cuda/strip/kernel/entry.hpp"
#include "cuda/strip/kernel/strip_kernel.cuh"

namespace vglcs::cuda {

template <class Value, int Words, int Levels, lookup Lookup, bool Keeps>
strip_entry make_entry()
{
    return {strip_kernel<Value, Words, Levels, Lookup, Keeps>, near_layout<Value, Words, Levels, Lookup>::end,
            letter_words<Value, Words, Lookup>::count};
}

template <class Value, int Words, bool Keeps>
strip_entry equal_entry(strip_shape shape)
{
    switch (shape.levels) {
    case 1:
        return make_entry<Value, Words, 1, lookup::equal, Keeps>();
    case 2:
        return make_entry<Value, Words, 2, lookup::equal, Keeps>();
    case 3:
        return make_entry<Value, Words, 3, lookup::equal, Keeps>();
    case 4:
        return make_entry<Value, Words, 4, lookup::equal, Keeps>();
    default:
        return make_entry<Value, Words, 5, lookup::equal, Keeps>();
    }
}

/// Without far windows: with tables, three levels or five.
template <class Value, int Words, bool Keeps>
strip_entry near_entry(strip_shape shape)
{
    if constexpr (Words == 2) // the only width that plans take it with
        if (shape.columns_by == lookup::equal)
            return equal_entry<Value, Words, Keeps>(shape);
    if (shape.columns_by == lookup::elastic)
        return make_entry<Value, Words, 5, lookup::elastic, Keeps>();
    bool const direct = shape.columns_by == lookup::direct;
    if (shape.levels <= 3)
        return direct ? make_entry<Value, Words, 3, lookup::direct, Keeps>()
                      : make_entry<Value, Words, 3, lookup::chosen, Keeps>();
    return direct ? make_entry<Value, Words, 5, lookup::direct, Keeps>()
                  : make_entry<Value, Words, 5, lookup::chosen, Keeps>();
}

template <class Value, int Words>
strip_entry near_entry(strip_shape shape)
{
    return shape.keeps ? near_entry<Value, Words, true>(shape) : near_entry<Value, Words, false>(shape);
}

} // namespace vglcs::cuda
