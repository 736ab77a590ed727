// SPDX-License-Identifier: BSD-3-Clause
/// Prices and jumps on the command line: what they make of answers, and what is refused.
#include "cli.hpp"

#include "made_letters.hpp"
#include "tsv_text.hpp"

#include <tuple>

using namespace vglcs::test;

namespace {

texts with(texts words, texts const & more)
{
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// An exon of 12 letters, an intron of 34 from GT to AG, an exon of 13; the query is both exons.
constexpr char const * intron = "GTAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAG";
constexpr char const * turned_intron = "CTGTTTTTTTTTTTTTTTTTTTTTTTTTTTTTAC";

struct scored_options : cli_test
{
    scored_options()
    {
        write("q.fa", ">q\nACGTACGTTGCATTGCATCCGGATT\n");
        write("t.fa", target(intron));
    }
    static std::string target(std::string const & between)
    {
        return ">t\nCCCCCACGTACGTTGCA" + between + "TTGCATCCGGATTCCCC\n";
    }

    [[nodiscard]] std::string good(texts const & arguments) const
    {
        cli_run const r = vglcs(arguments);
        EXPECT_EQ(r.code, 0) << r.err;
        return r.out;
    }
    /// Length and places of the one row: "25 0-25 5-64".
    [[nodiscard]] std::string answer(texts const & options) const
    {
        std::string const table = good(with({"align", "q.fa", "t.fa", "--gaps", "3", "--format", "tsv"}, options));
        auto const field = [&](std::string const & name) { return column(table, name).at(0); };
        return field("length") + ' ' + field("query_start") + '-' + field("query_end") + ' ' + field("target_start") +
               '-' + field("target_end");
    }
    void expect_refused(texts const & arguments, int code, std::string const & message) const
    {
        cli_run const r = vglcs(arguments);
        EXPECT_EQ(r.code, code) << message;
        EXPECT_EQ(r.out, "");
        EXPECT_EQ(r.err, message);
    }
};

constexpr char const * whole = "25 0-25 5-64";

} // namespace

TEST_F(scored_options, skipped_letters_and_jumps_have_a_price)
{
    EXPECT_EQ(answer({}), "17 0-25 46-64") << "without prices letters of the first exon are picked up in the intron";
    std::string const exon = answer({"--skip", "1"});
    EXPECT_TRUE(exon.ends_with("-64") && exon < "17") << exon;
    EXPECT_EQ(answer({"--skip", "1", "--jump", "5..100@5"}), whole);
    EXPECT_EQ(answer({"--skip", "1", "--jump", "5..20@9"}), exon) << "the intron has 34 letters";
    EXPECT_EQ(answer({"--skip", "1", "--jump", "34..34@5"}), whole);
    EXPECT_EQ(answer({"--skip", "1", "--jump", "inf@100"}), exon) << "dearer than all that it leads to";
    EXPECT_EQ(answer({"--skip", "1", "--jump", "inf@60", "--match", "10"}), whole);
    EXPECT_EQ(answer({"--skip", "1", "--jump", "34@5", "--leave", "4"}), whole);
    EXPECT_EQ(answer({"--skip", "1", "--jump", "34@5", "--leave", "x"}), exon) << "no jump begins anywhere";
}

TEST_F(scored_options, jumps_without_a_suffix_are_those_of_b)
{
    EXPECT_EQ(answer({"--skip", "1", "--jump-b", "34@5", "--leave-b", "1"}), whole);
    std::string const exon = answer({"--skip", "1"});
    EXPECT_EQ(answer({"--skip", "1", "--jump-a", "34@5"}), exon);
    texts const turned{"align", "t.fa", "q.fa", "--gaps", "3", "--format", "tsv", "--skip", "1"};
    EXPECT_EQ(column(good(with(turned, {"--jump-a", "34@5", "--leave-a", "1"})), "length"), texts{"25"});
    EXPECT_NE(column(good(with(turned, {"--jump", "34@5"})), "length"), texts{"25"});
    write("q.fa", ">q\nACGTACGTTGCANTTGCATCCGGATT\n"); // a letter too many between the exons
    EXPECT_EQ(answer({"--skip", "1", "--jump", "34@5"}), "25 0-26 5-64");
    EXPECT_EQ(answer({"--skip", "1", "--jump", "34@5", "--skip-a", "8"}), answer({"--skip-a", "8", "--skip-b", "1"}));
}

TEST_F(scored_options, a_later_option_overrides_where_it_says_something)
{
    std::string const exon = answer({"--skip", "1"});
    EXPECT_EQ(answer({"--skip", "5", "--skip", "1", "--match", "9", "--match", "1"}), exon);
    EXPECT_EQ(answer({"--skip", "1", "--jump", "34@5", "--jump", "."}), exon);
    EXPECT_EQ(answer({"--skip", "1", "--jump", "34@99", "--jump-b", "after:AG=34@5"}), whole);
    EXPECT_EQ(answer({"--skip", "1", "--jump", "34@5", "--jump", "after:AC=34@99"}), whole);
    EXPECT_EQ(answer({"--skip", "1", "--jump", "34@5", "--leave", "0", "--leave", "*=99"}), exon);
    EXPECT_EQ(answer({"--skip", "1", "--jump", "34@5", "--leave", "99", "--leave", "at:GT=0"}), whole);
}

TEST_F(scored_options, sites_are_read_in_the_direction_of_the_transcript)
{
    texts const hard{"--skip", "1", "--jump", "after:AG=34@5,*=34@99", "--leave", "at:GT=0,*=x"};
    auto const reading = [&](std::string const & transcript) {
        return answer(with(hard, {"--transcript", transcript}));
    };
    EXPECT_EQ(reading("+"), whole);
    std::string const other = reading("-");
    EXPECT_NE(other, whole);
    EXPECT_EQ(reading("both"), whole);
    write("t.fa", target(turned_intron)); // a gene of the other strand: CT where the intron begins, AC where it ends
    EXPECT_NE(reading("+"), whole);
    EXPECT_EQ(reading("-"), whole);
    EXPECT_EQ(reading("both"), whole);
    EXPECT_EQ(answer({"--skip", "1", "--jump", "34@5", "--transcript", "both"}), whole) << "nothing to read";
}

TEST_F(scored_options, both_strands_with_both_directions)
{
    texts const base{"--skip", "1", "--jump", "after:AG=34@5,*=34@99", "--leave", "at:GT=0,*=x", "--strand", "both"};
    auto const strand = [&](texts const & more) {
        std::string const table =
            good(with(with({"align", "q.fa", "t.fa", "--gaps", "3", "--format", "tsv"}, base), more));
        return column(table, "strand").at(0) + column(table, "length").at(0);
    };
    EXPECT_EQ(strand({"--transcript", "both"}), "+25");
    write("q.fa", ">q\nAATCCGGATGCAATGCAACGTACGT\n");
    EXPECT_EQ(strand({"--transcript", "both"}), "-25");
    EXPECT_EQ(strand({"--transcript", "+"}), "-25") << "the sites are those of the target, whatever the query's strand";
    EXPECT_NE(strand({"--transcript", "-"}), "-25");
    write("t.fa", target(turned_intron));
    EXPECT_EQ(strand({"--transcript", "both"}), "-25");
    EXPECT_EQ(strand({"--transcript", "-"}), "-25");
}

TEST_F(scored_options, bad_values_name_their_option_before_any_file_is_opened)
{
    auto const refused = [&](texts const & more, std::string const & message) {
        for (std::string const command : {"align", "batch", "plan", "verify"}) {
            texts words{command, "missing.fa", "missing.fa"};
            if (command == "verify")
                words.insert(words.begin() + 1, "missing.tsv");
            expect_refused(with(words, more), 2, message + "\n");
        }
    };
    for (std::string const value : {"0", "65536", "1.5", "x", "-1", "99999999999999999999"})
        refused({"--match", value}, "--match " + value + ": not within 1..65535: give a whole number of them");
    for (std::string const option : {"--skip", "--skip-a", "--skip-b"})
        for (std::string const value : {"-1", "2147483648", "x"})
            refused({option + "=" + value},
                    option + " " + value + ": not within 0..2147483647: give a whole number of them");
    refused({"--match", ""}, "--match '': not within 1..65535: give a whole number of them");
    refused({"--jump", "20"}, "--jump 20: '20' is no jump: write HI@COST, LO..HI@COST, or . for no jump");
    refused({"--jump-b", "9..2@1"}, "--jump 9..2@1: jump '9..2@1' has LO above HI: write the smaller number first");
    refused({"--jump-a", "9..2@1"}, "--jump-a 9..2@1: jump '9..2@1' has LO above HI: write the smaller number first");
    refused({"--jump", "5@1", "--jump", "5@-1"},
            "--jump 5@-1: cost '-1' is not within 0..2147483647: write a whole number of them");
    refused({"--jump", "5@1", "--leave", "2147483648"},
            "--leave 2147483648: cost '2147483648' is not within 0..2147483647: write a whole number of them");
    refused({"--leave", "1"}, "--leave 1: there is no jump that could leave: give --jump, too");
    refused({"--leave-a", "1", "--jump", "5@1"}, "--leave-a 1: there is no jump that could leave: give --jump-a, too");
    refused({"--transcript", "up"}, "--transcript up: no such direction: use +, - or both");
}

TEST_F(scored_options, bad_combinations)
{
    write("p.faa", ">p\nMKVLAEEFW\n");
    expect_refused({"align", "p.faa", "p.faa", "--transcript", "both"}, 2,
                   "--transcript both: protein letters have no reverse complement: use --transcript +, or --alphabet "
                   "dna\n");
    expect_refused({"align", "p.faa", "p.faa", "--jump", "at:A=5@1"}, 2,
                   "--jump at:A=5@1: sites are for dna and rna, not for protein: use letter:\n");
    expect_refused({"align", "q.fa", "t.fa", "--jump", "after:AG=9@1,*=2..8@1", "--transcript", "-"}, 2,
                   "--transcript -: windows 0..9 and 2..8 differ: where introns are read on the reverse strand all "
                   "jumps have one window, costs alone may differ\n");
    write("long.fa", ">long\n" + made_letters(32'769, 1) + "\n");
    expect_refused({"align", "long.fa", "long.fa", "--match", "65535"}, 3,
                   "problem: 32769 pairs of 65535 each could score more than 2147483647: use a smaller "
                   "--match\n");
    write("fits.fa", ">fits\n" + made_letters(40, 1) + "\n");
    EXPECT_EQ(column(good({"align", "long.fa", "fits.fa", "--gaps", "0", "--match", "65535", "--format", "tsv"}),
                     "target_length"),
              texts{"40"});
    expect_refused({"batch", "--all-vs-all", "q.fa", "--format", "matrix", "--skip", "1"}, 2,
                   "--format matrix: distances are of lengths, not of scores: leave out --match, --skip and --jump, or "
                   "use --format tsv\n");
    expect_refused({"batch", "q.fa", "t.fa", "--task", "length", "--min-length", "5", "--skip", "1"}, 2,
                   "--min-length: --task length of a run with prices gives scores alone: use --task alignment, or "
                   "--min-score\n");
    expect_refused({"batch", "q.fa", "t.fa", "--min-score", "-2"}, 2, "--min-score -2: negative: give a score\n");
}

TEST_F(scored_options, filters_of_a_batch_go_by_scores)
{
    // "long" is 20 pairs with 12 letters skipped between them (score 8), "good" 12 neighbours (score 12)
    write("one.fa", ">one\nACGTTGCATCAGGCTAACTG\n");
    write("many.fa", ">long\nACCGTGTGCAATTCAGAGGCCTAAACTTG\n>good\nTTTTTACGTTGCATCAGTTTTTT\n>none\nTTTTTTTTTT\n");
    texts const base{"batch", "one.fa", "many.fa", "--gaps", "3", "--format", "tsv"};
    auto const targets = [&](texts const & more) { return column(good(with(base, more)), "target"); };
    EXPECT_EQ(targets({"--top", "1"}), texts{"long"});
    EXPECT_EQ(targets({"--top", "1", "--skip", "2"}), texts{"good"});
    for (texts const & more : {texts{}, {"--no-prefilter"}, {"--task", "length"}}) {
        EXPECT_EQ(targets(with({"--top", "1", "--skip", "2", "--min-score", "3"}, more)), texts{"good"});
        EXPECT_EQ(targets(with({"--min-score", "12", "--skip", "2"}, more)), texts{"good"});
        EXPECT_EQ(targets(with({"--min-score", "24", "--skip", "4", "--match", "2"}, more)), texts{"good"});
        EXPECT_EQ(targets(with({"--min-score", "26", "--skip", "4", "--match", "2"}, more)), texts{});
    }
    EXPECT_EQ(targets({"--top", "1", "--min-length", "5", "--skip", "2"}), texts{"good"});
    cli_run const r = vglcs(with(base, {"--min-score", "12", "--skip", "2", "--top", "2"}));
    EXPECT_EQ(r.code, 0);
    EXPECT_EQ(r.err, "note: 3 pairs, 1 with a row; 2 of a score below 12 (1 by an upper bound); 0 not among the 2 best "
                     "of a query (0 by an upper bound)\n");
    texts const pruned =
        column(good(with(base, {"--min-score", "12", "--skip", "2", "--match", "2", "--show-pruned"})), "bound");
    EXPECT_EQ(pruned, (texts{"NA", "NA", "10"})) << "a bound is a score: the five T of one, 2 each";
}

TEST_F(scored_options, threads_engines_and_shards_change_nothing)
{
    std::string queries, targets;
    for (std::uint32_t k = 0; k < 8; ++k) {
        queries += ">q" + std::to_string(k) + "\n" + made_letters(40 + 11 * k, k) + "\n";
        targets += ">t" + std::to_string(k) + "\n" + made_letters(20, 60 + k) +
                   without_every(4 + k, made_letters(40 + 11 * k, k)) + "\n";
    }
    write("qs.fa", queries);
    write("ts.fa", targets);
    texts const base{"batch",
                     "qs.fa",
                     "ts.fa",
                     "--gaps",
                     "3",
                     "--skip",
                     "1",
                     "--match",
                     "2",
                     "--jump",
                     "after:AG=5..40@3,*=5..40@8",
                     "--leave",
                     "at:GT=0,*=4",
                     "--strand",
                     "both",
                     "--transcript",
                     "both"};
    std::string const rows = good(with(base, {"-t", "1", "--engine", "reference"}));
    EXPECT_EQ(column(rows, "query").size(), 64u);
    EXPECT_EQ(good(base), rows);
    EXPECT_EQ(good(with(base, {"-t", "3", "--engine", "strip"})), rows);
    EXPECT_EQ(good(with(base, {"--resume", "-o", "rows.tsv"})), "");
    EXPECT_EQ(read("rows.tsv"), rows);
    write("list.tsv", "q3\tt3\nq1\tt6\n");
    EXPECT_EQ(column(good(with(base, {"--pairs", "list.tsv"})), "query"), (texts{"q3", "q1"}));
    EXPECT_EQ(column(good(with({"plan"}, base)), "strand").size(), 256u) << "two strands, two directions";
}

TEST_F(scored_options, the_example_of_the_guide_to_prices)
{
    write("a.fa", ">a\nACGTTGCAACGGATCC\n");
    write("b.fa", ">b\nACGTTGACTTTGGATCC\n");
    std::string const row = good({"align", "a.fa", "b.fa", "--gaps", "3", "--skip", "1", "--format", "tsv"});
    EXPECT_EQ(column(row, "length"), texts{"14"});
    EXPECT_EQ(column(row, "score"), texts{"9"});
    EXPECT_EQ(column(row, "cigar"), texts{"6=2I2=3D6="});
    // the prices of an intron, as its picture adds them up: two exons of 25 letters
    write("q.fa", ">q\nACGTACGTTGCATTGCATCCGGATT\n");
    texts const prices{"align",
                       "q.fa",
                       "t.fa",
                       "--gaps",
                       "0",
                       "--format",
                       "tsv",
                       "--match",
                       "10",
                       "--jump",
                       "after:AG=20..5000@10,*=20..5000@18",
                       "--leave",
                       "at:GT=0,at:GC=4,*=8"};
    for (auto const & [begin, end, cost] : std::vector<std::tuple<std::string, std::string, int>>{
             {"GT", "AG", 10}, {"GC", "AG", 14}, {"CC", "AG", 18}, {"CC", "CC", 26}})
    {
        write("t.fa", target(begin + std::string(30, 'N') + end));
        EXPECT_EQ(column(good(prices), "score"), texts{std::to_string(250 - cost)}) << begin << ".." << end;
    }
}
