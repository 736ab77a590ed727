// SPDX-License-Identifier: BSD-3-Clause
/// Suffix array, LCP array, minima over it and extensions on the device against the CPU's.
#include "fasta_text.hpp"
#include "gpu_test.hpp"
#include "made_texts.hpp"
#include "rmq_inputs.hpp"
#include "same_elements.hpp"

#include "joined_text.hpp"
#include <rmq/cuda/device_buffer.hpp>
#include <rmq/cuda/lce.hpp>
#include <rmq/cuda/lcp_array.hpp>
#include <rmq/cuda/packed_text.hpp>
#include <rmq/cuda/suffix_array.hpp>
#include <rmq/detail/minimum_tree.hpp>
#include <rmq/lce.hpp>
#include <rmq/lcp_array.hpp>
#include <rmq/suffix_array.hpp>

#include <cstdlib>
#include <random>
#include <vector>

namespace {

using namespace vglcs::test;
using namespace rmq::test;
using rmq::lce_method;
using rmq::cuda::lce_team;
using rmq::cuda::lcp_way;
using query = rmq::lce_query<std::uint32_t>;
using numbers = std::vector<std::uint32_t>;

/// What the CPU makes of a text.
struct expected_arrays
{
    explicit expected_arrays(text const & letters, unsigned bits = 0) : packed{letters, 2, bits}
    {
        auto const sorted = rmq::suffix_array<std::uint32_t>(letters);
        std::span<std::uint32_t const> const s{sorted};
        auto const ranks = rmq::inverse_suffix_array(s);
        auto const prefixes = rmq::lcp_array(packed.view(), s);
        sa.assign(sorted.begin(), sorted.end());
        rank.assign(ranks.begin(), ranks.end());
        lcp.assign(prefixes.begin(), prefixes.end());
        minima = rmq::minimum_tree<std::uint32_t>{std::span<std::uint32_t const>{lcp}};
    }

    rmq::packed_text packed;
    numbers sa, rank, lcp;
    rmq::minimum_tree<std::uint32_t> minima;
};

class cuda_suffix_array : public gpu_test
{
protected:
    /// Arrays of the device, which start as chance values, beside those of the CPU.
    struct both
    {
        explicit both(text const & letters, unsigned bits = 0)
            : cpu{letters, bits}, packed{cpu.packed.view(), on}, sa{letters.size(), on}, rank{letters.size(), on},
              lcp{letters.size(), on}, tree{rmq::minimum_layout{letters.size()}.length, on}
        {
            for (auto * const array : {&sa, &rank, &lcp, &tree})
                array->fill_bytes_async(0xa5, on);
            rmq::cuda::suffix_array(packed.view(), sa.span(), rank.span(), on);
            find_lcp(lcp_way::automatic);
            rmq::cuda::minimum_tree_async(lcp.span(), tree.span(), on);
            on.synchronize();
        }
        void find_lcp(lcp_way way)
        {
            rmq::cuda::lcp_array_async(packed.view(), sa.span(), rank.span(), lcp.span(), on, way);
        }
        [[nodiscard]] numbers fetched(rmq::cuda::device_buffer<std::uint32_t> const & from) const
        {
            return rmq::cuda::to_host(rmq::cuda::device_span<std::uint32_t const>{from.span()}, on);
        }

        expected_arrays cpu;
        rmq::cuda::stream on;
        rmq::cuda::packed_text packed;
        rmq::cuda::device_buffer<std::uint32_t> sa, rank, lcp, tree;
    };

    static void expect_arrays(both & b, std::string const & what)
    {
        ASSERT_TRUE(same_elements(b.fetched(b.sa), b.cpu.sa)) << what << ": suffix array";
        ASSERT_TRUE(same_elements(b.fetched(b.rank), b.cpu.rank)) << what << ": ranks";
        ASSERT_TRUE(same_elements(b.fetched(b.lcp), b.cpu.lcp)) << what << ": lcp";
        auto const tree = b.cpu.minima.tree();
        ASSERT_TRUE(same_elements(b.fetched(b.tree), numbers(tree.begin(), tree.end()))) << what << ": minima";
        b.lcp.fill_bytes_async(0xa5, b.on);
        b.find_lcp(lcp_way::positions);
        ASSERT_TRUE(same_elements(b.fetched(b.lcp), b.cpu.lcp)) << what << ": lcp by positions";
    }

