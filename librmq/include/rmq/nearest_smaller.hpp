// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include <rmq/detail/expects.hpp>
#include <rmq/detail/instantiate.hpp>
#include <rmq/detail/nearest_by_merging.hpp>
#include <rmq/detail/nearest_by_search.hpp>
#include <rmq/detail/nearest_by_stack.hpp>
#include <rmq/detail/nearest_by_windows.hpp>
#include <rmq/detail/nearest_rule.hpp>
#include <rmq/detail/parallel.hpp>
#include <rmq/order.hpp>

namespace rmq {

/// What all_nearest_smaller does with equal values.
enum class equal_values : std::uint8_t {
    skipped,  ///< a match is strictly better, on both sides: the usual definition
    by_index, ///< ties are broken by index as the order says: with min_leftmost an equal value on the left is a match,
              ///< one on the right is not. This is the form that a Cartesian tree is built from.
};

/// How all_nearest_smaller works; the result is always the same.
enum class nearest_method : std::uint8_t {
    automatic, ///< the fastest one, by measurement: windows
    stack,     ///< one stack, one thread
    search,    ///< local stacks, then a tree of minima: the BSZ heuristic
    merging,   ///< local stacks, then merging of pairs of blocks: Ryssel 2025, section 5
    windows,   ///< vectors for near matches, stacks of 64-bit words for the others
};

struct nearest_options
{
    equal_values equals = equal_values::skipped;
    nearest_method method = nearest_method::automatic;
    unsigned threads = 0; ///< OpenMP threads, 0 = all
};

/// All nearest smaller values (nearest larger values where Order is a maximum): for every position the nearest better
/// one on its left and on its right, or no_position<Index>.
/// Sources: Ryssel 2025 sections 5 and 6 (merging, search); stack and windows are described in
/// docs/algorithms/nearest-smaller.md. The answer does not depend on method and threads.
/// O(n) time. Scratch: windows at most 0.5 bytes an element, search and merging n / 15 values, stack n indices.
/// @param values   [n] arithmetic, no NaN; n <= no_position<Index> - 4096
/// @param left     [n] may not alias values or right
/// @param right    [n]
template <class Value, std::unsigned_integral Index, class Order = min_leftmost>
void all_nearest_smaller(std::span<Value const> values, std::span<Index> left, std::span<Index> right,
                         nearest_options const & options = {})
{
    RMQ_EXPECTS(left.size() == values.size() && right.size() == values.size());
    RMQ_EXPECTS(values.size() <= no_position<Index> - detail::window_tile_max);
    auto const threads = static_cast<unsigned>(detail::thread_count(options.threads));
    auto const run = [&]<detail::equal_side Equals>() {
        using rule = detail::nearest_rule<Order, Equals>;
        switch (options.method) {
        case nearest_method::stack:
            return detail::nearest_by_stack<rule>(values, left, right);
        case nearest_method::search:
            return detail::nearest_by_search<rule>(values, left, right, threads);
        case nearest_method::merging:
            return detail::nearest_by_merging<rule>(values, left, right, threads);
        case nearest_method::automatic:
        case nearest_method::windows:
            return detail::nearest_by_windows<rule>(values, left, right, threads);
        }
    };
    constexpr auto tie_side = Order::ties == tie::leftmost ? detail::equal_side::left : detail::equal_side::right;
    if (options.equals == equal_values::skipped)
        run.template operator()<detail::equal_side::none>();
    else
        run.template operator()<tie_side>();
}

// Compiled once, in nearest_smaller.cpp.
#define RMQ_EXTERN(Value, Index, Order)                                                                                \
    extern template void all_nearest_smaller<Value, Index, Order>(std::span<Value const>, std::span<Index>,            \
                                                                  std::span<Index>, nearest_options const &)
RMQ_FOR_EACH_INSTANCE(RMQ_EXTERN);
#undef RMQ_EXTERN

} // namespace rmq
