// SPDX-License-Identifier: BSD-3-Clause
/// kill -9 at any moment of a run with --checkpoint: the same command goes on, and the result has the same bytes.
#include "cli.hpp"

#include "made_letters.hpp"

#include <chrono>
#include <random>
#include <thread>

using namespace vglcs::test;

namespace {

struct kill_nine : cli_test
{
    /// Parts of a run that a later one can take up.
    [[nodiscard]] std::size_t kept(std::string const & folder) const
    {
        std::size_t count = 0;
        if (exists(folder))
            for (auto const & entry : std::filesystem::directory_iterator{path(folder)})
                count += entry.path().extension() == ".vglcs-checkpoint";
        return count;
    }
};

} // namespace

TEST_F(kill_nine, an_align_goes_on_from_its_checkpoints)
{
    using clock = std::chrono::steady_clock;
    constexpr int moments = 20;
    std::string const letters = made_letters(14'000, 5);
    write("a.fa", ">a\n" + letters + "\n");
    write("b.fa", ">b\n" + without_every(11, letters) + "\n");
    auto const arguments = [](std::string const & folder) {
        return std::vector<std::string>{"align", "a.fa",         "b.fa", "--gaps",      "20",  "--engine",
                                        "strip", "-t",           "1",    "-o",          "out", "--format",
                                        "pairs", "--checkpoint", folder, "--full-table"};
    };
    auto const start_time = clock::now();
    ASSERT_EQ(vglcs(arguments("whole")).code, 0);
    auto const duration = clock::now() - start_time;
    std::string const expected = read("out");
    ASSERT_GT(expected.size(), 100'000u);

    std::mt19937_64 rng{20};
    std::size_t taken_up = 0, killed = 0;
    for (int k = 0; k < moments; ++k) {
        std::string const folder = "parts" + std::to_string(k);
        write("out", "old\n");
        pid_t const child = start(arguments(folder));
        std::this_thread::sleep_for(duration * (2 + rng() % 97) / 100);
        kill(child, SIGKILL);
        cli_run const r = wait(child);
        std::string const left = read("out");
        if (r.code == 128 + SIGKILL) {
            ++killed;
            EXPECT_TRUE(left == "old\n" || left == expected) << "moment " << k; // killed behind the renaming
        }
        taken_up += kept(folder) != 0;
        cli_run const resumed = vglcs(arguments(folder));
        ASSERT_EQ(resumed.code, 0) << "moment " << k << ": " << resumed.err;
        ASSERT_EQ(read("out"), expected) << "moment " << k;
    }
    EXPECT_GT(killed, moments / 2);
    EXPECT_GT(taken_up, 0u) << "no run left a checkpoint: the moments are too early";
    std::printf("%zu of %d runs killed, %zu resumed from parts\n", killed, moments, taken_up);
}

TEST_F(kill_nine, a_run_that_keeps_nothing_says_so)
{
    write("small.fa", ">a\nACGTACGTAC\n");
    write("short.fa", ">a\n" + made_letters(5'000, 6) + "\n");
    auto const note_of = [&](std::string const & file, std::vector<std::string> const & more) {
        std::vector<std::string> arguments{"align", file,           file,    "--task",   "length", "--device",
                                           "cpu",   "--checkpoint", "parts", "--format", "tsv",    "--full-table"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        cli_run const r = vglcs(arguments);
        EXPECT_EQ(r.code, 0) << r.err;
        return r.err;
    };
    for (std::string const limits : {"3", "inf"}) {
        EXPECT_EQ(note_of("small.fa", {"--gaps", limits}),
                  "note: --checkpoint parts: nothing is kept of pairs this small: after a kill they start anew\n");
        EXPECT_EQ(note_of("short.fa", {"--gaps", limits}),
                  "note: --checkpoint parts: nothing is kept of so short a run: after a kill it starts anew\n");
        EXPECT_EQ(note_of("short.fa", {"--gaps", limits, "--quiet"}), "");
    }
}
