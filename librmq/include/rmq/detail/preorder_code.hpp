// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include <rmq/detail/expects.hpp>

/// Preorder code of the padded Cartesian tree of a block of at most 16 values: 32 bits, two a value.
/// Source: Soman, Kothapalli, Narayanan 2012, sections 4 and 5.1.2. A one for each node and a zero for each missing
/// child, in preorder, lowest bit first, without the last zero; zero number i then stands for value i, and the ones
/// minus the zeros before it count the nodes that have value i in their left subtree or at themselves. The best of
/// [l..r] is the value of the first zero, from l's to r's, at which that count is lowest.
/// Read from right to left, the ones after zero i are how many values i pops off the stack of the values on its right.
namespace rmq::detail {

inline constexpr unsigned preorder_block = 16;

/// The succinct dictionary: for each byte, its zeros, its ones minus zeros, and where that is lowest at a zero.
struct preorder_byte
{
    std::int8_t sum{};
    std::int8_t low{127}; ///< ones minus zeros before a zero, the lowest; 127 in a byte of ones
    std::uint8_t first{}; ///< bit of the first zero that has it
    std::uint8_t zeros{};
};

[[nodiscard]] consteval std::array<preorder_byte, 256> make_preorder_dictionary()
{
    std::array<preorder_byte, 256> dictionary;
    for (unsigned value = 0; value < 256; ++value) {
        preorder_byte & entry = dictionary[value];
        for (unsigned bit = 0; bit < 8; ++bit) {
            if ((value >> bit & 1) != 0) {
                ++entry.sum;
                continue;
            }
            if (entry.sum < entry.low) {
                entry.low = entry.sum;
                entry.first = static_cast<std::uint8_t>(bit);
            }
            --entry.sum;
            ++entry.zeros;
        }
    }
    return dictionary;
}

inline constexpr std::array<preorder_byte, 256> preorder_dictionary = make_preorder_dictionary();

/// The code of a block of 1 to 16 values; of a shorter block, the bits beyond it are ones.
/// The root is the best value, on ties the one that Order asks for.   O(block.size()).
template <class Order, class Value>
[[nodiscard]] constexpr std::uint32_t preorder_code(std::span<Value const> block) noexcept
{
    RMQ_EXPECTS(!block.empty() && block.size() <= preorder_block);
    std::array<Value, preorder_block> stack{};
    std::array<unsigned, preorder_block> pops{};
    unsigned depth = 0;
    for (std::size_t i = block.size(); i-- > 0;) {
        while (depth > 0 && Order::left_wins(block[i], stack[depth - 1])) {
            --depth;
            ++pops[i];
        }
        stack[depth++] = block[i];
    }
    // depth ones, a zero, the pops of value 0 as ones, a zero, ...
    std::uint32_t code = ~std::uint32_t{0};
    unsigned bit = depth;
    for (std::size_t i = 0; i < block.size(); ++i) {
        code &= ~(std::uint32_t{1} << bit);
        bit += 1 + pops[i];
    }
    return code;
}

/// Place of zero number k of the code.   O(1): four dictionary entries and at most eight bits.
[[nodiscard]] constexpr unsigned preorder_zero(std::uint32_t code, unsigned k) noexcept
{
    unsigned byte = 0;
    while (k >= preorder_dictionary[code >> (8 * byte) & 255].zeros)
        k -= preorder_dictionary[code >> (8 * byte++) & 255].zeros;
    std::uint32_t zeros = ~(code >> (8 * byte)) & 255;
    for (; k > 0; --k)
        zeros &= zeros - 1;
    return 8 * byte + static_cast<unsigned>(std::countr_zero(zeros));
}

/// Position in the block of the best value of [l..r] (closed).   O(1).
/// @param l, r   l <= r < values encoded
[[nodiscard]] constexpr unsigned query_preorder_code(std::uint32_t code, unsigned l, unsigned r) noexcept
{
    RMQ_EXPECTS(l <= r && r < preorder_block);
    unsigned const from = preorder_zero(code, l);
    unsigned const to = preorder_zero(code, r);
    // zeros outside become ones: they shift the counts inside by the same amount and are no candidates themselves
    std::uint64_t const outside = ((std::uint64_t{1} << from) - 1) | ~((std::uint64_t{1} << (to + 1)) - 1);
    std::uint32_t const inside = code | static_cast<std::uint32_t>(outside);
    int sum = 0;
    int low = 127;
    unsigned place = from;
    for (unsigned byte = 0; byte < 4; ++byte) {
        preorder_byte const & entry = preorder_dictionary[inside >> (8 * byte) & 255];
        if (entry.low != 127 && sum + entry.low < low) {
            low = sum + entry.low;
            place = 8 * byte + entry.first;
        }
        sum += entry.sum;
    }
    return static_cast<unsigned>(std::popcount(~code & ((std::uint32_t{1} << place) - 1)));
}

} // namespace rmq::detail
