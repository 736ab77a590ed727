// SPDX-License-Identifier: BSD-3-Clause
// The letters of our alphabets are those of SeqAn3's. Where its headers do not compile, this test is not built.
#include <vglcs/alphabet.hpp>

#include <seqan3/alphabet/aminoacid/aa27.hpp>
#include <seqan3/alphabet/nucleotide/dna15.hpp>
#include <seqan3/alphabet/nucleotide/rna15.hpp>

#include <gtest/gtest.h>

#include <string>

using namespace vglcs;

namespace {

template <class Letters>
void expect_same_letters(alphabet a)
{
    for (int byte = 0; byte < 256; ++byte)
        EXPECT_EQ(encoding(a)[static_cast<unsigned char>(byte)] != foreign_letter,
                  seqan3::char_is_valid_for<Letters>(static_cast<char>(byte)))
            << name(a) << ", byte " << byte;
}

seqan3::dna15 nucleotide(char letter)
{
    return seqan3::assign_char_to(letter, seqan3::dna15{});
}

/// Characters that match when they are equal for SeqAn3: those that stand for one nucleotide, not for a set of several.
std::string single_nucleotides()
{
    std::string out;
    for (int byte = 0; byte < 256; ++byte)
        for (char const single : {'A', 'C', 'G', 'T'})
            if (char const letter = static_cast<char>(byte);
                seqan3::char_is_valid_for<seqan3::dna15>(letter) && nucleotide(letter) == nucleotide(single))
                out += letter;
    return out;
}

TEST(seqan3_alphabets, letters_of_nucleotides)
{
    expect_same_letters<seqan3::dna15>(alphabet::dna);
    expect_same_letters<seqan3::rna15>(alphabet::rna);
}

TEST(seqan3_alphabets, letters_of_amino_acids)
{
    expect_same_letters<seqan3::aa27>(alphabet::protein);
}

TEST(seqan3_alphabets, codes_of_nucleotides)
{
    auto const & codes = encoding(alphabet::dna);
    std::string const singles = single_nucleotides();
    ASSERT_EQ(singles.size(), 10u); // ACGTU, both cases
    for (int byte = 0; byte < 256; ++byte) {
        bool const has_code = codes[static_cast<unsigned char>(byte)] < foreign_letter;
        EXPECT_EQ(has_code, singles.find(static_cast<char>(byte)) != std::string::npos) << byte;
    }
    for (char const a : singles)
        for (char const b : singles)
            EXPECT_EQ(codes[static_cast<unsigned char>(a)] == codes[static_cast<unsigned char>(b)],
                      nucleotide(a) == nucleotide(b))
                << a << b;
}

TEST(seqan3_alphabets, complements)
{
    for (int byte = 0; byte < 256; ++byte) {
        char const letter = static_cast<char>(byte);
        if (seqan3::char_is_valid_for<seqan3::dna15>(letter)) {
            EXPECT_EQ(nucleotide(complement(letter)), seqan3::complement(nucleotide(letter))) << letter;
        }
    }
}

} // namespace
