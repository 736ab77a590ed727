// SPDX-License-Identifier: BSD-3-Clause
/// Comparison of packed letters by threads and warps.
#pragma once

#include <rmq/packed_text.hpp>

#include "device/kernel_launch.cuh"

namespace rmq::cuda::detail {

/// The index of the lowest letter that is not zero in a difference of windows.
[[nodiscard]] __device__ __forceinline__ unsigned first_letter(std::uint64_t difference, unsigned bits)
{
    return static_cast<unsigned>(__ffsll(static_cast<long long>(difference)) - 1) >> (bits == 2 ? 1 : 3);
}

/// Letters before the first barrier of a from i on or of b from j on.
[[nodiscard]] __device__ __forceinline__ std::size_t letters_to_barrier(packed_view const & a, std::size_t i,
                                                                        packed_view const & b, std::size_t j)
{
    std::size_t const x = (a.run_count == 1 ? a.size : a.next_barrier(i)) - i;
    std::size_t const y = (b.run_count == 1 ? b.size : b.next_barrier(j)) - j;
    return x < y ? x : y;
}

/// The extension where the first windows differ in `difference` != 0.
[[nodiscard]] __device__ __forceinline__ std::size_t
short_extension(packed_view const & a, std::size_t i, packed_view const & b, std::size_t j, std::uint64_t difference)
{
    std::size_t const length = first_letter(difference, a.bits);
    // behind the end there is no letter, so no flag either
    if (i + length < a.size && j + length < b.size && (a.run_count == 1 || !a.near_barrier(i, i + length)) &&
        (b.run_count == 1 || !b.near_barrier(j, j + length)))
        return length;
    std::size_t const limit = letters_to_barrier(a, i, b, j);
    return length < limit ? length : limit;
}

/// What i and j share of `limit` letters that hold no barrier, by one thread; `from` of them are known to agree.
[[nodiscard]] __device__ __forceinline__ std::size_t thread_extension(packed_view const & a, std::size_t i,
                                                                      packed_view const & b, std::size_t j,
                                                                      std::size_t from, std::size_t limit)
{
    unsigned const step = a.bits == 2 ? 32 : 8;
    for (std::size_t k = from; k < limit; k += step)
        if (std::uint64_t const difference = a.window(i + k) ^ b.window(j + k); difference != 0) {
            std::size_t const length = k + first_letter(difference, a.bits);
            return length < limit ? length : limit;
        }
    return limit;
}

/// The same by a whole warp, 32 words a step: all lanes call it with the same arguments and get the same answer.
[[nodiscard]] __device__ __forceinline__ std::size_t warp_extension(packed_view const & a, std::size_t i,
                                                                    packed_view const & b, std::size_t j,
                                                                    std::size_t from, std::size_t limit)
{
    unsigned const step = a.bits == 2 ? 32 : 8, lane = threadIdx.x % warp_lanes;
    for (std::size_t k = from; k < limit; k += step * warp_lanes) {
        std::size_t const at = k + lane * step;
        std::uint64_t const difference = at < limit ? a.window(i + at) ^ b.window(j + at) : 0;
        unsigned const votes = __ballot_sync(all_lanes, difference != 0);
        if (votes == 0)
            continue;
        unsigned const first = static_cast<unsigned>(__ffs(static_cast<int>(votes)) - 1);
        std::uint64_t const found = __shfl_sync(all_lanes, difference, static_cast<int>(first));
        std::size_t const length = k + first * step + first_letter(found, a.bits);
        return length < limit ? length : limit;
    }
    return limit;
}

} // namespace rmq::cuda::detail
