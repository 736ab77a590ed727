// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/alphabet.hpp>
#include <vglcs/sequence.hpp>

#include <gtest/gtest.h>

using namespace vglcs;

TEST(alphabet, uracil_is_thymine_in_both_nucleotide_alphabets)
{
    for (alphabet const a : {alphabet::dna, alphabet::rna})
        EXPECT_EQ(encode("UuTt", a), std::vector<letter_code>(4, encoding(a)['T']));
}

TEST(alphabet, ambiguity_codes_match_nothing)
{
    for (char const c : std::string_view{"NRYKMSWBDHVn"})
        EXPECT_EQ(encoding(alphabet::dna)[static_cast<unsigned char>(c)], no_match) << c;
    for (char const c : std::string_view{"BJOUXZ*x"})
        EXPECT_EQ(encoding(alphabet::protein)[static_cast<unsigned char>(c)], no_match) << c;
}

TEST(alphabet, characters_outside_are_foreign)
{
    for (char const c : std::string_view{"-.EF*1 "})
        EXPECT_EQ(encoding(alphabet::dna)[static_cast<unsigned char>(c)], foreign_letter) << c;
    EXPECT_EQ(encoding(alphabet::protein)['-'], foreign_letter);
    EXPECT_EQ(encoding(alphabet::raw)[' '], foreign_letter);
}

TEST(alphabet, raw_keeps_case_apart)
{
    EXPECT_NE(encoding(alphabet::raw)['a'], encoding(alphabet::raw)['A']);
    EXPECT_EQ(encoding(alphabet::dna)['a'], encoding(alphabet::dna)['A']);
}

TEST(alphabet, detects_dna_at_ninety_percent_of_known_letters)
{
    EXPECT_EQ(detect_alphabet("ACGTACGTAR"), alphabet::dna);
    EXPECT_EQ(detect_alphabet("ACGTACGTRR"), alphabet::protein);
    EXPECT_EQ(detect_alphabet("NNNNNNNNNN"), alphabet::dna);
    EXPECT_EQ(detect_alphabet("ACGUNNNNNN"), alphabet::dna);
    EXPECT_EQ(detect_alphabet("MKVLAA"), alphabet::protein);
    EXPECT_EQ(detect_alphabet(""), alphabet::dna);
}

TEST(alphabet, reverse_complement_keeps_case_and_iupac)
{
    EXPECT_EQ(reverse_complement("ACGTNRYacgu"), "acgtRYNACGT");
}
