// SPDX-License-Identifier: BSD-3-Clause
/// --explain, vglcs explain and vglcs sweep through the program.
#include "cli.hpp"

#include "made_letters.hpp"
#include "tsv_text.hpp"

#include <algorithm>
#include <sstream>

using namespace vglcs::test;

namespace {

struct explain_cli : cli_test
{
    explain_cli()
    {
        // A has eight letters more at one place, which match nothing in B
        std::string text = made_letters(190, 7);
        std::ranges::replace(text, 'G', 'T');
        write("a.fa", ">a\n" + text.substr(0, 100) + "GGGGGGGG" + text.substr(100) + "\n>a2\nACGT\n");
        write("b.fa", ">b\n" + text + "\n>b2\nACGT\n");
    }
    [[nodiscard]] cli_run run(texts arguments, texts const & more) const
    {
        arguments.insert(arguments.end(), more.begin(), more.end());
        return vglcs(arguments);
    }
};

/// The text without what --explain has added.
std::string without_reasons(std::string text, std::string const & format)
{
    if (format == "json")
        for (std::size_t at = text.find(",\"explain\":"); at != text.npos; at = text.find(",\"explain\":"))
            text.erase(at, text.find(",\"query_sha256\"", at) - at);
    if (format == "paf")
        for (std::string const tag : {"\tms:i:", "\tnb:i:", "\tbc:f:", "\tsp:i:", "\tbl:i:", "\tbb:Z:"})
            for (std::size_t at = text.find(tag); at != text.npos; at = text.find(tag))
                text.erase(at, text.find('\t', at + 1) - at);
    if (format != "tsv")
        return text;
    std::istringstream lines{text};
    std::string out;
    for (std::string line; std::getline(lines, line); out += line + '\n')
        for (int k = 0; k < 7; ++k)
            line.erase(line.rfind('\t'));
    return out;
}

} // namespace

TEST_F(explain_cli, rows_are_the_same_but_for_the_reasons)
{
    for (texts const & costs : {texts{}, texts{"--skip", "1", "--jump", "2..9@3"}})
        for (std::string const format : {"json", "tsv", "paf"}) {
            texts arguments{"align", "a.fa", "b.fa", "--gaps", "2", "--quiet", "--format", format};
            arguments.insert(arguments.end(), costs.begin(), costs.end());
            cli_run const plain = vglcs(arguments), reasons = run(arguments, {"--explain", "-o", "rows"});
            EXPECT_EQ(reasons.code, 0) << reasons.err;
            EXPECT_NE(read("rows"), plain.out);
            EXPECT_EQ(without_reasons(read("rows"), format), plain.out) << format;
            texts check{"verify", "rows", "a.fa", "b.fa", "--gaps", "2", "--full"};
            check.insert(check.end(), costs.begin(), costs.end());
            EXPECT_EQ(vglcs(check).out, "2 pairs checked, 0 wrong\n");
        }
}

TEST_F(explain_cli, a_limit_that_blocks_is_named_and_confirmed)
{
    cli_run const found =
        vglcs({"align", "a.fa", "b.fa", "--gaps", "5", "--format", "json", "--explain", "--confirm", "1"});
    EXPECT_EQ(found.code, 0) << found.err;
    EXPECT_NE(found.out.find("\"blockers\":[{\"side\":\"a\",\"letter\":108,\"raise\":3,\"gain\":90,"
                             "\"confirmed\":true},{\"side\":\"a\",\"letter\":109,\"raise\":4,\"gain\":89,"
                             "\"confirmed\":false}"),
              std::string::npos)
        << found.out;
    // with the limit 8 nothing is in the way
    cli_run const wider = vglcs({"batch", "a.fa", "b.fa", "--gaps", "8", "--explain"});
    EXPECT_EQ(column(wider.out, "blocking").front(), "0");
    EXPECT_EQ(column(wider.out, "least_slack").front(), "0");
    EXPECT_EQ(column(wider.out, "blockers").front(), ".");
}

