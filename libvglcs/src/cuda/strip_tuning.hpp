// SPDX-License-Identifier: BSD-3-Clause
/// The numbers that the CUDA strips are chosen by, each from the measurements in docs/algorithms/strip-gpu-log.md.
#pragma once

#include <cstdint>

namespace vglcs::cuda {

/// What one kernel shape costs.
struct strip_speed
{
    double row_seconds;      ///< one row of one strip, while the chip is not full: the chain of dependent steps
    double cells_per_second; ///< all strips together, once the chip is full
};

/// H100; other chips are taken to be the same, since only the ratio between the shapes matters for the choice.
struct strip_tuning
{
    strip_speed narrow{.row_seconds = 240e-9, .cells_per_second = 300e9}; ///< 16 bits, one word a lane (estimate)
    strip_speed wide{.row_seconds = 270e-9, .cells_per_second = 400e9};   ///< 16 bits, two words a lane
    strip_speed values32{.row_seconds = 270e-9, .cells_per_second = 230e9};
    /// Rows that a strip starts behind its left neighbour: a chunk, and the fetching of the border ahead.
    double rows_behind = 24;
    double trace_seconds_per_pair = 0.4e-6; ///< of the walk along a chain
    /// Share of the device memory found free that a run may take where no budget is given.
    double memory_share = 0.9;
};

inline constexpr strip_tuning default_tuning{};

} // namespace vglcs::cuda
