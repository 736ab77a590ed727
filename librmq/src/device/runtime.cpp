// SPDX-License-Identifier: BSD-3-Clause
/// The thin layer over the CUDA runtime: devices, streams, events, memory. Plain C++; kernels live elsewhere.
#include <rmq/cuda/check.hpp>
#include <rmq/cuda/device.hpp>
#include <rmq/cuda/device_buffer.hpp>
#include <rmq/cuda/stream.hpp>

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdint>
#include <string>

namespace rmq::cuda {

namespace {

/// Oldest compute capability that the build carries code for.
constexpr int oldest_major = 8;

/// Whether a query found its work done; throws what that work ran into.
bool reached(cudaError_t state)
{
    if (state == cudaErrorNotReady) {
        (void)cudaGetLastError();
        return false;
    }
    RMQ_CUDA_CHECK(state);
    return true;
}

device_list look()
{
    device_list out;
    int count = 0;
    if (cudaError_t const code = cudaGetDeviceCount(&count); code != cudaSuccess || count == 0) {
        (void)cudaGetLastError();
        out.reason = code == cudaErrorInsufficientDriver
                         ? "the NVIDIA driver is missing or older than this build's CUDA runtime needs"
                         : std::string{"no CUDA device was found ("} + cudaGetErrorString(code) + ")";
        return out;
    }
    for (int number = 0; number < count; ++number) {
        cudaDeviceProp p{};
        if (cudaGetDeviceProperties(&p, number) != cudaSuccess) {
            (void)cudaGetLastError();
            continue;
        }
        if (p.major < oldest_major) {
            out.reason = std::string{p.name} + " has compute capability " + std::to_string(p.major) + "." +
                         std::to_string(p.minor) + ", needed is " + std::to_string(oldest_major) + ".0";
            continue;
        }
        out.devices.push_back({.number = number,
                               .name = p.name,
                               .major = p.major,
                               .minor = p.minor,
                               .multiprocessors = p.multiProcessorCount,
                               .memory_bytes = p.totalGlobalMem,
                               .l2_bytes = static_cast<std::size_t>(p.l2CacheSize),
                               .shared_block_bytes = p.sharedMemPerBlockOptin,
                               .shared_bytes = p.sharedMemPerMultiprocessor});
    }
    if (!out.devices.empty())
        out.reason.clear();
    else if (out.reason.empty())
        out.reason = "no CUDA device could be read";
    return out;
}

/// Share of a device's memory that is kept between uses: what is given back to the system with every wait is mapped
/// anew, 0.13 ms at least and 2.7 ms a GB. Most work of a program takes less than that; who has done with something
/// large gives the rest back, and leaves others nearly all of the card.
constexpr std::size_t kept_share = 16;

/// The pool that cudaMallocAsync takes from; nullptr where there is none.
cudaMemPool_t pool_of(int device)
{
    cudaMemPool_t pool = nullptr;
    if (cudaDeviceGetMemPool(&pool, device) == cudaSuccess)
        return pool;
    (void)cudaGetLastError();
    return nullptr;
}

std::uint64_t attribute_of(cudaMemPool_t pool, cudaMemPoolAttr which)
{
    std::uint64_t out = 0;
    if (cudaMemPoolGetAttribute(pool, which, &out) == cudaSuccess)
        return out;
    (void)cudaGetLastError();
    return 0;
}

/// Lets the current device's pool keep memory, where the program has set no bound of its own but 0. Done when a thread
/// comes to a device: to do it again changes nothing.
void keep_memory()
{
    thread_local int done_for = -1;
    int const device = current_device();
    if (device == done_for)
        return;
    if (cudaMemPool_t const pool = pool_of(device); pool && attribute_of(pool, cudaMemPoolAttrReleaseThreshold) == 0) {
        std::size_t free = 0, total = 0;
        RMQ_CUDA_CHECK(cudaMemGetInfo(&free, &total));
        std::uint64_t kept = total / kept_share;
        RMQ_CUDA_CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept));
    }
    done_for = device;
}

/// Memory of the pool, and where that fails once more without what it has kept: it may lie in pieces too small.
cudaError_t allocate_from_pool(void ** memory, std::size_t bytes, stream_handle on)
{
    cudaError_t const code = cudaMallocAsync(memory, bytes, on);
    if (code != cudaErrorMemoryAllocation)
        return code;
    (void)cudaGetLastError();
    cudaMemPool_t const pool = pool_of(current_device());
    if (!pool || cudaStreamSynchronize(on) != cudaSuccess || cudaMemPoolTrimTo(pool, 0) != cudaSuccess) {
        (void)cudaGetLastError();
        return code;
    }
    return cudaMallocAsync(memory, bytes, on);
}

} // namespace

