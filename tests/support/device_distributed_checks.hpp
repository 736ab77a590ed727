// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "distributed_checks.hpp"

#include <rmq/cuda/distributed_range_extremum.hpp>

/// Collective: the structure over parts in device memory answers as a scan of the whole array does, for every partition
/// of arrays of n values, ties included, with the rounds and bytes of its contract.
template <class Value, class Order>
void expect_device_answers_of_a_scan(rmq::cuda::device_communicator & ranks, std::size_t n)
{
    using structure = rmq::cuda::distributed_range_extremum<Value, Order>;
    using answer = typename structure::answer;
    using query = rmq::range<std::uint64_t>;
    rmq::cuda::stream const on;
    for_distributed_cases<Value>(ranks.rank(), ranks.size(), n, [&](distributed_case<Value> const & one) {
        rmq::cuda::device_buffer<Value> const d_mine{one.mine, on};
        auto before = ranks.counted();
        structure distributed{ranks, d_mine.span(), on};
        EXPECT_EQ(ranks.counted().rounds - before.rounds, 1u);
        EXPECT_EQ(ranks.counted().bytes_sent - before.bytes_sent, 24u * (ranks.size() - 1));
        EXPECT_EQ(distributed.size(), n);
        EXPECT_EQ(distributed.first(), one.start);

        auto const queries = own_queries(one.queries, ranks.rank(), ranks.size());
        rmq::cuda::device_buffer<query> const d_queries{std::span<query const>{queries}, on};
        rmq::cuda::device_buffer<answer> const d_out{queries.size(), on};
        before = ranks.counted();
        distributed.query(d_queries.span(), d_out.span());
        EXPECT_EQ(ranks.counted().rounds - before.rounds, 3u);
        EXPECT_EQ(rmq::cuda::to_host(rmq::cuda::device_span<answer const>{d_out.span()}, on),
                  (scanned_answers<answer, Order>(one.all, queries)));
    });
}

/// Collective: bytes of a batch by their formula.
inline void expect_small_device_messages(rmq::cuda::device_communicator & ranks)
{
    using structure = rmq::cuda::distributed_range_extremum<std::int32_t>;
    rmq::cuda::stream const on;
    std::uint64_t const n = 10'000, p = ranks.size();
    std::vector<std::int32_t> const mine(n, static_cast<std::int32_t>(ranks.rank()));
    rmq::cuda::device_buffer<std::int32_t> const d_mine{std::span<std::int32_t const>{mine}, on};
    structure distributed{ranks, d_mine.span(), on};
    // whole parts need nothing but counts; a cut part one request of 8 bytes, and one answer of 16 from its owner
    std::vector<rmq::range<std::uint64_t>> queries{{0, n * p - 1}, {0, n - 1}};
    if (ranks.rank() == 0)
        queries.push_back({1, n * p - 2});
    rmq::cuda::device_buffer<rmq::range<std::uint64_t>> const d_queries{
        std::span<rmq::range<std::uint64_t> const>{queries}, on};
    rmq::cuda::device_buffer<structure::answer> const d_out{queries.size(), on};
    auto const before = ranks.counted().bytes_sent;
    distributed.query(d_queries.span(), d_out.span());
    std::uint64_t expected = 8 * (p - 1);
    if (p > 1 && ranks.rank() == 0)
        expected += 8;
    if (p > 1 && ranks.rank() + 1 == p)
        expected += 16;
    EXPECT_EQ(ranks.counted().bytes_sent - before, expected);
}
