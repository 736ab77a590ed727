// SPDX-License-Identifier: BSD-3-Clause
/// Names that occur twice, and names and cigars that SAM cannot hold.
#include "cli.hpp"

#include "made_letters.hpp"
#include "tsv_text.hpp"

using namespace vglcs::test;

namespace {

struct names : cli_test
{
    void expect_refused(texts const & arguments, std::string const & message) const
    {
        cli_run const r = vglcs(arguments);
        EXPECT_EQ(r.code, 3);
        EXPECT_EQ(r.out, "");
        EXPECT_EQ(r.err, message + "\n");
    }
};

} // namespace

TEST_F(names, records_of_one_name_stay_apart)
{
    std::string const one = made_letters(30, 1), two = made_letters(30, 2);
    write("q.fa", ">read\n" + one + "\n>read\n" + two + "\n");
    write("t.fa", ">contig\n" + one + "\n>contig\n" + two + "\n");
    cli_run const r = vglcs({"align", "q.fa", "t.fa", "--gaps", "0", "--format", "tsv"});
    EXPECT_EQ(r.code, 0);
    EXPECT_EQ(r.out, std::string{tsv_header} +
                         "read\tcontig\t+\t30\t30\t30\t0\t30\t0\t30\t1.0000\t30=\t1\t1\tok\tNA\n" +
                         "read\tcontig\t+\t30\t30\t30\t0\t30\t0\t30\t1.0000\t30=\t2\t2\tok\tNA\n");
    write("rows.tsv", r.out);
    EXPECT_EQ(vglcs({"verify", "rows.tsv", "q.fa", "t.fa", "--gaps", "0"}).out, "2 pairs checked, 0 wrong\n");
    expect_refused({"align", "q.fa", "t.fa", "--gaps", "0", "--format", "sam"},
                   "duplicate target name contig (records 1 and 2), which SAM cannot hold: rename one, or use --format "
                   "paf, tsv or json");
    write("t.fa", ">contig\n" + one + "\n"); // names of queries may repeat
    cli_run const sam = vglcs({"batch", "q.fa", "t.fa", "--gaps", "0", "--format", "sam"});
    EXPECT_EQ(sam.code, 0);
    EXPECT_EQ(std::ranges::count(sam.out, '\n'), 5);
}

TEST_F(names, sam_takes_254_bytes_and_no_more)
{
    write("t.fa", ">t\nACGTACGT\n");
    std::string const longest(254, 'x');
    write("q.fa", ">" + longest + "\nACGTACGT\n");
    cli_run const r = vglcs({"align", "q.fa", "t.fa", "--format", "sam"});
    EXPECT_EQ(r.code, 0) << r.err;
    EXPECT_NE(r.out.find("\n" + longest + "\t0\tt\t1\t255\t8="), std::string::npos);

    write("q.fa", ">" + longest + "x\nACGTACGT\n");
    cli_run const query = vglcs({"align", "q.fa", "t.fa", "--format", "sam", "-o", "rows.sam"});
    EXPECT_EQ(query.code, 3);
    EXPECT_EQ(query.err, "query record 1 (line 1): name longer than 254 (255 bytes, '" + std::string(40, 'x') +
                             "...'), which SAM cannot hold: rename it, or use --format paf, tsv or json\n");
    EXPECT_FALSE(exists("rows.sam"));
    expect_refused({"align", "t.fa", "q.fa", "--format", "sam"},
                   "target record 1 (line 1): name longer than 254 (255 bytes, '" + std::string(40, 'x') +
                       "...'), which SAM cannot hold: rename it, or use --format paf, tsv or json");
}

TEST_F(names, sam_has_no_line_that_looks_like_a_header)
{
    write("t.fa", ">t\nACGTACGT\n");
    write("q.fa", ">@SQ\nACGTACGT\n");
    cli_run const r = vglcs({"align", "q.fa", "t.fa", "--format", "sam", "-o", "rows.sam"});
    EXPECT_EQ(r.code, 3);
    EXPECT_EQ(r.err, "query record 1 (line 1): name '@SQ' begins with '@', which SAM cannot hold: rename it, or use "
                     "--format paf, tsv or json\n");
    EXPECT_FALSE(exists("rows.sam"));
    EXPECT_EQ(vglcs({"align", "q.fa", "t.fa", "--format", "tsv"}).code, 0);
}

TEST_F(names, sam_holds_cigars_of_more_than_65535_operations)
{
    // every other letter matches: "A" against "A", then C beside G
    std::string a, b;
    for (int k = 0; k < 33'000; ++k) {
        a += "AC";
        b += "AG";
    }
    write("a.fa", ">a\n" + a + "\n");
    write("b.fa", ">b\n" + b + "\n");
    cli_run const r = vglcs({"align", "a.fa", "b.fa", "--gaps", "1", "--format", "sam"});
    ASSERT_EQ(r.code, 0) << r.err;
    texts const lines = split(r.out, '\n');
    ASSERT_EQ(lines.size(), 4u);
    texts const fields = split(lines[3], '\t');
    std::string const & cigar = fields[5];
    EXPECT_EQ(std::ranges::count_if(cigar, [](char c) { return c >= '='; }), 33'000 + 32'999 + 1); // and the clip
    std::uint64_t matched = 0, query = 0, count = 0;
    for (char const c : cigar) {
        if (c >= '0' && c <= '9') {
            count = count * 10 + static_cast<std::uint64_t>(c - '0');
            continue;
        }
        matched += c == '=' ? count : 0;
        query += c != 'D' ? count : 0;
        count = 0;
    }
    EXPECT_EQ(matched, 33'000u);
    EXPECT_EQ(query, 66'000u);
    EXPECT_EQ(fields[9], a);
}
