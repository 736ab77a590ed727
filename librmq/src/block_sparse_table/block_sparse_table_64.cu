// SPDX-License-Identifier: BSD-3-Clause
#include "block_sparse_table/run.cuh"

namespace rmq::cuda::detail {

static_functions block_tree_functions_64()
{
    return functions_of<block_tree_run, std::int64_t>();
}

} // namespace rmq::cuda::detail
