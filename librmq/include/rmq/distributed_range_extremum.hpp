// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include <rmq/communicator.hpp>
#include <rmq/detail/expects.hpp>
#include <rmq/extremum_tree.hpp>
#include <rmq/order.hpp>
#include <rmq/range.hpp>

namespace rmq {

/// Range-extremum over an array that lies in consecutive parts on the ranks of a communicator.
///
/// Source: Mongelli, Song 1999, Algorithm 3 and section 5, for coarse grained multicomputers. Every rank has a local
/// structure over its part and the best value of every rank's part; a range is the end of one part, whole parts, and
/// the start of another. S3 keeps log p + 1 entries of a tree of prefix and suffix minima a rank for the whole parts,
/// so that two more ranks have a say in each answer; here every rank has a linear structure over the p bests, which
/// S3's bound of n / p memory allows as well (p <= n / p), so that only the owners of the two ends are asked.
///
/// Parts may differ in size and be empty. Build O(n / p) local work, one round of p small items. Memory a rank: that of
/// the local structure and O(p). All public functions but the plain readers are collective: every rank calls them.
/// Keeps views of the part and of the communicator, which have to outlive it. Ties as Order says, over all ranks.
/// @tparam Local   structure over a part: built from (span, threads) with batch `query(queries, out, threads)`
template <class Value, std::unsigned_integral Index = std::uint64_t, class Order = min_leftmost,
          class Local = range_extremum<Value, Index, Order>>
class distributed_range_extremum
{
public:
    using value_type = Value;
    using index_type = Index;
    using order_type = Order;

    /// The best value of a range, and its position in the whole array.
    struct answer
    {
        Value value;
        Index position;
        [[nodiscard]] friend bool operator==(answer const &, answer const &) = default;
    };

    /// Collective, one round.
    /// @param mine      this rank's part; the whole array is the parts in the order of the ranks
    /// @param threads   OpenMP threads of this rank for the build, 0 = all
    distributed_range_extremum(communicator & ranks, std::span<Value const> mine, unsigned threads = 0);

    /// Answers this rank's queries[i] into out[i]. Collective, three rounds whatever p: how many, the ends to their
    /// owners, and back; the queries may differ from rank to rank, in number too.
    /// @param queries   closed ranges of positions in the whole array
    void query(std::span<range<Index> const> queries, std::span<answer> out, unsigned threads = 0);

    /// Answers queries that all ranks know into `out` of one of them. Collective, one round (section 5 of S3).
    /// @param out   [queries.size()] on rank `root`, elsewhere untouched and may be empty
    void query_at(unsigned root, std::span<range<Index> const> queries, std::span<answer> out, unsigned threads = 0);

    /// Values of all ranks.
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// Position in the whole array of this rank's first value.
    [[nodiscard]] std::size_t first() const noexcept { return first_; }
    /// Memory on this rank beside its part, in bytes.
    [[nodiscard]] std::size_t bytes() const noexcept
    {
        return (local_ ? local_->bytes() : 0) + (over_blocks_ ? over_blocks_->bytes() : 0) +
               blocks_.size() * (sizeof(block) + sizeof(Value));
    }

private:
    /// A part that is not empty.
    struct block
    {
        Index first; ///< positions in the whole array, closed
        Index last;
        unsigned rank;
        Index best; ///< position of its best value
    };

    /// A range as the ends that only an owner can answer, at most two, and the whole blocks between.
    struct pieces
    {
        struct end
        {
            std::size_t owner; ///< block
            range<Index> of;   ///< positions in the whole array
        };
        std::optional<end> left, right;
        std::size_t whole_first, whole_end; ///< blocks
    };

    [[nodiscard]] pieces split(range<Index> asked) const;
    [[nodiscard]] std::size_t block_of(Index position) const;
    [[nodiscard]] answer best_of(pieces const & from, answer const * left, answer const * right) const;
    [[nodiscard]] std::vector<answer> answer_here(std::vector<range<Index>> asked, unsigned threads) const;
    void combine(std::span<range<Index> const> queries, std::span<answer const> ends,
                 std::span<std::size_t const> counts, std::span<answer> out) const;

