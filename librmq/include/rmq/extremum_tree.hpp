// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include <rmq/detail/expects.hpp>
#include <rmq/detail/extremum_tree_view.hpp>
#include <rmq/detail/huge_pages.hpp>
#include <rmq/detail/instantiate.hpp>
#include <rmq/order.hpp>
#include <rmq/range.hpp>

namespace rmq {

/// Range-extremum by levels of block bests over the array itself, a cache line at a time, and a sparse table on
/// the top. The best all-rounder of the static structures when the array stays in memory: built at the speed of
/// reading, a few bits a value, and no query needs more than two lines of the array, whatever the data.
///
/// Source: the hierarchy of Soman, Kothapalli, Narayanan 2012, section 2, with the speculative check of the covering
/// blocks and the peeking of Yang, Liu, Wu 2017, section 5.2; the layout and the batches are this library's own.
/// A leaf is 16 values (64 where a value is a byte), starting at a cache line; each level divides by the same number.
/// Every block knows its best value and where that is. A wide query asks the bundles that cover the range first: if
/// their best lies inside it is the answer. Only an end whose leaf has its best outside the range is looked into.
/// Where values rise or fall, the best of a range is near one of its ends, and no block's best lies inside. Bundles
/// that are like that mark each value that wins against all behind it (before it), and the marks name the best from an
/// end on.
///
/// Build O(n), parallel. Memory for values of 32 bits: 2.5 bits a value, 1 more where values rise or fall; the table on
/// top is n / 65536 entries of a value and an index, times their logarithm. Query O(1): at most two cache lines of the
/// array and six of the levels, or, at an end that has marks, nine words of them instead of the levels. NaN is not a
/// value. Keeps a view of the array, which has to outlive it. Ties as Order says. Queries are const and may run
/// concurrently. Instantiated for std::int8_t, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double.
template <class Value, std::unsigned_integral Index = std::uint32_t, class Order = min_leftmost>
class extremum_tree
{
public:
    using value_type = Value;
    using index_type = Index;
    using order_type = Order;

    /// @param values    [n], n + 64 representable in Index
    /// @param threads   OpenMP threads for the build, 0 = all
    /// Throws std::bad_alloc.
    explicit extremum_tree(std::span<Value const> values, unsigned threads = 0);

    /// Index of the best value of v[l..r] (closed).   O(1).
    /// @param l, r   positions, l <= r < size()
    [[nodiscard]] Index query(std::size_t l, std::size_t r) const noexcept
    {
        RMQ_EXPECTS(l <= r && r < size());
        return static_cast<Index>(kernels_->query(view(), l + view_.phase, r + view_.phase) - view_.phase);
    }

    /// Answers queries[i] into out[i]. Queries go through in groups whose cache misses overlap: several times faster
    /// than one query after the other on arrays that no cache holds.
    /// @param out       [queries.size()] may not alias the queries
    /// @param threads   OpenMP threads, 0 = all; the answers do not depend on it
    void query(std::span<range<Index> const> queries, std::span<Index> out, unsigned threads = 0) const;

    /// Values.
    [[nodiscard]] std::size_t size() const noexcept { return view_.size; }
    /// Memory beside the array, in bytes.
    [[nodiscard]] std::size_t bytes() const noexcept
    {
        return bests_.size() * sizeof(Value) + places1_.size() + places2_.size() * sizeof(std::uint16_t) +
               places3_.size() * sizeof(Index) + windows_.size() * sizeof(detail::tree_bundle<Value, Index>) +
               recorded_.size() * sizeof(detail::tree_recorded) + records_.size() * sizeof(std::uint64_t);
    }

    extremum_tree(extremum_tree &&) noexcept = default;
    extremum_tree & operator=(extremum_tree &&) noexcept = default;

private:
    using shape = detail::tree_shape<Value>;

    [[nodiscard]] detail::tree_view<Value, Index> const & view() const noexcept { return view_; }
    static constexpr std::size_t record_words = shape::bundle / 64; ///< of a bundle
    static constexpr std::size_t record_margin = 8;                 ///< a line, so that blocks start at one

    void copy_end_leaves();
    void close_records(std::size_t blocks);
    void build_windows(std::size_t tops);

    huge_vector<Value> bests_; ///< end leaves, then levels 1, 2, 3
    huge_vector<std::uint8_t> places1_;
    huge_vector<std::uint16_t> places2_;
    huge_vector<Index> places3_;
    huge_vector<detail::tree_bundle<Value, Index>> windows_;
    huge_vector<detail::tree_recorded> recorded_;
    huge_vector<std::uint64_t> records_;
    detail::tree_view<Value, Index> view_; ///< points into the vectors above, whose memory moves with them
    detail::tree_kernels<Value, Index> const * kernels_{};
};

/// The static range-extremum structure to take when nothing else is known.
template <class Value, std::unsigned_integral Index = std::uint32_t, class Order = min_leftmost>
using range_extremum = extremum_tree<Value, Index, Order>;

} // namespace rmq
