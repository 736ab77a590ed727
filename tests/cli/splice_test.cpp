// SPDX-License-Identifier: BSD-3-Clause
/// `vglcs splice` from the outside: formats, inputs of all kinds, the same bytes from threads, and refusals.
#include "cli.hpp"

#include "gzip.hpp"
#include "made_transcripts.hpp"

#include <gmock/gmock.h>

#include <sstream>

using namespace vglcs::test;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

namespace {

/// A genome of 12,000 letters with three genes, and reads of them: r0..r5, of either strand, with few errors.
class splice_cli : public cli_test
{
protected:
    splice_cli()
    {
        std::mt19937 random{11};
        std::string genome = data_letters("lambda.fa").substr(0, 12'000);
        for (std::uint64_t k = 0; k < 3; ++k)
            genes_.push_back(plant_gene(genome, 500 + k * 3500, {}, k == 1, random));
        for (std::size_t k = 0; k < 6; ++k) {
            std::string read = transcript_of(genome, genes_[k % 3]);
            if (k >= 3)
                read = turned(with_errors(read, 0.02, random));
            reads_.append(">r").append(std::to_string(k)).append("\n").append(read).append("\n");
        }
        genome_.append(">chr1 lambda\n").append(genome).append("\n");
        write("g.fa", genome_);
        write("r.fa", reads_);
    }

    /// Lines of a result that are no header, cut at tabs.
    static std::vector<std::vector<std::string>> rows(std::string const & text)
    {
        std::vector<std::vector<std::string>> out;
        std::istringstream in{text};
        for (std::string line; std::getline(in, line);) {
            if (line.starts_with('@') || line.starts_with('#'))
                continue;
            out.emplace_back();
            std::istringstream cells{line};
            for (std::string cell; std::getline(cells, cell, '\t');)
                out.back().push_back(cell);
        }
        return out;
    }
    /// The introns of a gene as a CIGAR has them, in order.
    static std::string introns_of(made_gene const & gene)
    {
        std::string out;
        for (std::size_t k = 1; k < gene.exons.size(); ++k)
            out.append(std::to_string(gene.exons[k].first - gene.exons[k - 1].second)).append("N ");
        return out;
    }
    static std::string introns_of_cigar(std::string const & cigar)
    {
        std::string out, number;
        for (char const c : cigar)
            if (c >= '0' && c <= '9')
                number += c;
            else {
                if (c == 'N')
                    out.append(number).append("N ");
                number.clear();
            }
        return out;
    }

    std::vector<made_gene> genes_;
    std::string genome_, reads_;
};

TEST_F(splice_cli, sam_has_the_introns)
{
    cli_run const run = vglcs({"splice", "r.fa", "g.fa"});
    EXPECT_EQ(run.code, 0);
    EXPECT_EQ(run.err, "note: 6 of 6 reads aligned\n");
    EXPECT_THAT(run.out, HasSubstr("@SQ\tSN:chr1\tLN:12000\n"));
    auto const lines = rows(run.out);
    ASSERT_EQ(lines.size(), 6u);
    for (std::size_t k = 0; k < 6; ++k) {
        made_gene const & gene = genes_[k % 3];
        EXPECT_EQ(lines[k][0].substr(1), std::to_string(k));
        EXPECT_EQ(lines[k][1], gene.minus != (k >= 3) ? "16" : "0");
        EXPECT_EQ(introns_of_cigar(lines[k][5]), introns_of(gene)) << k;
        EXPECT_THAT(lines[k], Contains(gene.minus ? "XS:A:-" : "XS:A:+"));
    }
    EXPECT_EQ(vglcs({"splice", "r.fa", "g.fa", "--quiet"}).err, "");
}

TEST_F(splice_cli, every_kind_of_input_gives_the_same_bytes)
{
    auto const bed = [&](std::vector<std::string> words, std::string const & input = "") {
        words.insert(words.begin(), "splice");
        words.insert(words.end(), {"--format", "bed", "--quiet"});
        cli_run const run = vglcs(words, input);
        EXPECT_EQ(run.code, 0) << run.err;
        return run.out;
    };
    std::string const expected = bed({"r.fa", "g.fa"});
    EXPECT_EQ(rows(expected).size(), 6u);
    write("r.fa.gz", gzip(reads_));
    write("g.fa.gz", gzip(genome_));
    std::string fastq;
    std::istringstream in{reads_};
    for (std::string name, letters; std::getline(in, name) && std::getline(in, letters);)
        fastq.append("@")
            .append(name, 1)
            .append("\n")
            .append(letters)
            .append("\n+\n")
            .append(letters.size(), 'I')
            .append("\n");
    write("r.fq", fastq);
    EXPECT_EQ(bed({"r.fa.gz", "g.fa.gz"}), expected);
    EXPECT_EQ(bed({"r.fq", "g.fa"}), expected);
    EXPECT_EQ(bed({"-", "g.fa"}, reads_), expected);
    ASSERT_EQ(vglcs({"index", "g.fa", "-o", "g.vgx", "--quiet"}).code, 0);
    EXPECT_EQ(bed({"r.fa", "g.vgx"}), expected);
    for (std::string const threads : {"1", "2", "5"})
        EXPECT_EQ(bed({"r.fa", "g.fa", "-t", threads}), expected);
    EXPECT_EQ(bed({"r.fa", "g.fa", "--whole", "--intron", "20..700"}), expected);
    EXPECT_EQ(bed({"r.fa", "g.fa", "--intron", "700"}), expected);
}

TEST_F(splice_cli, formats_by_ending_and_by_name)
{
    struct expectation
    {
        std::string format, ending, start;
    };
    for (auto const & [format, ending, start] :
         {expectation{"sam", "sam", "@HD"}, expectation{"paf", "paf", "r0\t"}, expectation{"bed", "bed", "chr1\t"},
          expectation{"gff3", "gff3", "##gff-version 3\n"}, expectation{"exons", "tsv", "read\t"},
          expectation{"junctions", "tab", "chr1\t"}})
    {
        cli_run const named = vglcs({"splice", "r.fa", "g.fa", "--format", format});
        EXPECT_EQ(named.code, 0) << named.err;
        EXPECT_THAT(named.out, StartsWith(start));
        ASSERT_EQ(vglcs({"splice", "r.fa", "g.fa", "-o", "o." + ending}).code, 0);
        if (format != "sam") { // its header has the command line
            EXPECT_EQ(read("o." + ending), named.out);
        }
    }
    ASSERT_EQ(vglcs({"splice", "r.fa", "g.fa", "-o", "r.sam", "--junctions", "sj.tab"}).code, 0);
    EXPECT_EQ(read("sj.tab"), read("o.tab"));
    EXPECT_EQ(rows(read("sj.tab")).size(), 9u);
}

TEST_F(splice_cli, regions_of_other_programs)
{
    std::string const expected = vglcs({"splice", "r.fa", "g.fa", "--format", "bed"}).out;
    ASSERT_EQ(vglcs({"splice", "r.fa", "g.fa", "-o", "r.paf"}).code, 0);
    write("r.bed", expected);
    write("all.bed", "chr1\t0\t12000\n");
    for (std::string const file : {"r.paf", "r.bed", "all.bed"}) {
        cli_run const run = vglcs({"splice", "r.fa", "g.fa", "--regions", file, "--flank", "20", "--format", "bed"});
        EXPECT_EQ(run.code, 0) << run.err;
        if (file != "r.bed") { // its strands are those of transcripts
            EXPECT_EQ(run.out, expected) << file;
        }
    }
    write("one.bed", "chr1\t400\t3000\tr0\t0\t+\n");
    cli_run const one = vglcs({"splice", "r.fa", "g.fa", "--regions", "one.bed"});
    EXPECT_THAT(one.err, HasSubstr("1 of 6 reads aligned"));
    EXPECT_EQ(rows(one.out).size(), 6u); // unmapped reads have their line

    write("short.bed", "#\nchr1\t400\t500\tr0\t0\t+\n");
    cli_run const too_short = vglcs({"splice", "r.fa", "g.fa", "--regions", "short.bed", "--flank", "0"});
    EXPECT_EQ(too_short.code, 3);
    EXPECT_THAT(too_short.err, HasSubstr("short.bed:2: the region has 100 letters with its flanks, read r0 has "));
    for (auto const & [line, what] :
         {std::pair<std::string, std::string>{"chr2\t0\t100", "chr2: no record of g.fa has this name"},
          {"chr1\t0\t12001", "0..12001: chr1 has 12000 letters"},
          {"chr1\t5", "2 columns, and BED has at least 3"},
          {"chr1\t9\t5", "9..5: no region"},
          {"chr1\tx\t5", "x..5: no region"}})
    {
        write("bad.bed", std::string{line}.append("\n"));
        cli_run const run = vglcs({"splice", "r.fa", "g.fa", "--regions", "bad.bed"});
        EXPECT_EQ(run.code, 3);
        EXPECT_THAT(run.err, HasSubstr("bad.bed:1: " + what));
    }
}

TEST_F(splice_cli, reads_without_an_alignment_have_a_line)
{
    std::string none = ">short\nACGTACGTAC\n>none\n";
    none.append(60, 'N').append("\n>r\n").append(data_letters("lambda.fa"), 5000, 25).append("\n");
    write("n.fa", none);
    cli_run const run = vglcs({"splice", "n.fa", "g.fa"});
    EXPECT_EQ(run.code, 0);
    EXPECT_EQ(run.err, "note: 0 of 3 reads aligned, 2 without seeds, 1 below --min-score or without a region\n");
    auto const lines = rows(run.out);
    ASSERT_EQ(lines.size(), 3u);
    for (auto const & line : lines)
        EXPECT_EQ(line[1], "4");
    EXPECT_THAT(vglcs({"splice", "n.fa", "g.fa", "--format", "exons"}).out, HasSubstr("no seeds"));
    EXPECT_THAT(vglcs({"splice", "n.fa", "g.fa", "--min-score", "20"}).err, HasSubstr("1 of 3 reads aligned"));
}

TEST_F(splice_cli, an_annotation_allows_longer_introns)
{
    std::string gtf;
    for (auto const & [begin, end] : genes_[0].exons)
        gtf.append("1\tx\texon\t")
            .append(std::to_string(begin + 1))
            .append("\t")
            .append(std::to_string(end))
            .append("\t.\t+\t.\tgene_id \"g0\"; transcript_id \"t0\";\n");
    write("g.gtf", gtf);
    write("one.fa", reads_.substr(0, reads_.find(">r1")));
    cli_run const without = vglcs({"splice", "one.fa", "g.fa", "--intron", "20..50"});
    EXPECT_NE(introns_of_cigar(rows(without.out).at(0)[5]), introns_of(genes_[0]));
    cli_run const with =
        vglcs({"splice", "one.fa", "g.fa", "--intron", "20..50", "--genes", "g.gtf", "--rename", "1=chr1"});
    EXPECT_EQ(with.code, 0) << with.err;
    EXPECT_EQ(introns_of_cigar(rows(with.out).at(0)[5]), introns_of(genes_[0]));
    cli_run const exons =
        vglcs({"splice", "one.fa", "g.fa", "--genes", "g.gtf", "--rename", "1=chr1", "--format", "exons"});
    EXPECT_THAT(exons.out, HasSubstr("g0"));
    cli_run const names = vglcs({"splice", "one.fa", "g.fa", "--genes", "g.gtf"});
    EXPECT_EQ(names.code, 3);
    EXPECT_THAT(names.err, HasSubstr("g.gtf"));
    write("limits.tsv", "g9\t20..100\n");
    cli_run const limits =
        vglcs({"splice", "one.fa", "g.fa", "--genes", "g.gtf", "--rename", "1=chr1", "--gene-limits", "limits.tsv"});
    EXPECT_EQ(limits.code, 3);
    EXPECT_THAT(limits.err, HasSubstr("g9"));
}

TEST_F(splice_cli, resume_goes_on_where_a_run_was_killed)
{
    std::vector<std::string> const words{"splice", "r.fa", "g.fa", "-o", "r.bed", "--resume", "--quiet"};
    std::string const expected = vglcs({"splice", "r.fa", "g.fa", "--format", "bed"}).out;
    ASSERT_EQ(vglcs(words).code, 0);
    EXPECT_EQ(read("r.bed"), expected);
    EXPECT_FALSE(exists("r.bed.journal"));
    // a journal of other options is not taken
    write("r.bed.journal", "vglcs batch journal 3 0000\n");
    cli_run const other = vglcs(words);
    EXPECT_EQ(other.code, 3);
    EXPECT_THAT(other.err, HasSubstr("journal of a run with other inputs or options"));
}

TEST_F(splice_cli, refusals)
{
    struct refusal
    {
        std::vector<std::string> words;
        int code;
        std::string what;
    };
    write("p.fa", ">p\nMKVLAAGHEWRRPLMKVLAAGHEWRRPL\n");
    write("bad.fa", ">r\nACGT!\n");
    for (refusal const & r : std::initializer_list<refusal>{
             {{"--preset", "mouse"}, 2, "--preset mouse: no such preset: use plant, fly or human"},
             {{"--intron", "500..100"}, 2, "--intron 500..100: the smallest is above the largest"},
             {{"--intron", "2..100"}, 2, "--intron 2..100: gaps of up to 3 letters are no introns"},
             {{"--intron", "x"}, 2, "--intron x: no limit"},
             {{"--format", "json"}, 2, "--format json: no such format"},
             {{"-o", "r.bam"}, 2, "-o r.bam: splice writes no bam"},
             {{"-o", "g.fa"}, 2, "g.fa"},
             {{"--whole", "--regions", "r.bed"}, 2, "--whole and --regions"},
             {{"--seed", "5"}, 2, "--seed 5: use 8 to 1000"},
             {{"--whole", "--seed", "12"}, 2, "--seed"},
             {{"--loci", "0"}, 2, "--loci 0"},
             {{"--secondary", "2"}, 2, "--secondary 2"},
             {{"--min-score", "0"}, 2, "--min-score 0"},
             {{"--rename", "a=b"}, 2, "--rename: names of an annotation: give --genes FILE"},
             {{"--gene-limits", "x"}, 2, "--gene-limits"},
             {{"--resume"}, 2, "--resume: needs an output file"},
             {{"--resume", "-o", "x.tab"}, 2, "--resume: a table of junctions"},
             {{"--junctions", "x.tab", "-o", "y.tab"}, 2, "--junctions"},
             {{"--junctions", "x.sam", "-o", "x.sam"}, 2, "names the same file"},
             {{"--rg", "@RG\\tID:a", "--format", "bed"}, 2, "--rg"},
             {{"--genes", "none.gtf"}, 3, "none.gtf"},
             {{"--regions", "none.bed"}, 3, "none.bed"},
             {{"--max-memory", "16K"}, 4, ""}})
    {
        std::vector<std::string> words{"splice", "r.fa", "g.fa"};
        words.insert(words.end(), r.words.begin(), r.words.end());
        cli_run const run = vglcs(words);
        EXPECT_EQ(run.code, r.code) << r.what << run.err;
        EXPECT_THAT(run.err, HasSubstr(r.what));
        EXPECT_EQ(run.out, "");
    }
    EXPECT_EQ(vglcs({"splice", "r.fa", "p.fa"}).code, 2);
    EXPECT_EQ(vglcs({"splice", "bad.fa", "g.fa"}).code, 3);
    EXPECT_EQ(vglcs({"splice", "none.fa", "g.fa"}).code, 3);
    EXPECT_EQ(vglcs({"splice", "-", "-"}).code, 2);
    EXPECT_EQ(read("g.fa"), genome_);
}

} // namespace