    /// Every method and team; extensions are those of the CPU.
    static void expect_extensions(both & b, std::vector<query> const & queries, std::string const & what)
    {
        rmq::lce<std::uint32_t> host{b.cpu.packed.view()};
        host.use_ranks(b.cpu.rank, b.cpu.minima.view());
        numbers expected(queries.size());
        host.query(queries, expected);
        rmq::cuda::lce direct{b.packed.view()}, ranked{b.packed.view()};
        ranked.use_ranks(b.rank.span(), b.lcp.span(), b.tree.span());
        numbers out;
        auto const ask = [&](rmq::cuda::lce const & from, lce_method method, lce_team team) {
            out.assign(queries.size(), 77);
            from.query(queries, out, b.on, method, team);
        };
        for (lce_team const team : {lce_team::automatic, lce_team::thread, lce_team::warp}) {
            ask(direct, lce_method::direct, team);
            ASSERT_TRUE(same_elements(out, expected)) << what << ": team " << int(team);
        }
        ask(direct, lce_method::automatic, lce_team::automatic);
        ASSERT_TRUE(same_elements(out, expected)) << what << ": automatic, no ranks";
        for (lce_method const method : {lce_method::automatic, lce_method::rank, lce_method::direct}) {
            ask(ranked, method, lce_team::automatic);
            ASSERT_TRUE(same_elements(out, expected)) << what << ": method " << int(method);
        }
    }

    /// Random pairs, half of them near each other in the suffix array.
    static std::vector<query> some_queries(both const & b, std::size_t count)
    {
        std::size_t const n = b.cpu.sa.size();
        std::mt19937_64 random{n};
        std::vector<query> queries;
        for (std::size_t k = 0; k < count; ++k) {
            std::size_t const r = random() % n, near = std::min(n - 1, r + random() % 40);
            queries.push_back({b.cpu.sa[r], k % 2 == 0 ? b.cpu.sa[near] : std::uint32_t(random() % (n + 1))});
        }
        return queries;
    }

