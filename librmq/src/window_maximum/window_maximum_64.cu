// SPDX-License-Identifier: BSD-3-Clause
#include "window_maximum/window_build.hpp"
#include "window_maximum/window_run.cuh"

namespace rmq::cuda::detail {

void windows_64(window_task const & task)
{
    run_windows<std::int64_t>(task);
}

std::size_t windows_scratch_64(scalar_kind kind, std::size_t n)
{
    return tree_scratch_bytes<std::int64_t>(kind, n);
}

} // namespace rmq::cuda::detail
