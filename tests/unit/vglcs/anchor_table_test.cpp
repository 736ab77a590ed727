// SPDX-License-Identifier: BSD-3-Clause
/// Readers of anchors: a small file of each format, and what is wrong with others.
#include "temporary_folder.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/anchor_table.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

using namespace vglcs;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

class anchor_table_test : public testing::Test
{
protected:
    std::string write(std::string const & name, std::string const & text) { return folder_.write(name, text); }
    anchor_table read(std::string const & text, anchor_reading how = {})
    {
        return read_anchors(write("anchors", text), how);
    }
    std::string failure(std::string const & text, anchor_reading const & how = {})
    {
        try {
            (void)read(text, how);
        } catch (error const & e) {
            return e.what();
        }
        return "no failure";
    }
    test::temporary_folder folder_;
};

anchor box(std::int64_t x, std::int64_t y, std::int64_t length_x, std::int64_t length_y, std::int64_t weight,
           bool falling = false, std::uint32_t sequences = 0)
{
    return {.x = x,
            .y = y,
            .length_x = length_x,
            .length_y = length_y,
            .weight = weight,
            .sequences = sequences,
            .falling = falling};
}

TEST_F(anchor_table_test, table)
{
    anchor_table const t = read("note\tquery\ttarget\tx\ty\tstrand\tweight\tlength\thi_x\n"
                                "a\tq2\tt1\t5\t7\t-\t3\t4\t10\n"
                                "b\tq1\tt1\t-2\t5000000000\t+\t-1\t1\tinf\n"
                                "c\tq1\tt1\t8\t9\t.\t0\t2\t.\n");
    EXPECT_EQ(t.format, anchor_format::table);
    EXPECT_THAT(t.anchors,
                ElementsAre(box(5, 7, 4, 4, 3, true, 1), box(-2, 5'000'000'000, 1, 1, -1), box(8, 9, 2, 2, 0)));
    ASSERT_EQ(t.own.size(), 3u);
    EXPECT_EQ(t.own[0].hi_x, 10);
    EXPECT_EQ(t.own[1].hi_x, link_limits::infinite);
    EXPECT_EQ(t.row(0), "a\tq2\tt1\t5\t7\t-\t3\t4\t10");
    EXPECT_EQ(t.queries[0].name, "q1");
    EXPECT_EQ(t.queries[0].length, 10);
}

TEST_F(anchor_table_test, nothing_and_next_to_nothing)
{
    EXPECT_TRUE(read("").anchors.empty());
    EXPECT_TRUE(read("query\ttarget\tx\ty\n").anchors.empty());
    EXPECT_THAT(read("query\ttarget\tx\ty\r\nq\tt\t1\t2").anchors, ElementsAre(box(1, 2, 1, 1, 1)));
}

TEST_F(anchor_table_test, paf)
{
    anchor_table const t = read("q\t100\t10\t30\t-\tt\t200\t50\t71\t19\t22\t60\tcg:Z:20M\n");
    EXPECT_EQ(t.format, anchor_format::paf);
    EXPECT_THAT(t.anchors, ElementsAre(box(10, 50, 20, 21, 19, true)));
    EXPECT_EQ(t.targets[0].length, 200);
    EXPECT_EQ(t.row(0), "q\tt\t10\t50\t20\t-\t19\t21");
}

TEST_F(anchor_table_test, mummer)
{
    std::string const paths = "/data/ref.fa /data/query.fa\nNUCMER\n";
    auto const want = ElementsAre(box(0, 9, 20, 20, 19, true), box(99, 199, 50, 51, 49));
    anchor_table const delta =
        read(paths + ">ref query 1000 500\n10 29 20 1 1 1 0\n0\n200 250 100 149 2 2 0\n-5\n7\n0\n");
    EXPECT_EQ(delta.format, anchor_format::delta);
    EXPECT_THAT(delta.anchors, want);
    EXPECT_EQ(delta.queries[0].length, 500);
    anchor_table const tabs =
        read(paths + "\n[S1]\t[E1]\t[S2]\t[E2]\t[LEN 1]\t[LEN 2]\t[% IDY]\t[LEN R]\t[LEN Q]\t[TAGS]\n"
                     "10\t29\t20\t1\t20\t20\t95.00\t1000\t500\tref\tquery\n"
                     "200\t250\t100\t149\t51\t50\t97.99\t1000\t500\tref\tquery\n");
    EXPECT_EQ(tabs.format, anchor_format::coords);
    EXPECT_THAT(tabs.anchors, want);
    EXPECT_EQ(tabs.queries[0].length, 500);
    anchor_table const drawn =
        read(paths + "\n    [S1]     [E1]  |     [S2]     [E2]  |  [LEN 1]  [LEN 2]  |  [% IDY]  | [TAGS]\n"
                     "=====================================\n"
                     "      10       29  |       20        1  |       20       20  |    95.00  | ref\tquery\n"
                     "     200      250  |      100      149  |       51       50  |    97.99  | ref\tquery\n");
    EXPECT_THAT(drawn.anchors, want);
    anchor_table const mums = read("> query  Len = 100\n 10 5 20\n> query Reverse  Len = 100\n 11 6 20\n");
    EXPECT_EQ(mums.format, anchor_format::mums);
    EXPECT_THAT(mums.anchors, ElementsAre(box(4, 9, 20, 20, 20), box(75, 10, 20, 20, 20, true)));
}

TEST_F(anchor_table_test, blast_with_genes)
{
    std::string const hits = "g1\th2\t90.1\t50\t1\t0\t1\t50\t3\t52\t1e-20\t99.9\n"
                             "g2\th1\t80.0\t40\t1\t0\t1\t40\t40\t1\t1e-10\t50\n"
                             "g2\th1\t80.0\t30\t1\t0\t1\t30\t30\t1\t1e-5\t40\n";
    anchor_reading how;
    how.genes = {write("g.bed", "chr1\t100\t200\tg2\t0\t+\nchr1\t0\t50\tg1\t0\t-\n"),
                 write("h.gff3", "##gff-version 3\nchr9\t.\tgene\t11\t20\t.\t+\t.\tID=h1\n"
                                 "chr9\t.\tmRNA\t11\t20\t.\t+\t.\tID=h1.1;Parent=h1\n"
                                 "chr9\t.\tgene\t31\t40\t.\t+\t.\tID=gene:h2;Name=h2\n")};
    anchor_table const t = read(hits, how);
    EXPECT_EQ(t.order, anchor_order::rank);
    EXPECT_THAT(t.anchors, ElementsAre(box(0, 1, 1, 1, 99, true), box(1, 0, 1, 1, 50), box(1, 0, 1, 1, 40)));
    EXPECT_EQ(t.name_x(0), "g1");
    EXPECT_EQ(t.evalue(1), "1e-10");
    EXPECT_THAT(t.filtered, ElementsAre("", "", "filtered: same pair"));
    how.order = anchor_order::bp;
    EXPECT_THAT(read(hits, how).anchors,
                ElementsAre(box(0, 30, 50, 10, 99, true), box(100, 10, 100, 10, 50), box(100, 10, 100, 10, 40)));
    how.genes[1] = write("h.gff", "chr9\th1\t11\t20\nchr9\th2\t31\t40\n"); // MCScanX
    EXPECT_THAT(read(hits, how).anchors[0], box(0, 30, 50, 10, 99, true));
    how.genes.pop_back();
    EXPECT_THAT(failure(hits, how), HasSubstr("anchors:1: gene h2 is in no file of --genes"));
    EXPECT_THAT(read(hits).anchors[1], box(0, 0, 40, 40, 50, true, 1)); // without genes: letters
}

TEST_F(anchor_table_test, dagchainer)
{
    anchor_table const t = read("1\tga\t10\t20\t2\tgb\t90\t51\t1e-30\n1\tgc\t30\t40\t2\tgd\t100\t120\t0.0\n");
    EXPECT_EQ(t.format, anchor_format::dagchainer);
    EXPECT_THAT(t.anchors, ElementsAre(box(9, 50, 11, 40, 30, true), box(29, 99, 11, 21, 50)));
    anchor_reading how;
    how.order = anchor_order::rank;
    EXPECT_THAT(read("1\tga\t10\t20\t2\tgb\t90\t51\t1e-30\n1\tgc\t30\t40\t2\tgd\t100\t120\t0.0\n", how).anchors,
                ElementsAre(box(0, 0, 1, 1, 30, true), box(1, 1, 1, 1, 50)));
}

TEST_F(anchor_table_test, events)
{
    anchor_table const t = read("log\ttime\tevent\nb\t70\tstop\na\t10\tstart\na\t20\tstop\nb\t60\tstop\n");
    EXPECT_EQ(t.order, anchor_order::time);
    EXPECT_THAT(t.anchors, ElementsAre(box(20, 60, 1, 1, 1), box(20, 70, 1, 1, 1)));
    EXPECT_EQ(t.name_x(0), "stop");
}

TEST_F(anchor_table_test, self_and_tandem)
{
    anchor_reading how;
    how.filters = {.self = true, .tandem = 2, .weight = {}};
    anchor_table const t = read("query\ttarget\tx\ty\tweight\n"
                                "c1\tc1\t5\t5\t9\n"     // the diagonal
                                "c1\tc1\t40\t10\t3\n"   // below the diagonal: turned over
                                "c1\tc1\t10\t40\t3\n"   // its mirror image
                                "c1\tc1\t20\t22\t3\n"   // near the diagonal
                                "c2\tc1\t7\t100\t3\n"   // names turned over
                                "c2\tc1\t9\t100\t4\n"   // a neighbour of it, heavier
                                "c2\tc1\t12\t100\t1\n", // too far away to be one
                                how);
    EXPECT_THAT(t.filtered,
                ElementsAre("filtered: self", "filtered: mirror", "", "filtered: tandem", "filtered: tandem", "", ""));
    EXPECT_EQ(t.anchors[1].x, 10);
    EXPECT_EQ(t.anchors[4].x, 100);
    EXPECT_EQ(t.queries[t.pairs[t.anchors[4].sequences].query].name, "c1");
    EXPECT_EQ(t.targets[t.pairs[t.anchors[4].sequences].target].name, "c2");
}

TEST_F(anchor_table_test, bad_input_is_named)
{
    std::string const header = "query\ttarget\tx\ty\tlength\tstrand\n";
    EXPECT_THAT(failure("hello\n"), HasSubstr("anchors:1: neither anchors"));
    EXPECT_THAT(failure(header + "q\tt\t1\t2\t1\t+\nq\tt\t1\tz\t1\t+\n"),
                HasSubstr("anchors:3: y 'z' is no whole number"));
    EXPECT_THAT(failure(header + "q\tt\t1\t2\t1\n"), HasSubstr("anchors:2: 5 columns, the header has 6"));
    EXPECT_THAT(failure(header + "q\tt\t1\t2\t0\t+\n"), HasSubstr("anchors:2: a length is below 1"));
    EXPECT_THAT(failure(header + "q\tt\t1\t2\t1\t*\n"), HasSubstr("anchors:2: strand '*'"));
    EXPECT_THAT(failure(header + header), HasSubstr("anchors:2: the header again"));
    EXPECT_THAT(failure(header + "q\tt\t9223372036854775808\t2\t1\t+\n"),
                HasSubstr("anchors:2: x 9223372036854775808 is too large"));
    EXPECT_THAT(failure(header + "q\tt\t2\t1152921504606846977\t1\t+\n"),
                HasSubstr("anchors:2: a coordinate is beyond 2^60"));
    EXPECT_THAT(failure("query\ttarget\tx\ty\thi_x\tlo_x\nq\tt\t1\t1\t3\t4\n"),
                HasSubstr("anchors:2: a limit is below 0"));
    EXPECT_THAT(failure("query\ttarget\tx\ty\tx\n"), HasSubstr("anchors:1: the header has column x twice"));
    EXPECT_THAT(failure("query\ttarget\tx\ty\treason\n"), HasSubstr("anchors:1: the header has a column reason"));
    EXPECT_THAT(failure("q\t100\t10\t130\t-\tt\t200\t50\t71\t19\t22\t60\n"),
                HasSubstr("anchors:1: an end lies outside"));
    EXPECT_THAT(failure("a b\nNUCMER\n>r q 10 10\n1 5 1 5 0 0 0\n3\n"), HasSubstr("the file ends within an alignment"));
    anchor_reading small;
    small.max_memory = 1000;
    std::string many = "query\ttarget\tx\ty\n";
    for (int k = 0; k < 100; ++k)
        many += "q\tt\t1\t2\n";
    EXPECT_THAT(failure(many, small), HasSubstr("more memory than"));
    anchor_reading genes;
    genes.genes = {write("g.bed", "c\t1\t2\tg\nc\t5\t4\th\n")};
    EXPECT_THAT(failure("", genes), HasSubstr("g.bed:2: gene h: its end is not behind its start"));
    genes.genes = {write("g.bed", "c\t1\t2\tg\nc\t5\t6\tg\n")};
    EXPECT_THAT(failure("", genes), HasSubstr("gene g has another place already"));
}

TEST_F(anchor_table_test, ties_follow_the_text_of_rows)
{
    // two anchors at one place: the one with the later text comes later, so it is the one that others link to
    std::string const header = "query\ttarget\tx\ty\tname\n";
    std::vector<std::string> const rows{"q\tt\t1\t1\tb\n", "q\tt\t1\t1\ta\n", "q\tt\t5\t5\tc\n"};
    chain_rules const rules{.threads = 1};
    for (std::vector<int> const & order : {std::vector{0, 1, 2}, {1, 2, 0}, {2, 1, 0}}) {
        std::string text = header;
        for (int const k : order)
            text += rows[static_cast<std::size_t>(k)];
        anchor_table const t = read(text);
        table_blocks const found = chain_table(t, rules, true);
        ASSERT_EQ(found.given, 2u);
        std::vector<std::string> members;
        for (std::uint32_t const k : found.blocks.anchors_of(found.blocks.blocks[0]))
            members.emplace_back(t.row(k));
        EXPECT_THAT(members, ElementsAre("q\tt\t1\t1\tb", "q\tt\t5\t5\tc"));
    }
}

} // namespace
