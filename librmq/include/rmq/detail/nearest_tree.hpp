// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace rmq::detail {

/// Tree of best values over an array (a "min-tree"): level 0 is the array, every node above holds the best of `fanout`
/// nodes below. Finds the nearest element that satisfies a condition, where a better value never satisfies less.
/// Build O(n) time; n / (fanout - 1) values. Searches O(fanout log n), const, may run concurrently.
template <class Order, class Value, std::size_t Fanout = 16>
class nearest_tree
{
public:
    /// @param values   must outlive the tree
    nearest_tree(std::span<Value const> values, unsigned threads) : levels_{values}
    {
        while (levels_.back().size() > Fanout) {
            std::span<Value const> const below = levels_.back();
            std::vector<Value> level((below.size() + Fanout - 1) / Fanout);
#pragma omp parallel for num_threads(static_cast <int>(threads)) if (level.size() > 4096)
            for (std::size_t k = 0; k < level.size(); ++k) {
                auto const group = below.subspan(k * Fanout, std::min(Fanout, below.size() - k * Fanout));
                Value best = group[0];
                for (Value const & value : group)
                    best = Order::best(best, value);
                level[k] = best;
            }
            storage_.push_back(std::move(level));
            levels_.push_back(storage_.back());
        }
    }

    /// Smallest position >= from, from <= n, whose value satisfies the condition.
    template <class Condition>
    [[nodiscard]] std::optional<std::size_t> first_from(std::size_t from, Condition const & holds) const
    {
        for (std::size_t level = 0, node = from; level < levels_.size(); ++level) {
            std::size_t const end = std::min((node / Fanout + 1) * Fanout, levels_[level].size());
            for (; node < end; ++node)
                if (holds(levels_[level][node])) {
                    for (; level > 0; --level) {
                        node *= Fanout;
                        while (!holds(levels_[level - 1][node]))
                            ++node;
                    }
                    return node;
                }
            if (node >= levels_[level].size())
                return {};
            node /= Fanout;
        }
        return {};
    }

    /// Largest position < end, end <= n, whose value satisfies the condition.
    template <class Condition>
    [[nodiscard]] std::optional<std::size_t> last_before(std::size_t end, Condition const & holds) const
    {
        for (std::size_t level = 0; level < levels_.size() && end > 0; ++level) {
            std::size_t const begin = (end - 1) / Fanout * Fanout;
            for (std::size_t node = end; node-- > begin;)
                if (holds(levels_[level][node])) {
                    for (; level > 0; --level) {
                        node = std::min((node + 1) * Fanout, levels_[level - 1].size()) - 1;
                        while (!holds(levels_[level - 1][node]))
                            --node;
                    }
                    return node;
                }
            end = begin / Fanout;
        }
        return {};
    }

private:
    std::vector<std::span<Value const>> levels_;
    std::vector<std::vector<Value>> storage_; // moving a vector keeps the spans on its elements valid
};

} // namespace rmq::detail
