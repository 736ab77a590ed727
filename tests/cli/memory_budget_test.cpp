// SPDX-License-Identifier: BSD-3-Clause
/// Files that were made to take more memory than there is: small ones that unpack to much. Each run stays within
/// --max-memory and what the program itself takes, and ends with exit code 4 and the place.
#include "cli.hpp"

#include "gzip.hpp"
#include "tsv_text.hpp"

using namespace vglcs::test;

namespace {

constexpr std::uint64_t budget = 64'000'000, program = 48'000'000;

struct memory_budget : cli_test
{
    memory_budget() { write("a.fa", ">a\nACGT\n"); }

    /// `head`, then `unit` until there are `megabytes` of it, then `tail`, as gzip.
    void write_bomb(std::string const & name, std::string const & head, std::string const & unit,
                    std::string const & tail, std::size_t megabytes = 200) const
    {
        std::string part;
        while (part.size() < 1'000'000)
            part += unit;
        std::string const packed = gzip(part); // members follow each other: each part is packed once
        std::ofstream file{path(name), std::ios::binary};
        file << gzip(head);
        for (std::size_t k = 0; k < megabytes; ++k)
            file << packed;
        file << gzip(tail);
    }
    void expect_refused(texts const & arguments, std::string const & place) const
    {
        std::vector<std::string> all = arguments;
        all.insert(all.end(), {"--max-memory", std::to_string(budget), "-o", "out"});
        cli_run const r = vglcs(all);
        EXPECT_EQ(r.code, 4) << place << ' ' << r.err;
        EXPECT_TRUE(r.err.starts_with(place)) << r.err;
        EXPECT_NE(r.err.find("more memory than is left for reading"), std::string::npos) << r.err;
        EXPECT_LT(r.peak_bytes, budget + program) << place;
        EXPECT_FALSE(exists("out"));
    }
};

} // namespace

TEST_F(memory_budget, of_sequences)
{
    write_bomb("letters.fa.gz", ">a\n", "ACGTACGTAC", "\n");
    write_bomb("lines.fa.gz", ">a\n", "ACGTACGTAC\n", "\n");
    write_bomb("name.fa.gz", ">", "name", "\nACGT\n");
    write_bomb("letters.fq.gz", "@a\n", "ACGT", "\n+\n");
    for (std::string const name : {"letters.fa.gz", "lines.fa.gz", "name.fa.gz", "letters.fq.gz"}) {
        expect_refused({"align", name, "a.fa"}, name + ":1: this record ");
        expect_refused({"align", "a.fa", name, "--format", "sam"}, name + ":1: this record ");
        expect_refused({"batch", "a.fa", name}, name + ":1: this record ");
        expect_refused({"gaps", name, "3"}, name + ":1: this record ");
        expect_refused({"index", name}, name + ":1: this record ");
    }
    write_bomb("many.fa.gz", ">a\nA\n", ">b\nACGT\n", "");
    expect_refused({"batch", "a.fa", "many.fa.gz"}, "many.fa.gz:");
    expect_refused({"align", "many.fa.gz", "many.fa.gz", "--format", "sam"}, "many.fa.gz:");
}

TEST_F(memory_budget, of_comments_and_blank_lines_is_not_touched)
{
    write_bomb("comment.fa.gz", ";", "comment", "\n>a\nACGT\n", 100);
    write_bomb("blank.fa.gz", "\n", "\n", "\n>a\nACGT\n", 100);
    write_bomb("title.fa.gz", ">a ", "title ", "\nACGT\n", 100);
    for (std::string const name : {"comment.fa.gz", "blank.fa.gz", "title.fa.gz"}) {
        cli_run const r = vglcs({"align", name, "a.fa", "--max-memory", std::to_string(budget), "--format", "tsv"});
        EXPECT_EQ(r.code, 0) << r.err;
        EXPECT_LT(r.peak_bytes, program) << name;
    }
}

TEST_F(memory_budget, of_tracks)
{
    write_bomb("line.bedgraph.gz", "a\t0\t", "1", "\t3\n");
    write_bomb("names.bedgraph.gz", "a\t0\t1\t3\n", "b\t0\t1\t3\nc\t0\t1\t3\n", "");
    write_bomb("words.gaps.gz", ">a\n", "1 2 ", "\n");
    write_bomb("word.gaps.gz", ">a\n", "12", "\n");
    write_bomb("header.gaps.gz", ">a", "name", "\n");
    write_bomb("pieces.bed.gz", "", "a\t0\t1\nb\t0\t1\n", "");
    write_bomb("bases.gff3.gz", "", "a\t.\texon\t1\t2\t.\t+\t.\t.\n", "");
    for (auto const & [name, spec] : std::vector<std::pair<std::string, std::string>>{{"line.bedgraph.gz", ""},
                                                                                      {"names.bedgraph.gz", ""},
                                                                                      {"words.gaps.gz", ""},
                                                                                      {"word.gaps.gz", ""},
                                                                                      {"header.gaps.gz", ""},
                                                                                      {"pieces.bed.gz", ":3"},
                                                                                      {"bases.gff3.gz", ":exon^=3"}})
    {
        expect_refused({"gaps", "a.fa", name + spec}, name + ":");
        expect_refused({"align", "a.fa", "a.fa", "--gaps-b", name + spec}, name + ":");
    }
}

