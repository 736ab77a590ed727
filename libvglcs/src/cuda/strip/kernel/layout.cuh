// SPDX-License-Identifier: BSD-3-Clause
/// Where a strip's arrays lie in shared memory.
#pragma once

#include "cuda/strip/plan/strip_shape.hpp"
#include "cuda/strip/run/launch.hpp"
#include "cuda/warp.cuh"

#include <bit>
#include <cstdint>

namespace vglcs::cuda {

/// Rows that the kernels' loops are unrolled by: more rows keep more of the past in registers, fewer fit the
/// instruction cache, which rules where rows may be far.
inline constexpr int unrolled_near = 8, unrolled_few_far = 1, unrolled_far = 1;

/// Rows of the border that a strip receives at a time where halos carry tags: fewer let it follow its left
/// neighbour sooner, more cost less a row, which counts where rows are short.
[[nodiscard]] constexpr int rows_received(lookup by, int words) noexcept
{
    return by == lookup::equal || words == 1 ? 8 : 4;
}

/// Sizes of a strip, in words of shared memory. All regions keep 16-byte alignment.
/// Group: rows of the border that lie in shared memory.
template <class Value, int Words, int Levels, reach Reach, int Group = static_cast<int>(rows_per_chunk)>
struct strip_layout
{
    static constexpr bool Far = Reach == reach::far, FewFar = Reach == reach::few_far;
    static constexpr int columns = 32 * Words * word_of<Value>::columns;
    /// Both tags of a border's units are looked at, see load_tagged(): 305 instead of 291 Gcell/s with 32-bit values
    /// and own limits, but 544 instead of 551 with 16-bit ones.
    static constexpr bool both_tags = sizeof(Value) == 4;
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
    static_assert(halo_words % Words == 0 && halo_lanes <= 32);

    /// Rows that strips exchange at a time. Short, since a strip starts that many rows behind its left neighbour.
    static constexpr int chunk = static_cast<int>(rows_per_chunk);
    static constexpr int unrolled = Far ? unrolled_far : FewFar ? unrolled_few_far : unrolled_near;
    static constexpr bool tagged = Reach == reach::near; ///< see border.cuh
    static constexpr int group = Group;
    static_assert(!tagged || unrolled % group == 0);
    static constexpr int levels = Far ? std::bit_width(static_cast<unsigned>(columns)) : Levels;

    static constexpr int zeros = ring_words, tables = zeros + zero_words,
                         border = tables + (FewFar ? 0 : levels * level_words), border_words = group * halo_words,
                         row_headers = border + (tagged ? 1 : 2) * border_words, row_header_words = tagged ? 4 : 0,
                         end = row_headers + 2 * chunk * row_header_words; ///< see row_headers.cuh
};

/// That of the kernels of strip_kernel.cuh.
template <class Value, int Words, int Levels, lookup Lookup>
using near_layout = strip_layout<Value, Words, Levels, reach::near, rows_received(Lookup, Words)>;

} // namespace vglcs::cuda
