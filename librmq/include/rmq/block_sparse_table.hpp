// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include <rmq/detail/catalan.hpp>
#include <rmq/detail/expects.hpp>
#include <rmq/detail/huge_pages.hpp>
#include <rmq/detail/instantiate.hpp>
#include <rmq/detail/lca_table.hpp>
#include <rmq/detail/parallel.hpp>
#include <rmq/detail/pop_code.hpp>
#include <rmq/order.hpp>
#include <rmq/range.hpp>
#include <rmq/sparse_table.hpp>

namespace rmq {

/// How a blocked sparse table answers inside a block: the code of a block and the query on a code.
namespace in_block {

/// Rightmost-pops codes: blocks of 16 values, one 64-bit word a block, queries O(16).
/// Source: Yang, Liu, Wu 2017, Alg. 4 and 5.
struct pop_codes
{
    using code_type = std::uint64_t;
    static constexpr std::size_t size = detail::pop_code_block;

    template <class Order, class Value>
    [[nodiscard]] static code_type encode(std::span<Value const> block) noexcept
    {
        return detail::pop_code<Order>(block);
    }
    [[nodiscard]] static std::size_t query(code_type code, std::size_t l, std::size_t r) noexcept
    {
        return detail::query_pop_code(code, static_cast<unsigned>(l), static_cast<unsigned>(r));
    }
};

/// Catalan indices into a table of lowest common ancestors that all structures of a process share: blocks of 8 values,
/// 16 bits a block, queries O(1), 89 KiB of table.   Source: Yang, Liu, Wu 2017, Alg. 6 and 7.
struct lca_tables
{
    using code_type = std::uint16_t;
    static constexpr std::size_t size = 8;

    template <class Order, class Value>
    [[nodiscard]] static code_type encode(std::span<Value const> block) noexcept
    {
        return static_cast<code_type>(detail::block_tree_index<Order>(block, size));
    }
    [[nodiscard]] static std::size_t query(code_type code, std::size_t l, std::size_t r) noexcept
    {
        static detail::lca_table const & table = detail::lca_table::shared<size>();
        return table.query(code, static_cast<unsigned>(l), static_cast<unsigned>(r));
    }
};

} // namespace in_block

/// Range-extremum with O(1) queries: a sparse table over the best values of blocks, a code for the inside of each
/// block. Source: Yang, Liu, Wu 2017, section 3.1, after Fischer and Heun 2006. Differences: indices instead of values,
/// any order and tie rule. Build O(n); with n values in b = ceil(n / InBlock::size) blocks, b * (floor(log2 b) + 1)
/// indices, b values and b codes. Keeps a view of the array, which has to outlive it. Ties as Order says. Queries are
/// const and may run concurrently.
template <class Value, class InBlock = in_block::pop_codes, std::unsigned_integral Index = std::uint32_t,
          class Order = min_leftmost>
class block_sparse_table
{
public:
    using value_type = Value;
    using index_type = Index;
    using order_type = Order;

    /// @param values    [n], n representable in Index
    /// @param threads   OpenMP threads for the build, 0 = all
    /// Throws std::bad_alloc.
    explicit block_sparse_table(std::span<Value const> values, unsigned threads = 0)
        : block_sparse_table{values, threads, (values.size() + InBlock::size - 1) / InBlock::size}
    {
    }

    // the sparse table holds a view of block_values_, whose memory moves with it; a copy would view the original's
    block_sparse_table(block_sparse_table &&) noexcept = default;
    block_sparse_table & operator=(block_sparse_table &&) noexcept = default;

    /// Index of the best value of v[l..r] (closed).   O(1) or O(InBlock::size), as InBlock says.
    /// @param l, r   positions, l <= r < size()
    [[nodiscard]] Index query(std::size_t l, std::size_t r) const noexcept
    {
        RMQ_EXPECTS(l <= r && r < size());
        std::size_t const left = l / InBlock::size;
        std::size_t const right = r / InBlock::size;
        if (left == right)
            return inside(left, l % InBlock::size, r % InBlock::size);
        Index best = inside(left, l % InBlock::size, InBlock::size - 1);
        if (left + 1 < right)
            best = better_of(best, block_best_[blocks_.query(left + 1, right - 1)]);
        return better_of(best, inside(right, 0, r % InBlock::size));
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
    /// Memory beside the array, in bytes, without the tables that structures share.
    [[nodiscard]] std::size_t bytes() const noexcept
    {
        return block_values_.size() * sizeof(Value) + block_best_.size() * sizeof(Index) +
               codes_.size() * sizeof(code_type) + blocks_.bytes();
    }

private:
    using code_type = typename InBlock::code_type;

    block_sparse_table(std::span<Value const> values, unsigned threads, std::size_t blocks)
        : values_{values}, block_values_(blocks), block_best_(blocks),
          codes_(blocks), blocks_{build_blocks(threads), threads}
    {
        RMQ_EXPECTS(values.empty() || values.size() - 1 <= static_cast<Index>(-1));
    }

    /// Fills codes and bests of all blocks; returns the blocks' best values.
    std::span<Value const> build_blocks(unsigned threads)
    {
        detail::for_each_part(codes_.size(), 1024, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t b = begin; b < end; ++b) {
                std::size_t const start = b * InBlock::size;
                auto const block = values_.subspan(start, std::min(InBlock::size, values_.size() - start));
                codes_[b] = InBlock::template encode<Order>(block);
                block_best_[b] = inside(b, 0, block.size() - 1);
                block_values_[b] = values_[block_best_[b]];
            }
        });
        return block_values_;
    }

    [[nodiscard]] Index inside(std::size_t block, std::size_t l, std::size_t r) const noexcept
    {
        return static_cast<Index>(block * InBlock::size + InBlock::query(codes_[block], l, r));
    }

    [[nodiscard]] Index better_of(Index left, Index right) const noexcept
    {
        return Order::left_wins(values_[left], values_[right]) ? left : right;
    }

    std::span<Value const> values_;
    huge_vector<Value> block_values_;
    huge_vector<Index> block_best_;
    huge_vector<code_type> codes_;
    sparse_table<Value, Index, Order> blocks_;
};

#define RMQ_INSTANTIATE(Value, Index, Order)                                                                           \
    extern template class block_sparse_table<Value, in_block::pop_codes, Index, Order>;                                \
    extern template class block_sparse_table<Value, in_block::lca_tables, Index, Order>
RMQ_FOR_EACH_INSTANCE(RMQ_INSTANTIATE);
#undef RMQ_INSTANTIATE

} // namespace rmq
