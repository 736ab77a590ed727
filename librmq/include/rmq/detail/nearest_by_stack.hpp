// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <rmq/detail/nearest_rule.hpp>

namespace rmq::detail {

/// Matches inside values[begin, end) of its elements, by the classical stack, both sides in one pass.   O(end - begin).
/// Invariant: on the stack lie the elements passed that have no match on the right yet; from bottom to top their values
/// never improve.
/// @param stack   scratch, kept by the caller so that many blocks share one allocation
template <class Rule, class Value, class Index>
void nearest_inside(std::span<Value const> values, std::size_t begin, std::size_t end, Index * left, Index * right,
                    std::vector<Index> & stack)
{
    stack.resize(end - begin);
    std::size_t depth = 0;
    for (std::size_t i = begin; i < end; ++i) {
        Value const x = values[i];
        while (depth > 0 && Rule::on_right(x, values[stack[depth - 1]]))
            right[stack[--depth]] = static_cast<Index>(i);
        if (depth == 0) {
            left[i] = no_position<Index>;
        } else {
            // an equal value that does not count has the same match
            Index const top = stack[depth - 1];
            left[i] = Rule::on_left(values[top], x) ? top : left[top];
        }
        stack[depth++] = static_cast<Index>(i);
    }
    while (depth > 0)
        right[stack[--depth]] = no_position<Index>;
}

/// All nearest smaller values by one stack.   O(n) time, n indices of scratch; sequential.
template <class Rule, class Value, class Index>
void nearest_by_stack(std::span<Value const> values, std::span<Index> left, std::span<Index> right)
{
    std::vector<Index> stack;
    nearest_inside<Rule>(values, 0, values.size(), left.data(), right.data(), stack);
}

} // namespace rmq::detail
