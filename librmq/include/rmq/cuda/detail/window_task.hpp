// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include <rmq/cuda/detail/scalar.hpp>
#include <rmq/cuda/stream.hpp>

/// What the kernels of window extrema are called with; apart from the functions so that device code sees no more.
namespace rmq::cuda::detail {

/// What the kernels are called with: types and order as numbers.
struct window_task
{
    void const * values = nullptr; ///< device, [n]
    std::size_t n = 0;
    std::size_t width = 0;         ///< of all windows, where widths is nullptr
    void const * widths = nullptr; ///< device, [n]
    unsigned width_bytes = 4;
    void * out = nullptr; ///< device, [n]: values, or indices where index_bytes is not 0
    unsigned index_bytes = 0;
    scalar_kind kind{};
    bool minimum = false;
    bool rightmost = false;
    bool forward = false;
    void * scratch = nullptr; ///< device, window_scratch_bytes(), aligned to 256 bytes
    stream_handle on = nullptr;
};

/// Windows up to here, all of one width, are best in one pass over the array without scratch.
inline constexpr std::size_t narrow_window = 1024;

[[nodiscard]] std::size_t window_scratch_bytes(scalar_kind kind, std::size_t n, bool narrow);
void window_async(window_task const & task);

} // namespace rmq::cuda::detail
