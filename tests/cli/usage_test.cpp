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
        EXPECT_TRUE(r.err.ends_with(" --help`\n")) << r.err;
    }
}

TEST_F(usage, a_wrong_limit_is_said_with_its_option_before_any_file_is_opened)
{
    auto const refused = [&](std::vector<std::string> const & more, std::string const & begin) {
        for (std::string const command : {"align", "batch", "plan", "verify"}) {
            std::vector<std::string> words{command, "missing.fa", "missing.fa"};
            if (command == "verify")
                words.insert(words.begin() + 1, "missing.tsv");
            words.insert(words.end(), more.begin(), more.end());
            cli_run const r = vglcs(words);
            EXPECT_EQ(r.code, 2) << command << ": " << r.err;
            EXPECT_TRUE(r.err.starts_with(begin)) << r.err;
        }
    };
    refused({"--gaps", "7q"}, "--gaps 7q: is none of N, LO..HI, inf, x, ");
    refused({"--gaps", "-4"}, "--gaps -4: limit '-4' is negative");
    refused({"--gaps", ""}, "--gaps '': a limit is missing");
    refused({"--gaps-a", "9..3"}, "--gaps-a 9..3: limit '9..3' has LO above HI");
    refused({"--gaps-b", "letter:A"}, "--gaps-b letter:A: ");
    refused({"--gaps-b", "exons.gff3"}, "--gaps-b exons.gff3: which features of exons.gff3");
    refused({"--gap-default", "many"}, "--gap-default many: 'many' is no limit");
    refused({"--rename", "chr1"}, "--rename chr1: not a pair of names");
    refused({"--alphabet", "latin"}, "--alphabet latin: no such alphabet");
    refused({"--strand", "up"}, "--strand up: no such strand");
    refused({"--engine", "steam"}, "--engine steam: no such engine");
    refused({"--max-memory", "lots"}, "--max-memory lots: not a size");
    cli_run const limits = vglcs({"gaps", "missing.fa", "7q"});
    EXPECT_EQ(limits.code, 2);
    EXPECT_TRUE(limits.err.starts_with("SPEC 7q: is none of ")) << limits.err;
    cli_run const format = vglcs({"align", "missing.fa", "missing.fa", "--format", "bam"});
    EXPECT_EQ(format.code, 2) << format.err;
    cli_run const task = vglcs({"align", "missing.fa", "missing.fa", "--task", "length"});
    EXPECT_EQ(task.code, 2) << task.err;
}

TEST_F(usage, unknown_subcommands_and_options_are_named_with_the_nearest_one)
{
    expect_refused({"bacth", "a.fa", "b.fa"}, "bacth: no such subcommand: did you mean batch?: see `vglcs --help`\n");
    expect_refused({"translate"}, "translate: no such subcommand: see `vglcs --help`\n");
    expect_refused({"align", "a.fa", "b.fa", "--gap", "5"},
                   "--gap: no such option of align: did you mean --gaps?: see `vglcs align --help`\n");
    expect_refused({"batch", "a.fa", "b.fa", "--tread=3", "--topp", "1"},
                   "--tread: no such option of batch: did you mean --threads?: see `vglcs batch --help`\n");
    expect_refused({"plan", "batch", "a.fa", "b.fa", "--formet", "tsv"},
                   "--formet: no such option of plan batch: did you mean --format?: see `vglcs plan batch --help`\n");
    expect_refused({"--verion"},
                   "--verion: no such option in front of a subcommand: did you mean --version?: see `vglcs --help`\n");
    expect_refused({"--quiet", "align", "a.fa", "b.fa"},
                   "--quiet: no such option in front of a subcommand: see `vglcs --help`\n");
    expect_refused({"align", "a.fa"}, "B is required: see `vglcs align --help`\n");
    expect_refused({"align", "a.fa", "b.fa", "c.fa", "d.fa"},
                   "c.fa: one word too many for align: see `vglcs align --help`\n");
}

TEST_F(usage, a_device_that_is_not_there_is_named_by_its_number)
{
    for (std::vector<std::string> const & words :
         {std::vector<std::string>{"align", "a.fa", "b.fa"}, {"batch", "a.fa", "b.fa"}, {"search", "a.fa", "b.fa"}})
    {
        std::vector<std::string> all = words;
        all.insert(all.end(), {"--device", "cuda:77"});
        cli_run const r = vglcs(all);
        EXPECT_EQ(r.code, 4) << r.err;
        EXPECT_NE(r.err.find("77"), std::string::npos) << r.err;
    }
}

TEST_F(usage, help_of_a_subcommand_is_a_word_too)
{
    for (std::string const name : {"align", "batch", "merge"})
        EXPECT_EQ(vglcs({"help", name}).out, vglcs({name, "--help"}).out);
    EXPECT_NE(vglcs({"help"}).out.find("Subcommands"), std::string::npos);
    expect_refused({"help", "algin"}, "help algin: no such subcommand: did you mean align?: see `vglcs --help`\n");
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
