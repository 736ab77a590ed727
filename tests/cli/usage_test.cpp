// SPDX-License-Identifier: BSD-3-Clause
/// Mistakes on the command line: exit code 2, one line that names option and value, nothing on standard output.
#include "cli.hpp"

using namespace vglcs::test;

namespace {

struct usage : cli_test
{
    usage()
    {
        write("a.fa", ">a\nACGT\n");
        write("b.fa", ">b\nACGT\n");
        write("p.faa", ">p\nMKVLAW\n");
    }
    void expect_refused(std::vector<std::string> const & arguments, std::string const & message) const
    {
        cli_run const r = vglcs(arguments);
        EXPECT_EQ(r.code, 2) << message;
        EXPECT_EQ(r.out, "");
        EXPECT_EQ(r.err, message);
    }
};

} // namespace

TEST_F(usage, options_with_wrong_values_are_refused)
{
    using words = std::vector<std::string>;
    auto const with = [](words more) {
        words all{"align", "a.fa", "b.fa"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    };
    expect_refused(with({"-t", "-1"}), "--threads -1: negative: use 0 for all threads of the machine\n");
    expect_refused(with({"-t", "1000000"}),
                   "--threads 1000000: more than 4096: use 0 for all threads of the machine\n");
    expect_refused(with({"--format", "bam"}),
                   "--format bam: no such format: use paf, sam, tsv, pairs, json or pretty\n");
    expect_refused(with({"--alphabet", "latin"}),
                   "--alphabet latin: no such alphabet: use auto, dna, rna, protein or raw\n");
    expect_refused(with({"--strand", "minus"}), "--strand minus: no such strand: use +, - or both\n");
    expect_refused(with({"--task", "score"}), "--task score: no such task: use alignment or length\n");
    expect_refused(with({"--device", "tpu"}),
                   "--device tpu: no such device: use auto, cpu, cuda, cuda:N or cuda:all\n");
    expect_refused(with({"--device", "cuda:x"}),
                   "--device cuda:x: not a device number: use cuda:0, cuda:1, ..., or cuda:all\n");
    expect_refused(with({"--max-memory", "1Q"}),
                   "--max-memory 1Q: not a size: give bytes, or a number with K, M, G or T\n");
    expect_refused(with({"--max-memory", "0"}), "--max-memory 0: zero: give bytes, or a number with K, M, G or T\n");
    expect_refused(with({"--max-memory", "99999999999999999999"}),
                   "--max-memory 99999999999999999999: too large: give bytes, or a number with K, M, G or T\n");
    expect_refused(with({"--rename", "chr1"}), "--rename chr1: not a pair of names: use --rename FROM=TO\n");
    expect_refused(with({"-o", "a.fa"}), "-o a.fa: is the input a.fa: choose another output file\n");
}

TEST_F(usage, both_inputs_cannot_be_standard_input)
{
    expect_refused({"align", "-", "-"}, "A and B are both - (standard input): give a file for one of them\n");
}

TEST_F(usage, proteins_have_no_other_strand)
{
    expect_refused({"align", "p.faa", "p.faa", "--strand", "both"},
                   "--strand both: protein letters have no reverse complement: use --strand +, or --alphabet dna\n");
}

TEST_F(usage, missing_and_unknown_words_are_refused)
{
    for (std::vector<std::string> const & arguments : {std::vector<std::string>{},
                                                       {"align"},
                                                       {"align", "a.fa"},
                                                       {"nosuch"},
                                                       {"align", "a.fa", "b.fa", "c.fa"},
                                                       {"align", "a.fa", "b.fa", "--nosuch"},
                                                       {"align", "a.fa", "b.fa", "-t", "many"}})
    {
        cli_run const r = vglcs(arguments);
        EXPECT_EQ(r.code, 2) << r.err;
        EXPECT_EQ(r.out, "");
        EXPECT_TRUE(r.err.ends_with(": see `vglcs --help`\n")) << r.err;
    }
}

TEST_F(usage, version_is_the_bare_number)
{
    cli_run const r = vglcs({"--version"});
    EXPECT_EQ(r.code, 0);
    EXPECT_EQ(r.out, "0.1.0\n");
}

TEST_F(usage, every_subcommand_has_help_with_examples)
{
    for (std::string const name : {"align", "batch", "merge", "verify", "plan", "gaps", "info", "selftest"}) {
        cli_run const r = vglcs({name, "--help"});
        EXPECT_EQ(r.code, 0) << name;
        EXPECT_NE(r.out.find("Example"), std::string::npos) << name;
    }
}
