// SPDX-License-Identifier: BSD-3-Clause
/// Stage 2 of the row-by-row engines: window maxima over one row M of column maxima, one window a column.
/// Every class has the same three steps. `prepare` runs on a thread's own columns once it has filled them in M; the
/// caller then lets all threads wait for each other; `build` completes the tables, all threads together; `query` is the
/// maximum of M over the predecessors of a column. `parity` alternates between rows: what `prepare` writes is kept
/// twice, so that a thread may prepare the next row while another still asks about this one.
#pragma once

#include "cpu/two_stage/column_share.hpp"

#include <vglcs/problem.hpp>

#include <rmq/detail/block_summary.hpp>
#include <rmq/detail/disjoint_set_lane.hpp>
#include <rmq/detail/pop_code.hpp>
#include <rmq/order.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vglcs::cpu {

/// Length of the largest window of predecessors of `count` letters with these limits, cut at the sequence's start.
[[nodiscard]] inline std::size_t largest_window(limits_view const & limits, std::size_t count) noexcept
{
    std::int64_t largest = 0;
    for (std::size_t k = 0; k < count; ++k) {
        window const w = predecessors(limits, k);
        largest = std::max(largest, w.last - w.first + 1);
    }
    return static_cast<std::size_t>(largest);
}

/// Levels of a sparse table for windows of at most `length` entries: floor(log2(length)) + 1, 0 where length is 0.
[[nodiscard]] constexpr std::size_t levels_for(std::size_t length) noexcept
{
    return static_cast<std::size_t>(std::bit_width(length));
}

/// By disjoint sets, for one thread that asks in ascending order of columns: M is appended from left to right, and
/// column j asks for the suffix of its window once the columns before j are in. Windows that end before column j - 1
/// are not suffixes: no elastic limits here. Source: Yang, Liu, Wu 2017, Alg. 1 (structure R).   m * (5 +
/// sizeof(Value)) bytes.
template <class Value>
class disjoint_set_row
{
public:
    disjoint_set_row(limits_view const & limits, std::size_t columns)
        : limits_{limits}, link_(columns), best_(columns), rank_(columns)
    {
    }
    [[nodiscard]] static std::uint64_t bytes(limits_view const &, std::size_t columns)
    {
        return columns * (sizeof(std::int32_t) + sizeof(Value) + 1);
    }

    void prepare(Value const *, column_share, int) noexcept {}
    void build(Value const *, column_share, int) noexcept
    {
        appended_ = 0;
        newest_ = lane::none;
    }
    [[nodiscard]] Value query(Value const * maxima, std::size_t column, int) noexcept
    {
        window const w = predecessors(limits_, column);
        if (w.empty())
            return 0;
        lane const sets{link_.data(), best_.data(), rank_.data()};
        for (; appended_ < static_cast<std::int32_t>(column); ++appended_)
            newest_ = sets.append(newest_, appended_, appended_, maxima[appended_]);
        return sets.best[sets.find(static_cast<std::int32_t>(w.first))];
    }

private:
    using lane = rmq::detail::disjoint_set_lane<Value, rmq::max_leftmost, std::int32_t>;

    limits_view limits_;
    std::vector<std::int32_t> link_;
    std::vector<Value> best_;
    std::vector<std::uint8_t> rank_;
    std::int32_t appended_ = 0, newest_ = lane::none;
};

/// By a sparse table over the whole row: level t holds at j the maximum of the 2^t entries that end at j.
/// Source: Yang, Liu, Wu 2017, Alg. 2, its first level corrected; only levels that some window asks for are built.
/// Build O(m log(window)), query O(1).   m * floor(log2(window)) * sizeof(Value) bytes.
template <class Value>
class sparse_row
{
public:
    sparse_row(limits_view const & limits, std::size_t columns) : limits_{limits}
    {
        for (std::size_t t = 1; t < levels_for(largest_window(limits, columns)); ++t)
            levels_.emplace_back(columns);
    }
    [[nodiscard]] static std::uint64_t bytes(limits_view const & limits, std::size_t columns)
    {
        std::size_t const levels = levels_for(largest_window(limits, columns));
        return levels ? (levels - 1) * columns * sizeof(Value) : 0;
    }

    void prepare(Value const *, column_share, int) noexcept {}
    void build(Value const * maxima, column_share share, int) noexcept
    {
        Value const * below = maxima;
        for (std::size_t half = 1; std::vector<Value> & level : levels_) {
            Value * const out = level.data();
            for (std::size_t j = std::max(share.first, 2 * half - 1); j < share.last; ++j)
                out[j] = std::max(below[j], below[j - half]);
            below = out;
            half *= 2;
            share.wait_for_all();
        }
    }
    [[nodiscard]] Value query(Value const * maxima, std::size_t column, int parity) const noexcept
    {
        window const w = predecessors(limits_, column);
        return w.empty() ? Value{0} : query(maxima, w, parity);
    }
    /// The same of any window that is not empty and no longer than the longest.
    [[nodiscard]] Value query(Value const * maxima, window w, int) const noexcept
    {
        auto const length = static_cast<std::size_t>(w.last - w.first + 1);
        std::size_t const t = levels_for(length) - 1;
        Value const * const level = t == 0 ? maxima : levels_[t - 1].data();
        return std::max(level[static_cast<std::size_t>(w.first) + (std::size_t{1} << t) - 1], level[w.last]);
    }

private:
    limits_view limits_;
    std::vector<std::vector<Value>> levels_; ///< from level 1 on; level 0 is the row itself
};

