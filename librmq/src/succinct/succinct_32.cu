// SPDX-License-Identifier: BSD-3-Clause
#include "succinct/run.cuh"

namespace rmq::cuda::detail {

static_functions succinct_functions_32()
{
    return functions_of<succinct_run, std::int32_t>();
}

} // namespace rmq::cuda::detail
