// SPDX-License-Identifier: BSD-3-Clause
#include "nearest_smaller/nearest_tiles_run.cuh"

namespace rmq::cuda::detail {

void nearest_by_tiles_64(nearest_task const & task)
{
    run_tiles_of<std::int64_t>(task);
}

} // namespace rmq::cuda::detail
