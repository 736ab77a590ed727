// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/lca_rmq.hpp>

namespace rmq {

#define RMQ_INSTANTIATE(Value, Index, Order) template class lca_rmq<Value, Index, Order>
RMQ_FOR_EACH_INSTANCE(RMQ_INSTANTIATE);
#undef RMQ_INSTANTIATE

} // namespace rmq