TEST_F(explain_cli, a_result_is_explained_as_its_run_would_have_done)
{
    texts const how{"--gaps", "2", "--strand", "both", "--skip", "1"};
    for (std::string const format : {"paf", "sam", "tsv", "pairs", "json"}) {
        cli_run const made = run({"align", "a.fa", "b.fa", "--quiet", "--format", format, "-o", "rows"}, how);
        EXPECT_EQ(made.code, 0) << made.err;
        cli_run const at_once = run({"align", "a.fa", "b.fa", "--quiet", "--explain", "--format", "tsv"}, how);
        cli_run const later = run({"explain", "rows", "a.fa", "b.fa", "--quiet", "--format", "tsv"}, how);
        EXPECT_EQ(later.code, 0) << later.err;
        EXPECT_EQ(later.out, at_once.out) << format;
    }
    cli_run const shown = run({"explain", "rows", "a.fa", "b.fa"}, how);
    EXPECT_NE(shown.out.find("\nslack   "), std::string::npos) << shown.out;
    EXPECT_NE(shown.out.find("\nblocks  "), std::string::npos) << shown.out;
}

TEST_F(explain_cli, what_cannot_be_explained)
{
    EXPECT_EQ(vglcs({"align", "a.fa", "b.fa", "--task", "length", "--format", "tsv", "-o", "rows"}).code, 0);
    cli_run const no_chain = vglcs({"explain", "rows", "a.fa", "b.fa"});
    EXPECT_EQ(no_chain.code, 2);
    EXPECT_EQ(no_chain.err, "rows:2: the row has no chain, which --task length does not make: run it again without\n");
    EXPECT_EQ(vglcs({"align", "a.fa", "b.fa", "--gaps", "2", "-o", "rows"}).code, 0);
    cli_run const not_best = vglcs({"explain", "rows", "a.fa", "b.fa", "--gaps", "3"});
    EXPECT_EQ(not_best.code, 6);
    EXPECT_NE(not_best.err.find("the limits have the digest"), std::string::npos) << not_best.err;
    auto const refused = [&](texts const & more) { return run({"align", "a.fa", "b.fa"}, more); };
    EXPECT_EQ(refused({"--explain", "--format", "sam"}).err,
              "--explain: sam has no room for it: use --format json, tsv, paf or pretty\n");
    EXPECT_EQ(refused({"--explain", "--format", "sam"}).code, 2);
    EXPECT_EQ(refused({"--confirm", "3"}).code, 2);
    EXPECT_EQ(refused({"--explain", "--confirm", "-1"}).code, 2);
    EXPECT_EQ(refused({"--explain", "--task", "length", "--format", "tsv"}).code, 2);
    EXPECT_EQ(vglcs({"batch", "--all-vs-all", "a.fa", "--explain", "--format", "matrix"}).code, 2);
}

TEST_F(explain_cli, memory_is_planned_and_kept_to)
{
    cli_run const plan = vglcs({"plan", "align", "a.fa", "b.fa", "--gaps", "2", "--explain"});
    cli_run const without = vglcs({"plan", "align", "a.fa", "b.fa", "--gaps", "2"});
    EXPECT_EQ(plan.code, 0);
    EXPECT_GT(std::stoull(column(plan.out, "cells").front()), std::stoull(column(without.out, "cells").front()));
    cli_run const little =
        vglcs({"align", "a.fa", "b.fa", "--gaps", "2", "--explain", "--max-memory", "20K", "--engine", "bst2"});
    EXPECT_EQ(little.code, 4) << little.err;
}

TEST_F(explain_cli, a_sweep_is_what_single_runs_give)
{
    cli_run const swept = vglcs({"sweep", "a.fa", "b.fa", "--sweep", "gaps=0..6", "--partner", "reversed"});
    EXPECT_EQ(swept.code, 0) << swept.err;
    std::vector<std::string> const lengths = column(swept.out, "length"), values = column(swept.out, "value");
    ASSERT_EQ(lengths.size(), 14U);
    for (std::size_t const k : {0U, 3U, 6U}) {
        cli_run const one = vglcs({"align", "a.fa", "b.fa", "--format", "tsv", "--quiet", "--gaps", values[k]});
        EXPECT_EQ(column(one.out, "length"), (texts{lengths[k], lengths[7 + k]}));
    }
    for (std::size_t k = 1; k < 7; ++k)
        EXPECT_GE(std::stoi(lengths[k]), std::stoi(lengths[k - 1]));
    EXPECT_GT(std::stoi(lengths[6]), std::stoi(column(swept.out, "partner_length")[6]));
}

