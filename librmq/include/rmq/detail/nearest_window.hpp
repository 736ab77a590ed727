// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include <rmq/detail/nearest_rule.hpp>

/// The vectorised part of all nearest smaller values: matches that are near, found without a branch per element.
///
/// Round 1 compares a vector of neighbouring elements with the vectors that lie 1..window_reach positions to the left
/// and to the right. What is still open afterwards (on random values 1 of 16 on either side) forms a sequence of its
/// own with the same answers: the match of an element that is open on the left is an element that is open on the
/// right, and the other way round, because everything between the two is no better than the farther one. So the open
/// elements are packed together and the same comparison runs on them, where a distance of 15 reaches much farther;
/// and again, while that pays.
namespace rmq::detail {

/// Positions on either side that one round looks at.
inline constexpr std::size_t window_reach = 15;

/// Largest number of positions in one call of window_nearest.
inline constexpr std::size_t window_tile_max = 4096;

/// Matches of the tile keys[0..count-1], as far as the rounds find them; smaller keys are better.
/// keys[-window_reach .. count-1+window_reach] must be readable and hold the real neighbours: round 1 matches across
/// the ends of the tile, the later rounds inside it.
/// @param count       a multiple of 64, 64 <= count <= window_tile_max
/// @param first       position of keys[0] in the whole array; positions written are first + index in the tile
/// @param left        [count] position of the match, all bits set where it is still open
/// @param right       [count] the same to the right
/// @param left_open   [count / 64] bit k % 64 of word k / 64: no match of element k on the left yet
/// @param right_open  [count / 64] the same to the right
template <class Key, class Index>
void window_nearest(equal_side equals, Key const * keys, std::size_t count, Index first, Index * left, Index * right,
                    std::uint64_t * left_open, std::uint64_t * right_open);

template <>
void window_nearest(equal_side, std::int32_t const *, std::size_t, std::uint32_t, std::uint32_t *, std::uint32_t *,
                    std::uint64_t *, std::uint64_t *);
template <>
void window_nearest(equal_side, std::int32_t const *, std::size_t, std::uint64_t, std::uint64_t *, std::uint64_t *,
                    std::uint64_t *, std::uint64_t *);
template <>
void window_nearest(equal_side, std::int64_t const *, std::size_t, std::uint32_t, std::uint32_t *, std::uint32_t *,
                    std::uint64_t *, std::uint64_t *);
template <>
void window_nearest(equal_side, std::int64_t const *, std::size_t, std::uint64_t, std::uint64_t *, std::uint64_t *,
                    std::uint64_t *, std::uint64_t *);

/// out[0..count-1] = value, past the caches: for memory that is not read again soon. Writing a line this way does not
/// read it first, which saves a third of the memory traffic. Call stream_fence before another thread reads.
void stream_fill(std::uint32_t * out, std::size_t count, std::uint32_t value);
void stream_fill(std::uint64_t * out, std::size_t count, std::uint64_t value);

/// out[0..count-1] = from[0..count-1], in the same way; no overlap.
void stream_copy(std::uint32_t const * from, std::size_t count, std::uint32_t * out);
void stream_copy(std::uint64_t const * from, std::size_t count, std::uint64_t * out);

/// What was streamed is visible to threads that synchronise with this one afterwards.
void stream_fence();

} // namespace rmq::detail
