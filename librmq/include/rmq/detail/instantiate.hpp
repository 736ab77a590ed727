// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <rmq/order.hpp>

/// Calls macro(Value, Index, Order) for the value types, index types and orders that the library brings compiled.
#define RMQ_FOR_EACH_ORDER(macro, Value, Index)                                                                        \
    macro(Value, Index, rmq::min_leftmost);                                                                            \
    macro(Value, Index, rmq::min_rightmost);                                                                           \
    macro(Value, Index, rmq::max_leftmost);                                                                            \
    macro(Value, Index, rmq::max_rightmost)
#define RMQ_FOR_EACH_INDEX_AND_ORDER(macro, Value)                                                                     \
    RMQ_FOR_EACH_ORDER(macro, Value, std::uint32_t);                                                                   \
    RMQ_FOR_EACH_ORDER(macro, Value, std::uint64_t)
#define RMQ_FOR_EACH_INSTANCE(macro) RMQ_FOR_EACH_INDEX_AND_ORDER(macro, std::int32_t)
