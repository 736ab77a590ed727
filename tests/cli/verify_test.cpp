// SPDX-License-Identifier: BSD-3-Clause
/// verify: 0 for what align and batch wrote, 6 with the place of the fault for what was changed since.
#include "cli.hpp"

#include "gzip.hpp"
#include "made_letters.hpp"
#include "tsv_text.hpp"

using namespace vglcs::test;

namespace {

struct verify : cli_test
{
    verify()
    {
        std::string const first = made_letters(60, 1), second = made_letters(50, 2);
        write("a.fa", ">q1\n" + first + "\n>q2\n" + second + "\n");
        write("b.fa", ">t1\n" + without_every(9, first) + "\n>t2\n" + without_every(5, second) + "\n");
    }
    void write_result(std::string const & format) const
    {
        cli_run const r = vglcs({"align", "a.fa", "b.fa", "--gaps", "3", "--format", format, "-o", "result"});
        ASSERT_EQ(r.code, 0) << r.err;
    }
    [[nodiscard]] cli_run check(texts const & more = {"--gaps", "3"}) const
    {
        texts arguments{"verify", "result", "a.fa", "b.fa"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return vglcs(arguments);
    }
    /// Replaces the first `from` behind the first `after` of a file.
    void change(std::string const & file, std::string const & after, std::string const & from,
                std::string const & to) const
    {
        std::string text = read(file);
        auto const begin = text.find(after);
        ASSERT_NE(begin, std::string::npos) << after;
        auto const at = text.find(from, begin + after.size());
        ASSERT_NE(at, std::string::npos) << from;
        write(file, text.replace(at, from.size(), to));
    }
    /// One of two pairs is wrong.
    void expect_fault(cli_run const & r, std::string const & what) const
    {
        EXPECT_EQ(r.code, 6) << what;
        EXPECT_EQ(r.out, "2 pairs checked, 1 wrong\n");
        EXPECT_TRUE(r.err.starts_with("result:")) << r.err;
        EXPECT_EQ(std::ranges::count(r.err, '\n'), 1) << r.err;
        EXPECT_NE(r.err.find(what), std::string::npos) << r.err;
    }
};

texts const formats{"paf", "sam", "tsv", "pairs", "json"};

} // namespace

TEST_F(verify, accepts_every_format_plain_and_gzip)
{
    for (std::string const & format : formats) {
        write_result(format);
        for (texts const & more : {texts{"--gaps", "3"}, {"--gaps", "3", "--full"}}) {
            cli_run const r = check(more);
            EXPECT_EQ(r.code, 0) << format << ": " << r.err;
            EXPECT_EQ(r.out, "2 pairs checked, 0 wrong\n");
            EXPECT_EQ(r.err, "");
        }
        write("result", gzip(read("result")));
        EXPECT_EQ(check().code, 0) << format;
    }
}

TEST_F(verify, accepts_both_strands_and_lengths_alone)
{
    for (std::string const strand : {"-", "both"})
        for (std::string const & format : formats) {
            ASSERT_EQ(vglcs({"batch", "a.fa", "b.fa", "--strand", strand, "--gaps", "3", "--format", format, "-o",
                             "result", "--quiet"})
                          .code,
                      0);
            cli_run const r = check({"--gaps", "3", "--strand", strand, "--full"});
            EXPECT_EQ(r.code, 0) << r.err;
            EXPECT_EQ(r.out, "4 pairs checked, 0 wrong\n");
        }
    ASSERT_EQ(vglcs({"align", "a.fa", "b.fa", "--task", "length", "--format", "tsv", "-o", "result"}).code, 0);
    cli_run const r = check({"--full"});
    EXPECT_EQ(r.code, 0) << r.err;
    change("result", "q2\tt2\t+\t", "40", "39");
    EXPECT_EQ(check({}).code, 0); // a length alone can only be recomputed
    EXPECT_EQ(check({"--full"}).code, 6);
}

TEST_F(verify, finds_a_changed_letter_of_the_input)
{
    std::string const good = read("b.fa");
    for (std::string const & format : formats) {
        write("b.fa", good);
        write_result(format);
        std::string bad = good;
        char & letter = bad[good.rfind('\n') - 10];
        letter = letter == 'N' ? 'A' : 'N'; // matches nothing any more
        write("b.fa", bad);
        EXPECT_EQ(check().code, 6) << format;
        expect_fault(check(), "q2 with t2: ");
    }
}

TEST_F(verify, finds_other_limits)
{
    for (std::string const format : {"paf", "sam", "json"}) { // these state the limits' digest
        write_result(format);
        cli_run const r = check({"--gaps", "4"});
        EXPECT_EQ(r.code, 6) << format;
        EXPECT_EQ(r.out, "2 pairs checked, 2 wrong\n");
        EXPECT_NE(r.err.find("the limits have the digest "), std::string::npos) << r.err;
    }
    for (std::string const format : {"tsv", "pairs"}) { // of these the chain is checked against the limits
        write_result(format);
        EXPECT_EQ(check({"--gaps", "4"}).code, 0) << format;
        cli_run const r = check({"--gaps", "0"});
        EXPECT_EQ(r.code, 6) << format;
        EXPECT_EQ(r.out, "2 pairs checked, 2 wrong\n") << format;
    }
}

TEST_F(verify, finds_wrong_counts)
{
    write_result("tsv");
    change("result", "q2\tt2\t+\t", "40", "41");
    expect_fault(check(), "result:3: q2 with t2: ");
    write_result("paf");
    change("result", "q2\t", "vl:i:40", "vl:i:41");
    expect_fault(check(), "result:2: q2 with t2: ");
    write_result("sam");
    change("result", "\nq2\t", "NM:i:", "NM:i:1");
    expect_fault(check(), "q2 with t2: NM is ");
    write_result("json");
    change("result", "\"query\":\"q2\"", "\"length\":40", "\"length\":41");
    expect_fault(check(), "result:2: q2 with t2: ");
    write_result("pairs");
    std::string const rows = read("result");
    write("result", rows.substr(0, rows.rfind('\n', rows.size() - 2) + 1)); // the last pair is gone: still a chain
    EXPECT_EQ(check().code, 0);
    expect_fault(check({"--gaps", "3", "--full"}), "finds length 40, stated is 39");
}

TEST_F(verify, refuses_files_that_are_no_results_and_damaged_ones)
{
    write("result", "once upon a time\n");
    cli_run const text = check();
    EXPECT_EQ(text.code, 3);
    EXPECT_EQ(text.out, "");
    EXPECT_TRUE(text.err.starts_with("result")) << text.err;
    write_result("tsv");
    std::string const rows = read("result");
    write("result", rows.substr(0, rows.size() - 20));
    EXPECT_EQ(check().code, 3);
    std::string const packed = gzip(rows);
    write("result", packed.substr(0, packed.size() - 8));
    EXPECT_EQ(check().code, 3);
    cli_run const missing = vglcs({"verify", "nosuch.paf", "a.fa", "b.fa"});
    EXPECT_EQ(missing.code, 3);
    EXPECT_EQ(missing.err, "nosuch.paf: no such file: check the name and the folder\n");
}

TEST_F(verify, says_that_a_result_holds_no_pair)
{
    write("empty.paf", "");
    cli_run const r = vglcs({"verify", "empty.paf", "a.fa", "b.fa"});
    EXPECT_EQ(r.code, 0); // a paf of pairs without a common letter is empty
    EXPECT_EQ(r.out, "0 pairs checked, 0 wrong\n");
    EXPECT_NE(r.err.find("warning: empty.paf: no pair in it"), std::string::npos) << r.err;
}

TEST_F(verify, reads_the_result_from_standard_input)
{
    write_result("json");
    cli_run const r = vglcs({"verify", "-", "a.fa", "b.fa", "--gaps", "3"}, read("result"));
    EXPECT_EQ(r.code, 0) << r.err;
    EXPECT_EQ(r.out, "2 pairs checked, 0 wrong\n");
    cli_run const twice = vglcs({"verify", "-", "-", "b.fa"});
    EXPECT_EQ(twice.code, 2);
    EXPECT_EQ(twice.err, "RESULT and a sequence file are both - (standard input): give a file for one of them\n");
}

TEST_F(verify, refuses_other_parameters_than_those_of_the_run)
{
    write_result("json");
    EXPECT_EQ(check().code, 0);
    cli_run const letters = check({"--gaps", "3", "--alphabet", "raw"});
    EXPECT_EQ(letters.code, 6);
    EXPECT_NE(letters.err.find("the run read the letters as dna, here they are read as raw: use --alphabet dna\n"),
              std::string::npos)
        << letters.err;
    EXPECT_EQ(check({"--gaps", "3", "--strand", "both"}).code, 0); // each row says its strand
    cli_run const strands = check({"--gaps", "3", "--strand", "both", "--full"});
    EXPECT_EQ(strands.code, 6);
    EXPECT_NE(strands.err.find("the run had --strand +, this one has --strand both\n"), std::string::npos);
}

TEST_F(verify, solves_pairs_without_a_chain_on_the_strand_of_the_run)
{
    write("left.fa", ">l\nTTTT\n"); // reads AAAA on -, and the other has none
    write("right.fa", ">r\nTGTG\n");
    write("left.gff3", "l\t.\texon\t1\t3\t.\t+\t.\t.\n");
    for (std::string const limits : {"3", "left.gff3:exon=1,exon^=9"}) // the second differ from strand to strand
        for (std::string const format : {"tsv", "json"})
            for (std::string const strand : {"-", "+"}) {
                ASSERT_EQ(vglcs({"align", "left.fa", "right.fa", "--gaps-a", limits, "--strand", strand, "--format",
                                 format, "-o", "result"})
                              .code,
                          0);
                for (bool const full : {false, true}) {
                    texts words{"verify", "result", "left.fa", "right.fa", "--gaps-a", limits, "--strand", strand};
                    if (full)
                        words.emplace_back("--full");
                    cli_run const r = vglcs(words);
                    EXPECT_EQ(r.code, 0) << limits << ' ' << format << ' ' << strand << ": " << r.err;
                    EXPECT_EQ(r.out, "1 pair checked, 0 wrong\n");
                }
            }
    // the row of + is not what a run of - finds, and the other way round
    cli_run const other = vglcs(
        {"verify", "result", "left.fa", "right.fa", "--gaps-a", "left.gff3:exon=1,exon^=9", "--strand", "-", "--full"});
    EXPECT_EQ(other.code, 6) << other.err;
}

TEST_F(verify, pruned_pairs_carry_the_limits_of_the_strand_that_is_read)
{
    write("a.gff3", "q1\t.\texon\t1\t9\t.\t+\t.\t.\n");
    texts const limits{"--gaps-a", "a.gff3:exon=1,exon^=9", "--strand", "-"};
    texts words{"batch", "a.fa", "b.fa", "--min-length", "50", "--show-pruned", "--format", "json", "-o", "result"};
    words.insert(words.end(), limits.begin(), limits.end());
    ASSERT_EQ(vglcs(words).code, 0);
    ASSERT_NE(read("result").find("\"pruned\""), std::string::npos);
    cli_run const r = check(limits);
    EXPECT_EQ(r.code, 0) << r.err;
    texts full = limits;
    full.emplace_back("--full");
    EXPECT_EQ(check(full).code, 0);
    change("result", "\"bound\":", "4", "1"); // 4x or more letters in common became less than there are
    EXPECT_EQ(check(full).code, 6);
}

TEST_F(verify, finds_numbers_that_vglcs_never_writes)
{
    write_result("paf");
    change("result", "q2\t", "\t255\t", "\t254\t");
    expect_fault(check(), "the mapping quality is 254, not 255");
    write_result("sam");
    change("result", "\nq2\t", "\t*\t0\t0\t", "\t*\t0\t8\t");
    expect_fault(check(), "RNEXT, PNEXT and TLEN are '*', '0', '8'");
    write_result("tsv");
    change("result", "\nq2\t", "\t2\t2\tok", "\t0\t2\tok");
    expect_fault(check(), "record 0 is stated");
    write_result("paf");
    change("result", "q2\t", "vl:i:40", "vl:i:040");
    EXPECT_EQ(check().code, 3);
    write_result("sam"); // a target that no row names
    change("result", "@SQ\tSN:t1\t", "LN:", "LN:9");
    EXPECT_EQ(check().code, 6);
}

TEST_F(verify, full_says_that_a_result_is_cut_before_it_solves_anything)
{
    write_result("tsv");
    change("result", "\nq1\tt1\t+", "\t", "\t9"); // another length, which would be said first
    std::string const rows = read("result");
    write("result", rows.substr(0, rows.size() - 9));
    cli_run const r = check({"--gaps", "3", "--full"});
    EXPECT_EQ(r.code, 3);
    EXPECT_TRUE(r.err.starts_with("result:3: ")) << r.err;
    EXPECT_EQ(std::ranges::count(r.err, '\n'), 1) << r.err;
}
