// SPDX-License-Identifier: BSD-3-Clause
#include "window_maximum/window_build.hpp"
#include "window_maximum/window_run.cuh"

namespace rmq::cuda::detail {

void windows_32(window_task const & task)
{
    run_windows<std::int32_t>(task);
}

std::size_t windows_scratch_32(scalar_kind kind, std::size_t n)
{
    return tree_scratch_bytes<std::int32_t>(kind, n);
}

} // namespace rmq::cuda::detail
