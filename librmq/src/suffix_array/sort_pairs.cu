// SPDX-License-Identifier: BSD-3-Clause
#include "device/kernel_launch.cuh"
#include "suffix_array/sort_pairs.hpp"

#include <cub/device/device_radix_sort.cuh>

namespace rmq::cuda::detail {

namespace {

template <class Key>
void sort(void * scratch, std::size_t & bytes, sort_pairs_task const & t)
{
    RMQ_CUDA_CHECK(cub::DeviceRadixSort::SortPairs(
        scratch, bytes, static_cast<Key const *>(t.keys_in), static_cast<Key *>(t.keys_out),
        static_cast<Key const *>(t.values_in), static_cast<Key *>(t.values_out), t.n, 0, t.bits, t.on));
}

} // namespace

std::size_t sort_pairs_bytes(std::size_t n, unsigned bytes)
{
    std::size_t needed = 0;
    sort_pairs_task const t{.n = n, .bytes = bytes, .bits = static_cast<int>(8 * bytes)};
    if (bytes == 4)
        sort<std::uint32_t>(nullptr, needed, t);
    else
        sort<std::uint64_t>(nullptr, needed, t);
    return needed;
}

void sort_pairs_async(sort_pairs_task const & t)
{
    std::size_t bytes = t.scratch_bytes;
    if (t.bytes == 4)
        sort<std::uint32_t>(t.scratch, bytes, t);
    else
        sort<std::uint64_t>(t.scratch, bytes, t);
}

} // namespace rmq::cuda::detail
