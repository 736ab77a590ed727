// SPDX-License-Identifier: BSD-3-Clause
#include "succinct_index/run.cuh"

namespace rmq::cuda::detail {

static_functions succinct_index_functions_64()
{
    return functions_of<index_run, std::int64_t>();
}

} // namespace rmq::cuda::detail