    static void expect_all(text const & letters, std::string const & what, unsigned bits = 0)
    {
        both b{letters, bits};
        expect_arrays(b, what);
        if (!letters.empty())
            expect_extensions(b, some_queries(b, 3001), what);
    }
    static void expect_all_pairs(text const & letters, std::string const & what)
    {
        both b{letters};
        expect_arrays(b, what);
        std::vector<query> queries;
        for (std::uint32_t i = 0; i <= letters.size(); ++i)
            for (std::uint32_t j = 0; j <= letters.size(); ++j)
                queries.push_back({i, j});
        expect_extensions(b, queries, what);
    }
    static text in_digits(unsigned code, std::size_t size, unsigned base, unsigned least)
    {
        text letters(size);
        for (auto & letter : letters) {
            letter = static_cast<std::uint8_t>(least + code % base);
            code /= base;
        }
        return letters;
    }
};

TEST_F(cuda_suffix_array, every_string_over_two_letters)
{
    for (std::size_t n = 0; n <= (small_suite() ? 3 : 8); ++n)
        for (unsigned code = 0; code < 1u << n; ++code)
            expect_all_pairs(in_digits(code, n, 2, 1), "code " + std::to_string(code));
}

TEST_F(cuda_suffix_array, every_string_with_barriers)
{
    for (std::size_t n = 1; n <= 5; ++n)
        for (unsigned code = 0; code < 243; code += small_suite() ? 61 : 1)
            expect_all_pairs(in_digits(code, n, 3, 0), "code " + std::to_string(code));
}

TEST_F(cuda_suffix_array, random_texts)
{
    for (std::size_t const size : {100u, 1023u, 1024u, 10'000u, 100'000u})
        for (unsigned const sigma : {1u, 2u, 4u, 250u})
            for (std::size_t const every : {0u, 30u, 1000u}) {
                if (small_suite() && (size == 1023 || size > 10'000 || sigma == 2 || every == 1000))
                    continue;
                std::string const what =
                    std::to_string(size) + " of " + std::to_string(sigma) + ", barriers " + std::to_string(every);
                expect_all(random_text(size, sigma, every, size + sigma), what);
                if (sigma == 4)
                    expect_all(random_text(size, sigma, every, size), what + ", bytes", 8);
            }
}

TEST_F(cuda_suffix_array, repeats_at_every_scale)
{
    expect_all(fibonacci_text(share(100'000)), "fibonacci");
    if (small_suite())
        return;
    for (std::size_t const period : {1u, 2u, 3u, 7u, 31u, 32u, 33u, 256u, 1000u})
        expect_all(periodic_text(20'000, random_text(period, 4, 0, period)), "period " + std::to_string(period));
    text twice = random_text(300'000, 4, 0, 8);
    twice.insert(twice.end(), twice.begin(), twice.begin() + 300'000);
    twice[350'000] = rmq::barrier_letter;
    expect_all(twice, "twice");
    text copies = periodic_text(600'000, random_text(5000, 4, 0, 9));
    std::mt19937_64 random{9};
    for (int k = 0; k < 600; ++k)
        copies[random() % copies.size()] = static_cast<std::uint8_t>(1 + random() % 4);
    expect_all(copies, "changed copies");
}

TEST_F(cuda_suffix_array, groups_below_and_above_those_that_are_counted)
{
    // copies of a unit are groups of their number; random letters keep large groups below or above a quarter of all
    bool const small = std::getenv("VGLCS_GPU_TEST_SMALL") != nullptr;
    for (std::size_t const padding : {0u, 100'000u})
        for (std::size_t const copies : {2u, 31u, 63u, 64u, 65u, 66u, 128u, 400u}) {
            if (small && (padding != 0 || copies % 65 != 0))
                continue;
            text letters = random_text(padding, 4, 0, copies);
            for (std::size_t const size : {200u, 300u}) { // the second unit once more often than the first
                text const unit = random_text(size, 4, 0, size);
                for (std::size_t k = 0; k < copies + (size == 300); ++k) {
                    letters.insert(letters.end(), unit.begin(), unit.end());
                    if (k % 3 == 0)
                        letters.push_back(static_cast<std::uint8_t>(1 + k % 4));
                }
            }
            std::string const what = std::to_string(copies) + " copies behind " + std::to_string(padding);
            expect_all(letters, what);
            expect_all(letters, what + ", bytes", 8);
        }
}

TEST_F(cuda_suffix_array, a_million_equal_letters)
{
    expect_all(text(share(1'000'000), 1), "equal letters");
    expect_all(text(share(300'000), rmq::barrier_letter), "barriers alone");
}

TEST_F(cuda_suffix_array, real_genomes_with_runs_of_n_and_both_strands)
{
    for (std::string const & name : small_suite() ? std::vector<std::string>{"q-inv.fa"}
                                                  : std::vector<std::string>{"lambda.fa", "MT-human.fa", "q-inv.fa",
                                                                             "A_thaliana_BAC_U89959_ESTs.fa"})
    {
        text letters = fasta_text(name);
        ASSERT_GT(letters.size(), 5000u);
        std::fill(letters.begin() + 1000, letters.begin() + 1500, rmq::barrier_letter); // as assemblies have
        letters[2000] = rmq::barrier_letter;
        rmq::joined_text strands;
        strands.add(letters);
        strands.add_mirror();
        expect_all({strands.letters().begin(), strands.letters().end()}, name);
    }
}

TEST_F(cuda_suffix_array, extensions_between_two_texts)
{
    text const a = random_text(40'000, 2, 300, 6);
    text b(a.begin() + 1000, a.begin() + 30'000);
    b[5000] = 0;
    for (unsigned const bits : {2u, 8u}) {
        rmq::packed_text const x{a, 1, bits}, y{b, 1, bits};
        std::mt19937_64 random{3};
        std::vector<query> queries;
        for (int k = 0; k < 5000; ++k) {
            auto const j = static_cast<std::uint32_t>(random() % (b.size() + 1));
            queries.push_back({k % 2 == 0 ? std::uint32_t(random() % (a.size() + 1)) : j + 1000, j});
        }
        numbers expected(queries.size()), out(queries.size());
        rmq::lce<std::uint32_t>{x.view(), y.view()}.query(queries, expected);
        rmq::cuda::stream const on;
        rmq::cuda::packed_text const d_x{x.view(), on}, d_y{y.view(), on};
        for (lce_team const team : {lce_team::automatic, lce_team::thread, lce_team::warp}) {
            rmq::cuda::lce{d_x.view(), d_y.view()}.query(queries, out, on, lce_method::direct, team);
            EXPECT_TRUE(same_elements(out, expected)) << bits << " bits, team " << int(team);
        }
    }
}

TEST_F(cuda_suffix_array, minima_of_every_size_around_groups_and_levels)
{
    std::mt19937_64 random{4};
    for (std::size_t const n :
         {0u, 1u, 15u, 16u, 17u, 255u, 4095u, 4096u, 4097u, 65'535u, 65'536u, 65'537u, 1'200'000u}) {
        if (small_suite() && n > 65'537)
            continue;
        numbers values(n);
        for (auto & v : values)
            v = static_cast<std::uint32_t>(random());
        rmq::cuda::stream const on;
        rmq::cuda::device_buffer<std::uint32_t> const d_values{std::span<std::uint32_t const>{values}, on};
        rmq::cuda::device_buffer<std::uint32_t> tree{rmq::minimum_layout{n}.length, on};
        tree.fill_bytes_async(0xa5, on);
        rmq::cuda::minimum_tree_async(d_values.span(), tree.span(), on);
        rmq::minimum_tree<std::uint32_t> const host{std::span<std::uint32_t const>{values}};
        EXPECT_TRUE(same_elements(rmq::cuda::to_host(rmq::cuda::device_span<std::uint32_t const>{tree.span()}, on),
                                  numbers(host.tree().begin(), host.tree().end())))
            << n;
    }
}

} // namespace
