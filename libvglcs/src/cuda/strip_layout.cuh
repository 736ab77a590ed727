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
inline constexpr int unrolled_near = 8, unrolled_rare = 1, unrolled_far = 2;

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
    /// Rows of the border that a strip receives at a time: where halos carry tags, fewer than a chunk.
    static constexpr bool tagged = Reach == reach::near;
    static constexpr int group = tagged ? unrolled : chunk;
    static constexpr int levels = Far ? std::bit_width(static_cast<unsigned>(columns)) : Levels;

    static constexpr int zeros = ring_words, tables = zeros + zero_words,
                         border = tables + (Rare ? 0 : levels * level_words), border_words = group * halo_words,
                         early_reads = border + (tagged ? 1 : 2) * border_words,
                         late_reads = early_reads + (Far ? 4 * chunk : 0),
                         early_rows = late_reads + (Far ? 4 * chunk : 0),
                         far_rows = early_rows + (Far ? chunk * row_words : 0),
                         far_lists = far_rows + static_cast<int>(rows_per_block) * far_row_words,
                         far_end = far_lists + 5 * columns + columns / 4;
    /// Rare windows: T_2 of the last 32 rows; for each of two chunks the row maxima, padded so that lanes read a row
    /// each, the kept values of each rare column, and the rows' lists of kept vectors; for each of two blocks what is
    /// kept of its rows; the columns' slots, the columns, and which match a letter; the first exports; maxima of the
    /// strip's last columns, by step; masks by column and lane; whether all halos are whole, and of each of two chunks
    /// whether the run stops after it.
    static constexpr int rare_row_words = row_words + 4, rare_exports_held = 16,
                         rare_suffix_steps = row_words / 4 + 2; ///< 16 bits each, the last are zeros
    static constexpr int rare_v = early_rows, rare_m = rare_v + (Rare ? 32 * row_words : 0),
                         rare_value_words = static_cast<int>(most_rare_columns) * chunk / 2,
                         rare_values = rare_m + (Rare ? 2 * chunk * rare_row_words : 0),
                         rare_lists = rare_values + (Rare ? 2 * rare_value_words : 0),
                         rare_write_words = 36, rare_writes = rare_lists + (Rare ? 2 * 4 * chunk : 0),
                         rare_slots = rare_writes + (Rare ? 2 * rare_write_words : 0),
                         rare_columns = rare_slots + (Rare ? 4 * static_cast<int>(most_rare_columns) : 0),
                         rare_letters = rare_columns + (Rare ? static_cast<int>(most_rare_columns) : 0),
                         rare_exports = rare_letters + (Rare ? 128 : 0),
                         rare_suffixes = rare_exports + (Rare ? 2 * rare_exports_held : 0),
                         rare_masks = rare_suffixes + (Rare ? chunk * rare_suffix_steps / 2 : 0),
                         rare_state = rare_masks + (Rare ? 32 * static_cast<int>(most_rare_columns) : 0),
                         rare_end = rare_state + (Rare ? 4 : 0);
    /// What a team of warps shares beside the strip: which ticket it has, and its signals.
    static constexpr int team = rare_end, team_end = team + (Rare ? 4 + 8 : 0);
    /// Where the exports of a chunk are gathered: [exports][rows + 1], padded against bank conflicts.
    static constexpr int export_rows = static_cast<int>(rows_per_block) + 1;
    static constexpr int exports(bool far_columns)
    {
        if (Rare)
            return team_end;
        return far_columns ? far_end : far_rows;
    }
    static constexpr int words(bool far_columns, std::uint32_t most_exports)
    {
        std::uint32_t const bytes = (Far ? most_exports : 0) * export_rows * static_cast<std::uint32_t>(sizeof(Value));
        return exports(far_columns) + static_cast<int>((bytes + 15) / 16 * 4);
    }
};

} // namespace vglcs::cuda
