// SPDX-License-Identifier: BSD-3-Clause
/// What every .cu of the library starts with: checked launches, keys in the place of values, steps of a warp.
#pragma once

#include <rmq/cuda/check.hpp>
#include <rmq/cuda/detail/scalar.hpp>
#include <rmq/cuda/stream.hpp>

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace rmq::cuda::detail {

inline constexpr unsigned all_lanes = 0xffffffff;
inline constexpr unsigned warp_lanes = 32;

/// Enqueues a kernel and checks the launch. No blocks: nothing to do.
template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), std::size_t blocks, unsigned threads, std::size_t shared_bytes,
            stream_handle on, Arguments &&... arguments)
{
    if (blocks == 0)
        return;
    if (shared_bytes > 48 * 1024)
        RMQ_CUDA_CHECK(
            cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared_bytes)));
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>(blocks));
    config.blockDim = dim3(threads);
    config.dynamicSmemBytes = shared_bytes;
    config.stream = on;
    RMQ_CUDA_CHECK(cudaLaunchKernelEx(&config, kernel, std::forward<Arguments>(arguments)...));
}

[[nodiscard]] constexpr std::size_t blocks_for(std::size_t items, std::size_t per_block) noexcept
{
    return (items + per_block - 1) / per_block;
}

/// Blocks that fill the current device with this kernel.
template <class Kernel>
[[nodiscard]] std::size_t resident_blocks(Kernel * kernel, unsigned threads, std::size_t shared_bytes)
{
    int device = 0, processors = 0, blocks = 0;
    RMQ_CUDA_CHECK(cudaGetDevice(&device));
    RMQ_CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    RMQ_CUDA_CHECK(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, static_cast<int>(threads), shared_bytes));
    return static_cast<std::size_t>(processors) * static_cast<std::size_t>(blocks > 0 ? blocks : 1);
}

/// Takes arrays out of one piece of scratch, each aligned to 256 bytes. With no memory it only counts.
class scratch_carver
{
public:
    explicit scratch_carver(void * memory = nullptr) : memory_{static_cast<std::byte *>(memory)} {}

    template <class T>
    T * take(std::size_t count)
    {
        std::size_t const at = used_;
        used_ += (count * sizeof(T) + 255) / 256 * 256;
        return memory_ ? reinterpret_cast<T *>(memory_ + at) : nullptr;
    }
    [[nodiscard]] std::size_t used() const { return used_; }

private:
    std::byte * memory_;
    std::size_t used_ = 0;
};

/// Bits of values as signed integers in the order asked for: smaller key, better value. -0.0 and 0.0 are equal.
template <class Key>
struct key_map
{
    Key flip = 0;
    bool floating = false;

    key_map() = default;
    key_map(scalar_kind kind, bool minimum)
        : flip{static_cast<Key>(
              (kind == scalar_kind::uint32 || kind == scalar_kind::uint64 ? std::numeric_limits<Key>::min() : Key{0}) ^
              (minimum ? Key{0} : Key{-1}))},
          floating{kind == scalar_kind::float32 || kind == scalar_kind::float64}
    {
    }

    [[nodiscard]] __device__ __forceinline__ Key operator()(Key bits) const
    {
        if (floating) {
            if (bits == std::numeric_limits<Key>::min())
                bits = 0;
            bits ^= (bits >> (8 * sizeof(Key) - 1)) & std::numeric_limits<Key>::max();
        }
        return bits ^ flip;
    }
};

/// 16 bytes of elements.
template <class T>
struct alignas(16) vector_of
{
    static constexpr unsigned size = 16 / sizeof(T);
    T element[size];
};

/// Maximum over the lanes of a warp.
[[nodiscard]] __device__ __forceinline__ std::int32_t warp_max(std::int32_t x)
{
    for (unsigned d = warp_lanes / 2; d > 0; d /= 2)
        x = max(x, __shfl_xor_sync(all_lanes, x, static_cast<int>(d)));
    return x;
}
[[nodiscard]] __device__ __forceinline__ std::int64_t warp_max(std::int64_t x)
{
    for (unsigned d = warp_lanes / 2; d > 0; d /= 2) {
        std::int64_t const y = __shfl_xor_sync(all_lanes, x, static_cast<int>(d));
        x = x < y ? y : x;
    }
    return x;
}

} // namespace rmq::cuda::detail
