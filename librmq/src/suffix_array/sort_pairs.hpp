// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <rmq/cuda/stream.hpp>

#include <cstddef>

namespace rmq::cuda::detail {

/// Stable sort of pairs of unsigned integers on the device, in a file of its own because cub compiles slowly.
struct sort_pairs_task
{
    void const * keys_in = nullptr;
    void * keys_out = nullptr;
    void const * values_in = nullptr;
    void * values_out = nullptr;
    std::size_t n = 0;
    unsigned bytes = 4; ///< of a key and of a value
    int bits = 32;      ///< keys are below 2^bits
    void * scratch = nullptr;
    std::size_t scratch_bytes = 0; ///< sort_pairs_bytes(n, bytes)
    stream_handle on = nullptr;
};

[[nodiscard]] std::size_t sort_pairs_bytes(std::size_t n, unsigned bytes);
void sort_pairs_async(sort_pairs_task const & task);

} // namespace rmq::cuda::detail
