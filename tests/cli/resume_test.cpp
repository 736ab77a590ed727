// SPDX-License-Identifier: BSD-3-Clause
/// batch --resume: killed at any moment, the second run completes the file to the same bytes and does nothing twice.
#include "cli.hpp"

#include "made_letters.hpp"
#include "tsv_text.hpp"

#include <chrono>
#include <random>
#include <sys/file.h>
#include <thread>

using namespace vglcs::test;
using namespace std::chrono_literals;

namespace {

struct resume : cli_test
{
    resume()
    {
        std::string queries, targets;
        for (std::uint32_t k = 0; k < 600; ++k) // 48,000 pairs: a dozen blocks
            queries += ">q" + std::to_string(k) + "\n" + made_letters(40 + 7 * k % 40, k) + "\n";
        for (std::uint32_t k = 0; k < 80; ++k)
            targets += ">t" + std::to_string(k) + "\n" + made_letters(50 + 3 * k % 20, 1000 + k) + "\n";
        write("q.fa", queries);
        write("t.fa", targets);
    }
    texts const base{"batch", "q.fa", "t.fa", "--gaps", "2", "-t", "2", "--quiet"};

    [[nodiscard]] texts job(texts const & more) const
    {
        texts out = base;
        out.insert(out.end(), more.begin(), more.end());
        return out;
    }
    /// Numbers of the blocks that the journal holds, in its order.
    [[nodiscard]] std::vector<int> blocks() const
    {
        std::vector<int> out;
        std::string const text = read("out.journal"), mark = "\nblock ";
        for (auto at = text.find(mark); at != text.npos; at = text.find(mark, at + 1))
            out.push_back(std::stoi(text.substr(at + mark.size(), 20)));
        return out;
    }
};

} // namespace

TEST_F(resume, after_kills_at_random_moments_the_bytes_are_the_same)
{
    constexpr std::size_t moments = 7; // of each kind
    std::mt19937 random{20261128};
    std::size_t killed = 0, kept_blocks = 0;
    for (texts const & kind : {texts{"--format", "tsv"}, {"--format", "json"}, {"--top", "2", "--show-pruned"}}) {
        auto const begin = std::chrono::steady_clock::now();
        cli_run const whole = vglcs(job(kind));
        auto const took =
            std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
        ASSERT_EQ(whole.code, 0) << whole.err;
        texts arguments = job(kind);
        arguments.insert(arguments.end(), {"--resume", "-o", "out"});
        std::size_t done = 0, killed_here = 0;
        for (std::size_t start_number = 0; killed_here < moments && start_number < 5 * moments; ++start_number) {
            pid_t const child = start(arguments);
            std::this_thread::sleep_for(took * static_cast<int>(random() % 60) / 100);
            kill(child, SIGKILL);
            int const code = wait(child).code;
            if (code == 128 + SIGKILL && !exists("out")) {
                ++killed_here;
                std::vector<int> const kept = blocks();
                EXPECT_GE(kept.size(), done); // nothing is lost
                done = kept.size();
                kept_blocks += done;
                std::vector<int> sorted = kept;
                std::ranges::sort(sorted);
                EXPECT_EQ(std::ranges::adjacent_find(sorted), sorted.end()); // nor done again
                continue;
            }
            // it was quicker: the next one starts anew
            ASSERT_EQ(read("out"), whole.out);
            std::filesystem::remove(path("out"));
            std::filesystem::remove(path("out.journal"));
            done = 0;
        }
        killed += killed_here;
        cli_run const last = vglcs(arguments);
        EXPECT_EQ(last.code, 0) << last.err;
        EXPECT_EQ(read("out"), whole.out);
        EXPECT_FALSE(exists("out.journal"));
        std::filesystem::remove(path("out"));
    }
    EXPECT_GE(killed, 2 * moments);
    EXPECT_GT(kept_blocks, 0u) << "no run left a block: the moments are too early";
    std::printf("%zu runs killed\n", killed);
}

TEST_F(resume, goes_on_from_what_is_whole_in_a_damaged_journal)
{
    cli_run const whole = vglcs(job({}));
    texts const arguments = job({"--resume", "-o", "out"});
    pid_t const child = start(arguments);
    for (int k = 0; k < 2000 && blocks().size() < 2; ++k)
        std::this_thread::sleep_for(2ms);
    kill(child, SIGKILL);
    (void)wait(child);
    std::string const journal = read("out.journal");
    ASSERT_GE(blocks().size(), 1u);
    std::mt19937 random{7};
    for (int round = 0; round < 6; ++round) {
        std::string damaged = journal;
        if (round % 2 == 0)
            damaged.resize(random() % journal.size()); // cut, also in the first line
        else
            damaged[journal.find('\n') + 1 + random() % (journal.size() - journal.find('\n') - 1)] ^= 0x04;
        write("out.journal", damaged);
        cli_run const r = vglcs(arguments);
        ASSERT_EQ(r.code, 0) << r.err;
        ASSERT_EQ(read("out"), whole.out);
        ASSERT_FALSE(exists("out.journal"));
    }
}

TEST_F(resume, does_not_do_again_what_is_done)
{
    texts const arguments = job({"--resume", "-o", "out"});
    ASSERT_EQ(vglcs(arguments).code, 0);
    std::string const whole = read("out");
    pid_t const child = start(arguments);
    for (int k = 0; k < 2000 && blocks().size() < 2; ++k)
        std::this_thread::sleep_for(2ms);
    kill(child, SIGKILL);
    (void)wait(child);
    std::size_t const done = blocks().size();
    ASSERT_GE(done, 1u);
    texts loud = arguments;
    std::erase(loud, "--quiet");
    cli_run const r = vglcs(loud);
    EXPECT_EQ(r.err, "note: out.journal: " + std::to_string(done) + " block" + (done == 1 ? "" : "s") +
                         " of pairs done already\n");
    EXPECT_EQ(read("out"), whole);
}

TEST_F(resume, refuses_a_journal_of_another_run)
{
    texts const arguments = job({"--resume", "-o", "out"});
    pid_t const child = start(arguments);
    for (int k = 0; k < 2000 && blocks().empty(); ++k)
        std::this_thread::sleep_for(2ms);
    kill(child, SIGKILL);
    (void)wait(child);
    std::string const message = "out.journal: is the journal of a run with other inputs or options: give those, or "
                                "remove it to start anew\n";
    cli_run const other = vglcs(job({"--resume", "-o", "out", "--strand", "both"}));
    EXPECT_EQ(other.code, 3);
    EXPECT_EQ(other.err, message);
    for (std::string const option : {"--gaps-b-by-a", "--gaps-a-by-b"})
        EXPECT_EQ(vglcs(job({"--resume", "-o", "out", option, "3"})).err, message) << option;
    write("t.fa", read("t.fa") + ">more\nACGT\n");
    cli_run const grown = vglcs(arguments);
    EXPECT_EQ(grown.code, 3);
    EXPECT_EQ(grown.err, message);
    EXPECT_FALSE(exists("out"));
    EXPECT_TRUE(exists("out.journal"));
    int const held = open(path("out.journal").c_str(), O_RDWR);
    ASSERT_EQ(flock(held, LOCK_EX), 0);
    cli_run const locked = vglcs(arguments);
    EXPECT_EQ(locked.code, 4);
    EXPECT_EQ(locked.err, "out.journal: another run is writing it: wait for its end, or name another file with -o\n");
    close(held);
}
