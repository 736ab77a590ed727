// SPDX-License-Identifier: BSD-3-Clause
/// Where a strip's arrays lie in shared memory.
#pragma once

#include "cuda/scored/kernel/words.cuh"
#include "cuda/scored/launch.hpp"
#include "cuda/scored/plan/table_windows.hpp"

#include <cuda_runtime.h>

#include <cstdint>

namespace vglcs::cuda::scored {

/// In place of the letters of every window: windows are read from tables.
inline constexpr int by_tables = -1;

/// Sizes of a strip in words of shared memory.
template <class Value, int Words, int Equal, bool Jumps>
struct scored_layout
{
    static constexpr int per_word = scored_word<Value>::columns, per_lane = Words * per_word;
    static constexpr int row_words = 32 * Words, columns = 32 * per_lane;
    static constexpr int halo_columns = Equal <= 0                               ? static_cast<int>(most_near)
                                        : Equal <= static_cast<int>(short_equal) ? 4
                                                                                 : 8;
    /// A lane has more columns than a halo: its last half is handed over.
    static constexpr bool half_lane = halo_columns < per_lane;
    static constexpr int halo_words = halo_columns / per_word, units = halo_words / 2;
    static constexpr int halo_lanes = half_lane ? 1 : halo_columns / per_lane;
    static constexpr int group = static_cast<int>(group_rows);
    /// Rows take longer than their instructions, so that it pays to load early and to keep registers for it; where a
    /// chip is full it costs 1 to 4%.
    static constexpr bool rows_wait = Jumps || (Equal > 0 && Words == 2);
    static constexpr int near = static_cast<int>(most_near);
    static constexpr bool has_headers = Equal == 0 || Jumps;
    static constexpr int header_words = sizeof(row_header) / 4;
    /// Rows and words of what the rows of two blocks are told where there are tables.
    static constexpr int told_rows = Equal == by_tables ? 2 * static_cast<int>(block_rows) : 0, told_words = 4;

    static constexpr int border = 0;
    static constexpr int headers = border + group * halo_words;
    static constexpr int told = headers + (has_headers ? 2 * group * header_words : 0);
    static constexpr int tables = told + told_rows * told_words;
    static constexpr int ring = tables + (Equal == by_tables ? table_places<per_word, Words>::end : 0);
    static constexpr int ring_rows = Equal == by_tables ? static_cast<int>(table_row::ring_rows)
                                     : Equal == 0       ? near
                                                        : 0;
    static constexpr int costs = ring + ring_rows * row_words;
    static constexpr int row = costs + (Equal == 0 ? near * row_words : 0);
    static constexpr int positions = row + (Equal == 0 ? halo_words + row_words : 0);
    static constexpr int landed = positions + (Equal == 0 ? near : 0);
    static constexpr int block = landed + (Equal == 0 && Jumps ? near * row_words : 0);
    static constexpr int asked = block + (Jumps ? static_cast<int>(block_rows) * row_words : 0);
    static constexpr int masks =
        asked + (Jumps && Words == 4 ? 4 * static_cast<int>(rows_asked_ahead(Words)) * row_words : 0);
    [[nodiscard]] static constexpr int words(int letters) { return masks + (letters + 1) * row_words; }
};

} // namespace vglcs::cuda::scored
