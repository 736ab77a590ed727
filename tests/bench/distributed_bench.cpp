// SPDX-License-Identifier: BSD-3-Clause
// Weak scaling of the distributed range minimum: the same part and the same queries on every rank. Run it under mpirun:
//   mpirun -n 2 distributed_bench [VALUES_A_RANK] [QUERIES_A_RANK]
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include <rmq/distributed_range_extremum.hpp>
#include <rmq/mpi_communicator.hpp>

int main(int count, char ** words)
{
    std::size_t const n = count > 1 ? std::strtoull(words[1], nullptr, 10) : 50'000'000;
    std::size_t const queries_here = count > 2 ? std::strtoull(words[2], nullptr, 10) : 1'000'000;
    rmq::mpi_communicator ranks;
    std::mt19937_64 random{ranks.rank()};
    std::vector<std::int32_t> values(n);
    for (auto & value : values)
        value = static_cast<std::int32_t>(random());

    auto const now = [] { return std::chrono::steady_clock::now(); };
    auto const milliseconds = [](auto from, auto to) {
        return std::chrono::duration<double, std::milli>(to - from).count();
    };
    (void)ranks.all_gather(0);
    auto const start = now();
    rmq::distributed_range_extremum<std::int32_t> minima{ranks, values, 1};
    (void)ranks.all_gather(0);
    auto const built = now();
    if (ranks.rank() == 0)
        std::printf("ranks %u, values a rank %zu: build %.1f ms\n", ranks.size(), n, milliseconds(start, built));

    for (std::size_t const longest : {std::size_t{1} << 10, minima.size()}) {
        std::vector<rmq::range<std::uint64_t>> queries(queries_here);
        for (auto & query : queries) {
            std::uint64_t const length = 1 + random() % longest;
            std::uint64_t const l = random() % (minima.size() - length + 1);
            query = {l, l + length - 1};
        }
        std::vector<rmq::distributed_range_extremum<std::int32_t>::answer> out(queries.size());
        auto const sent = ranks.counted().bytes_sent;
        (void)ranks.all_gather(0);
        auto const asked = now();
        minima.query(queries, out, 1);
        (void)ranks.all_gather(0);
        auto const answered = now();
        if (ranks.rank() == 0)
            std::printf("ranges up to %zu: %.1f ms, %.1f ns a query of one rank, %.1f bytes sent a query\n", longest,
                        milliseconds(asked, answered),
                        1e6 * milliseconds(asked, answered) / static_cast<double>(queries_here),
                        static_cast<double>(ranks.counted().bytes_sent - sent) / static_cast<double>(queries_here));
    }
}