namespace detail {

void check(int code, char const * call, char const * file, int line)
{
    auto const result = static_cast<cudaError_t>(code);
    if (result == cudaSuccess)
        return;
    (void)cudaGetLastError();
    std::string const message =
        std::string{file} + ":" + std::to_string(line) + ": " + call + ": " + cudaGetErrorString(result);
    if (result == cudaErrorMemoryAllocation)
        throw out_of_memory{code, message};
    throw error{code, message};
}

void * allocate(std::size_t bytes, stream_handle on)
{
    if (bytes == 0)
        return nullptr;
    keep_memory();
    void * memory = nullptr;
    RMQ_CUDA_CHECK(allocate_from_pool(&memory, bytes, on));
    return memory;
}

void deallocate(void * memory, stream_handle on) noexcept
{
    (void)cudaFreeAsync(memory, on);
}

void copy_to_device(void * d_to, void const * from, std::size_t bytes, stream_handle on)
{
    if (bytes)
        RMQ_CUDA_CHECK(cudaMemcpyAsync(d_to, from, bytes, cudaMemcpyHostToDevice, on));
}

void copy_to_host(void * to, void const * d_from, std::size_t bytes, stream_handle on)
{
    if (bytes)
        RMQ_CUDA_CHECK(cudaMemcpyAsync(to, d_from, bytes, cudaMemcpyDeviceToHost, on));
}

void copy_on_device(void * d_to, void const * d_from, std::size_t bytes, stream_handle on)
{
    if (bytes)
        RMQ_CUDA_CHECK(cudaMemcpyAsync(d_to, d_from, bytes, cudaMemcpyDeviceToDevice, on));
}

void fill_bytes(void * d_to, int byte, std::size_t bytes, stream_handle on)
{
    if (bytes)
        RMQ_CUDA_CHECK(cudaMemsetAsync(d_to, byte, bytes, on));
}

} // namespace detail

device_list const & devices()
{
    static device_list const list = look();
    return list;
}

device_info const & device(int number)
{
    for (device_info const & d : devices().devices)
        if (d.number == number)
            return d;
    if (!devices().reason.empty())
        throw unavailable{(number == 0 ? "" : "device " + std::to_string(number) + ": ") + devices().reason};
    throw unavailable{"there is no CUDA device " + std::to_string(number) + " (" +
                      std::to_string(devices().devices.size()) + " usable here)"};
}

device_guard::device_guard(int number)
{
    (void)device(number);
    before_ = current_device();
    RMQ_CUDA_CHECK(cudaSetDevice(number));
}

device_guard::~device_guard()
{
    (void)cudaSetDevice(before_);
}

int current_device()
{
    int device = 0;
    RMQ_CUDA_CHECK(cudaGetDevice(&device));
    return device;
}

std::size_t free_bytes()
{
    std::size_t free = 0, total = 0;
    RMQ_CUDA_CHECK(cudaMemGetInfo(&free, &total));
    if (cudaMemPool_t const pool = pool_of(current_device())) {
        // reserved before used: what other threads take of it between the two makes it less, not more
        std::uint64_t const reserved = attribute_of(pool, cudaMemPoolAttrReservedMemCurrent);
        std::uint64_t const used = attribute_of(pool, cudaMemPoolAttrUsedMemCurrent);
        free += reserved - std::min(reserved, used);
    }
    return free;
}

stream::stream()
{
    RMQ_CUDA_CHECK(cudaStreamCreateWithFlags(&handle_, cudaStreamNonBlocking));
}

stream::~stream()
{
    if (handle_)
        (void)cudaStreamDestroy(handle_);
}

void stream::synchronize() const
{
    RMQ_CUDA_CHECK(cudaStreamSynchronize(handle_));
}

bool stream::idle() const
{
    return reached(cudaStreamQuery(handle_));
}

event::event()
{
    RMQ_CUDA_CHECK(cudaEventCreate(&handle_));
}

event::~event()
{
    if (handle_)
        (void)cudaEventDestroy(handle_);
}

void event::record(stream_handle on)
{
    RMQ_CUDA_CHECK(cudaEventRecord(handle_, on));
}

bool event::passed() const
{
    return reached(cudaEventQuery(handle_));
}

float event::milliseconds(event const & start, event const & stop)
{
    float out = 0;
    RMQ_CUDA_CHECK(cudaEventSynchronize(stop.handle_));
    RMQ_CUDA_CHECK(cudaEventElapsedTime(&out, start.handle_, stop.handle_));
    return out;
}

} // namespace rmq::cuda
