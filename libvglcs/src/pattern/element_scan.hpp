// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pattern/tile.hpp"

#include <vglcs/structured_pattern.hpp>

namespace vglcs::detail {

/// Adds to `to` the positions where a word of the element begins, with errors within its bounds, and ends where `next`
/// has a bit. A word's automaton keeps, for 64 positions a word, one bit vector for each number of mismatches,
/// insertions and deletions: the positions from which the letters so far can be read with just these. Blocks without a
/// bit of `next` in reach are passed over.
void scan_element(tile & text, pattern_part const & part, pattern_word const & word, bit_plane const & next,
                  bit_plane & to);

/// to = positions p such that, `lo` to `hi` letters of one slice later, `next` has a bit.   O(words * log(hi - lo)).
void scan_spacer(tile & text, std::size_t lo, std::size_t hi, bit_plane const & next, bit_plane & to);

} // namespace vglcs::detail