TEST_F(explain_cli, prices_are_swept_too)
{
    texts const others{"--gaps", "3", "--jump", "2..20@5", "--match", "2"};
    for (std::string const what : {"skip", "skip-a", "skip-b", "jump-cost"}) {
        cli_run const swept = run({"sweep", "a.fa", "b.fa", "--sweep", what + "=0..9"}, others);
        EXPECT_EQ(swept.code, 0) << swept.err;
        texts const scores = column(swept.out, "score"), lengths = column(swept.out, "length"),
                    jumps = column(swept.out, "jumps");
        for (int const k : {0, 4, 9}) {
            std::string const value = std::to_string(k);
            texts single{"align",  "a.fa", "b.fa",    "--format", "tsv",   "--quiet",
                         "--gaps", "3",    "--match", "2",        "--jump"};
            single.push_back(what == "jump-cost" ? "2..20@" + value : "2..20@5");
            if (what != "jump-cost") {
                single.push_back("--" + what);
                single.push_back(value);
            }
            cli_run const one = vglcs(single);
            auto const row = static_cast<std::size_t>(k);
            EXPECT_EQ(column(one.out, "score").front(), scores[row]) << what << ' ' << k;
            EXPECT_EQ(column(one.out, "length").front(), lengths[row]) << what << ' ' << k;
            EXPECT_EQ(column(one.out, "jumps").front(), jumps[row]) << what << ' ' << k;
        }
        for (std::size_t k = 1; k < 10; ++k)
            EXPECT_LE(std::stoi(scores[k]), std::stoi(scores[k - 1]));
    }
}

TEST_F(explain_cli, results_that_carry_descriptions)
{
    write("x.fa", ">x some words\nACGTACGTAC\n");
    write("y.fa", ">y other words\nACGTTCGTAC\n");
    for (std::string const format : {"tsv", "json"}) {
        cli_run const aligned = vglcs({"align", "x.fa", "y.fa", "--keep-description", "--format", format});
        write("r." + format, aligned.out);
        cli_run const r = vglcs({"explain", "r." + format, "x.fa", "y.fa", "--format", "tsv"});
        EXPECT_EQ(r.code, 0) << r.err;
        EXPECT_EQ(column(r.out, "length"), texts{"9"});
    }
}

TEST_F(explain_cli, flat_stretches_are_not_solved)
{
    cli_run const swept = vglcs({"sweep", "a.fa", "b.fa", "--sweep", "gaps=100..1000"});
    EXPECT_EQ(swept.err, "note: 4 of 1802 values were solved, the others lie between equal ones\n");
    texts const lengths = column(swept.out, "length");
    ASSERT_EQ(lengths.size(), 1802U);
    EXPECT_EQ(std::ranges::count(lengths, lengths.front()), 901);
    EXPECT_EQ(std::ranges::count(lengths, lengths.back()), 901);
}

TEST_F(explain_cli, a_shuffled_partner_is_that_of_its_seed)
{
    auto const swept = [&](std::string const & seed) {
        return vglcs({"sweep", "a.fa", "b.fa", "--sweep", "gaps=1,3", "--partner", "shuffled", "--seed", seed}).out;
    };
    EXPECT_EQ(swept("1"), swept("1"));
    EXPECT_NE(swept("1"), swept("2"));
}

TEST_F(explain_cli, sweeps_that_say_too_little_or_too_much)
{
    auto const code = [&](texts const & more) { return run({"sweep", "a.fa", "b.fa"}, more).code; };
    for (std::string const word : {"gaps", "gaps=", "gap=1..2", "gaps=2..1", "gaps=1..", "gaps=1..9/0", "gaps=1/2",
                                   "gaps=0..4000000000", "skip=-1", "jump-cost=1..2"})
        EXPECT_EQ(code({"--sweep", word}), 2) << word;
    EXPECT_EQ(code({}), 2);
    EXPECT_EQ(code({"--sweep", "gaps=1..2", "--gaps", "3"}), 2);
    EXPECT_EQ(code({"--sweep", "gaps=1..2", "--gaps-b", "3"}), 2);
    EXPECT_EQ(code({"--sweep", "skip=1..2", "--skip-a", "3"}), 2);
    EXPECT_EQ(code({"--sweep", "gaps=1..2", "--partner", "random"}), 2);
    EXPECT_EQ(code({"--sweep", "gaps-a=1..2", "--gaps-b", "3"}), 0);
}
