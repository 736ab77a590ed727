// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstdint>

#include <rmq/cuda/detail/static_structure.hpp>
#include <rmq/order.hpp>

namespace rmq::cuda {

/// Range-extremum by index on the device in about 2.4 bits a value, without the array: it may be freed once the build
/// has run. Twin of rmq::succinct_index: the same bits, the same answers.
/// Source: as rmq::succinct_index; the build is this library's own: an element's one lies at twice its index less the
/// depth of the stack, and depths are found tile by tile from the nearest better values on the left, with the tiles'
/// own stack by pointer jumping (docs/algorithms/static-rmq-gpu.md).
/// Build: two reads of the array; scratch of 2.8 bytes a value for 32-bit values and indices. Query: up to three lines
/// of 512 bits and a block_sparse_table over the lines' lowest excesses.
/// Values: arithmetic types of 4 or 8 bytes, no NaN. Ties as Order says. With 32-bit indices at most 2^32 - 128 values.
template <class Value, std::unsigned_integral Index = std::uint32_t, class Order = min_leftmost>
class succinct_index : public detail::static_structure<detail::static_method::succinct_index, Value, Index, Order>
{
public:
    using detail::static_structure<detail::static_method::succinct_index, Value, Index, Order>::static_structure;
};

} // namespace rmq::cuda
