// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include <rmq/detail/catalan.hpp>
#include <rmq/detail/expects.hpp>
#include <rmq/detail/lca_table.hpp>
#include <rmq/detail/pop_code.hpp>
#include <rmq/order.hpp>

/// Codes of a block that is still filling, kept without a stack: the right path of its Cartesian tree is a word with a
/// bit for every position that is on it, and values are read where they are stored anyway. A position's left subtree
/// has as many nodes as there are positions between it and the path's position before it.
/// Appending a value that is worst of all pops nothing, whatever the tie rule below: it only sets its bit in the path
/// and leaves the code as it is. So structures of many columns append such values a word at a time.
namespace rmq::detail {

/// A word with a bit a position of a block, at most 16.
using path_bits = std::uint16_t;

/// First position of the path at or behind `l`: the best value of the suffix that begins at l.   O(1).
/// @pre some position of the path is at or behind l (the newest one always is)
[[nodiscard]] inline unsigned path_suffix(path_bits path, unsigned l) noexcept
{
    RMQ_EXPECTS(path >> l != 0);
    return l + static_cast<unsigned>(std::countr_zero(static_cast<unsigned>(path) >> l));
}

/// Rightmost-pops code (pop_code.hpp), blocks of 16 positions.
struct pop_path
{
    static constexpr unsigned block = pop_code_block;
    using code_type = std::uint64_t;
    struct lane_state
    {
    };

    [[nodiscard]] static constexpr code_type empty() noexcept { return 0; }

    /// Appends `value` at position `at` of the block; `path` holds the positions before it.   Amortised O(1).
    /// @param value_at  value_at(p) is the value at position p < at
    template <class Order, class Value, class ValueAt>
    static void push(code_type & code, path_bits & path, lane_state *, std::size_t, unsigned at, Value value,
                     ValueAt const & value_at) noexcept
    {
        static_assert(Order::ties == tie::leftmost);
        code_type pops = 0;
        unsigned left = path;
        while (left != 0) {
            unsigned const top = std::bit_width(left) - 1U;
            if (!Order::better(value, value_at(top)))
                break;
            left ^= 1U << top;
            ++pops;
        }
        path = static_cast<path_bits>(left | 1U << at);
        code |= pops << (4 * at);
    }

    /// Position of the best value of the positions l..r, leftmost on ties.   O(r - l).
    [[nodiscard]] static unsigned query(code_type code, unsigned l, unsigned r) noexcept
    {
        return query_pop_code(code, l, r);
    }
};

/// Online Catalan index with a table of lowest common ancestors, blocks of Block positions: the code is the index of
/// the block's Cartesian tree with the positions to come as a virtual right path.
/// Source: Yang, Liu, Wu 2017, Alg. 8, its last step with the signs exchanged (the new subtree is added, the old one
/// is taken away), and equation 2 corrected (catalan.hpp).
template <unsigned Block>
struct catalan_path_of
{
    static_assert(1 <= Block && Block <= 11, "a code has 16 bits");
    static constexpr unsigned block = Block;
    using code_type = std::uint16_t;
    using lane_state = std::uint16_t; ///< Catalan index of the left subtree of a position of the path

    [[nodiscard]] static constexpr code_type empty() noexcept
    {
        return static_cast<code_type>(right_path_index(block));
    }

    /// As pop_path::push. `left_index[p * stride]` is the state of position p; it is 0 for positions that popped
    /// nothing and is written at `at` only.
    template <class Order, class Value, class ValueAt>
    static void push(code_type & code, path_bits & path, lane_state * left_index, std::size_t stride, unsigned at,
                     Value value, ValueAt const & value_at) noexcept
    {
        static_assert(Order::ties == tie::leftmost);
        unsigned nodes = 0;                        // of the subtree that is popped so far, without the virtual path
        std::uint64_t index = 0;                   // and its index
        unsigned const virtual_nodes = block - at; // positions to come, this one included
        unsigned padded_nodes = virtual_nodes;     // the popped subtree with the virtual path
        std::uint64_t padded_index = right_path_index(virtual_nodes);
        unsigned left = path;
        while (left != 0) {
            unsigned const top = std::bit_width(left) - 1U;
            if (!Order::better(value, value_at(top)))
                break;
            left ^= 1U << top;
            auto const left_nodes = static_cast<unsigned>(top - std::bit_width(left));
            std::uint64_t const top_index = left_index[top * stride];
            index = tree_index({left_nodes, top_index, nodes, index});
            nodes += left_nodes + 1;
            padded_index = tree_index({left_nodes, top_index, padded_nodes, padded_index});
            padded_nodes += left_nodes + 1;
        }
        path = static_cast<path_bits>(left | 1U << at);
        left_index[at * stride] = static_cast<lane_state>(index);
        std::uint64_t const joined = tree_index({nodes, index, virtual_nodes - 1, right_path_index(virtual_nodes - 1)});
        code = static_cast<code_type>(code + joined - padded_index);
    }

    /// Position of the best value of the positions l..r, leftmost on ties.   O(1).
    [[nodiscard]] static unsigned query(code_type code, unsigned l, unsigned r) noexcept
    {
        return lca_table::shared<block>().query(code, l, r);
    }
};

/// The block size that the structures use: a table of 89 KiB.
using catalan_path = catalan_path_of<8>;

} // namespace rmq::detail
