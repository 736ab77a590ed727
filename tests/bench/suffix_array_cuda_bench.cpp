// SPDX-License-Identifier: BSD-3-Clause
// Suffix array, LCP array, longest common extensions and pattern search on the device, times of kernels by events.
// Texts: random DNA; changed copies of a unit of 10^6 letters, of which one in 24,000 is changed in each copy, and
// pairs of equal phase, whose extensions are about 18,000 letters long; a sequence file where RMQ_BENCH_FASTA names
// one, and ten changed copies of it; any file, by bytes, where RMQ_BENCH_TEXT names one. RMQ_BENCH_N sets the letters
// (default 50,000,000), RMQ_BENCH_SEARCH_N those of searches (1,000,000,000). That ways agree is checked outside of the
// timed loops.
#include "device_time.hpp"

#include "text/pattern_scan.hpp"

#include <rmq/cuda/lce.hpp>
#include <rmq/cuda/lcp_array.hpp>
#include <rmq/cuda/packed_text.hpp>
#include <rmq/cuda/suffix_array.hpp>
#include <rmq/packed_text.hpp>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace {

using namespace vglcs::bench;
using rmq::lce_method;
using rmq::cuda::device_buffer;
using rmq::cuda::lce_team;
using query = rmq::lce_query<std::uint32_t>;

std::size_t setting(char const * name, std::size_t otherwise)
{
    char const * const value = std::getenv(name);
    return value != nullptr ? static_cast<std::size_t>(std::strtod(value, nullptr)) : otherwise;
}

