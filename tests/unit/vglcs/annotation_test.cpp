// SPDX-License-Identifier: BSD-3-Clause
#include "gzip.hpp"
#include "temporary_folder.hpp"

#include <vglcs/annotation.hpp>
#include <vglcs/error.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

using namespace vglcs;
using namespace vglcs::test;
using namespace testing;

namespace {

struct gene_files : Test
{
    temporary_folder folder;
    std::vector<genome_record> genome{{"chr1", 1000}, {"chr2", 500}};
    std::vector<std::string> warnings;
    annotation_options options{
        .rename = {}, .limits = {}, .warn = [this](std::string const & w) { warnings.push_back(w); }};

    gene_annotation read(std::string const & text, std::string const & name = "genes")
    {
        return {folder.write(name, text), genome, options};
    }
    std::string fault(std::string const & text)
    {
        try {
            (void)read(text);
        } catch (input_error const & e) {
            std::string const what = e.what(), path = folder.path("");
            auto const at = what.find(path);
            return at == 0 ? what.substr(path.size()) : what;
        }
        return "no input_error";
    }
};

/// Two transcripts of one gene, in the three formats.
std::string const gff3 = "##gff-version 3\n"
                         "chr1\tme\tgene\t101\t700\t.\t-\t.\tID=g%201;Name=one\n"
                         "chr1\tme\tmRNA\t101\t700\t.\t-\t.\tID=t1;Parent=g%201\n"
                         "chr1\tme\texon\t101\t200\t.\t-\t.\tID=e3;Parent=t1,t2\n"
                         "chr1\tme\tCDS\t150\t200\t.\t-\t0\tID=c1;Parent=t1\n"
                         "chr1\tme\texon\t301\t306\t.\t-\t.\tID=e2;Parent=t1\n"
                         "chr1\tme\texon\t501\t700\t.\t-\t.\tID=e1;Parent=t1,t2\n"
                         "chr1\tme\tmRNA\t101\t700\t.\t-\t.\tID=t2;Parent=g%201\n"
                         "##FASTA\n>chr1\nACGT\n";
std::string const gtf =
    "chr1\tme\texon\t501\t700\t.\t-\t.\tgene_id \"g 1\"; transcript_id \"t1\"; exon_id \"e1\"; note \"a; exon_id x\";\n"
    "chr1\tme\texon\t301\t306\t.\t-\t.\tgene_id \"g 1\"; transcript_id \"t1\"; exon_id \"e2\";\n"
    "chr1\tme\texon\t101\t200\t.\t-\t.\tgene_id \"g 1\"; transcript_id \"t1\"; exon_id \"e3\";\n"
    "chr1\tme\texon\t501\t700\t.\t-\t.\tgene_id \"g 1\"; transcript_id \"t2\"; exon_id \"e1\";\n"
    "chr1\tme\texon\t101\t200\t.\t-\t.\tgene_id \"g 1\"; transcript_id \"t2\"; exon_id \"e3\";\n";
std::string const bed = "track name=x\n"
                        "chr1\t100\t700\tt1\t0\t-\t100\t700\t0\t3\t100,6,200,\t0,200,400,\n"
                        "chr1\t100\t700\tt2\t0\t-\t100\t700\t0\t2\t100,200\t0,400\n";

std::vector<std::string> exon_texts(annotated_transcript const & t)
{
    std::vector<std::string> out;
    for (annotated_exon const & e : t.exons)
        out.push_back(e.id + ":" + std::to_string(e.begin) + "-" + std::to_string(e.end));
    return out;
}

void expect_two_transcripts(gene_annotation const & a, std::size_t genes, std::vector<std::string> const & exons)
{
    ASSERT_EQ(a.genes().size(), genes);
    ASSERT_EQ(a.transcripts().size(), 2u);
    EXPECT_EQ(a.genes()[0].strand, '-');
    EXPECT_EQ(a.genes()[0].begin, 100u);
    EXPECT_EQ(a.genes()[0].end, 700u);
    EXPECT_THAT(exon_texts(a.transcripts()[a.transcripts()[0].id == "t1" ? 0 : 1]), ElementsAreArray(exons));
    EXPECT_THAT(a.introns(0), ElementsAre(annotated_intron{200, 300, '-'}, annotated_intron{200, 500, '-'},
                                          annotated_intron{306, 500, '-'}));
    EXPECT_TRUE(a.introns(1).empty());
    EXPECT_TRUE(a.introns(7).empty());
}

} // namespace

