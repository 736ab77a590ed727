// SPDX-License-Identifier: BSD-3-Clause
/// `vglcs chain` from the outside: its formats, read back by parsers of their own, and its refusals.
#include "cli.hpp"

#include "gzip.hpp"
#include "tsv_text.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace vglcs::test;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

using chain_cli = cli_test;

std::vector<std::string> lines_of(std::string const & text)
{
    std::vector<std::string> out;
    std::istringstream in{text};
    for (std::string line; std::getline(in, line);)
        out.push_back(line);
    return out;
}

std::vector<std::string> columns_of(std::string const & line)
{
    std::vector<std::string> out;
    std::istringstream in{line};
    for (std::string column; std::getline(in, column, '\t');)
        out.push_back(column);
    return out;
}

/// Two collinear runs of genes, one turned over, hits at random beside them; names of genes.
std::string made_anchors(unsigned seed)
{
    std::mt19937 random{seed};
    std::string out = "query\ttarget\tx\ty\tlength\tstrand\tweight\tname_x\tname_y\n";
    auto const add = [&](unsigned x, unsigned y, char strand, unsigned weight) {
        out += "chr1\tchr2\t" + std::to_string(x) + '\t' + std::to_string(y) + "\t5\t" + strand + '\t' +
               std::to_string(weight) + "\tg" + std::to_string(x) + "\th" + std::to_string(y) + '\n';
    };
    for (unsigned k = 0; k < 30; ++k)
        add(1000 + 20 * k, 5000 + 20 * k, '+', 10);
    for (unsigned k = 0; k < 20; ++k)
        add(3000 + 20 * k, 2000 - 20 * k, '-', 10);
    for (unsigned k = 0; k < 200; ++k)
        add(random() % 5000, random() % 7000, random() % 2 == 0 ? '+' : '-', 1 + random() % 9);
    return out;
}

TEST_F(chain_cli, rows_of_all_anchors)
{
    write("a.tsv", "query\ttarget\tx\ty\tstrand\tweight\n"
                   "q\tt\t1\t1\t+\t5\n"
                   "q\tt\t9\t4\t+\t5\n"
                   "q\tt\t20\t6\t+\t5\n"
                   "q\tt\t30\t40\t-\t2\n"
                   "q\tt\t10\t4\t+\t1\n");
    cli_run const run = vglcs({"chain", "a.tsv", "--gaps-x", "8", "--gaps-y", "8", "--min-score", "6", "--quiet"});
    EXPECT_EQ(run.err, "");
    EXPECT_EQ(run.out,
              "query\ttarget\tx\ty\tstrand\tweight\tblock\trank_in_block\tstatus\treason\n"
              "q\tt\t1\t1\t+\t5\t1\t1\tin\t.\n"
              "q\tt\t9\t4\t+\t5\t1\t2\tin\t.\n"
              "q\tt\t20\t6\t+\t5\t.\t.\tout\tgap x 10 over 8 after 9,4 of block 1; score 5 below --min-score 6\n"
              "q\tt\t30\t40\t-\t2\t.\t.\tout\tscore 2 below --min-score 6\n"
              "q\tt\t10\t4\t+\t1\t.\t.\tout\tloses to block 1 by 4; score 1 below --min-score 6\n");
    EXPECT_EQ(run.code, 0);
}

TEST_F(chain_cli, the_same_bytes_for_any_order_and_any_threads)
{
    std::string const text = made_anchors(1);
    std::vector<std::string> rows = lines_of(text);
    std::string const header = rows.front();
    rows.erase(rows.begin());
    std::mt19937 random{2};
    std::map<std::string, std::string> first;
    std::vector<std::string> first_rows;
    for (int round = 0; round < 3; ++round) {
        std::string mixed = header + '\n';
        for (std::string const & row : rows)
            mixed += row + '\n';
        write("a.tsv", mixed);
        for (std::string const threads : {"1", "8"})
            for (std::string const format : {"blocks", "paf", "collinearity", "anchors", "json", "tsv"}) {
                cli_run const run = vglcs({"chain", "a.tsv", "--gaps-x", "60", "--gaps-y", "60", "--min-score", "25",
                                           "--format", format, "-t", threads, "--quiet"});
                ASSERT_EQ(run.code, 0) << run.err;
                std::vector<std::string> sorted = lines_of(run.out);
                if (format == "tsv") { // rows are in the order of the input
                    std::ranges::sort(sorted);
                    if (first_rows.empty())
                        first_rows = sorted;
                    EXPECT_EQ(sorted, first_rows);
                } else {
                    EXPECT_EQ(run.out, first.try_emplace(format, run.out).first->second) << format;
                }
            }
        std::ranges::shuffle(rows, random);
    }
    EXPECT_EQ(first_rows.size(), 251u);
}

