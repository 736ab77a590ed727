// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>

namespace vglcs::detail {

/// A number of chains, which may be far beyond any integer: modulo 2^64, and its 64 leading binary digits. Sums are
/// made in a stated order and cut, never rounded, so that they are the same on every machine; each loses less than one
/// part in 2^63.
class chain_number
{
public:
    chain_number() = default;
    [[nodiscard]] static chain_number one() noexcept
    {
        chain_number out;
        out.mod64_ = 1;
        out.top_ = std::uint64_t{1} << 63;
        out.shift_ = -63;
        return out;
    }

    chain_number & operator+=(chain_number x) noexcept
    {
        mod64_ += x.mod64_;
        if (x.top_ == 0)
            return *this;
        if (top_ == 0) {
            top_ = x.top_;
            shift_ = x.shift_;
            return *this;
        }
        if (shift_ < x.shift_) {
            std::swap(top_, x.top_);
            std::swap(shift_, x.shift_);
        }
        std::int64_t const behind = shift_ - x.shift_;
        std::uint64_t const add = behind < 64 ? x.top_ >> behind : 0;
        top_ += add;
        if (top_ < add) { // the leading digit is beyond 64
            top_ = top_ >> 1 | std::uint64_t{1} << 63;
            ++shift_;
        }
        return *this;
    }

    [[nodiscard]] bool is_zero() const noexcept { return top_ == 0; }
    [[nodiscard]] std::uint64_t mod64() const noexcept { return mod64_; }
    /// Of a number that is not 0.
    [[nodiscard]] double log2() const noexcept
    {
        return std::log2(static_cast<double>(top_) * 0x1p-63) + static_cast<double>(shift_ + 63);
    }

private:
    std::uint64_t mod64_ = 0;
    std::uint64_t top_ = 0; ///< the number is top * 2^shift, the highest bit of top set; or 0
    std::int64_t shift_ = 0;
};

} // namespace vglcs::detail
