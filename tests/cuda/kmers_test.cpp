// SPDX-License-Identifier: BSD-3-Clause
/// K-mers by the device against those by the CPU.
#include "gpu_test.hpp"
#include "made_letters.hpp"

#include "bounds/kmers_device.hpp"
#include <vglcs/kmers.hpp>

#include <algorithm>
#include <string>

using namespace vglcs;
using namespace vglcs::test;

namespace {

struct cuda_kmers : gpu_test
{
};

void expect_the_same(std::string const & text, alphabet a, unsigned k, bool canonical)
{
    EXPECT_EQ(cuda::sorted_kmers(text, vglcs::detail::make_kmer_words(a, k, canonical)),
              sorted_kmers(text, a, k, canonical))
        << text.size() << " letters, " << name(a) << ", k " << k << (canonical ? ", canonical" : "");
}

} // namespace

TEST_F(cuda_kmers, are_those_of_the_cpu)
{
    for (std::size_t const size : {0u, 1u, 7u, 8u, 31u, 255u, 256u, 257u, 300u, 5000u, 100'000u}) {
        std::string dna = made_letters(size, 3);
        for (std::size_t at = size / 3; at < size; at += 97)
            dna[at] = 'N';
        std::string rna = dna;
        std::ranges::replace(rna, 'T', 'U');
        std::string const protein = made_letters(size, 4, "ACDEFGHIKLMNPQRSTVWYX");
        for (bool const canonical : {false, true}) {
            for (unsigned const k : {1u, 2u, 8u, 16u, 31u}) {
                expect_the_same(dna, alphabet::dna, k, canonical);
                expect_the_same(rna, alphabet::rna, k, canonical);
            }
            for (unsigned const k : {1u, 3u, 12u})
                expect_the_same(protein, alphabet::protein, k, canonical);
            for (unsigned const k : {1u, 8u})
                expect_the_same(protein, alphabet::raw, k, canonical);
        }
        expect_the_same(std::string(size, 'T'), alphabet::dna, 31, false); // all bits of a k-mer set
        expect_the_same(std::string(size, 'N'), alphabet::dna, 5, true);   // none at all
    }
}

TEST_F(cuda_kmers, the_public_form_takes_the_device_and_says_the_same)
{
    std::string const text = made_letters(300'000, 11);
    EXPECT_EQ(sorted_kmers(text, alphabet::dna, 21, true, 0), sorted_kmers(text, alphabet::dna, 21, true));
}
