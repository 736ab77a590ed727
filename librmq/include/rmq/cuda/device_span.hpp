// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

namespace rmq::cuda {

/// A view of `size()` elements in DEVICE memory: what std::span is to host memory, but of another type, so that mixing
/// the two does not compile. Copyable, passed to kernels by value; elements can be read on the device only.
template <class T>
class device_span
{
public:
    using element_type = T;

    constexpr device_span() noexcept = default;
    constexpr device_span(T * data, std::size_t size) noexcept : data_{data}, size_{size} {}
    /// A view of constant elements from one of mutable ones.
    template <class U>
    requires(std::is_same_v<U const, T> && !std::is_same_v<U, T>) constexpr device_span(device_span<U> other) noexcept
        : data_{other.data()}, size_{other.size()}
    {
    }

    [[nodiscard]] constexpr T * data() const noexcept { return data_; }
    [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
    [[nodiscard]] constexpr std::size_t size_bytes() const noexcept { return size_ * sizeof(T); }
    [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
    /// The elements [first, first + count).
    [[nodiscard]] constexpr device_span subspan(std::size_t first, std::size_t count) const noexcept
    {
        return {data_ + first, count};
    }

private:
    T * data_ = nullptr;
    std::size_t size_ = 0;
};

} // namespace rmq::cuda