std::uint64_t mix(std::uint64_t & state)
{
    std::uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

/// Random DNA as it is packed: a word is 32 letters.
struct random_dna
{
    std::vector<std::uint64_t> words, flags;
    rmq::barrier_run end;

    explicit random_dna(std::size_t n)
        : words(rmq::packed_view::words_for(n, 2)), flags(rmq::packed_view::flag_words_for(n)), end{n, n}
    {
        std::uint64_t state = n;
        for (auto & word : words)
            word = mix(state);
    }
    [[nodiscard]] rmq::packed_view view() const { return {words.data(), flags.data(), &end, 1, end.begin, 2}; }
};

std::vector<std::uint8_t> changed_copies(std::vector<std::uint8_t> const & unit, std::size_t n, std::size_t every)
{
    std::uint64_t state = 1;
    std::vector<std::uint8_t> out(n);
    for (std::size_t p = 0; p < n; ++p)
        out[p] = unit[p % unit.size()];
    for (std::size_t k = 0; every != 0 && k < n / every; ++k)
        out[mix(state) % n] = static_cast<std::uint8_t>(1 + (mix(state) >> 62));
    return out;
}

std::vector<std::uint8_t> read_fasta(std::string const & path)
{
    std::vector<std::uint8_t> out;
    std::ifstream file{path};
    for (std::string line; std::getline(file, line);)
        if (!line.starts_with('>'))
            for (char const c : line) {
                std::size_t const k = std::string_view{"ACGT"}.find(static_cast<char>(c & ~0x20));
                out.push_back(k == std::string_view::npos ? rmq::barrier_letter : static_cast<std::uint8_t>(k + 1));
            }
    return out;
}

/// A text on the device with all that is made of it.
struct subject
{
    explicit subject(rmq::packed_view const & text)
        : n{text.size}, packed{text, on}, sa{n, on}, rank{n, on}, lcp{n, on}, tree{rmq::minimum_layout{n}.length, on},
          sa_scratch{rmq::cuda::suffix_array_scratch_bytes(n), on}, lcp_scratch{rmq::cuda::lcp_array_scratch_bytes(n),
                                                                                on}
    {
        on.synchronize();
    }
    void sort() const { rmq::cuda::suffix_array(packed.view(), sa.span(), rank.span(), sa_scratch.span(), on); }
    void prefixes(rmq::cuda::lcp_way way = rmq::cuda::lcp_way::automatic) const
    {
        rmq::cuda::lcp_array_async(packed.view(), sa.span(), rank.span(), lcp.span(), lcp_scratch.span(), on, way);
    }
    void minima() const { rmq::cuda::minimum_tree_async(lcp.span(), tree.span(), on); }

    rmq::cuda::stream on;
    std::size_t n;
    rmq::cuda::packed_text packed;
    device_buffer<std::uint32_t> sa, rank, lcp, tree;
    device_buffer<std::byte> sa_scratch, lcp_scratch;
};

void report(benchmark::State & state, subject const & s, double bytes,
            std::function<void(rmq::cuda::stream const &)> const & work)
{
    time_on_device(state, static_cast<double>(s.n), bytes, work, s.on);
}

void build(std::string const & name, std::function<std::shared_ptr<subject>()> const & make)
{
    auto const kept = std::make_shared<std::shared_ptr<subject>>();
    auto const with = [kept, make](benchmark::State & state, auto const & f) {
        if (!has_device(state))
            return;
        if (!*kept) {
            *kept = make();
            (*kept)->sort();
            (*kept)->prefixes();
        }
        f(state, **kept);
    };
    auto const add = [&](std::string const & what, auto const & f) {
        benchmark::RegisterBenchmark((name + "/" + what).c_str(),
                                     [with, f](benchmark::State & state) { with(state, f); })
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond)
            ->MinTime(0.05);
    };
    add("suffix_array", [](benchmark::State & state, subject const & s) {
        report(state, s, 8.0 * static_cast<double>(s.n), [&](auto const &) { s.sort(); });
    });
    add("suffix_array, with copies", [](benchmark::State & state, subject const & s) {
        // the text from pinned host memory, the suffix array back to it
        std::size_t const bytes = rmq::packed_view::words_for(s.n, s.packed.view().bits()) * 8;
        void *text = nullptr, *sa = nullptr;
        if (cudaMallocHost(&text, bytes) != cudaSuccess || cudaMallocHost(&sa, s.n * 4) != cudaSuccess) {
            state.SkipWithError("no pinned memory");
            return;
        }
        auto * const words = const_cast<std::uint64_t *>(s.packed.view().on_device.words);
        rmq::cuda::detail::copy_to_host(text, words, bytes, s.on);
        report(state, s, 8.0 * static_cast<double>(s.n), [&](auto const & on) {
            rmq::cuda::detail::copy_to_device(words, text, bytes, on);
            s.sort();
            rmq::cuda::detail::copy_to_host(sa, s.sa.data(), s.n * 4, on);
        });
        cudaFreeHost(text);
        cudaFreeHost(sa);
    });
    add("lcp", [](benchmark::State & state, subject const & s) {
        report(state, s, 8.0 * static_cast<double>(s.n), [&](auto const &) { s.prefixes(); });
    });
    add("lcp by positions", [](benchmark::State & state, subject const & s) {
        report(state, s, 8.0 * static_cast<double>(s.n),
               [&](auto const &) { s.prefixes(rmq::cuda::lcp_way::positions); });
    });
    add("minima", [](benchmark::State & state, subject const & s) {
        report(state, s, 4.0 * static_cast<double>(s.n), [&](auto const &) { s.minima(); });
    });
    benchmark::RegisterBenchmark((name + "/free").c_str(), [kept](benchmark::State & state) {
        kept->reset();
        for (auto _ : state) {
        }
    })->Iterations(1);
}