/// Members of blocks as each format tells them: (name_x, name_y).
using members = std::vector<std::vector<std::pair<std::string, std::string>>>;

members of_rows(std::string const & text)
{
    std::map<int, std::map<int, std::pair<std::string, std::string>>> blocks;
    for (std::string const & line : lines_of(text)) {
        std::vector<std::string> const c = columns_of(line);
        if (c[11] == "in")
            blocks[std::stoi(c[9])][std::stoi(c[10])] = {c[7], c[8]};
    }
    members out;
    for (auto const & [number, block] : blocks) {
        auto & to = out.emplace_back();
        for (auto const & [rank, names] : block)
            to.push_back(names);
    }
    return out;
}

members of_collinearity(std::string const & text)
{
    members out;
    for (std::string const & line : lines_of(text)) {
        if (line.starts_with("## Alignment")) {
            EXPECT_THAT(line, HasSubstr("Alignment " + std::to_string(out.size()) + ": score="));
            out.emplace_back();
        } else if (!line.starts_with('#')) {
            std::vector<std::string> const c = columns_of(line);
            out.back().emplace_back(c[1], c[2]);
        }
    }
    return out;
}

members of_anchors(std::string const & text)
{
    members out;
    for (std::string const & line : lines_of(text)) {
        if (line == "###") {
            out.emplace_back();
        } else {
            std::vector<std::string> const c = columns_of(line);
            out.back().emplace_back(c[0], c[1]);
        }
    }
    return out;
}

TEST_F(chain_cli, formats_tell_the_same_blocks)
{
    write("a.tsv", made_anchors(3));
    auto const run = [&](std::string const & format) {
        cli_run const r = vglcs(
            {"chain", "a.tsv", "--gaps-x", "60", "--gaps-y", "60", "--min-score", "25", "--format", format, "--quiet"});
        EXPECT_EQ(r.code, 0) << r.err;
        return r.out;
    };
    members const want = of_rows(run("tsv"));
    ASSERT_GE(want.size(), 2u);
    EXPECT_GE(want[0].size(), 30u);
    EXPECT_EQ(of_collinearity(run("collinearity")), want);
    EXPECT_EQ(of_anchors(run("anchors")), want);
    nlohmann::json const json = nlohmann::json::parse(run("json"));
    ASSERT_EQ(json["blocks"].size(), want.size());
    std::vector<std::string> const blocks = lines_of(run("blocks")), paf = lines_of(run("paf"));
    ASSERT_EQ(blocks.size(), want.size() + 1);
    ASSERT_EQ(paf.size(), want.size());
    for (std::size_t k = 0; k < want.size(); ++k) {
        std::vector<std::string> const b = columns_of(blocks[k + 1]), p = columns_of(paf[k]);
        EXPECT_EQ(std::stoul(b[2]), want[k].size());
        EXPECT_THAT(b, testing::Contains(p[4]).Times(1)); // the strand
        EXPECT_EQ((std::vector{p[2], p[3], p[7], p[8]}), (std::vector{b[6], b[7], b[8], b[9]}));
        EXPECT_EQ(json["blocks"][k]["score"], std::stoi(b[1]));
        for (std::size_t q = 0; q < want[k].size(); ++q)
            EXPECT_EQ(json["blocks"][k]["names"][q], (nlohmann::json{want[k][q].first, want[k][q].second}));
        // a cigar covers both ranges
        std::string const cigar = p[15].substr(5);
        ASSERT_TRUE(p[15].starts_with("cg:Z:")) << p[15];
        std::map<char, long> sums;
        for (std::size_t at = 0; at < cigar.size();) {
            std::size_t const end = cigar.find_first_not_of("0123456789", at);
            sums[cigar[end]] += std::stol(cigar.substr(at, end - at));
            at = end + 1;
        }
        EXPECT_EQ(sums['M'] + sums['I'], std::stol(b[7]) - std::stol(b[6]));
        EXPECT_EQ(sums['M'] + sums['D'], std::stol(b[9]) - std::stol(b[8]));
    }
    // what was written is read: each block is an anchor
    write("b.paf", run("paf"));
    cli_run const again = vglcs({"chain", "b.paf", "--format", "blocks", "--quiet", "--gaps-x", "0", "--gaps-y", "0"});
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(lines_of(again.out).size(), blocks.size());
}

