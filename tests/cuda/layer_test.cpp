// SPDX-License-Identifier: BSD-3-Clause
#include "gpu_test.hpp"

#include <rmq/cuda/check.hpp>
#include <rmq/cuda/device_buffer.hpp>

#include <numeric>
#include <vector>

namespace {

using cuda_layer = vglcs::test::gpu_test;

TEST_F(cuda_layer, copies_there_and_back)
{
    rmq::cuda::stream const stream;
    for (std::size_t const size : {0, 1, 1000, 1'000'001}) {
        std::vector<int> values(size);
        std::iota(values.begin(), values.end(), 7);
        rmq::cuda::device_buffer<int> buffer{std::span<int const>{values}, stream};
        EXPECT_EQ(rmq::cuda::to_host(rmq::cuda::device_span<int const>{buffer.span()}, stream), values);
        rmq::cuda::device_buffer<int> const moved = std::move(buffer);
        EXPECT_EQ(buffer.data(), nullptr);
        EXPECT_EQ(moved.size(), size);
    }
}

TEST_F(cuda_layer, too_large_an_allocation_is_out_of_memory)
{
    rmq::cuda::stream const stream;
    EXPECT_THROW((rmq::cuda::device_buffer<char>{std::size_t{1} << 50, stream}), rmq::cuda::out_of_memory);
    EXPECT_NO_THROW((rmq::cuda::device_buffer<char>{1, stream}));
}

TEST_F(cuda_layer, devices_are_described)
{
    for (rmq::cuda::device_info const & d : rmq::cuda::devices().devices) {
        EXPECT_FALSE(d.name.empty());
        EXPECT_GE(d.major, 8);
        EXPECT_GT(d.multiprocessors, 0);
        EXPECT_GT(d.memory_bytes, std::size_t{1} << 30);
    }
    EXPECT_THROW((void)rmq::cuda::device(9999), rmq::cuda::unavailable);
}

} // namespace
