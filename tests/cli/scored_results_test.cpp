// SPDX-License-Identifier: BSD-3-Clause
/// Runs with costs through the program: every format, verify, parts, resuming, filters, samtools, and the laws of
/// costs.
#include "cli.hpp"

#include "made_letters.hpp"
#include "tsv_text.hpp"

#include <algorithm>
#include <cstdlib>

using namespace vglcs::test;

namespace {

texts const formats{"tsv", "paf", "sam", "pairs", "json"};

std::string reverse_complement_of(std::string text)
{
    std::ranges::reverse(text);
    std::ranges::transform(text, text.begin(), [](char c) {
        return c == 'A' ? 'T' : c == 'C' ? 'G' : c == 'G' ? 'C' : 'A';
    });
    return text;
}

/// Reads of genes: spliced, on either strand, with errors beside an intron, with letters too many, in one piece.
struct scored_results : cli_test
{
    scored_results()
    {
        std::string const e1 = made_letters(40, 1), e2 = made_letters(30, 2), e3 = made_letters(36, 3);
        auto const intron = [](std::uint32_t seed) { return "GT" + made_letters(50 + seed, seed) + "AG"; };
        std::string const other = made_letters(120, 9);
        write("t.fa", ">t1\n" + e1 + intron(11) + e2 + intron(12) + e3 + "\n>t2\n" + other + "\n");
        std::string const spliced = e1 + e2 + e3;
        std::string wrong = spliced;
        wrong[39] = wrong[39] == 'A' ? 'C' : 'A';
        wrong.erase(68, 1);
        write("q.fa", ">q1\n" + spliced + "\n>q2\n" + reverse_complement_of(spliced) + "\n>q3\n" + wrong + "\n>q4\n" +
                          other.substr(10, 40) + made_letters(45, 21) + other.substr(50, 50) + "\n>q5\n" +
                          other.substr(0, 60) + "\n>q6\nNNNNN\n");
    }

