// SPDX-License-Identifier: BSD-3-Clause
/// plan, gaps, info, selftest: what they print and how they end.
#include "cli.hpp"

#include "made_letters.hpp"
#include "tsv_text.hpp"

#include <regex>

using namespace vglcs::test;

namespace {

struct reports : cli_test
{
    /// Every kind of limit, on a.fa.
    void write_tracks() const
    {
        write("a.fa", ">a first\nACGTACGTTTACGTNACGT\n>b\nGGCATTACGA\n");
        write("reads.fq", "@a\nACGTACGT\n+\n!I5#+?~(\n");
        write("t.bedgraph", "a\t0\t4\t7\na\t6\t9\t1..3\nb\t2\t3\tx\n");
        write("t.bed", "a\t2\t8\tname\t40\nb\t0\t10\tname\t1001\n");
        write("t.gff3", "##gff-version 3\na\t.\texon\t3\t9\t.\t+\t.\t.\na\t.\texon\t12\t15\t.\t-\t.\t.\n");
        write("t.gaps", ">a\n3x10 inf 2..5 x 0x6\n>b\n1x10\n");
    }
};

} // namespace

TEST_F(reports, plan_has_a_row_a_run_in_the_form_that_its_header_names)
{
    write("a.fa", ">a1\n" + made_letters(100, 1) + "\n>a2\nACGT\n");
    write("b.fa", ">b1\n" + made_letters(50, 2) + "\n>b2\nACGTT\n");
    std::string const header = "query\ttarget\tstrand\tengine\tcells\thost_bytes\tgpu_bytes\tseconds\tfits";
    auto const expect_rows = [&](texts const & arguments, texts const & starts) {
        cli_run const r = vglcs(arguments);
        EXPECT_EQ(r.code, 0) << r.err;
        texts const lines = split(r.out, '\n');
        ASSERT_EQ(lines.size(), starts.size() + 1) << r.out;
        EXPECT_EQ(lines[0], header);
        std::regex const form{R"(\S+\t\S+\t[+-]\t\S+\t[1-9]\d*\t[1-9]\d*\t\d+\t\d+\.\d{3}\tyes)"};
        for (std::size_t k = 0; k < starts.size(); ++k) {
            ASSERT_TRUE(lines[k + 1].starts_with(starts[k])) << lines[k + 1];
            EXPECT_TRUE(std::regex_match(lines[k + 1], form)) << lines[k + 1];
        }
        EXPECT_TRUE(std::regex_match(
            r.err, std::regex{"note: " + std::to_string(starts.size()) +
                              " runs, \\d+ cells, about \\d+\\.\\d s; largest needs [0-9.]+ [KMG]iB of memory\n"}))
            << r.err;
    };
    expect_rows({"plan", "a.fa", "b.fa"}, {"a1\tb1\t+\t", "a2\tb2\t+\t"});
    expect_rows({"plan", "align", "a.fa", "b.fa", "--gaps", "3"}, {"a1\tb1\t+\t", "a2\tb2\t+\t"});
    expect_rows({"plan", "a.fa", "b.fa", "--strand", "both"},
                {"a1\tb1\t+\t", "a1\tb1\t-\t", "a2\tb2\t+\t", "a2\tb2\t-\t"});
    expect_rows({"plan", "batch", "a.fa", "b.fa", "--engine", "reference"},
                {"a1\tb1\t+\treference\t5000\t", "a1\tb2\t+\treference\t500\t", "a2\tb1\t+\treference\t200\t",
                 "a2\tb2\t+\treference\t20\t"});
}

