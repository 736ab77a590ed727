// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <rmq/detail/expects.hpp>
#include <rmq/detail/parallel.hpp>
#include <rmq/order.hpp>

/// Best values of sliding windows, one window a position: maxima unless the order says otherwise.
/// Windows end or begin at their position, and are cut at the ends of the array:
/// backward, v[i-width+1 .. i]; forward, v[i .. i+width-1].
/// Nothing here needs more memory than a window, and all functions split the array over threads.
namespace rmq {

/// On which side of its position a window lies.
enum class direction : std::uint8_t { backward, forward };

namespace detail {

/// The array as a backward window sees it: forward windows are backward windows of the reversed array.
template <direction Direction>
struct window_side
{
    std::size_t size;

    [[nodiscard]] std::size_t operator()(std::size_t i) const noexcept
    {
        return Direction == direction::backward ? i : size - 1 - i;
    }
    /// Does the value at an earlier place of the walk stay the answer when a later one joins the window?
    template <class Order, class Value>
    [[nodiscard]] static bool stays(Value const & earlier, Value const & later) noexcept
    {
        if constexpr (Direction == direction::backward)
            return Order::left_wins(earlier, later);
        else
            return !Order::left_wins(later, earlier);
    }
};

/// van Herk and Gil-Werman: a window of the block's width is a suffix of the block before and a prefix of its own.
template <direction Direction, class Order, class Value>
void fixed_windows(std::span<Value const> values, std::size_t width, std::span<Value> out, unsigned threads)
{
    window_side<Direction> const at{values.size()};
    std::size_t const blocks = (values.size() + width - 1) / width;
    for_each_part(blocks, std::max<std::size_t>(1, (1 << 14) / width), threads,
                  [&](std::size_t first, std::size_t last) {
                      std::vector<Value> suffix(width);
                      for (std::size_t b = first; b < last; ++b) {
                          std::size_t const begin = b * width;
                          std::size_t const end = std::min(values.size(), begin + width);
                          if (b > 0) {
                              suffix[width - 1] = values[at(begin - 1)];
                              for (std::size_t j = width - 1; j-- > 1;)
                                  suffix[j] = Order::best(values[at(begin - width + j)], suffix[j + 1]);
                          }
                          Value prefix = values[at(begin)];
                          for (std::size_t i = begin; i < end; ++i) {
                              prefix = Order::best(prefix, values[at(i)]);
                              std::size_t const j = i - begin + 1; // the window begins at suffix[j]
                              out[at(i)] = b > 0 && j < width ? Order::best(suffix[j], prefix) : prefix;
                          }
                      }
                  });
}

/// Walks the array with the stack of values that are best from their place to the walk's, and finds each window's best
/// on it by a galloping search from the top. width_of(i) >= 1; answer(i, place) takes positions of the array.
template <direction Direction, class Order, class Value, class WidthOf, class Answer>
void variable_windows(std::span<Value const> values, WidthOf const & width_of, Answer const & answer, unsigned threads)
{
    window_side<Direction> const at{values.size()};
    for_each_part(values.size(), 1 << 16, threads, [&](std::size_t begin, std::size_t end) {
        auto const window_begin = [&](std::size_t i) { return i + 1 - std::min<std::size_t>(width_of(at(i)), i + 1); };
        std::size_t start = begin; // of the walk: where the part's leftmost window begins
        for (std::size_t i = begin; i < end; ++i)
            start = std::min(start, window_begin(i));
        std::vector<std::size_t> stack;
        for (std::size_t i = start; i < end; ++i) {
            while (!stack.empty() &&
                   !window_side<Direction>::template stays<Order>(values[at(stack.back())], values[at(i)]))
                stack.pop_back();
            stack.push_back(i);
            if (i < begin)
                continue;
            // the first place on the stack that is in the window; the top always is
            std::size_t const from = window_begin(i);
            std::size_t inside = stack.size() - 1;
            std::size_t step = 1;
            while (step <= inside && stack[inside - step] >= from) {
                inside -= step;
                step *= 2;
            }
            for (; step > 0; step /= 2)
                if (step <= inside && stack[inside - step] >= from)
                    inside -= step;
            answer(at(i), at(stack[inside]));
        }
    });
}

} // namespace detail

/// Best value of a window of one width at every position.   O(n), about three comparisons a value.
/// Source: van Herk 1992, Gil and Werman 1993.
/// @param values    [n]
/// @param width     values in a window, >= 1
/// @param out       [n] may not alias values
/// @param threads   OpenMP threads, 0 = all; the answers do not depend on it
/// Throws std::bad_alloc (memory for one window a thread).
template <class Order = max_leftmost, class Value>
void window_extremum(std::span<Value const> values, std::size_t width, std::span<Value> out,
                     direction side = direction::backward, unsigned threads = 0)
{
    RMQ_EXPECTS(width >= 1 && out.size() == values.size());
    width = std::min(width, std::max<std::size_t>(1, values.size()));
    if (side == direction::backward)
        detail::fixed_windows<direction::backward, Order>(values, width, out, threads);
    else
        detail::fixed_windows<direction::forward, Order>(values, width, out, threads);
}

/// Best value of a window of its own width at every position.
/// O(n log d) for a stack of depth d, and O(log width) at most at each position; threads walk the width before their
/// part once more.
/// @param values    [n]
/// @param widths    [n] values in the window of each position, >= 1
/// @param out       [n] may not alias values
/// Otherwise as for one width.
template <class Order = max_leftmost, class Value, std::unsigned_integral Width>
void window_extremum(std::span<Value const> values, std::span<Width const> widths, std::span<Value> out,
                     direction side = direction::backward, unsigned threads = 0)
{
    RMQ_EXPECTS(out.size() == values.size() && widths.size() == values.size());
    auto const width_of = [&](std::size_t i) { return static_cast<std::size_t>(widths[i]); };
    auto const answer = [&](std::size_t i, std::size_t place) { out[i] = values[place]; };
    if (side == direction::backward)
        detail::variable_windows<direction::backward, Order>(values, width_of, answer, threads);
    else
        detail::variable_windows<direction::forward, Order>(values, width_of, answer, threads);
}

/// Position of the best value of the window of each position, ties as Order says; otherwise as window_extremum.
template <class Order = max_leftmost, class Value, std::unsigned_integral Width, std::unsigned_integral Index>
void window_extremum_index(std::span<Value const> values, std::span<Width const> widths, std::span<Index> out,
                           direction side = direction::backward, unsigned threads = 0)
{
    RMQ_EXPECTS(out.size() == values.size() && widths.size() == values.size());
    auto const width_of = [&](std::size_t i) { return static_cast<std::size_t>(widths[i]); };
    auto const answer = [&](std::size_t i, std::size_t place) { out[i] = static_cast<Index>(place); };
    if (side == direction::backward)
        detail::variable_windows<direction::backward, Order>(values, width_of, answer, threads);
    else
        detail::variable_windows<direction::forward, Order>(values, width_of, answer, threads);
}

} // namespace rmq