TEST_F(gene_files, three_formats_say_the_same)
{
    expect_two_transcripts(read(gff3), 1, {"e3:100-200", "e2:300-306", "e1:500-700"});
    EXPECT_EQ(read(gff3).genes()[0].id, "g 1");
    expect_two_transcripts(read(gtf), 1, {"e3:100-200", "e2:300-306", "e1:500-700"});
    EXPECT_EQ(read(gtf).genes()[0].id, "g 1");
    expect_two_transcripts(read(bed), 2, {"3:100-200", "2:300-306", "1:500-700"}); // numbers as the strand is read
    for (std::string const & text : {gff3, gtf, bed}) {
        expect_two_transcripts(read(gzip(text)), text == bed ? 2 : 1, exon_texts(read(text).transcripts()[0]));
        expect_two_transcripts(read(bgzip(text, 60)), text == bed ? 2 : 1, exon_texts(read(text).transcripts()[0]));
    }
    EXPECT_THAT(warnings, IsEmpty());
}

TEST_F(gene_files, coding_parts_are_exons_where_there_are_no_others)
{
    gene_annotation const a = read("chr1\tme\tgene\t11\t60\t.\t+\t.\tID=g\n"
                                   "chr1\tme\tCDS\t11\t30\t.\t+\t0\tID=c;Parent=g\n"
                                   "chr1\tme\tCDS\t41\t60\t.\t+\t0\tID=c;Parent=g\n");
    ASSERT_EQ(a.transcripts().size(), 1u);
    EXPECT_EQ(a.transcripts()[0].id, "g");
    EXPECT_EQ(a.genes()[0].id, "g");
    EXPECT_THAT(a.introns(0), ElementsAre(annotated_intron{30, 40, '+'}));
}

TEST_F(gene_files, look_ups)
{
    gene_annotation const a = read(gtf + "chr1\tme\texon\t651\t660\t.\t+\t.\tgene_id \"h\"; transcript_id \"u\";\n"
                                         "chr1\tme\texon\t681\t690\t.\t+\t.\tgene_id \"h\"; transcript_id \"u\";\n");
    EXPECT_TRUE(a.is_annotated(0, 200, 500));
    EXPECT_TRUE(a.is_annotated(0, 660, 680));
    EXPECT_FALSE(a.is_annotated(0, 200, 499));
    EXPECT_FALSE(a.is_annotated(1, 200, 500));
    EXPECT_FALSE(a.is_annotated(9, 200, 500));
    EXPECT_THAT(a.starts(0, 200, 306), ElementsAre(annotated_end{200, '-'}, annotated_end{306, '-'}));
    EXPECT_THAT(a.starts(0, 201, 305), IsEmpty());
    EXPECT_THAT(a.ends(0, 0, 1000),
                ElementsAre(annotated_end{300, '-'}, annotated_end{500, '-'}, annotated_end{680, '+'}));
    EXPECT_THAT(a.ends(5, 0, 1000), IsEmpty());
    EXPECT_EQ(a.longest_intron(0, 0, 200), 0u);
    EXPECT_EQ(a.longest_intron(0, 0, 201), 300u);
    EXPECT_EQ(a.longest_intron(0, 499, 500), 300u);
    EXPECT_EQ(a.longest_intron(0, 500, 660), 0u);
    EXPECT_EQ(a.longest_intron(0, 500, 661), 20u);
    EXPECT_THAT(a.genes_over(0, 0, 100), IsEmpty());
    EXPECT_THAT(a.genes_over(0, 655, 656), ElementsAre(0u, 1u));
    EXPECT_THAT(a.genes_over(0, 0, 650), ElementsAre(0u));
    EXPECT_FALSE(a.limit_over(0, 0, 1000));
}

