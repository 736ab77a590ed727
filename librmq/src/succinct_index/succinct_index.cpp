// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/succinct_index.hpp>

namespace rmq {

#define RMQ_INSTANTIATE(Value, Index, Order) template class succinct_index<Value, Index, Order>
RMQ_FOR_EACH_INSTANCE(RMQ_INSTANTIATE);
#undef RMQ_INSTANTIATE

} // namespace rmq