void extensions(std::string const & name, std::size_t count, std::function<std::shared_ptr<subject>()> const & make,
                std::function<query(std::uint64_t &, std::size_t)> const & draw)
{
    struct all
    {
        std::shared_ptr<subject> s;
        device_buffer<query> queries;
        device_buffer<std::uint32_t> out;
        std::uint64_t sum = 0;
    };
    auto const kept = std::make_shared<std::unique_ptr<all>>();
    auto const add = [&](std::string const & what, bool ranks, lce_method method, lce_team team) {
        benchmark::RegisterBenchmark(
            (name + "/" + what).c_str(),
            [=](benchmark::State & state) {
                if (!has_device(state))
                    return;
                if (!*kept) {
                    auto a = std::make_unique<all>();
                    a->s = make();
                    a->s->sort();
                    a->s->prefixes();
                    a->s->minima();
                    std::vector<query> queries(count);
                    std::uint64_t random = 5;
                    for (auto & q : queries)
                        q = draw(random, a->s->n);
                    a->queries = {std::span<query const>{queries}, a->s->on};
                    a->out = {count, a->s->on};
                    a->s->on.synchronize();
                    *kept = std::move(a);
                }
                all & a = **kept;
                rmq::cuda::lce extend{a.s->packed.view()};
                if (ranks)
                    extend.use_ranks(a.s->rank.span(), a.s->lcp.span(), a.s->tree.span());
                time_on_device(
                    state, static_cast<double>(count), 12.0 * static_cast<double>(count),
                    [&](auto const & on) { extend.query_async(a.queries.span(), a.out.span(), on, method, team); },
                    a.s->on);
                auto const answers =
                    rmq::cuda::to_host(rmq::cuda::device_span<std::uint32_t const>{a.out.span()}, a.s->on);
                std::uint64_t const sum = std::accumulate(answers.begin(), answers.end(), std::uint64_t{0});
                if (a.sum != 0 && a.sum != sum)
                    state.SkipWithError("another sum of extensions");
                a.sum = sum;
                state.counters["average"] = static_cast<double>(sum) / static_cast<double>(count);
            })
            ->UseManualTime()
            ->Unit(benchmark::kMicrosecond)
            ->MinTime(0.05);
    };
    add("direct", false, lce_method::direct, lce_team::automatic);
    add("direct, thread", false, lce_method::direct, lce_team::thread);
    add("direct, warp", false, lce_method::direct, lce_team::warp);
    add("rank", true, lce_method::rank, lce_team::automatic);
    add("auto", true, lce_method::automatic, lce_team::automatic);
    benchmark::RegisterBenchmark((name + "/free").c_str(), [kept](benchmark::State & state) {
        kept->reset();
        for (auto _ : state) {
        }
    })->Iterations(1);
}

void searches()
{
    struct all
    {
        random_dna text{setting("RMQ_BENCH_SEARCH_N", 1'000'000'000)};
        vglcs::cuda::pattern_scanner scanner{text.view()};
    };
    auto const kept = std::make_shared<std::unique_ptr<all>>();
    auto const add = [&](std::string const & what, std::size_t count, std::size_t size) {
        benchmark::RegisterBenchmark(
            ("search/" + what).c_str(),
            [=](benchmark::State & state) {
                if (!has_device(state))
                    return;
                if (!*kept)
                    *kept = std::make_unique<all>();
                all & a = **kept;
                std::vector<rmq::packed_text> forms;
                std::vector<rmq::packed_view> views;
                std::uint64_t random = 3;
                for (std::size_t k = 0; k < count; ++k) { // half of them occur
                    std::vector<std::uint8_t> letters(size);
                    std::size_t const at = mix(random) % (a.text.end.begin - size);
                    for (std::size_t l = 0; l < size; ++l)
                        letters[l] =
                            k % 2 == 0 ? a.text.view().letter(at + l) : static_cast<std::uint8_t>(1 + mix(random) % 4);
                    forms.emplace_back(letters, 1, 2);
                }
                for (auto const & f : forms)
                    views.push_back(f.view());
                auto const loaded = a.scanner.load(views);
                time_on_device(
                    state, static_cast<double>(a.text.end.begin), static_cast<double>(a.text.end.begin) / 4,
                    [&](auto const &) { a.scanner.scan_async(loaded, 0, a.scanner.words()); }, a.scanner.on());
                std::size_t hits = 0;
                for (auto const & found : a.scanner.find(views))
                    hits += found.size();
                state.counters["hits"] = static_cast<double>(hits);
            })
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond)
            ->MinTime(0.05);
    };
    add("one pattern of 24", 1, 24);
    add("one pattern of 24, both strands", 2, 24);
    add("8 patterns of 24", 8, 24);
    add("2000 patterns of 24", 2000, 24);
    add("2000 patterns of 100", 2000, 100);
    benchmark::RegisterBenchmark(
        "copy of the packed text",
        [kept](benchmark::State & state) {
            if (!has_device(state))
                return;
            rmq::cuda::stream const on;
            std::size_t const n = setting("RMQ_BENCH_SEARCH_N", 1'000'000'000) / 4;
            device_buffer<std::byte> const from{n, on}, to{n, on};
            time_on_device(
                state, static_cast<double>(n), 2.0 * static_cast<double>(n),
                [&](auto const &) { rmq::cuda::detail::copy_on_device(to.data(), from.data(), n, on); }, on);
        })
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond)
        ->MinTime(0.05);
}

std::shared_ptr<subject> packed_subject(std::vector<std::uint8_t> const & letters)
{
    rmq::packed_text const packed{letters};
    return std::make_shared<subject>(packed.view());
}

std::vector<std::uint8_t> random_unit(std::size_t size)
{
    std::uint64_t state = 2;
    std::vector<std::uint8_t> unit(size);
    for (auto & letter : unit)
        letter = static_cast<std::uint8_t>(1 + (mix(state) >> 62));
    return unit;
}

} // namespace

