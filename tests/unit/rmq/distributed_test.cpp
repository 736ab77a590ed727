// SPDX-License-Identifier: BSD-3-Clause
// Range-extremum over the parts of an array on several ranks, with threads as ranks.
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

#include <rmq/communicator.hpp>
#include <rmq/mpi_communicator.hpp>

#include "distributed_checks.hpp"

namespace {

TEST(distributed, answers_as_one_array_does_on_every_number_of_ranks)
{
    for (unsigned ranks : {1u, 2u, 3u, 4u, 5u, 7u, 8u, 9u})
        for (std::size_t n : {1u, 2u, 3u, 7u, 16u, 20u, 1000u, 4097u})
            rmq::run_ranks(ranks, [&](rmq::communicator & mine) {
                expect_answers_of_a_scan<std::int32_t, rmq::min_leftmost>(mine, n);
            });
}

TEST(distributed, serves_maximum_and_right_ties_and_other_values)
{
    for (unsigned ranks : {1u, 3u, 4u})
        for (std::size_t n : {5u, 300u})
            rmq::run_ranks(ranks, [&](rmq::communicator & mine) {
                expect_answers_of_a_scan<std::int32_t, rmq::max_rightmost>(mine, n);
                expect_answers_of_a_scan<std::int64_t, rmq::min_rightmost>(mine, n);
                expect_answers_of_a_scan<float, rmq::max_leftmost>(mine, n);
            });
}

TEST(distributed, an_array_without_values_has_no_ranges)
{
    rmq::run_ranks(3, [](rmq::communicator & mine) {
        rmq::distributed_range_extremum<std::int32_t> empty{mine, {}, 1};
        EXPECT_EQ(empty.size(), 0u);
        empty.query({}, {});
        empty.query_at(1, {}, {});
    });
}

TEST(distributed, messages_are_as_small_as_the_contract_says)
{
    for (unsigned ranks : {1u, 2u, 5u})
        rmq::run_ranks(ranks, [](rmq::communicator & mine) { expect_small_messages(mine); });
}

TEST(run_ranks, a_rank_that_throws_ends_all_and_its_exception_reaches_the_caller)
{
    std::atomic<int> ended = 0;
    auto const work = [&](rmq::communicator & mine) {
        struct count
        {
            std::atomic<int> & of;
            ~count() { ++of; }
        } const at_end{ended};
        (void)mine.all_gather(1);
        if (mine.rank() == 2)
            throw std::invalid_argument{"rank 2"};
        (void)mine.all_gather(2);
        (void)mine.all_gather(3);
    };
    EXPECT_THROW(rmq::run_ranks(4, work), std::exception);
    EXPECT_EQ(ended, 4);
}

TEST(run_ranks, items_reach_the_rank_they_are_for)
{
    rmq::run_ranks(4, [](rmq::communicator & mine) {
        // rank r sends k * r items to rank k
        std::vector<std::size_t> counts;
        std::vector<int> items;
        for (unsigned to = 0; to < 4; ++to) {
            counts.push_back(to * mine.rank());
            items.insert(items.end(), counts.back(), static_cast<int>(10 * mine.rank() + to));
        }
        std::vector<std::size_t> const received = mine.exchange_counts(counts);
        std::vector<int> const all = mine.exchange<int>(items, counts, received);
        std::vector<int> expected;
        for (unsigned from = 0; from < 4; ++from)
            expected.insert(expected.end(), from * mine.rank(), static_cast<int>(10 * from + mine.rank()));
        EXPECT_EQ(all, expected);
    });
}

} // namespace
