// SPDX-License-Identifier: BSD-3-Clause
#include "sparse_table/sparse_table_run.cuh"

namespace rmq::cuda::detail {

static_functions sparse_table_functions_32()
{
    return functions_of<sparse_table_run, std::int32_t>();
}

} // namespace rmq::cuda::detail
