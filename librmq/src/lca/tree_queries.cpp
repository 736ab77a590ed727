// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/tree_queries.hpp>

namespace rmq {

#define RMQ_INSTANTIATE(Value, Index, Order) template class subtree_extrema<Value, Index, Order>
RMQ_FOR_EACH_INSTANCE(RMQ_INSTANTIATE);
#undef RMQ_INSTANTIATE

} // namespace rmq
