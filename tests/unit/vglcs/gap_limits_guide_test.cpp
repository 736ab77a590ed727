// SPDX-License-Identifier: BSD-3-Clause
/// The examples of docs/guide/gap-limits.md, and its real job.
#include "gap_spec_fixture.hpp"

#include <vglcs/io/sequence_reader.hpp>

#include <fstream>
#include <sstream>

using namespace vglcs;
using test::limits;

namespace {

using gap_limits_guide = test::gap_spec_fixture;

sequence first_record(std::string const & path)
{
    sequence_reader reader{path};
    sequence out;
    EXPECT_TRUE(reader.next(out));
    return out;
}

} // namespace

TEST_F(gap_limits_guide, letters)
{
    EXPECT_EQ(open("letter:A=3,C=1,*=2").limits_for({.name = "r", .letters = "ACGTA"}, strand::forward),
              limits("3 1 2 2 3"));
}

TEST_F(gap_limits_guide, sites)
{
    EXPECT_EQ(open("after:AG=50000,at:GT=x,*=2").limits_for({.name = "r", .letters = "AAGCTGTA"}, strand::forward),
              limits("2 2 2 50000 2 x 2 2"));
}

TEST_F(gap_limits_guide, limits_by_the_letters_of_the_other_sequence)
{
    EXPECT_EQ(open("at:GATA=15..19,*=0").limits_for({.name = "boxes", .letters = "TTGACGATA"}, strand::forward),
              limits("0 0 0 0 0 15..19 0 0 0"));
    EXPECT_EQ(open("at:GATA=15..19,at:GTCAA=15..19,*=0")
                  .limits_for({.name = "boxes", .letters = "TTGACGATA"}, strand::reverse),
              limits("0 0 0 0 15..19 0 0 0 0"));
}

TEST_F(gap_limits_guide, several_specs)
{
    std::string const bed = folder.write("exons.bed", "r\t1\t3\n");
    gap_spec spec{std::vector<std::string>{"2", bed + ":50"}, options};
    EXPECT_EQ(spec.limits_for(record("r", 5), strand::forward), limits("2 50 50 2 2"));
}

TEST_F(gap_limits_guide, qualities)
{
    sequence const read = first_record(folder.write("reads.fq", "@read1\nACGT\n+\n!\"I5\n"));
    EXPECT_EQ(open("qual").limits_for(read, strand::forward), limits("0 1 40 20"));
}

TEST_F(gap_limits_guide, bedgraph)
{
    EXPECT_EQ(open_file("limits.bedgraph", "chr1    0    3    5\nchr1    3    4    2..7\nchr1    4    5    x\n")
                  .limits_for(record("chr1", 6), strand::forward),
              limits("5 5 5 2..7 x inf"));
}

TEST_F(gap_limits_guide, gff3)
{
    gap_spec spec =
        open_file("genes.gff3", "chr1\t.\texon\t2\t4\t.\t+\t.\tID=e1\nchr1\t.\texon\t6\t7\t.\t-\t.\tID=e2\n",
                  ":exon=5,exon^=900");
    EXPECT_EQ(spec.limits_for(record("chr1", 8), strand::forward), limits("inf 900 5 5 inf 900 5 inf"));
    EXPECT_EQ(spec.limits_for(record("chr1", 8), strand::reverse).reversed(), limits("inf 5 5 900 inf 5 900 inf"));
    // a circular record
    gap_spec plasmid = open_file("p.gff3",
                                 "p1\t.\tregion\t1\t12\t.\t.\t.\tID=p;Is_circular=true\n"
                                 "p1\t.\tgene\t11\t15\t.\t+\t.\tID=g1\n",
                                 ":gene^=1,gene$=2");
    EXPECT_EQ(plasmid.limits_for(record("p1", 12), strand::forward),
              limits("inf inf inf 2 inf inf inf inf inf inf 1 inf"));
    EXPECT_EQ(plasmid.limits_for(record("p1", 12), strand::reverse).reversed(),
              limits("inf inf 1 inf inf inf inf inf inf 2 inf inf"));
}

TEST_F(gap_limits_guide, gaps)
{
    EXPECT_EQ(open_file("a.gaps", ">chr1\n5x3 2..7 x inf\n").limits_for(record("chr1", 6), strand::forward),
              limits("5 5 5 2..7 x inf"));
    EXPECT_EQ(open_file("a.gaps", ">chr1\n2..7x3 xx10\n").limits_for(record("chr1", 13), strand::forward),
              limits("2..7 2..7 2..7 x x x x x x x x x x"));
}

TEST_F(gap_limits_guide, exons_of_a_thaliana)
{
    std::string const track = VGLCS_DATA "/A_thaliana_BAC_U89959_exons.gff3";
    sequence const bac = first_record(VGLCS_DATA "/A_thaliana_BAC_U89959.fa");
    options.otherwise = {.blocked = true};

    // the annotation calls the record by a part of its name only
    gap_spec unnamed = open(track + ":exon=2,exon^=5000");
    (void)unnamed.limits_for(bac, strand::forward);
    EXPECT_EQ(test::message_of<input_error>([&] { unnamed.finish(); }),
              track +
                  ":5: 1877523 is no record of the sequence file, which begins with gi|1877523|gb|U89959.1|: nothing "
                  "of the track applies: name the record by --rename '1877523=gi|1877523|gb|U89959.1|'");

    options.rename = {{"1877523", "gi|1877523|gb|U89959.1|"}};
    gap_spec spec = open(track + ":exon=2,exon^=5000");
    gap_limits forward{bac.size(), options.otherwise}, reverse = forward;
    std::vector<std::pair<std::size_t, std::size_t>> exons;
    std::ifstream lines{track};
    for (std::string line; std::getline(lines, line);) {
        std::istringstream columns{line};
        std::string name, source, more, type;
        std::size_t start = 0, end = 0;
        // the source column has a blank in it ("gt csa")
        if (columns >> name >> source >> more >> type >> start >> end && type == "exon")
            exons.emplace_back(start - 1, end);
    }
    ASSERT_EQ(exons.size(), 202u);
    for (auto const & [first, last] : exons) {
        forward.set(first, last, {.hi = 2});
        reverse.set(first, last, {.hi = 2});
    }
    for (auto const & [first, last] : exons) {
        forward.set(first, {.hi = 5000});
        reverse.set(last - 1, {.hi = 5000});
    }
    EXPECT_TRUE(spec.limits_for(bac, strand::forward) == forward);
    EXPECT_TRUE(spec.limits_for(bac, strand::reverse) == reverse.reversed());
    spec.finish();
    EXPECT_TRUE(warnings.empty());
}
