// SPDX-License-Identifier: BSD-3-Clause
/// K-mers as numbers: what both forms of `sorted_kmers` agree on.
#pragma once

#include <vglcs/alphabet.hpp>

#include <cstdint>

namespace vglcs::detail {

/// How letters become numbers of `bits` bits each.
struct kmer_words
{
    /// Code of a letter that takes part in no k-mer. No alphabet has a letter of this number, so that a word with all
    /// bits set is no k-mer either.
    static constexpr std::uint8_t none = 255;

    unsigned k = 0, bits = 0;
    bool both = false; ///< of a k-mer and its reverse complement the smaller one
    std::uint64_t mask = 0;
    std::uint8_t code[256]{}, complement[256]{}; ///< of letters; plain arrays, for kernels
};

/// Throws usage_error where k is not possible.
[[nodiscard]] kmer_words make_kmer_words(alphabet a, unsigned k, bool canonical);

} // namespace vglcs::detail