TEST_F(memory_budget, of_texts_and_places)
{
    write_bomb("many.fa.gz", "", ">b\nA\n", "");
    write_bomb("line.tsv.gz", "0\t", "0", "\n");
    for (texts const & command : std::vector<texts>{{"index", "many.fa.gz"},
                                                    {"search", "many.fa.gz", "a.fa"},
                                                    {"lce", "a.fa", "line.tsv.gz", "--second", "many.fa.gz"},
                                                    {"lce", "a.fa", "line.tsv.gz"}})
    {
        texts all = command;
        all.insert(all.end(), {"--max-memory", std::to_string(budget), "-o", "out"});
        cli_run const r = vglcs(all);
        EXPECT_EQ(r.code, 4) << command[0] << ": " << r.err;
        EXPECT_NE(r.err.find("raise --max-memory"), r.err.npos) << r.err;
        EXPECT_LT(r.peak_bytes, budget + program) << command[0] << command[1];
        EXPECT_FALSE(exists("out"));
    }
    // places and patterns that are long and many, each of them allowed
    write_bomb("long.tsv.gz", "", std::string(900'000, '0') + "\t" + std::string(99'000, '0') + "1\n", "", 60);
    cli_run const places = vglcs({"lce", "a.fa", "long.tsv.gz", "--max-memory", std::to_string(budget), "-o", "out"});
    EXPECT_EQ(places.code, 0) << places.err;
    EXPECT_LT(places.peak_bytes, budget + program);
    write_bomb("patterns.fa.gz", "", ">p\n" + std::string(999'990, 'C') + "\n", "", 100);
    cli_run const patterns = vglcs({"search", "a.fa", "patterns.fa.gz", "--max-memory", std::to_string(budget)});
    EXPECT_EQ(patterns.code, 0) << patterns.err;
    EXPECT_LT(patterns.peak_bytes, budget + program);
}

TEST_F(memory_budget, of_occurrences)
{
    write("long.fa", ">t\n" + std::string(1'000'000, 'A') + "\n");
    write("text.fa", ">t\n" + std::string(100'000, 'A') + "\n");
    // one pattern's occurrences do not fit; those of several fit one after the other
    write("one.fa", ">p\nA\n");
    std::string several;
    for (int k = 0; k < 12; ++k)
        several += ">p" + std::to_string(k) + "\n" + std::string(20, 'A') + "\n";
    write("several.fa", several);
    cli_run const none = vglcs({"search", "long.fa", "one.fa", "--max-memory", "64M", "-o", "out"});
    EXPECT_EQ(none.code, 4) << none.err;
    EXPECT_NE(none.err.find("occurrences"), none.err.npos) << none.err;
    EXPECT_LT(none.peak_bytes, budget + program);
    EXPECT_FALSE(exists("out"));
    cli_run const all = vglcs({"search", "text.fa", "several.fa", "--max-memory", "64M", "-o", "out"});
    EXPECT_EQ(all.code, 0) << all.err;
    EXPECT_EQ(std::ranges::count(read("out"), '\n'), 12 * 99'981);
    EXPECT_LT(all.peak_bytes, budget + program);
}

TEST_F(memory_budget, of_results)
{
    std::string const row = "a\ta\t+\t1\t4\t4\t0\t1\t0\t1\t1.0000\t";
    std::string const header = vglcs({"align", "a.fa", "a.fa", "--format", "tsv"}).out;
    std::string const pairs = vglcs({"align", "a.fa", "a.fa", "--format", "pairs"}).out;
    std::string const json = vglcs({"align", "a.fa", "a.fa", "--format", "json"}).out;
    write_bomb("cigar.tsv.gz", header.substr(0, header.find('\n') + 1) + row, "1=1X", "\n");
    write_bomb("line.paf.gz", "a\t4\t0\t4\t+\ta\t4\t0\t4\t4\t4\t255\t", "x", "\n");
    write_bomb("rows.pairs.gz", pairs.substr(0, pairs.find('\n') + 1) + "a\ta\t+\t1\t1\tA\t1\t1\n",
               "a\ta\t+\t9\t9\tA\t1\t1\na\ta\t+\t7\t8\tA\t1\t1\n", "");
    write_bomb("chain.json.gz", json.substr(0, json.find("[[") + 1), "[1,1],[3,2],",
               "[1,1]" + json.substr(json.find("]]") + 1));
    write_bomb("deep.json.gz", R"({"schema":)", "[", "\n");
    write_bomb("keys.json.gz", R"({"schema":"x")", R"(,"k":1)", "}\n");
    for (std::string const name :
         {"cigar.tsv.gz", "line.paf.gz", "rows.pairs.gz", "chain.json.gz", "deep.json.gz", "keys.json.gz"})
        expect_refused({"verify", name, "a.fa", "a.fa"}, name + ":");
}
