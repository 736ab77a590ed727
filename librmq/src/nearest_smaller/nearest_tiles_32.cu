// SPDX-License-Identifier: BSD-3-Clause
#include "nearest_smaller/nearest_tiles_run.cuh"

namespace rmq::cuda::detail {

void nearest_by_tiles_32(nearest_task const & task)
{
    run_tiles_of<std::int32_t>(task);
}

std::size_t tiles_scratch_bytes(unsigned key_bytes, std::size_t n)
{
    scratch_carver scratch;
    if (key_bytes == 4)
        (void)plan_tiles<std::int32_t, std::uint32_t>(n, scratch);
    else
        (void)plan_tiles<std::int64_t, std::uint64_t>(n, scratch);
    return scratch.used();
}

} // namespace rmq::cuda::detail
