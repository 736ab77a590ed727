// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstdint>

#include <rmq/cuda/detail/static_structure.hpp>
#include <rmq/order.hpp>

namespace rmq::cuda {

/// Range-extremum on the device in three levels with succinct codes on the lowest: 3.3 bits a value beside the array.
/// Twin of rmq::succinct: same answers.
/// Source: Soman, Kothapalli, Narayanan 2012, sections 4 to 6: blocks of 16 values as preorder bits of their padded
/// Cartesian trees, groups of 64 blocks, sets of 1,024 groups, a sparse table. Differences: no values are stored (the
/// source's 7.5 bits have the blocks' minima), candidates are compared through the array; a zero's place in a code is
/// counted from the values themselves, so that a thread encodes a block without a stack.
/// Build O(n): one read of the array. Query O(1), a thread a query. Values: arithmetic types of 4 or 8 bytes, no NaN.
/// Ties as Order says. Needs the array.
template <class Value, std::unsigned_integral Index = std::uint32_t, class Order = min_leftmost>
class succinct : public detail::static_structure<detail::static_method::succinct, Value, Index, Order>
{
public:
    using detail::static_structure<detail::static_method::succinct, Value, Index, Order>::static_structure;
};

} // namespace rmq::cuda
