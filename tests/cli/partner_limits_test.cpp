// SPDX-License-Identifier: BSD-3-Clause
/// --gaps-b-by-a and --gaps-a-by-b: limits that the letters of one file give for the other, in all that takes limits.
#include "cli.hpp"

#include "gzip.hpp"
#include "tsv_text.hpp"

using namespace vglcs::test;

namespace {

texts with(texts words, texts const & more)
{
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// Two boxes, TTGAC and GATA; a target that has them 17 letters apart, then 20 letters of its own, and on its other
/// strand 12 apart.
struct partner_limits : cli_test
{
    partner_limits()
    {
        write("q.fa", ">boxes\nTTGACGATA\n");
        std::string const filler = "CCACCTCCACCTCCACCTCCACCT";
        write("t.fa", ">t\n" + filler + "TTGAC" + filler.substr(0, 17) + "GATA" + filler.substr(0, 20) + "TATC" +
                          filler.substr(0, 12) + "GTCAA" + filler + "\n");
    }

    [[nodiscard]] std::string good(texts const & arguments) const
    {
        cli_run const r = vglcs(arguments);
        EXPECT_EQ(r.code, 0) << r.err;
        return r.out;
    }
    /// A column of the one row.
    [[nodiscard]] std::string row(std::string const & name, texts const & options) const
    {
        return column(good(with({"align", "q.fa", "t.fa", "--gaps-a", "0", "--format", "tsv", "--quiet"}, options)),
                      name)
            .at(0);
    }
    void expect_refused(texts const & arguments, int code, std::string const & message) const
    {
        cli_run const r = vglcs(arguments);
        EXPECT_EQ(r.code, code) << message;
        EXPECT_EQ(r.out, "");
        EXPECT_EQ(r.err, message);
    }
};

std::string const boxes = "at:GATA=15..19,*=0";

} // namespace

TEST_F(partner_limits, fifteen_to_nineteen_letters_between_two_boxes)
{
    EXPECT_EQ(row("length", {"--gaps-b-by-a", boxes}), "9");
    EXPECT_EQ(row("cigar", {"--gaps-b-by-a", boxes}), "5=17D4=");
    EXPECT_EQ(row("target_start", {"--gaps-b-by-a", boxes}), "24");
    EXPECT_EQ(row("target_end", {"--gaps-b-by-a", boxes}), "50");
    EXPECT_EQ(row("length", {"--gaps-b-by-a", "at:GATA=18..19,*=0"}), "5");
    EXPECT_EQ(row("length", {"--gaps-b-by-a", "at:GATA=17..17,*=0"}), "9");
    // both rules hold: the target's own limit cuts the window
    EXPECT_EQ(row("length", {"--gaps-b-by-a", boxes, "--gaps-b", "16"}), "5");
    EXPECT_EQ(row("length", {"--gaps-b-by-a", boxes, "--gaps-b", "letter:G=17,*=0"}), "9");
    EXPECT_EQ(row("length", {"--gaps-b-by-a", boxes, "--gaps-b", "letter:G=16,*=0"}), "5");
}

TEST_F(partner_limits, on_the_other_strand_the_letters_as_they_are_read)
{
    // there the query is TATCGTCAA: GTCAA begins behind the gap
    texts const twelve{"--gaps-b-by-a", "at:GATA=15..19,at:GTCAA=12..12,*=0", "--strand"};
    EXPECT_EQ(row("cigar", with(twelve, {"-"})), "4=12D5=");
    EXPECT_EQ(row("strand", with(twelve, {"both"})), "+");
    EXPECT_EQ(row("length", {"--gaps-b-by-a", "at:GATA=99,at:GTCAA=12,*=0", "--gaps-b", "12", "--strand", "both"}),
              "9");
    EXPECT_EQ(row("strand", {"--gaps-b-by-a", "at:GATA=99,at:GTCAA=12,*=0", "--gaps-b", "12", "--strand", "both"}),
              "-");
    // limits of a track stay with their letters
    write("gap.bed", "boxes\t5\t6\n");
    EXPECT_EQ(row("length", {"--gaps-b-by-a", "gap.bed:12..12", "--gap-default", "0", "--strand", "-"}), "5");
    write("gap.bed", "boxes\t4\t5\n");
    EXPECT_EQ(
        row("length", {"--gaps-b-by-a", "gap.bed:12..12", "--gap-default", "0", "--gaps-b", "inf", "--strand", "-"}),
        "9");
}

TEST_F(partner_limits, every_form_of_spec)
{
    write("l.bedgraph", "boxes\t0\t5\t0\nboxes\t5\t6\t15..19\nboxes\t6\t9\t0\n");
    write("l.gaps", ">boxes\n0x5 15..19 0x3\n");
    write("l.gaps.gz", gzip(">boxes\n0x5 15..19 0x3\n"));
    write("g.gff3", "boxes\t.\tbox\t1\t5\t.\t.\t.\t.\nboxes\t.\tbox\t6\t9\t.\t.\t.\t.\n");
    for (std::string const spec : {"l.bedgraph", "l.gaps", "l.gaps.gz", "g.gff3:box=0,box^=15..19"})
        EXPECT_EQ(row("cigar", {"--gaps-b-by-a", spec}), "5=17D4=") << spec;
    EXPECT_EQ(row("cigar", {"--gaps-b-by-a", "0", "--gaps-b-by-a", "at:GATA=15..19"}), "5=17D4=");
    // a file of other names, and letters that take no part
    write("other.gaps", ">pattern\n0x5 17 0x3\n");
    EXPECT_EQ(row("cigar", {"--gaps-b-by-a", "other.gaps", "--rename", "pattern=boxes"}), "5=17D4=");
    EXPECT_EQ(row("cigar", {"--gaps-b-by-a", "at:GATA=x,*=0"}), "5=");
    write("q.fa.gz", gzip(">boxes\nTTGACGATA\n"));
    write("t.fa.gz", gzip(read("t.fa")));
    EXPECT_EQ(column(good({"align", "q.fa.gz", "t.fa.gz", "--gaps-a", "0", "--gaps-b-by-a", boxes, "--format", "tsv"}),
                     "length"),
              texts{"9"});
    write("q.fq", "@boxes\nTTGACGATA\n+\n!!!!!2!!!\n"); // Phred 17
    EXPECT_EQ(
        column(good({"align", "q.fq", "t.fa", "--gaps-a", "0", "--gaps-b-by-a", "qual", "--format", "tsv"}), "length"),
        texts{"9"});
}

TEST_F(partner_limits, the_two_options_are_each_others_mirror)
{
    texts const mirrored{"align", "t.fa", "q.fa", "--gaps-b", "0", "--gaps-a-by-b", boxes, "--format", "tsv"};
    EXPECT_EQ(column(good(mirrored), "cigar"), texts{"5=17I4="});
    EXPECT_EQ(column(good(with(mirrored, {"--skip", "0", "--match", "2"})), "score"), texts{"18"});
    EXPECT_EQ(column(good(with(mirrored, {"--match", "3", "--skip-a", "1"})), "score"), texts{"15"}); // 27 - 17 < 15
}

TEST_F(partner_limits, beside_prices_and_jumps)
{
    EXPECT_EQ(row("score", {"--gaps-b-by-a", boxes, "--match", "5", "--skip-b", "1"}), "28");
    // a jump of 15 letters, one skipped before it and one behind it
    texts const jump{"--gaps-b", "1", "--jump", "15..15@1", "--match", "5", "--gaps-b-by-a"};
    EXPECT_EQ(row("score", with(jump, {"at:GATA=1,*=0"})), "44");
    EXPECT_LT(std::stoi(row("score", with(jump, {"at:GATA=0,*=0"}))), 44);
}

TEST_F(partner_limits, all_engines_give_the_same_bytes_or_say_why_not)
{
    std::string const expected = good({"align", "q.fa", "t.fa", "--gaps-a", "0", "--gaps-b-by-a", boxes});
    for (std::string const engine : {"reference", "peng", "ds-st", "ds-bst", "bst2", "catalan", "strip"})
        EXPECT_EQ(good({"align", "q.fa", "t.fa", "--gaps-a", "0", "--gaps-b-by-a", boxes, "--engine", engine}),
                  expected)
            << engine;
    cli_run const r = vglcs({"align", "q.fa", "t.fa", "--gaps-b-by-a", boxes, "--engine", "bitlcs"});
    EXPECT_EQ(r.code, 2);
    EXPECT_NE(r.err.find("--engine bitlcs: cannot solve this problem"), std::string::npos) << r.err;
    EXPECT_NE(r.err.find("here the other sequence's letters give limits"), std::string::npos) << r.err;
    cli_run const cuda = vglcs({"align", "q.fa", "t.fa", "--gaps-b-by-a", boxes, "--device", "cuda"});
    EXPECT_TRUE(cuda.code == 2 || cuda.code == 4) << cuda.code;
    EXPECT_EQ(cuda.out, "");
}

TEST_F(partner_limits, results_are_checked_against_them)
{
    texts const files{"q.fa", "t.fa", "--gaps-a", "0"};
    for (std::string const format : {"paf", "sam", "tsv", "pairs", "json"}) {
        std::string const result = "r." + format;
        (void)good(with({"align", "-o", result, "--gaps-b-by-a", boxes, "--format", format}, files));
        EXPECT_EQ(good(with({"verify", result, "--full", "--gaps-b-by-a", boxes}, files)), "1 pair checked, 0 wrong\n");
        cli_run const tighter = vglcs(with({"verify", result, "--gaps-b-by-a", "at:GATA=18..19,*=0"}, files));
        EXPECT_EQ(tighter.code, 6) << format;
        EXPECT_EQ(vglcs(with({"verify", result, "--full"}, files)).code, 6) << format;
    }
    cli_run const r = vglcs(with({"verify", "r.tsv", "--gaps-b-by-a", "at:GATA=18..19,*=0"}, files));
    EXPECT_NE(r.err.find("17 letters of B are skipped before position 46, allowed are 0..115, and by the letter of A "
                         "18..19"),
              std::string::npos)
        << r.err;
}

TEST_F(partner_limits, both_at_once_have_one_engine)
{
    texts const both{"q.fa", "t.fa", "--gaps-b-by-a", boxes, "--gaps-a-by-b", "letter:G=0,*=1"};
    (void)good(with({"align", "-o", "r.paf"}, both));
    EXPECT_EQ(good(with({"verify", "r.paf"}, both)), "1 pair checked, 0 wrong\n");
    expect_refused(with({"verify", "r.paf", "--full"}, both), 2,
                   "verify --full: reference is the only engine for limits that the letters of both sequences "
                   "give: leave --full out\n");
}

TEST_F(partner_limits, formats_say_that_they_held)
{
    texts const run{"align", "q.fa", "t.fa", "--gaps-a", "0"};
    std::string const json = good(with(run, {"--gaps-b-by-a", boxes, "--format", "json"}));
    EXPECT_NE(json.find("\"gaps_b\":\"inf\",\"gaps_b_by_a\":\"" + boxes + "\",\"strand\""), std::string::npos) << json;
    EXPECT_EQ(good(with(run, {"--format", "json"})).find("gaps_b_by_a"), std::string::npos);
    std::string const pretty = good(with(run, {"--gaps-b-by-a", "at:GATA=15..17,*=0", "--format", "pretty"}));
    EXPECT_NE(pretty.find(", of targets by queries at:GATA=15..17,*=0\n"), std::string::npos) << pretty;
    EXPECT_NE(
        pretty.find("limits  target: at most 17 skipped at once, before letter 47 (limit 15..17); 1 of 1 gaps use "
                    "their limit up\n"),
        std::string::npos)
        << pretty;
    // another rule, another digest; one that lets everything through is none
    auto const digest = [&](texts const & more) {
        std::string const paf = good(with(run, more));
        std::size_t const at = paf.find("gd:Z:");
        return paf.substr(at, paf.find('\t', at) - at);
    };
    EXPECT_NE(digest({"--gaps-b-by-a", boxes}), digest({"--gaps-b-by-a", "at:GATA=15..18,*=0"}));
    EXPECT_EQ(digest({"--gaps-b-by-a", "inf"}), digest({}));
    EXPECT_EQ(digest({"--gaps-b-by-a", "letter:A=3,*=3"}), digest({"--gaps-b-by-a", "3"}));
}

TEST_F(partner_limits, batches_plans_and_further_files)
{
    write("q2.fa", ">more\nTTGACGATA\n>none\nGGGGG\n");
    std::string const listed = good({"batch", "q2.fa", "t.fa", "--gaps-a", "0", "--gaps-b-by-a", boxes});
    EXPECT_EQ(column(listed, "length"), (texts{"9", "1"}));
    EXPECT_EQ(
        column(good({"batch", "q2.fa", "t.fa", "--gaps-a", "0", "--gaps-b-by-a", boxes, "--min-length", "6"}), "query"),
        texts{"more"});
    EXPECT_EQ(column(good({"batch", "q2.fa", "t.fa", "--gaps-a", "0", "--gaps-b-by-a", boxes, "--top", "1", "-t", "3"}),
                     "length"),
              (texts{"9", "1"}));
    EXPECT_EQ(column(good({"plan", "q.fa", "t.fa", "--gaps-b-by-a", boxes}), "engine"), texts{"strip"});
    EXPECT_EQ(column(good({"plan", "q.fa", "t.fa", "--gaps-a-by-b", "3"}), "engine"), texts{"strip"});
    EXPECT_EQ(column(good({"plan", "q.fa", "t.fa", "--gaps-b-by-a", boxes, "--gaps-b", "letter:A=3,*=9"}), "engine"),
              texts{"bst2"});
    EXPECT_EQ(column(good({"plan", "q.fa", "t.fa", "--gaps-b-by-a", boxes, "--gaps-a-by-b", "3"}), "engine"),
              texts{"reference"});
}

TEST_F(partner_limits, a_sweep_keeps_them)
{
    texts const sweep{"sweep", "q.fa", "t.fa", "--gaps-a", "0", "--sweep", "gaps-b=16,17"};
    EXPECT_EQ(column(good(with(sweep, {"--gaps-b-by-a", boxes})), "length"), (texts{"5", "9"}));
    EXPECT_NE(column(good(sweep), "length"), (texts{"5", "9"}));
}

TEST_F(partner_limits, mistakes_are_named)
{
    texts const run{"align", "q.fa", "t.fa"};
    cli_run const wrong = vglcs(with(run, {"--gaps-b-by-a", "three"}));
    EXPECT_EQ(wrong.code, 2);
    EXPECT_TRUE(wrong.err.starts_with("--gaps-b-by-a three: ")) << wrong.err;
    cli_run const reversed = vglcs(with(run, {"--gaps-a-by-b", "9..3"}));
    EXPECT_EQ(reversed.code, 2);
    EXPECT_NE(reversed.err.find("LO above HI"), std::string::npos) << reversed.err;
    write("short.gaps", ">boxes\n0 0 0\n");
    expect_refused(with(run, {"--gaps-b-by-a", "short.gaps"}), 3,
                   "short.gaps:1: record boxes has 3 limits here and 9 letters in the sequence file: give one "
                   "limit for each letter\n");
    write("far.bedgraph", "boxes\t0\t40\t3\n");
    expect_refused(with(run, {"--gaps-b-by-a", "far.bedgraph"}), 3,
                   "far.bedgraph:1: end 40 is beyond record boxes, which has 9 letters: check the coordinates and "
                   "the sequence file\n");
    write("wrong.bedgraph", "t\t0\t4\t3\n"); // of the other file
    EXPECT_EQ(vglcs(with(run, {"--gaps-b-by-a", "wrong.bedgraph"})).code, 3);
    EXPECT_EQ(vglcs(with(run, {"--gaps-a-by-b", "wrong.bedgraph"})).code, 0);
    EXPECT_EQ(vglcs(with(run, {"--gaps-b-by-a", "missing.bed:3"})).code, 3);
    EXPECT_EQ(vglcs(with(run, {"--gaps-b-by-a", "qual"})).code, 3);
    EXPECT_EQ(vglcs(with(run, {"--gaps-b-by-a"})).code, 2);
    expect_refused(with(run, {"--gaps-a-by-b", "3", "--explain"}), 2,
                   "--explain: limits that the letters of the other sequence give are not explained: leave "
                   "--gaps-a-by-b out\n");
    // a track is no place for the result
    write("l.gaps", ">boxes\n0x9\n");
    EXPECT_EQ(vglcs(with(run, {"--gaps-b-by-a", "l.gaps", "-o", "l.gaps"})).code, 2);
    EXPECT_EQ(read("l.gaps"), ">boxes\n0x9\n");
}
