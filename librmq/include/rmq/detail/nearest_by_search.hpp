// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <rmq/detail/nearest_by_stack.hpp>
#include <rmq/detail/nearest_rule.hpp>
#include <rmq/detail/nearest_tree.hpp>

namespace rmq::detail {

/// All nearest smaller values by local stacks and a tree of minima: the heuristic of Shun and Zhao, called BSZ by
/// Sitchinava and Svenning; described in Ryssel 2025, section 6.
/// Blocks are solved on their own. An element without a match in its block is looked up in the tree; since the match of
/// the next such element (farther from the block's end) cannot lie before it, its search starts there.
/// O(n (1 + log(n) / block)) work. Every element is written by one thread.
template <class Rule, class Value, class Index>
void nearest_by_search(std::span<Value const> values, std::span<Index> left, std::span<Index> right, unsigned threads,
                       std::size_t block = 8192)
{
    std::size_t const size = values.size();
    nearest_tree<typename Rule::order, Value> const tree(values, threads);
#pragma omp parallel num_threads(static_cast <int>(threads))
    {
        std::vector<Index> stack;
#pragma omp for schedule(static)
        for (std::size_t begin = 0; begin < size; begin += block) {
            std::size_t const end = std::min(begin + block, size);
            nearest_inside<Rule>(values, begin, end, left.data(), right.data(), stack);
            std::size_t from = end;
            for (std::size_t i = end; i-- > begin;) {
                if (right[i] != no_position<Index>)
                    continue;
                auto const match =
                    tree.first_from(from, [&, x = values[i]](Value const & other) { return Rule::on_right(other, x); });
                if (!match)
                    break; // those that follow are no worse
                right[i] = static_cast<Index>(from = *match);
            }
            from = begin;
            for (std::size_t i = begin; i < end; ++i) {
                if (left[i] != no_position<Index>)
                    continue;
                auto const match =
                    tree.last_before(from, [&, x = values[i]](Value const & other) { return Rule::on_left(other, x); });
                if (!match)
                    break;
                left[i] = static_cast<Index>(*match);
                from = *match + 1;
            }
        }
    }
}

} // namespace rmq::detail
