// SPDX-License-Identifier: BSD-3-Clause
/// Where in shared memory the arrays lie of a strip that has more than one warp.
#pragma once

#include "cuda/strip/kernel/layout.cuh"

namespace vglcs::cuda {

/// Sizes in words; what is written for another warp is there for two chunks, or for two blocks. All regions keep
/// 16-byte alignment.
template <class Value, int Words, reach Reach>
struct multi_warp_layout
    : strip_layout<Value, Words, Reach == reach::few_far ? 3 : static_cast<int>(ring_levels), Reach>
{
    using base = strip_layout<Value, Words, Reach == reach::few_far ? 3 : static_cast<int>(ring_levels), Reach>;
    static constexpr int row_words = base::row_words, chunk = base::chunk;
    static constexpr bool FewFar = Reach == reach::few_far;
    static constexpr int threads = FewFar ? 64 : 96; ///< of a strip: one helper, or two

    /// Rows' lists of row slots that were written early and late, a chunk each; a block's first writes and the index of
    /// the first of all of them.
    static constexpr int row_slot_lists = base::end, late_row_slot_lists = row_slot_lists + 2 * 4 * chunk,
                         row_slot_writes = late_row_slot_lists + 2 * 4 * chunk, row_slot_write_words = 36;
    /// A chunk's row maxima, padded so that lanes read a row each; maxima of a strip's last columns, by row and step,
    /// the last ones zeros.
    static constexpr int maxima = row_slot_writes + 2 * row_slot_write_words, maxima_row_words = row_words + 4,
                         suffixes = maxima + 2 * chunk * maxima_row_words, suffix_steps = row_words / 4 + 2;
    /// What the helper has found about the strip; and of each of four chunks, since a helper may look late, whether the
    /// run has been stopped.
    static constexpr int state = suffixes + chunk * suffix_steps * static_cast<int>(sizeof(Value)) / 4,
                         stops = state + 4, own = stops + 4;

    /// Few far: T_2 of the last 32 rows; the joined slots of each far column; the columns' slot numbers; the columns;
    /// which match a letter; masks by column and lane.
    static constexpr int few_far_rows_t2 = own, few_far_values = few_far_rows_t2 + 32 * row_words,
                         few_far_value_words = static_cast<int>(most_few_far_columns) * chunk / 2,
                         few_far_slots = few_far_values + 2 * few_far_value_words,
                         few_far_columns = few_far_slots + 4 * static_cast<int>(most_few_far_columns),
                         few_far_letters = few_far_columns + static_cast<int>(most_few_far_columns),
                         few_far_masks = few_far_letters + 128,
                         few_far_end = few_far_masks + 32 * static_cast<int>(most_few_far_columns);
    /// Far: of a chunk's rows the joined early slots, and the columns' joined slots, padded so that the columns'
    /// writes spread over the banks; the groups of columns.
    static constexpr int early_rows = own, far_rows = early_rows + 2 * chunk * row_words, far_row_words = row_words + 4,
                         far_lists = far_rows + 2 * chunk * far_row_words,
                         far_end = far_lists + 5 * base::columns + base::columns / 4;

    static constexpr int cleared = FewFar ? few_far_end : far_end; ///< for every strip
    /// The ticket, which warp runs the rows, and the signals.
    static constexpr int signals = cleared, words = signals + 4 + 12;
};

} // namespace vglcs::cuda
