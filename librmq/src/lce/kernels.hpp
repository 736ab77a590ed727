// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include <rmq/lce.hpp>

namespace rmq::detail {

/// Extensions by the first 29 letters (8 of 8 bits) of all queries, into out; the numbers of those that this does not
/// settle go to `open`. Returns how many these are. Positions up to the texts' sizes.
template <class Index>
[[nodiscard]] std::size_t short_batch(packed_view const & a, packed_view const & b, lce_query<Index> const * queries,
                                      std::size_t count, Index * out, std::uint32_t * open) noexcept;

/// Extensions by ranks of queries[which[k]], k < count, into out[which[k]]; i != j in all of them, both below size.
/// Ranks that are none (a damaged file) are cut, so that no read leaves the arrays.
template <class Index>
void rank_batch(Index const * rank, minimum_view<Index> const & lcp, lce_query<Index> const * queries,
                std::uint32_t const * which, Index * out, std::size_t count) noexcept;

} // namespace rmq::detail
