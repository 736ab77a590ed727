// SPDX-License-Identifier: BSD-3-Clause
/// The form of queries that the benchmark compares with the library's: four lanes look through their four ranges
/// together.
#include "block_sparse_table/run.cuh"

namespace rmq::cuda::detail {

void query_tree_quads(static_task const & task, range<std::uint32_t> const * queries, std::uint32_t * out,
                      std::size_t count)
{
    block_tree_run<false, std::int32_t, std::uint32_t>::query_as<scan_form::quads>(
        task, reinterpret_cast<index_pair<std::uint32_t> const *>(queries), out, count);
}

} // namespace rmq::cuda::detail
