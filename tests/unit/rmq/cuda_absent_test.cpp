// SPDX-License-Identifier: BSD-3-Clause
/// The CUDA layer on a machine or in a build without a device: it says why, and whatever needs one throws.
#include <rmq/cuda/check.hpp>
#include <rmq/cuda/device.hpp>
#include <rmq/cuda/device_buffer.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

TEST(cuda_layer, either_lists_devices_or_gives_a_reason)
{
    rmq::cuda::device_list const & list = rmq::cuda::devices();
    EXPECT_EQ(list.devices.empty(), !list.reason.empty()) << list.reason;
}

TEST(cuda_layer, without_a_device_use_throws_the_reason)
{
    if (!rmq::cuda::devices().devices.empty())
        GTEST_SKIP() << "this machine has a CUDA device";
    EXPECT_THROW((void)rmq::cuda::device(0), rmq::cuda::unavailable);
    EXPECT_THROW(rmq::cuda::device_guard{0}, rmq::cuda::unavailable);
    EXPECT_ANY_THROW((rmq::cuda::device_buffer<int>{4, nullptr}));
}

TEST(cuda_layer, check_passes_success_and_names_the_failed_call)
{
    EXPECT_NO_THROW(RMQ_CUDA_CHECK(0));
    try {
        RMQ_CUDA_CHECK(1);
        FAIL() << "error 1 did not throw";
    } catch (rmq::cuda::error const & e) {
        EXPECT_EQ(e.code(), 1);
        EXPECT_THAT(e.what(), testing::HasSubstr("cuda_absent_test.cpp"));
    }
}

} // namespace