int main(int argc, char ** argv)
{
    std::size_t const n = setting("RMQ_BENCH_N", 50'000'000);
    constexpr std::size_t unit = 1'000'000, every = 24'000, many = 10'000'000;
    auto const random = [](std::size_t size) {
        return [size] { return std::make_shared<subject>(random_dna{size}.view()); };
    };
    auto const any = [](std::uint64_t & state, std::size_t size) {
        return query{static_cast<std::uint32_t>(mix(state) % size), static_cast<std::uint32_t>(mix(state) % size)};
    };
    auto const same_phase = [](std::uint64_t & state, std::size_t size) {
        std::size_t const i = mix(state) % size, copies = (size - i % unit - 1) / unit + 1;
        std::size_t const other = (i / unit + 1 + mix(state) % (copies - 1)) % copies;
        return query{static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i % unit + other * unit)};
    };
    build("random", random(n));
    build("copies", [=] { return packed_subject(changed_copies(random_unit(unit), n, every)); });
    if (char const * const path = std::getenv("RMQ_BENCH_FASTA")) {
        std::string const file = path;
        build("file", [=] { return packed_subject(read_fasta(file)); });
        build("file, ten copies", [=] {
            auto const letters = read_fasta(file);
            return packed_subject(changed_copies(letters, letters.size() * 10, 1000));
        });
    }
    if (char const * const path = std::getenv("RMQ_BENCH_TEXT")) {
        std::string const file = path;
        build("text", [=] {
            std::ifstream in{file, std::ios::binary};
            std::vector<std::uint8_t> letters((std::istreambuf_iterator<char>{in}), {});
            return packed_subject(letters);
        });
    }
    extensions("lce, short", many, random(n), any);
    extensions(
        "lce, long", many, [=] { return packed_subject(changed_copies(random_unit(unit), n, every)); }, same_phase);
    extensions("lce, 10^5 queries of 10^6 letters", 100'000, random(1'000'000), any);
    extensions(
        "lce, 10^5 queries of 10^6 letters, copies", 100'000,
        [=] { return packed_subject(changed_copies(random_unit(10'000), 1'000'000, 1000)); },
        [](std::uint64_t & state, std::size_t size) {
            std::size_t const i = mix(state) % size, copies = size / 10'000;
            std::size_t const other = (i / 10'000 + 1 + mix(state) % (copies - 1)) % copies;
            return query{static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i % 10'000 + other * 10'000)};
        });
    searches();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
