// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/error.hpp>
#include <vglcs/kmers.hpp>
#include <vglcs/sequence.hpp>

#include "made_letters.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

using namespace vglcs;
using namespace vglcs::test;

namespace {

/// Distinct k-mers as texts, the plain way.
std::set<std::string> words(std::string text, unsigned k, bool canonical, std::string const & letters = "ACGT")
{
    std::set<std::string> out;
    std::ranges::transform(text, text.begin(), [](char c) { return c == 'U' ? 'T' : c; });
    for (std::size_t at = 0; at + k <= text.size(); ++at) {
        std::string const word = text.substr(at, k);
        if (word.find_first_not_of(letters) == std::string::npos)
            out.insert(canonical ? std::min(word, reverse_complement(word)) : word);
    }
    return out;
}

} // namespace

TEST(kmers, are_those_of_the_text)
{
    std::string text = made_letters(300, 3);
    for (std::size_t const at : {0u, 17u, 18u, 100u, 299u})
        text[at] = 'N';
    for (unsigned const k : {1u, 2u, 5u, 16u, 31u})
        for (bool const canonical : {false, true}) {
            auto const found = sorted_kmers(text, alphabet::dna, k, canonical);
            EXPECT_TRUE(std::ranges::is_sorted(found));
            EXPECT_EQ(std::ranges::adjacent_find(found), found.end());
            EXPECT_EQ(found.size(), words(text, k, canonical).size()) << k;
            if (canonical) {
                EXPECT_EQ(sorted_kmers(reverse_complement(text), alphabet::dna, k, true), found) << k;
            }
        }
    EXPECT_EQ(sorted_kmers("ACGUACGT", alphabet::rna, 4, false).size(), 4u); // U is T
    EXPECT_EQ(sorted_kmers("ACG", alphabet::dna, 4, false).size(), 0u);
    EXPECT_EQ(sorted_kmers("", alphabet::dna, 4, false).size(), 0u);
    std::string const protein = made_letters(200, 4, "ACDEFGHIKLMNPQRSTVWYX");
    for (unsigned const k : {1u, 3u, 12u})
        EXPECT_EQ(sorted_kmers(protein, alphabet::protein, k, true).size(),
                  words(protein, k, false, "ACDEFGHIKLMNPQRSTVWY").size());
    EXPECT_EQ(sorted_kmers("aAaAaAaAaA", alphabet::raw, 8, true).size(), 2u);
}

TEST(kmers, of_impossible_lengths_are_refused)
{
    EXPECT_EQ(longest_kmer(alphabet::dna), 31u);
    EXPECT_EQ(longest_kmer(alphabet::protein), 12u);
    EXPECT_EQ(longest_kmer(alphabet::raw), 8u);
    EXPECT_THROW((void)sorted_kmers("ACGT", alphabet::dna, 0, false), usage_error);
    EXPECT_THROW((void)sorted_kmers("ACGT", alphabet::dna, 32, false), usage_error);
}

TEST(kmers, shared_ones_are_counted)
{
    std::vector<std::uint64_t> const x{1, 3, 5, 7, 9}, y{0, 3, 4, 5, 9, 10};
    EXPECT_EQ(count_shared(x, y), 3u);
    EXPECT_EQ(count_shared(y, x), 3u);
    EXPECT_EQ(count_shared(x, x), 5u);
    EXPECT_EQ(count_shared(x, {}), 0u);
}
