// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include <rmq/detail/expects.hpp>
#include <rmq/detail/huge_pages.hpp>
#include <rmq/detail/instantiate.hpp>
#include <rmq/detail/parallel.hpp>
#include <rmq/detail/preorder_code.hpp>
#include <rmq/order.hpp>
#include <rmq/range.hpp>

namespace rmq {

/// Range-extremum in three levels with succinct codes on the lowest.
/// Source: Soman, Kothapalli, Narayanan 2012, sections 4 and 5, Table II.
/// Level 1, stage 1: blocks of 16 values, each the 32 preorder bits of its padded Cartesian tree. Stage 2: groups of 64
/// blocks, for each block the bests of the next 2, 4, 8, 16, 32 blocks of its group as offsets, 15 bits. Level 2: sets
/// of 1,024 groups, the same with 16 bits an offset and the position of each group's best. Level 3: a sparse table.
/// Differences: no values are stored, candidates are compared through the array; the best of a block is read off its
/// code. That leaves 3.25 bits a value of the source's 7.5.
/// Build O(n), parallel; queries O(1). Keeps a view of the array, which has to outlive it. Ties as Order says. Queries
/// are const and may run concurrently.
template <class Value, std::unsigned_integral Index = std::uint32_t, class Order = min_leftmost>
class succinct
{
public:
    using value_type = Value;
    using index_type = Index;
    using order_type = Order;

    /// @param values    [n], n representable in Index
    /// @param threads   OpenMP threads for the build, 0 = all
    /// Throws std::bad_alloc.
    explicit succinct(std::span<Value const> values, unsigned threads = 0) : values_{values}
    {
        RMQ_EXPECTS(values.empty() || values.size() - 1 <= static_cast<Index>(-1));
        std::size_t const blocks = count_of(values.size(), block);
        std::size_t const groups = count_of(blocks, group);
        std::size_t const sets = count_of(groups, set);
        codes_.resize(blocks);
        block_windows_.resize(blocks);
        group_best_.resize(groups);
        group_windows_.resize(groups * group_levels);
        set_best_.resize(sets);
        detail::for_each_part(groups, 1, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t g = begin; g < end; ++g)
                build_group(g);
        });
        detail::for_each_part(sets, 1, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t s = begin; s < end; ++s)
                build_set(s);
        });
        build_top();
    }

    /// Index of the best value of v[l..r] (closed).   O(1).
    /// @param l, r   positions, l <= r < size()
    [[nodiscard]] Index query(std::size_t l, std::size_t r) const noexcept
    {
        RMQ_EXPECTS(l <= r && r < size());
        std::size_t const left = l / block;
        std::size_t const right = r / block;
        if (left == right)
            return in_block(left, l % block, r % block);
        Index best = in_block(left, l % block, block - 1);
        if (left + 1 < right)
            best = better_of(best, among_blocks(left + 1, right - 1));
        return better_of(best, in_block(right, 0, r % block));
    }

    /// Answers queries[i] into out[i].
    /// @param out       [queries.size()] may not alias the queries
    /// @param threads   OpenMP threads, 0 = all; the answers do not depend on it
    void query(std::span<range<Index> const> queries, std::span<Index> out, unsigned threads = 0) const
    {
        detail::query_each(*this, queries, out, threads);
    }

    /// Values.
    [[nodiscard]] std::size_t size() const noexcept { return values_.size(); }
    /// Memory beside the array, in bytes.
    [[nodiscard]] std::size_t bytes() const noexcept
    {
        return codes_.size() * sizeof(std::uint32_t) +
               (block_windows_.size() + group_windows_.size()) * sizeof(std::uint16_t) +
               (group_best_.size() + set_best_.size() + top_windows_.size()) * sizeof(Index);
    }

