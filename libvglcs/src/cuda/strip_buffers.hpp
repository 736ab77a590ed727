// SPDX-License-Identifier: BSD-3-Clause
/// Buffers of a run of strips: one for all of its arguments, and some that are filled again and again.
#pragma once

#include <rmq/cuda/device_buffer.hpp>

#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

namespace vglcs::cuda {

/// Host bytes gathered for one copy to the device; parts start at multiples of 16 bytes.
class arena
{
public:
    template <class T>
    std::size_t add(std::span<T const> part)
    {
        std::size_t const at = (bytes_.size() + 15) / 16 * 16;
        bytes_.resize(at + part.size_bytes());
        if (!part.empty())
            std::memcpy(bytes_.data() + at, part.data(), part.size_bytes());
        return at;
    }
    template <class T>
    std::size_t add(std::vector<T> const & part)
    {
        return add(std::span<T const>{part});
    }
    [[nodiscard]] std::span<std::byte const> bytes() const noexcept { return bytes_; }

private:
    std::vector<std::byte> bytes_;
};

/// Device memory that is filled again and again: to give small buffers back and take them anew for every piece of
/// a chain would cost more than the piece, since memory goes back to the system when the stream has run dry.
template <class T>
class refilled_buffer
{
public:
    /// At least `size` elements, uninitialised where it has to grow.
    rmq::cuda::device_span<T> take(std::size_t size, rmq::cuda::stream const & on)
    {
        if (buffer_.size() < size)
            buffer_ = rmq::cuda::device_buffer<T>{size, on};
        return buffer_.span().subspan(0, size);
    }
    rmq::cuda::device_span<T> fill(std::span<T const> from, rmq::cuda::stream const & on)
    {
        rmq::cuda::device_span<T> const to = take(from.size(), on);
        rmq::cuda::copy_async(from, to, on);
        return to;
    }

private:
    rmq::cuda::device_buffer<T> buffer_;
};

} // namespace vglcs::cuda
