// SPDX-License-Identifier: BSD-3-Clause
#include "gap_spec_fixture.hpp"

using namespace vglcs;
using test::limits;

namespace {

/// A feature line; columns that do not matter are filled in.
std::string feature(std::string_view type, int start, int end, char direction = '+', std::string_view name = "chr1")
{
    return std::string{name} + "\tmade\t" + std::string{type} + "\t" + std::to_string(start) + "\t" +
           std::to_string(end) + "\t.\t" + direction + "\t.\tID=f\n";
}

class gff3_track : public test::gap_spec_fixture
{
protected:
    gap_limits read(std::string const & bytes, std::string_view types, strand direction = strand::forward)
    {
        return open_file("t.gff3", bytes, types).limits_for(record("chr1", 8), direction);
    }
};

} // namespace

TEST_F(gff3_track, coordinates_are_one_based_and_closed)
{
    EXPECT_EQ(read(feature("exon", 2, 3) + feature("exon", 8, 8), ":exon=5"), limits("inf 5 5 inf inf inf inf 5"));
    EXPECT_EQ(read(feature("exon", 1, 8), ":exon=5"), limits("5 5 5 5 5 5 5 5"));
}

TEST_F(gff3_track, first_base_follows_the_strand_that_is_read)
{
    std::string const file = feature("exon", 2, 4) + feature("exon", 6, 7, '-');
    EXPECT_EQ(read(file, ":exon=5,exon^=900"), limits("inf 900 5 5 inf 900 5 inf"));
    // in the order of the reverse strand: letter 8 first
    EXPECT_EQ(read(file, ":exon=5,exon^=900", strand::reverse), limits("inf 900 5 inf 900 5 5 inf"));
    EXPECT_EQ(read(file, ":exon^=900"), limits("inf 900 inf inf inf 900 inf inf"));
    EXPECT_EQ(read(file, ":exon^=900", strand::reverse), limits("inf 900 inf inf 900 inf inf inf"));
}

TEST_F(gff3_track, one_spec_answers_both_strands)
{
    gap_spec spec = open_file("t.gff3", feature("exon", 2, 4), ":exon=5,exon^=900");
    auto const first = spec.limits_for(record("chr1", 5), strand::forward);
    EXPECT_EQ(spec.limits_for(record("chr1", 5), strand::reverse), limits("inf 900 5 5 inf"));
    EXPECT_EQ(spec.limits_for(record("chr1", 5), strand::forward), first);
    EXPECT_EQ(first, limits("inf 900 5 5 inf"));
}

TEST_F(gff3_track, first_bases_come_after_all_types_and_the_largest_wins)
{
    // the second exon covers the first base of the first, and comes later in the file
    EXPECT_EQ(read(feature("exon", 3, 6) + feature("exon", 1, 8), ":exon=5,exon^=900"), limits("900 5 900 5 5 5 5 5"));
    for (std::string_view const spec : {":a^=7,b^=900", ":b^=900,a^=7"})
        for (std::string const & file :
             {feature("a", 3, 4) + feature("b", 3, 6), feature("b", 3, 6) + feature("a", 3, 4)})
            EXPECT_EQ(read(file, spec), limits("inf inf 900 inf inf inf inf inf"));
    // x is the smallest, inf the largest, and of two with one HI the one with the smaller LO is larger
    EXPECT_EQ(read(feature("a", 3, 4) + feature("b", 3, 6), ":a^=x,b^=0"), limits("inf inf 0 inf inf inf inf inf"));
    EXPECT_EQ(read(feature("a", 3, 4) + feature("b", 3, 6), ":a=1,a^=9,b^=inf"),
              limits("inf inf inf 1 inf inf inf inf"));
    EXPECT_EQ(read(feature("a", 3, 4) + feature("b", 3, 6), ":a^=2..9,b^=1..9"),
              limits("inf inf 1..9 inf inf inf inf inf"));
    EXPECT_TRUE(warnings.empty());
}

TEST_F(gff3_track, lines_not_types_decide_where_features_overlap)
{
    std::string const file = feature("gene", 1, 8) + feature("exon", 2, 3) + feature("exon", 6, 7);
    EXPECT_EQ(read(file, ":exon=5,gene=100"), limits("100 5 5 100 100 5 5 100"));
    EXPECT_EQ(warnings, (std::vector<std::string>{"t.gff3: intervals that overlap an earlier line with another limit: "
                                                  "2: the last line wins"}));
    warnings.clear();
    EXPECT_EQ(read(feature("exon", 2, 5) + feature("exon", 3, 6), ":exon=5"), limits("inf 5 5 5 5 5 inf inf"));
    EXPECT_TRUE(warnings.empty());
}

