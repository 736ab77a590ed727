// SPDX-License-Identifier: BSD-3-Clause
/// Where a strip's arrays lie in shared memory.
#pragma once

#include "cuda/strip_launch.hpp"
#include "cuda/warp.cuh"
#include "cuda/window_plan.hpp"

#include <bit>
#include <cstdint>

namespace vglcs::cuda {

/// Rows of which the kernels' loops consist: more rows keep more of the past in registers, fewer fit the instruction
/// cache, which rules where rows may be far.
inline constexpr int unrolled_near = 8, unrolled_rare = 2, unrolled_far = 2;

/// Sizes of a strip, in words of shared memory. All regions keep 16-byte alignment.
template <class Value, int Words, int Levels, reach Reach>
struct strip_layout
{
    static constexpr bool Far = Reach == reach::far, Rare = Reach == reach::rare;
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
    static constexpr int unrolled = Far ? unrolled_far : Rare ? unrolled_rare : unrolled_near;
    static constexpr int levels = Far ? std::bit_width(static_cast<unsigned>(columns)) : Levels;

    static constexpr int zeros = ring_words, tables = zeros + zero_words, border = tables + levels * level_words,
                         border_words = chunk * halo_words, early_reads = border + 2 * border_words,
                         late_reads = early_reads + (Far ? 4 * chunk : 0), writes = late_reads + (Far ? 4 * chunk : 0),
                         early_rows = writes + (Far ? static_cast<int>(row_plan::most_writes) : 0),
                         far_rows = early_rows + (Far ? chunk * row_words : 0);
    /// Rare windows: the last 32 rows of V; the chunk's row maxima, padded so that lanes read a row each; for each rare
    /// column and slot the kept values of a chunk's rows, twice; the columns and their slots; sets of columns by
    /// letter.
    static constexpr int rare_row_words = row_words + 2;
    static constexpr int rare_v = early_rows, rare_m = rare_v + (Rare ? 32 * row_words : 0),
                         rare_value_words = static_cast<int>(most_rare_columns) * 4 * chunk / 2,
                         rare_values = rare_m + (Rare ? chunk * rare_row_words : 0),
                         rare_slots = rare_values + (Rare ? 2 * rare_value_words : 0),
                         rare_columns = rare_slots + (Rare ? 4 * static_cast<int>(most_rare_columns) : 0),
                         rare_letters = rare_columns + (Rare ? static_cast<int>(most_rare_columns) : 0),
                         rare_end = rare_letters + (Rare ? 256 : 0);
    /// Where the exports of a chunk are gathered: [exports][rows + 1], padded against bank conflicts.
    static constexpr int export_rows = static_cast<int>(rows_per_block) + 1;
    static constexpr int exports(bool far_columns)
    {
        if (Rare)
            return rare_end;
        return far_rows + (far_columns ? static_cast<int>(rows_per_block) * far_row_words : 0);
    }
    static constexpr int words(bool far_columns, std::uint32_t most_exports)
    {
        std::uint32_t const bytes = (Far ? most_exports : 0) * export_rows * static_cast<std::uint32_t>(sizeof(Value));
        return exports(far_columns) + static_cast<int>((bytes + 15) / 16 * 4);
    }
};

} // namespace vglcs::cuda