TEST_F(chain_cli, a_reason_that_is_mended)
{
    write("a.tsv", "query\ttarget\tx\ty\tweight\thi_x\thi_y\nq\tt\t1\t1\t5\t8\t8\nq\tt\t20\t6\t5\t8\t8\n");
    EXPECT_THAT(vglcs({"chain", "a.tsv", "--blocks", "1", "--quiet"}).out,
                HasSubstr("out\tgap x 18 over 8 after 1,1 of block 1; block 2 beyond --blocks 1\n"));
    write("a.tsv", "query\ttarget\tx\ty\tweight\thi_x\thi_y\nq\tt\t1\t1\t5\t8\t8\nq\tt\t20\t6\t5\t18\t8\n");
    EXPECT_THAT(vglcs({"chain", "a.tsv", "--blocks", "1", "--quiet"}).out, HasSubstr("\t18\t8\t1\t2\tin\t.\n"));
}

TEST_F(chain_cli, orders)
{
    // the strand of a gene does not matter in ranks, and gaps count the places of anchors
    std::string const rows = "query\ttarget\tx\ty\tlength\tstrand\n"
                             "q\tt\t100\t900\t50\t+\nq\tt\t9000\t500\t50\t-\nq\tt\t20000\t100\t50\t+\n";
    write("a.tsv", rows);
    std::vector<std::string> const common{"chain", "a.tsv",    "--gaps-x", "0",      "--gaps-y",
                                          "0",     "--format", "blocks",   "--quiet"};
    auto with = common;
    with.insert(with.end(), {"--order", "rank"});
    EXPECT_EQ(lines_of(vglcs(with).out)[1], "1\t3\t3\tq\tt\t-\t0\t3\t0\t3");
    EXPECT_EQ(lines_of(vglcs(common).out).size(), 4u);
    write("e.tsv", "log\ttime\tevent\na\t0\tbuy\na\t5\tship\nb\t100\tbuy\nb\t130\tship\nb\t109\tship\n");
    cli_run const events = vglcs({"chain", "e.tsv", "--gaps-y", "9", "--format", "blocks", "--blocks", "1", "--quiet"});
    EXPECT_EQ(lines_of(events.out)[1], "1\t2\t2\ta\tb\t+\t0\t6\t100\t110") << events.err;
}

TEST_F(chain_cli, formats_by_ending_and_standard_input)
{
    std::string const rows = "query\ttarget\tx\ty\nq\tt\t1\t2\n";
    cli_run const run = vglcs({"chain", "-", "-o", "out.json", "--quiet"}, rows);
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(nlohmann::json::parse(read("out.json"))["blocks"].size(), 1u);
    EXPECT_EQ(vglcs({"chain", "-", "--format", "anchors", "--quiet"}, rows).out, "###\nq:1\tt:2\t1\n");
    EXPECT_THAT(vglcs({"chain", "-"}, rows).err, HasSubstr("1 anchors of 1 pairs of sequences, 1 in 1 blocks"));
    EXPECT_EQ(vglcs({"chain", "-", "--quiet", "--format", "blocks"}, "").out,
              "block\tscore\tanchors\tquery\ttarget\tstrand\tx_start\tx_end\ty_start\ty_end\n");
}

