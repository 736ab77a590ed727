// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/block_sparse_table.hpp>

namespace rmq {

#define RMQ_INSTANTIATE(Value, Index, Order)                                                                           \
    template class block_sparse_table<Value, in_block::pop_codes, Index, Order>;                                       \
    template class block_sparse_table<Value, in_block::lca_tables, Index, Order>
RMQ_FOR_EACH_INSTANCE(RMQ_INSTANTIATE);
#undef RMQ_INSTANTIATE

} // namespace rmq
