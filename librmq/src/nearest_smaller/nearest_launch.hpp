// SPDX-License-Identifier: BSD-3-Clause
/// The two methods of the device's nearest smaller values, which .cu files of their own implement.
#pragma once

#include <rmq/cuda/nearest_smaller.hpp>

namespace rmq::cuda::detail {

/// By tiles, with 32- or 64-bit keys.
void nearest_by_tiles_32(nearest_task const & task);
void nearest_by_tiles_64(nearest_task const & task);
[[nodiscard]] std::size_t tiles_scratch_bytes(unsigned key_bytes, std::size_t n);

/// Ryssel 2025, section 7.
void nearest_by_merging(nearest_task const & task);
[[nodiscard]] std::size_t merging_scratch_bytes(unsigned key_bytes, unsigned index_bytes, std::size_t n);

} // namespace rmq::cuda::detail
