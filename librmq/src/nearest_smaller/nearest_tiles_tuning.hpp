// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace rmq::cuda::detail {

/// A thread's elements in registers, where all pairs are compared: 16 x 15 / 2 comparisons a side.
inline constexpr unsigned chunk_items = 16;
inline constexpr unsigned tile_threads = 256;
inline constexpr unsigned tile_items = chunk_items * tile_threads;
/// Open elements of a tile and side that its list takes: a lane each. Random values leave 9 on average.
inline constexpr unsigned open_capacity = 32;
/// Open elements of a warp and side that are spread over its lanes. Random values leave 105 on average.
inline constexpr unsigned list_capacity = 192;
/// Blocks of a multiprocessor that the compiler leaves registers for.
template <class Key>
inline constexpr unsigned tile_blocks = sizeof(Key) == 4 ? 5 : 3;
inline constexpr unsigned link_threads = 128;

} // namespace rmq::cuda::detail
