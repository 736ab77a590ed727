// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/alphabet.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace vglcs {

/// Longest k-mer that 64 bits hold: 31 for dna and rna, 12 for protein, 8 for raw.
[[nodiscard]] unsigned longest_kmer(alphabet a) noexcept;

/// The distinct k-mers of a text as numbers, sorted. A k-mer with a letter that matches nothing (N, say) is none.
/// O(n log n) time, 8 bytes a k-mer.
/// @param k           1 <= k <= longest_kmer(a); throws usage_error else
/// @param canonical   dna and rna: of a k-mer and its reverse complement the smaller one, so that strands do not matter
[[nodiscard]] std::vector<std::uint64_t> sorted_kmers(std::string_view letters, alphabet a, unsigned k, bool canonical);

/// The same numbers, made by a CUDA device where the text is long enough to pay for it and the device has the memory.
/// @param device_number   as in `options`
[[nodiscard]] std::vector<std::uint64_t> sorted_kmers(std::string_view letters, alphabet a, unsigned k, bool canonical,
                                                      int device_number);

/// Numbers that both sorted lists of distinct numbers hold.   O(x + y).
[[nodiscard]] std::size_t count_shared(std::span<std::uint64_t const> x, std::span<std::uint64_t const> y) noexcept;

} // namespace vglcs
