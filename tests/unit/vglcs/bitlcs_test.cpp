// SPDX-License-Identifier: BSD-3-Clause
#include "answers.hpp"
#include "cpu/bitlcs.hpp"
#include "random_problem.hpp"

#include <gtest/gtest.h>

#include <vector>

using namespace vglcs;
using namespace vglcs::test;

namespace {

struct judged
{
    test_problem shown;
    problem made;
    result answer;
};

std::vector<judged> const & cases()
{
    static std::vector<judged> const all = [] {
        std::vector<judged> out;
        std::uint64_t seed = 900;
        auto const add = [&](std::size_t n, std::size_t m, std::string_view letters) {
            for (test_problem & p : random_problems(++seed, 2,
                                                    {.min_n = n,
                                                    .max_n = n,
                                                    .min_m = m,
                                                    .max_m = m,
                                                    .letters = letters,
                                                    .kind_a = limits_kind::infinite,
                                                    .kind_b = limits_kind::infinite}))
            {
                problem made = p.make();
                result answer = solve_with("reference", made, task::alignment);
                out.push_back({std::move(p), std::move(made), std::move(answer)});
            }
        };
        for (std::size_t const n : {1, 2, 3, 4, 5, 63, 64, 65, 150})
            for (std::size_t const m : {1, 2, 63, 64, 65, 127, 128, 129, 191, 193, 320, 321})
                for (char const * letters : {"A", "AC", "ACGTN"})
                    add(n, m, letters);
        return out;
    }();
    return all;
}

void expect_all(cpu::bit_sizes const & sizes, int threads)
{
    int failures = 0;
    for (judged const & c : cases())
        for (task const t : {task::length, task::alignment}) {
            result const got = cpu::bit_lcs(c.made, sizes, t == task::alignment, threads, nullptr);
            auto const same = same_answer(got, c.answer, t);
            EXPECT_TRUE(same) << sizes.words << " words, chunks of " << sizes.chunk << ", blocks of "
                              << sizes.block_rows << ", " << threads << " threads\n"
                              << ::testing::PrintToString(c.shown);
            if (!same && ++failures == 2)
                return;
        }
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

TEST(bitlcs, the_smallest_row_then_the_smallest_column_ends_the_chain)
{
    gap_limits const three{3, gap_limit{}};
    problem const p{{0, 1, 0}, {0, 0, 0}, three, three};
    result const r = cpu::bit_lcs(p, {}, true, 1, nullptr);
    EXPECT_EQ(r.length, 2U);
    EXPECT_EQ(r.last, (matched_pair{2, 1}));
    EXPECT_EQ(r.chain, (std::vector<matched_pair>{{0, 0}, {2, 1}}));
}

TEST(bitlcs, refuses_limits_that_bind)
{
    problem const p{{0, 1, 0}, {0, 0, 0}, gap_limits{3, gap_limit{.hi = 0}}, gap_limits{3, gap_limit{}}};
    EXPECT_THROW(static_cast<void>(solve(p, {.engine = "bitlcs"})), usage_error);
}
