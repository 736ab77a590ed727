// SPDX-License-Identifier: BSD-3-Clause
/// Cells that are left out: the same rows with and without, what a run says of it, and what json can show.
#include "cli.hpp"

#include "made_letters.hpp"
#include "tsv_text.hpp"

using namespace vglcs::test;

namespace {

struct pruning : cli_test
{
    pruning()
    {
        std::string const a = made_letters(6000, 1);
        std::string b = a;
        for (std::size_t k = 50; k < b.size(); k += 97)
            b[k] = b[k] == 'A' ? 'C' : 'A';
        b.erase(3000, 2);
        write("a.fa", ">a\n" + a + "\n");
        write("b.fa", ">b\n" + b + "\n");
        write("c.fa", ">c1\n" + a + "\n>c2\n" + b + "\n>c3\n" + a.substr(20) + "\n");
    }
    /// Standard output with what a run says of the cells it left out.
    [[nodiscard]] cli_run align(texts const & more) const
    {
        texts arguments{"align", "a.fa", "b.fa", "--gaps", "5", "--engine", "strip", "--device", "cpu"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return vglcs(arguments);
    }
};

} // namespace

TEST_F(pruning, rows_are_the_same_with_and_without)
{
    for (texts const & costs : {texts{}, texts{"--match", "3", "--skip", "1"}})
        for (std::string const format : {"paf", "sam", "tsv", "json", "pretty"})
            for (std::string const strand : {"+", "both"}) {
                texts arguments{"--format", format, "--strand", strand};
                arguments.insert(arguments.end(), costs.begin(), costs.end());
                cli_run const part = align(arguments);
                EXPECT_EQ(part.code, 0) << part.err;
                EXPECT_NE(part.err.find(" cells lie on no best chain and were left out: there is a chain of "),
                          std::string::npos)
                    << part.err;
                arguments.push_back("--full-table");
                cli_run const whole = align(arguments);
                EXPECT_EQ(whole.err, "");
                auto const rows = [&](std::string text) { // the command line is in the header of sam
                    return format == "sam" ? text.substr(text.find("\na\t")) : text;
                };
                EXPECT_EQ(rows(part.out), rows(whole.out)) << format << ' ' << strand;
            }
}

TEST_F(pruning, what_would_have_no_row_is_not_computed)
{
    write("d.fa", ">d1\n" + made_letters(2600, 1) + "\n>d2\n" + made_letters(2600, 2) + "\n>d3\n" +
                      made_letters(2600, 1).substr(0, 2200) + "\n");
    for (texts const & costs : {texts{}, texts{"--match", "2", "--skip", "1"}})
        for (texts const & filter :
             {texts{"--strand", "both"}, texts{"--min-length", "2100"}, texts{"--min-score", "2150"},
              texts{"--top", "1"}, texts{"--top", "2", "--strand", "both", "--min-length", "1800"}})
            for (std::string const task : {"alignment", "length"}) {
                if (!costs.empty() && task == "length" && std::ranges::count(filter, "--min-length") != 0)
                    continue; // no lengths beside prices
                texts arguments{"batch",    "--all-vs-all", "d.fa",           "--gaps", "4",  "--engine", "strip",
                                "--device", "cpu",          "--no-prefilter", "--task", task, "--format", "json"};
                arguments.insert(arguments.end(), costs.begin(), costs.end());
                arguments.insert(arguments.end(), filter.begin(), filter.end());
                cli_run const part = vglcs(arguments);
                EXPECT_EQ(part.code, 0) << part.err;
                arguments.push_back("--full-table");
                cli_run const whole = vglcs(arguments);
                EXPECT_EQ(part.out, whole.out) << testing::PrintToString(arguments);
                // the line that says what the filters left out is the same too
                EXPECT_EQ(part.err.substr(std::min(part.err.size(), part.err.find("3 pairs, "))),
                          whole.err.substr(std::min(whole.err.size(), whole.err.find("3 pairs, "))));
            }
}

TEST_F(pruning, plan_knows_it)
{
    cli_run const part = vglcs({"plan", "a.fa", "b.fa", "--gaps", "5"});
    cli_run const whole = vglcs({"plan", "a.fa", "b.fa", "--gaps", "5", "--full-table"});
    auto const cells = [](cli_run const & r) { return std::stoull(split(split(r.out, '\n').at(1), '\t').at(4)); };
    EXPECT_LT(cells(part), 6000U * 5998 / 5);
    EXPECT_GE(cells(whole), 6000U * 5998);
}

TEST_F(pruning, several_pairs_have_one_line)
{
    cli_run const r = vglcs({"batch", "--all-vs-all", "c.fa", "--gaps", "5", "--engine", "strip", "--device", "cpu"});
    EXPECT_EQ(r.code, 0);
    EXPECT_NE(r.err.find("note: 3 pairs: "), std::string::npos) << r.err;
    EXPECT_EQ(vglcs({"batch", "--all-vs-all", "c.fa", "--gaps", "5", "--full-table", "--device", "cpu"}).out, r.out);
    EXPECT_EQ(vglcs({"batch", "--all-vs-all", "c.fa", "--gaps", "5", "--quiet", "--device", "cpu"}).err, "");
}

TEST_F(pruning, certificate)
{
    cli_run const r = align({"--format", "json", "--certificate"});
    EXPECT_EQ(r.code, 0) << r.err;
    EXPECT_NE(r.out.find(R"(,"certificate":{"bound":)"), std::string::npos) << r.out.substr(r.out.size() - 900);
    write("r.json", r.out);
    EXPECT_EQ(vglcs({"verify", "r.json", "a.fa", "b.fa", "--gaps", "5", "--full"}).code, 0);
    cli_run const whole = align({"--format", "json", "--certificate", "--full-table"});
    EXPECT_NE(whole.out.find(R"(,"certificate":null)"), std::string::npos);
    cli_run const wrong = align({"--certificate"});
    EXPECT_EQ(wrong.code, 2);
    EXPECT_EQ(wrong.err, "--certificate: paf has no room for it: use --format json\n");
}
