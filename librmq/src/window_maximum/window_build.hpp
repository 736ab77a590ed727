// SPDX-License-Identifier: BSD-3-Clause
/// Entry points of the compiled files of the device's window extrema.
#pragma once

#include <rmq/cuda/detail/window_task.hpp>

namespace rmq::cuda::detail {

void windows_32(window_task const & task);
void windows_64(window_task const & task);
[[nodiscard]] std::size_t windows_scratch_32(scalar_kind kind, std::size_t n);
[[nodiscard]] std::size_t windows_scratch_64(scalar_kind kind, std::size_t n);

} // namespace rmq::cuda::detail
