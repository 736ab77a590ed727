// SPDX-License-Identifier: BSD-3-Clause
/// vglcs report: what a page holds, what is left out, and what is refused. The page itself is driven in a browser by
/// tests/browser/report_test.py.
#include "cli.hpp"

#include "gzip.hpp"
#include "made_letters.hpp"

#include <gmock/gmock.h>

#include <regex>

using namespace vglcs::test;
using testing::HasSubstr;
using testing::Not;

namespace {

struct report : cli_test
{
    report()
    {
        std::string const letters = made_letters(400, 3);
        write("a.fa",
              ">q1\n" + letters.substr(20, 150) + letters.substr(175, 200) + "\n>q2\n" + made_letters(60, 9) + "\n");
        write("b.fa", ">t1\n" + letters + "\n>t2\n" + letters.substr(0, 90) + "\n");
    }

    void make(std::string const & name, std::vector<std::string> more = {}) const
    {
        std::vector<std::string> words{"align", "a.fa", "b.fa", "--gaps", "6", "-o", name};
        words.insert(words.end(), more.begin(), more.end());
        ASSERT_EQ(vglcs(words).code, 0);
    }
    /// The JSON that the page's script reads.
    [[nodiscard]] std::string contents(std::string const & name) const
    {
        std::string const page = read(name), mark = "id=\"contents\">";
        std::size_t const at = page.find(mark) + mark.size();
        return page.substr(at, page.find("</script>", at) - at);
    }
    void expect_refused(std::vector<std::string> const & words, int code, std::string const & message) const
    {
        cli_run const r = vglcs(words);
        EXPECT_EQ(r.code, code) << r.err;
        EXPECT_THAT(r.err, HasSubstr(message));
        EXPECT_FALSE(exists("r.html"));
        EXPECT_EQ(r.out, "");
    }
};

} // namespace

TEST_F(report, every_format_that_has_chains_gives_the_same_picture)
{
    std::string first;
    for (std::string const format : {"paf", "sam", "tsv", "json", "pairs"}) {
        make("r." + format, {"--format", format});
        cli_run const r = vglcs({"report", "r." + format, "a.fa", "b.fa", "--gaps", "6", "-o", "r.html"});
        EXPECT_EQ(r.code, 0) << r.err;
        EXPECT_EQ(r.err, "");
        std::string const page = read("r.html");
        std::smatch runs;
        std::string const json = contents("r.html");
        ASSERT_TRUE(std::regex_search(json, runs, std::regex{"\"runs\":([0-9]+)"}));
        std::smatch data;
        ASSERT_TRUE(std::regex_search(page, data, std::regex{"id=\"data-" + runs[1].str() + "\">([A-Za-z0-9+/=]+)<"}));
        if (first.empty())
            first = data[1];
        EXPECT_EQ(data[1], first) << format;
    }
}

