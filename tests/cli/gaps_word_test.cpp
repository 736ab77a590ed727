// SPDX-License-Identifier: BSD-3-Clause
/// The word after --gaps: SPEC or operand.
#include "cli.hpp"

using namespace vglcs::test;

namespace {

struct gaps_word : cli_test
{
    gaps_word()
    {
        write("a.fa", ">a\nACGTACGTTTACGT\n");
        write("b.fa", ">b\nACGTTTACGTACG\n");
    }
    [[nodiscard]] std::string length(std::vector<std::string> arguments) const
    {
        arguments.insert(arguments.end(), {"--format", "tsv", "--quiet"});
        cli_run const r = vglcs(arguments);
        EXPECT_EQ(r.code, 0) << r.err;
        std::istringstream lines{r.out};
        std::string header, query, target, strand, value;
        std::getline(lines, header);
        lines >> query >> target >> strand >> value;
        return value;
    }
};

} // namespace

TEST_F(gaps_word, is_the_spec_when_both_operands_are_there)
{
    std::string const none = length({"align", "a.fa", "b.fa", "--gaps", "0"});
    EXPECT_EQ(length({"align", "--gaps", "0", "a.fa", "b.fa"}), none);
    EXPECT_EQ(length({"align", "a.fa", "--gaps", "0", "b.fa"}), none);
    EXPECT_EQ(length({"align", "a.fa", "b.fa", "--gaps=0"}), none);
    EXPECT_NE(length({"align", "a.fa", "b.fa"}), none);
}

TEST_F(gaps_word, is_an_operand_when_one_would_be_missing)
{
    std::string const ten = length({"align", "a.fa", "b.fa", "--gaps", "10"});
    EXPECT_EQ(length({"align", "--gaps", "a.fa", "b.fa"}), ten);
    EXPECT_EQ(length({"align", "a.fa", "--gaps", "b.fa"}), ten);
    EXPECT_EQ(length({"align", "a.fa", "b.fa", "--gaps"}), ten);
    EXPECT_EQ(length({"align", "a.fa", "b.fa", "--gaps", "-t", "1"}), ten);
    EXPECT_EQ(length({"batch", "--gaps", "a.fa", "b.fa"}), ten);
    EXPECT_EQ(length({"align", "--gaps", "--strand", "+", "a.fa", "b.fa"}), ten);
}

TEST_F(gaps_word, is_the_spec_where_it_is_a_number_and_an_operand_was_forgotten)
{
    cli_run const r = vglcs({"batch", "a.fa", "--gaps", "2"});
    EXPECT_EQ(r.code, 2);
    EXPECT_EQ(r.err, "batch: an input is missing: give QUERIES and TARGETS, --all-vs-all FILE, or --pairs LIST with "
                     "names of files\n");
    write("2", read("b.fa")); // a name like any other
    EXPECT_EQ(length({"batch", "a.fa", "--gaps", "2"}), length({"batch", "a.fa", "b.fa", "--gaps"}));
}

TEST_F(gaps_word, may_start_with_a_dash_only_as_a_wrong_number)
{
    cli_run const r = vglcs({"align", "a.fa", "b.fa", "--gaps", "-3"});
    EXPECT_EQ(r.code, 2);
    EXPECT_EQ(r.out, "");
    EXPECT_NE(r.err.find("-3"), std::string::npos) << r.err;
}

TEST_F(gaps_word, bare_without_sidecar_says_that_it_takes_ten)
{
    cli_run const r = vglcs({"align", "a.fa", "b.fa", "--gaps", "--format", "tsv"});
    EXPECT_EQ(r.code, 0);
    EXPECT_EQ(r.err, "note: a.fa: no sidecar with limits: every limit is 10\n"
                     "note: b.fa: no sidecar with limits: every limit is 10\n");
}

TEST_F(gaps_word, bare_takes_the_sidecar_of_each_file)
{
    write("a.fa.gaps", ">a\n0x14\n");
    write("b.gaps", ">b\n0x13\n");
    cli_run const r = vglcs({"align", "a.fa", "b.fa", "--gaps", "--format", "tsv"});
    EXPECT_EQ(r.code, 0);
    EXPECT_EQ(r.err, "note: a.fa: limits from a.fa.gaps\nnote: b.fa: limits from b.gaps\n");
    EXPECT_EQ(length({"align", "a.fa", "b.fa", "--gaps"}), length({"align", "a.fa", "b.fa", "--gaps=0"}));
}

TEST_F(gaps_word, of_one_side_leaves_the_other_without_limits)
{
    EXPECT_EQ(length({"align", "a.fa", "b.fa", "--gaps-a", "0"}),
              length({"align", "a.fa", "b.fa", "--gaps-a", "0", "--gaps-b", "inf"}));
    EXPECT_EQ(length({"align", "a.fa", "b.fa", "--gaps", "0", "--gaps-b", "inf"}),
              length({"align", "a.fa", "b.fa", "--gaps-a", "0"}));
}
