// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <rmq/detail/nearest_by_stack.hpp>
#include <rmq/detail/nearest_rule.hpp>
#include <rmq/detail/nearest_tree.hpp>

/// All nearest smaller values by merging pairs of blocks: Berkman, Schieber, Vishkin 1993 in the form of Ryssel 2025,
/// sections 4 and 5, whose rules allow equal values. Notation as there: subset k with its minimum b_k, the nearest
/// smaller values l(b_k), r(b_k) and the nearest nonlarger values nl(b_k), nr(b_k) of it, and the subsets gl, gr, gnl
/// that hold them. Several minima of a subset act as one: the leftmost where the subset is on the right of a pair or is
/// searched to the left, the rightmost otherwise.
/// Differences from the text:
/// - A pair of subsets that are not neighbours is merged by the subset k between them with gnl(b_k) = gl(b_k). The
///   text also asks gnr(b_k) = gr(b_k), and then the pair is never merged when two subsets between share the minimum.
/// - The matches of minima are l(b_k) and r(b_k), which are known before any merging, and are written from there.
/// - Merging is two scans in step, one per side, instead of one over a merged list.
/// - An element waits for a match if it is its own suffix (prefix) minimum; that is asked of the values while they are
///   scanned, so that no thread reads what another one writes.
namespace rmq::detail {

template <class Rule, class Value, class Index>
class nearest_merger
{
public:
    nearest_merger(std::span<Value const> values, std::span<Index> left, std::span<Index> right, unsigned threads,
                   std::size_t block)
        : values_(values), left_(left), right_(right), block_(block), tree_(values, threads),
          subsets_((values.size() + block - 1) / block)
    {
#pragma omp parallel num_threads(static_cast <int>(threads))
        {
            std::vector<Index> stack;
#pragma omp for schedule(static)
            for (std::size_t k = 0; k < subsets_.size(); ++k)
                solve_inside(k, stack);
#pragma omp for schedule(static)
            for (std::size_t k = 0; k < subsets_.size(); ++k)
                solve_minima(k);
#pragma omp for schedule(dynamic, 16)
            for (std::size_t k = 0; k < subsets_.size(); ++k)
                merge_pairs_of(k);
        }
    }

private:
    struct subset
    {
        std::size_t first_minimum, last_minimum;
        std::optional<std::size_t> l, r, nl; // l(b_k), r(b_k), nl(b_k)
    };

    [[nodiscard]] std::size_t begin_of(std::size_t k) const
    {
        return k * block_;
    }
    [[nodiscard]] std::size_t end_of(std::size_t k) const
    {
        return std::min((k + 1) * block_, values_.size());
    }
    [[nodiscard]] std::size_t home(std::size_t position) const
    {
        return position / block_;
    }

    /// "Nonlarger" to the right and to the left. Where ties are broken by index there are no equal values.
    [[nodiscard]] static bool nonlarger_right(Value const & other, Value const & x)
    {
        return Rule::equals == equal_side::none ? !Rule::order::better(x, other) : Rule::on_right(other, x);
    }
    [[nodiscard]] static bool nonlarger_left(Value const & other, Value const & x)
    {
        return Rule::equals == equal_side::none ? !Rule::order::better(x, other) : Rule::on_left(other, x);
    }

    /// Matches inside the subset, and its minima.
    void solve_inside(std::size_t k, std::vector<Index> & stack)
    {
        std::size_t const begin = begin_of(k);
        std::size_t const end = end_of(k);
        nearest_inside<Rule>(values_, begin, end, left_.data(), right_.data(), stack);
        std::size_t first = begin;
        std::size_t last = begin;
        for (std::size_t i = begin; i < end; ++i) {
            if (Rule::order::better(values_[i], values_[first]))
                first = last = i;
            else if (!Rule::order::better(values_[first], values_[i]))
                last = i;
        }
        if constexpr (Rule::equals == equal_side::left)
            last = first;
        if constexpr (Rule::equals == equal_side::right)
            first = last;
        subsets_[k].first_minimum = first;
        subsets_[k].last_minimum = last;
    }

