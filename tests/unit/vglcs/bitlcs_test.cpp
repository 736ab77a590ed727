// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/bitlcs/bitlcs.hpp"
#include "judged.hpp"
#include "temporary_folder.hpp"

#include <gtest/gtest.h>

#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace vglcs;
using namespace vglcs::test;

namespace {

std::vector<judged> const & cases()
{
    static std::vector<judged> const all = [] {
        std::vector<test_problem> problems;
        std::uint64_t seed = 900;
        for (std::size_t const n : {1, 2, 3, 4, 5, 63, 64, 65, 150})
            for (std::size_t const m : {1, 2, 63, 64, 65, 127, 128, 129, 191, 193, 320, 321})
                for (char const * letters : {"A", "AC", "ACGTN"})
                    std::ranges::move(random_problems(++seed, 2,
                                                      {.min_n = n,
                                                       .max_n = n,
                                                       .min_m = m,
                                                       .max_m = m,
                                                       .letters = letters,
                                                       .kind_a = limits_kind::infinite,
                                                       .kind_b = limits_kind::infinite}),
                                      std::back_inserter(problems));
        return judge(std::move(problems), task::alignment);
    }();
    return all;
}

void expect_all(cpu::bit_sizes const & sizes, int threads)
{
    for (task const t : {task::length, task::alignment})
        expect_answers(
            cases(), t,
            fmt::format("{} words, chunks of {}, blocks of {}, {} threads", sizes.words, sizes.chunk, sizes.block_rows,
                        threads),
            [&](judged const & c) { return cpu::bit_lcs(c.made, sizes, t == task::alignment, threads, nullptr); });
}

/// A problem without limits of 20,000 rows and 60 of the smallest strips.
problem long_problem()
{
    generator rng{78};
    return random_problem(rng, {.min_n = 20'000,
                                .max_n = 20'000,
                                .min_m = 3'840,
                                .max_m = 3'840,
                                .kind_a = limits_kind::infinite,
                                .kind_b = limits_kind::infinite})
        .make();
}

} // namespace

TEST(bitlcs, strips_chunks_and_blocks_of_every_size)
{
    for (std::size_t const words : {1, 2, 3, 4, 512})
        for (std::size_t const chunk : {1, 7, 1000})
            for (std::size_t const block : {0, 1, 5, 64})
                expect_all({words, chunk, block}, 1);
}

TEST(bitlcs, any_number_of_threads_gives_the_same_chain)
{
    for (int const threads : {2, 3, 8})
        expect_all({.words = 1, .chunk = 3, .block_rows = 16}, threads);
}

/// Strips far wider than what the walk up a block of rows needs: the chain comes back piece by piece, and a chain that
/// runs down and then right asks for many of them in one block.
TEST(bitlcs, pieces_of_a_strip)
{
    auto const expect_same = [](problem const & p) {
        result const whole = cpu::bit_lcs(p, {.words = 1}, true, 1, nullptr);
        for (int const threads : {1, 2, 3})
            EXPECT_TRUE(same_answer(cpu::bit_lcs(p, {}, true, threads, nullptr), whole, task::alignment));
    };
    expect_same(long_problem());
    // one A in each 640 columns of B, and all of them are matched in the last rows of A
    std::string b(3'840, 'C'), a(2'000, 'G');
    for (std::size_t k = 0; k < 6; ++k) {
        b[k * 640] = 'A';
        a[1'990 + k] = 'A';
    }
    gap_limits const any_a{a.size(), gap_limit{}}, any_b{b.size(), gap_limit{}};
    expect_same({encode(a, alphabet::dna), encode(b, alphabet::dna), any_a, any_b});
}

TEST(bitlcs, the_smallest_row_then_the_smallest_column_ends_the_chain)
{
    gap_limits const three{3, gap_limit{}};
    problem const p{{0, 1, 0}, {0, 0, 0}, three, three};
    result const r = cpu::bit_lcs(p, {}, true, 1, nullptr);
    EXPECT_EQ(r.length, 2U);
    EXPECT_EQ(r.last, (matched_pair{2, 1}));
    EXPECT_EQ(r.chain, (std::vector<matched_pair>{{0, 0}, {2, 1}}));
}

TEST(bitlcs, resumes_from_any_number_of_parts)
{
    temporary_folder const folder;
    for (task const t : {task::length, task::alignment})
        for (std::size_t const keep : {9, 9, 1, 0}) { // a first run, then from all parts, from one, from none
            std::size_t number = 0;
            expect_answers(cases(), t, fmt::format("from {} parts", keep), [&](judged const & c) {
                std::filesystem::path const parts = folder.path(fmt::format("{}-{}", int(t), number++));
                keep_files(parts, keep);
                return cpu::bit_lcs(c.made, {.words = 1, .chunk = 7, .block_rows = 16, .part_strips = 2},
                                    t == task::alignment, 2, nullptr, parts.string());
            });
        }
}

TEST(bitlcs, a_killed_run_goes_on_to_the_same_chain)
{
    problem const p = long_problem();
    cpu::bit_sizes const sizes{.words = 1, .part_strips = 2};
    result const whole = cpu::bit_lcs(p, sizes, true, 1, nullptr);
    temporary_folder const folder;
    std::string const parts = folder.path("parts");
    pid_t const child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        static_cast<void>(cpu::bit_lcs(p, sizes, true, 1, nullptr, parts));
        _exit(0);
    }
    while (!std::filesystem::exists(parts + "/strips-0003.vglcs-checkpoint"))
        std::this_thread::yield();
    kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status)) << "the child was done before it could be killed";
    EXPECT_FALSE(std::filesystem::exists(parts + "/strips-0028.vglcs-checkpoint"));
    run_control control;
    EXPECT_TRUE(same_answer(cpu::bit_lcs(p, sizes, true, 2, &control, parts), whole, task::alignment));
    EXPECT_EQ(control.cells(), p.n() * p.m());
}

TEST(bitlcs, a_damaged_part_is_computed_again_and_another_task_is_refused)
{
    problem const p = long_problem();
    cpu::bit_sizes const sizes{.words = 8, .part_strips = 1};
    temporary_folder const folder;
    std::string const parts = folder.path("parts");
    std::uint64_t const length = cpu::bit_lcs(p, sizes, false, 1, nullptr, parts).length;
    {
        std::fstream file{parts + "/strips-0001.vglcs-checkpoint", std::ios::in | std::ios::out | std::ios::binary};
        ASSERT_TRUE(file.is_open());
        file.seekp(200);
        file.put('!');
    }
    EXPECT_EQ(cpu::bit_lcs(p, sizes, false, 1, nullptr, parts).length, length);
    EXPECT_THROW(static_cast<void>(cpu::bit_lcs(p, sizes, true, 1, nullptr, parts)), usage_error);
}

TEST(bitlcs, stops_when_asked)
{
    problem const p = long_problem();
    run_control control;
    control.stop(exit_code::terminated);
    for (int const threads : {1, 2})
        EXPECT_THROW(static_cast<void>(cpu::bit_lcs(p, {.words = 1}, false, threads, &control)), interrupted);
}

TEST(bitlcs, refuses_limits_that_bind)
{
    problem const p{{0, 1, 0}, {0, 0, 0}, gap_limits{3, gap_limit{.hi = 0}}, gap_limits{3, gap_limit{}}};
    EXPECT_THROW(static_cast<void>(solve(p, {.engine = "bitlcs"})), usage_error);
}
