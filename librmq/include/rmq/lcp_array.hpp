// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include <rmq/detail/huge_pages.hpp>
#include <rmq/packed_text.hpp>

namespace rmq {

/// Longest common prefixes of neighbours in the suffix array: lcp[r] of the suffixes at sa[r-1] and sa[r]; lcp[0] = 0.
/// Barriers equal nothing, so a prefix ends before the first one; the least lcp of ranks (a, b] is still the longest
/// common extension of the suffixes of ranks a and b, since all of them share their letters up to that barrier.
/// Neighbours are compared by words in the order of the suffix array, which is fastest where prefixes are short; as
/// soon as they turn out long, by Phi (Karkkainen, Manzini, Puglisi 2009), in the order of the text. Both are parallel.
/// O(n), and the longest prefix for each thread; Phi needs 4 or 8 bytes a letter beside the result.
/// @param text      the text that sa was made of
/// @param sa        [text.size] its suffix array
/// @param threads   OpenMP threads, 0 = all
/// Throws std::bad_alloc.
template <std::unsigned_integral Index>
[[nodiscard]] huge_vector<Index> lcp_array(packed_view const & text, std::span<Index const> sa, unsigned threads = 0);

extern template huge_vector<std::uint32_t> lcp_array(packed_view const &, std::span<std::uint32_t const>, unsigned);
extern template huge_vector<std::uint64_t> lcp_array(packed_view const &, std::span<std::uint64_t const>, unsigned);

} // namespace rmq
