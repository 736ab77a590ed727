// SPDX-License-Identifier: BSD-3-Clause
// Window maxima of random int32 values: one width, and a width of each position's own (random up to the same), backward
// and forward. Counter: ns per value. VGLCS_BENCH_N sets the number of values (10^7 unless set).
#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdlib>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <rmq/detail/huge_pages.hpp>
#include <rmq/window_maximum.hpp>

namespace {

using rmq::direction;

std::size_t elements()
{
    char const * const text = std::getenv("VGLCS_BENCH_N");
    return text != nullptr ? std::strtoull(text, nullptr, 10) : 10'000'000;
}

rmq::huge_vector<std::int32_t> const & values()
{
    static rmq::huge_vector<std::int32_t> const cached = [] {
        std::mt19937_64 random{1};
        rmq::huge_vector<std::int32_t> v(elements());
        for (auto & value : v)
            value = static_cast<std::int32_t>(random() >> 33);
        return v;
    }();
    return cached;
}

void windows(benchmark::State & state, std::size_t width, bool own, direction side, unsigned threads)
{
    std::span<std::int32_t const> const v{values()};
    std::mt19937_64 random{2};
    rmq::huge_vector<std::uint32_t> widths(own ? v.size() : 0);
    for (auto & w : widths)
        w = static_cast<std::uint32_t>(1 + random() % width);
    rmq::huge_vector<std::int32_t> out(v.size());
    for (auto _ : state) {
        if (own)
            rmq::window_extremum(v, std::span<std::uint32_t const>{widths}, std::span<std::int32_t>{out}, side,
                                 threads);
        else
            rmq::window_extremum(v, width, std::span<std::int32_t>{out}, side, threads);
        benchmark::ClobberMemory();
    }
    state.counters["ns/value"] = benchmark::Counter(static_cast<double>(state.iterations() * v.size()) * 1e-9,
                                                    benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

} // namespace

int main(int argc, char ** argv)
{
    benchmark::Initialize(&argc, argv);
    for (bool const own : {false, true})
        for (direction const side : {direction::backward, direction::forward})
            for (std::size_t const width : {4, 31, 1000, 100'000})
                for (unsigned const threads : {1u, 2u}) {
                    std::string const name = std::string{own ? "own/" : "one/"} +
                                             (side == direction::backward ? "backward" : "forward") +
                                             "/width:" + std::to_string(width) + "/threads:" + std::to_string(threads);
                    benchmark::RegisterBenchmark(name.c_str(),
                                                 [=](benchmark::State & s) { windows(s, width, own, side, threads); })
                        ->Unit(benchmark::kMillisecond)
                        ->UseRealTime();
                }
    benchmark::RunSpecifiedBenchmarks();
}
