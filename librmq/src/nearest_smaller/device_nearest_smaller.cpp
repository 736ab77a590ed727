// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/cuda/nearest_smaller.hpp>

#include "nearest_smaller/nearest_launch.hpp"

#include <rmq/detail/expects.hpp>

namespace rmq::cuda::detail {

std::size_t nearest_scratch_bytes(scalar_kind kind, unsigned index_bytes, std::size_t n, nearest_method method)
{
    return method == nearest_method::merging ? merging_scratch_bytes(size_of(kind), index_bytes, n)
                                             : tiles_scratch_bytes(size_of(kind), n);
}

void nearest_async(nearest_task const & task)
{
    RMQ_EXPECTS(task.scratch_bytes >= nearest_scratch_bytes(task.kind, task.index_bytes, task.n, task.method));
    if (task.n == 0)
        return;
    if (task.method == nearest_method::merging)
        nearest_by_merging(task);
    else if (size_of(task.kind) == 4)
        nearest_by_tiles_32(task);
    else
        nearest_by_tiles_64(task);
}

} // namespace rmq::cuda::detail
