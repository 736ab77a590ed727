// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstdint>

#include <rmq/cuda/detail/static_structure.hpp>
#include <rmq/order.hpp>

namespace rmq::cuda {

/// Range-extremum on the device from the best index of every window of 2^k values. Twin of rmq::sparse_table: same
/// answers.   Source: Yang, Liu, Wu 2017, section 2.4.1 and Alg. 2.
/// Build O(n log n), two levels a kernel; n * floor(log2 n) indices. Query O(1): two entries and their values.
/// Values: arithmetic types of 4 or 8 bytes, no NaN. Ties as Order says. Needs the array.
template <class Value, std::unsigned_integral Index = std::uint32_t, class Order = min_leftmost>
class sparse_table : public detail::static_structure<detail::static_method::sparse_table, Value, Index, Order>
{
public:
    using detail::static_structure<detail::static_method::sparse_table, Value, Index, Order>::static_structure;
};

} // namespace rmq::cuda
