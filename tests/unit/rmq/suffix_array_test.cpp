// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "joined_text.hpp"
#include <rmq/extremum_tree.hpp>
#include <rmq/lce.hpp>
#include <rmq/lcp_array.hpp>
#include <rmq/naive.hpp>
#include <rmq/sparse_table.hpp>
#include <rmq/succinct.hpp>
#include <rmq/suffix_array.hpp>

#include "fasta_text.hpp"
#include "made_texts.hpp"
#include "suffix_array/lcp_methods.hpp"

namespace {

using namespace rmq;
using namespace rmq::test;

/// A text with all that can be made of it.
template <class Index>
struct indexed
{
    explicit indexed(text const & letters_, unsigned threads = 1)
        : letters{letters_}, packed{letters, threads}, sa{suffix_array<Index>(letters)}, rank{inverse_suffix_array(
                                                                                             std::span<Index const>{sa},
                                                                                             threads)},
          lcp{lcp_array(packed.view(), std::span<Index const>{sa}, threads)}, minimum{std::span<Index const>{lcp}, 1},
          tables{std::make_shared<fingerprint_tables const>(packed.bits(), 0x123456789abcdef)},
          prints{packed.view(), tables, threads}, extension{packed.view()}
    {
        extension.use_ranks(rank, minimum.view());
        extension.use_fingerprints(prints, prints);
    }

