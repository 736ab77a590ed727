// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <rmq/detail/expects.hpp>

/// Rightmost-pops code of a block of at most 16 values: how many values each new one pops off the stack that is the
/// right path of the block's Cartesian tree, 4 bits a value, the first value in the lowest bits.
/// Source: Yang, Liu, Wu 2017, section 3.2, Alg. 4 (query) and Alg. 5 (encoding). Differences: any order and tie rule;
/// the encoder takes its values one at a time, so that it serves blocks that are still filling.
namespace rmq::detail {

/// Values that one code word holds.
inline constexpr unsigned pop_code_block = 16;

/// Position in the block of the best value of [l..r] (closed), relative to the block's start; ties as encoded.
/// O(r - l): after a step from j-1 to j, `surplus` is how many values of [answer+1..j] are still on the stack; when it
/// would fall to 0 or less, value j has popped the answer so far.
/// @param l, r   l <= r < values encoded
[[nodiscard]] constexpr unsigned query_pop_code(std::uint64_t code, unsigned l, unsigned r) noexcept
{
    RMQ_EXPECTS(l <= r && r < pop_code_block);
    unsigned answer = l;
    int surplus = 0;
    for (unsigned j = l + 1; j <= r; ++j) {
        surplus += 1 - static_cast<int>(code >> (4 * j) & 15);
        bool const popped = surplus <= 0;
        answer = popped ? j : answer;
        surplus = popped ? 0 : surplus;
    }
    return answer;
}

/// Encodes one block, value by value: the stack is the right path of the Cartesian tree, best value at the bottom.
template <class Value, class Order>
class pop_encoder
{
public:
    /// Appends a value and returns how many it popped.   Amortised O(1).   size() < 16.
    constexpr unsigned push(Value const & value) noexcept
    {
        RMQ_EXPECTS(size_ < pop_code_block);
        unsigned pops = 0;
        while (depth_ > 0 && !Order::left_wins(stack_[depth_ - 1], value)) {
            --depth_;
            ++pops;
        }
        stack_[depth_++] = value;
        code_ |= static_cast<std::uint64_t>(pops) << (4 * size_++);
        return pops;
    }

    /// The code of the values so far; positions beyond them read 0 pops.
    [[nodiscard]] constexpr std::uint64_t code() const noexcept { return code_; }
    /// Values so far.
    [[nodiscard]] constexpr unsigned size() const noexcept { return size_; }
    /// Values on the stack.
    [[nodiscard]] constexpr unsigned depth() const noexcept { return depth_; }
    /// The best value so far; size() > 0.
    [[nodiscard]] constexpr Value const & best() const noexcept { return stack_[0]; }
    /// Starts a new block.
    constexpr void clear() noexcept
    {
        size_ = 0;
        depth_ = 0;
        code_ = 0;
    }

private:
    std::array<Value, pop_code_block> stack_{};
    unsigned size_{};
    unsigned depth_{};
    std::uint64_t code_{};
};

/// The code of a whole block.   O(block.size()).   block.size() <= 16.
template <class Order, class Value>
[[nodiscard]] constexpr std::uint64_t pop_code(std::span<Value const> block) noexcept
{
    pop_encoder<Value, Order> encoder;
    for (Value const & value : block)
        encoder.push(value);
    return encoder.code();
}

} // namespace rmq::detail
