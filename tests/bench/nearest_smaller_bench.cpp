// SPDX-License-Identifier: BSD-3-Clause
// All nearest smaller values, both sides, int32: every method on the inputs that matter, and Cartesian trees from them.
// Counter: ns per element. VGLCS_BENCH_N sets the number of elements (10^7 unless set).
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <rmq/cartesian_tree.hpp>
#include <rmq/detail/huge_pages.hpp>
#include <rmq/nearest_smaller.hpp>

namespace {

std::size_t elements()
{
    char const * const text = std::getenv("VGLCS_BENCH_N");
    return text != nullptr ? std::strtoull(text, nullptr, 10) : 10'000'000;
}

enum class input {
    random,
    rising,
    falling,
    saw,
    falling_saw,
    up_and_down,
    worst_case,
    merge,
    shuffled_merge,
    four_values
};
constexpr char const * input_names[] = {"random",         "rising",      "falling",    "saw",
                                        "falling_saw",    "up_and_down", "worst_case", "merge",
                                        "shuffled_merge", "four_values"};

/// worst_case: Ryssel 2025, section 8.3: from the smallest on, values are laid at the start and at the end in turn.
/// merge: Sitchinava, Svenning 2024: a rising run of the even numbers, then a falling one of the odd ones. shuffled:
/// which run gets a number is random.
std::vector<std::int32_t> make(input kind, std::size_t n)
{
    std::mt19937_64 random{1};
    std::vector<std::int32_t> v(n);
    std::size_t front = 0;
    std::size_t back = n;
    for (std::size_t i = 0; i < n; ++i) {
        auto const k = static_cast<std::int32_t>(i);
        switch (kind) {
        case input::random:
            v[i] = static_cast<std::int32_t>(random() >> 33);
            break;
        case input::rising:
            v[i] = k;
            break;
        case input::falling:
            v[i] = -k;
            break;
        case input::saw:
            v[i] = k % 1000;
            break;
        case input::falling_saw:
            v[i] = 999 - k % 1000;
            break;
        case input::up_and_down:
            v[i] = k % 2000 < 1000 ? k % 2000 : 2000 - k % 2000;
            break;
        case input::worst_case:
            v[i % 2 == 0 ? front++ : --back] = k;
            break;
        case input::merge:
            v[i] = i < n / 2 ? 2 * k : 2 * static_cast<std::int32_t>(n - i) + 1;
            break;
        case input::shuffled_merge:
            v[random() % 2 == 0 ? front++ : --back] = k;
            break;
        case input::four_values:
            v[i] = static_cast<std::int32_t>(random() >> 62);
            break;
        }
    }
    return v;
}

/// One array at a time: benchmarks of one input run one after the other.
std::vector<std::int32_t> const & cached(input kind)
{
    static std::vector<std::int32_t> values;
    static int held = -1;
    if (held != static_cast<int>(kind)) {
        values = {};
        values = make(kind, elements());
        held = static_cast<int>(kind);
    }
    return values;
}

void nearest(benchmark::State & state, input kind, rmq::nearest_method method, unsigned threads)
{
    auto const & values = cached(kind);
    std::vector<std::uint32_t> left(values.size());
    std::vector<std::uint32_t> right(values.size());
    for (auto _ : state)
        rmq::all_nearest_smaller<std::int32_t, std::uint32_t, rmq::min_leftmost>(
            values, left, right, {.method = method, .threads = threads});
    benchmark::DoNotOptimize(std::accumulate(right.begin(), right.end(), std::uint64_t{0}));
    state.counters["ns/element"] = benchmark::Counter(static_cast<double>(state.iterations() * values.size()) * 1e-9,
                                                      benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void cartesian(benchmark::State & state, input kind, rmq::cartesian_method method, unsigned threads)
{
    auto const & values = cached(kind);
    for (auto _ : state)
        benchmark::DoNotOptimize(rmq::make_cartesian_tree<std::int32_t>(values, threads, method).root);
    state.counters["ns/element"] = benchmark::Counter(static_cast<double>(state.iterations() * values.size()) * 1e-9,
                                                      benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// The floor: the array is read once and both results are written once.
void copy_twice(benchmark::State & state, unsigned threads)
{
    auto const & values = cached(input::random);
    std::vector<std::uint32_t> left(values.size());
    std::vector<std::uint32_t> right(values.size());
    for (auto _ : state) {
#pragma omp parallel for num_threads(static_cast <int>(threads))
        for (std::size_t i = 0; i < values.size(); ++i)
            left[i] = right[i] = static_cast<std::uint32_t>(values[i]);
        benchmark::ClobberMemory();
    }
    state.counters["ns/element"] = benchmark::Counter(static_cast<double>(state.iterations() * values.size()) * 1e-9,
                                                      benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

} // namespace

int main(int argc, char ** argv)
{
    using rmq::nearest_method;
    benchmark::Initialize(&argc, argv);
    auto const add = [](std::string const & name, auto const & function) {
        benchmark::RegisterBenchmark(name.c_str(), function)
            ->UseRealTime()
            ->MeasureProcessCPUTime()
            ->Unit(benchmark::kMillisecond);
    };
    for (unsigned const threads : {1, 2})
        add("copy_twice/threads:" + std::to_string(threads), [=](benchmark::State & s) { copy_twice(s, threads); });
    for (int k = 0; k < static_cast<int>(std::size(input_names)); ++k) {
        auto const kind = static_cast<input>(k);
        auto const name = [&](char const * what, unsigned threads) {
            return std::string{what} + '/' + input_names[k] + "/threads:" + std::to_string(threads);
        };
        add(name("stack", 1), [=](benchmark::State & s) { nearest(s, kind, nearest_method::stack, 1); });
        for (unsigned const threads : {1, 2}) {
            for (auto const & [what, method] :
                 {std::pair{"search", nearest_method::search}, std::pair{"merging", nearest_method::merging},
                  std::pair{"windows", nearest_method::windows}})
                add(name(what, threads), [=](benchmark::State & s) { nearest(s, kind, method, threads); });
            add(name("cartesian", threads),
                [=](benchmark::State & s) { cartesian(s, kind, rmq::cartesian_method::nearest, threads); });
        }
        add(name("cartesian_stack", 1),
            [=](benchmark::State & s) { cartesian(s, kind, rmq::cartesian_method::stack, 1); });
    }
    benchmark::RunSpecifiedBenchmarks();
}