/// Against a look at all introns, with nested ones of all lengths.
TEST_F(gene_files, longest_intron_of_random_genes)
{
    std::mt19937 random{5};
    std::string text;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> introns;
    for (int k = 0; k < 200; ++k) {
        std::uint64_t const begin = 1 + random() % 800, end = begin + 1 + random() % (k % 10 ? 30 : 190);
        introns.emplace_back(begin, end);
        text += "chr1\t" + std::to_string(begin - 1) + "\t" + std::to_string(end + 1) + "\tt" + std::to_string(k) +
                "\t0\t+\t0\t0\t0\t2\t1,1\t0," + std::to_string(end - begin + 1) + "\n";
    }
    gene_annotation const a = read(text);
    for (int k = 0; k < 500; ++k) {
        std::uint64_t const first = random() % 1000, last = first + random() % 60;
        std::uint64_t expected = 0;
        for (auto const & [begin, end] : introns)
            if (begin < last && end > first)
                expected = std::max(expected, end - begin);
        ASSERT_EQ(a.longest_intron(0, first, last), expected) << first << ' ' << last;
    }
}

TEST_F(gene_files, limits_of_genes)
{
    std::string with = gff3;
    with.replace(with.find("Name=one"), 8, "max_intron=30..400");
    EXPECT_EQ(read(with).limit_over(0, 150, 160), (intron_limit{30, 400}));
    EXPECT_FALSE(read(with).limit_over(0, 700, 1000));
    with.replace(with.find("ID=t2;"), 6, "ID=t2;max_intron=900;"); // the widest
    EXPECT_EQ(read(with).limit_over(0, 150, 160), (intron_limit{0, 900}));
    std::string other = gtf;
    other.replace(other.find("exon_id \"e1\""), 12, "max_intron 70");
    EXPECT_EQ(read(other).limit_over(0, 150, 160), (intron_limit{0, 70}));

    options.limits = folder.write("limits.tsv", gzip("#gene\tlimit\ng 1\t20..60000\n"));
    EXPECT_EQ(read(with).limit_over(0, 150, 160), (intron_limit{20, 60000})); // the table stands above attributes
    folder.write("limits.tsv", "g 1\t20..60000\ng2\t5\n");
    EXPECT_THAT(fault(with), HasSubstr("limits.tsv:2: g2 is no gene of"));
    folder.write("limits.tsv", "g 1\t20..60000\ng 1\t5\n");
    EXPECT_THAT(fault(with), StartsWith("limits.tsv:2: gene g 1 has a limit in line 1 already"));
    for (std::string const wrong : {"x", "5..2", "-1", "long", ""}) {
        folder.write("limits.tsv", "g 1\t" + wrong + "\n");
        EXPECT_THAT(fault(with), StartsWith("limits.tsv:1: ")) << wrong;
    }
    options.limits.clear();
    with.replace(with.find("max_intron=900"), 14, "max_intron=ten");
    EXPECT_EQ(fault(with), "genes:8: 'ten' is no limit of introns: write LO..HI, or N for 0..N, in letters");
}

TEST_F(gene_files, names_of_the_genome)
{
    EXPECT_THAT(fault("Chr1\t1\t9\tt\t0\t+\t1\t9\t0\t1\t8\t0\n"),
                AllOf(StartsWith("genes:1: Chr1 is no record of the genome, which begins with chr1"),
                      HasSubstr("--rename 'Chr1=chr1'")));
    options.rename = {{"Chr1", "chr1"}, {"unseen", "chr2"}};
    EXPECT_EQ(read("Chr1\t1\t9\tt\t0\t+\t1\t9\t0\t1\t8\t0\n").genes().size(), 1u);
    EXPECT_THAT(warnings, ElementsAre(HasSubstr("--rename unseen=chr2")));
    warnings.clear();
    options.rename.clear();
    EXPECT_EQ(read(gff3 + "").genes().size(), 1u);
    std::string const more = "chr3\tme\texon\t1\t9\t.\t+\t.\tgene_id \"g\"; transcript_id \"x\"\n"
                             "chr4\tme\texon\t1\t9\t.\t+\t.\tgene_id \"g\"; transcript_id \"x\"\n";
    EXPECT_EQ(read(gtf + more).genes().size(), 1u);
    EXPECT_THAT(warnings, ElementsAre(AllOf(
                              HasSubstr("genes:6: names without a record in the genome, whose lines are not used: 2"),
                              HasSubstr("(first: chr3)"))));
}

