// SPDX-License-Identifier: BSD-3-Clause
/// What launches of strips signal to each other and to the host, and how the host watches them.
#pragma once

#include <rmq/cuda/device_span.hpp>
#include <rmq/cuda/stream.hpp>
#include <vglcs/run_control.hpp>

#include <cstddef>
#include <cstdint>

namespace vglcs::cuda {

/// Words of a launch's signals behind its ticket: how many blocks have come, whether it shall end, and each strip's
/// rows done. Apart, since all strips read some again and again while each writes others.
inline constexpr std::size_t started_at = 32, stop_at = 64, flags_at = 128;

/// How many workers to start of those that can be resident. A strip goes at its left neighbour's pace, so that all go
/// at that of the fullest scheduler: a number that fills the multiprocessors' four schedulers evenly is better than a
/// few more, and a fourth one on each makes the three others slower by half. And each worker should have the same
/// number of strips, or one less: the chip would be half empty in the end.
[[nodiscard]] std::uint32_t even_workers(std::uint32_t strips, std::uint32_t most, std::uint32_t multiprocessors);

/// Where somebody controls the run: until the stream is idle, passes a stop on to the strips that were launched, and
/// the rows done to whoever watches. Returns at once where nobody does. Throws `interrupted` where the run was stopped.
/// @param cleared  a point behind the clearing of the signals
/// @param strips   of the launch
/// @param columns  of a strip
/// @param cells    of all strips together; 0: they are not counted
void watch_strips(run_control * control, rmq::cuda::stream const & stream, rmq::cuda::event const & cleared,
                  rmq::cuda::device_span<std::uint32_t> d_signals, std::size_t strips, std::uint32_t columns,
                  std::uint64_t cells);

} // namespace vglcs::cuda
