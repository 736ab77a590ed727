// SPDX-License-Identifier: BSD-3-Clause
/// What counts as a match: case, U and T, stops, gap characters, N and the other codes.
#include "cli.hpp"

#include "made_letters.hpp"
#include "tsv_text.hpp"

using namespace vglcs::test;

namespace {

struct letters : cli_test
{
    /// Length of the pair that the two sequences make, on every engine the same.
    [[nodiscard]] std::string length(std::string const & a, std::string const & b, texts const & more) const
    {
        write("a.fa", ">a\n" + a + "\n");
        write("b.fa", ">b\n" + b + "\n");
        texts arguments{"align", "a.fa", "b.fa", "--format", "tsv"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        cli_run const r = vglcs(arguments);
        EXPECT_EQ(r.code, 0) << r.err;
        EXPECT_EQ(r.err, "");
        texts const found = column(r.out, "length");
        return found.size() == 1 ? found[0] : "rows: " + std::to_string(found.size());
    }
};

std::string lower(std::string text, std::size_t from, std::size_t count)
{
    for (std::size_t k = from; k < from + count; ++k)
        text[k] = static_cast<char>(text[k] | 0x20);
    return text;
}

} // namespace

TEST_F(letters, case_does_not_count_but_in_raw)
{
    std::string const upper = made_letters(40, 6), masked = lower(upper, 10, 20), small = lower(upper, 0, 40);
    for (std::string const alphabet : {"dna", "rna", "auto", "protein"}) {
        EXPECT_EQ(length(upper, masked, {"--alphabet", alphabet}), "40");
        EXPECT_EQ(length(upper, small, {"--alphabet", alphabet, "--gaps", "0"}), "40");
        EXPECT_EQ(length(masked, small, {"--alphabet", alphabet, "--gaps", "0"}), "40");
    }
    EXPECT_EQ(length(upper, masked, {"--alphabet", "raw"}), "20");
    EXPECT_EQ(length(upper, small, {"--alphabet", "raw"}), "0");
}

TEST_F(letters, output_has_the_letters_of_the_input)
{
    write("a.fa", ">a\nACGuacgt\n");
    write("b.fa", ">b\nacgTACGT\n");
    cli_run const r = vglcs({"align", "a.fa", "b.fa", "--gaps", "0", "--format", "sam"});
    EXPECT_EQ(r.code, 0);
    EXPECT_NE(r.out.find("\t8=\t*\t0\t0\tACGtacgt\t"), std::string::npos) << r.out; // SAM has no U
    cli_run const pairs = vglcs({"align", "a.fa", "b.fa", "--gaps", "0", "--format", "pairs"});
    EXPECT_NE(pairs.out.find("\t3\t3\tu\t"), std::string::npos) << pairs.out;
}

TEST_F(letters, u_is_t_and_its_complement_is_a)
{
    std::string const dna = made_letters(48, 7);
    std::string rna = dna, half = dna;
    std::ranges::replace(rna, 'T', 'U');
    std::replace(half.begin() + 24, half.end(), 'T', 'u');
    for (std::string const alphabet : {"dna", "rna", "auto"}) {
        EXPECT_EQ(length(dna, rna, {"--gaps", "0", "--alphabet", alphabet}), "48");
        EXPECT_EQ(length(rna, half, {"--gaps", "0", "--alphabet", alphabet}), "48");
    }
    EXPECT_EQ(length(dna, rna, {"--alphabet", "raw", "--gaps", "inf"}),
              std::to_string(48 - std::ranges::count(dna, 'T')));
    EXPECT_EQ(length("AAGCUUUGC", "GCAAAGCTT", {"--gaps", "0", "--strand", "both"}), "9");
    EXPECT_EQ(length("AAGCUUUGC", "GCAAAGCTT", {"--gaps", "0", "--strand", "-"}), "9");
}

TEST_F(letters, a_stop_keeps_its_place_and_matches_nothing)
{
    std::string const protein = made_letters(40, 8, "ACDEFGHIKLMNPQRSTVWY");
    std::string const stop = protein + "*", inner = protein.substr(0, 20) + "*" + protein.substr(20);
    texts const unlimited{"--alphabet", "protein", "--gaps", "inf"}, none{"--alphabet", "protein", "--gaps", "0"};
    EXPECT_EQ(length(stop, protein, unlimited), "40");
    EXPECT_EQ(length(stop, stop, unlimited), "40");
    EXPECT_EQ(length(inner, protein, unlimited), "40");
    EXPECT_EQ(length(inner, protein, none), "20");
    EXPECT_EQ(length("MKVL*AW", "MKVLAW", {"--gaps", "inf"}), "6"); // found to be protein without being told

    cli_run const r = vglcs({"align", "a.fa", "b.fa", "--format", "tsv"});
    EXPECT_EQ(r.out, std::string{tsv_header} + "a\tb\t+\t6\t7\t6\t0\t7\t0\t6\t0.8571\t4=1I2=\t1\t1\tok\tNA\n");
    cli_run const dna = vglcs({"align", "a.fa", "b.fa", "--alphabet", "dna"});
    EXPECT_EQ(dna.code, 3);
    EXPECT_EQ(dna.out, "");
    EXPECT_EQ(dna.err, "a.fa:2: record 1 (a): position 4: letter 'L' is not in alphabet dna: correct it, or use "
                       "--alphabet protein or raw\n");
}

TEST_F(letters, gap_characters_of_an_alignment_are_refused_with_their_place)
{
    write("plain.fa", ">p\nACGTACGT\n");
    for (char const gap : {'-', '.'}) {
        write("aligned.fa", std::string{">x\nACGTAC\n>a\nACGT\nAC"} + gap + gap + "GT\n");
        cli_run const r = vglcs({"batch", "aligned.fa", "plain.fa", "--alphabet", "dna", "-o", "rows.tsv"});
        EXPECT_EQ(r.code, 3);
        EXPECT_EQ(r.err, std::string{"aligned.fa:5: record 2 (a): position 7: gap character '"} + gap +
                             "' left over from an alignment: remove '-' and '.' from the sequences, or use --alphabet "
                             "raw to compare them as letters\n");
        EXPECT_FALSE(exists("rows.tsv"));
    }
    EXPECT_EQ(length("AC-GT", "AC-GT", {"--alphabet", "raw", "--gaps", "0"}), "5");
}

TEST_F(letters, n_and_other_codes_match_nothing)
{
    std::string const run(40, 'N'), flank = made_letters(10, 10);
    EXPECT_EQ(length(run + flank, run + flank, {"--alphabet", "dna"}), "10");
    EXPECT_EQ(length(flank + run, run + flank, {"--alphabet", "dna"}), "10");
    EXPECT_EQ(length(run, run, {"--alphabet", "dna"}), "0");
    EXPECT_EQ(length("ACGTRYSWKMBDHVN", "ACGTRYSWKMBDHVN", {"--alphabet", "dna"}), "4");
    EXPECT_EQ(length("acgtryswkmbdhvn", "ACGTRYSWKMBDHVN", {"--alphabet", "rna"}), "4");
    EXPECT_EQ(length("MKBJOUXZ*W", "MKBJOUXZ*W", {"--alphabet", "protein"}), "3");
    EXPECT_EQ(length("ACNNNGT", "ACNNNGT", {"--alphabet", "dna", "--gaps", "2"}), "2");
    EXPECT_EQ(length("ACNNNGT", "ACNNNGT", {"--alphabet", "dna", "--gaps", "3"}), "4");
    EXPECT_EQ(length("ACNNNGT", "ACNNNGT", {"--alphabet", "raw", "--gaps", "0"}), "7"); // there N is a byte as any
}
