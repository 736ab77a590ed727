// SPDX-License-Identifier: BSD-3-Clause
/// SIGINT and SIGTERM: the run ends within a second, with 130 or 143, and nothing half-written is left.
#include "cli.hpp"

#include <chrono>
#include <sys/stat.h>
#include <thread>

using namespace vglcs::test;
using namespace std::chrono_literals;

namespace {

struct signals : cli_test
{
    /// Two sequences that keep every engine busy for minutes.
    void write_long_pair() const
    {
        std::uint32_t x = 38;
        auto const sequence = [&x] {
            std::string out;
            for (int k = 0; k < 1'500'000; ++k) {
                x = (x * 1103515245u + 12345u) % (1u << 31);
                out += "ACGT"[x >> 16 & 3];
            }
            return out;
        };
        write("a.fa", ">a\n" + sequence() + "\n");
        write("b.fa", ">b\n" + sequence() + "\n");
    }

    /// Sends the signal a second after the start and expects the end within a second of it.
    void expect_quick_end(std::vector<std::string> const & arguments, int signal, int code) const
    {
        pid_t const child = start(arguments);
        std::this_thread::sleep_for(1s);
        auto const sent = std::chrono::steady_clock::now();
        kill(child, signal);
        cli_run const r = wait(child);
        EXPECT_LT(std::chrono::steady_clock::now() - sent, 1s);
        EXPECT_EQ(r.code, code) << r.err;
        EXPECT_EQ(r.out, "");
    }
};

} // namespace

TEST_F(signals, interrupt_ends_a_long_align_and_leaves_no_file)
{
    write_long_pair();
    expect_quick_end({"align", "a.fa", "b.fa", "--gaps", "30", "--task", "length", "--format", "tsv", "-o", "out.tsv"},
                     SIGINT, 130);
    EXPECT_EQ(names(), (std::vector<std::string>{"a.fa", "b.fa"}));
}

TEST_F(signals, terminate_ends_a_long_align_and_keeps_the_old_file)
{
    write_long_pair();
    write("keep.tsv", "old\n");
    expect_quick_end({"align", "a.fa", "b.fa", "--gaps", "20", "--task", "length", "--format", "tsv", "-o", "keep.tsv"},
                     SIGTERM, 143);
    EXPECT_EQ(read("keep.tsv"), "old\n");
    EXPECT_EQ(names(), (std::vector<std::string>{"a.fa", "b.fa", "keep.tsv"}));
}

TEST_F(signals, interrupt_ends_a_read_that_waits_for_a_pipe)
{
    write("b.fa", ">b\nACGT\n");
    ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
    int const pipe = open(path("pipe").c_str(), O_RDWR); // a writer that never writes
    expect_quick_end({"align", "pipe", "b.fa", "-o", "out.paf"}, SIGINT, 130);
    close(pipe);
    EXPECT_EQ(names(), (std::vector<std::string>{"b.fa", "pipe"}));
}
