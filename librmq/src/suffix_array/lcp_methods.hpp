// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <rmq/packed_text.hpp>

namespace rmq::detail {

/// The LCP array by comparing neighbours in the order of the suffix array: one read of the text at random for each
/// suffix, where prefixes are short. False, and `lcp` unfinished, where they are not: once words were compared beyond
/// `slack` and two for each suffix.
template <class Index>
[[nodiscard]] bool lcp_by_neighbours(packed_view const & text, std::span<Index const> sa, std::span<Index> lcp,
                                     std::size_t slack, unsigned threads);

/// The LCP array by Phi: linear whatever the text. Throws std::bad_alloc.
template <class Index>
void lcp_by_phi(packed_view const & text, std::span<Index const> sa, std::span<Index> lcp, unsigned threads);

} // namespace rmq::detail
