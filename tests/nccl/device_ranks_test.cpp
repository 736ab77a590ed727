// SPDX-License-Identifier: BSD-3-Clause
// Ranks on the devices of this host: one device always, two and more where they are.
#include "../cuda/gpu_test.hpp"

#include <numeric>
#include <stdexcept>

#include <rmq/cuda/check.hpp>
#include <rmq/cuda/device_ranks.hpp>

#include "device_distributed_checks.hpp"

namespace {

using device_ranks = vglcs::test::gpu_test;

std::vector<int> first_devices(std::size_t count)
{
    std::vector<int> out;
    for (auto const & device : rmq::cuda::devices().devices)
        if (out.size() < count)
            out.push_back(device.number);
    return out;
}

/// Host memory, device memory, and both in turns.
void check(rmq::cuda::device_communicator & mine)
{
    for (std::size_t n : {1u, 3u, 20u, 4097u}) {
        expect_answers_of_a_scan<std::int32_t, rmq::min_leftmost>(mine, n);
        expect_device_answers_of_a_scan<std::int32_t, rmq::min_leftmost>(mine, n);
    }
    expect_device_answers_of_a_scan<double, rmq::max_rightmost>(mine, 3000);
    expect_small_messages(mine);
    expect_small_device_messages(mine);
}

TEST_F(device_ranks, one_device)
{
    rmq::cuda::run_device_ranks(first_devices(1), check);
}

TEST_F(device_ranks, two_devices)
{
    if (first_devices(2).size() < 2)
        GTEST_SKIP() << "this host has one device";
    rmq::cuda::run_device_ranks(first_devices(2), check);
}

TEST_F(device_ranks, all_devices)
{
    rmq::cuda::run_device_ranks(first_devices(64), check);
}

TEST_F(device_ranks, a_device_that_is_not_there_is_named)
{
    EXPECT_THROW(rmq::cuda::run_device_ranks(std::vector{9999}, check), rmq::cuda::unavailable);
}

TEST_F(device_ranks, a_rank_that_throws_ends_all)
{
    auto const work = [](rmq::communicator & mine) {
        (void)mine.all_gather(1);
        if (mine.rank() == 0)
            throw std::invalid_argument{"rank 0"};
        (void)mine.all_gather(2);
    };
    EXPECT_THROW(rmq::cuda::run_device_ranks(first_devices(2), work), std::exception);
}

} // namespace
