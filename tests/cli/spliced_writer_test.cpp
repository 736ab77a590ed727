// SPDX-License-Identifier: BSD-3-Clause
/// What `vglcs splice` writes in each of its formats, what verify says of it, and annotation that does not fit.
#include "cli.hpp"

#include "gzip.hpp"
#include "made_letters.hpp"
#include "tsv_text.hpp"

#include <gmock/gmock.h>

using namespace vglcs::test;
using namespace testing;

namespace {

std::string reverse_complement_of(std::string text)
{
    std::ranges::reverse(text);
    std::ranges::transform(text, text.begin(), [](char c) {
        return c == 'A' ? 'T' : c == 'C' ? 'G' : c == 'G' ? 'C' : 'A';
    });
    return text;
}

/// A gene of three exons at 200 of chr1; chr2 has a gene of two exons on its - strand.
struct spliced_output : cli_test
{
    std::string const e1 = made_letters(90, 1), e2 = made_letters(60, 2), e3 = made_letters(80, 3),
                      f1 = made_letters(100, 4), f2 = made_letters(70, 5);
    spliced_output()
    {
        auto const intron = [](std::uint32_t seed) { return "GTAAGT" + made_letters(100 + seed, seed) + "TTTCAG"; };
        std::string const chr1 = made_letters(200, 10) + e1 + intron(11) + e2 + intron(12) + e3 + made_letters(300, 13);
        std::string const chr2 =
            made_letters(400, 20) + reverse_complement_of(f1 + intron(21) + f2) + made_letters(200, 22);
        write("g.fa", ">chr1 first\n" + wrapped(chr1, 60) + ">chr2\n" + wrapped(chr2, 60));
        std::string changed = e1 + e2 + e3;
        changed[30] = changed[30] == 'A' ? 'C' : 'A';
        write("r.fa", ">q1\n" + e1 + e2 + e3 + "\n>q2\n" + reverse_complement_of(changed) + "\n>q3\n" + f1 + f2 +
                          "\n>q4\n" + made_letters(200, 99) + "\n");
        write("genes.gtf", exon(201, 290, "a", "x1") + exon(414, 473, "a", "x2") + exon(598, 677, "a", "x3"));
    }
    static std::string exon(int first, int last, std::string const & transcript, std::string const & id)
    {
        return "chr1\tme\texon\t" + std::to_string(first) + '\t' + std::to_string(last) +
               "\t.\t+\t.\tgene_id \"g\"; transcript_id \"" + transcript + "\"; exon_id \"" + id + "\";\n";
    }
    [[nodiscard]] cli_run splice(texts const & more) const
    {
        texts words{"splice", "r.fa", "g.fa", "--quiet"};
        words.insert(words.end(), more.begin(), more.end());
        return vglcs(words);
    }
    [[nodiscard]] cli_run verify(std::string const & result, texts const & more = {}) const
    {
        texts words{"verify", result, "r.fa", "g.fa", "--quiet", "--splice"};
        words.insert(words.end(), more.begin(), more.end());
        return vglcs(words);
    }
};

std::vector<std::string> lines_of(std::string const & text)
{
    std::vector<std::string> out;
    for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
        out.push_back(text.substr(at, text.find('\n', at) - at));
    return out;
}

} // namespace

TEST_F(spliced_output, every_format_by_its_ending)
{
    ASSERT_EQ(splice({"-o", "x.sam", "--junctions", "x.tab"}).code, 0);
    auto const sam = lines_of(read("x.sam"));
    ASSERT_EQ(sam.size(), 8u) << read("x.sam");
    EXPECT_THAT(sam[4], AllOf(StartsWith("q1\t0\tchr1\t201\t"), HasSubstr("\t90=123N60=124N80=\t"),
                              HasSubstr("\tts:A:+\tXS:A:+\t")));
    EXPECT_THAT(sam[5], AllOf(StartsWith("q2\t16\tchr1\t201\t"), HasSubstr("\tts:A:-\tXS:A:+\t")));
    EXPECT_THAT(sam[6], AllOf(StartsWith("q3\t16\tchr2\t401\t"), HasSubstr("\tts:A:+\tXS:A:-\t")));
    EXPECT_THAT(sam[7], AllOf(StartsWith("q4\t4\t*\t0\t0\t*\t"), HasSubstr("\trs:Z:no seeds")));
    EXPECT_EQ(read("x.tab"), "chr1\t291\t413\t1\t1\t0\t2\t0\t60\nchr1\t474\t597\t1\t1\t0\t2\t0\t60\n"
                             "chr2\t471\t603\t2\t2\t0\t1\t0\t70\n")
        << "overhangs are of the shorter side";
    ASSERT_EQ(splice({"-o", "x.bed"}).code, 0);
    EXPECT_THAT(read("x.bed"), HasSubstr("\tq3\t60\t-\t400\t400\t0\t2\t70,100,\t0,203,\n"));
    ASSERT_EQ(splice({"-o", "x.gff"}).code, 0);
    EXPECT_THAT(read("x.gff"), AllOf(StartsWith("##gff-version 3\n"), HasSubstr("Target=q3 101 170 +\n")));
    ASSERT_EQ(splice({"-o", "x.paf.gz"}).code, 0);
    EXPECT_THAT(unpacked_file(path("x.paf.gz").string()), HasSubstr("cg:Z:90=123N60=124N80=\n"));
    ASSERT_EQ(splice({"-o", "y.tab"}).code, 0);
    EXPECT_EQ(read("y.tab"), read("x.tab"));
    for (std::string const result : {"x.sam", "x.paf.gz"}) {
        cli_run const r = verify(result);
        EXPECT_EQ(r.code, 0) << r.err;
        EXPECT_EQ(r.out, "3 pairs checked, 0 wrong\n");
    }
}