TEST_F(gene_files, what_is_said)
{
    std::string const line = "chr1\tme\texon\t1\t9\t.\t+\t.\tParent=t\n";
    gene_annotation const a =
        read(line + line + "chr1\tme\texon\t5\t12\t.\t+\t.\tParent=t\n" + "chr2\tme\texon\t1\t9\t.\t+\t.\tParent=t\n");
    EXPECT_EQ(a.transcripts().size(), 2u);
    EXPECT_THAT(exon_texts(a.transcripts()[0]), ElementsAre("1:0-12"));
    EXPECT_THAT(warnings,
                ElementsAre(HasSubstr("genes:1: exons that a transcript has twice, of which one counts: 1 (first: t)"),
                            HasSubstr("genes:1: exons of one transcript that overlap, which count as one: 1"),
                            HasSubstr("genes:4: transcripts with several places, of which each counts: 1")));
    warnings.clear();
    std::string const block = "chr1\t0\t9\tt\t0\t+\t0\t9\t0\t1\t9\t0\n";
    EXPECT_EQ(read(block + "chr1\t20\t29\tt\t0\t+\t0\t9\t0\t1\t9\t0\n").transcripts().size(), 2u);
    EXPECT_THAT(warnings, ElementsAre(HasSubstr("genes:2: transcripts with several places")));
}

TEST_F(gene_files, ends_beyond_a_record)
{
    std::string const line = "chr2\tme\texon\t491\t510\t.\t+\t.\tParent=t\n";
    EXPECT_THAT(fault(line), StartsWith("genes:1: end 510 is beyond record chr2, which has 500 letters"));
    EXPECT_EQ(read("chr2\tme\tregion\t1\t500\t.\t+\t.\tID=chr2;Is_circular=true\n" + line +
                   "chr2\tme\texon\t1\t10\t.\t+\t.\tParent=u\n")
                  .transcripts()
                  .size(),
              1u);
    EXPECT_THAT(warnings, ElementsAre(HasSubstr("transcripts across the end of a circular record")));
}

TEST_F(gene_files, damaged_lines)
{
    EXPECT_THAT(fault(""), StartsWith("genes: holds no transcript"));
    EXPECT_THAT(fault("chr1\tme\tgene\t1\t9\t.\t+\t.\tID=g\n"), StartsWith("genes: holds no transcript"));
    EXPECT_THAT(fault("chr1\tme\texon\t1\t9\n"), StartsWith("genes:1: 5 columns, GFF3 has 9"));
    EXPECT_THAT(fault("chr1\tme\texon\t0\t9\t.\t+\t.\tParent=t\n"), StartsWith("genes:1: start 0"));
    EXPECT_THAT(fault("chr1\tme\texon\t9\t1\t.\t+\t.\tParent=t\n"), StartsWith("genes:1: start 9 is above end 1"));
    EXPECT_THAT(fault("chr1\tme\texon\t1\t9\t.\t+\t.\tID=e\n"), StartsWith("genes:1: exon without Parent"));
    EXPECT_THAT(fault("chr1\tme\texon\t1\t9\t.\t+\t.\tgene_id \"g\"\n"),
                StartsWith("genes:1: exon without transcript_id"));
    EXPECT_THAT(fault("\tme\texon\t1\t9\t.\t+\t.\tParent=t\n"), StartsWith("genes:1: the record's name"));
    EXPECT_THAT(fault("chr1\tme\tmRNA\t1\t9\t.\t+\t.\tID=a;Parent=b\nchr1\tme\tgene\t1\t9\t.\t+\t.\tID=b;Parent=a\n"
                      "chr1\tme\texon\t1\t9\t.\t+\t.\tParent=a\n"),
                HasSubstr("is its own Parent"));
    EXPECT_THAT(fault("chr1\t1\t9\tt\n"), StartsWith("genes:1: 4 columns, a transcript in BED has 12"));
    auto const blocks = [&](std::string const & columns) {
        return fault("chr1\t10\t90\tt\t0\t+\t10\t90\t0\t" + columns + "\n");
    };
    EXPECT_EQ(blocks("1\t80\t0"), "no input_error");
    EXPECT_THAT(blocks("0\t0\t0"), StartsWith("genes:1: 0 blocks"));
    EXPECT_THAT(blocks("2\t80\t0"), StartsWith("genes:1: 2 blocks"));
    EXPECT_THAT(blocks("2\t20,20\t0,60,"), StartsWith("no input_error"));
    EXPECT_THAT(blocks("2\t20,20\t1,60"), StartsWith("genes:1: block 1 is 11..31"));
    EXPECT_THAT(blocks("2\t20,20\t0,50"), StartsWith("genes:1: block 2 is 60..80"));
    EXPECT_THAT(blocks("2\t20,65\t0,15"), StartsWith("genes:1: block 2 is 25..90"));
    EXPECT_THAT(blocks("1\ta\t0"), StartsWith("genes:1: block size 'a'"));
    EXPECT_THAT(blocks("1\t99999999999999999999\t0"), StartsWith("genes:1: block size"));
}

