// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/cartesian_tree.hpp>

namespace rmq {

#define RMQ_INSTANTIATE(Value, Index, Order)                                                                           \
    template cartesian_tree<Index> make_cartesian_tree<Value, Index, Order>(std::span<Value const>, unsigned,          \
                                                                            cartesian_method)
RMQ_FOR_EACH_INSTANCE(RMQ_INSTANTIATE);
#undef RMQ_INSTANTIATE

} // namespace rmq
