// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <rmq/detail/huge_pages.hpp>
#include <rmq/packed_text.hpp>

#include <cstdint>

namespace vglcs::detail {

/// What an index holds beside the text.
template <class Index>
struct index_arrays
{
    rmq::huge_vector<Index> sa, ranks, lcp, minima;
};

/// Device bytes that arrays_on_device takes: 57 for each letter, and a little.
[[nodiscard]] std::uint64_t index_device_bytes(rmq::packed_view const & text);

/// The arrays as the current CUDA device makes them: equal to those of the CPU.
/// Throws rmq::cuda::unavailable, out_of_memory, error.
[[nodiscard]] index_arrays<std::uint32_t> arrays_on_device(rmq::packed_view const & text);

} // namespace vglcs::detail