private:
    static constexpr std::size_t block = detail::preorder_block; ///< values
    static constexpr std::size_t group = 64;                     ///< blocks
    static constexpr std::size_t set = 1024;                     ///< groups
    static constexpr unsigned block_levels = 5; ///< windows of 2^1 .. 2^5 blocks, k bits at bit k(k-1)/2
    static constexpr unsigned group_levels = 9; ///< windows of 2^1 .. 2^9 groups

    [[nodiscard]] static std::size_t count_of(std::size_t n, std::size_t size) { return (n + size - 1) / size; }
    [[nodiscard]] static unsigned log2(std::size_t n) { return static_cast<unsigned>(std::bit_width(n)) - 1; }

    [[nodiscard]] Index better_of(Index left, Index right) const noexcept
    {
        return Order::left_wins(values_[left], values_[right]) ? left : right;
    }

    // ---- level 1 ----------------------------------------------------------------------------------------------------

    [[nodiscard]] Index in_block(std::size_t b, std::size_t l, std::size_t r) const noexcept
    {
        return static_cast<Index>(
            b * block + detail::query_preorder_code(codes_[b], static_cast<unsigned>(l), static_cast<unsigned>(r)));
    }
    [[nodiscard]] Index best_of_block(std::size_t b) const noexcept
    {
        return in_block(b, 0, std::min(block, values_.size() - b * block) - 1);
    }
    /// The block with the best of 2^k blocks from b on, k <= block_levels, all in b's group.
    [[nodiscard]] std::size_t block_window(std::size_t b, unsigned k) const noexcept
    {
        return k == 0 ? b : b + (block_windows_[b] >> (k * (k - 1) / 2) & ((1u << k) - 1));
    }
    /// Best of blocks [a..b] of one group.
    [[nodiscard]] Index in_group(std::size_t a, std::size_t b) const noexcept
    {
        unsigned const k = std::min(block_levels, log2(b - a + 1));
        return better_of(best_of_block(block_window(a, k)), best_of_block(block_window(b + 1 - (1u << k), k)));
    }
    [[nodiscard]] Index among_blocks(std::size_t a, std::size_t b) const noexcept
    {
        std::size_t const left = a / group;
        std::size_t const right = b / group;
        if (left == right)
            return in_group(a, b);
        Index best = in_group(a, (left + 1) * group - 1);
        if (left + 1 < right)
            best = better_of(best, among_groups(left + 1, right - 1));
        return better_of(best, in_group(right * group, b));
    }

    void build_group(std::size_t g) noexcept
    {
        std::size_t const begin = g * group;
        std::size_t const end = std::min(codes_.size(), begin + group);
        Index best[group];
        for (std::size_t b = begin; b < end; ++b) {
            codes_[b] =
                detail::preorder_code<Order>(values_.subspan(b * block, std::min(block, values_.size() - b * block)));
            block_windows_[b] = 0;
            best[b - begin] = best_of_block(b);
        }
        for (unsigned k = 1; k <= block_levels; ++k)
            for (std::size_t b = begin; b + (1u << k) <= end; ++b) {
                std::size_t const x = block_window(b, k - 1);
                std::size_t const y = block_window(b + (1u << (k - 1)), k - 1);
                std::size_t const z = better_of(best[x - begin], best[y - begin]) == best[x - begin] ? x : y;
                block_windows_[b] = static_cast<std::uint16_t>(block_windows_[b] | (z - b) << (k * (k - 1) / 2));
            }
        group_best_[g] = in_group(begin, end - 1);
    }

    // ---- level 2 ----------------------------------------------------------------------------------------------------

    [[nodiscard]] std::size_t group_window(std::size_t g, unsigned k) const noexcept
    {
        return k == 0 ? g : g + group_windows_[g * group_levels + k - 1];
    }
    /// Best of groups [a..b] of one set.
    [[nodiscard]] Index in_set(std::size_t a, std::size_t b) const noexcept
    {
        unsigned const k = std::min(group_levels, log2(b - a + 1));
        return better_of(group_best_[group_window(a, k)], group_best_[group_window(b + 1 - (std::size_t{1} << k), k)]);
    }
    [[nodiscard]] Index among_groups(std::size_t a, std::size_t b) const noexcept
    {
        std::size_t const left = a / set;
        std::size_t const right = b / set;
        if (left == right)
            return in_set(a, b);
        Index best = in_set(a, (left + 1) * set - 1);
        if (left + 1 < right)
            best = better_of(best, among_sets(left + 1, right - 1));
        return better_of(best, in_set(right * set, b));
    }

    void build_set(std::size_t s) noexcept
    {
        std::size_t const begin = s * set;
        std::size_t const end = std::min(group_best_.size(), begin + set);
        for (unsigned k = 1; k <= group_levels; ++k)
            for (std::size_t g = begin; g + (std::size_t{1} << k) <= end; ++g) {
                std::size_t const x = group_window(g, k - 1);
                std::size_t const y = group_window(g + (std::size_t{1} << (k - 1)), k - 1);
                std::size_t const z = better_of(group_best_[x], group_best_[y]) == group_best_[x] ? x : y;
                group_windows_[g * group_levels + k - 1] = static_cast<std::uint16_t>(z - g);
            }
        set_best_[s] = in_set(begin, end - 1);
    }

    // ---- level 3 ----------------------------------------------------------------------------------------------------

    [[nodiscard]] Index top_window(std::size_t s, unsigned k) const noexcept
    {
        return k == 0 ? set_best_[s] : top_windows_[(k - 1) * set_best_.size() + s];
    }
    [[nodiscard]] Index among_sets(std::size_t a, std::size_t b) const noexcept
    {
        unsigned const k = log2(b - a + 1);
        return better_of(top_window(a, k), top_window(b + 1 - (std::size_t{1} << k), k));
    }

    void build_top()
    {
        std::size_t const sets = set_best_.size();
        if (sets < 2)
            return;
        top_windows_.resize(sets * log2(sets));
        for (unsigned k = 1; k <= log2(sets); ++k)
            for (std::size_t s = 0; s + (std::size_t{1} << k) <= sets; ++s)
                top_windows_[(k - 1) * sets + s] =
                    better_of(top_window(s, k - 1), top_window(s + (std::size_t{1} << (k - 1)), k - 1));
    }

    std::span<Value const> values_;
    huge_vector<std::uint32_t> codes_;
    huge_vector<std::uint16_t> block_windows_;
    huge_vector<Index> group_best_;
    huge_vector<std::uint16_t> group_windows_;
    huge_vector<Index> set_best_;
    huge_vector<Index> top_windows_; ///< positions: best of 2^k sets from here on
};

#define RMQ_INSTANTIATE(Value, Index, Order) extern template class succinct<Value, Index, Order>
RMQ_FOR_EACH_INSTANCE(RMQ_INSTANTIATE);
#undef RMQ_INSTANTIATE

} // namespace rmq
