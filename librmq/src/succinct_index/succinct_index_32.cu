// SPDX-License-Identifier: BSD-3-Clause
#include "succinct_index/run.cuh"

namespace rmq::cuda::detail {

static_functions succinct_index_functions_32()
{
    return functions_of<index_run, std::int32_t>();
}

} // namespace rmq::cuda::detail
