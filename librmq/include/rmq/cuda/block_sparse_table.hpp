// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstdint>

#include <rmq/cuda/detail/static_structure.hpp>
#include <rmq/order.hpp>

namespace rmq::cuda {

/// Range-extremum on the device by bests of blocks and a sparse table on the top: the structure to take when the array
/// stays in device memory. Twin of rmq::block_sparse_table and rmq::extremum_tree: same answers.
///
/// Source: the blocks of Soman, Kothapalli, Narayanan 2012, section 2, and Yang, Liu, Wu 2017, section 3.1, with the
/// speculative check of covering blocks; levels and kernels are this library's own (docs/algorithms/static-rmq-gpu.md).
/// Blocks of 64 values, levels of 16, at most 2,048 tops, whose sparse table lies in shared memory.
/// Build: one read of the array; 0.7 bits a value for 32-bit values and indices, and at most 77 KiB. Query O(1): the
/// blocks that cover a range are asked first, and an end is looked into only where its block's best is better than the
/// rest and lies outside the range.
/// Values: arithmetic types of 4 or 8 bytes, no NaN; -0.0 and 0.0 are equal. Ties as Order says. Needs the array.
/// With 32-bit indices, an array that is not aligned to 128 bytes has at most 2^32 - 128 / sizeof(Value) values.
template <class Value, std::unsigned_integral Index = std::uint32_t, class Order = min_leftmost>
class block_sparse_table
    : public detail::static_structure<detail::static_method::block_sparse_table, Value, Index, Order>
{
public:
    using detail::static_structure<detail::static_method::block_sparse_table, Value, Index, Order>::static_structure;
};

/// The recommended structure for ranges on the device, under the name that the CPU's has (rmq::range_extremum).
template <class Value, std::unsigned_integral Index = std::uint32_t, class Order = min_leftmost>
using range_extremum = block_sparse_table<Value, Index, Order>;

} // namespace rmq::cuda
