// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/nearest_smaller.hpp>

namespace rmq {

#define RMQ_INSTANTIATE(Value, Index, Order)                                                                           \
    template void all_nearest_smaller<Value, Index, Order>(std::span<Value const>, std::span<Index>, std::span<Index>, \
                                                           nearest_options const &)
RMQ_FOR_EACH_INSTANCE(RMQ_INSTANTIATE);
#undef RMQ_INSTANTIATE

} // namespace rmq
