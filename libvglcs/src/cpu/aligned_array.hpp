// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <utility>

namespace vglcs::cpu {

/// Fixed array aligned for any vector. Move only. Its last element ends the allocation, so that a sanitizer sees what
/// is written beyond it.
template <class Value>
class aligned_array
{
public:
    aligned_array() = default;
    /// Not initialised.
    explicit aligned_array(std::size_t size) : size_{size}
    {
        if (size == 0)
            return;
        data_.reset(static_cast<Value *>(::operator new[](size * sizeof(Value), alignment)));
    }
    /// All elements `value`.
    aligned_array(std::size_t size, Value value) : aligned_array{size} { fill(value); }
    aligned_array(aligned_array && other) noexcept : data_{std::move(other.data_)}, size_{std::exchange(other.size_, 0)}
    {
    }
    aligned_array & operator=(aligned_array && other) noexcept
    {
        data_ = std::move(other.data_);
        size_ = std::exchange(other.size_, 0);
        return *this;
    }

    void fill(Value value) noexcept { std::fill_n(data_.get(), size_, value); }
    [[nodiscard]] Value * data() const noexcept { return data_.get(); }
    [[nodiscard]] std::span<Value const> span() const noexcept { return {data_.get(), size_}; }
    [[nodiscard]] std::span<Value> span() noexcept { return {data_.get(), size_}; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::size_t bytes() const noexcept { return size_ * sizeof(Value); }

private:
    static constexpr std::align_val_t alignment{64};
    struct give_back
    {
        void operator()(Value * data) const noexcept { ::operator delete[](data, alignment); }
    };
    std::unique_ptr<Value[], give_back> data_;
    std::size_t size_ = 0;
};

} // namespace vglcs::cpu
