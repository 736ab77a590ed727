// SPDX-License-Identifier: BSD-3-Clause
#include "blocks/launch_queue.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>
#include <thread>

namespace {

using namespace vglcs;
using namespace vglcs::tools;

constexpr team any_pairs{.memory_parts = 3, .only_small_pairs = false};
constexpr team small_pairs{.memory_parts = 1, .only_small_pairs = true};

pair_block block_of(std::uint64_t number, std::size_t pairs, std::uint64_t cells, std::uint64_t letters = 1)
{
    pair_block out;
    out.number = number;
    out.jobs.resize(pairs);
    out.cells = cells;
    out.letters = letters;
    return out;
}

struct launch_queue_test : testing::Test
{
    run_control control;
    launch_queue queue{control};

    void fill(std::size_t blocks, std::size_t pairs, std::uint64_t cells = 1)
    {
        for (std::uint64_t k = 0; k < blocks; ++k)
            ASSERT_TRUE(queue.add(block_of(k, pairs, cells)));
    }
};

TEST(teams, have_the_whole_memory_of_a_device_together)
{
    EXPECT_EQ(std::accumulate(teams_of_a_device.begin(), teams_of_a_device.end(), std::uint64_t{0},
                              [](std::uint64_t sum, team const & t) { return sum + t.memory_parts; }),
              memory_parts_of_a_device);
}

TEST_F(launch_queue_test, blocks_come_in_order_and_each_once)
{
    fill(10, 1);
    queue.end();
    std::uint64_t next = 0;
    for (launch now = queue.take(any_pairs); !now.blocks.empty(); now = queue.take(any_pairs))
        for (pair_block const & block : now.blocks)
            EXPECT_EQ(block.number, next++);
    EXPECT_EQ(next, 10U);
}

TEST_F(launch_queue_test, a_team_leaves_the_others_their_part_at_the_end)
{
    fill(10, 1);
    queue.end();
    EXPECT_EQ(queue.take(any_pairs).blocks.size(), 6U); // of 10 for two teams
    EXPECT_EQ(queue.take(any_pairs).blocks.size(), 3U);
}

TEST_F(launch_queue_test, before_the_end_a_launch_that_pays_comes_first)
{
    fill(10, 1);
    EXPECT_EQ(queue.take(any_pairs).blocks.size(), 10U); // after a moment's wait: together they are hardly worth one
}

TEST_F(launch_queue_test, a_launch_is_not_larger_than_helps)
{
    fill(20, 512);
    launch const now = queue.take(any_pairs);
    EXPECT_EQ(now.blocks.size(), 8U);
    EXPECT_EQ(queue.take(any_pairs).blocks.size(), 8U);
}

TEST_F(launch_queue_test, teams_for_small_pairs_work_while_these_are_many)
{
    fill(16, 512);
    launch const first = queue.take(small_pairs);
    EXPECT_EQ(first.teams, 4U);
    EXPECT_EQ(first.blocks.size(), 8U);
    EXPECT_EQ(queue.take(any_pairs).teams, 4U); // 4,096 wait
    fill(7, 512);
    queue.end();
    EXPECT_TRUE(queue.take(small_pairs).blocks.empty()); // 3,584 are left to the others
    launch const last = queue.take(any_pairs);
    EXPECT_EQ(last.teams, 2U);
    EXPECT_EQ(last.blocks.size(), 4U);
}

TEST_F(launch_queue_test, few_large_pairs_are_not_for_teams_of_small_ones)
{
    fill(8, 1, std::uint64_t{1} << 33);
    queue.end();
    EXPECT_TRUE(queue.take(small_pairs).blocks.empty());
    EXPECT_EQ(queue.take(any_pairs).blocks.size(), 5U);
}

TEST_F(launch_queue_test, more_devices_have_more_teams_and_hold_more)
{
    queue.set_devices(2);
    fill(2 * 128, 1);
    queue.end();
    launch const now = queue.take(any_pairs);
    EXPECT_EQ(now.teams, 4U);
    EXPECT_EQ(now.blocks.size(), 2U * 128 / 4 + 1);
}

TEST_F(launch_queue_test, a_full_queue_waits_until_rows_have_left)
{
    fill(128, 1);
    std::jthread const reader{[&] { EXPECT_TRUE(queue.add(block_of(128, 1, 1))); }};
    std::size_t const taken = queue.take(any_pairs).blocks.size(); // at once: nothing more can come
    queue.blocks_have_left(taken);
}

TEST_F(launch_queue_test, letters_fill_it_too_until_there_are_rows)
{
    constexpr std::uint64_t much = std::uint64_t{1} << 28;
    ASSERT_TRUE(queue.add(block_of(0, 1, 1, much)));
    std::jthread const reader{[&] { EXPECT_TRUE(queue.add(block_of(1, 1, 1, much))); }};
    EXPECT_EQ(queue.take(any_pairs).blocks.size(), 1U);
    queue.letters_have_left(much);
}

TEST_F(launch_queue_test, a_stopped_run_takes_and_gives_nothing)
{
    fill(128, 1);
    control.stop();
    EXPECT_FALSE(queue.add(block_of(128, 1, 1)));
    EXPECT_TRUE(queue.take(any_pairs).blocks.empty());
    EXPECT_THROW(queue.throw_if_over(), interrupted);
}

TEST_F(launch_queue_test, a_failure_ends_the_run_and_is_what_it_says)
{
    fill(128, 1);
    queue.guarded([] { throw std::runtime_error{"first"}; });
    queue.guarded([] { throw std::runtime_error{"second"}; });
    EXPECT_TRUE(control.stopped());
    EXPECT_FALSE(queue.add(block_of(128, 1, 1)));
    EXPECT_TRUE(queue.take(any_pairs).blocks.empty());
    try {
        queue.throw_if_over();
        FAIL() << "nothing was thrown";
    } catch (std::runtime_error const & e) {
        EXPECT_STREQ(e.what(), "first");
    }
}

} // namespace
