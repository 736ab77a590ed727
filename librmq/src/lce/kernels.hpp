// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include <rmq/lce.hpp>

namespace rmq::detail {

/// Extensions by ranks of queries[which[k]], k < count, into out[which[k]]; i != j in all of them, both below size.
/// Ranks that are none (a damaged file) are cut, so that no read leaves the arrays.
template <class Index>
void rank_batch(Index const * rank, minimum_view<Index> const & lcp, lce_query<Index> const * queries,
                std::uint32_t const * which, Index * out, std::size_t count) noexcept;

} // namespace rmq::detail
