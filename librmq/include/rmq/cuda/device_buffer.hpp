// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <rmq/cuda/device_span.hpp>
#include <rmq/cuda/stream.hpp>
#include <rmq/detail/expects.hpp>

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace rmq::cuda {

namespace detail {

/// Stream-ordered memory of the current device; nullptr for 0 bytes. The device's pool keeps up to a 16th of its memory
/// for the next ones where the program has set no other bound (cudaMemPoolAttrReleaseThreshold). Throws
/// `out_of_memory`, `unavailable`, `error`.
[[nodiscard]] void * allocate(std::size_t bytes, stream_handle on);
void deallocate(void * memory, stream_handle on) noexcept;
void copy_to_device(void * d_to, void const * from, std::size_t bytes, stream_handle on);
void copy_to_host(void * to, void const * d_from, std::size_t bytes, stream_handle on);
void copy_on_device(void * d_to, void const * d_from, std::size_t bytes, stream_handle on);
void fill_bytes(void * d_to, int byte, std::size_t bytes, stream_handle on);

} // namespace detail

/// Owns an array in device memory. Move only; elements are uninitialised and trivially copyable; memory is taken and
/// given back in the order of the buffer's stream, which must outlive the buffer.
template <class T>
class device_buffer
{
    static_assert(std::is_trivially_copyable_v<T>);

public:
    device_buffer() = default;
    /// `size` uninitialised elements. Throws `out_of_memory`, `unavailable` or `error`.
    device_buffer(std::size_t size, stream_handle on)
        : data_{static_cast<T *>(detail::allocate(size * sizeof(T), on))}, size_{size}, stream_{on}
    {
    }
    /// A copy of the host's elements, enqueued on the stream: `from` must stay alive until it has run.
    device_buffer(std::span<T const> from, stream_handle on) : device_buffer{from.size(), on}
    {
        detail::copy_to_device(data_, from.data(), from.size_bytes(), on);
    }
    ~device_buffer()
    {
        if (data_)
            detail::deallocate(data_, stream_);
    }
    device_buffer(device_buffer && other) noexcept
        : data_{std::exchange(other.data_, nullptr)}, size_{std::exchange(other.size_, 0)}, stream_{other.stream_}
    {
    }
    device_buffer & operator=(device_buffer && other) noexcept
    {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(stream_, other.stream_);
        return *this;
    }

    [[nodiscard]] T * data() const noexcept { return data_; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::size_t bytes() const noexcept { return size_ * sizeof(T); }
    [[nodiscard]] device_span<T> span() const noexcept { return {data_, size_}; }
    /// Sets every byte, in the order of the stream.
    void fill_bytes_async(int byte, stream_handle on) { detail::fill_bytes(data_, byte, bytes(), on); }

private:
    T * data_ = nullptr;
    std::size_t size_ = 0;
    stream_handle stream_ = nullptr;
};

/// Sets every byte, in the order of the stream.
template <class T>
void fill_bytes_async(device_span<T> to, int byte, stream_handle on)
{
    detail::fill_bytes(to.data(), byte, to.size() * sizeof(T), on);
}

/// Enqueues a copy of host elements into device elements of the same number; both must stay alive until it has run.
template <class T>
void copy_async(std::span<T const> from, device_span<T> to, stream_handle on)
{
    RMQ_EXPECTS(from.size() == to.size());
    detail::copy_to_device(to.data(), from.data(), from.size_bytes(), on);
}

/// Enqueues a copy of device elements into host elements of the same number; both must stay alive until it has run.
template <class T>
void copy_async(device_span<T const> from, std::span<T> to, stream_handle on)
{
    RMQ_EXPECTS(from.size() == to.size());
    detail::copy_to_host(to.data(), from.data(), from.size_bytes(), on);
}

/// The device elements as a host vector; has finished when it returns.
template <class T>
[[nodiscard]] std::vector<std::remove_const_t<T>> to_host(device_span<T> from, stream const & on)
{
    std::vector<std::remove_const_t<T>> out(from.size());
    detail::copy_to_host(out.data(), from.data(), from.size_bytes(), on.get());
    on.synchronize();
    return out;
}

} // namespace rmq::cuda
