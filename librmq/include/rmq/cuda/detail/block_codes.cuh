// SPDX-License-Identifier: BSD-3-Clause
/// Device code: blocks of past rows of a column, what kernels append to and ask. Needs nvcc.
/// Source: Yang, Liu, Wu 2017, Alg. 4, 5, 8 (signs of its last step exchanged), equation 2 corrected. The stack is the
/// block's right path, a bit a row, as in detail/path_codes.hpp.
#pragma once

#include <rmq/cuda/detail/block_code.hpp>

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

namespace rmq::cuda {

namespace detail {

inline constexpr unsigned catalan_block = block_rows(block_code::catalan);

/// Numbers of trees, and of trees with more on the left, up to one block.
struct tree_numbers
{
    std::uint16_t number[catalan_block + 1];
    std::uint16_t before[catalan_block][catalan_block];
};

constexpr tree_numbers make_tree_numbers()
{
    tree_numbers out{};
    for (unsigned n = 0; n <= catalan_block; ++n)
        out.number[n] = static_cast<std::uint16_t>(rmq::detail::catalan.number[n]);
    for (unsigned left = 0; left < catalan_block; ++left)
        for (unsigned right = 0; left + right < catalan_block; ++right)
            out.before[left][right] = static_cast<std::uint16_t>(rmq::detail::catalan.before[left][right]);
    return out;
}

static __constant__ tree_numbers trees = make_tree_numbers();

[[nodiscard]] __device__ __forceinline__ std::uint32_t tree_index(unsigned left_nodes, std::uint32_t left_index,
                                                                  unsigned right_nodes, std::uint32_t right_index)
{
    return trees.before[left_nodes][right_nodes] + left_index * trees.number[right_nodes] + right_index;
}

[[nodiscard]] __device__ __forceinline__ unsigned bit_width(unsigned x)
{
    return 32 - static_cast<unsigned>(__clz(static_cast<int>(x)));
}

} // namespace detail

/// First row of the path at or behind `l`: where the best value of the suffix is that begins at l.
[[nodiscard]] __device__ __forceinline__ unsigned path_suffix(unsigned path, unsigned l)
{
    return l + static_cast<unsigned>(__ffs(static_cast<int>(path >> l))) - 1;
}

/// Appends to a block that is filling; what a code is and how it is asked.
template <block_code Code>
struct block_codes;

template <>
struct block_codes<block_code::pops>
{
    static constexpr unsigned block = block_rows(block_code::pops);
    using code_type = unsigned long long;
    [[nodiscard]] static __device__ code_type empty() { return 0; }

    /// Appends `value` as row `at` of the block.   Amortised O(1).
    /// @param value_at   value_at(k) is the value of row k < at
    template <class Order, class Value, class ValueAt, class Left>
    static __device__ __forceinline__ void push(code_type & code, unsigned & path, unsigned at, Value value,
                                                ValueAt const & value_at, Left const &)
    {
        code_type pops = 0;
        for (; path != 0; ++pops) {
            unsigned const top = detail::bit_width(path) - 1;
            if (!Order::better(value, value_at(top)))
                break;
            path ^= 1u << top;
        }
        path |= 1u << at;
        code |= pops << (4 * at);
    }

    /// Row of the best value of the rows l..r, the first on ties.   O(r - l).
    [[nodiscard]] static __device__ __forceinline__ unsigned query(code_type code, unsigned l, unsigned r,
                                                                   std::uint32_t const *)
    {
        unsigned answer = l;
        int surplus = 0;
        for (unsigned k = l + 1; k <= r; ++k) {
            surplus += 1 - static_cast<int>(code >> (4 * k) & 15);
            if (surplus <= 0) {
                answer = k;
                surplus = 0;
            }
        }
        return answer;
    }
};

template <>
struct block_codes<block_code::catalan>
{
    static constexpr unsigned block = block_rows(block_code::catalan);
    using code_type = std::uint16_t;
    [[nodiscard]] static __device__ code_type empty()
    {
        return static_cast<code_type>(detail::trees.number[block] - 1);
    }

    /// As above.
    /// @param left   left(k) is a reference to the Catalan index of the left subtree of row k of the path
    template <class Order, class Value, class ValueAt, class Left>
    static __device__ __forceinline__ void push(code_type & code, unsigned & path, unsigned at, Value value,
                                                ValueAt const & value_at, Left const & left)
    {
        unsigned const to_come = block - at; // this row included: the virtual right path
        unsigned nodes = 0, padded_nodes = to_come;
        std::uint32_t index = 0, padded_index = detail::trees.number[to_come] - 1u;
        while (path != 0) {
            unsigned const top = detail::bit_width(path) - 1;
            if (!Order::better(value, value_at(top)))
                break;
            path ^= 1u << top;
            unsigned const left_nodes = top - detail::bit_width(path);
            std::uint32_t const left_index = left(top);
            index = detail::tree_index(left_nodes, left_index, nodes, index);
            nodes += left_nodes + 1;
            padded_index = detail::tree_index(left_nodes, left_index, padded_nodes, padded_index);
            padded_nodes += left_nodes + 1;
        }
        path |= 1u << at;
        left(at) = static_cast<std::uint16_t>(index);
        std::uint32_t const joined =
            detail::tree_index(nodes, index, to_come - 1, detail::trees.number[to_come - 1] - 1u);
        code = static_cast<code_type>(code + joined - padded_index);
    }

    /// As above.   O(1).
    /// @param lca   packed_lca_table(), in shared memory at best
    [[nodiscard]] static __device__ __forceinline__ unsigned query(code_type code, unsigned l, unsigned r,
                                                                   std::uint32_t const * lca)
    {
        return lca[code * block + l] >> (4 * r) & 15;
    }
};

/// Best values of runs of complete blocks of column j.
template <class Value>
struct column_levels
{
    column_blocks<Value> const & blocks;
    std::size_t j;
    std::uint32_t newest, newest_slot; ///< newest block of any kind, and its slot

    [[nodiscard]] __device__ __forceinline__ std::uint32_t slot_of(std::uint32_t b) const
    {
        std::uint32_t const back = newest - b;
        return newest_slot >= back ? newest_slot - back : newest_slot + blocks.slots - back;
    }
    /// Of the 2^level blocks that end with b.
    [[nodiscard]] __device__ __forceinline__ Value & at(std::uint32_t level, std::uint32_t b) const
    {
        return blocks.levels[(std::size_t{level} * blocks.slots + slot_of(b)) * blocks.stride + j];
    }
    /// Of the complete blocks first..last, first <= last.
    template <class Order>
    [[nodiscard]] __device__ __forceinline__ Value best(std::uint32_t first, std::uint32_t last) const
    {
        std::uint32_t const level = detail::bit_width(last - first + 1) - 1;
        return Order::best(at(level, first + (1u << level) - 1), at(level, last));
    }
    /// Enters the newest block, which is complete now.
    template <class Order>
    __device__ __forceinline__ void complete(Value best_value) const
    {
        for (std::uint32_t level = 0; level < blocks.level_count; ++level) {
            at(level, newest) = best_value;
            if (newest + 1 < 2u << level || level + 1 == blocks.level_count)
                break;
            best_value = Order::best(best_value, at(level, newest - (1u << level)));
        }
    }
};

} // namespace rmq::cuda
