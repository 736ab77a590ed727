// SPDX-License-Identifier: BSD-3-Clause
/// Entry points of the static structures' compiled files, which their public headers call.
#pragma once

#include <rmq/cuda/detail/static_structure.hpp>

namespace rmq::cuda::detail {

/// One structure's functions for keys of one size; see static_bytes and the others.
struct static_functions
{
    std::size_t (*bytes)(static_task const & task);
    std::size_t (*scratch_bytes)(static_task const & task);
    void (*build)(static_task const & task);
    void (*query)(static_task const & task, void const * queries, void * out, std::size_t count);
};

[[nodiscard]] static_functions block_tree_functions_32();
[[nodiscard]] static_functions block_tree_functions_64();
[[nodiscard]] static_functions sparse_table_functions_32();
[[nodiscard]] static_functions sparse_table_functions_64();
[[nodiscard]] static_functions succinct_functions_32();
[[nodiscard]] static_functions succinct_functions_64();
[[nodiscard]] static_functions succinct_index_functions_32();
[[nodiscard]] static_functions succinct_index_functions_64();

/// Queries of a block_sparse_table of 32-bit values, leftmost of equal ones, with work shared by four lanes: for
/// comparison.
void query_tree_quads(static_task const & task, range<std::uint32_t> const * queries, std::uint32_t * out,
                      std::size_t count);

} // namespace rmq::cuda::detail
