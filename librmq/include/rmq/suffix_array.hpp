// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include <rmq/detail/huge_pages.hpp>

namespace rmq {

/// Longest text that a suffix array of this index takes.
template <std::unsigned_integral Index>
inline constexpr std::size_t suffix_array_limit = sizeof(Index) == 4 ? std::size_t{0x7fffffff}
                                                                     : std::size_t{0x7fffffffffffffff};

/// The positions of a text in the order of the suffixes that begin there, letters as bytes; a suffix that is a prefix
/// of another comes first. Built by libsais where the library was configured with it (Grebnov; O(n), parallel where it
/// has OpenMP), else by libdivsufsort (Mori; O(n log n), one thread). 5n bytes with an index of 32 bits, 9n with 64.
/// @param text      [n], any bytes; n <= suffix_array_limit<Index>
/// @param threads   OpenMP threads, 0 = all; the result does not depend on it
/// Throws std::length_error beyond that limit, std::bad_alloc.
template <std::unsigned_integral Index = std::uint32_t>
[[nodiscard]] huge_vector<Index> suffix_array(std::span<std::uint8_t const> text, unsigned threads = 0);

template <>
huge_vector<std::uint32_t> suffix_array(std::span<std::uint8_t const> text, unsigned threads);
template <>
huge_vector<std::uint64_t> suffix_array(std::span<std::uint8_t const> text, unsigned threads);

/// The library that sorts suffixes in this build: "libsais", "libdivsufsort".
[[nodiscard]] char const * suffix_sorter() noexcept;

/// The rank of each position: inverse[sa[r]] = r.   O(n).
/// @param sa        [n] a permutation of 0..n-1
/// @param threads   OpenMP threads, 0 = all
template <std::unsigned_integral Index>
[[nodiscard]] huge_vector<Index> inverse_suffix_array(std::span<Index const> sa, unsigned threads = 0);

extern template huge_vector<std::uint32_t> inverse_suffix_array(std::span<std::uint32_t const>, unsigned);
extern template huge_vector<std::uint64_t> inverse_suffix_array(std::span<std::uint64_t const>, unsigned);

} // namespace rmq
