// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <rmq/cuda/nearest_smaller.hpp>

namespace rmq::cuda::detail {

/// Ryssel 2025, section 7.
void nearest_by_merging(nearest_task const & task);
[[nodiscard]] std::size_t merging_scratch_bytes(unsigned key_bytes, unsigned index_bytes, std::size_t n);

} // namespace rmq::cuda::detail