TEST_F(spliced_output, verify_finds_a_changed_row)
{
    ASSERT_EQ(splice({"-o", "x.sam"}).code, 0);
    std::string text = read("x.sam");
    text.replace(text.find("123N60="), 7, "124N60=");
    write("x.sam", text);
    cli_run const r = verify("x.sam");
    EXPECT_EQ(r.code, 6);
    EXPECT_THAT(r.err, HasSubstr("q1 with chr1: "));
}

/// SAM counts equal codes as a difference, since they may stand for different letters.
TEST_F(spliced_output, codes_are_differences)
{
    std::string genome = read("g.fa");
    genome.at(genome.find(e1.substr(52, 7))) = 'R'; // in one line of the file
    write("g.fa", genome);
    std::string letters = e1 + e2 + e3;
    letters[52] = 'R';
    write("r.fa", ">q\n" + letters + "\n");
    ASSERT_EQ(splice({"-o", "x.sam"}).code, 0);
    EXPECT_THAT(read("x.sam"), AllOf(HasSubstr("\t52=1X37=123N"), HasSubstr("\tNM:i:1\t")));
    cli_run const r = verify("x.sam");
    EXPECT_EQ(r.code, 0) << r.err;
}

TEST_F(spliced_output, verify_knows_the_annotation)
{
    texts const genes{"--genes", "genes.gtf"};
    ASSERT_EQ(splice({"-o", "x.sam", "--genes", "genes.gtf"}).code, 0);
    EXPECT_EQ(verify("x.sam", genes).code, 0);
    EXPECT_EQ(verify("x.sam").code, 6) << "its introns are cheaper";
    EXPECT_EQ(verify("x.sam", {"--genes", "genes.gtf", "--intron", "20..30"}).code, 6) << "chr2 has none that is known";
}