TEST_F(reports, plan_ends_as_the_run_would)
{
    write("a.fa", ">a\n" + made_letters(1000, 1) + "\n");
    texts const job{"a.fa", "a.fa", "--engine", "reference", "--max-memory", "100K"};
    texts planned{"plan"}, done{"align"};
    planned.insert(planned.end(), job.begin(), job.end());
    done.insert(done.end(), job.begin(), job.end());
    cli_run const r = vglcs(planned);
    EXPECT_EQ(r.code, 4);
    EXPECT_EQ(column(r.out, "fits"), texts{"no"});
    EXPECT_NE(
        r.err.find("note: 1 run does not fit: budget is 100.0 KiB: raise --max-memory, use --task length or smaller "
                   "limits\n"),
        std::string::npos)
        << r.err;
    EXPECT_EQ(vglcs(done).code, 4);
    planned.back() = done.back() = "100M";
    EXPECT_EQ(vglcs(planned).code, 0);
    EXPECT_EQ(vglcs(done).code, 0);
    EXPECT_EQ(vglcs({"plan", "a.fa", "nosuch.fa"}).code, 3);
    EXPECT_EQ(vglcs({"plan", "a.fa", "a.fa", "--engine", "nosuch"}).code, 2);
}

TEST_F(reports, gaps_prints_runs_of_equal_limits)
{
    write_tracks();
    EXPECT_EQ(vglcs({"gaps", "a.fa", "3"}).out, "a\t0\t19\t3\nb\t0\t10\t3\n");
    EXPECT_EQ(vglcs({"gaps", "a.fa", "2..inf"}).out, "a\t0\t19\t2..inf\nb\t0\t10\t2..inf\n");
    cli_run const bed = vglcs({"gaps", "a.fa", "t.bed", "--gap-default", "x"});
    EXPECT_EQ(bed.code, 0);
    EXPECT_EQ(bed.out, "a\t0\t2\tx\na\t2\t8\t40\na\t8\t19\tx\nb\t0\t10\t1001\n");
    // the base of an exon that is read first is its other end on the other strand
    EXPECT_EQ(
        vglcs({"gaps", "a.fa", "t.gff3:exon=2,exon^=900", "--gap-default", "0", "--quiet"}).out,
        "a\t0\t2\t0\na\t2\t3\t900\na\t3\t9\t2\na\t9\t11\t0\na\t11\t12\t900\na\t12\t15\t2\na\t15\t19\t0\nb\t0\t10\t0\n");
    EXPECT_EQ(
        vglcs({"gaps", "a.fa", "t.gff3:exon=2,exon^=900", "--gap-default", "0", "--quiet", "--strand", "-"}).out,
        "a\t0\t4\t0\na\t4\t5\t900\na\t5\t8\t2\na\t8\t10\t0\na\t10\t11\t900\na\t11\t17\t2\na\t17\t19\t0\nb\t0\t10\t0\n");
}

TEST_F(reports, what_gaps_prints_reads_back_to_the_same_limits)
{
    write_tracks();
    for (auto const & [sequences, spec] :
         std::vector<std::pair<std::string, std::string>>{{"a.fa", "5"},
                                                          {"a.fa", "inf"},
                                                          {"a.fa", "1..4"},
                                                          {"a.fa", "letter:A=3,C=1..2,G=x,*=inf"},
                                                          {"reads.fq", "qual"},
                                                          {"a.fa", "t.bedgraph"},
                                                          {"a.fa", "t.bed"},
                                                          {"a.fa", "t.bed:9"},
                                                          {"a.fa", "t.gff3:exon=2,exon^=900"},
                                                          {"a.fa", "t.gaps"}})
    {
        cli_run const first = vglcs({"gaps", sequences, spec, "--gap-default", "4", "--quiet"});
        ASSERT_EQ(first.code, 0) << spec << ": " << first.err;
        write("printed.bedgraph", first.out);
        cli_run const again = vglcs({"gaps", sequences, "printed.bedgraph", "--gap-default", "x"});
        EXPECT_EQ(again.code, 0) << spec << ": " << again.err;
        EXPECT_EQ(again.out, first.out) << spec;
        EXPECT_EQ(again.err, "");
        texts const with_spec{"align",         sequences, sequences,  "--gaps", spec,
                              "--gap-default", "4",       "--format", "tsv",    "--quiet"};
        texts with_print = with_spec;
        with_print[4] = "printed.bedgraph";
        EXPECT_EQ(vglcs(with_print).out, vglcs(with_spec).out) << spec;
    }
}