    [[nodiscard]] cli_run run(texts words, texts const & more) const
    {
        words.insert(words.end(), more.begin(), more.end());
        return vglcs(words);
    }
    [[nodiscard]] std::string batch(texts const & more) const
    {
        cli_run const r = run({"batch", "q.fa", "t.fa", "--quiet"}, more);
        EXPECT_EQ(r.code, 0) << r.err;
        return r.out;
    }
    void verified(std::string const & result, texts const & more, int code = 0) const
    {
        for (bool const full : {false, true}) {
            texts words{"verify", result, "q.fa", "t.fa", "--quiet"};
            if (full)
                words.emplace_back("--full");
            cli_run const r = run(words, more);
            EXPECT_EQ(r.code, code) << r.err << read(result);
        }
    }
    /// Runs a command of the shell in the folder; what it writes to standard output and error.
    [[nodiscard]] std::string shell(std::string const & command) const
    {
        std::string const line = "cd '" + path("").string() + "' && { " + command + "; } > .shell 2>&1";
        EXPECT_EQ(std::system(line.c_str()), 0) << command << ":\n" << read(".shell");
        return read(".shell");
    }
};

texts const costs{"--gaps",   "3",
                  "--match",  "2",
                  "--skip",   "1",
                  "--jump",   "after:AG=20..500@6,*=20..500@10",
                  "--leave",  "at:GT=0,at:GC=2,*=4",
                  "--jump-a", "20..200@20",
                  "--strand", "both"};

texts with(texts words, texts const & more)
{
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

} // namespace

TEST_F(scored_results, every_format_passes_verify_and_other_costs_do_not)
{
    for (std::string const & format : formats) {
        ASSERT_EQ(run({"batch", "q.fa", "t.fa", "--format", format, "-o", "x", "--quiet"}, costs).code, 0);
        verified("x", costs);
        texts other = costs;
        other[5] = "2";
        if (format != "pairs") // states no scores
            verified("x", other, 6);
        other = costs;
        other[7] = "20..500@6";
        verified("x", other, format == "tsv" || format == "pairs" ? 6 : 6);
        verified("x", {"--gaps", "3", "--strand", "both"}, 6);
        ASSERT_EQ(run({"batch", "q.fa", "t.fa", "--format", format, "-o", "x", "--quiet", "--strand", "both"},
                      {"--gaps", "3"})
                      .code,
                  0);
        verified("x", costs, 6);
    }
}

TEST_F(scored_results, introns_are_jumps_on_either_side)
{
    std::string const table = batch(costs);
    texts const jumps = column(table, "jumps"), cigars = column(table, "cigar"), scores = column(table, "score"),
                strands = column(table, "strand"), lengths = column(table, "length");
    ASSERT_EQ(jumps.size(), 12u);
    EXPECT_EQ(jumps[0], "2");
    EXPECT_EQ(cigars[0].find('X'), std::string::npos) << cigars[0];
    EXPECT_EQ(scores[0], std::to_string(2 * 106 - 12));
    EXPECT_EQ(strands[2], "-"); // q2
    EXPECT_EQ(scores[2], scores[0]);
    EXPECT_EQ(jumps[4], "2"); // q3: the errors do not move the introns
    EXPECT_NE(cigars[4].find("1X65N"), std::string::npos) << cigars[4];
    EXPECT_EQ(jumps[7], "1"); // q4 jumps itself
    EXPECT_EQ(cigars[7].find('N'), std::string::npos) << cigars[7];
    EXPECT_EQ(scores[9], "120"); // q5
    EXPECT_EQ(scores[10], "0");
    EXPECT_EQ(cigars[10], "*");
    EXPECT_EQ(jumps[10], "0");
}

TEST_F(scored_results, every_engine_writes_the_same_rows)
{
    for (std::string const format : {"paf", "json", "pretty"}) {
        std::string const expected = batch(with(costs, {"--format", format}));
        for (std::string const engine : {"reference", "bst2", "catalan", "strip"})
            EXPECT_EQ(batch(with(costs, {"--format", format, "--engine", engine, "-t", "2"})), expected) << engine;
    }
}

TEST_F(scored_results, of_scores_alone)
{
    std::string const whole = batch(costs), table = batch(with(costs, {"--task", "length"}));
    EXPECT_EQ(column(table, "score"), column(whole, "score"));
    EXPECT_EQ(column(table, "length"), texts(12, "NA"));
    EXPECT_EQ(column(table, "jumps"), texts(12, "NA"));
    EXPECT_EQ(column(table, "target_end"), column(whole, "target_end"));
    for (std::string const format : {"tsv", "json"}) {
        write("x", batch(with(costs, {"--task", "length", "--format", format})));
        verified("x", costs);
        std::string text = read("x");
        text.replace(text.find("200"), 3, "198");
        write("y", text);
        EXPECT_EQ(run({"verify", "y", "q.fa", "t.fa", "--full"}, costs).code, 6) << text;
    }
}

TEST_F(scored_results, parts_join_and_runs_go_on_to_the_same_bytes)
{
    for (std::string const format : {"tsv", "paf", "pairs", "json"}) {
        std::string const whole = batch(with(costs, {"--format", format}));
        for (std::string const part : {"1", "2", "3"})
            ASSERT_EQ(
                run({"batch", "q.fa", "t.fa", "-o", "p" + part, "--quiet", "--format", format, "--shard", part + "/3"},
                    costs)
                    .code,
                0);
        verified("p2", costs);
        ASSERT_EQ(vglcs({"merge", "p1", "p2", "p3", "-o", "all"}).code, 0);
        EXPECT_EQ(read("all"), whole) << format;
        ASSERT_EQ(
            run({"batch", "q.fa", "t.fa", "-o", "resumed", "--quiet", "--format", format, "--resume"}, costs).code, 0);
        EXPECT_EQ(read("resumed"), whole) << format;
    }
    ASSERT_EQ(run({"batch", "q.fa", "t.fa", "-o", "x.tsv.gz", "--quiet"}, costs).code, 0);
    verified("x.tsv.gz", costs);
}

TEST_F(scored_results, a_matrix_has_no_costs)
{
    cli_run const r =
        vglcs({"batch", "--all-vs-all", "q.fa", "--format", "matrix", "--gaps", "3", "--skip", "1", "--quiet"});
    EXPECT_EQ(r.code, 2);
    EXPECT_NE(r.err.find("--format matrix: distances are of lengths, not of scores"), std::string::npos) << r.err;
    ASSERT_EQ(vglcs({"batch", "--all-vs-all", "q.fa", "-o", "x.tsv", "--gaps", "3", "--skip", "1", "--quiet"}).code, 0);
    cli_run const m = vglcs({"merge", "--format", "matrix", "x.tsv", "-o", "m"});
    EXPECT_EQ(m.code, 2);
    EXPECT_NE(m.err.find("distances are of lengths, not of scores"), std::string::npos) << m.err;
    EXPECT_FALSE(exists("m"));
}

TEST_F(scored_results, without_costs_the_options_change_no_byte)
{
    for (std::string const & format : formats) {
        texts const plain{"--gaps", "3", "--strand", "both", "--format", format};
        auto const rows = [](std::string const & text) { // of sam all but the command line
            std::string out;
            for (std::string const & line : split(text, '\n'))
                if (!line.starts_with("@PG"))
                    out += line + '\n';
            return out;
        };
        EXPECT_EQ(rows(batch(with(plain, {"--match", "1", "--skip", "0", "--skip-a", "0", "--transcript", "both"}))),
                  rows(batch(plain)))
            << format;
        EXPECT_EQ(batch(plain).find("score"), std::string::npos);
    }
}

TEST_F(scored_results, filters_go_by_the_score)
{
    std::string const table = batch(costs);
    auto const kept = [&](auto const & keep) {
        std::string out;
        for (std::string const & line : split(table, '\n'))
            if (texts const fields = split(line, '\t'); fields[0] == "query" || keep(fields))
                out += line + '\n';
        return out;
    };
    auto const score = [](texts const & row) { return std::stoi(row[16]); };
    for (texts const & more : {texts{}, texts{"--no-prefilter"}}) {
        EXPECT_EQ(batch(with(with(costs, {"--min-score", "100"}), more)),
                  kept([&](texts const & row) { return score(row) >= 100; }));
        EXPECT_EQ(batch(with(with(costs, {"--min-length", "50"}), more)),
                  kept([](texts const & row) { return std::stoi(row[3]) >= 50; }));
        EXPECT_EQ(batch(with(with(costs, {"--min-identity", "0.98"}), more)),
                  kept([](texts const & row) { return row[10] != "NA" && std::stod(row[10]) >= 0.98; }));
        std::string const best = batch(with(with(costs, {"--top", "1"}), more));
        EXPECT_EQ(best,
                  kept([](texts const & row) { return row[1] == (row[0] == "q4" || row[0] == "q5" ? "t2" : "t1"); }));
        EXPECT_EQ(batch(with(with(costs, {"--top", "1", "--min-length", "60"}), more)), kept([](texts const & row) {
                      return std::stoi(row[3]) >= 60 && row[1] == (row[0] == "q4" || row[0] == "q5" ? "t2" : "t1");
                  }));
    }
    std::string const pruned = batch(with(costs, {"--min-score", "190", "--show-pruned"}));
    texts const bounds = column(pruned, "bound"), found = column(table, "score");
    std::size_t shown = 0;
    texts const queries = column(pruned, "query"), targets = column(pruned, "target");
    for (std::size_t k = 0; k < bounds.size(); ++k) {
        if (bounds[k] == "NA")
            continue;
        ++shown;
        std::size_t const row = 2 * static_cast<std::size_t>(queries[k][1] - '1') + (targets[k] == "t2");
        EXPECT_LT(std::stoi(bounds[k]), 190);
        EXPECT_GE(std::stoi(bounds[k]), std::stoi(found[row]));
    }
    EXPECT_GT(shown, 0u);
    write("x", pruned);
    verified("x", costs);
}

TEST_F(scored_results, transcripts_of_either_direction)
{
    std::string genes = read("t.fa");
    texts const lines = split(genes, '\n');
    write("t.fa", lines[0] + '\n' + reverse_complement_of(lines[1]) + '\n' + lines[2] + '\n' + lines[3] + '\n');
    texts const sites{"--gaps",  "3",           "--skip",   "1",   "--jump", "after:AG=20..500@6",
                      "--leave", "at:GT=0,*=x", "--strand", "both"};
    for (std::string const & format : formats)
        for (std::string const transcript : {"+", "-", "both"}) {
            texts const all = with(sites, {"--transcript", transcript});
            write("x", batch(with(all, {"--format", format})));
            verified("x", all);
            if (format != "tsv")
                continue;
            // the gene lies the other way round: its sites are found where transcripts are read that way
            std::string const score = column(read("x"), "score")[0], right = std::to_string(106 - 12);
            EXPECT_EQ(score == right, transcript != "+") << score;
        }
}

TEST_F(scored_results, samtools_takes_jumps)
{
    if (std::system("samtools --version >/dev/null 2>&1") != 0)
        GTEST_SKIP() << "samtools is not installed";
    // of the target alone: what a query jumps over is no difference here, but an insertion to samtools
    texts const jumps{"--gaps",   "3",   "--match", "2", "--skip", "1", "--jump", "after:AG=20..500@6,*=20..500@10",
                      "--strand", "both"};
    write("x.sam", batch(with(jumps, {"--format", "sam", "--md"})));
    ASSERT_NE(read("x.sam").find("N"), std::string::npos);
    EXPECT_EQ(shell("samtools view -b x.sam -o x.bam && samtools quickcheck -v x.bam"), "");
    std::string const told = shell("samtools calmd -e x.bam t.fa > e.sam");
    EXPECT_EQ(told.find("different"), std::string::npos) << told;
    auto const rows = [](std::string const & text) {
        std::string out;
        for (std::string const & line : split(text, '\n'))
            if (!line.starts_with('@'))
                out += line + '\n';
        return out;
    };
    EXPECT_EQ(rows(shell("samtools view -h x.bam")), rows(read("x.sam")));
    EXPECT_EQ(shell("samtools sort x.bam -o s.bam && samtools index s.bam"), "");
    write("y.sam", batch(with(costs, {"--format", "sam"}))); // jumps of queries too
    EXPECT_EQ(shell("samtools view -b y.sam -o y.bam && samtools quickcheck -v y.bam"), "");
    EXPECT_EQ(rows(shell("samtools view -h y.bam")), rows(read("y.sam")));
}

TEST_F(scored_results, laws_of_costs)
{
    auto const answers = [&](texts const & more) {
        std::string const table = batch(with(more, {"--strand", "both"}));
        return std::pair{column(table, "score"), column(table, "cigar")};
    };
    // every price and the match times 3: the score times 3, the same chain
    auto const [once, chains] = answers({"--gaps", "2", "--match", "2", "--skip", "1", "--jump", "9..200@5"});
    auto [thrice, same] = answers({"--gaps", "2", "--match", "6", "--skip", "3", "--jump", "9..200@15"});
    EXPECT_EQ(same, chains);
    for (std::size_t k = 0; k < once.size(); ++k)
        EXPECT_EQ(std::stoi(thrice[k]), 3 * std::stoi(once[k]));
    // a jump dearer than everything is none
    EXPECT_EQ(answers({"--gaps", "2", "--skip", "1", "--jump", "9..200@100000"}),
              answers({"--gaps", "2", "--skip", "1"}));
    // a window behind the limit, all for nothing: one window up to its end and twice the limit
    auto const free = answers({"--gaps-a", "2", "--gaps-b", "2", "--jump", "3..60@0"});
    std::string const plain = batch({"--gaps-a", "2", "--gaps-b", "64", "--strand", "both"});
    EXPECT_EQ(free.first, column(plain, "length"));
    // dearer skips and tighter limits never raise a score
    auto const dearer = answers({"--gaps", "2", "--match", "2", "--skip", "2", "--jump", "9..200@5"}).first,
               tighter = answers({"--gaps", "1", "--match", "2", "--skip", "1", "--jump", "9..200@5"}).first;
    for (std::size_t k = 0; k < once.size(); ++k) {
        EXPECT_LE(std::stoi(dearer[k]), std::stoi(once[k]));
        EXPECT_LE(std::stoi(tighter[k]), std::stoi(once[k]));
    }
    // A and B exchanged: the same scores
    std::string const ab = batch({"--gaps", "2", "--skip-a", "1", "--skip-b", "2", "--jump", "9..200@5"});
    cli_run const ba = vglcs(
        {"batch", "t.fa", "q.fa", "--gaps", "2", "--skip-a", "2", "--skip-b", "1", "--jump-a", "9..200@5", "--quiet"});
    texts const of_ab = column(ab, "score"), of_ba = column(ba.out, "score");
    for (std::size_t q = 0; q < 6; ++q)
        for (std::size_t t = 0; t < 2; ++t)
            EXPECT_EQ(of_ab[2 * q + t], of_ba[6 * t + q]);
}

TEST_F(scored_results, align_leaves_out_what_scores_too_little)
{
    write("a.fa", ">a1\nACGTACGTAC\n>a2\nACGTTTTT\n");
    write("b.fa", ">b1\nACGTACGTAC\n>b2\nACGTCCCC\n");
    texts const words{"align", "a.fa", "b.fa", "--format", "tsv", "--gaps", "1", "--skip", "1", "--match", "2"};
    cli_run const r = run(words, {"--min-score", "9"});
    EXPECT_EQ(column(r.out, "query"), texts{"a1"}) << r.err;
    EXPECT_EQ(column(run(words, {"--min-score", "8"}).out, "score"), (texts{"20", "8"}));
    EXPECT_NE(r.err.find("2 pairs, 1 with a row; 1 of a score below 9"), std::string::npos) << r.err;
    EXPECT_EQ(run(words, {"--min-score", "-1"}).code, 2);
    EXPECT_EQ(vglcs({"plan", "a.fa", "b.fa", "--skip", "1", "--min-score", "3", "--quiet"}).code, 0);
}

TEST_F(scored_results, one_changed_score_end_of_a_jump_or_cost_is_found)
{
    struct change
    {
        std::string format, from, to;
    };
    // of q1 with t1, whose first intron is the letters 40 to 104 of t1
    for (auto const & [format, from, to] : {change{"tsv", "\t200\t2\n", "\t199\t2\n"},
                                            {"tsv", "\t200\t2\n", "\t200\t1\n"},
                                            {"tsv", "40=65N", "41=65N"},
                                            {"paf", "AS:i:200", "AS:i:201"},
                                            {"paf", "vj:i:2", "vj:i:3"},
                                            {"paf", "40=65N", "40=64N1D"},
                                            {"sam", "AS:i:200", "AS:i:198"},
                                            {"sam", "vj:i:2", "vj:i:0"},
                                            {"sam", "40=65N", "39=65N1="},
                                            {"pairs", "b:40-105", "b:40-104"},
                                            {"pairs", "b:40-105", "b:41-105"},
                                            {"pairs", "b:40-105", "."},
                                            {"pairs", "b:40-105", "a:40-105"},
                                            {"json", "\"score\":200", "\"score\":194"},
                                            {"json", "[null,[40,105]]", "[null,[40,106]]"},
                                            {"json", "[null,[40,105]]", "[[40,105],null]"},
                                            {"json", "0,6,0", "0,5,0"},
                                            {"json", "\"skip_b\":1", "\"skip_b\":2"}})
    {
        std::string text = batch(with(costs, {"--format", format}));
        std::size_t const at = text.find(from);
        ASSERT_NE(at, std::string::npos) << from << '\n' << text;
        write("x", text);
        EXPECT_EQ(run({"verify", "x", "q.fa", "t.fa", "--quiet"}, costs).code, 0) << format;
        write("x", text.replace(at, from.size(), to));
        cli_run const r = run({"verify", "x", "q.fa", "t.fa", "--quiet"}, costs);
        EXPECT_EQ(r.code, 6) << format << ": " << to << '\n' << r.err;
    }
}

TEST_F(scored_results, plan_says_which_letters_leave_before_the_table)
{
    // outside of the exons letters are blocked; inside of a long intron they are within no limit
    write("exons.bedgraph", "t1\t0\t40\t3\nt1\t105\t135\t3\n");
    texts const blocked{"--gaps-a", "3", "--gaps-b", "exons.bedgraph", "--gap-default", "x", "--skip", "1"};
    auto const cells = [&](texts const & more) {
        cli_run const r = run({"plan", "batch", "q.fa", "t.fa", "--engine", "reference"}, with(blocked, more));
        EXPECT_EQ(r.code, 0) << r.err;
        std::uint64_t sum = 0;
        for (std::string const & one : column(r.out, "cells"))
            sum += std::stoull(one);
        EXPECT_NE(r.err.find("cells of the files are in no table: letters that take part in no chain"),
                  std::string::npos)
            << r.err;
        return sum;
    };
    std::uint64_t const without_jumps = cells({});
    // the ends of jumps stay: a letter that a jump lands on, one that may be passed first
    EXPECT_GT(cells({"--jump", "after:AG=20..500@6"}), without_jumps);
    std::string const answers = batch(with(blocked, {"--jump", "20..500@6"}));
    EXPECT_EQ(column(answers, "jumps")[0], "1");
    EXPECT_EQ(column(answers, "target_end")[0], "135"); // places are those of the file
}
