// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip/plan/strip_cost.hpp"

#include "cuda/strip/plan/tuning.hpp"

#include <algorithm>

namespace vglcs::cuda {

namespace {

strip_speed speed_of(strip_shape shape)
{
    if (shape.columns_by == lookup::equal) {
        if (shape.value_bytes == 4)
            return shape.words == 4 ? default_tuning.equal_widest32 : default_tuning.equal32;
        return shape.words == 4 ? default_tuning.equal_widest : default_tuning.equal;
    }
    if (shape.few_far)
        return shape.words == 1 ? default_tuning.few_far_narrow : default_tuning.few_far;
    if (shape.columns_by == lookup::small)
        return shape.words == 1   ? default_tuning.small_narrow
               : shape.words == 2 ? default_tuning.small
                                  : default_tuning.small_widest;
    if (shape.value_bytes == 4)
        return default_tuning.values32;
    return shape.words == 1 ? default_tuning.narrow : shape.words == 2 ? default_tuning.wide : default_tuning.widest;
}

} // namespace

double seconds_of(strip_shape shape, std::uint64_t rows, std::uint64_t columns, std::uint32_t problems)
{
    strip_speed const speed = speed_of(shape);
    std::uint64_t const strips = (columns + shape.columns() - 1) / shape.columns();
    double const filling =
        (static_cast<double>(rows) + static_cast<double>(strips) * default_tuning.rows_behind) * speed.row_seconds;
    double const full = problems * static_cast<double>(rows) * static_cast<double>(columns) / speed.cells_per_second;
    return std::max(filling, full + static_cast<double>(rows) * speed.row_seconds / 2);
}

} // namespace vglcs::cuda
