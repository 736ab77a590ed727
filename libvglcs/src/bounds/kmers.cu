// SPDX-License-Identifier: BSD-3-Clause
#include "bounds/kmers_device.hpp"

#include <rmq/cuda/check.hpp>
#include <rmq/cuda/device_buffer.hpp>
#include <rmq/cuda/stream.hpp>

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_select.cuh>
#include <cuda_runtime.h>

#include <algorithm>
#include <span>

namespace vglcs::cuda {

namespace {

constexpr unsigned threads = 256;
constexpr std::uint64_t nothing = ~std::uint64_t{0}; ///< in the place of a k-mer; sorts behind all

/// words[at] = the k-mer that begins at `at`. A block reads its letters, and k-1 more, once.
__global__ void kmers_kernel(char const * letters, std::size_t count, detail::kmer_words const words,
                             std::uint64_t * out)
{
    __shared__ std::uint8_t codes[threads + 64], complements[threads + 64];
    std::size_t const first = std::size_t{blockIdx.x} * threads;
    for (unsigned t = threadIdx.x; t < threads + words.k - 1; t += threads) {
        bool const inside = first + t < count;
        auto const letter = static_cast<unsigned char>(inside ? letters[first + t] : 0);
        codes[t] = inside ? words.code[letter] : detail::kmer_words::none;
        complements[t] = words.complement[letter];
    }
    __syncthreads();
    if (first + threadIdx.x >= count)
        return;
    std::uint64_t forward = 0, reverse = 0;
    bool whole = true;
    for (unsigned d = 0; d < words.k; ++d) {
        std::uint8_t const code = codes[threadIdx.x + d];
        whole = whole && code != detail::kmer_words::none;
        forward = forward << words.bits | code;
        if (words.both)
            reverse |= std::uint64_t{complements[threadIdx.x + d]} << words.bits * d;
    }
    std::uint64_t const word = words.both ? min(forward & words.mask, reverse) : forward & words.mask;
    out[first + threadIdx.x] = whole ? word : nothing;
}

} // namespace

std::vector<std::uint64_t> sorted_kmers(std::string_view letters, detail::kmer_words const & words)
{
    using rmq::cuda::device_buffer;
    std::size_t const n = letters.size();
    if (n < words.k)
        return {};
    rmq::cuda::stream const on;
    device_buffer<char> const d_letters{std::span<char const>{letters}, on};
    device_buffer<std::uint64_t> const d_words{n, on}, d_sorted{n, on};
    kmers_kernel<<<static_cast<unsigned>((n + threads - 1) / threads), threads, 0, on.get()>>>(d_letters.data(), n,
                                                                                               words, d_words.data());
    RMQ_CUDA_CHECK(cudaGetLastError());
    device_buffer<std::size_t> const d_count{1, on};
    int const bits = static_cast<int>(std::min(64u, words.bits * words.k + 1)); // one more for `nothing`
    auto const with_scratch = [&](auto const & call) {
        std::size_t bytes = 0;
        RMQ_CUDA_CHECK(call(nullptr, bytes));
        device_buffer<std::byte> const scratch{bytes, on};
        RMQ_CUDA_CHECK(call(scratch.data(), bytes));
    };
    with_scratch([&](void * scratch, std::size_t & bytes) {
        return cub::DeviceRadixSort::SortKeys(scratch, bytes, d_words.data(), d_sorted.data(), n, 0, bits, on.get());
    });
    with_scratch([&](void * scratch, std::size_t & bytes) {
        return cub::DeviceSelect::Unique(scratch, bytes, d_sorted.data(), d_words.data(), d_count.data(), n, on.get());
    });
    std::size_t const distinct =
        rmq::cuda::to_host(rmq::cuda::device_span<std::size_t const>{d_count.span()}, on).front();
    auto out = rmq::cuda::to_host(rmq::cuda::device_span<std::uint64_t const>{d_words.data(), distinct}, on);
    if (!out.empty() && out.back() == nothing)
        out.pop_back();
    return out;
}

} // namespace vglcs::cuda
