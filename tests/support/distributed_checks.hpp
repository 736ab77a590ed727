// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <rmq/distributed_range_extremum.hpp>
#include <rmq/naive.hpp>

/// How an array lies on the ranks.
struct partition
{
    std::string name;
    std::vector<std::size_t> sizes; ///< of each rank's part
};

/// Equal parts, parts of very different sizes, and parts that are empty at either end and between.
inline std::vector<partition> partitions(unsigned ranks, std::size_t n)
{
    std::vector<partition> all;
    auto const from = [&](std::string name, auto && weight) {
        std::size_t total = 0;
        for (unsigned rank = 0; rank < ranks; ++rank)
            total += weight(rank);
        partition out{std::move(name), {}};
        std::size_t sum = 0, given = 0;
        for (unsigned rank = 0; rank < ranks; ++rank) {
            sum += weight(rank);
            out.sizes.push_back(n * sum / total - given);
            given += out.sizes.back();
        }
        all.push_back(std::move(out));
    };
    from("equal", [](unsigned) { return 1u; });
    from("growing", [](unsigned rank) { return 1 + rank * rank; });
    from("all on the first", [](unsigned rank) { return rank == 0 ? 1u : 0u; });
    from("all on the last", [&](unsigned rank) { return rank + 1 == ranks ? 1u : 0u; });
    from("every second is empty", [](unsigned rank) { return rank % 2 == 0 ? 1u : 0u; });
    return all;
}

/// An array on the ranks, seen by one of them.
template <class Value>
struct distributed_case
{
    std::vector<Value> all;
    std::size_t start;                              ///< of the rank's part
    std::span<Value const> mine;                    ///< in `all`
    std::vector<rmq::range<std::uint64_t>> queries; ///< every range of a small array, random ones of a large one
};

/// Calls f with arrays of n values, some with many ties, under every partition; the arrays and queries are the same on
/// every rank.
template <class Value, class Function>
void for_distributed_cases(unsigned rank, unsigned ranks, std::size_t n, Function && f)
{
    for (int values : {1, 3, 1000})
        for (partition const & parts : partitions(ranks, n)) {
            SCOPED_TRACE(parts.name + ", n = " + std::to_string(n) + ", values " + std::to_string(values) + ", rank " +
                         std::to_string(rank) + " of " + std::to_string(ranks));
            std::mt19937_64 random{n * 31 + static_cast<unsigned>(values)};
            distributed_case<Value> one;
            one.all.resize(n);
            for (Value & value : one.all)
                value = static_cast<Value>(static_cast<Value>(random() % static_cast<unsigned>(values)) -
                                           static_cast<Value>(std::is_signed_v<Value> ? values / 2 : 0));
            one.start = std::accumulate(parts.sizes.begin(), parts.sizes.begin() + rank, std::size_t{0});
            one.mine = std::span<Value const>{one.all}.subspan(one.start, parts.sizes[rank]);
            if (n <= 24)
                for (std::size_t l = 0; l < n; ++l)
                    for (std::size_t r = l; r < n; ++r)
                        one.queries.push_back({l, r});
            else
                for (int i = 0; i < 1000; ++i) {
                    std::uint64_t const a = random() % n, b = random() % n;
                    one.queries.push_back({std::min(a, b), std::max(a, b)});
                }
            f(one);
        }
}

/// Every (rank + 1)-th of the queries, so that ranks ask different numbers of them; the last of several ranks asks
/// none.
inline std::vector<rmq::range<std::uint64_t>> own_queries(std::vector<rmq::range<std::uint64_t>> const & all,
                                                          unsigned rank, unsigned ranks)
{
    std::vector<rmq::range<std::uint64_t>> own;
    if (ranks == 1 || rank + 1 < ranks)
        for (std::size_t i = rank; i < all.size(); i += rank + 1)
            own.push_back(all[i]);
    return own;
}

/// Answers by a scan.
template <class Answer, class Order, class Value>
std::vector<Answer> scanned_answers(std::vector<Value> const & all,
                                    std::vector<rmq::range<std::uint64_t>> const & queries)
{
    rmq::naive<Value, std::uint64_t, Order> const whole{std::span<Value const>{all}};
    std::vector<Answer> out;
    for (auto const & [l, r] : queries) {
        std::uint64_t const at = whole.query(l, r);
        out.push_back({all[at], at});
    }
    return out;
}

/// Collective: the distributed structure of every partition of arrays of n values answers as a scan of the whole array
/// does, ties included, with as many rounds as its contract says.
template <class Value, class Order, class Local = rmq::range_extremum<Value, std::uint64_t, Order>>
void expect_answers_of_a_scan(rmq::communicator & ranks, std::size_t n)
{
    using structure = rmq::distributed_range_extremum<Value, std::uint64_t, Order, Local>;
    using answer = typename structure::answer;
    for_distributed_cases<Value>(ranks.rank(), ranks.size(), n, [&](distributed_case<Value> const & one) {
        auto const rounds = [&] { return ranks.counted().rounds; };
        auto before = rounds();
        structure distributed{ranks, one.mine, 1};
        EXPECT_EQ(rounds() - before, 1u);
        EXPECT_EQ(distributed.size(), n);
        EXPECT_EQ(distributed.first(), one.start);

        // known to all
        unsigned const root = static_cast<unsigned>(n) % ranks.size();
        std::vector<answer> out(ranks.rank() == root ? one.queries.size() : 0);
        before = rounds();
        distributed.query_at(root, one.queries, out, 1);
        EXPECT_EQ(rounds() - before, 1u);
        if (ranks.rank() == root) {
            EXPECT_EQ(out, (scanned_answers<answer, Order>(one.all, one.queries)));
        }

        auto const own = own_queries(one.queries, ranks.rank(), ranks.size());
        out.assign(own.size(), {});
        before = rounds();
        distributed.query(own, out, 1);
        EXPECT_EQ(rounds() - before, 3u);
        EXPECT_EQ(out, (scanned_answers<answer, Order>(one.all, own)));
    });
}

/// Collective: bytes sent by one rank, by their formulas: what S3 bounds by O(n / p) a round.
inline void expect_small_messages(rmq::communicator & ranks)
{
    std::size_t const n = 10'000;
    std::vector<std::int32_t> const mine(n, static_cast<std::int32_t>(ranks.rank()));
    auto const bytes = [&] { return ranks.counted().bytes_sent; };
    auto before = bytes();
    rmq::distributed_range_extremum<std::int32_t> distributed{ranks, mine, 1};
    EXPECT_EQ(bytes() - before, 24u * (ranks.size() - 1))
        << "size, position and value of the best, to every other rank";
    // whole parts need no message: every rank knows their bests
    std::vector<rmq::range<std::uint64_t>> const whole{{0, n * ranks.size() - 1}, {0, n - 1}};
    std::vector<rmq::distributed_range_extremum<std::int32_t>::answer> out(2);
    before = bytes();
    distributed.query_at(0, whole, out, 1);
    EXPECT_EQ(bytes() - before, 0u);
    // two ends inside the first and the last part: one answer each to rank 0
    std::vector<rmq::range<std::uint64_t>> const cut{{1, n * ranks.size() - 2}};
    before = bytes();
    distributed.query_at(0, cut, std::span{out}.first(1), 1);
    EXPECT_EQ(bytes() - before, ranks.rank() != 0 && ranks.rank() + 1 == ranks.size() ? 16u : 0u);
}