TEST_F(chain_cli, refusals)
{
    write("a.tsv", "query\ttarget\tx\ty\nq\tt\t1\t2\n");
    struct bad
    {
        std::vector<std::string> arguments;
        int code;
        std::string message;
    };
    for (bad const & b : std::vector<bad>{
             {{"--gaps-x", "5..3"}, 2, "--gaps-x 5..3: the smallest is above the largest: write LO..HI\n"},
             {{"--gaps-y", "-1"}, 2, "--gaps-y -1: no limit: write HI, LO..HI, or inf for HI\n"},
             {{"--gaps-y", "inf..inf"}, 2, "--gaps-y inf..inf: no limit: write HI, LO..HI, or inf for HI\n"},
             {{"--overlap", "some"}, 2, "--overlap some: no such rule: use none, trim, or a number of units\n"},
             {{"--strand", "x"}, 2, "--strand x: no such strand: use +, - or both\n"},
             {{"--order", "cm"}, 2, "--order cm: no such order: use bp, rank or time\n"},
             {{"--from", "sam"},
              2,
              "--from sam: no such format: use auto, tsv, paf, coords, delta, mums, blast, dagchainer or events\n"},
             {{"--format", "sam"},
              2,
              "--format sam: no such format: use tsv, blocks, paf, collinearity, anchors, json or svg\n"},
             {{"--format", "paf", "--order", "rank"},
              2,
              "--format paf: it holds letters, not ranks or times: use --order bp or another format\n"},
             {{"--order", "time", "--strand", "-"},
              2,
              "--strand -: time does not run backwards: use --order bp or rank\n"},
             {{"--link", "3000000000"}, 2, "--link 3000000000: a cost is 0 to 2147483647\n"},
             {{"--tandem", "-3"}, 2, "--tandem -3: a distance is 0 or more\n"},
             {{"--genes", "none.bed"}, 3, "none.bed: no such file"},
             {{"--genes", "a.tsv"}, 3, "a.tsv:1: neither BED"},
             {{"-o", "x.sam"}, 2, "-o x.sam: chain writes no sam: choose the ending .tsv, .blocks, "},
             {{"-o", "a.tsv"}, 2, "-o a.tsv: is the input a.tsv: choose another output file\n"},
             {{"--from", "paf"}, 3, "a.tsv:1: 4 columns, PAF has at least 12: check the line\n"},
             {{"--max-memory", "1"}, 4, "a.tsv"},
         })
    {
        std::vector<std::string> arguments{"chain", "a.tsv"};
        arguments.insert(arguments.end(), b.arguments.begin(), b.arguments.end());
        cli_run const run = vglcs(arguments);
        EXPECT_EQ(run.code, b.code) << b.message << run.err;
        EXPECT_THAT(run.err, testing::StartsWith(b.message));
        EXPECT_EQ(run.out, "");
    }
    EXPECT_THAT(names(), ElementsAre("a.tsv"));
    write("heavy.tsv",
          "query\ttarget\tx\ty\tweight\nq\tt\t1\t2\t9000000000000000000\nq\tt\t5\t6\t9000000000000000000\n");
    cli_run const heavy = vglcs({"chain", "heavy.tsv"});
    EXPECT_EQ(heavy.code, 3);
    EXPECT_THAT(heavy.err, HasSubstr("their sum may pass 2^62"));
}

TEST_F(chain_cli, the_ending_says_how_a_result_is_written)
{
    write("a.tsv", made_anchors(4));
    texts const rules{"chain", "a.tsv", "--gaps-x", "60", "--gaps-y", "60", "--min-score", "25", "--quiet"};
    auto const with = [&](texts const & more) {
        texts out = rules;
        out.insert(out.end(), more.begin(), more.end());
        return out;
    };
    for (std::string const format : {"tsv", "blocks", "paf", "collinearity", "anchors", "json", "svg"}) {
        std::string const want = vglcs(with({"--format", format})).out;
        EXPECT_FALSE(want.empty());
        ASSERT_EQ(vglcs(with({"-o", "r." + format})).code, 0);
        EXPECT_EQ(read("r." + format), want);
        ASSERT_EQ(vglcs(with({"-o", "r." + format + ".gz"})).code, 0);
        EXPECT_TRUE(read("r." + format + ".gz").starts_with("\x1f\x8b\x08\x04")) << format;
        EXPECT_EQ(unpacked_file(path("r." + format + ".gz")), want);
    }
    ASSERT_EQ(vglcs(with({"-o", "r.rows"})).code, 0);
    EXPECT_EQ(read("r.rows"), read("r.tsv"));
}

TEST_F(chain_cli, a_picture_has_a_line_for_every_block)
{
    write("a.tsv", "query\ttarget\tx\ty\tlength\tstrand\n"
                   "chr10\t<b>&\t0\t0\t50\t+\n"
                   "chr10\t<b>&\t60\t50\t40\t+\n"
                   "chr2\tc\t0\t0\t100\t-\n");
    std::string const picture = vglcs({"chain", "a.tsv", "--format", "svg", "--quiet"}).out;
    EXPECT_TRUE(picture.starts_with("<svg xmlns=")) << picture;
    EXPECT_TRUE(picture.ends_with("</svg>\n")) << picture;
    EXPECT_LT(picture.find(">chr2</text>"), picture.find(">chr10</text>"));
    EXPECT_THAT(picture, HasSubstr("block 1: 2 anchors, score 2, chr10 and &lt;b&gt;&amp;, +</title>"));
    // chr2 takes the left half, c the upper part: 100 of 190 units
    EXPECT_THAT(picture, HasSubstr("d=\"M90.0 20.0L540.0 493.7\"><title>block 2: 1 anchors, score 1, chr2 and c, -"));
}

} // namespace
