// SPDX-License-Identifier: BSD-3-Clause
/// index, lce and search with --device cuda: the bytes of --device cpu, or a reason and exit code 4.
#include "cli.hpp"

#include "made_letters.hpp"
#include "tsv_text.hpp"

#include <gmock/gmock.h>

#include <cstdlib>

using namespace vglcs::test;
using namespace testing;

namespace {

struct text_device : cli_test
{
    text_device()
    {
        std::string const letters = made_letters(40'000, 3);
        write("a.fa",
              ">one\n" + letters + "\n>two\n" + letters.substr(3000, 7000) + "NNN" + letters.substr(0, 900) + "\n");
        write("q.tsv", "one:3000\ttwo:0\none:10\t25\t+\t-\n4000\ttwo:1000\ntwo:7003\tone:0\n");
        std::string patterns = ">short\nACG\n";
        for (std::size_t k = 0; k < 20; ++k)
            patterns += ">p" + std::to_string(k) + "\n" + letters.substr(k * 997, 20 + k * 3) + "\n";
        write("p.fa", patterns);
        write("p.faa", ">p\nMKVLAWMKVL\n");
    }
    /// True where the run ended for want of a device, which is a failure where one must be there.
    static bool lacks_device(cli_run const & run)
    {
        if (run.code != 4)
            return false;
        EXPECT_EQ(std::getenv("VGLCS_REQUIRE_GPU"), nullptr) << run.err;
        return true;
    }
    /// Runs both; where there is no device, expects to be told so.
    void expect_same(texts arguments) const
    {
        arguments.insert(arguments.end(), {"--device", "cpu"});
        cli_run const cpu = vglcs(arguments);
        ASSERT_EQ(cpu.code, 0) << cpu.err;
        arguments.back() = "cuda";
        cli_run const cuda = vglcs(arguments);
        if (lacks_device(cuda)) {
            EXPECT_EQ(cuda.out, "");
            EXPECT_THAT(cuda.err, AllOf(StartsWith("--device cuda: "), EndsWith(": use --device cpu\n")));
            return;
        }
        EXPECT_EQ(cuda.code, 0) << cuda.err;
        EXPECT_EQ(cuda.out, cpu.out);
        EXPECT_EQ(cuda.err, cpu.err);
    }
};

} // namespace

TEST_F(text_device, lce_and_search)
{
    expect_same({"lce", "a.fa", "q.tsv"});
    expect_same({"lce", "a.fa", "q.tsv", "--method", "direct"});
    expect_same({"search", "a.fa", "p.fa"});
    expect_same({"search", "a.fa", "p.fa", "--strand", "+", "--format", "tsv"});
    ASSERT_EQ(vglcs({"index", "a.fa", "-o", "a.vgx", "--both-strands"}).code, 0);
    expect_same({"lce", "a.vgx", "q.tsv"});
    expect_same({"lce", "a.vgx", "q.tsv", "--method", "rank"});
    expect_same({"search", "a.vgx", "p.fa"});
}

TEST_F(text_device, an_index_has_the_same_bytes)
{
    ASSERT_EQ(vglcs({"index", "a.fa", "-o", "cpu.vgx", "--device", "cpu"}).code, 0);
    cli_run const cuda = vglcs({"index", "a.fa", "-o", "cuda.vgx", "--device", "cuda"});
    if (lacks_device(cuda))
        GTEST_SKIP() << cuda.err;
    EXPECT_EQ(cuda.code, 0) << cuda.err;
    EXPECT_TRUE(read("cuda.vgx") == read("cpu.vgx"));
}

TEST_F(text_device, what_the_device_does_not_do_is_refused)
{
    ASSERT_EQ(vglcs({"index", "a.fa", "-o", "a.vgx"}).code, 0);
    for (texts const & arguments :
         {texts{"lce", "a.fa", "q.tsv", "--method", "fingerprint"},
          texts{"search", "a.fa", "p.fa", "--max-mismatch", "1"}, texts{"search", "a.fa", "p.fa", "--iupac"},
          texts{"search", "a.vgx", "p.fa", "--method", "index"}, texts{"search", "p.faa", "p.faa"},
          texts{"index", "a.fa", "-o", "wide.vgx", "--position-bytes", "8"}})
    {
        texts on_device = arguments;
        on_device.insert(on_device.end(), {"--device", "cuda"});
        cli_run const r = vglcs(on_device);
        if (!lacks_device(r)) {
            EXPECT_EQ(r.code, 2) << arguments[0];
        }
        EXPECT_EQ(r.out, "");
        EXPECT_THAT(r.err, StartsWith("--device cuda: "));
    }
}