namespace {

/// An alignment whose exons cover these places.
spliced_alignment over(std::vector<std::pair<std::uint64_t, std::uint64_t>> const & exons, char strand = '-')
{
    spliced_alignment out;
    out.transcript_strand = strand;
    for (auto const & [begin, end] : exons) {
        if (!out.exons.empty())
            out.junctions.push_back({.begin = out.exons.back().target_end, .end = begin});
        out.exons.push_back({.target_begin = begin, .target_end = end});
    }
    return out;
}

std::string use_text(gene_annotation const & a, spliced_alignment const & alignment)
{
    gene_use const use = find_gene_use(a, alignment);
    std::string out = use.gene ? use.gene->id + " " + use.transcript->id : ".";
    for (annotated_exon const * const e : use.exons)
        out += " " + (e ? e->id : ".");
    for (annotated_exon const * const e : use.skipped)
        out += " -" + e->id;
    return out;
}

} // namespace

TEST_F(gene_files, which_exons_an_alignment_uses)
{
    gene_annotation const a = read(gff3 + "");
    EXPECT_EQ(use_text(a, over({{120, 200}, {300, 306}, {500, 650}})), "g 1 t1 e3 e2 e1");
    EXPECT_EQ(use_text(a, over({{120, 200}, {500, 650}})), "g 1 t2 e3 e1");
    EXPECT_EQ(use_text(a, over({{120, 190}, {500, 650}})), "g 1 t2 e3 e1"); // t1 has an exon that is skipped
    EXPECT_EQ(use_text(a, over({{120, 200}, {250, 260}, {300, 306}})), "g 1 t1 e3 . e2");
    EXPECT_EQ(use_text(a, over({{0, 90}})), ". .");
    EXPECT_EQ(use_text(a, over({{210, 290}})), ". .");
    EXPECT_EQ(use_text(a, {}), ".");
    gene_annotation const one = read(gtf.substr(0, gtf.rfind("chr1", gtf.find("t2"))));
    EXPECT_EQ(use_text(one, over({{120, 190}, {500, 650}})), "g 1 t1 e3 e1 -e2");
    EXPECT_EQ(use_text(one, over({{120, 190}, {305, 650}})), "g 1 t1 e3 e1");
    spliced_alignment elsewhere = over({{120, 200}});
    elsewhere.target = 1;
    EXPECT_EQ(use_text(a, elsewhere), ". .");
}

TEST_F(gene_files, genes_of_the_other_strand_come_last)
{
    gene_annotation const a = read("chr1\t100\t200\tforward\t0\t+\t0\t0\t0\t1\t100\t0\n"
                                   "chr1\t150\t160\tback\t0\t-\t0\t0\t0\t1\t10\t0\n");
    EXPECT_EQ(use_text(a, over({{100, 160}}, '-')), "back back 1");
    EXPECT_EQ(use_text(a, over({{100, 160}}, '.')), "forward forward 1");
    EXPECT_EQ(use_text(a, over({{100, 140}}, '-')), "forward forward 1");
}
