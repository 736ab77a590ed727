// SPDX-License-Identifier: BSD-3-Clause
#include "device/static_build.hpp"

#include <stdexcept>

namespace rmq::cuda::detail {

namespace {

static_functions functions_of(static_method method, static_task const & task)
{
    bool const wide = size_of(task.kind) == 8;
    switch (method) {
    case static_method::sparse_table:
        return wide ? sparse_table_functions_64() : sparse_table_functions_32();
    case static_method::block_sparse_table:
        return wide ? block_tree_functions_64() : block_tree_functions_32();
    case static_method::succinct:
        return wide ? succinct_functions_64() : succinct_functions_32();
    case static_method::succinct_index:
        return wide ? succinct_index_functions_64() : succinct_index_functions_32();
    default:
        throw std::logic_error{"static_structure: no such method"};
    }
}

} // namespace

std::size_t static_bytes(static_method method, static_task const & task)
{
    return functions_of(method, task).bytes(task);
}

std::size_t static_scratch_bytes(static_method method, static_task const & task)
{
    return functions_of(method, task).scratch_bytes(task);
}

void build_static(static_method method, static_task const & task)
{
    functions_of(method, task).build(task);
}

void query_static(static_method method, static_task const & task, void const * queries, void * out, std::size_t count)
{
    functions_of(method, task).query(task, queries, out, count);
}

} // namespace rmq::cuda::detail
