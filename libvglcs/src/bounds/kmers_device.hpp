// SPDX-License-Identifier: BSD-3-Clause
/// Sorted k-mers by a CUDA device.
#pragma once

#include "bounds/kmer_words.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace vglcs::cuda {

/// The distinct k-mers of a text, sorted, by the current device: a thread a letter, then CUB's radix sort and
/// selection. About 34 bytes of device memory a letter. Throws rmq::cuda::error and its kinds.
[[nodiscard]] std::vector<std::uint64_t> sorted_kmers(std::string_view letters, detail::kmer_words const & words);

} // namespace vglcs::cuda
