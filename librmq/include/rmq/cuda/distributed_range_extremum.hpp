// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include <rmq/cuda/block_sparse_table.hpp>
#include <rmq/cuda/detail/scalar.hpp>
#include <rmq/cuda/device_buffer.hpp>
#include <rmq/cuda/device_communicator.hpp>
#include <rmq/cuda/device_span.hpp>
#include <rmq/cuda/stream.hpp>
#include <rmq/detail/expects.hpp>
#include <rmq/order.hpp>
#include <rmq/range.hpp>

namespace rmq::cuda {

/// A value and its position in an array over many ranks.
template <class Value>
struct ranked_value
{
    Value value;
    std::uint64_t position;
    [[nodiscard]] friend bool operator==(ranked_value const &, ranked_value const &) = default;
};

namespace detail {

/// A part that is not empty, as kernels see it; positions in the whole array, closed.
struct part_block
{
    std::uint64_t first, last;
    std::uint64_t best;       ///< position of its best value
    std::uint64_t best_value; ///< its bits, in the low bytes
};

/// Where the request for an end of a query stands: in those of its owner's block.
struct end_place
{
    static constexpr std::uint32_t none = 0xffffffff;
    std::uint32_t block = none, at = 0;
};

/// What the kernels of a batch have in common. At most 2^31 - 1 queries.
struct distributed_task
{
    part_block const * d_blocks = nullptr; ///< [blocks]
    std::uint32_t blocks = 0;
    range<std::uint64_t> const * d_queries = nullptr; ///< [count]
    std::size_t count = 0;
    end_place * d_ends = nullptr; ///< [2 count] left and right end of each query
    scalar_kind kind{};
    bool minimum = true, rightmost = false;
    stream_handle on = nullptr;
};

/// Each enqueues a kernel.
/// Splits the queries into ends and whole parts: fills d_ends, adds the ends of each block to d_counts [blocks].
void count_ends_async(distributed_task const & task, std::uint32_t * d_counts);
/// The ends as positions within their owners' parts, those of block b from d_starts[b] on.
void write_requests_async(distributed_task const & task, std::uint32_t const * d_starts,
                          range<std::uint32_t> * d_requests);
/// d_out[k] = the value at d_at[k] of this rank's part, whose first value is `first` in the whole array.
void write_answers_async(distributed_task const & task, void const * d_values, std::uint32_t const * d_at,
                         std::size_t count, std::uint64_t first, void * d_out);
/// d_out[i] = the best of query i's ends, whose answers lie as their requests did, and of the whole parts between.
void combine_ends_async(distributed_task const & task, std::uint32_t const * d_starts, void const * d_answers,
                        void * d_out);

} // namespace detail

/// Range-extremum over an array that lies in consecutive parts in the memories of devices. Twin of
/// rmq::distributed_range_extremum: same answers, same rounds; the part, its structure (a block_sparse_table), queries,
/// requests and answers stay in device memory, and rounds go from device to device. The host sees counts alone.
///
/// Source: Mongelli, Song 1999, Algorithm 3 and section 5, as in the twin. The bests of whole parts are looked at one
/// by one: there are as many as a host has devices.
///
/// A part has less than 2^32 values, and may be empty. Collective: every rank makes it, and calls `query`. Values:
/// arithmetic types of 4 or 8 bytes, no NaN. Ties as Order says, over all ranks. Keeps views of the part, the
/// communicator and the stream, which have to outlive it.
template <class Value, class Order = min_leftmost>
class distributed_range_extremum
{
public:
    using value_type = Value;
    using order_type = Order;
    /// The best value of a range, and its position in the whole array.
    using answer = ranked_value<Value>;

    /// Collective, one round: sizes and bests of all parts (24 bytes a rank). Has finished when it returns.
    distributed_range_extremum(device_communicator & ranks, device_span<Value const> d_mine, stream const & on);

    /// Answers this rank's queries, closed ranges of positions in the whole array. Collective, three rounds: counts,
    /// the ends to their owners (8 bytes each), and back (16 bytes each). Has finished when it returns.
    /// @param d_out   [queries] may not alias them
    /// At most 2^31 - 1 queries.
    void query(device_span<range<std::uint64_t> const> d_queries, device_span<answer> d_out);

    /// Values of all ranks.
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
    /// Position in the whole array of this rank's first value.
    [[nodiscard]] std::uint64_t first() const noexcept { return first_; }
    /// Device memory on this rank beside its part, in bytes.
    [[nodiscard]] std::size_t bytes() const { return (local_ ? local_->bytes() : 0) + d_blocks_.bytes(); }

private:
    using block_counts = std::vector<std::size_t>;
    [[nodiscard]] block_counts by_rank(std::span<std::uint32_t const> by_block) const;

