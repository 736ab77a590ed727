// SPDX-License-Identifier: BSD-3-Clause
/// Where a strip's arrays lie in shared memory.
#pragma once

#include "cuda/warp.cuh"
#include "cuda/window_plan.hpp"

#include <bit>
#include <cstdint>

namespace vglcs::cuda {

/// Rows of which the kernels' loops consist: more rows keep more of the past in registers, fewer fit the instruction
/// cache, which rules where rows may be far.
inline constexpr int unrolled_near = 8, unrolled_far = 2;

/// Sizes of a strip, in words of shared memory. All regions keep 16-byte alignment.
template <class Value, int Words, int Levels, bool Far>
struct strip_layout
{
    static constexpr int columns = 32 * Words * word_of<Value>::columns;
    static constexpr int row_words = 32 * Words;
    static constexpr int halo_words = static_cast<int>(halo_columns) / word_of<Value>::columns;
    static constexpr int halo_lanes = halo_words / Words; ///< the last lanes carry the halo's words
    static constexpr int level_words = halo_words + row_words;
    static constexpr int zero_words = table_shape::zero_bytes / 4;
    /// With three levels of rows the ring is short: its rows 0..5, and row 6 of zeros, which is row 30 modulo 8.
    static constexpr int row_levels = Far ? static_cast<int>(ring_levels) : Levels > 3 ? Levels : 3;
    static constexpr std::uint32_t ring_rows = row_levels > 3 ? ring_reach : 7, ring_row_mask = row_levels > 3 ? 31 : 7;
    static_assert((ring_zero_row & ring_row_mask) == ring_rows - 1);
    static constexpr int ring_words = static_cast<int>(ring_rows) * row_words;
    static constexpr int far_row_words = row_words + 4; ///< padded: the columns' writes spread over the banks
    static_assert(halo_words % Words == 0 && halo_lanes <= 32);

    /// Rows that strips exchange at a time. Short: a strip starts that many rows behind its left neighbour.
    static constexpr int chunk = Far ? static_cast<int>(rows_per_block) : 16;
    static constexpr int unrolled = Far ? unrolled_far : unrolled_near;
    static constexpr int levels = Far ? std::bit_width(static_cast<unsigned>(columns)) : Levels;

    static constexpr int zeros = ring_words, tables = zeros + zero_words, border = tables + levels * level_words,
                         border_words = chunk * halo_words, early_reads = border + 2 * border_words,
                         late_reads = early_reads + (Far ? 4 * chunk : 0), writes = late_reads + (Far ? 4 * chunk : 0),
                         early_rows = writes + (Far ? static_cast<int>(row_plan::most_writes) : 0),
                         far_rows = early_rows + (Far ? chunk * row_words : 0);
    /// Where the exports of a chunk are gathered: [exports][rows + 1], padded against bank conflicts.
    static constexpr int export_rows = static_cast<int>(rows_per_block) + 1;
    static constexpr int exports(bool far_columns)
    {
        return far_rows + (far_columns ? static_cast<int>(rows_per_block) * far_row_words : 0);
    }
    static constexpr int words(bool far_columns, std::uint32_t most_exports)
    {
        std::uint32_t const bytes = most_exports * export_rows * static_cast<std::uint32_t>(sizeof(Value));
        return exports(far_columns) + static_cast<int>((bytes + 15) / 16 * 4);
    }
};

} // namespace vglcs::cuda
