// SPDX-License-Identifier: BSD-3-Clause
// Range-extremum over the parts of an array on MPI ranks: every rank runs every test.
#include <gtest/gtest.h>

#include <rmq/mpi_communicator.hpp>

#include "distributed_checks.hpp"

namespace {

rmq::communicator & job()
{
    static rmq::mpi_communicator all;
    return all;
}

TEST(distributed_mpi, answers_as_one_array_does)
{
    for (std::size_t n : {1u, 3u, 20u, 4097u})
        expect_answers_of_a_scan<std::int32_t, rmq::min_leftmost>(job(), n);
    expect_answers_of_a_scan<std::int64_t, rmq::max_rightmost>(job(), 1000);
}

TEST(distributed_mpi, messages_are_as_small_as_the_contract_says)
{
    expect_small_messages(job());
}

} // namespace

int main(int count, char ** words)
{
    testing::InitGoogleTest(&count, words);
    (void)job(); // before any test, on every rank
    return RUN_ALL_TESTS();
}
