// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <rmq/cuda/nearest_smaller.hpp>

namespace rmq::cuda::detail {

/// By tiles, with 32- or 64-bit keys; each is a file of its own.
void nearest_by_tiles_32(nearest_task const & task);
void nearest_by_tiles_64(nearest_task const & task);
[[nodiscard]] std::size_t tiles_scratch_bytes(unsigned key_bytes, std::size_t n);

} // namespace rmq::cuda::detail