TEST_F(report, pages_ask_for_nothing_and_are_the_same_bytes_each_time)
{
    make("r.json");
    for (std::string const name : {"x.html", "y.html"})
        ASSERT_EQ(vglcs({"report", "r.json", "a.fa", "b.fa", "--gaps", "6", "-o", name}).code, 0);
    std::string const page = read("x.html");
    EXPECT_EQ(page, read("y.html"));
    EXPECT_EQ(page, vglcs({"report", "r.json", "a.fa", "b.fa", "--gaps", "6"}).out);
    EXPECT_THAT(page, HasSubstr("content=\"default-src 'none'; script-src 'sha256-"));
    std::string without_names = std::regex_replace(page, std::regex{"http://www.w3.org/2000/svg|url\\(#"}, "");
    EXPECT_THAT(without_names, Not(HasSubstr("http:")));
    EXPECT_THAT(without_names, Not(HasSubstr("https:")));
    EXPECT_THAT(without_names, Not(HasSubstr("url(")));
    // beside the data there is room for 200 kB
    make("empty.tsv", {"--task", "length"});
    ASSERT_EQ(vglcs({"report", "empty.tsv", "-o", "z.html"}).code, 0);
    EXPECT_LT(read("z.html").size(), 200'000u);
}

TEST_F(report, results_that_do_not_fit_their_sequences_are_refused)
{
    make("r.json");
    make("r.paf");
    write("other.fa", ">q1\n" + made_letters(350, 5) + "\n>q2\n" + made_letters(60, 9) + "\n");
    expect_refused({"report", "r.json", "other.fa", "b.fa", "-o", "r.html"}, 6, "SHA-256");
    expect_refused({"report", "r.paf", "other.fa", "b.fa", "-o", "r.html"}, 6, "r.paf:1: q1 with t1: ");
    expect_refused({"report", "r.json", "a.fa", "b.fa", "--gaps", "1", "-o", "r.html"}, 6, "r.json:1: q1 with t1: ");
    expect_refused({"report", "r.paf", "a.fa", "b.fa", "--gaps", "7", "-o", "r.html"}, 6, "limits");
    expect_refused({"report", "r.json", "b.fa", "a.fa", "-o", "r.html"}, 6, "query");
    EXPECT_EQ(vglcs({"report", "r.json", "a.fa", "b.fa", "-o", "r.html"}).code, 0); // limits are not asked for
}

TEST_F(report, rows_that_contradict_themselves_are_refused_without_sequences_too)
{
    make("r.json");
    std::string const row = read("r.json");
    std::size_t const at = row.find("\"chain\":[[") + 10;
    std::string const first = row.substr(at, row.find(']', at) - at);
    std::string changed = row;
    changed.replace(at, first.size(), "300,300");
    write("x.json", changed);
    expect_refused({"report", "x.json", "-o", "r.html"}, 6, "x.json:1: q1 with t1: ");
    make("r.paf");
    std::string const paf = read("r.paf");
    write("x.paf",
          std::regex_replace(paf, std::regex{"vl:i:[0-9]+"}, "vl:i:3", std::regex_constants::format_first_only));
    expect_refused({"report", "x.paf", "-o", "r.html"}, 6, "x.paf:1: q1 with t1: ");
}

TEST_F(report, wrong_command_lines)
{
    make("r.json");
    expect_refused({"report", "r.json", "a.fa", "-o", "r.html"}, 2, "A is given without B");
    expect_refused({"report", "r.json", "--gaps", "5", "-o", "r.html"}, 2, "limits and prices need the sequences");
    expect_refused({"report", "r.json", "a.fa", "b.fa", "--gaps", "-5", "-o", "r.html"}, 2, "--gaps");
    expect_refused({"report", "r.json", "a.fa", "b.fa", "--track-b", "x.txt", "-o", "r.html"}, 2, ".gff3");
    expect_refused({"report", "r.json", "a.fa", "b.fa", "-o", "r.json"}, 2, "r.json");
    expect_refused({"report", "a.fa", "-o", "r.html"}, 3, "a.fa:1: ");
    expect_refused({"report", "none.json", "-o", "r.html"}, 3, "none.json");
    write("bad.bed", "t1\t5\tx\n");
    expect_refused({"report", "r.json", "a.fa", "b.fa", "--track-b", "bad.bed", "-o", "r.html"}, 3,
                   "bad.bed:1: 'x' is no number");
}

TEST_F(report, a_pair_without_chain_says_how_to_get_one)
{
    write("one.fa", ">q1\nACGTACGT\n");
    ASSERT_EQ(vglcs({"align", "one.fa", "one.fa", "--task", "length", "-o", "r.tsv"}).code, 0);
    expect_refused({"report", "r.tsv", "-o", "r.html"}, 2, "--task alignment");
    write("empty.tsv", read("r.tsv").substr(0, read("r.tsv").find('\n') + 1));
    expect_refused({"report", "empty.tsv", "-o", "r.html"}, 2, "no pair in it");
}

TEST_F(report, what_is_left_out_is_counted)
{
    ASSERT_EQ(vglcs({"batch", "a.fa", "b.fa", "--gaps", "6", "-o", "r.tsv"}).code, 0);
    write("t.bed", "t1\t5\t9\tx\nt1\t6\t9\ty\nt9\t1\t2\tz\n");
    cli_run const r = vglcs({"report", "r.tsv", "a.fa", "b.fa", "--track-b", "t.bed", "--most-rows", "3", "--most-runs",
                             "5", "--most-letters", "10", "--most-features", "1", "-o", "r.html"});
    EXPECT_EQ(r.code, 0);
    for (std::string const note : {"the first 3 of 4 rows are shown", " chains are left out: --most-runs is 5",
                                   "the first 1 of 2 features are shown"})
    {
        EXPECT_THAT(r.err, HasSubstr("warning: "));
        EXPECT_THAT(r.err, HasSubstr(note));
        EXPECT_THAT(contents("r.html"), HasSubstr(note));
    }
    ASSERT_EQ(vglcs({"report", "r.tsv", "a.fa", "b.fa", "--most-letters", "10", "-o", "r.html"}).code, 0);
    EXPECT_THAT(contents("r.html"), HasSubstr("the letters of 2 of 2 queries are left out"));
    EXPECT_EQ(vglcs({"report", "r.tsv", "a.fa", "b.fa", "--most-rows", "3", "--quiet", "-o", "r.html"}).err, "");
}

TEST_F(report, packed_results_and_tracks)
{
    make("r.json.gz");
    write("t.gff3",
          "##gff-version 3\nt1\t.\texon\t3\t9\t.\t+\t.\tID=e1;Name=first\nt1\t.\tgene\t1\t99\t.\t+\t.\tID=g\n");
    write("t.gtf.gz", gzip("t1\tx\texon\t3\t9\t.\t-\t.\tgene_id \"g7\"; transcript_id \"tx\";\n"));
    cli_run const r =
        vglcs({"report", "r.json.gz", "a.fa", "b.fa", "--track-b", "t.gff3", "--track-b", "t.gtf.gz", "-o", "r.html"});
    EXPECT_EQ(r.code, 0) << r.err;
    std::string const json = contents("r.html");
    EXPECT_THAT(json, HasSubstr("[\"b\",0,2,9,\"+\",\"exon\",\"first\"]"));
    EXPECT_THAT(json, HasSubstr("[\"b\",0,0,99,\"+\",\"gene\",\"g\"]"));
    EXPECT_THAT(json, HasSubstr("[\"b\",0,2,9,\"-\",\"exon\",\"tx\"]"));
}

TEST_F(report, blocks_and_what_is_wrong_with_them)
{
    write("in.tsv", "query\ttarget\tx\ty\nq\tt\t1\t1\nq\tt\t5\t5\nq\tt\t9\t2\n");
    ASSERT_EQ(vglcs({"chain", "in.tsv", "--gaps-x", "5", "--gaps-y", "5", "-o", "c.tsv", "--quiet"}).code, 0);
    ASSERT_EQ(vglcs({"report", "c.tsv", "-o", "c.html"}).code, 0);
    EXPECT_THAT(contents("c.html"), HasSubstr("\"kind\":\"blocks\""));
    EXPECT_EQ(read("c.html"), vglcs({"report", "c.tsv", "--as", "blocks"}).out);
    cli_run const few = vglcs({"report", "c.tsv", "--most-anchors", "2", "-o", "c.html"});
    EXPECT_EQ(few.err, "warning: the first 2 of 3 anchors are shown: --most-anchors\n");
    EXPECT_THAT(contents("c.html"), HasSubstr("the first 2 of 3 anchors are shown"));

    expect_refused({"report", "c.tsv", "a.fa", "b.fa", "-o", "r.html"}, 2, "without sequences and tracks");
    expect_refused({"report", "c.tsv", "--gaps", "3", "-o", "r.html"}, 2, "without limits and prices");
    expect_refused({"report", "c.tsv", "--as", "pairs", "-o", "r.html"}, 3, "c.tsv:1: ");
    expect_refused({"report", "in.tsv", "--as", "blocks", "-o", "r.html"}, 3, "not the header of `vglcs chain`");
    expect_refused({"report", "c.tsv", "--as", "circles", "-o", "r.html"}, 2, "--as circles: no such report");
    for (std::string const format : {"json", "paf"}) { // what holds no reasons is not drawn
        ASSERT_EQ(vglcs({"chain", "in.tsv", "--format", format, "-o", "c." + format, "--quiet"}).code, 0);
        expect_refused({"report", "c." + format, "-o", "r.html"}, 3, "give its --format tsv or --format blocks");
    }
    write("short.tsv", read("c.tsv") + "q\tt\t1\n");
    expect_refused({"report", "short.tsv", "-o", "r.html"}, 3, "short.tsv:5: 3 columns under a header of 8");
    write("word.tsv", read("c.tsv") + "q\tt\tone\t2\t1\t1\tin\t.\n");
    expect_refused({"report", "word.tsv", "-o", "r.html"}, 3, "word.tsv:5: 'one' is no number");
    write("large.tsv", read("c.tsv") + "q\tt\t9007199254740993\t2\t1\t1\tin\t.\n");
    expect_refused({"report", "large.tsv", "-o", "r.html"}, 3, "large.tsv:5: 9007199254740993 is beyond 2^53");
    write("none.tsv", read("c.tsv").substr(0, read("c.tsv").find('\n') + 1));
    expect_refused({"report", "none.tsv", "-o", "r.html"}, 2, "no anchor in it");
}

TEST_F(report, curves_and_what_is_wrong_with_them)
{
    ASSERT_EQ(vglcs({"sweep", "a.fa", "b.fa", "--sweep", "gaps=0..4", "--quiet", "-o", "s.tsv"}).code, 0);
    ASSERT_EQ(vglcs({"report", "s.tsv", "-o", "s.html"}).code, 0);
    EXPECT_THAT(contents("s.html"), HasSubstr("\"kind\":\"curves\""));
    EXPECT_THAT(contents("s.html"), HasSubstr("\"title\":\"2 curves\""));
    EXPECT_THAT(vglcs({"report", "s.tsv", "--most-rows", "3", "-o", "s.html"}).err,
                HasSubstr("the first 3 of 10 rows are shown"));
    expect_refused({"report", "s.tsv", "a.fa", "b.fa", "-o", "r.html"}, 2, "without sequences and tracks");
    write("word.tsv", read("s.tsv") + "q\tt\tgaps\t5\t+\tmany\t1\t0\n");
    expect_refused({"report", "word.tsv", "-o", "r.html"}, 3, "word.tsv:12: 'many' is no number");
    write("strand.tsv", read("s.tsv") + "q\tt\tgaps\t5\t*\t1\t1\t0\n");
    expect_refused({"report", "strand.tsv", "-o", "r.html"}, 3, "strand.tsv:12: '*' is no strand");
    expect_refused({"report", "a.fa", "--as", "curves", "-o", "r.html"}, 3, "not the header of `vglcs sweep`");
}

TEST_F(report, spliced_alignments_and_what_is_wrong_with_them)
{
    std::string const head = "@HD\tVN:1.6\n@SQ\tSN:t1\tLN:400\n";
    std::string const row = "r1\t0\tt1\t11\t60\t20M100N30M\t*\t0\t0\t*\t*\tXS:A:+\n";
    write("s.sam", head + row);
    ASSERT_EQ(vglcs({"report", "s.sam", "a.fa", "b.fa", "-o", "s.html"}).code, 0);
    EXPECT_THAT(contents("s.html"), HasSubstr("\"kind\":\"spliced\""));
    EXPECT_THAT(contents("s.html"), HasSubstr("\"sites\":[[0,30,130,\""));
    // the same as PAF; rows of spliced reads are told from pairs by their type
    write("s.paf", "r1\t50\t0\t50\t+\tt1\t400\t10\t160\t50\t50\t60\ttp:A:P\tts:A:+\tvl:i:50\tcg:Z:20=100N30=\n");
    write("typed.sam", head + row.substr(0, row.size() - 1) + "\ttp:A:P\tvl:i:50\n");
    for (std::string const name : {"s.paf", "typed.sam"}) {
        ASSERT_EQ(vglcs({"report", name, "a.fa", "b.fa", "-o", "p.html"}).code, 0);
        EXPECT_EQ(read("p.html"), read("s.html")) << name;
    }
    write("s.sam.gz", gzip(head + row));
    ASSERT_EQ(vglcs({"report", "s.sam.gz", "a.fa", "b.fa", "-o", "z.html"}).code, 0);
    EXPECT_EQ(read("s.html"), read("z.html"));
    expect_refused({"report", "s.sam", "a.fa", "b.fa", "--gaps", "3", "-o", "r.html"}, 2, "without limits and prices");
    expect_refused({"report", "s.sam", "a.fa", "b.fa", "--track-a", "x.bed", "-o", "r.html"}, 2, "--track-a");
    expect_refused({"report", "s.sam", "b.fa", "a.fa", "-o", "r.html"}, 6, "a.fa has no record t1");
    write("long.sam", "@SQ\tSN:t1\tLN:401\n" + row);
    expect_refused({"report", "long.sam", "a.fa", "b.fa", "-o", "r.html"}, 6,
                   "@SQ t1 has 401 letters, but b.fa has 400");
    write("far.sam", head + "r1\t0\tt1\t390\t60\t20M\t*\t0\t0\t*\t*\n");
    expect_refused({"report", "far.sam", "a.fa", "b.fa", "-o", "r.html"}, 6, "reaches letter 409 of t1");
    write("cigar.sam", head + row + "r2\t0\tt1\t11\t60\t20M1\t*\t0\t0\t*\t*\n");
    expect_refused({"report", "cigar.sam", "-o", "r.html"}, 3, "cigar.sam:4: '20M1' is no cigar");
    write("wide.sam", head + row + "r2\t0\tt1\t11\t60\t20M99999999999999999999N1M\t*\t0\t0\t*\t*\n");
    expect_refused({"report", "wide.sam", "-o", "r.html"}, 3, "wide.sam:4: the cigar reaches beyond 2^53");
    write("bad.paf", "r1\t50\t0\t50\t+\tt1\t400\t10\t161\t50\t50\t60\ttp:A:P\tcg:Z:20=100N30=\n");
    expect_refused({"report", "bad.paf", "-o", "r.html"}, 3, "bad.paf:1: the cigar does not end where the row does");
    write("bad.bed", "t1\t10\t60\tr\t0\t+\t10\t60\t0\t2\t20,20\t0,15\n");
    expect_refused({"report", "bad.bed", "-o", "r.html"}, 3, "bad.bed:1: blocks overlap");
    write("none.sam", head + "r1\t4\t*\t0\t0\t*\t*\t0\t0\t*\t*\n");
    expect_refused({"report", "none.sam", "--as", "spliced", "-o", "r.html"}, 2, "no alignment in it");
}

TEST_F(report, results_from_standard_input)
{
    make("r.json");
    EXPECT_EQ(vglcs({"report", "-", "a.fa", "b.fa"}, read("r.json")).out,
              vglcs({"report", "r.json", "a.fa", "b.fa"}).out);
    cli_run const both = vglcs({"report", "-", "-", "b.fa"}, read("r.json"));
    EXPECT_EQ(both.code, 2);
    EXPECT_THAT(both.err, HasSubstr("both - (standard input)"));
}

TEST_F(report, names_cannot_leave_their_text)
{
    write("a.fa", ">\"></script><script>alert(1)</script>\nACGTACGT\n");
    write("b.fa", ">\xff\\x\nACGTACGT\n");
    ASSERT_EQ(vglcs({"align", "a.fa", "b.fa", "-o", "r.json"}).code, 0);
    ASSERT_EQ(vglcs({"report", "r.json", "a.fa", "b.fa", "-o", "r.html"}).code, 0);
    EXPECT_THAT(read("r.html"), Not(HasSubstr("<script>alert")));
    EXPECT_THAT(contents("r.html"), HasSubstr("\\u003cscript\\u003ealert(1)"));
    EXPECT_THAT(contents("r.html"), HasSubstr("\\u005cxFF\\u005cx5Cx")); // the bytes as json has them
}
