// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include <rmq/cuda/device_buffer.hpp>
#include <rmq/cuda/device_span.hpp>
#include <rmq/cuda/packed_text.hpp>
#include <rmq/cuda/stream.hpp>
#include <rmq/detail/expects.hpp>
#include <rmq/suffix_array.hpp>

namespace rmq::cuda {

namespace detail {

/// What suffix_array.cu is called with.
struct suffix_task
{
    packed_view text;               ///< of device memory
    std::uint32_t * sa = nullptr;   ///< device, [text.size]
    std::uint32_t * rank = nullptr; ///< device, [text.size]
    void * scratch = nullptr;       ///< device, aligned to 256 bytes
    stream_handle on = nullptr;
};

[[nodiscard]] std::size_t suffix_scratch_bytes(std::size_t n);
void sort_suffixes(suffix_task const & task);

inline void require_suffix_size(std::size_t n)
{
    if (n > suffix_array_limit<std::uint32_t>)
        throw std::length_error{"text too long for a suffix array with 32-bit positions on the device"};
}

} // namespace detail

/// Bytes of device scratch that suffix_array needs for n letters: 40 n and what radix sort takes.
/// Throws std::length_error beyond suffix_array_limit<std::uint32_t>.
[[nodiscard]] inline std::size_t suffix_array_scratch_bytes(std::size_t n)
{
    detail::require_suffix_size(n);
    return detail::suffix_scratch_bytes(n);
}

/// Suffix array and its inverse on the device: equal to rmq::suffix_array of the same letters, barriers as the least
/// letter, and rmq::inverse_suffix_array.
/// Source: prefix doubling (Manber, Myers 1993; Larsson, Sadakane 2007 for the groups that are left out once settled);
/// keys and kernels are this library's own (docs/algorithms/suffix-array.md).
/// The first sort is by so many letters that random text is nearly sorted; then only suffixes that still share their
/// rank are sorted, by the rank of what follows. O(n) for a text without long repeats, O(n log n) at worst.
/// Waits for the device once a round and has finished when it returns.
/// @param text      n = text.size() <= suffix_array_limit<std::uint32_t>
/// @param d_sa      [n]
/// @param d_rank    [n]
/// @param d_scratch suffix_array_scratch_bytes(n) bytes at least, aligned to 256 bytes
/// Throws std::length_error, error.
inline void suffix_array(device_packed_view const & text, device_span<std::uint32_t> d_sa,
                         device_span<std::uint32_t> d_rank, device_span<std::byte> d_scratch, stream_handle on)
{
    detail::require_suffix_size(text.size());
    RMQ_EXPECTS(d_sa.size() == text.size() && d_rank.size() == text.size());
    detail::sort_suffixes({text.on_device, d_sa.data(), d_rank.data(), d_scratch.data(), on});
}

/// The same with scratch of its own. Throws out_of_memory as well.
inline void suffix_array(device_packed_view const & text, device_span<std::uint32_t> d_sa,
                         device_span<std::uint32_t> d_rank, stream const & on)
{
    device_buffer<std::byte> const scratch{suffix_array_scratch_bytes(text.size()), on};
    suffix_array(text, d_sa, d_rank, scratch.span(), on);
}

} // namespace rmq::cuda