    [[nodiscard]] Value const & minimum(std::size_t k) const
    {
        return values_[subsets_[k].first_minimum];
    }

    /// l, nl and r of the subset's minimum: the matches of all its minima.
    void solve_minima(std::size_t k)
    {
        subset & s = subsets_[k];
        Value const x = minimum(k);
        s.l = tree_.last_before(s.first_minimum, [&](Value const & other) { return Rule::on_left(other, x); });
        s.nl = tree_.last_before(s.first_minimum, [&](Value const & other) { return nonlarger_left(other, x); });
        s.r = tree_.first_from(s.last_minimum + 1, [&](Value const & other) { return Rule::on_right(other, x); });
        for (std::size_t i = s.first_minimum; i <= s.last_minimum; ++i)
            if (!Rule::order::better(x, values_[i])) {
                left_[i] = s.l ? static_cast<Index>(*s.l) : no_position<Index>;
                right_[i] = s.r ? static_cast<Index>(*s.r) : no_position<Index>;
            }
    }

    /// The pairs of subsets that subset k is responsible for.
    void merge_pairs_of(std::size_t k)
    {
        subset const & s = subsets_[k];
        if (s.nl && home(*s.nl) + 1 == k)
            merge(*s.nl, end_of(k - 1) - 1, begin_of(k), s.first_minimum);
        if (s.r && home(*s.r) == k + 1)
            merge(s.last_minimum, end_of(k) - 1, begin_of(k + 1), *s.r);
        if (!s.l || !s.r || home(*s.nl) != home(*s.l))
            return;
        std::size_t const i = home(*s.l);
        std::size_t const j = home(*s.r);
        auto const first_nonlarger = [&](std::size_t from, Value const & x) {
            return *tree_.first_from(from, [&](Value const & other) { return nonlarger_right(other, x); });
        };
        std::size_t const from = first_nonlarger(begin_of(j), minimum(k));
        if (nonlarger_right(minimum(j), minimum(i)))
            merge(subsets_[i].last_minimum, *s.nl, from, first_nonlarger(from, minimum(i)));
        else
            merge(*subsets_[j].l, *s.nl, from, subsets_[j].first_minimum);
    }

    /// Right matches of [a_first, a_last] in [b_first, b_last] and left matches the other way round; closed ranges of
    /// two subsets. Elements that wait are met in the order of improving values on both sides.
    void merge(std::size_t a_first, std::size_t a_last, std::size_t b_first, std::size_t b_last)
    {
        std::size_t b = b_first;
        for (std::size_t a = a_last + 1, best = a_last; a-- > a_first;) {
            if (a != a_last && Rule::on_right(values_[best], values_[a]))
                continue; // has its match on this side
            best = a;
            while (b <= b_last && !Rule::on_right(values_[b], values_[a]))
                ++b;
            if (b > b_last)
                break;
            right_[a] = static_cast<Index>(b);
        }
        std::size_t end = a_last + 1;
        for (std::size_t t = b_first, best = b_first; t <= b_last; ++t) {
            if (t != b_first && Rule::on_left(values_[best], values_[t]))
                continue;
            best = t;
            while (end > a_first && !Rule::on_left(values_[end - 1], values_[t]))
                --end;
            if (end == a_first)
                break;
            left_[t] = static_cast<Index>(end - 1);
        }
    }

    std::span<Value const> values_;
    std::span<Index> left_;
    std::span<Index> right_;
    std::size_t block_;
    nearest_tree<typename Rule::order, Value> tree_;
    std::vector<subset> subsets_;
};

/// All nearest smaller values by merging.   O(n) work for a block of O(log n) elements or more; the text's program
/// takes at least 8,192.
template <class Rule, class Value, class Index>
void nearest_by_merging(std::span<Value const> values, std::span<Index> left, std::span<Index> right, unsigned threads,
                        std::size_t block = 8192)
{
    nearest_merger<Rule, Value, Index>(values, left, right, threads, block);
}

} // namespace rmq::detail
