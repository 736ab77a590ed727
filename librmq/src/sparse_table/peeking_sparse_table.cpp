// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/peeking_sparse_table.hpp>

namespace rmq {

#define RMQ_INSTANTIATE(Value, Index, Order) template class peeking_sparse_table<Value, Index, Order>
RMQ_FOR_EACH_INSTANCE(RMQ_INSTANTIATE);
#undef RMQ_INSTANTIATE

} // namespace rmq
