// SPDX-License-Identifier: BSD-3-Clause
#include "window_maximum/window_build.hpp"

namespace rmq::cuda::detail {

std::size_t window_scratch_bytes(scalar_kind kind, std::size_t n, bool narrow)
{
    if (narrow)
        return 0;
    return size_of(kind) == 8 ? windows_scratch_64(kind, n) : windows_scratch_32(kind, n);
}

void window_async(window_task const & task)
{
    if (size_of(task.kind) == 8)
        windows_64(task);
    else
        windows_32(task);
}

} // namespace rmq::cuda::detail
