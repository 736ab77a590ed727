// SPDX-License-Identifier: BSD-3-Clause
/// Where in shared memory the arrays lie of a strip that has more than one warp.
#pragma once

#include "cuda/strip/kernel/layout.cuh"

namespace vglcs::cuda {

/// Sizes in words; what is written for another warp is there for two chunks, or for two blocks. All regions keep
/// 16-byte alignment.
template <class Value, int Words, reach Reach>
struct team_layout : strip_layout<Value, Words, Reach == reach::rare ? 3 : static_cast<int>(ring_levels), Reach>
{
    using base = strip_layout<Value, Words, Reach == reach::rare ? 3 : static_cast<int>(ring_levels), Reach>;
    static constexpr int row_words = base::row_words, chunk = base::chunk;
    static constexpr bool Rare = Reach == reach::rare;
    static constexpr int threads = Rare ? 64 : 96; ///< of a strip: one helper, or two

    /// Rows' lists of kept vectors that were made early and lately, a chunk each; a block's first writes and the place
    /// of all of them.
    static constexpr int kept_lists = base::end, kept_late = kept_lists + 2 * 4 * chunk,
                         kept_writes = kept_late + 2 * 4 * chunk, kept_write_words = 36;
    /// A chunk's row maxima, padded so that lanes read a row each; maxima of a strip's last columns, by row and step,
    /// the last ones zeros.
    static constexpr int maxima = kept_writes + 2 * kept_write_words, maxima_row_words = row_words + 4,
                         suffixes = maxima + 2 * chunk * maxima_row_words, suffix_steps = row_words / 4 + 2;
    /// What the helper tells of the strip, and of each of four chunks, since a helper may look late, whether the run
    /// has been stopped.
    static constexpr int state = suffixes + chunk * suffix_steps * static_cast<int>(sizeof(Value)) / 4,
                         stops = state + 4, own = stops + 4;

    /// Rare: T_2 of the last 32 rows; the kept values of each rare column; the columns' slots; the columns; which match
    /// a letter; masks by column and lane.
    static constexpr int rare_v = own, rare_values = rare_v + 32 * row_words,
                         rare_value_words = static_cast<int>(most_rare_columns) * chunk / 2,
                         rare_slots = rare_values + 2 * rare_value_words,
                         rare_columns = rare_slots + 4 * static_cast<int>(most_rare_columns),
                         rare_letters = rare_columns + static_cast<int>(most_rare_columns),
                         rare_masks = rare_letters + 128,
                         rare_end = rare_masks + 32 * static_cast<int>(most_rare_columns);
    /// Far: of a chunk's rows the joined early vectors, and the columns' kept values, padded so that the columns'
    /// writes spread over the banks; the groups of columns.
    static constexpr int early_rows = own, far_rows = early_rows + 2 * chunk * row_words, far_row_words = row_words + 4,
                         far_lists = far_rows + 2 * chunk * far_row_words,
                         far_end = far_lists + 5 * base::columns + base::columns / 4;

    static constexpr int cleared = Rare ? rare_end : far_end; ///< for every strip
    /// The ticket, which warp runs the rows, and the signals.
    static constexpr int team = cleared, words = team + 4 + 12;
};

} // namespace vglcs::cuda
