// SPDX-License-Identifier: BSD-3-Clause
// Weak scaling of the range minimum over parts in device memory: the same part and the same queries on every device of
// this host, 1, 2, ... of them, beside the local structure alone on one.
//   distributed_cuda_bench [VALUES_A_DEVICE] [QUERIES_A_DEVICE]
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include <rmq/cuda/device.hpp>
#include <rmq/cuda/device_ranks.hpp>
#include <rmq/cuda/distributed_range_extremum.hpp>

namespace {

using query = rmq::range<std::uint64_t>;

double milliseconds_since(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// Best of some runs, each of which ends on all ranks together.
template <class Work>
double best_of(rmq::communicator & ranks, Work const & work)
{
    double best = 1e9;
    for (int run = 0; run < 5; ++run) {
        (void)ranks.all_gather(0);
        auto const start = std::chrono::steady_clock::now();
        work();
        (void)ranks.all_gather(0);
        best = std::min(best, milliseconds_since(start));
    }
    return best;
}

void measure(rmq::cuda::device_communicator & ranks, std::size_t n, std::size_t count)
{
    rmq::cuda::stream const on;
    std::mt19937_64 random{ranks.rank()};
    std::vector<std::int32_t> values(n);
    for (auto & value : values)
        value = static_cast<std::int32_t>(random());
    rmq::cuda::device_buffer<std::int32_t> const d_values{std::span<std::int32_t const>{values}, on};
    using structure = rmq::cuda::distributed_range_extremum<std::int32_t>;
    double const build = best_of(ranks, [&] { structure const built{ranks, d_values.span(), on}; });
    structure minima{ranks, d_values.span(), on};
    rmq::cuda::block_sparse_table<std::int32_t> const local{d_values.span(), on};
    if (ranks.rank() == 0)
        std::printf("%u ranks, %zu values each: build %.3f ms\n", ranks.size(), n, build);
    for (std::uint64_t const longest : {std::uint64_t{1} << 10, minima.size()}) {
        std::vector<query> queries(count);
        std::vector<rmq::range<std::uint32_t>> here(count);
        for (std::size_t i = 0; i < count; ++i) {
            std::uint64_t const length = 1 + random() % longest;
            std::uint64_t const l = random() % (minima.size() - length + 1);
            queries[i] = {l, l + length - 1};
            std::uint32_t const a = static_cast<std::uint32_t>(l % n);
            here[i] = {a, static_cast<std::uint32_t>(std::min<std::uint64_t>(a + length - 1, n - 1))};
        }
        rmq::cuda::device_buffer<query> const d_queries{std::span<query const>{queries}, on};
        rmq::cuda::device_buffer<structure::answer> const d_out{count, on};
        rmq::cuda::device_buffer<rmq::range<std::uint32_t>> const d_here{
            std::span<rmq::range<std::uint32_t> const>{here}, on};
        rmq::cuda::device_buffer<std::uint32_t> const d_at{count, on};
        auto const sent = ranks.counted().bytes_sent;
        minima.query(d_queries.span(), d_out.span());
        double const bytes = static_cast<double>(ranks.counted().bytes_sent - sent) / static_cast<double>(count);
        double const asked = best_of(ranks, [&] { minima.query(d_queries.span(), d_out.span()); });
        double const alone = best_of(ranks, [&] {
            local.query_async(d_here.span(), d_at.span(), on);
            on.synchronize();
        });
        if (ranks.rank() == 0)
            std::printf(
                "ranges up to %llu: %.3f ms for %zu queries a rank, %.1f bytes sent a query; the local structure "
                "alone %.3f ms\n",
                static_cast<unsigned long long>(longest), asked, count, bytes, alone);
    }
}

} // namespace

int main(int count, char ** words)
{
    std::size_t const n = count > 1 ? std::strtoull(words[1], nullptr, 10) : 100'000'000;
    std::size_t const queries = count > 2 ? std::strtoull(words[2], nullptr, 10) : 10'000'000;
    std::vector<int> devices;
    for (auto const & device : rmq::cuda::devices().devices) {
        devices.push_back(device.number);
        rmq::cuda::run_device_ranks(devices,
                                    [&](rmq::cuda::device_communicator & ranks) { measure(ranks, n, queries); });
    }
    if (devices.empty())
        std::printf("%s\n", rmq::cuda::devices().reason.c_str());
}