/// By a sparse table over blocks of 16 columns, with maxima of every block's prefixes and suffixes, and rightmost-pops
/// codes for windows inside of a block.
/// Source: Yang, Liu, Wu 2017, sections 3.1, 3.2, 5.2, Alg. 4, 5 and 9. Differences: "peeking" looks at the maximum of
/// the block that a prefix or suffix belongs to, not at the neighbour in the table's level.
/// Build O(m + m / 16 log(window)), query O(16).   About m * (5 sizeof(Value) + 1) bytes.
template <class Value>
class blocked_row
{
public:
    static constexpr std::size_t block = rmq::detail::pop_code_block;

    blocked_row(limits_view const & limits, std::size_t columns) : limits_{limits}, columns_{columns}
    {
        std::size_t const blocks = blocks_of(columns);
        for (prepared & p : prepared_)
            p = {std::vector<Value>(columns), std::vector<Value>(columns), std::vector<Value>(blocks),
                 std::vector<std::uint64_t>(blocks)};
        for (std::size_t t = 1; t < block_levels(limits, columns); ++t)
            levels_.emplace_back(blocks);
    }
    [[nodiscard]] static std::uint64_t bytes(limits_view const & limits, std::size_t columns)
    {
        std::size_t const blocks = blocks_of(columns), levels = std::max<std::size_t>(1, block_levels(limits, columns));
        return 2 * (2 * columns * sizeof(Value) + blocks * (sizeof(Value) + sizeof(std::uint64_t))) +
               (levels - 1) * blocks * sizeof(Value);
    }

    void prepare(Value const * maxima, column_share share, int parity) noexcept
    {
        prepared & p = prepared_[static_cast<std::size_t>(parity)];
        for (std::size_t first = share.first; first < share.last; first += block) {
            std::size_t const size = std::min(block, columns_ - first), b = first / block;
            Value *const prefix = p.prefix.data() + first, *const suffix = p.suffix.data() + first;
            using full_block = std::span<Value const, block>;
            p.code[b] = size == block ? rmq::detail::summarize_block(full_block{maxima + first, block}, prefix, suffix)
                                      : rmq::detail::summarize_block(std::span{maxima + first, size}, prefix, suffix);
            p.best[b] = *suffix;
        }
    }
    void build(Value const *, column_share share, int parity) noexcept
    {
        // few blocks: one thread builds all levels, and the others wait once
        bool const together = share.threads > 1 && blocks_of(columns_) >= blocks_worth_sharing;
        std::size_t first = 0, last = blocks_of(columns_);
        if (together) {
            first = share.first / block;
            last = (share.last + block - 1) / block;
        }
        Value const * below = prepared_[static_cast<std::size_t>(parity)].best.data();
        for (std::size_t half = 1; std::vector<Value> & level : levels_) {
            Value * const out = level.data();
            if (together || share.thread == 0)
                for (std::size_t b = std::max(first, 2 * half - 1); b < last; ++b)
                    out[b] = std::max(below[b], below[b - half]);
            below = out;
            half *= 2;
            if (together)
                share.wait_for_all();
        }
        if (!together && !levels_.empty())
            share.wait_for_all();
    }
    [[nodiscard]] Value query(Value const * maxima, std::size_t column, int parity) const noexcept
    {
        window const w = predecessors(limits_, column);
        return w.empty() ? Value{0} : query<true>(maxima, w, parity);
    }
    /// The same of any window that is not empty and no longer than the longest.
    /// @tparam OfColumn  a function of its own for the loop over columns, called there alone, so that it becomes part
    /// of
    ///                   the loop: a call costs 4% of a run
    template <bool OfColumn = false>
    [[nodiscard]] Value query(Value const * maxima, window w, int parity) const noexcept
    {
        prepared const & p = prepared_[static_cast<std::size_t>(parity)];
        auto const l = static_cast<std::size_t>(w.first), r = static_cast<std::size_t>(w.last);
        std::size_t const l_block = l / block, r_block = r / block;
        if (l_block == r_block)
            return maxima[l_block * block + rmq::detail::query_pop_code(p.code[l_block], l % block, r % block)];
        Value best = 0;
        if (std::size_t const between = r_block - l_block - 1; between > 0) {
            std::size_t const t = levels_for(between) - 1;
            Value const * const level = t == 0 ? p.best.data() : levels_[t - 1].data();
            best = std::max(level[l_block + (std::size_t{1} << t)], level[r_block - 1]);
        }
        if (p.best[r_block] > best)
            best = std::max(best, p.prefix[r]);
        if (p.best[l_block] > best)
            best = std::max(best, p.suffix[l]);
        return best;
    }

private:
    static constexpr std::size_t blocks_worth_sharing = 8192; ///< below, a barrier a level costs more than the work

    /// What a thread computes of its own columns; kept twice.
    struct prepared
    {
        std::vector<Value> prefix, suffix; ///< [0..m-1] maximum from the block's start, to the block's end
        std::vector<Value> best;           ///< [0..blocks-1] maximum of a block
        std::vector<std::uint64_t> code;   ///< [0..blocks-1] rightmost-pops code
    };

    [[nodiscard]] static std::size_t blocks_of(std::size_t columns) noexcept { return (columns + block - 1) / block; }
    /// Levels over blocks: a window of w columns covers at most (w - 2) / 16 whole blocks between its ends.
    [[nodiscard]] static std::size_t block_levels(limits_view const & limits, std::size_t columns) noexcept
    {
        std::size_t const largest = largest_window(limits, columns);
        return levels_for(largest < 2 ? 0 : (largest - 2) / block);
    }

    limits_view limits_;
    std::size_t columns_;
    std::array<prepared, 2> prepared_;
    std::vector<std::vector<Value>> levels_; ///< from level 1 on
};

} // namespace vglcs::cpu