    text const & letters;
    packed_text packed;
    huge_vector<Index> sa, rank, lcp;
    minimum_tree<Index> minimum;
    std::shared_ptr<fingerprint_tables const> tables;
    fingerprints prints;
    lce<Index> extension;
};

constexpr lce_method methods[] = {lce_method::automatic, lce_method::direct, lce_method::rank, lce_method::fingerprint};

/// Order and inverse; linear by the ranks of what follows, so that it serves long repeats.
template <class Index>
void expect_sorted(indexed<Index> const & t)
{
    std::size_t const n = t.letters.size();
    std::vector<bool> seen(n);
    for (std::size_t r = 0; r < n; ++r) {
        ASSERT_LT(t.sa[r], n);
        ASSERT_FALSE(seen[t.sa[r]]);
        seen[t.sa[r]] = true;
        ASSERT_EQ(t.rank[t.sa[r]], r);
    }
    auto const after = [&](std::size_t p) { return p + 1 == n ? -1 : static_cast<std::int64_t>(t.rank[p + 1]); };
    for (std::size_t r = 1; r < n; ++r) {
        std::size_t const a = t.sa[r - 1], b = t.sa[r];
        ASSERT_TRUE(t.letters[a] < t.letters[b] || (t.letters[a] == t.letters[b] && after(a) < after(b))) << r;
    }
}

/// Phi and the comparison of neighbours, whichever of them `lcp` came from.
template <class Index>
void expect_both_ways(indexed<Index> const & t)
{
    for (unsigned const threads : {1u, 3u}) {
        huge_vector<Index> phi(t.lcp.size(), 77), neighbours(t.lcp.size(), 77);
        std::span<Index const> const sa{t.sa};
        detail::lcp_by_phi(t.packed.view(), sa, std::span{phi}, threads);
        ASSERT_EQ(phi, t.lcp);
        ASSERT_TRUE(detail::lcp_by_neighbours(t.packed.view(), sa, std::span{neighbours}, 1 << 30, threads));
        ASSERT_EQ(neighbours, t.lcp);
    }
}

template <class Index>
void expect_lcp(indexed<Index> const & t)
{
    for (std::size_t r = 0; r < t.letters.size(); ++r)
        ASSERT_EQ(t.lcp[r], r == 0 ? 0 : extension_by_letters(t.letters, t.sa[r - 1], t.letters, t.sa[r])) << r;
    expect_both_ways(t);
}

/// Every method, one by one and as a batch, for these pairs.
template <class Index>
void expect_extensions(indexed<Index> const & t, std::vector<lce_query<Index>> const & queries,
                       std::vector<Index> const & expected)
{
    for (lce_method const method : methods) {
        for (std::size_t k = 0; k < queries.size(); ++k)
            ASSERT_EQ(t.extension.query(queries[k].i, queries[k].j, method), expected[k])
                << static_cast<int>(method) << ": " << queries[k].i << ' ' << queries[k].j;
        for (unsigned const threads : {1u, 3u}) {
            std::vector<Index> out(queries.size(), 77);
            t.extension.query(queries, out, method, threads);
            ASSERT_EQ(out, expected) << static_cast<int>(method);
        }
    }
}

template <class Index>
void expect_all_pairs(indexed<Index> const & t)
{
    std::size_t const n = t.letters.size();
    std::vector<lce_query<Index>> queries;
    std::vector<Index> expected;
    for (std::size_t i = 0; i <= n; ++i)
        for (std::size_t j = 0; j <= n; ++j) {
            queries.push_back({static_cast<Index>(i), static_cast<Index>(j)});
            expected.push_back(static_cast<Index>(extension_by_letters(t.letters, i, t.letters, j)));
        }
    expect_extensions(t, queries, expected);
}

/// Random pairs, half of them neighbours in the suffix array, whose extensions are long.
template <class Index>
void expect_some_pairs(indexed<Index> const & t, std::size_t count)
{
    std::size_t const n = t.letters.size();
    std::mt19937_64 random{n};
    std::vector<lce_query<Index>> queries;
    std::vector<Index> expected;
    for (std::size_t k = 0; k < count; ++k) {
        std::size_t const r = random() % n, near = std::min(n - 1, r + random() % 40);
        Index const i = t.sa[r], j = k % 2 == 0 ? t.sa[near] : static_cast<Index>(random() % (n + 1));
        queries.push_back({i, j});
        expected.push_back(static_cast<Index>(extension_by_letters(t.letters, i, t.letters, j)));
    }
    expect_extensions(t, queries, expected);
}

template <class Index>
class suffix_array_of : public testing::Test
{
};
using indices = testing::Types<std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(suffix_array_of, indices);

TYPED_TEST(suffix_array_of, every_string_over_two_letters)
{
    for (std::size_t n = 0; n <= 8; ++n)
        for (unsigned code = 0; code < 1u << n; ++code) {
            text letters(n);
            unsigned rest = code;
            for (auto & letter : letters) {
                letter = static_cast<std::uint8_t>(1 + rest % 2);
                rest /= 2;
            }
            indexed<TypeParam> const t{letters};
            expect_sorted(t);
            expect_lcp(t);
            expect_all_pairs(t);
        }
}

TYPED_TEST(suffix_array_of, every_string_with_barriers)
{
    for (std::size_t n = 1; n <= 5; ++n)
        for (unsigned code = 0; code < 243; ++code) {
            text letters(n);
            unsigned rest = code;
            for (auto & letter : letters) {
                letter = static_cast<std::uint8_t>(rest % 3);
                rest /= 3;
            }
            indexed<TypeParam> const t{letters};
            expect_sorted(t);
            expect_lcp(t);
            expect_all_pairs(t);
        }
}

TYPED_TEST(suffix_array_of, random_texts)
{
    for (std::size_t const size : {100u, 1000u, 10'000u})
        for (unsigned const sigma : {1u, 2u, 4u, 250u})
            for (std::size_t const every : {0u, 30u, 1000u}) {
                text const letters = random_text(size, sigma, every, size + sigma);
                indexed<TypeParam> const t{letters, 3};
                expect_sorted(t);
                if (sigma > 1 || every == 30 || size <= 1000)
                    expect_lcp(t);
                expect_some_pairs(t, 500);
            }
}

TYPED_TEST(suffix_array_of, repeats_at_every_scale)
{
    std::vector<text> texts{fibonacci_text(20'000)};
    for (std::size_t const period : {1u, 2u, 3u, 7u, 31u, 32u, 33u, 256u, 1000u})
        texts.push_back(periodic_text(20'000, random_text(period, 4, 0, period)));
    text twice = random_text(10'000, 4, 0, 8);
    twice.insert(twice.end(), twice.begin(), twice.begin() + 10'000);
    twice[15'000] = barrier_letter;
    texts.push_back(twice);
    for (text const & letters : texts) {
        indexed<TypeParam> const t{letters, 2};
        expect_sorted(t);
        expect_both_ways(t);
        expect_some_pairs(t, 200);
    }
}

TEST(suffix_array, a_million_equal_letters)
{
    text const letters(1'000'000, 1);
    indexed<std::uint32_t> const t{letters, 2};
    expect_sorted(t);
    for (std::size_t r = 0; r < letters.size(); ++r)
        ASSERT_EQ(t.lcp[r], r);
    huge_vector<std::uint32_t> given_up(letters.size());
    EXPECT_FALSE(detail::lcp_by_neighbours(t.packed.view(), std::span<std::uint32_t const>{t.sa}, std::span{given_up},
                                           1 << 16, 2));
    std::vector<lce_query<std::uint32_t>> const queries{
        {0, 1}, {0, 999'999}, {500'000, 499'999}, {7, 7}, {3, 1'000'000}};
    expect_extensions(t, queries, {999'999, 1, 500'000, 999'993, 0});
}

TEST(suffix_array, real_genomes_with_runs_of_n_and_both_strands)
{
    for (std::string const name : {"lambda.fa", "MT-human.fa", "q-inv.fa", "SARS-CoV-2_NC_045512.2.fa"}) {
        text letters = fasta_text(name);
        ASSERT_GT(letters.size(), 5000u);
        std::fill(letters.begin() + 1000, letters.begin() + 1500, barrier_letter); // as assemblies have
        std::fill(letters.begin() + 2000, letters.begin() + 2001, barrier_letter);
        joined_text both;
        both.add(letters);
        both.add_mirror();
        text const joined(both.letters().begin(), both.letters().end());
        indexed<std::uint32_t> const t{joined, 2};
        expect_sorted(t);
        expect_lcp(t);
        expect_some_pairs(t, 2000);
    }
}

TEST(suffix_array, any_minimum_structure_finds_the_same_extensions)
{
    text const letters = random_text(3000, 2, 200, 5);
    indexed<std::uint32_t> const t{letters};
    std::span<std::uint32_t const> const rank{t.rank};
    std::vector<std::int32_t> const lcp(t.lcp.begin(), t.lcp.end());
    std::span<std::int32_t const> const v{lcp};
    naive<std::int32_t> const scan{v};
    sparse_table<std::int32_t> const table{v};
    extremum_tree<std::int32_t> const tree{v};
    succinct<std::int32_t> const codes{v};
    std::mt19937_64 random{1};
    for (int k = 0; k < 1000; ++k) {
        std::size_t const i = random() % letters.size(), j = (i + 1 + random() % (letters.size() - 1)) % letters.size();
        std::size_t const expected = extension_by_letters(letters, i, letters, j);
        ASSERT_EQ(rank_extension(rank, v, scan, i, j), expected);
        ASSERT_EQ(rank_extension(rank, v, table, i, j), expected);
        ASSERT_EQ(rank_extension(rank, v, tree, i, j), expected);
        ASSERT_EQ(rank_extension(rank, v, codes, i, j), expected);
    }
}

TEST(lce, between_two_texts)
{
    text const a = random_text(4000, 2, 300, 6);
    text b(a.begin() + 17, a.end());
    b[1000] = 3;
    packed_text const pa{a}, pb{b};
    auto const tables = std::make_shared<fingerprint_tables const>(2, 987654321);
    fingerprints const fa{pa.view(), tables}, fb{pb.view(), tables};
    lce<std::uint32_t> extension{pa.view(), pb.view()};
    extension.use_fingerprints(fa, fb);
    EXPECT_FALSE(extension.can(lce_method::rank));
    std::vector<lce_query<std::uint32_t>> queries;
    std::vector<std::uint32_t> expected;
    for (std::uint32_t i = 0; i <= a.size(); i += 3)
        for (std::uint32_t const j : {i < 17 ? 0 : i - 17, i % 500}) {
            queries.push_back({i, std::min<std::uint32_t>(j, static_cast<std::uint32_t>(b.size()))});
            expected.push_back(static_cast<std::uint32_t>(extension_by_letters(a, i, b, queries.back().j)));
        }
    for (lce_method const method : {lce_method::automatic, lce_method::direct, lce_method::fingerprint}) {
        std::vector<std::uint32_t> out(queries.size());
        extension.query(queries, out, method, 2);
        ASSERT_EQ(out, expected);
    }
}

TEST(fingerprints, prefixes_do_not_depend_on_threads_and_follow_the_definition)
{
    text const letters = random_text(700'000, 4, 0, 9);
    packed_text const packed{letters};
    auto const tables = std::make_shared<fingerprint_tables const>(2, 31);
    fingerprints const one{packed.view(), tables, 1}, many{packed.view(), tables, 3};
    std::uint64_t h = 0;
    for (std::size_t p = 0; p <= letters.size(); ++p) {
        if (p % 997 == 0 || p < 100 || p > 699'900) {
            ASSERT_EQ(one.prefix(p), h) << p;
            ASSERT_EQ(many.prefix(p), h) << p;
        }
        if (p < letters.size()) {
            __extension__ using wide = unsigned __int128;
            h = static_cast<std::uint64_t>((static_cast<wide>(h) * 31 + letters[p] - 1) %
                                           ((std::uint64_t{1} << 61) - 1));
        }
    }
}

TEST(fingerprints, equal_fingerprints_of_unequal_letters_are_found_out)
{
    // base 2: 2^61 = 1, so a letter moved by 61 positions has the same fingerprint
    text a(2000, 1), b(2000, 1);
    a[700] = 2;
    b[761] = 2;
    packed_text const pa{a}, pb{b};
    auto const tables = std::make_shared<fingerprint_tables const>(2, 2);
    fingerprints const fa{pa.view(), tables}, fb{pb.view(), tables};
    EXPECT_EQ(fa.extension(0, fb, 0, false), 2000u); // the collision is there
    EXPECT_EQ(fa.extension(0, fb, 0), 700u);
}

TEST(suffix_array, longer_texts_than_the_index_takes_are_refused)
{
    std::uint8_t const one = 1;
    std::span<std::uint8_t const> const far{&one, suffix_array_limit<std::uint32_t> + 1}; // never read
    EXPECT_THROW((void)suffix_array<std::uint32_t>(far), std::length_error);
}

} // namespace