TEST_F(reports, gaps_refuses_what_cannot_be_limits)
{
    write_tracks();
    write("short.gaps", ">a\n1x18\n>b\n1x10\n");
    for (auto const & [spec, code] : std::vector<std::pair<std::string, int>>{
             {"-1", 2}, {"two", 2}, {"5..2", 2}, {"qual", 3}, {"short.gaps", 3}, {"nosuch.gaps", 3}, {"letter:A", 2}})
    {
        cli_run const r = vglcs({"gaps", "a.fa", spec, "-o", "out"});
        EXPECT_EQ(r.code, code) << spec << ": " << r.err;
        EXPECT_EQ(std::ranges::count(r.err, '\n'), 1) << r.err;
        EXPECT_FALSE(exists("out"));
    }
}

TEST_F(reports, info_lists_build_machine_and_engines)
{
    cli_run const r = vglcs({"info"});
    EXPECT_EQ(r.code, 0);
    EXPECT_EQ(r.err, "");
    texts const lines = split(r.out, '\n');
    ASSERT_GE(lines.size(), 8u);
    EXPECT_EQ(lines[0], "vglcs            0.1.0");
    texts const labels{"vglcs", "build", "processor", "instruction set", "threads", "memory"};
    for (std::size_t k = 0; k < labels.size(); ++k)
        EXPECT_TRUE(lines[k].starts_with(labels[k] + " ")) << lines[k];
    EXPECT_NE(std::ranges::find(lines, "engines"), lines.end());
    EXPECT_NE(r.out.find("\n  reference  cpu   "), std::string::npos);
    EXPECT_NE(r.out.find("\n  strip      cpu   "), std::string::npos);
}

TEST_F(reports, selftest_passes_and_ends_with_the_digest_of_the_answers)
{
    // the same on every machine and device; it changes when a case is added
    std::string const digest = "digest     a523dc7697cbc5aef1876a7162c2cc1ec8c57920a79d9f6ad8b2262aa32e8aa0";
    cli_run const r = vglcs({"selftest"});
    EXPECT_EQ(r.code, 0) << r.err;
    EXPECT_EQ(r.err, "");
    texts const lines = split(r.out, '\n');
    ASSERT_GE(lines.size(), 3u);
    std::regex const good{
        R"(\S+ +cpu +[1-9]\d* cases, 0 wrong|\S+ +cuda(:\d+)? +([1-9]\d* cases, 0 wrong|not run: .+))"};
    for (std::size_t k = 0; k + 1 < lines.size(); ++k)
        EXPECT_TRUE(std::regex_match(lines[k], good)) << lines[k];
    EXPECT_EQ(lines.back(), digest);

    cli_run const cpu = vglcs({"selftest", "--device", "cpu"});
    EXPECT_EQ(cpu.code, 0) << cpu.err;
    EXPECT_EQ(cpu.out.find("cuda"), std::string::npos);
    EXPECT_TRUE(cpu.out.ends_with(digest + "\n")) << cpu.out;

    // a device that is not there is an error when it was asked for
    for (std::string const device : {"cuda", "cuda:all"}) {
        cli_run const cuda = vglcs({"selftest", "--device", device});
        if (cuda.code == 0) {
            EXPECT_EQ(cuda.out.find(" cpu "), std::string::npos);
            EXPECT_TRUE(cuda.out.ends_with(digest + "\n")) << cuda.out;
        } else {
            EXPECT_EQ(cuda.code, 4) << cuda.err;
            EXPECT_EQ(cuda.out, "");
        }
    }
    EXPECT_EQ(vglcs({"selftest", "--device", "cuda:99"}).code, 4);
    EXPECT_EQ(vglcs({"selftest", "--device", "gpu"}).code, 2);
}