/// An intron that lands where the annotation has a long one, and is another one.
TEST_F(spliced_output, verify_wants_long_introns_to_be_those_of_the_annotation)
{
    std::string chr = made_letters(20'000, 31);
    for (std::size_t const at : {1000u, 1100u})
        chr.replace(at, 2, "GT");
    chr.replace(11'998, 2, "AG");
    write("g.fa", ">chr1\n" + chr + "\n");
    write("genes.gtf", exon(901, 1000, "a", "x1") + exon(12'001, 12'100, "a", "x2"));
    auto const row = [&](int begin) {
        std::string const letters = chr.substr(static_cast<std::size_t>(begin) - 50, 50) + chr.substr(12'000, 50);
        write("r.fa", ">q\n" + letters + "\n");
        write("x.sam",
              "@SQ\tSN:chr1\tLN:20000\nq\t0\tchr1\t" + std::to_string(begin - 49) +
                  "\t60\t50=" + std::to_string(12'000 - begin) + "N50=\t*\t0\t0\t" + letters +
                  "\t*\tNM:i:0\tAS:i:" + std::string{begin == 1000 ? "192" : "188"} + // a begin that the gene has not
                  "\tvl:i:100\tvj:i:1\ttp:A:P\tts:A:+\tXS:A:+\tri:Z:1,1\n");
        return verify("x.sam", {"--genes", "genes.gtf"});
    };
    EXPECT_EQ(row(1000).code, 0) << row(1000).err;
    cli_run const other = row(1100);
    EXPECT_EQ(other.code, 6);
    EXPECT_THAT(other.err, HasSubstr("the intron 1100-12000 has 10900 letters, more than 5000, and is not the "
                                     "annotation's"));
    write("limits.tsv", "g\t20..20000\n");
    EXPECT_EQ(verify("x.sam", {"--genes", "genes.gtf", "--gene-limits", "limits.tsv"}).code, 0);
}

TEST_F(spliced_output, verify_has_options_of_splice_for_its_results_alone)
{
    ASSERT_EQ(splice({"-o", "x.sam"}).code, 0);
    EXPECT_EQ(verify("x.sam", {"--gaps", "3"}).code, 2);
    EXPECT_EQ(verify("x.sam", {"--skip", "1"}).code, 2);
    EXPECT_EQ(verify("x.sam", {"--gene-limits", "genes.gtf"}).code, 2);
    EXPECT_EQ(verify("x.sam", {"--genes", "genes.gtf", "--full"}).code, 2);
    EXPECT_EQ(verify("x.sam", {"--preset", "whale"}).code, 2);
    EXPECT_EQ(vglcs({"verify", "x.sam", "r.fa", "g.fa", "--intron", "20..30"}).code, 2);
    EXPECT_EQ(vglcs({"verify", "x.sam", "r.fa", "g.fa"}).code, 6) << "without prices";
}

TEST_F(spliced_output, exons_of_the_annotation)
{
    cli_run const r = splice({"--genes", "genes.gtf", "--format", "exons"});
    ASSERT_EQ(r.code, 0) << r.err;
    auto const rows = lines_of(r.out);
    ASSERT_EQ(rows.size(), 5u) << r.out;
    EXPECT_THAT(rows[0], StartsWith("read\tread_record\tkind\t"));
    EXPECT_THAT(rows[1],
                HasSubstr("\tg\ta\tx1,x2,x3\t.\t200-290,413-473,597-677\t290-413,473-597\tGT-AG,GT-AG\t1,1\t"));
    EXPECT_THAT(rows[3], HasSubstr("\t.\t.\t.,.\t.\t"));
    EXPECT_THAT(rows[4], AllOf(StartsWith("q4\t4\tnone\t"), EndsWith("\tno seeds")));
    write("genes.gtf", exon(201, 290, "a", "x1") + exon(350, 360, "a", "small") + exon(414, 473, "a", "x2") +
                           exon(598, 677, "a", "x3"));
    EXPECT_THAT(splice({"--genes", "genes.gtf", "--format", "exons"}).out, HasSubstr("\tx1,x2,x3\tsmall\t"));
}

TEST_F(spliced_output, annotation_that_does_not_fit)
{
    write("other.gtf", "1\tme\texon\t1\t9\t.\t+\t.\tgene_id \"g\"; transcript_id \"t\";\n");
    cli_run const names = splice({"--genes", "other.gtf", "-o", "x.sam"});
    EXPECT_EQ(names.code, 3);
    EXPECT_THAT(names.err, AllOf(HasSubstr("other.gtf:1: 1 is no record of the genome, which begins with chr1"),
                                 HasSubstr("--rename '1=chr1'")));
    EXPECT_FALSE(exists("x.sam"));
    EXPECT_EQ(splice({"--genes", "other.gtf", "--rename", "1=chr1", "-o", "x.sam"}).code, 0);
    write("far.bed", "chr2\t0\t90000\tt\t0\t+\t0\t0\t0\t1\t90000\t0\n");
    cli_run const far = splice({"--genes", "far.bed"});
    EXPECT_EQ(far.code, 3);
    EXPECT_THAT(far.err, HasSubstr("far.bed:1: end 90000 is beyond record chr2"));
    write("limits.tsv", "h\t20..90\n");
    cli_run const limits = splice({"--genes", "genes.gtf", "--gene-limits", "limits.tsv"});
    EXPECT_EQ(limits.code, 3);
    EXPECT_THAT(limits.err, HasSubstr("limits.tsv:1: h is no gene of genes.gtf"));
    EXPECT_EQ(splice({"--genes", "nosuch.gtf"}).code, 3);
}

TEST_F(spliced_output, names_that_sam_cannot_hold)
{
    write("r.fa", ">" + std::string(300, 'n') + "\n" + e1 + e2 + e3 + "\n");
    cli_run const r = splice({"-o", "x.sam"});
    EXPECT_EQ(r.code, 3);
    EXPECT_THAT(r.err, AllOf(HasSubstr("read record 1"), HasSubstr("use --format paf, bed or gff3")));
    EXPECT_EQ(splice({"-o", "x.paf"}).code, 0);
}
