// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include <rmq/cuda/device_buffer.hpp>
#include <rmq/cuda/device_span.hpp>
#include <rmq/cuda/packed_text.hpp>
#include <rmq/cuda/stream.hpp>
#include <rmq/detail/expects.hpp>

namespace rmq::cuda {

/// How lcp_array_async works on the device; the result is always the same.
enum class lcp_way : std::uint8_t {
    automatic, ///< neighbours; where more than n / 4,096 of them share 64 letters, by positions
    positions, ///< by positions at once
};

namespace detail {

/// What lcp_array.cu is called with.
struct lcp_task
{
    packed_view text; ///< of device memory
    std::uint32_t const * sa = nullptr;
    std::uint32_t const * rank = nullptr;
    std::uint32_t * lcp = nullptr;
    void * scratch = nullptr;
    lcp_way way = lcp_way::automatic;
    stream_handle on = nullptr;
};

[[nodiscard]] std::size_t lcp_scratch_bytes(std::size_t n);
void lcp_async(lcp_task const & task);

} // namespace detail

/// Bytes of device scratch that lcp_array_async needs for n letters: n / 15.
[[nodiscard]] inline std::size_t lcp_array_scratch_bytes(std::size_t n)
{
    return detail::lcp_scratch_bytes(n);
}

/// The LCP array on the device: equal to rmq::lcp_array. Neighbours in the suffix array are compared by two words of
/// letters; few that share more are settled by a warp each, many by positions: the permuted LCP of every 2^18th
/// position, then of every 2^12th, 64th and at last of all, each from what the position before it in the coarser step
/// leaves it (Karkkainen, Manzini, Puglisi 2009: from a position to the next it falls by at most one).
/// Enqueues and returns; everything must stay alive until the work has run.
/// O(n) words of letters for texts whose long repeats are few or long; repeats that begin everywhere cost more.
/// @param text      n = text.size() < 2^32
/// @param d_sa      [n] its suffix array
/// @param d_rank    [n] the inverse
/// @param d_lcp     [n]
/// @param d_scratch lcp_array_scratch_bytes(n) bytes at least, aligned to 256 bytes
inline void lcp_array_async(device_packed_view const & text, device_span<std::uint32_t const> d_sa,
                            device_span<std::uint32_t const> d_rank, device_span<std::uint32_t> d_lcp,
                            device_span<std::byte> d_scratch, stream_handle on, lcp_way way = lcp_way::automatic)
{
    RMQ_EXPECTS(d_sa.size() == text.size() && d_rank.size() == text.size() && d_lcp.size() == text.size());
    RMQ_EXPECTS(d_scratch.size() >= lcp_array_scratch_bytes(text.size()));
    detail::lcp_async({text.on_device, d_sa.data(), d_rank.data(), d_lcp.data(), d_scratch.data(), way, on});
}

/// The same with scratch of its own.
inline void lcp_array_async(device_packed_view const & text, device_span<std::uint32_t const> d_sa,
                            device_span<std::uint32_t const> d_rank, device_span<std::uint32_t> d_lcp, stream_handle on,
                            lcp_way way = lcp_way::automatic)
{
    device_buffer<std::byte> const scratch{lcp_array_scratch_bytes(text.size()), on};
    lcp_array_async(text, d_sa, d_rank, d_lcp, scratch.span(), on, way);
}

} // namespace rmq::cuda
