// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include <rmq/detail/huge_pages.hpp>
#include <rmq/detail/instantiate.hpp>

/// Encoding of the pops of a whole array: the sequential part of building a succinct_index.
namespace rmq::detail {

/// The stack of the right path with room below its bottom and above its top, so that vectors may be read and written
/// at its ends. Best value at the bottom.
template <class Value>
struct pop_stack
{
    static constexpr std::size_t margin = 64; ///< values

    explicit pop_stack(huge_vector<Value> const & values) : memory(values.size() + 4 * margin), depth{values.size()}
    {
        for (std::size_t i = 0; i < values.size(); ++i)
            memory[margin + i] = values[i];
    }
    [[nodiscard]] Value * bottom() noexcept { return memory.data() + margin; }
    /// Makes room for `count` <= margin more values.
    void reserve(std::size_t count)
    {
        if (2 * margin + depth + count > memory.size())
            memory.resize(2 * memory.size());
    }

    huge_vector<Value> memory;
    std::size_t depth;
};

/// Value types whose blocks of 16 values are encoded by vectors.
template <class Value>
inline constexpr bool has_vector_pops = std::same_as<Value, std::int32_t> || std::same_as<Value, std::int64_t>;

/// Pushes `count` values, a multiple of 16, and sets the ones of their code, from bit `bit` on; returns the bit after.
/// All pops of a block against the stack are found at once: each value is compared with the sixteen at the top of the
/// sorted stack, and what a value pops of the stack, the best one so far of its block has popped.
/// May write zeros into the word after the last that it sets a bit in. Throws std::bad_alloc.
template <class Order, class Value>
std::size_t encode_blocks(Value const * values, std::size_t count, pop_stack<Value> & stack, std::size_t bit,
                          std::uint64_t * code);

#define RMQ_INSTANTIATE(Value, Order)                                                                                  \
    extern template std::size_t encode_blocks<Order, Value>(Value const *, std::size_t, pop_stack<Value> &,            \
                                                            std::size_t, std::uint64_t *)
RMQ_INSTANTIATE(std::int32_t, min_leftmost);
RMQ_INSTANTIATE(std::int32_t, min_rightmost);
RMQ_INSTANTIATE(std::int32_t, max_leftmost);
RMQ_INSTANTIATE(std::int32_t, max_rightmost);
RMQ_INSTANTIATE(std::int64_t, min_leftmost);
RMQ_INSTANTIATE(std::int64_t, min_rightmost);
RMQ_INSTANTIATE(std::int64_t, max_leftmost);
RMQ_INSTANTIATE(std::int64_t, max_rightmost);
#undef RMQ_INSTANTIATE

} // namespace rmq::detail