TEST_F(gff3_track, comments_directives_and_sequences_are_no_features)
{
    std::string const file = "##gff-version 3\r\n##sequence-region chr1 1 8\r\n\r\n" + feature("exon", 2, 3) +
                             "###\n# a comment\ntrack name=exons\n" + feature("exon", 5, 5);
    auto const expected = limits("inf 5 5 inf 5 inf inf inf");
    EXPECT_EQ(read(file, ":exon=5"), expected);
    EXPECT_EQ(read(file + "##FASTA\n>chr1\nACGT\n", ":exon=5"), expected);
    EXPECT_EQ(read(file + ">chr1\nACGT\n", ":exon=5"), expected);
    EXPECT_EQ(read("chr1\tmade\texon\t2\t3\t.\t+\t.\t\nchr1\tmade\texon\t5\t5\t.\t+\t.\n", ":exon=5"), expected)
        << "an empty last column";
}

TEST_F(gff3_track, types_may_hold_colons_and_equal_names_in_other_columns_do_not_count)
{
    EXPECT_EQ(read("chr1\texon\tSO:0000147\t2\t3\t.\t+\t.\texon\n", ":SO:0000147=5"),
              limits("inf 5 5 inf inf inf inf inf"));
}

TEST_F(gff3_track, types_that_the_file_does_not_hold)
{
    EXPECT_EQ(read(feature("exon", 2, 3), ":exon=5,intron=7,Exon^=9"), limits("inf 5 5 inf inf inf inf inf"));
    EXPECT_EQ(warnings, (std::vector<std::string>{"t.gff3: holds no feature of the type Exon, intron: its types "
                                                  "(column 3) are exon"}));
    EXPECT_EQ(file_error("t.gff3", feature("gene", 1, 5) + feature("CDS", 2, 3), ":exon=5"),
              "t.gff3: holds no feature of the type exon: its types (column 3) are CDS, gene");
    EXPECT_EQ(file_error("t.gff3", "##gff-version 3\n", ":exon=5"),
              "t.gff3: holds no feature: check that it is the file you mean");
    std::string many;
    for (char const type : std::string_view{"abcdefghijk"})
        many += feature({&type, 1}, 1, 2);
    EXPECT_EQ(file_error("t.gff3", many, ":exon=5"),
              "t.gff3: holds no feature of the type exon: its types (column 3) are a, b, c, d, e, f, g, h, ...");
}

TEST_F(gff3_track, bad_lines)
{
    auto const error_of = [&](std::string_view bytes) { return file_error("t.gff3", bytes, ":exon=5"); };
    EXPECT_EQ(error_of("chr1\tmade\texon\t2\t3\n"),
              "t.gff3:1: 5 columns, GFF3 has 9, separated by tabs: check the line");
    EXPECT_EQ(error_of("chr1 made exon 2 3 . + . ID=a\n"),
              "t.gff3:1: 1 columns, GFF3 has 9, separated by tabs: check the line");
    EXPECT_EQ(error_of("##gff-version 3\nchr1\tm\tgene\tx\t3\t.\t+\t.\tI\n"),
              "t.gff3:2: start 'x' is no whole number: write a position in letters");
    EXPECT_EQ(error_of("chr1\tm\texon\t2\t.\t.\t+\t.\tI\n"),
              "t.gff3:1: end '.' is no whole number: write a position in letters");
    EXPECT_EQ(error_of("chr1\tm\texon\t5\t4\t.\t+\t.\tI\n"),
              "t.gff3:1: start 5 is above end 4: write the smaller one first");
    EXPECT_EQ(error_of("chr1\tm\texon\t0\t4\t.\t+\t.\tI\n"),
              "t.gff3:1: start 0: GFF3 counts letters from 1: check the coordinates");
}

TEST_F(gff3_track, coordinates_beyond_the_record)
{
    std::string const file = feature("gene", 1, 90) + feature("exon", 2, 8) + feature("exon", 4, 9);
    for (std::string_view const types : {":exon=5", ":exon^=5"}) {
        gap_spec spec = open_file("t.gff3", file, types);
        EXPECT_EQ(without_folder(test::message_of<input_error>(
                      [&] { (void)spec.limits_for(record("chr1", 8), strand::forward); })),
                  "t.gff3:3: end 9 is beyond record chr1, which has 8 letters: check the coordinates and the sequence "
                  "file (a circular record needs Is_circular=true on its landmark, the feature from 1 to its end)");
    }
}