    device_communicator * ranks_;
    stream const * on_;
    device_span<Value const> d_mine_;
    std::optional<block_sparse_table<Value, std::uint32_t, Order>> local_;
    std::vector<unsigned> rank_of_; ///< of the blocks
    device_buffer<detail::part_block> d_blocks_;
    std::uint64_t first_ = 0, size_ = 0;
};

template <class Value, class Order>
distributed_range_extremum<Value, Order>::distributed_range_extremum(device_communicator & ranks,
                                                                     device_span<Value const> d_mine, stream const & on)
    : ranks_{&ranks}, on_{&on}, d_mine_{d_mine}
{
    struct part
    {
        std::uint64_t size, best; ///< position within the part
        std::uint64_t value;
    };
    part mine{d_mine.size(), 0, 0};
    if (!d_mine.empty()) {
        local_.emplace(d_mine, on);
        std::array<range<std::uint32_t>, 1> const all{{{0, static_cast<std::uint32_t>(d_mine.size() - 1)}}};
        std::array<std::uint32_t, 1> best{};
        local_->query(all, best, on);
        mine.best = best[0];
        std::array<Value, 1> value{};
        copy_async(d_mine.subspan(best[0], 1), std::span<Value>{value}, on);
        on.synchronize();
        std::memcpy(&mine.value, value.data(), sizeof(Value));
    }
    std::vector<detail::part_block> blocks;
    std::vector<part> const parts = ranks.all_gather(mine);
    for (unsigned rank = 0; rank < parts.size(); ++rank) {
        if (rank == ranks.rank())
            first_ = size_;
        if (parts[rank].size == 0)
            continue;
        blocks.push_back({size_, size_ + parts[rank].size - 1, size_ + parts[rank].best, parts[rank].value});
        rank_of_.push_back(rank);
        size_ += parts[rank].size;
    }
    d_blocks_ = device_buffer<detail::part_block>{std::span<detail::part_block const>{blocks}, on};
    on.synchronize();
}

template <class Value, class Order>
auto distributed_range_extremum<Value, Order>::by_rank(std::span<std::uint32_t const> by_block) const -> block_counts
{
    block_counts out(ranks_->size(), 0);
    for (std::size_t b = 0; b < by_block.size(); ++b)
        out[rank_of_[b]] = by_block[b];
    return out;
}

template <class Value, class Order>
void distributed_range_extremum<Value, Order>::query(device_span<range<std::uint64_t> const> d_queries,
                                                     device_span<answer> d_out)
{
    RMQ_EXPECTS(d_queries.size() == d_out.size() && (d_queries.empty() || size_ > 0));
    std::size_t const blocks = rank_of_.size();
    device_buffer<detail::end_place> const d_ends{2 * d_queries.size(), *on_};
    detail::distributed_task const task{.d_blocks = d_blocks_.data(),
                                        .blocks = static_cast<std::uint32_t>(blocks),
                                        .d_queries = d_queries.data(),
                                        .count = d_queries.size(),
                                        .d_ends = d_ends.data(),
                                        .kind = kind_of<Value>,
                                        .minimum = Order::is_minimum,
                                        .rightmost = Order::ties == tie::rightmost,
                                        .on = *on_};
    device_buffer<std::uint32_t> d_counts{blocks, *on_};
    d_counts.fill_bytes_async(0, *on_);
    detail::count_ends_async(task, d_counts.data());
    std::vector<std::uint32_t> const ends = to_host(device_span<std::uint32_t const>{d_counts.span()}, *on_);
    std::vector<std::uint32_t> starts(blocks);
    std::exclusive_scan(ends.begin(), ends.end(), starts.begin(), 0u);
    device_buffer<std::uint32_t> const d_starts{std::span<std::uint32_t const>{starts}, *on_};
    block_counts const asked = by_rank(ends);
    block_counts const owned = ranks_->exchange_counts(asked);
    auto const sum = [](block_counts const & x) { return std::accumulate(x.begin(), x.end(), std::size_t{0}); };

    // blocks are in the order of the ranks, so requests by block are requests by rank
    device_buffer<range<std::uint32_t>> const d_requests{sum(asked), *on_}, d_mine{sum(owned), *on_};
    detail::write_requests_async(task, d_starts.data(), d_requests.data());
    ranks_->exchange_async<range<std::uint32_t>>(d_requests.span(), asked, d_mine.span(), owned, *on_);
    device_buffer<answer> const d_answered{d_mine.size(), *on_}, d_answers{d_requests.size(), *on_};
    if (d_mine.size() != 0) {
        device_buffer<std::uint32_t> const d_at{d_mine.size(), *on_};
        local_->query_async(d_mine.span(), d_at.span(), *on_);
        detail::write_answers_async(task, d_mine_.data(), d_at.data(), d_at.size(), first_, d_answered.data());
    }
    ranks_->exchange_async<answer>(d_answered.span(), owned, d_answers.span(), asked, *on_);
    detail::combine_ends_async(task, d_starts.data(), d_answers.data(), d_out.data());
    on_->synchronize();
}

} // namespace rmq::cuda
