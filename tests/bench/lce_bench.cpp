// SPDX-License-Identifier: BSD-3-Clause
// Suffix array, LCP array and longest common extensions: seconds for the parts of an index, nanoseconds a query in
// batches of 10^6 random pairs. Texts: random DNA, and changed copies of a unit, where pairs are of equal phase and so
// have extensions of 18,000 letters on average.
// RMQ_BENCH_N sets the letters (default 50,000,000; 2,000,000 at least), RMQ_BENCH_THREADS the threads (default 2). The
// methods' sums of extensions are compared outside of the timed loops.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <rmq/extremum_tree.hpp>
#include <rmq/lce.hpp>
#include <rmq/lcp_array.hpp>
#include <rmq/suffix_array.hpp>

namespace {

using index_type = std::uint32_t;

std::size_t setting(char const * name, std::size_t otherwise)
{
    char const * const text = std::getenv(name);
    return text != nullptr ? static_cast<std::size_t>(std::strtod(text, nullptr)) : otherwise;
}
std::size_t const n = setting("RMQ_BENCH_N", 50'000'000);
constexpr std::size_t unit = 1'000'000, average = 18'000;
unsigned const threads = static_cast<unsigned>(setting("RMQ_BENCH_THREADS", 2));
constexpr std::size_t query_count = 1'000'000;

std::uint64_t mix(std::uint64_t & state)
{
    std::uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

struct subject
{
    explicit subject(bool repetitive)
    {
        std::uint64_t state = 1;
        auto const letter = [&state] { return static_cast<std::uint8_t>(1 + (mix(state) >> 62)); };
        letters.resize(n);
        for (std::size_t p = 0; p < n; ++p)
            letters[p] = repetitive && p >= unit ? letters[p - unit] : letter();
        if (repetitive) // every copy has changes of its own, one in 2 * average * 3/4 letters
            for (std::size_t k = 0; k < n / (2 * average) * 4 / 3; ++k)
                letters[mix(state) % n] = letter();
        packed = rmq::packed_text{letters, threads};
        queries.resize(query_count);
        for (auto & q : queries) {
            std::size_t const i = mix(state) % n;
            std::size_t j = mix(state) % n;
            if (repetitive) // another copy, the same phase
                do
                    j = mix(state) % ((n - i % unit - 1) / unit + 1) * unit + i % unit;
                while (j == i && n > unit);
            q = {static_cast<index_type>(i), static_cast<index_type>(j)};
        }
    }
    void complete()
    {
        if (!rank.empty())
            return;
        rmq::huge_vector<index_type> const sa = rmq::suffix_array<index_type>(letters, threads);
        rank = rmq::inverse_suffix_array(std::span<index_type const>{sa}, threads);
        lcp = rmq::lcp_array(packed.view(), std::span<index_type const>{sa}, threads);
        minimum = rmq::minimum_tree<index_type>{std::span<index_type const>{lcp}, threads};
        tables = std::make_shared<rmq::fingerprint_tables const>(2, 0x123456789abcdef);
        prints = std::make_unique<rmq::fingerprints>(packed.view(), tables, threads);
    }

    std::vector<std::uint8_t> letters;
    rmq::packed_text packed;
    rmq::huge_vector<index_type> rank, lcp;
    rmq::minimum_tree<index_type> minimum;
    std::shared_ptr<rmq::fingerprint_tables const> tables;
    std::unique_ptr<rmq::fingerprints> prints;
    std::vector<rmq::lce_query<index_type>> queries;
    std::uint64_t sum = 0;
};

subject & made(bool repetitive)
{
    static std::unique_ptr<subject> held;
    static bool kind = false;
    if (!held || kind != repetitive) {
        held.reset();
        held = std::make_unique<subject>(repetitive);
        kind = repetitive;
    }
    return *held;
}

void build(benchmark::State & state, std::string const & part)
{
    subject & s = made(false);
    rmq::huge_vector<index_type> sa;
    if (part != "suffix_array" && part != "packed")
        sa = rmq::suffix_array<index_type>(s.letters, threads);
    for (auto _ : state) {
        if (part == "packed")
            benchmark::DoNotOptimize(rmq::packed_text{s.letters, threads});
        else if (part == "suffix_array")
            benchmark::DoNotOptimize(rmq::suffix_array<index_type>(s.letters, threads));
        else if (part == "inverse")
            benchmark::DoNotOptimize(rmq::inverse_suffix_array(std::span<index_type const>{sa}, threads));
        else if (part == "lcp")
            benchmark::DoNotOptimize(rmq::lcp_array(s.packed.view(), std::span<index_type const>{sa}, threads));
        else // the speed of the structure does not depend on the values
            benchmark::DoNotOptimize(rmq::minimum_tree<index_type>{std::span<index_type const>{sa}, threads});
    }
    state.counters["ns/letter"] = benchmark::Counter(
        static_cast<double>(n) / 1e9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/// As it is mostly done: bytes, eight at a time, one query after the other.
std::size_t by_bytes(std::vector<std::uint8_t> const & text, std::size_t i, std::size_t j)
{
    std::size_t length = 0;
    std::size_t const most = text.size() - std::max(i, j);
    for (; length + 8 <= most; length += 8) {
        std::uint64_t x, y;
        std::memcpy(&x, text.data() + i + length, 8);
        std::memcpy(&y, text.data() + j + length, 8);
        if (x != y)
            return length + static_cast<std::size_t>(std::countr_zero(x ^ y)) / 8;
    }
    while (length < most && text[i + length] == text[j + length])
        ++length;
    return length;
}

enum class way { bytes, direct, automatic, rank, rank_one_by_one, fingerprint, fingerprint_unverified };

/// f(i, j) for every query, split over the threads.
template <class Function>
void one_by_one(subject const & s, std::vector<index_type> & out, Function const & f)
{
#pragma omp parallel for schedule(static) num_threads(static_cast <int>(threads))
    for (std::size_t k = 0; k < query_count; ++k)
        out[k] = static_cast<index_type>(f(s.queries[k].i, s.queries[k].j));
}

void extensions(benchmark::State & state, bool repetitive, way how)
{
    subject & s = made(repetitive);
    rmq::lce<index_type> extension{s.packed.view()};
    std::optional<rmq::extremum_tree<std::uint32_t>> tree;
    std::span<index_type const> rank, lcp;
    if (how != way::direct && how != way::bytes) {
        s.complete();
        extension.use_ranks(s.rank, s.minimum.view());
        extension.use_fingerprints(*s.prints, *s.prints);
        rank = s.rank;
        lcp = s.lcp;
        if (how == way::rank_one_by_one)
            tree.emplace(lcp, threads);
    }
    std::vector<index_type> out(query_count);
    for (auto _ : state) {
        switch (how) {
        case way::bytes:
            one_by_one(s, out, [&](auto i, auto j) { return by_bytes(s.letters, i, j); });
            break;
        case way::direct:
            extension.query(s.queries, out, rmq::lce_method::direct, threads);
            break;
        case way::automatic:
            extension.query(s.queries, out, rmq::lce_method::automatic, threads);
            break;
        case way::rank:
            extension.query(s.queries, out, rmq::lce_method::rank, threads);
            break;
        case way::fingerprint:
            extension.query(s.queries, out, rmq::lce_method::fingerprint, threads);
            break;
        case way::rank_one_by_one:
            one_by_one(s, out,
                       [&](auto i, auto j) { return i == j ? n - i : rmq::rank_extension(rank, lcp, *tree, i, j); });
            break;
        case way::fingerprint_unverified:
            one_by_one(s, out, [&](auto i, auto j) { return s.prints->extension(i, *s.prints, j, false); });
            break;
        }
        benchmark::ClobberMemory();
    }
    std::uint64_t sum = 0;
    for (index_type const length : out)
        sum += length;
    if (s.sum != 0 && s.sum != sum)
        state.SkipWithError("the methods disagree");
    s.sum = sum;
    state.counters["average"] = static_cast<double>(sum) / query_count;
    state.counters["ns/query"] = benchmark::Counter(query_count / 1e9, benchmark::Counter::kIsIterationInvariantRate |
                                                                           benchmark::Counter::kInvert);
}

} // namespace

int main(int argc, char ** argv)
{
    for (std::string const part : {"packed", "suffix_array", "inverse", "lcp", "minimum_tree"})
        benchmark::RegisterBenchmark(("build/" + part).c_str(), [part](benchmark::State & s) { build(s, part); })
            ->UseRealTime()
            ->Unit(benchmark::kMillisecond)
            ->Iterations(1);
    constexpr std::pair<char const *, way> ways[] = {{"bytes_one_by_one", way::bytes},
                                                     {"direct", way::direct},
                                                     {"auto", way::automatic},
                                                     {"rank", way::rank},
                                                     {"rank_one_by_one", way::rank_one_by_one},
                                                     {"fingerprint", way::fingerprint},
                                                     {"fingerprint_unverified", way::fingerprint_unverified}};
    for (bool const repetitive : {false, true})
        for (auto const & [name, how] : ways)
            benchmark::RegisterBenchmark(
                (std::string{repetitive ? "repetitive/" : "random/"} + name).c_str(),
                [repetitive, how = how](benchmark::State & s) { extensions(s, repetitive, how); })
                ->UseRealTime()
                ->Unit(benchmark::kMillisecond);
    benchmark::AddCustomContext("suffix sorter", rmq::suffix_sorter());
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