    [[nodiscard]] static std::vector<std::size_t> starts(std::span<std::size_t const> counts)
    {
        std::vector<std::size_t> out(counts.size());
        std::exclusive_scan(counts.begin(), counts.end(), out.begin(), std::size_t{0});
        return out;
    }

    communicator * ranks_;
    std::span<Value const> mine_;
    std::optional<Local> local_;
    Index first_ = 0;
    Index size_ = 0;
    std::vector<block> blocks_;
    std::vector<Value> bests_; ///< of the blocks
    std::optional<range_extremum<Value, std::uint32_t, Order>> over_blocks_;
};

template <class Value, std::unsigned_integral Index, class Order, class Local>
distributed_range_extremum<Value, Index, Order, Local>::distributed_range_extremum(communicator & ranks,
                                                                                   std::span<Value const> mine,
                                                                                   unsigned threads)
    : ranks_{&ranks}, mine_{mine}
{
    struct part
    {
        std::uint64_t size;
        std::uint64_t best; ///< position within the part
        Value value;
    };
    part summary{mine.size(), 0, {}};
    if (!mine.empty()) {
        local_.emplace(mine, threads);
        std::array<range<Index>, 1> const all{{{0, static_cast<Index>(mine.size() - 1)}}};
        std::array<Index, 1> best{};
        local_->query(all, best, 1);
        summary.best = best[0];
        summary.value = mine[best[0]];
    }
    std::vector<part> const parts = ranks.all_gather(summary);
    for (unsigned rank = 0; rank < parts.size(); ++rank) {
        if (rank == ranks.rank())
            first_ = size_;
        if (parts[rank].size == 0)
            continue;
        Index const end = static_cast<Index>(size_ + parts[rank].size);
        blocks_.push_back({size_, static_cast<Index>(end - 1), rank, static_cast<Index>(size_ + parts[rank].best)});
        bests_.push_back(parts[rank].value);
        size_ = end;
    }
    if (!blocks_.empty())
        over_blocks_.emplace(std::span<Value const>{bests_}, 1);
}

template <class Value, std::unsigned_integral Index, class Order, class Local>
std::size_t distributed_range_extremum<Value, Index, Order, Local>::block_of(Index position) const
{
    auto const after = std::ranges::upper_bound(blocks_, position, {}, &block::first);
    return static_cast<std::size_t>(after - blocks_.begin()) - 1;
}

template <class Value, std::unsigned_integral Index, class Order, class Local>
auto distributed_range_extremum<Value, Index, Order, Local>::split(range<Index> asked) const -> pieces
{
    RMQ_EXPECTS(asked.l <= asked.r && asked.r < size_);
    std::size_t const l = block_of(asked.l), r = block_of(asked.r);
    bool const cut_left = asked.l != blocks_[l].first, cut_right = asked.r != blocks_[r].last;
    pieces out{{}, {}, l + cut_left, r + 1 - cut_right};
    if (l == r && (cut_left || cut_right)) {
        out.left = {l, asked};
        out.whole_first = out.whole_end = l;
        return out;
    }
    if (cut_left)
        out.left = {l, {asked.l, blocks_[l].last}};
    if (cut_right)
        out.right = {r, {blocks_[r].first, asked.r}};
    return out;
}

template <class Value, std::unsigned_integral Index, class Order, class Local>
auto distributed_range_extremum<Value, Index, Order, Local>::best_of(pieces const & from, answer const * left,
                                                                     answer const * right) const -> answer
{
    std::optional<answer> best;
    auto const take = [&](answer const & next) {
        if (!best || !Order::left_wins(best->value, next.value))
            best = next;
    };
    if (left)
        take(*left);
    if (from.whole_first < from.whole_end) {
        std::size_t const at = over_blocks_->query(from.whole_first, from.whole_end - 1);
        take({bests_[at], blocks_[at].best});
    }
    if (right)
        take(*right);
    return *best;
}

template <class Value, std::unsigned_integral Index, class Order, class Local>
auto distributed_range_extremum<Value, Index, Order, Local>::answer_here(std::vector<range<Index>> asked,
                                                                         unsigned threads) const -> std::vector<answer>
{
    if (asked.empty())
        return {};
    for (range<Index> & query : asked)
        query = {static_cast<Index>(query.l - first_), static_cast<Index>(query.r - first_)};
    std::vector<Index> at(asked.size());
    local_->query(asked, at, threads);
    std::vector<answer> out(asked.size());
    for (std::size_t i = 0; i < at.size(); ++i)
        out[i] = {mine_[at[i]], static_cast<Index>(first_ + at[i])};
    return out;
}

/// @param ends     answers of the ends, in the order of their owners, and within those of the queries
/// @param counts   [ranks] ends that each rank answered
template <class Value, std::unsigned_integral Index, class Order, class Local>
void distributed_range_extremum<Value, Index, Order, Local>::combine(std::span<range<Index> const> queries,
                                                                     std::span<answer const> ends,
                                                                     std::span<std::size_t const> counts,
                                                                     std::span<answer> out) const
{
    std::vector<std::size_t> next = starts(counts);
    for (std::size_t i = 0; i < queries.size(); ++i) {
        pieces const parts = split(queries[i]);
        auto const answered = [&](auto const & end) { return end ? &ends[next[blocks_[end->owner].rank]++] : nullptr; };
        answer const * const left = answered(parts.left);
        answer const * const right = answered(parts.right);
        out[i] = best_of(parts, left, right);
    }
}

template <class Value, std::unsigned_integral Index, class Order, class Local>
void distributed_range_extremum<Value, Index, Order, Local>::query(std::span<range<Index> const> queries,
                                                                   std::span<answer> out, unsigned threads)
{
    RMQ_EXPECTS(queries.size() == out.size());
    // requests lie in the order of their owners, and within those of the queries; so do the answers
    std::vector<std::size_t> counts(ranks_->size(), 0);
    auto const for_each_end = [&](auto && f) {
        for (auto const & query : queries) {
            pieces const parts = split(query);
            for (auto const & end : {parts.left, parts.right})
                if (end)
                    f(*end);
        }
    };
    for_each_end([&](auto const & end) { ++counts[blocks_[end.owner].rank]; });
    std::vector<std::size_t> next = starts(counts);
    std::vector<range<Index>> requests(next.back() + counts.back());
    for_each_end([&](auto const & end) { requests[next[blocks_[end.owner].rank]++] = end.of; });

    std::vector<std::size_t> const received = ranks_->exchange_counts(counts);
    std::vector<answer> const answers_here =
        answer_here(ranks_->exchange<range<Index>>(requests, counts, received), threads);
    std::vector<answer> const answers = ranks_->exchange<answer>(answers_here, received, counts);
    combine(queries, answers, counts, out);
}

template <class Value, std::unsigned_integral Index, class Order, class Local>
void distributed_range_extremum<Value, Index, Order, Local>::query_at(unsigned root,
                                                                      std::span<range<Index> const> queries,
                                                                      std::span<answer> out, unsigned threads)
{
    bool const here = ranks_->rank() == root;
    RMQ_EXPECTS(!here || queries.size() == out.size());
    std::vector<std::size_t> ends(ranks_->size(), 0); ///< that each rank answers: all ranks can tell
    std::vector<range<Index>> asked;
    for (auto const & query : queries) {
        pieces const parts = split(query);
        for (auto const & end : {parts.left, parts.right})
            if (end) {
                unsigned const owner = blocks_[end->owner].rank;
                ++ends[owner];
                if (owner == ranks_->rank())
                    asked.push_back(end->of);
            }
    }
    std::vector<std::size_t> counts(ranks_->size(), 0), received(ranks_->size(), 0);
    counts[root] = asked.size();
    if (here)
        received = ends;
    std::vector<answer> const mine = answer_here(std::move(asked), threads);
    std::vector<answer> const answers = ranks_->exchange<answer>(mine, counts, received);
    if (here)
        combine(queries, answers, ends, out);
}

} // namespace rmq
