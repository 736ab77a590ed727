// SPDX-License-Identifier: BSD-3-Clause
/// The numbers that the CUDA strips are chosen by; measured, see docs/benchmarks/strip-gpu.md and strip-gpu-log.md
/// there.
#pragma once

#include <cstdint>

namespace vglcs::cuda {

/// What one kernel shape costs.
struct strip_speed
{
    double row_seconds;      ///< one row of one strip, while the chip is not full: the chain of dependent steps
    double cells_per_second; ///< all strips together, once the chip is full
};

/// Speculative tracebacks, which run ahead of the traceback.
struct speculative_tuning
{
    std::uint32_t least_rows = 3000;      ///< a shorter traceback runs alone
    std::uint32_t least_band_rows = 1000; ///< bands are as high as that, or more where there would be too many
    std::uint32_t most_bands = 16;
    float spacing = 0.025f; ///< columns between two of a band, as a share of the band's rows
};

/// H200, with random DNA; other chips are taken to be the same, since only the ratio between the shapes matters for the
/// choice. Where one shape of a kind was measured, the others keep their ratio to it from older kernels (estimates).
struct strip_tuning
{
    // 16 bits, one word a lane (taken for a problem alone only; its row measured, full an estimate) and more; limits
    // up to 30, where four words a lane have been slower at every size
    strip_speed narrow{.row_seconds = 131e-9, .cells_per_second = 450e9};
    strip_speed wide{.row_seconds = 159e-9, .cells_per_second = 687e9};
    strip_speed widest{.row_seconds = 400e-9, .cells_per_second = 500e9};
    strip_speed values32{.row_seconds = 210e-9, .cells_per_second = 334e9};
    // one limit for all columns, with two (estimate) and four words a lane
    strip_speed equal{.row_seconds = 150e-9, .cells_per_second = 750e9};
    strip_speed equal_widest{.row_seconds = 215e-9, .cells_per_second = 1390e9};
    strip_speed equal32{.row_seconds = 172.5e-9, .cells_per_second = 613e9};
    strip_speed equal_widest32{.row_seconds = 390e-9, .cells_per_second = 733e9};
    // windows of few columns in registers, with one, two (estimates) and four words a lane
    strip_speed small_narrow{.row_seconds = 112e-9, .cells_per_second = 490e9};
    strip_speed small{.row_seconds = 120e-9, .cells_per_second = 860e9};
    strip_speed small_widest{.row_seconds = 170e-9, .cells_per_second = 1030e9};
    // few far windows among them, with one (estimate) and two words a lane
    strip_speed few_far_narrow{.row_seconds = 430e-9, .cells_per_second = 175e9};
    strip_speed few_far{.row_seconds = 374e-9, .cells_per_second = 312e9};
    /// Rows that a strip starts behind its left neighbour: those that it gets at a time, asked for some rows ahead.
    double rows_behind = 14;
    double traceback_seconds_per_row = 0.03e-6;      ///< of a traceback where speculative ones have been
    double traceback_seconds_per_row_alone = 0.2e-6; ///< where they have not, or guesses fail
    double speculative_seconds_per_row = 0.4e-6; ///< of a band of speculative tracebacks, and of the links after them
    double seconds_per_new_byte = 2.7e-12;       ///< of device memory taken from the system
    double seconds_per_kept_byte = 0.25e-12;     ///< of a table, beyond the time of the length
    double seconds_per_launch_of_tiles = 300e-6; ///< of tiles that are run again: launches and copies
    double seconds_per_band = 20e-6;             ///< of the traceback, for each band of rows that is run again
    double steepest_chain = 4.5;                 ///< columns a row; random DNA whose every row matches takes 4
    /// Strips of tiles that run side by side, at most: where the table is some times as wide as it is high, guesses of
    /// the chain's slope fail after the first launch, so that one for all is worth its memory; else more than can be
    /// resident at a time only cost memory.
    std::uint32_t most_strips_beside = 1600, most_strips_beside_in_wide = 4500;
    double wide_table = 2;             ///< columns a row
    double launches_for_guesses = 0.5; ///< of tiles beside those that hold all bands, since guesses fail
    speculative_tuning speculative;
    /// Share of the device memory found free that a run may take where no budget is given.
    double memory_share = 0.9;
};

inline constexpr strip_tuning default_tuning{};

} // namespace vglcs::cuda
